/*
 * transform-basic.c - constants, variables, arithmetic, compares, branches, conversions.
 */
#include "interp/ir/transform.h"

#include <string.h>

#include "interp/ir/arith.h"

/* Relations in the order of the immediate families of ops.def. */
typedef enum { REL_EQ, REL_NE, REL_LT, REL_LE, REL_GT, REL_GE, REL_LT_UN, REL_LE_UN, REL_GT_UN, REL_GE_UN } Relation;

static const Relation mirrored[] = {REL_EQ, REL_NE, REL_GT, REL_GE, REL_LT, REL_LE, REL_GT_UN, REL_GE_UN, REL_LT_UN,
                                    REL_LE_UN};
static const Relation inverse[] = {REL_NE, REL_EQ, REL_GE, REL_GT, REL_LE, REL_LT, REL_GE_UN, REL_GT_UN, REL_LE_UN,
                                   REL_LT_UN};

/* ---- Constants, variables ------------------------------------------------------------------------------------------- */

static bool push_variable(Transform *t, const Variable *variable)
{
    MonoClass *klass = variable->kind >= KIND_REF ? variable->type.klass : NULL;
    if (variable->kind == KIND_PTR && variable->type.pinned)
        klass = NULL; /* C#'s `fixed`: mcs uses such a local as an unmanaged pointer, without a conv.u */
    uint8_t range = t_range(&variable->type);
    StackEntry *entry;
    if (range && variable->aliased) { /* someone may have written only the low bytes */
        MintOpcode op = range == MONO_TYPE_I1   ? MINT_CONV_I1_I4
                        : range == MONO_TYPE_I2 ? MINT_CONV_I2_I4
                        : range == MONO_TYPE_U2 || range == MONO_TYPE_CHAR ? MINT_CONV_U2_I4
                                                                           : MINT_CONV_U1_I4;
        entry = t_push(t, KIND_I4, NULL, 1);
        entry->range = range;
        t_emit(t, op, entry->home, variable->slot);
        return true;
    }
    entry = t_push_slot(t, variable->kind, klass, variable->slot, variable->slots, variable->aliased);
    entry->range = variable->kind == KIND_PTR && variable->holds_local ? POINTER_LOCAL : range;
    return true;
}

/* An argument of an inlined method: what the caller passed, where it lies. */
static bool push_argument(Transform *t, const Variable *variable, const StackEntry *value)
{
    MonoClass *klass = variable->kind >= KIND_REF ? variable->type.klass : NULL;
    if (variable->kind == KIND_REF && value->kind == KIND_REF && value->klass &&
        mono_class_is_assignable(variable->type.klass, value->klass))
        klass = value->klass;
    StackEntry *entry = t_push_slot(t, variable->kind, klass, value->slot, variable->slots, value->aliased);
    uint8_t range = t_range(&variable->type);
    if (value->place != IN_HOME)
        entry->place = value->place;
    entry->value = value->value;
    entry->range = value->range ? value->range : range;
    return true;
}

static bool load_arg(Transform *t, uint32_t index)
{
    if (t->inline_args && index < t->arg_count && !t->args[index].written)
        return push_argument(t, &t->args[index], &t->inline_args[index]);
    return index < t->arg_count ? push_variable(t, &t->args[index]) : t_invalid(t, "no argument %u", index);
}

static bool load_local(Transform *t, uint32_t index)
{
    return index < t->local_count ? push_variable(t, &t->locals[index]) : t_invalid(t, "no local variable %u", index);
}

static bool store_variable(Transform *t, Variable *variables, uint32_t count, uint32_t index)
{
    if (index >= count)
        return t_invalid(t, "no variable %u", index);
    if (!t_need(t, 1))
        return false;
    Variable *variable = &variables[index];
    StackEntry value = *t_pop(t);
    if (variable->kind == KIND_PTR && value.kind == KIND_PTR && value.range & POINTER_LOCAL && !variable->holds_local) {
        variable->holds_local = true;
        t->restart_local |= t->signature->ret.byref && !t->outer; /* it may have been loaded before, round a loop */
    }
    return t_store(t, &value, variable->slot, variable->slots, &variable->type);
}

static bool load_address_of(Transform *t, const Variable *variable)
{
    if (t->outer && t->signature->ret.byref && !t_is_trusted(t)) { /* its slot ends with the call: see t_return() */
        interp_method_get(t->method)->never_inline = true;
        return t_invalid(t, "a variable of an inlined method that returns an address");
    }
    MonoClass *klass = variable->type.byref ? mono_defaults.void_class : variable->type.klass;
    StackEntry *entry = t_push(t, KIND_PTR, klass, 1);
    entry->range = POINTER_LOCAL;
    entry->place = IS_ADDRESS;
    entry->slot = variable->slot;
    entry->value.i = 0;
    entry->aliased = variable->aliased;
    return true;
}

static bool duplicate(Transform *t)
{
    if (!t_need(t, 1))
        return false;
    StackEntry source = *t_top(t, 0);
    StackEntry *copy = t_push(t, source.kind, source.klass, source.slots);
    copy->range = source.range;
    if (source.place == IN_HOME) { /* lies where it lies: below, until that is changed in place */
        copy->place = IN_SLOT;
        copy->slot = source.home;
        return true;
    }
    copy->place = source.place;
    copy->slot = source.slot;
    copy->aliased = source.aliased;
    copy->value = source.value;
    return true;
}

/* ---- Arithmetic ------------------------------------------------------------------------------------------------------- */

bool t_need_integer(Transform *t, const StackEntry *entry)
{
    return entry->kind <= KIND_I8 || entry->kind == KIND_PTR || entry->kind == KIND_REF ||
           t_invalid(t, "an integer is expected on the stack");
}

static bool is_real(const StackEntry *entry)
{
    return entry->kind == KIND_R4 || entry->kind == KIND_R8;
}

