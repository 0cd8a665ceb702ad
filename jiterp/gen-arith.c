/*
 * gen-arith.c - machine code of arithmetic, compares, branches and conversions.
 */
#include "jiterp/gen-ops.h"

/* ---- Integers ---- */

void g_binary(Gen *g, X64Op op, unsigned size, bool commutes)
{
    const JitWeb *d = g_web(g, INS->web[0]), *a = g_web(g, INS->web[1]), *b = g_web(g, INS->web[2]);
    unsigned first = 1, second = 2;
    if (commutes && ((b->reg >= 0 && b->reg == d->reg && !b->is_fp && !d->is_fp) || a->is_constant)) {
        first = 2;
        second = 1;
    }
    const JitWeb *other = second == 2 ? b : a;
    unsigned to = g_target(g, 0, RAX);
    if (other->reg >= 0 && !other->is_fp && (unsigned)other->reg == to && INS->web[first] != INS->web[second])
        to = RAX;
    unsigned from = g_use(g, first, size, to);
    g_move(g, to, from, size);
    g_op_use(g, op, size, to, second);
    g_done(g, 0, to);
}

void g_binary_imm(Gen *g, X64Op op, unsigned size)
{
    unsigned to = g_target(g, 0, RAX);
    unsigned from = g_use(g, 1, size, to);
    int32_t imm = INS->v[2];
    if (op == X64_IMUL_IMM) {
        x64_rri(&g->a, op, size, to, from, imm);
    } else if (op == X64_ADD && from != to) {
        x64_rm(&g->a, X64_LEA, size, to, x64_at(from, imm));
    } else {
        g_move(g, to, from, size);
        x64_ri(&g->a, op, size, to, imm);
    }
    g_done(g, 0, to);
}

void g_unary(Gen *g, X64Op op, unsigned size)
{
    unsigned to = g_target(g, 0, RAX);
    g_move(g, to, g_use(g, 1, size, to), size);
    x64_r(&g->a, op, size, to);
    g_done(g, 0, to);
}

void g_shift(Gen *g, X64Op by_imm, X64Op by_cl, unsigned size)
{
    int64_t count;
    unsigned to = g_target(g, 0, RAX);
    if (g_constant(g, 2, &count)) {
        g_move(g, to, g_use(g, 1, size, to), size);
        x64_ri(&g->a, by_imm, size, to, (int32_t)(count & (size * 8 - 1)));
    } else {
        g_move(g, RCX, g_use(g, 2, 4, RCX), 4);
        g_move(g, to, g_use(g, 1, size, to), size);
        x64_r(&g->a, by_cl, size, to);
    }
    g_done(g, 0, to);
}

void g_checked(Gen *g, X64Op op, unsigned size, X64Cond overflow)
{
    g_move(g, RAX, g_use(g, 1, size, RAX), size);
    g_op_use(g, op, size, RAX, 2);
    g_exit_if(g, overflow, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, RAX);
}

void g_checked_mul_un(Gen *g, unsigned size)
{
    g_move(g, RCX, g_use(g, 2, size, RCX), size);
    g_move(g, RAX, g_use(g, 1, size, RAX), size);
    x64_r(&g->a, X64_MUL_WIDE, size, RCX);
    g_exit_if(g, CC_O, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, RAX);
}

