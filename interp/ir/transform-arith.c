/*
 * transform-arith.c - arithmetic and conversions: operations on constants are folded.
 */
#include "interp/ir/transform.h"

#include "interp/ir/arith.h"

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
bool t_unify(Transform *t, StackEntry *a, StackEntry *b, StackKind *kind)
{
    if (is_real(a) || is_real(b)) {
        *kind = a->kind == KIND_R4 && b->kind == KIND_R4 ? KIND_R4 : KIND_R8;
        return t_convert(t, a, *kind) && t_convert(t, b, *kind);
    }
    if (!t_need_integer(t, a) || !t_need_integer(t, b))
        return false;
    if (!t_is_8_bytes(a->kind) && !t_is_8_bytes(b->kind)) {
        *kind = KIND_I4;
        return t_convert(t, a, KIND_I4) && t_convert(t, b, KIND_I4);
    }
    *kind = KIND_I8;
    return (t_is_8_bytes(a->kind) || t_convert(t, a, KIND_I8)) && (t_is_8_bytes(b->kind) || t_convert(t, b, KIND_I8));
}

bool t_is_short(const StackEntry *entry)
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
        return t_is_short(b) ? MINT_ADD_IMM_I4 : MINT_NOP;
    case MINT_MUL_I4:
        return t_is_short(b) ? MINT_MUL_IMM_I4 : MINT_NOP;
    case MINT_AND_I4:
        return t_is_short(b) ? MINT_AND_IMM_I4 : MINT_NOP;
    case MINT_OR_I4:
        return t_is_short(b) ? MINT_OR_IMM_I4 : MINT_NOP;
    case MINT_XOR_I4:
        return t_is_short(b) ? MINT_XOR_IMM_I4 : MINT_NOP;
    case MINT_DIV_I4:
        return t_is_short(b) && value != 0 && value != -1 ? MINT_DIV_IMM_I4 : MINT_NOP;
    case MINT_REM_I4:
        return t_is_short(b) && value != 0 && value != -1 ? MINT_REM_IMM_I4 : MINT_NOP;
    case MINT_DIV_UN_I4:
        return t_is_short(b) && value > 0 ? MINT_DIV_UN_IMM_I4 : MINT_NOP;
    case MINT_REM_UN_I4:
        return t_is_short(b) && value > 0 ? MINT_REM_UN_IMM_I4 : MINT_NOP;
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
    if (!t_unify(t, &a, &b, &kind))
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
    unsigned wide = t_is_8_bytes(a.kind);
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
    unsigned wide = t_is_8_bytes(a.kind);
    StackKind kind = is_real(&a) ? a.kind : wide ? KIND_I8 : KIND_I4;
    StackEntry *result = t_push(t, kind, NULL, 1);
    t_emit(t, is_real(&a) ? real + (a.kind == KIND_R8) : op + wide, result->home, x);
    return true;
}

/* ---- Conversions ------------------------------------------------------------------------------------------------------------ */

typedef enum {
    TO_I1, TO_U1, TO_I2, TO_U2, TO_I4, TO_U4, TO_I8, TO_U8, TO_R4, TO_R8, TO_R_UN,
    TO_I = sizeof(void *) == 8 ? TO_I8 : TO_I4,
    TO_U = sizeof(void *) == 8 ? TO_U8 : TO_U4,
} Target;

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
    else if (target == TO_U8 && !t_is_8_bytes(a->kind))
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
    bool wide = t_is_8_bytes(a->kind);
    if (a->kind != KIND_I4)
        a->range = 0; /* of a pointer, no range of numbers */
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
    } else if (!t_is_8_bytes(a.kind)) {
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

static bool conversion(Transform *t, CilOpcode op, bool *handled)
{
    static const struct {
        uint16_t op;
        uint8_t target, checked, is_unsigned;
    } conversions[] = {
        {CIL_CONV_I1, TO_I1, 0, 0},         {CIL_CONV_U1, TO_U1, 0, 0},         {CIL_CONV_I2, TO_I2, 0, 0},
        {CIL_CONV_U2, TO_U2, 0, 0},         {CIL_CONV_I4, TO_I4, 0, 0},         {CIL_CONV_U4, TO_U4, 0, 0},
        {CIL_CONV_I8, TO_I8, 0, 0},         {CIL_CONV_U8, TO_U8, 0, 0},         {CIL_CONV_I, TO_I, 0, 0},
        {CIL_CONV_U, TO_U, 0, 0},          {CIL_CONV_R4, TO_R4, 0, 0},         {CIL_CONV_R8, TO_R8, 0, 0},
        {CIL_CONV_R_UN, TO_R_UN, 0, 0},     {CIL_CONV_OVF_I1, TO_I1, 1, 0},     {CIL_CONV_OVF_U1, TO_U1, 1, 0},
        {CIL_CONV_OVF_I2, TO_I2, 1, 0},     {CIL_CONV_OVF_U2, TO_U2, 1, 0},     {CIL_CONV_OVF_I4, TO_I4, 1, 0},
        {CIL_CONV_OVF_U4, TO_U4, 1, 0},     {CIL_CONV_OVF_I8, TO_I8, 1, 0},     {CIL_CONV_OVF_U8, TO_U8, 1, 0},
        {CIL_CONV_OVF_I, TO_I, 1, 0},      {CIL_CONV_OVF_U, TO_U, 1, 0},      {CIL_CONV_OVF_I1_UN, TO_I1, 1, 1},
        {CIL_CONV_OVF_U1_UN, TO_U1, 1, 1},  {CIL_CONV_OVF_I2_UN, TO_I2, 1, 1},  {CIL_CONV_OVF_U2_UN, TO_U2, 1, 1},
        {CIL_CONV_OVF_I4_UN, TO_I4, 1, 1},  {CIL_CONV_OVF_U4_UN, TO_U4, 1, 1},  {CIL_CONV_OVF_I8_UN, TO_I8, 1, 1},
        {CIL_CONV_OVF_U8_UN, TO_U8, 1, 1},  {CIL_CONV_OVF_I_UN, TO_I, 1, 1},   {CIL_CONV_OVF_U_UN, TO_U, 1, 1},
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

bool t_arithmetic(Transform *t, CilOpcode op, bool *handled)
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
    default:
        return conversion(t, op, handled);
    }
}