/* Brings both to one kind: I4, I8 (all 64-bit ones), R4, R8. */
static bool unify(Transform *t, StackEntry *a, StackEntry *b, StackKind *kind)
{
    if (is_real(a) || is_real(b)) {
        *kind = a->kind == KIND_R4 && b->kind == KIND_R4 ? KIND_R4 : KIND_R8;
        return t_convert(t, a, *kind) && t_convert(t, b, *kind);
    }
    if (!t_need_integer(t, a) || !t_need_integer(t, b))
        return false;
    if (a->kind == KIND_I4 && b->kind == KIND_I4) {
        *kind = KIND_I4;
        return true;
    }
    *kind = KIND_I8;
    if (a->kind == KIND_I4)
        return t_convert(t, a, KIND_I8);
    return b->kind != KIND_I4 || t_convert(t, b, KIND_I8);
}

static bool is_short(const StackEntry *entry)
{
    return entry->place == IS_CONST && entry->value.i == (int16_t)entry->value.i;
}

/* I4 opcode of the immediate form of an I4 opcode, for a constant b; NOP = none. */
static MintOpcode immediate_form(MintOpcode op, StackEntry *b)
{
    int64_t value = b->value.i;
    if (b->place != IS_CONST)
        return MINT_NOP;
    switch (op) {
    case MINT_SUB_I4:
        if (value <= -32768 || value > 32767)
            return MINT_NOP;
        b->value.i = -value;
        return MINT_ADD_IMM_I4;
    case MINT_ADD_I4:
        return is_short(b) ? MINT_ADD_IMM_I4 : MINT_NOP;
    case MINT_MUL_I4:
        return is_short(b) ? MINT_MUL_IMM_I4 : MINT_NOP;
    case MINT_AND_I4:
        return is_short(b) ? MINT_AND_IMM_I4 : MINT_NOP;
    case MINT_OR_I4:
        return is_short(b) ? MINT_OR_IMM_I4 : MINT_NOP;
    case MINT_XOR_I4:
        return is_short(b) ? MINT_XOR_IMM_I4 : MINT_NOP;
    case MINT_DIV_I4:
        return is_short(b) && value != 0 && value != -1 ? MINT_DIV_IMM_I4 : MINT_NOP;
    case MINT_REM_I4:
        return is_short(b) && value != 0 && value != -1 ? MINT_REM_IMM_I4 : MINT_NOP;
    case MINT_DIV_UN_I4:
        return is_short(b) && value > 0 ? MINT_DIV_UN_IMM_I4 : MINT_NOP;
    case MINT_REM_UN_I4:
        return is_short(b) && value > 0 ? MINT_REM_UN_IMM_I4 : MINT_NOP;
    default:
        return MINT_NOP;
    }
}

static uint8_t result_range(MintOpcode op, const StackEntry *a, const StackEntry *b)
{
    if (op != MINT_AND_I4)
        return 0;
    const StackEntry *constant = b->place == IS_CONST ? b : a->place == IS_CONST ? a : NULL;
    if (constant && t_fits(constant, MONO_TYPE_U1))
        return MONO_TYPE_U1;
    return constant && t_fits(constant, MONO_TYPE_U2) ? MONO_TYPE_U2 : 0;
}

/* What an I4 opcode makes of two constants; wide: its I8 form. false: it may throw, or is not known here. */
static bool fold(MintOpcode op, bool wide, int64_t a, int64_t b, int64_t *result)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    unsigned count = (unsigned)b & (wide ? 63 : 31);
    switch (op) {
    case MINT_ADD_I4:
        x += y;
        break;
    case MINT_SUB_I4:
        x -= y;
        break;
    case MINT_MUL_I4:
        x *= y;
        break;
    case MINT_AND_I4:
        x &= y;
        break;
    case MINT_OR_I4:
        x |= y;
        break;
    case MINT_XOR_I4:
        x ^= y;
        break;
    case MINT_SHL_I4:
        x <<= count;
        break;
    case MINT_SHR_I4:
        x = (uint64_t)(a >> count);
        break;
    case MINT_SHR_UN_I4:
        x = wide ? x >> count : (uint32_t)x >> count;
        break;
    default:
        return false;
    }
    *result = wide ? (int64_t)x : (int32_t)x;
    return true;
}

/* `x * y + c`, `c + x * y`, `c - x * y` when the product was just computed. */
static bool multiply_first(Transform *t, MintOpcode op, StackEntry *a, StackEntry *b)
{
    StackEntry *other = a;
    if (op != MINT_ADD_I4 && op != MINT_SUB_I4)
        return false;
    if (a->place == IS_CONST || b->place == IS_CONST || a->slot == b->slot)
        return false;
    if (!t_take_back(t, MINT_MUL_R8, b)) {
        other = b;
        if (op == MINT_SUB_I4 || !t_take_back(t, MINT_MUL_R8, a))
            return false;
    }
    uint32_t x = t->code[t->code_count + 2], y = t->code[t->code_count + 3], c = t_use(t, other);
    StackEntry *result = t_push(t, KIND_R8, NULL, 1);
    t_emit(t, op == MINT_ADD_I4 ? MINT_MULADD_R8 : MINT_MULSUB_R8, result->home, x, y, c);
    return true;
}

/* `x << n | x >> 32 - n`, as hash functions write it. */
static bool rotate(Transform *t, const StackEntry *a, const StackEntry *b)
{
    if (t->before_last == UINT32_MAX || t->last_op == UINT32_MAX || interp_tier_points)
        return false;
    const uint16_t *first = &t->code[t->before_last], *second = &t->code[t->last_op];
    bool left_first = first[0] == MINT_SHL_IMM_I4 && second[0] == MINT_SHR_UN_IMM_I4;
    bool right_first = first[0] == MINT_SHR_UN_IMM_I4 && second[0] == MINT_SHL_IMM_I4;
    if ((!left_first && !right_first) || a->place != IN_HOME || b->place != IN_HOME || first[1] != a->slot ||
        second[1] != b->slot || first[2] != second[2] || first[1] == first[2] || first[3] + second[3] != 32)
        return false;
    uint32_t source = first[2], count = left_first ? first[3] : second[3];
    t->code_count = t->before_last;
    t->last_op = t->before_last = UINT32_MAX;
    StackEntry *result = t_push(t, KIND_I4, NULL, 1);
    t_emit(t, MINT_ROL_IMM_I4, result->home, source, count);
    return true;
}