/* rcx = divisor, checked. */
void g_divide(Gen *g, unsigned size, bool is_signed, bool remainder)
{
    int64_t constant;
    bool known = g_constant(g, 2, &constant);
    if (size == 4)
        constant = (int32_t)constant;
    bool safe = known && constant != 0 && constant != -1;
    g_move(g, RCX, g_use(g, 2, size, RCX), size);
    g_move(g, RAX, g_use(g, 1, size, RAX), size);
    if (!safe) {
        x64_rr(&g->a, X64_TEST, size, RCX, RCX);
        g_exit_if(g, CC_E, JIT_ABORT_ARITHMETIC);
    }
    if (is_signed && !safe) {
        X64Label fine = x64_label(&g->a);
        x64_ri(&g->a, X64_CMP, size, RCX, -1);
        x64_jcc(&g->a, CC_NE, fine);
        if (size == 4) {
            x64_ri(&g->a, X64_CMP, 4, RAX, INT32_MIN);
        } else {
            x64_mov_imm(&g->a, RDX, UINT64_C(1) << 63);
            x64_rr(&g->a, X64_CMP, 8, RAX, RDX);
        }
        g_exit_if(g, CC_E, JIT_ABORT_ARITHMETIC);
        x64_place(&g->a, fine);
    }
    if (is_signed)
        x64_0(&g->a, X64_CDQ, size);
    else
        x64_rr(&g->a, X64_XOR, 4, RDX, RDX);
    x64_r(&g->a, is_signed ? X64_IDIV : X64_DIV, size, RCX);
    g_done(g, 0, remainder ? RDX : RAX);
}

/* n / 2^k for signed n: negative ones are made round towards 0. */
static void divide_power(Gen *g, unsigned size, unsigned shift_count, bool remainder)
{
    unsigned bits = size * 8;
    g_move(g, RAX, g_use(g, 1, size, RAX), size);
    g_move(g, RCX, RAX, size);
    x64_ri(&g->a, X64_SAR, size, RCX, (int32_t)bits - 1);
    x64_ri(&g->a, X64_SHR, size, RCX, (int32_t)(bits - shift_count));
    if (!remainder) {
        x64_rr(&g->a, X64_ADD, size, RAX, RCX);
        x64_ri(&g->a, X64_SAR, size, RAX, (int32_t)shift_count);
    } else {
        x64_rr(&g->a, X64_ADD, size, RAX, RCX);
        x64_ri(&g->a, X64_AND, size, RAX, (int32_t)((1u << shift_count) - 1));
        x64_rr(&g->a, X64_SUB, size, RAX, RCX);
    }
    g_done(g, 0, RAX);
}

/* Signed 32-bit n / d, 2 <= d: multiplied by 2^(32+s) / d rounded up, in 64 bits. */
static void divide_magic(Gen *g, int32_t divisor, bool remainder)
{
    unsigned s = 0;
    while ((UINT64_C(1) << s) < (uint64_t)divisor)
        s++;
    /* 2^(31+s) / d rounded up is below 2^33; exact for all |n| <= 2^31 (Granlund and Montgomery). */
    s--;
    uint64_t magic = ((UINT64_C(1) << (32 + s)) + (uint64_t)divisor - 1) / (uint64_t)divisor;
    unsigned from = g_use(g, 1, 4, RAX);
    x64_rr(&g->a, X64_MOVSXD, 8, RAX, from);
    x64_mov_imm(&g->a, RCX, magic);
    x64_rr(&g->a, X64_MOV, 8, RDX, RAX);
    x64_rr(&g->a, X64_IMUL, 8, RDX, RCX);
    x64_ri(&g->a, X64_SAR, 8, RDX, (int32_t)(32 + s));
    g_move(g, RCX, RAX, 4);
    x64_ri(&g->a, X64_SHR, 4, RCX, 31);
    x64_rr(&g->a, X64_ADD, 4, RDX, RCX);
    if (remainder) {
        x64_rri(&g->a, X64_IMUL_IMM, 4, RDX, RDX, divisor);
        x64_rr(&g->a, X64_SUB, 4, RAX, RDX);
        g_done(g, 0, RAX);
    } else {
        g_done(g, 0, RDX);
    }
}

