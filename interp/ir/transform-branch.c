/*
 * transform-branch.c - compares, branches, ends of handlers. A compare and the branch on it become one instruction.
 */
#include "interp/ir/transform.h"

/* Relations in the order of the immediate families of ops.def. */
typedef enum { REL_EQ, REL_NE, REL_LT, REL_LE, REL_GT, REL_GE, REL_LT_UN, REL_LE_UN, REL_GT_UN, REL_GE_UN } Relation;

static const Relation mirrored[] = {REL_EQ, REL_NE, REL_GT, REL_GE, REL_LT, REL_LE, REL_GT_UN, REL_GE_UN, REL_LT_UN,
                                    REL_LE_UN};
static const Relation inverse[] = {REL_NE, REL_EQ, REL_GE, REL_GT, REL_LE, REL_LT, REL_GE_UN, REL_GT_UN, REL_LE_UN,
                                   REL_LT_UN};

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
    if (!t_unify(t, &a, &b, &kind))
        return false;
    *compare = (Compare){relation, kind, false, 0, 0};
    if (kind < KIND_R4 && t_is_short(&b)) {
        compare->immediate = true;
        compare->a = t_use(t, &a);
        compare->b = (uint32_t)b.value.i;
    } else if (kind < KIND_R4 && t_is_short(&a)) {
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
    return t_branch(t, op + t_is_8_bytes(a.kind), target, 1, slot);
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

/* ---- Dispatch ------------------------------------------------------------------------------------------------------------------ */

static uint32_t target_of(Transform *t, bool is_short_form)
{
    int32_t distance = is_short_form ? (int8_t)t_u1(t) : (int32_t)t_u4(t);
    return t->ip + (uint32_t)distance;
}

bool t_branches(Transform *t, CilOpcode op, bool *handled)
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