/* op: the I4 form; real: the R4 form or NOP. */
static bool binary(Transform *t, MintOpcode op, MintOpcode real, bool commutes)
{
    StackKind kind;
    if (!t_need(t, 2))
        return false;
    StackEntry b = *t_pop(t), a = *t_pop(t);
    if (commutes && a.place == IS_CONST && b.place != IS_CONST) {
        StackEntry swap = a;
        a = b;
        b = swap;
    }
    bool pointer = (a.kind == KIND_PTR) != (b.kind == KIND_PTR);
    if (!unify(t, &a, &b, &kind))
        return false;
    if (kind >= KIND_R4) {
        if (real == MINT_NOP)
            return t_invalid(t, "an integer operation on reals");
        if (kind == KIND_R8 && multiply_first(t, op, &a, &b))
            return true;
        uint32_t x = t_use(t, &a), y = t_use(t, &b);
        StackEntry *result = t_push(t, kind, NULL, 1);
        t_emit(t, real + (kind == KIND_R8), result->home, x, y);
        return true;
    }
    if (op == MINT_OR_I4 && kind == KIND_I4 && rotate(t, &a, &b))
        return true;
    unsigned wide = kind == KIND_I8;
    int64_t folded;
    if (a.place == IS_CONST && b.place == IS_CONST && !pointer && fold(op, wide, a.value.i, b.value.i, &folded))
        return t_push_const(t, kind, folded) != NULL;
    uint8_t range = wide ? 0 : result_range(op, &a, &b);
    MintOpcode immediate = immediate_form(op, &b);
    uint32_t x = t_use(t, &a), y = immediate == MINT_NOP ? t_use(t, &b) : (uint32_t)b.value.i;
    StackEntry *result = t_push(t, pointer ? KIND_PTR : kind, NULL, 1);
    result->range = range;
    t_emit(t, (immediate == MINT_NOP ? op : immediate) + wide, result->home, x, y);
    return true;
}

static bool shift(Transform *t, MintOpcode op, MintOpcode immediate)
{
    if (!t_need(t, 2))
        return false;
    StackEntry count = *t_pop(t), a = *t_pop(t);
    if (!t_need_integer(t, &count) || !t_need_integer(t, &a))
        return false;
    unsigned wide = a.kind != KIND_I4;
    int64_t folded;
    if (a.place == IS_CONST && count.place == IS_CONST && fold(op, wide, a.value.i, count.value.i, &folded))
        return t_push_const(t, wide ? KIND_I8 : KIND_I4, folded) != NULL;
    uint32_t x = t_use(t, &a);
    uint32_t y = count.place == IS_CONST ? (uint32_t)count.value.i & (wide ? 63 : 31) : t_use(t, &count);
    StackEntry *result = t_push(t, wide ? KIND_I8 : KIND_I4, NULL, 1);
    t_emit(t, (count.place == IS_CONST ? immediate : op) + wide, result->home, x, y);
    return true;
}