void g_divide_imm(Gen *g, unsigned size, bool is_signed, bool remainder)
{
    int32_t divisor = INS->v[2];
    bool power = divisor > 1 && (divisor & (divisor - 1)) == 0;
    unsigned shift_count = power ? (unsigned)__builtin_ctz((unsigned)divisor) : 0;
    if (power && is_signed) {
        divide_power(g, size, shift_count, remainder);
        return;
    }
    if (power) {
        unsigned to = g_target(g, 0, RAX);
        g_move(g, to, g_use(g, 1, size, to), size);
        x64_ri(&g->a, remainder ? X64_AND : X64_SHR, size, to, remainder ? divisor - 1 : (int32_t)shift_count);
        g_done(g, 0, to);
        return;
    }
    if (size == 4 && is_signed && divisor > 2) {
        divide_magic(g, divisor, remainder);
        return;
    }
    x64_mov_imm(&g->a, RCX, (uint64_t)(int64_t)divisor);
    g_move(g, RAX, g_use(g, 1, size, RAX), size);
    if (is_signed)
        x64_0(&g->a, X64_CDQ, size);
    else
        x64_rr(&g->a, X64_XOR, 4, RDX, RDX);
    x64_r(&g->a, is_signed ? X64_IDIV : X64_DIV, size, RCX);
    g_done(g, 0, remainder ? RDX : RAX);
}

/* ---- Compares and branches ---- */

static void compare(Gen *g, unsigned size, unsigned first, unsigned second)
{
    const JitWeb *a = g_web(g, INS->web[first]);
    int64_t value;
    if (a->reg < 0 && !a->is_constant && g_constant(g, second, &value) && value == (int32_t)value) {
        x64_mi(&g->a, X64_CMP, size, g_slot(a->slot), (int32_t)value);
        return;
    }
    g_op_use(g, X64_CMP, size, g_use(g, first, size, RAX), second);
}

void g_compare_imm(Gen *g, unsigned size, unsigned operand, int32_t imm)
{
    const JitWeb *a = g_web(g, INS->web[operand]);
    if (a->reg < 0 && !a->is_constant) {
        x64_mi(&g->a, X64_CMP, size, g_slot(a->slot), imm);
        return;
    }
    unsigned reg = g_use(g, operand, size, RAX);
    if (imm == 0)
        x64_rr(&g->a, X64_TEST, size, reg, reg);
    else
        x64_ri(&g->a, X64_CMP, size, reg, imm);
}

void g_branch(Gen *g, X64Cond cond)
{
    x64_jcc(&g->a, cond, g->labels[INS->target]);
}

static void set(Gen *g, X64Cond cond)
{
    x64_setcc(&g->a, cond, RAX);
    x64_rr(&g->a, X64_MOVZX8, 4, RAX, RAX);
    g_done(g, 0, RAX);
}

void g_compare_set(Gen *g, unsigned size, X64Cond cond)
{
    compare(g, size, 1, 2);
    set(g, cond);
}
void g_compare_set_imm(Gen *g, unsigned size, X64Cond cond)
{
    g_compare_imm(g, size, 1, INS->v[2]);
    set(g, cond);
}
void g_compare_branch(Gen *g, unsigned size, X64Cond cond)
{
    compare(g, size, 0, 1);
    g_branch(g, cond);
}
void g_compare_branch_imm(Gen *g, unsigned size, X64Cond cond)
{
    g_compare_imm(g, size, 0, INS->v[1]);
    g_branch(g, cond);
}


/* ucomis sets CF, ZF and PF all to 1 for NaN. a < b is b > a: "above" is false with NaN. a < b or unordered is
 * "a below b", true with NaN. */
static X64Cond real_compare(Gen *g, RealRelation relation, unsigned size, unsigned a, unsigned b)
{
    X64Op op = size == 8 ? X64_UCOMISD : X64_UCOMISS;
    bool swapped = relation == REAL_LT || relation == REAL_LE;
    unsigned first = swapped ? b : a, second = swapped ? a : b;
    unsigned reg = g_use_fp(g, first, 0);
    g_op_use_fp(g, op, reg, second, 4);
    switch (relation) {
    case REAL_LT:
        return CC_A;
    case REAL_LE:
        return CC_AE;
    case REAL_LT_UN:
        return CC_B;
    case REAL_LE_UN:
        return CC_BE;
    case REAL_EQ:
        return CC_E;
    default:
        return CC_NE;
    }
}