static bool unary(Transform *t, MintOpcode op, MintOpcode real)
{
    if (!t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (is_real(&a) ? real == MINT_NOP : !t_need_integer(t, &a))
        return t_invalid(t, "the operand has the wrong kind");
    if (a.place == IS_CONST && a.kind <= KIND_I8) {
        int64_t value = op == MINT_NEG_I4 ? (int64_t)(0 - (uint64_t)a.value.i) : ~a.value.i;
        t_push_const(t, a.kind, a.kind == KIND_I4 ? (int32_t)value : value);
        return true;
    }
    uint32_t x = t_use(t, &a);
    StackKind kind = is_real(&a) || a.kind == KIND_I4 ? a.kind : KIND_I8;
    StackEntry *result = t_push(t, kind, NULL, 1);
    t_emit(t, is_real(&a) ? real + (a.kind == KIND_R8) : op + (a.kind != KIND_I4), result->home, x);
    return true;
}

/* ---- Compares --------------------------------------------------------------------------------------------------------- */

/* What an emitted compare does. */
typedef struct {
    Relation relation;
    StackKind kind;
    bool immediate;
    uint32_t a, b;
} Compare;

static const Relation two_slot_relations[] = {REL_EQ, REL_NE, REL_LT, REL_LE, REL_LT_UN, REL_LE_UN};

static int two_slot_index(Relation relation)
{
    for (int i = 0; i < 6; i++) {
        if (two_slot_relations[i] == relation)
            return i;
    }
    return -1;
}

static bool decode_compare(const Transform *t, Compare *compare)
{
    const uint16_t *p = &t->code[t->last_op];
    unsigned op = p[0];
    if (op >= MINT_CEQ_I4 && op <= MINT_CLE_UN_I8)
        *compare = (Compare){two_slot_relations[(op - MINT_CEQ_I4) / 2], KIND_I4 + (op - MINT_CEQ_I4) % 2, false, 0, 0};
    else if (op >= MINT_CEQ_R4 && op <= MINT_CLE_UN_R8)
        *compare = (Compare){two_slot_relations[(op - MINT_CEQ_R4) / 2], KIND_R4 + (op - MINT_CEQ_R4) % 2, false, 0, 0};
    else if (op >= MINT_CEQ_IMM_I4 && op <= MINT_CGE_UN_IMM_I8)
        *compare = (Compare){(op - MINT_CEQ_IMM_I4) / 2, KIND_I4 + (op - MINT_CEQ_IMM_I4) % 2, true, 0, 0};
    else
        return false;
    compare->a = p[2];
    compare->b = p[3];
    return true;
}

static void swap_operands(Compare *compare)
{
    uint32_t a = compare->a;
    compare->a = compare->b;
    compare->b = a;
    compare->relation = mirrored[compare->relation];
}

/* The opposite. Of reals: "not less" is "greater, equal or unordered". */
static void invert(Compare *compare)
{
    compare->relation = inverse[compare->relation];
    if (compare->kind < KIND_R4 || compare->relation <= REL_NE)
        return;
    compare->relation = compare->relation <= REL_GE ? compare->relation + (REL_LT_UN - REL_LT)
                                                    : compare->relation - (REL_LT_UN - REL_LT);
}

/* Opcode for it; "greater" of two slots becomes "less" with the operands swapped. branch: B.., else C.. */
static MintOpcode compare_op(Compare *compare, bool branch)
{
    unsigned second = compare->kind == KIND_I8 || compare->kind == KIND_R8;
    if (compare->immediate)
        return (branch ? MINT_BEQ_IMM_I4 : MINT_CEQ_IMM_I4) + 2 * compare->relation + second;
    if (two_slot_index(compare->relation) < 0)
        swap_operands(compare);
    MintOpcode first = compare->kind >= KIND_R4 ? (branch ? MINT_BEQ_R4 : MINT_CEQ_R4)
                                                : (branch ? MINT_BEQ_I4 : MINT_CEQ_I4);
    return first + 2 * (unsigned)two_slot_index(compare->relation) + second;
}

/* Operands of the two top positions; they are popped. */
static bool take_compare(Transform *t, Relation relation, Compare *compare)
{
    StackKind kind;
    if (!t_need(t, 2))
        return false;
    StackEntry b = *t_pop(t), a = *t_pop(t);
    if (!unify(t, &a, &b, &kind))
        return false;
    *compare = (Compare){relation, kind, false, 0, 0};
    if (kind < KIND_R4 && is_short(&b)) {
        compare->immediate = true;
        compare->a = t_use(t, &a);
        compare->b = (uint32_t)b.value.i;
    } else if (kind < KIND_R4 && is_short(&a)) {
        compare->immediate = true;
        compare->relation = mirrored[relation];
        compare->a = t_use(t, &b);
        compare->b = (uint32_t)a.value.i;
    } else {
        compare->a = t_use(t, &a);
        compare->b = t_use(t, &b);
    }
    return true;
}

/* Takes back the last instruction when it is the compare whose result is the popped entry. */
static bool take_back_compare(Transform *t, const StackEntry *entry, Compare *compare)
{
    if (entry->place != IN_HOME || t->last_op == UINT32_MAX || !t->last_dest || t->code[t->last_dest] != entry->slot ||
        !decode_compare(t, compare))
        return false;
    t->code_count = t->last_op;
    t->last_op = UINT32_MAX;
    t->last_dest = 0;
    return true;
}

static bool compare_values(Transform *t, Relation relation)
{
    Compare compare;
    if (relation == REL_EQ && t->depth >= 2) { /* `compare; ldc.i4.0; ceq` is "not" */
        StackEntry *b = t_top(t, 0), *a = t_top(t, 1);
        if (b->place == IS_CONST && b->value.i == 0 && b->kind == KIND_I4 && take_back_compare(t, a, &compare)) {
            invert(&compare);
            t->depth -= 2;
            goto emit;
        }
    }
    if (relation == REL_GT_UN && t->depth >= 2 && t_top(t, 0)->place == IS_CONST && t_top(t, 0)->value.i == 0 &&
        t_top(t, 0)->kind != KIND_R4 && t_top(t, 0)->kind != KIND_R8)
        relation = REL_NE; /* unsigned greater than 0 */
    if (!take_compare(t, relation, &compare))
        return false;
emit:;
    MintOpcode op = compare_op(&compare, false);
    StackEntry *result = t_push(t, KIND_I4, NULL, 1);
    result->range = MONO_TYPE_BOOLEAN;
    t_emit(t, op, result->home, compare.a, compare.b);
    return true;
}

/* ---- Branches ------------------------------------------------------------------------------------------------------------ */

/* `i += k; while (i < n)`: the increment that the loop's condition follows does the compare too; the condition itself
 * stays for those who jump to it. */
static void add_and_branch(Transform *t, MintOpcode op, const Compare *compare, uint32_t target)
{
    uint32_t at = t->newest_op;
    if (!t->fell_through || at == UINT32_MAX || t->code_count != at + 4 || t->code[at] != MINT_ADD_IMM_I4 ||
        t->il_to_ir[t->block_il] != t->code_count || t->code[at + 1] != compare->a || !t_loop_target(t, target))
        return;
    MintOpcode fused = op == MINT_BLT_I4       ? MINT_ADD_BLT_I4_LOOP
                       : op == MINT_BLE_I4     ? MINT_ADD_BLE_I4_LOOP
                       : op == MINT_BLT_IMM_I4 ? MINT_ADD_BLT_IMM_I4_LOOP
                                               : MINT_NOP;
    if (fused == MINT_NOP || (op != MINT_BLT_IMM_I4 && compare->b == compare->a))
        return;
    BranchFix fix = {at + 5, at, target, t->il_offset};
    t->code[at] = fused;
    t_unit(t, compare->b);
    t_unit(t, 0);
    t_unit(t, 0);
    g_array_append_val(t->fixes, fix);
    t->il_to_ir[t->block_il] = t->code_count;
}

static bool emit_compare_branch(Transform *t, Compare *compare, uint32_t target)
{
    MintOpcode op = compare_op(compare, true);
    if (!t_merge_to(t, target))
        return false;
    if (op == MINT_BLT_I4 && compare->b >= t->stack_base && compare->a != compare->b && t->last_op != UINT32_MAX &&
        t->code[t->last_op] == MINT_LDLEN && t->code[t->last_op + 1] == compare->b && t_loop_target(t, target)) {
        uint32_t array = t->code[t->last_op + 2];
        t->code_count = t->last_op;
        return t_branch(t, MINT_BLT_LEN_LOOP, target, 2, compare->a, array);
    }
    add_and_branch(t, op, compare, target);
    if (compare->immediate && compare->b == 0 && compare->relation <= REL_NE) {
        op = compare->relation == REL_EQ ? MINT_BRFALSE_I4 : MINT_BRTRUE_I4;
        return t_branch(t, op + (compare->kind == KIND_I8), target, 1, compare->a);
    }
    return t_branch(t, op, target, 2, compare->a, compare->b);
}

static bool branch_compare(Transform *t, Relation relation, uint32_t target)
{
    Compare compare;
    return take_compare(t, relation, &compare) && emit_compare_branch(t, &compare, target);
}

static bool branch_always(Transform *t, uint32_t target)
{
    if (!t_merge_to(t, target))
        return false;
    t->dead = true;
    return t_branch(t, MINT_BR, target, 0);
}

static bool branch_truth(Transform *t, bool truth, uint32_t target)
{
    Compare compare;
    if (!t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (!t_need_integer(t, &a))
        return false;
    if (a.place == IS_CONST || a.place == IS_ADDRESS) {
        bool value = a.place == IS_ADDRESS || a.value.i != 0;
        if (!t->no_fold && value != truth)
            return true;
        if (!t->no_fold) {
            t->dead_by_fold = true;
            return branch_always(t, target);
        }
    }
    if (take_back_compare(t, &a, &compare)) {
        if (!truth)
            invert(&compare);
        return emit_compare_branch(t, &compare, target);
    }
    uint32_t slot = t_use(t, &a);
    if (!t_merge_to(t, target))
        return false;
    MintOpcode op = truth ? MINT_BRTRUE_I4 : MINT_BRFALSE_I4;
    return t_branch(t, op + (a.kind != KIND_I4), target, 1, slot);
}

static bool switch_branch(Transform *t)
{
    uint32_t count = t_u4(t), end = t->ip + 4 * count, first = t->ip;
    if (!t_need(t, 1))
        return false;
    if (count > 65535)
        return t_invalid(t, "a switch with %u targets", count);
    StackEntry a = *t_pop(t);
    if (!t_need_integer(t, &a))
        return false;
    uint32_t slot = t_use(t, &a);
    for (uint32_t i = 0; i < count; i++) {
        if (!t_merge_to(t, end + t_u4(t)))
            return false;
    }
    uint32_t at = t_emit(t, MINT_SWITCH, slot, count);
    t->ip = first;
    for (uint32_t i = 0; i < count; i++) {
        BranchFix fix = {t->code_count, at, end + t_u4(t), t->il_offset};
        g_array_append_val(t->fixes, fix);
        t_unit(t, 0);
        t_unit(t, 0);
    }
    t->last_op = UINT32_MAX;
    return true;
}

/* Through the finally handlers between here and there, inner ones first. */
static bool leave(Transform *t, uint32_t target)
{
    uint32_t from = t->il_offset;
    t->depth = 0;
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        const InterpClause *c = &t->clauses[i];
        if (c->kind == MONO_EXCEPTION_CLAUSE_FINALLY && from >= c->il_try_start && from < c->il_try_end &&
            !(target >= c->il_try_start && target < c->il_try_end))
            t_branch(t, MINT_CALL_HANDLER, c->il_handler_start, 1, (uint32_t)c->state_slot);
    }
    return branch_always(t, target);
}

static bool end_finally(Transform *t)
{
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        const InterpClause *c = &t->clauses[i];
        if (c->kind < MONO_EXCEPTION_CLAUSE_FINALLY || t->il_offset < c->il_handler_start ||
            t->il_offset >= c->il_handler_end)
            continue;
        t_emit(t, MINT_ENDFINALLY, (uint32_t)c->state_slot, i);
        t->dead = true;
        return true;
    }
    return t_invalid(t, "endfinally outside a finally or fault handler");
}

static bool end_filter(Transform *t)
{
    if (!t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (!t_need_integer(t, &a))
        return false;
    if (!t_in_filter(t))
        return t_invalid(t, "endfilter outside a filter");
    uint32_t slot = t_use(t, &a);
    t_emit(t, MINT_ENDFILTER, slot);
    t->dead = true;
    return true;
}

static bool rethrow(Transform *t)
{
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        const InterpClause *c = &t->clauses[i];
        if (c->kind > MONO_EXCEPTION_CLAUSE_FILTER || t->il_offset < c->il_handler_start ||
            t->il_offset >= c->il_handler_end)
            continue;
        t_emit(t, MINT_RETHROW, (uint32_t)c->exception_slot);
        t->dead = true;
        return true;
    }
    return t_invalid(t, "rethrow outside a catch handler");
}

/* ---- Conversions ------------------------------------------------------------------------------------------------------------ */

typedef enum { TO_I1, TO_U1, TO_I2, TO_U2, TO_I4, TO_U4, TO_I8, TO_U8, TO_R4, TO_R8, TO_R_UN } Target;

static const uint8_t target_ranges[] = {MONO_TYPE_I1, MONO_TYPE_U1, MONO_TYPE_I2, MONO_TYPE_U2};

/* The top value keeps its place and is only seen as another kind. */
static bool relabel(Transform *t, StackEntry *a, StackKind kind)
{
    StackEntry *top = t_push(t, kind, NULL, 1);
    top->place = a->place;
    top->slot = a->slot;
    top->aliased = a->aliased;
    top->value = a->value;
    if (kind == KIND_I4 && a->place == IS_CONST)
        top->value.i = (int32_t)a->value.i;
    else if (kind == KIND_I4 && a->place == IS_ADDRESS)
        t_home(t, top);
    else if (kind == KIND_I4 && a->kind == KIND_I4)
        top->range = a->range;
    return true;
}