void g_real_branch(Gen *g, RealRelation relation, unsigned size)
{
    X64Cond cond = real_compare(g, relation, size, 0, 1);
    if (relation == REAL_EQ) {
        X64Label no = x64_label(&g->a);
        x64_jcc(&g->a, CC_P, no);
        g_branch(g, cond);
        x64_place(&g->a, no);
        return;
    }
    if (relation == REAL_NE)
        g_branch(g, CC_P);
    g_branch(g, cond);
}

void g_real_set(Gen *g, RealRelation relation, unsigned size)
{
    X64Cond cond = real_compare(g, relation, size, 1, 2);
    x64_setcc(&g->a, cond, RAX);
    if (relation == REAL_EQ || relation == REAL_NE) {
        x64_setcc(&g->a, relation == REAL_EQ ? CC_NP : CC_P, RCX);
        x64_rr(&g->a, relation == REAL_EQ ? X64_AND : X64_OR, 4, RAX, RCX);
    }
    x64_rr(&g->a, X64_MOVZX8, 4, RAX, RAX);
    g_done(g, 0, RAX);
}

/* A few compares; long tables through a table of jumps is left to the order of tests in the middle. */
void g_switch_range(Gen *g, unsigned reg, int32_t from, int32_t to)
{
    if (to - from <= 3) {
        for (int32_t k = from; k < to; k++) {
            x64_ri(&g->a, X64_CMP, 4, reg, k);
            x64_jcc(&g->a, CC_E, g->labels[g_array_index(g->r->targets, int32_t, INS->switch_first + (uint32_t)k)]);
        }
        x64_jmp(&g->a, g->labels[INS->block + 1]);
        return;
    }
    int32_t middle = from + (to - from) / 2;
    X64Label upper = x64_label(&g->a);
    x64_ri(&g->a, X64_CMP, 4, reg, middle);
    x64_jcc(&g->a, CC_AE, upper);
    g_switch_range(g, reg, from, middle);
    x64_place(&g->a, upper);
    g_switch_range(g, reg, middle, to);
}

/* ---- Reals ---- */

static bool is_real_register(const Gen *g, unsigned operand)
{
    const JitWeb *web = g_web(g, INS->web[operand]);
    return web->is_constant ? g_kept_constant(g, web->constant) >= 0 : web->reg >= 0 && web->is_fp;
}

void g_real_binary(Gen *g, X64Op op, bool commutes)
{
    unsigned first = 1, second = 2;
    const JitWeb *d = g_web(g, INS->web[0]), *b = g_web(g, INS->web[2]);
    bool b_is_target = b->reg >= 0 && b->is_fp && d->is_fp && b->reg == d->reg;
    /* What is in memory comes second: it needs no load of its own. */
    if (commutes && (b_is_target || (!is_real_register(g, 1) && is_real_register(g, 2)))) {
        first = 2;
        second = 1;
    }
    const JitWeb *other = g_web(g, INS->web[second]);
    unsigned to = g_target_fp(g, 0, 0);
    if (jit_options.three_operands && is_real_register(g, first)) {
        g_op_real(g, op, to, g_use_fp(g, first, 0), second);
        g_done_fp(g, 0, to);
        return;
    }
    if (other->reg >= 0 && other->is_fp && (unsigned)other->reg == to && INS->web[first] != INS->web[second])
        to = 0;
    g_move_fp(g, to, g_use_fp(g, first, to));
    g_op_use_fp(g, op, to, second, 4);
    g_done_fp(g, 0, to);
}

void g_real_sign(Gen *g, X64Op op, uint64_t mask)
{
    unsigned to = g_target_fp(g, 0, 0), from = g_use_fp(g, 1, to);
    X64Mem bits = x64_literal(&g->a, mask, 0);
    if (from != to && jit_options.three_operands) {
        x64_rrm(&g->a, op, to, from, bits);
    } else {
        g_move_fp(g, to, from);
        x64_rm(&g->a, op, 4, to, bits);
    }
    g_done_fp(g, 0, to);
}