static bool emit_conversion(Transform *t, MintOpcode op, StackEntry *a, StackKind kind, uint8_t range)
{
    uint32_t slot = t_use(t, a);
    StackEntry *result = t_push(t, kind, NULL, 1);
    result->range = range;
    t_emit(t, op, result->home, slot);
    return true;
}

static int64_t fold_integer(int64_t value, Target target)
{
    switch (target) {
    case TO_I1:
        return (int8_t)value;
    case TO_U1:
        return (uint8_t)value;
    case TO_I2:
        return (int16_t)value;
    case TO_U2:
        return (uint16_t)value;
    default:
        return (int32_t)value;
    }
}

static bool convert_constant(Transform *t, const StackEntry *a, Target target)
{
    int64_t value = a->value.i;
    union {
        double r8;
        int64_t i8;
    } real;
    if (target <= TO_U4)
        t_push_const(t, KIND_I4, fold_integer(value, target));
    else if (target == TO_U8 && a->kind == KIND_I4)
        t_push_const(t, KIND_I8, (uint32_t)value);
    else if (target <= TO_U8)
        t_push_const(t, KIND_I8, value);
    else {
        real.r8 = (double)value;
        t_push_const(t, KIND_R8, real.i8);
    }
    return true;
}

static bool convert_integer(Transform *t, StackEntry *a, Target target)
{
    bool wide = a->kind != KIND_I4;
    if (a->place == IS_CONST && target != TO_R4 && target != TO_R_UN)
        return convert_constant(t, a, target);
    if (target <= TO_U2) {
        if (!wide && t_fits(a, target_ranges[target]))
            return relabel(t, a, KIND_I4);
        return emit_conversion(t, MINT_CONV_I1_I4 + target, a, KIND_I4, target_ranges[target]);
    }
    if (target <= TO_U4)
        return relabel(t, a, KIND_I4);
    if (target <= TO_U8) {
        if (wide)
            return relabel(t, a, KIND_I8);
        return emit_conversion(t, target == TO_I8 ? MINT_CONV_I8_I4 : MINT_CONV_I8_U4, a, KIND_I8, 0);
    }
    if (target == TO_R4)
        return emit_conversion(t, wide ? MINT_CONV_R4_I8 : MINT_CONV_R4_I4, a, KIND_R4, 0);
    if (target == TO_R8)
        return emit_conversion(t, wide ? MINT_CONV_R8_I8 : MINT_CONV_R8_I4, a, KIND_R8, 0);
    return emit_conversion(t, wide ? MINT_CONV_R8_U8 : MINT_CONV_R8_U4, a, KIND_R8, 0);
}

static bool convert(Transform *t, Target target)
{
    if (!t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (!is_real(&a))
        return t_need_integer(t, &a) && convert_integer(t, &a, target);
    if (target <= TO_U8) {
        StackKind kind = target <= TO_U4 ? KIND_I4 : KIND_I8;
        uint8_t range = target <= TO_U2 ? target_ranges[target] : 0;
        return emit_conversion(t, (a.kind == KIND_R4 ? MINT_CONV_I1_R4 : MINT_CONV_I1_R8) + target, &a, kind, range);
    }
    StackKind kind = target == TO_R4 ? KIND_R4 : KIND_R8;
    if (a.kind == kind)
        return relabel(t, &a, kind);
    return emit_conversion(t, kind == KIND_R4 ? MINT_CONV_R4_R8 : MINT_CONV_R8_R4, &a, kind, 0);
}

static bool convert_checked_i4(Transform *t, StackEntry *a, Target target, bool is_unsigned)
{
    static const uint16_t from_i4[] = {MINT_CONV_OVF_I1_I4, MINT_CONV_OVF_U1_I4, MINT_CONV_OVF_I2_I4,
                                       MINT_CONV_OVF_U2_I4, MINT_NOP,            MINT_CONV_OVF_U4_I4,
                                       MINT_CONV_I8_I4,     MINT_CONV_OVF_U8_I4};
    static const uint16_t from_u4[] = {MINT_CONV_OVF_I1_U4, MINT_CONV_OVF_U1_U4, MINT_CONV_OVF_I2_U4,
                                       MINT_CONV_OVF_U2_U4, MINT_CONV_OVF_I4_U4, MINT_NOP,
                                       MINT_CONV_I8_U4,     MINT_CONV_I8_U4};
    MintOpcode op = (is_unsigned ? from_u4 : from_i4)[target];
    if (op == MINT_NOP)
        return relabel(t, a, KIND_I4);
    return emit_conversion(t, op, a, target <= TO_U4 ? KIND_I4 : KIND_I8, target <= TO_U2 ? target_ranges[target] : 0);
}

static bool convert_checked(Transform *t, Target target, bool is_unsigned)
{
    MintOpcode op;
    if (!t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (is_real(&a)) {
        if (!t_convert(t, &a, KIND_R8))
            return false;
        op = target <= TO_U4 ? MINT_CONV_OVF_I1_R8 + target
                             : target == TO_I8 ? MINT_CONV_OVF_I8_R8 : MINT_CONV_OVF_U8_R8;
    } else if (!t_need_integer(t, &a)) {
        return false;
    } else if (a.kind == KIND_I4) {
        return convert_checked_i4(t, &a, target, is_unsigned);
    } else if (target <= TO_U4) {
        op = (is_unsigned ? MINT_CONV_OVF_I1_U8 : MINT_CONV_OVF_I1_I8) + target;
    } else if ((target == TO_I8) != is_unsigned) {
        return relabel(t, &a, KIND_I8);
    } else {
        op = is_unsigned ? MINT_CONV_OVF_I8_U8 : MINT_CONV_OVF_U8_I8;
    }
    return emit_conversion(t, op, &a, target <= TO_U4 ? KIND_I4 : KIND_I8, target <= TO_U2 ? target_ranges[target] : 0);
}

static bool check_finite(Transform *t)
{
    if (!t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (!is_real(&a))
        return t_invalid(t, "ckfinite of an integer");
    return emit_conversion(t, MINT_CKFINITE_R4 + (a.kind == KIND_R8), &a, a.kind, 0);
}

/* ---- Dispatch ------------------------------------------------------------------------------------------------------------------ */

static uint32_t target_of(Transform *t, bool is_short_form)
{
    int32_t distance = is_short_form ? (int8_t)t_u1(t) : (int32_t)t_u4(t);
    return t->ip + (uint32_t)distance;
}

static bool t_variable(Transform *t, CilOpcode op, bool *handled)
{
    uint32_t index;
    *handled = true;
    if (op >= CIL_LDARG_0 && op <= CIL_LDARG_3)
        return load_arg(t, op - CIL_LDARG_0);
    if (op >= CIL_LDLOC_0 && op <= CIL_LDLOC_3)
        return load_local(t, op - CIL_LDLOC_0);
    if (op >= CIL_STLOC_0 && op <= CIL_STLOC_3)
        return store_variable(t, t->locals, t->local_count, op - CIL_STLOC_0);
    switch (op) {
    case CIL_LDARG_S:
    case CIL_LDARG:
        return load_arg(t, op == CIL_LDARG ? t_u2(t) : t_u1(t));
    case CIL_LDLOC_S:
    case CIL_LDLOC:
        return load_local(t, op == CIL_LDLOC ? t_u2(t) : t_u1(t));
    case CIL_STARG_S:
    case CIL_STARG:
        index = op == CIL_STARG ? t_u2(t) : t_u1(t);
        return store_variable(t, t->args, t->arg_count, index);
    case CIL_STLOC_S:
    case CIL_STLOC:
        index = op == CIL_STLOC ? t_u2(t) : t_u1(t);
        return store_variable(t, t->locals, t->local_count, index);
    case CIL_LDARGA_S:
    case CIL_LDARGA: /* indexes of addresses are checked by the scan */
        return load_address_of(t, &t->args[op == CIL_LDARGA ? t_u2(t) : t_u1(t)]);
    case CIL_LDLOCA_S:
    case CIL_LDLOCA:
        return load_address_of(t, &t->locals[op == CIL_LDLOCA ? t_u2(t) : t_u1(t)]);
    default:
        *handled = false;
        return true;
    }
}

static bool t_constant(Transform *t, CilOpcode op, bool *handled)
{
    *handled = true;
    if (op >= CIL_LDC_I4_M1 && op <= CIL_LDC_I4_8)
        return t_push_const(t, KIND_I4, (int64_t)op - CIL_LDC_I4_0) != NULL;
    switch (op) {
    case CIL_LDC_I4_S:
        return t_push_const(t, KIND_I4, (int8_t)t_u1(t)) != NULL;
    case CIL_LDC_I4:
        return t_push_const(t, KIND_I4, (int32_t)t_u4(t)) != NULL;
    case CIL_LDC_I8:
        return t_push_const(t, KIND_I8, (int64_t)t_u8(t)) != NULL;
    case CIL_LDC_R4:
        return t_push_const(t, KIND_R4, t_u4(t)) != NULL;
    case CIL_LDC_R8:
        return t_push_const(t, KIND_R8, (int64_t)t_u8(t)) != NULL;
    case CIL_LDNULL:
        return t_push_const(t, KIND_REF, 0) != NULL;
    default:
        *handled = false;
        return true;
    }
}

static bool t_branches(Transform *t, CilOpcode op, bool *handled)
{
    static const uint8_t relations[] = {REL_EQ, REL_GE, REL_GT, REL_LE, REL_LT, REL_NE, REL_GE_UN, REL_GT_UN, REL_LE_UN,
                                        REL_LT_UN};
    *handled = true;
    if (op >= CIL_BEQ_S && op <= CIL_BLT_UN_S)
        return branch_compare(t, relations[op - CIL_BEQ_S], target_of(t, true));
    if (op >= CIL_BEQ && op <= CIL_BLT_UN)
        return branch_compare(t, relations[op - CIL_BEQ], target_of(t, false));
    switch (op) {
    case CIL_BR_S:
    case CIL_BR:
        return branch_always(t, target_of(t, op == CIL_BR_S));
    case CIL_BRTRUE_S:
    case CIL_BRTRUE:
        return branch_truth(t, true, target_of(t, op == CIL_BRTRUE_S));
    case CIL_BRFALSE_S:
    case CIL_BRFALSE:
        return branch_truth(t, false, target_of(t, op == CIL_BRFALSE_S));
    case CIL_SWITCH:
        return switch_branch(t);
    case CIL_LEAVE_S:
    case CIL_LEAVE:
        return leave(t, target_of(t, op == CIL_LEAVE_S));
    case CIL_ENDFINALLY:
        return end_finally(t);
    case CIL_ENDFILTER:
        return end_filter(t);
    case CIL_RETHROW:
        return rethrow(t);
    default:
        *handled = false;
        return true;
    }
}

static bool t_arithmetic(Transform *t, CilOpcode op, bool *handled)
{
    *handled = true;
    switch (op) {
    case CIL_ADD:
        return binary(t, MINT_ADD_I4, MINT_ADD_R4, true);
    case CIL_SUB:
        return binary(t, MINT_SUB_I4, MINT_SUB_R4, false);
    case CIL_MUL:
        return binary(t, MINT_MUL_I4, MINT_MUL_R4, true);
    case CIL_DIV:
        return binary(t, MINT_DIV_I4, MINT_DIV_R4, false);
    case CIL_DIV_UN:
        return binary(t, MINT_DIV_UN_I4, MINT_NOP, false);
    case CIL_REM:
        return binary(t, MINT_REM_I4, MINT_REM_R4, false);
    case CIL_REM_UN:
        return binary(t, MINT_REM_UN_I4, MINT_NOP, false);
    case CIL_AND:
        return binary(t, MINT_AND_I4, MINT_NOP, true);
    case CIL_OR:
        return binary(t, MINT_OR_I4, MINT_NOP, true);
    case CIL_XOR:
        return binary(t, MINT_XOR_I4, MINT_NOP, true);
    case CIL_ADD_OVF:
        return binary(t, MINT_ADD_OVF_I4, MINT_ADD_R4, false);
    case CIL_ADD_OVF_UN:
        return binary(t, MINT_ADD_OVF_UN_I4, MINT_NOP, false);
    case CIL_SUB_OVF:
        return binary(t, MINT_SUB_OVF_I4, MINT_SUB_R4, false);
    case CIL_SUB_OVF_UN:
        return binary(t, MINT_SUB_OVF_UN_I4, MINT_NOP, false);
    case CIL_MUL_OVF:
        return binary(t, MINT_MUL_OVF_I4, MINT_MUL_R4, false);
    case CIL_MUL_OVF_UN:
        return binary(t, MINT_MUL_OVF_UN_I4, MINT_NOP, false);
    case CIL_SHL:
        return shift(t, MINT_SHL_I4, MINT_SHL_IMM_I4);
    case CIL_SHR:
        return shift(t, MINT_SHR_I4, MINT_SHR_IMM_I4);
    case CIL_SHR_UN:
        return shift(t, MINT_SHR_UN_I4, MINT_SHR_UN_IMM_I4);
    case CIL_NEG:
        return unary(t, MINT_NEG_I4, MINT_NEG_R4);
    case CIL_NOT:
        return unary(t, MINT_NOT_I4, MINT_NOP);
    case CIL_CKFINITE:
        return check_finite(t);
    case CIL_CEQ:
        return compare_values(t, REL_EQ);
    case CIL_CGT:
        return compare_values(t, REL_GT);
    case CIL_CGT_UN:
        return compare_values(t, REL_GT_UN);
    case CIL_CLT:
        return compare_values(t, REL_LT);
    case CIL_CLT_UN:
        return compare_values(t, REL_LT_UN);
    default:
        *handled = false;
        return true;
    }
}

static bool t_conversion(Transform *t, CilOpcode op, bool *handled)
{
    static const struct {
        uint16_t op;
        uint8_t target, checked, is_unsigned;
    } conversions[] = {
        {CIL_CONV_I1, TO_I1, 0, 0},         {CIL_CONV_U1, TO_U1, 0, 0},         {CIL_CONV_I2, TO_I2, 0, 0},
        {CIL_CONV_U2, TO_U2, 0, 0},         {CIL_CONV_I4, TO_I4, 0, 0},         {CIL_CONV_U4, TO_U4, 0, 0},
        {CIL_CONV_I8, TO_I8, 0, 0},         {CIL_CONV_U8, TO_U8, 0, 0},         {CIL_CONV_I, TO_I8, 0, 0},
        {CIL_CONV_U, TO_U8, 0, 0},          {CIL_CONV_R4, TO_R4, 0, 0},         {CIL_CONV_R8, TO_R8, 0, 0},
        {CIL_CONV_R_UN, TO_R_UN, 0, 0},     {CIL_CONV_OVF_I1, TO_I1, 1, 0},     {CIL_CONV_OVF_U1, TO_U1, 1, 0},
        {CIL_CONV_OVF_I2, TO_I2, 1, 0},     {CIL_CONV_OVF_U2, TO_U2, 1, 0},     {CIL_CONV_OVF_I4, TO_I4, 1, 0},
        {CIL_CONV_OVF_U4, TO_U4, 1, 0},     {CIL_CONV_OVF_I8, TO_I8, 1, 0},     {CIL_CONV_OVF_U8, TO_U8, 1, 0},
        {CIL_CONV_OVF_I, TO_I8, 1, 0},      {CIL_CONV_OVF_U, TO_U8, 1, 0},      {CIL_CONV_OVF_I1_UN, TO_I1, 1, 1},
        {CIL_CONV_OVF_U1_UN, TO_U1, 1, 1},  {CIL_CONV_OVF_I2_UN, TO_I2, 1, 1},  {CIL_CONV_OVF_U2_UN, TO_U2, 1, 1},
        {CIL_CONV_OVF_I4_UN, TO_I4, 1, 1},  {CIL_CONV_OVF_U4_UN, TO_U4, 1, 1},  {CIL_CONV_OVF_I8_UN, TO_I8, 1, 1},
        {CIL_CONV_OVF_U8_UN, TO_U8, 1, 1},  {CIL_CONV_OVF_I_UN, TO_I8, 1, 1},   {CIL_CONV_OVF_U_UN, TO_U8, 1, 1},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(conversions); i++) {
        if (conversions[i].op != op)
            continue;
        *handled = true;
        return conversions[i].checked ? convert_checked(t, conversions[i].target, conversions[i].is_unsigned)
                                      : convert(t, conversions[i].target);
    }
    *handled = false;
    return true;
}

bool t_basic(Transform *t, CilOpcode op, bool *handled)
{
    bool ok = t_variable(t, op, handled);
    if (!*handled)
        ok = t_constant(t, op, handled);
    if (!*handled)
        ok = t_branches(t, op, handled);
    if (!*handled)
        ok = t_arithmetic(t, op, handled);
    if (!*handled)
        ok = t_conversion(t, op, handled);
    if (*handled)
        return ok;
    *handled = true;
    switch (op) {
    case CIL_NOP:
    case CIL_VOLATILE:
        return true;
    case CIL_UNALIGNED:
    case CIL_NO:
        t_u1(t);
        return true;
    case CIL_BREAK:
        t_emit(t, MINT_BREAK);
        return true;
    case CIL_DUP:
        return duplicate(t);
    case CIL_POP:
        if (!t_need(t, 1))
            return false;
        t_pop(t);
        return true;
    default:
        *handled = false;
        return true;
    }
}