void g_real_unary(Gen *g, X64Op op)
{
    unsigned to = g_target_fp(g, 0, 0);
    g_op_use_fp(g, op, to, 1, 4);
    g_done_fp(g, 0, to);
}

bool g_real_round(Gen *g, int32_t mode)
{
    if (!__builtin_cpu_supports("sse4.1"))
        return false;
    unsigned to = g_target_fp(g, 0, 0);
    x64_rri(&g->a, X64_ROUNDSD, 4, to, g_use_fp(g, 1, 1), mode);
    g_done_fp(g, 0, to);
    return true;
}

void g_real_from_int(Gen *g, X64Op op, unsigned size, bool is_unsigned)
{
    unsigned from = g_use(g, 1, size, RAX), to = g_target_fp(g, 0, 0);
    if (is_unsigned) {
        x64_rr(&g->a, X64_MOV, 4, RAX, from);
        from = RAX;
        size = 8;
    }
    x64_rr(&g->a, X64_XORPS, 4, to, to); /* no wait for its old value */
    x64_rr(&g->a, op, size, to, from);
    g_done_fp(g, 0, to);
}

/* R4 is widened first, as the interpreter does. */
static unsigned as_double(Gen *g, bool is_single)
{
    unsigned from = g_use_fp(g, 1, 0);
    if (!is_single)
        return from;
    x64_rr(&g->a, X64_CVTSS2SD, 4, 0, from);
    return 0;
}

void g_int_from_real(Gen *g, bool is_single, unsigned size, X64Op extend)
{
    x64_rr(&g->a, X64_CVTTSD2SI, size, RAX, as_double(g, is_single));
    if (extend != X64_MOV)
        x64_rr(&g->a, extend, 4, RAX, RAX);
    g_done(g, 0, RAX);
}

void g_check_finite(Gen *g, unsigned size)
{
    unsigned from = g_use_fp(g, 1, 0);
    x64_rr_store(&g->a, X64_MOVQ_X, size, RAX, from);
    if (size == 4) {
        x64_ri(&g->a, X64_AND, 4, RAX, 0x7f800000);
        x64_ri(&g->a, X64_CMP, 4, RAX, 0x7f800000);
    } else {
        x64_mov_imm(&g->a, RCX, UINT64_C(0x7ff0000000000000));
        x64_rr(&g->a, X64_AND, 8, RAX, RCX);
        x64_rr(&g->a, X64_CMP, 8, RAX, RCX);
    }
    g_exit_if(g, CC_E, JIT_ABORT_ARITHMETIC);
    g_done_fp(g, 0, from);
}

/* ---- Conversions ---- */

void g_extend(Gen *g, X64Op op, unsigned size)
{
    unsigned to = g_target(g, 0, RAX);
    unsigned from = g_use(g, 1, 4, RAX);
    x64_rr(&g->a, op, size, to, from);
    g_done(g, 0, to);
}

/* The value must not change when it is extended from `op`'s width. */
void g_checked_narrow(Gen *g, X64Op op, unsigned size)
{
    unsigned from = g_use(g, 1, size, RAX);
    x64_rr(&g->a, op, op == X64_MOV ? 4 : size, RCX, from);
    x64_rr(&g->a, X64_CMP, size, RCX, from);
    g_exit_if(g, CC_NE, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, RCX);
}

/* From unsigned into a signed type: at most `max`. From signed: not negative. */
void g_checked_max(Gen *g, unsigned size, int32_t max)
{
    unsigned from = g_use(g, 1, size, RAX);
    x64_ri(&g->a, X64_CMP, size, from, max);
    g_exit_if(g, CC_A, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, from);
}

void g_checked_not_negative(Gen *g, unsigned size)
{
    unsigned from = g_use(g, 1, size, RAX);
    if (size == 4) { /* zero-extended, for a 64-bit result */
        g_move(g, RAX, from, 4);
        from = RAX;
    }
    x64_rr(&g->a, X64_TEST, size, from, from);
    g_exit_if(g, CC_S, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, from);
}
