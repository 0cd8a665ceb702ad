/*
 * gen-ops.c - machine code of each op. The switch of g_insn() names every op of ops.def; what has no code stands in
 * jit_is_supported(), too.
 */
#include "jiterp/gen.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define INS (g->insn)

/* ---- Integers ---- */

static void binary(Gen *g, X64Op op, unsigned size, bool commutes)
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

static void binary_imm(Gen *g, X64Op op, unsigned size)
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

static void unary(Gen *g, X64Op op, unsigned size)
{
    unsigned to = g_target(g, 0, RAX);
    g_move(g, to, g_use(g, 1, size, to), size);
    x64_r(&g->a, op, size, to);
    g_done(g, 0, to);
}

static void shift(Gen *g, X64Op by_imm, X64Op by_cl, unsigned size)
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

static void checked(Gen *g, X64Op op, unsigned size, X64Cond overflow)
{
    g_move(g, RAX, g_use(g, 1, size, RAX), size);
    g_op_use(g, op, size, RAX, 2);
    g_exit_if(g, overflow, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, RAX);
}

static void checked_mul_un(Gen *g, unsigned size)
{
    g_move(g, RCX, g_use(g, 2, size, RCX), size);
    g_move(g, RAX, g_use(g, 1, size, RAX), size);
    x64_r(&g->a, X64_MUL_WIDE, size, RCX);
    g_exit_if(g, CC_O, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, RAX);
}

/* rcx = divisor, checked. */
static void divide(Gen *g, unsigned size, bool is_signed, bool remainder)
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

static void divide_imm(Gen *g, unsigned size, bool is_signed, bool remainder)
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

static void compare_imm(Gen *g, unsigned size, unsigned operand, int32_t imm)
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

static void branch(Gen *g, X64Cond cond)
{
    x64_jcc(&g->a, cond, g->labels[INS->target]);
}

static void set(Gen *g, X64Cond cond)
{
    x64_setcc(&g->a, cond, RAX);
    x64_rr(&g->a, X64_MOVZX8, 4, RAX, RAX);
    g_done(g, 0, RAX);
}

static void compare_set(Gen *g, unsigned size, X64Cond cond)
{
    compare(g, size, 1, 2);
    set(g, cond);
}
static void compare_set_imm(Gen *g, unsigned size, X64Cond cond)
{
    compare_imm(g, size, 1, INS->v[2]);
    set(g, cond);
}
static void compare_branch(Gen *g, unsigned size, X64Cond cond)
{
    compare(g, size, 0, 1);
    branch(g, cond);
}
static void compare_branch_imm(Gen *g, unsigned size, X64Cond cond)
{
    compare_imm(g, size, 0, INS->v[1]);
    branch(g, cond);
}

typedef enum { REAL_EQ, REAL_NE, REAL_LT, REAL_LE, REAL_LT_UN, REAL_LE_UN } RealRelation;

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

static void real_branch(Gen *g, RealRelation relation, unsigned size)
{
    X64Cond cond = real_compare(g, relation, size, 0, 1);
    if (relation == REAL_EQ) {
        X64Label no = x64_label(&g->a);
        x64_jcc(&g->a, CC_P, no);
        branch(g, cond);
        x64_place(&g->a, no);
        return;
    }
    if (relation == REAL_NE)
        branch(g, CC_P);
    branch(g, cond);
}

static void real_set(Gen *g, RealRelation relation, unsigned size)
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
static void switch_range(Gen *g, unsigned reg, int32_t from, int32_t to)
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
    switch_range(g, reg, from, middle);
    x64_place(&g->a, upper);
    switch_range(g, reg, middle, to);
}

/* ---- Reals ---- */

static void real_binary(Gen *g, X64Op op, bool commutes)
{
    unsigned first = 1, second = 2;
    const JitWeb *d = g_web(g, INS->web[0]), *b = g_web(g, INS->web[2]);
    if (commutes && b->reg >= 0 && b->is_fp && d->is_fp && b->reg == d->reg) {
        first = 2;
        second = 1;
    }
    const JitWeb *other = g_web(g, INS->web[second]);
    unsigned to = g_target_fp(g, 0, 0);
    if (other->reg >= 0 && other->is_fp && (unsigned)other->reg == to && INS->web[first] != INS->web[second])
        to = 0;
    g_move_fp(g, to, g_use_fp(g, first, to));
    g_op_use_fp(g, op, to, second, 4);
    g_done_fp(g, 0, to);
}

static void real_sign(Gen *g, X64Op op, uint64_t mask)
{
    unsigned to = g_target_fp(g, 0, 0);
    g_move_fp(g, to, g_use_fp(g, 1, to));
    x64_rm(&g->a, op, 4, to, x64_literal(&g->a, mask, 0));
    g_done_fp(g, 0, to);
}

static void real_unary(Gen *g, X64Op op)
{
    unsigned to = g_target_fp(g, 0, 0);
    g_op_use_fp(g, op, to, 1, 4);
    g_done_fp(g, 0, to);
}

static bool real_round(Gen *g, int32_t mode)
{
    if (!__builtin_cpu_supports("sse4.1"))
        return false;
    unsigned to = g_target_fp(g, 0, 0);
    x64_rri(&g->a, X64_ROUNDSD, 4, to, g_use_fp(g, 1, 1), mode);
    g_done_fp(g, 0, to);
    return true;
}

static void real_from_int(Gen *g, X64Op op, unsigned size, bool is_unsigned)
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

static void int_from_real(Gen *g, bool is_single, unsigned size, X64Op extend)
{
    x64_rr(&g->a, X64_CVTTSD2SI, size, RAX, as_double(g, is_single));
    if (extend != X64_MOV)
        x64_rr(&g->a, extend, 4, RAX, RAX);
    g_done(g, 0, RAX);
}

static void check_finite(Gen *g, unsigned size)
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

static void extend(Gen *g, X64Op op, unsigned size)
{
    unsigned to = g_target(g, 0, RAX);
    unsigned from = g_use(g, 1, 4, RAX);
    x64_rr(&g->a, op, size, to, from);
    g_done(g, 0, to);
}

/* The value must not change when it is extended from `op`'s width. */
static void checked_narrow(Gen *g, X64Op op, unsigned size)
{
    unsigned from = g_use(g, 1, size, RAX);
    x64_rr(&g->a, op, op == X64_MOV ? 4 : size, RCX, from);
    x64_rr(&g->a, X64_CMP, size, RCX, from);
    g_exit_if(g, CC_NE, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, RCX);
}

/* From unsigned into a signed type: at most `max`. From signed: not negative. */
static void checked_max(Gen *g, unsigned size, int32_t max)
{
    unsigned from = g_use(g, 1, size, RAX);
    x64_ri(&g->a, X64_CMP, size, from, max);
    g_exit_if(g, CC_A, JIT_ABORT_ARITHMETIC);
    g_done(g, 0, from);
}

static void checked_not_negative(Gen *g, unsigned size)
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

/* ---- Memory ---- */

typedef enum { MEM_I1, MEM_U1, MEM_I2, MEM_U2, MEM_I4, MEM_I8 } MemKind;
static const uint8_t mem_sizes[] = {1, 1, 2, 2, 4, 8};

static void load(Gen *g, MemKind kind, X64Mem mem)
{
    static const X64Op ops[] = {X64_MOVSX8, X64_MOVZX8, X64_MOVSX16, X64_MOVZX16, X64_MOV, X64_MOV};
    const JitWeb *d = g_web(g, INS->web[0]);
    if (d->is_fp && kind >= MEM_I4) {
        unsigned to = g_target_fp(g, 0, 0);
        x64_rm(&g->a, kind == MEM_I8 ? X64_MOVSD : X64_MOVSS, 4, to, mem);
        g_done_fp(g, 0, to);
        return;
    }
    unsigned to = g_target(g, 0, RAX);
    x64_rm(&g->a, ops[kind], kind == MEM_I8 ? 8 : 4, to, mem);
    g_done(g, 0, to);
}

/* mem may use rax and rcx; the value must not. */
static void store(Gen *g, unsigned size, X64Mem mem, unsigned operand)
{
    const JitWeb *value = g_web(g, INS->web[operand]);
    int64_t constant;
    if (value->reg >= 0 && value->is_fp && size >= 4) {
        x64_mr(&g->a, size == 8 ? X64_MOVSD : X64_MOVSS, 4, mem, (unsigned)value->reg);
    } else if (g_constant(g, operand, &constant) && (size < 8 || constant == (int32_t)constant)) {
        x64_mi(&g->a, X64_MOV, size, mem, (int32_t)constant);
    } else {
        x64_mr(&g->a, X64_MOV, size, mem, g_use(g, operand, size == 8 ? 8 : 4, RDX));
    }
}

static unsigned address(Gen *g, unsigned operand)
{
    unsigned reg = g_use(g, operand, 8, RAX);
    g_null_check(g, operand, reg);
    return reg;
}

/* Bytes between two places; rax holds an address at most. Sizes of slots' copies: whole or not. */
static void copy_bytes(Gen *g, X64Mem to, X64Mem from, uint32_t bytes)
{
    uint32_t at = 0;
    if (bytes > 64) { /* through registers all at once is not possible: overlapping moves need a call */
        g_save_across(g);
        x64_rm(&g->a, X64_LEA, 8, RDX, from); /* rdx is in no address */
        x64_rm(&g->a, X64_LEA, 8, RDI, to);
        g_move(g, RSI, RDX, 8);
        x64_mov_imm(&g->a, RDX, bytes);
        g_call_c(g, (const void *)memmove);
        g_restore_across(g);
        return;
    }
    /* Pieces are read before anything is written where two would do; otherwise pieces go in order: source and target
     * are the same place, or apart. */
    for (; at + 16 <= bytes; at += 16) {
        X64Mem f = from, t = to;
        f.disp += (int32_t)at;
        t.disp += (int32_t)at;
        x64_rm(&g->a, X64_MOVUPS, 4, 0, f);
        x64_mr(&g->a, X64_MOVUPS, 4, t, 0);
    }
    static const uint8_t sizes[] = {8, 4, 2, 1};
    for (unsigned k = 0; k < 4; k++)
        for (; at + sizes[k] <= bytes; at += sizes[k]) {
            X64Mem f = from, t = to;
            f.disp += (int32_t)at;
            t.disp += (int32_t)at;
            if (sizes[k] >= 4)
                x64_rm(&g->a, X64_MOV, sizes[k], RDX, f);
            else
                x64_rm(&g->a, sizes[k] == 2 ? X64_MOVZX16 : X64_MOVZX8, 4, RDX, f);
            x64_mr(&g->a, X64_MOV, sizes[k], t, RDX);
        }
}

static void clear_bytes(Gen *g, X64Mem to, uint32_t bytes)
{
    static const uint8_t sizes[] = {8, 4, 2, 1};
    uint32_t at = 0;
    if (bytes >= 16)
        x64_rr(&g->a, X64_XORPS, 4, 0, 0);
    for (; at + 16 <= bytes; at += 16) {
        X64Mem t = to;
        t.disp += (int32_t)at;
        x64_mr(&g->a, X64_MOVUPS, 4, t, 0);
    }
    for (unsigned k = 0; k < 4; k++)
        for (; at + sizes[k] <= bytes; at += sizes[k]) {
            X64Mem t = to;
            t.disp += (int32_t)at;
            x64_mi(&g->a, X64_MOV, sizes[k], t, 0);
        }
}

enum { MAX_INLINE_BYTES = 64, MAX_CLEAR_BYTES = 512 };

/* ---- Arrays ---- */

enum { ARRAY_LENGTH = offsetof(MonoArray, length), ARRAY_DATA = offsetof(MonoArray, data) };

/* Array and index checked; the element's address as an operand. Uses rax, rcx. */
static X64Mem element(Gen *g, unsigned array, unsigned index, uint32_t size)
{
    unsigned a = address(g, array);
    int64_t constant;
    if (g_constant(g, index, &constant) && (uint64_t)constant * size < INT32_MAX / 2) {
        x64_mi(&g->a, X64_CMP, 8, x64_at(a, ARRAY_LENGTH), (int32_t)constant);
        g_exit_if(g, CC_BE, JIT_ABORT_BOUNDS);
        return x64_at(a, ARRAY_DATA + (int32_t)(constant * size));
    }
    const JitWeb *web = g_web(g, INS->web[index]);
    unsigned i = g_use(g, index, 4, RCX);
    if (i != RCX && web->wide) {
        g_move(g, RCX, i, 4);
        i = RCX;
    }
    x64_rm(&g->a, X64_CMP, 8, i, x64_at(a, ARRAY_LENGTH));
    g_exit_if(g, CC_AE, JIT_ABORT_BOUNDS);
    if (size == 1 || size == 2 || size == 4 || size == 8)
        return x64_indexed(a, i, size, ARRAY_DATA);
    if (size == 16 || size == 24 || size == 40 || size == 12 || size == 20 || size == 36) {
        /* a few sizes by one more instruction: rcx = i * (size / scale) */
        unsigned scale = size % 8 == 0 ? 8 : 4, factor = size / scale;
        if (factor == 2 || factor == 3 || factor == 5 || factor == 9) {
            if (factor == 2)
                x64_rm(&g->a, X64_LEA, 8, RCX, x64_indexed(i, i, 1, 0));
            else
                x64_rm(&g->a, X64_LEA, 8, RCX, x64_indexed(i, i, factor - 1, 0));
            return x64_indexed(a, RCX, scale, ARRAY_DATA);
        }
    }
    x64_rri(&g->a, X64_IMUL_IMM, 8, RCX, i, (int32_t)size);
    return x64_indexed(a, RCX, 1, ARRAY_DATA);
}

static void load_element(Gen *g, MemKind kind)
{
    load(g, kind, element(g, 1, 2, mem_sizes[kind]));
}

static void load_char(Gen *g)
{
    unsigned s = address(g, 1), i = g_use(g, 2, 4, RCX);
    if (i != RCX && g_web(g, INS->web[2])->wide) {
        g_move(g, RCX, i, 4);
        i = RCX;
    }
    x64_rm(&g->a, X64_CMP, 4, i, x64_at(s, offsetof(MonoString, length)));
    g_exit_if(g, CC_AE, JIT_ABORT_BOUNDS);
    load(g, MEM_U2, x64_indexed(s, i, 2, offsetof(MonoString, chars)));
}

static void store_reference(Gen *g)
{
    X64Mem to = element(g, 0, 1, 8);
    const JitWeb *value = g_web(g, INS->web[2]);
    if (value->is_constant && value->constant == 0) {
        x64_mi(&g->a, X64_MOV, 8, to, 0);
        return;
    }
    /* rax: array or scratch; rcx: index. rdx: the value's class, compared with the array's element class. */
    X64Label fine = x64_label(&g->a), slow = x64_label(&g->a), back = x64_label(&g->a);
    unsigned v = g_use(g, 2, 8, RDX), array = to.base;
    x64_rr(&g->a, X64_TEST, 8, v, v);
    x64_jcc(&g->a, CC_E, fine);
    bool in_scratch = array == RAX || v == RDX;
    if (in_scratch) {
        x64_push(&g->a, array);
        x64_push(&g->a, v);
    }
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(array, 0));
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RAX, offsetof(MonoVTable, klass)));
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RAX, offsetof(MonoClass, element_class)));
    x64_rm(&g->a, X64_MOV, 8, RDX, x64_at(v, 0));
    x64_rm(&g->a, X64_CMP, 8, RAX, x64_at(RDX, offsetof(MonoVTable, klass)));
    if (in_scratch) {
        x64_pop(&g->a, RDX);
        x64_pop(&g->a, RAX);
    } else { /* flags stay */
        x64_rr(&g->a, X64_MOV, 8, RAX, array);
        x64_rr(&g->a, X64_MOV, 8, RDX, v);
    }
    to.base = RAX;
    v = RDX;
    x64_jcc(&g->a, CC_NE, slow);
    x64_place(&g->a, back);
    x64_mr(&g->a, X64_MOV, 8, to, v);
    X64Label end = x64_label(&g->a);
    x64_jmp(&g->a, end);
    /* Object[] of anything: the class differs but is fine. The interpreter's table of casts answers. */
    x64_place(&g->a, slow);
    x64_push(&g->a, RCX);
    x64_push(&g->a, RDX);
    x64_push(&g->a, RAX);
    for (unsigned k = 0; k < 6; k++) {
        static const uint8_t saved[] = {RSI, RDI, R8, R9, R10, R11};
        x64_push(&g->a, saved[k]);
    }
    x64_ri(&g->a, X64_SUB, 8, RSP, 14 * 8 + 8);
    for (unsigned k = 0; k < 14; k++)
        x64_mr(&g->a, X64_MOVSD, 4, x64_at(RSP, (int32_t)k * 8), FIRST_WEB_XMM + k);
    g_move(g, RDI, RAX, 8);
    g_move(g, RSI, RDX, 8);
    g_call_c(g, (const void *)jit_help_store_check);
    for (unsigned k = 0; k < 14; k++)
        x64_rm(&g->a, X64_MOVSD, 4, FIRST_WEB_XMM + k, x64_at(RSP, (int32_t)k * 8));
    x64_ri(&g->a, X64_ADD, 8, RSP, 14 * 8 + 8);
    for (unsigned k = 6; k-- > 0;) {
        static const uint8_t saved[] = {RSI, RDI, R8, R9, R10, R11};
        x64_pop(&g->a, saved[k]);
    }
    x64_rr(&g->a, X64_TEST, 1, RAX, RAX);
    x64_pop(&g->a, RAX);
    x64_pop(&g->a, RDX);
    x64_pop(&g->a, RCX);
    x64_jcc(&g->a, CC_NE, back);
    x64_jmp(&g->a, g_exit(g, JIT_ABORT_CAST));
    x64_place(&g->a, fine);
    x64_mi(&g->a, X64_MOV, 8, (X64Mem){.base = (uint8_t)array, .index = to.index, .scale = to.scale, .disp = to.disp,
                                       .literal = -1}, 0);
    x64_place(&g->a, end);
}

static void element_2d(Gen *g)
{
    unsigned a = address(g, 1);
    enum { BOUND = sizeof(MonoArrayBounds) };
    uint32_t size = (uint32_t)INS->imm;
    g_move(g, RAX, a, 8);
    x64_rm(&g->a, X64_MOV, 8, RDX, x64_at(RAX, offsetof(MonoArray, bounds)));
    g_move(g, RCX, g_use(g, 2, 4, RCX), 4);
    x64_rm(&g->a, X64_SUB, 4, RCX, x64_at(RDX, offsetof(MonoArrayBounds, lower_bound)));
    x64_rm(&g->a, X64_CMP, 4, RCX, x64_at(RDX, offsetof(MonoArrayBounds, length)));
    g_exit_if(g, CC_AE, JIT_ABORT_BOUNDS);
    x64_rm(&g->a, X64_MOV, 4, RAX, x64_at(RDX, BOUND + offsetof(MonoArrayBounds, length)));
    x64_rr(&g->a, X64_IMUL, 8, RCX, RAX);
    g_move(g, RAX, g_use(g, 3, 4, RAX), 4);
    x64_rm(&g->a, X64_SUB, 4, RAX, x64_at(RDX, BOUND + offsetof(MonoArrayBounds, lower_bound)));
    x64_rm(&g->a, X64_CMP, 4, RAX, x64_at(RDX, BOUND + offsetof(MonoArrayBounds, length)));
    g_exit_if(g, CC_AE, JIT_ABORT_BOUNDS);
    x64_rr(&g->a, X64_ADD, 8, RCX, RAX);
    a = g_use(g, 1, 8, RDX);
    if (size == 1 || size == 2 || size == 4 || size == 8) {
        x64_rm(&g->a, X64_LEA, 8, RAX, x64_indexed(a, RCX, size, ARRAY_DATA));
    } else {
        x64_rri(&g->a, X64_IMUL_IMM, 8, RCX, RCX, (int32_t)size);
        x64_rm(&g->a, X64_LEA, 8, RAX, x64_indexed(a, RCX, 1, ARRAY_DATA));
    }
    g_done(g, 0, RAX);
    jit_set(g->nonnull, INS->web[0]);
}

/* ---- Statics, constants ---- */

static bool check_class(Gen *g, const MonoVTable *vtable)
{
    if (vtable->initialized)
        return true;
    x64_mov_imm(&g->a, RCX, (uintptr_t)vtable);
    /* initialized or initializing: neighbours */
    _Static_assert(offsetof(MonoVTable, initializing) == offsetof(MonoVTable, initialized) + 1, "two flags");
    x64_mi(&g->a, X64_CMP, 2, x64_at(RCX, offsetof(MonoVTable, initialized)), 0);
    g_exit_if(g, CC_E, JIT_ABORT_CLASS_INIT);
    return true;
}

static X64Mem static_address(Gen *g, unsigned index_operand, bool init)
{
    void **data = jit_data(g->r, INS);
    if (init)
        check_class(g, data[INS->v[index_operand] + 1]);
    x64_mov_imm(&g->a, RCX, (uintptr_t)data[INS->v[index_operand]]);
    return x64_at(RCX, 0);
}

/* data[p]: an object that is made at the first run. */
static void load_cached(Gen *g)
{
    void **entry = &jit_data(g->r, INS)[INS->v[1]];
    unsigned to = g_target(g, 0, RAX);
    if (*entry) {
        x64_mov_imm(&g->a, to, (uintptr_t)*entry);
    } else {
        x64_mov_imm(&g->a, RAX, (uintptr_t)entry);
        x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RAX, 0));
        x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
        g_exit_if(g, CC_E, JIT_ABORT_CLASS_INIT);
        to = RAX;
    }
    g_done(g, 0, to);
    jit_set(g->nonnull, INS->web[0]);
}

/* ---- Casts ---- */

/* Leaves with "equal" set in the flags when object (in reg, not null) is of the class; uses rcx, rdx. */
static void class_test(Gen *g, unsigned reg, const MonoClass *klass, bool exact, X64Label no)
{
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(reg, 0));
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RCX, offsetof(MonoVTable, klass)));
    x64_mov_imm(&g->a, RDX, (uintptr_t)klass);
    if (exact) {
        x64_rr(&g->a, X64_CMP, 8, RCX, RDX);
        return;
    }
    x64_mi(&g->a, X64_CMP, 2, x64_at(RCX, offsetof(MonoClass, depth)), klass->depth);
    x64_jcc(&g->a, CC_B, no);
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RCX, offsetof(MonoClass, ancestors)));
    x64_rm(&g->a, X64_CMP, 8, RDX, x64_at(RCX, klass->depth * 8));
}

static void cast(Gen *g, bool exact, bool throws)
{
    const MonoClass *klass = jit_data(g->r, INS)[INS->v[2]];
    X64Label end = x64_label(&g->a), no = throws ? g_exit(g, JIT_ABORT_CAST) : x64_label(&g->a);
    bool nonnull = jit_bit(g->nonnull, INS->web[1]);
    g_move(g, RAX, g_use(g, 1, 8, RAX), 8);
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    x64_jcc(&g->a, CC_E, end);
    class_test(g, RAX, klass, exact, no);
    if (throws) {
        x64_jcc(&g->a, CC_NE, no);
    } else {
        x64_jcc(&g->a, CC_E, end);
        x64_place(&g->a, no);
        x64_rr(&g->a, X64_XOR, 4, RAX, RAX);
    }
    x64_place(&g->a, end);
    g_done(g, 0, RAX);
    if (throws && nonnull)
        jit_set(g->nonnull, INS->web[0]);
}

/* The cached answers; what they do not know is left to the interpreter, which fills them. */
static void cast_cached(Gen *g, bool throws)
{
    void **entry = &jit_data(g->r, INS)[INS->v[2]];
    X64Label end = x64_label(&g->a);
    g_move(g, RAX, g_use(g, 1, 8, RAX), 8);
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    x64_jcc(&g->a, CC_E, end);
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RAX, 0));
    x64_mov_imm(&g->a, RDX, (uintptr_t)entry);
    x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(RDX, 8));
    if (throws) {
        g_exit_if(g, CC_NE, JIT_ABORT_CAST);
    } else {
        x64_jcc(&g->a, CC_E, end);
        x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(RDX, 16));
        g_exit_if(g, CC_NE, JIT_ABORT_CAST);
        x64_rr(&g->a, X64_XOR, 4, RAX, RAX);
    }
    x64_place(&g->a, end);
    g_done(g, 0, RAX);
}

static void unbox(Gen *g)
{
    const MonoClass *klass = jit_data(g->r, INS)[INS->v[2]];
    unsigned object = address(g, 1);
    g_move(g, RAX, object, 8);
    class_test(g, RAX, klass, true, 0);
    g_exit_if(g, CC_NE, JIT_ABORT_CAST);
    x64_ri(&g->a, X64_ADD, 8, RAX, MONO_OBJECT_HEADER_SIZE);
    g_done(g, 0, RAX);
    jit_set(g->nonnull, INS->web[0]);
}

/* ---- Helpers instead of code ---- */

/* The op's work is done by jit_help_op() on the slots. */
static void by_helper(Gen *g)
{
    const JitContext *context = JIT_CONTEXT(g->r, INS->context);
    g_flush_uses(g);
    g_save_across(g);
    x64_rm(&g->a, X64_LEA, 8, RSI, g_slot(context->base));
    x64_mov_imm(&g->a, RDI, (uintptr_t)INS->ip);
    x64_mov_imm(&g->a, RDX, (uintptr_t)context->imethod->data);
    g_call_c(g, (const void *)jit_help_op);
    if (mint_op_info[INS->op].effects[0]) {
        x64_rr(&g->a, X64_TEST, 1, RAX, RAX);
        x64_jcc(&g->a, CC_E, g_exit_saved(g, JIT_ABORT_ARITHMETIC));
    }
    g_restore_across(g);
    g_reload_defs(g, true);
}

/* A profiler's event: the counter decides in methods with samplepoints, else each is told. */
static void profiler_event(Gen *g, void *helper, int32_t slot)
{
    enum { SAMPLEPOINT_FLAGS = MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT |
                               MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT_CONTEXT };
    X64Label cold = x64_label(&g->a), back = x64_label(&g->a);
    if (g->r->imethod->prof_flags & SAMPLEPOINT_FLAGS) {
        x64_m(&g->a, X64_DEC, 4, g_global(&mono_thread_state.profiler_skip_counter));
        x64_jcc(&g->a, CC_LE, cold);
    } else {
        x64_jmp(&g->a, cold);
    }
    x64_place(&g->a, back);
    g_cold_call(g, cold, back, helper, slot, false);
}

static void end_finally(Gen *g)
{
    unsigned reg = g_use(g, 0, 8, RAX);
    for (guint i = 0; i + 1 < g->r->insns->len; i++) {
        const JitInsn *from = JIT_INSN(g->r, i);
        if (from->op != MINT_CALL_HANDLER || from->v[0] != INS->v[0])
            continue;
        const JitInsn *to = JIT_INSN(g->r, i + 1);
        if (!JIT_BLOCK(g->r, to->block)->reachable)
            continue;
        x64_mov_imm(&g->a, RCX, (uintptr_t)to->ip);
        x64_rr(&g->a, X64_CMP, 8, reg, RCX);
        x64_jcc(&g->a, CC_E, g->labels[to->block]);
    }
    x64_jmp(&g->a, g_exit(g, JIT_ABORT_FINALLY));
}

static void move(Gen *g)
{
    const JitWeb *to = g_web(g, INS->web[0]), *from = g_web(g, INS->web[1]);
    bool known = jit_bit(g->nonnull, INS->web[1]);
    if (to->is_fp && (from->is_fp || from->reg < 0)) {
        unsigned reg = g_target_fp(g, 0, 0);
        g_move_fp(g, reg, g_use_fp(g, 1, reg));
        g_done_fp(g, 0, reg);
    } else if (to->reg < 0 && from->is_constant) {
        g_store_web(g, to->slot, INS->web[1]);
        jit_unset(g->nonnull, INS->web[0]);
    } else {
        unsigned reg = g_target(g, 0, RAX);
        unsigned size = to->reg >= 0 && !to->wide ? 4 : 8;
        g_move(g, reg, g_use(g, 1, size, reg), size);
        g_done(g, 0, reg);
    }
    if (known)
        jit_set(g->nonnull, INS->web[0]);
}

static void constant(Gen *g, uint64_t value)
{
    const JitWeb *web = g_web(g, INS->web[0]);
    if (web->is_constant)
        return;
    jit_unset(g->nonnull, INS->web[0]);
    if (web->reg >= 0 && web->is_fp) {
        if (value == 0)
            x64_rr(&g->a, X64_XORPS, 4, (unsigned)web->reg, (unsigned)web->reg);
        else
            x64_rm(&g->a, X64_MOVSD, 4, (unsigned)web->reg, x64_literal(&g->a, value, 0));
    } else if (web->reg >= 0) {
        if (value == 0)
            x64_rr(&g->a, X64_XOR, 4, (unsigned)web->reg, (unsigned)web->reg);
        else
            x64_mov_imm(&g->a, (X64Reg)web->reg, value);
    } else if ((int64_t)value == (int32_t)value) {
        x64_mi(&g->a, X64_MOV, 8, g_slot(web->slot), (int32_t)value);
    } else {
        x64_mov_imm(&g->a, RAX, value);
        x64_mr(&g->a, X64_MOV, 8, g_slot(web->slot), RAX);
    }
}

/* ---- The switch ---- */

#define INT_CASE(NAME, action4, action8)                                                                               \
    case MINT_##NAME##_I4:                                                                                             \
        action4;                                                                                                       \
        return true;                                                                                                   \
    case MINT_##NAME##_I8:                                                                                             \
        action8;                                                                                                       \
        return true;
#define BINARY(NAME, OP, commutes)                                                                                     \
    INT_CASE(NAME, binary(g, X64_##OP, 4, commutes), binary(g, X64_##OP, 8, commutes))
#define BINARY_IMM(NAME, OP) INT_CASE(NAME##_IMM, binary_imm(g, X64_##OP, 4), binary_imm(g, X64_##OP, 8))
#define SHIFT(NAME, OP) INT_CASE(NAME, shift(g, X64_##OP, X64_##OP##_CL, 4), shift(g, X64_##OP, X64_##OP##_CL, 8))
#define CHECKED(NAME, OP, cc) INT_CASE(NAME, checked(g, X64_##OP, 4, cc), checked(g, X64_##OP, 8, cc))
#define RELATION(NAME, cc)                                                                                             \
    INT_CASE(C##NAME, compare_set(g, 4, cc), compare_set(g, 8, cc))                                                    \
    INT_CASE(B##NAME, compare_branch(g, 4, cc), compare_branch(g, 8, cc))
#define RELATION_IMM(NAME, cc)                                                                                         \
    INT_CASE(C##NAME##_IMM, compare_set_imm(g, 4, cc), compare_set_imm(g, 8, cc))                                      \
    INT_CASE(B##NAME##_IMM, compare_branch_imm(g, 4, cc), compare_branch_imm(g, 8, cc))
#define REAL_RELATION(NAME)                                                                                            \
    case MINT_C##NAME##_R4:                                                                                            \
        real_set(g, REAL_##NAME, 4);                                                                                   \
        return true;                                                                                                   \
    case MINT_C##NAME##_R8:                                                                                            \
        real_set(g, REAL_##NAME, 8);                                                                                   \
        return true;                                                                                                   \
    case MINT_B##NAME##_R4:                                                                                            \
        real_branch(g, REAL_##NAME, 4);                                                                                \
        return true;                                                                                                   \
    case MINT_B##NAME##_R8:                                                                                            \
        real_branch(g, REAL_##NAME, 8);                                                                                \
        return true;
#define LOADS(NAME, place)                                                                                             \
    case MINT_##NAME##_I1:                                                                                             \
    case MINT_##NAME##_U1:                                                                                             \
    case MINT_##NAME##_I2:                                                                                             \
    case MINT_##NAME##_U2:                                                                                             \
    case MINT_##NAME##_I4:                                                                                             \
    case MINT_##NAME##_I8:                                                                                             \
        load(g, (MemKind)(INS->op - MINT_##NAME##_I1), place);                                                         \
        return true;
#define STORES(NAME, place, value)                                                                                     \
    case MINT_##NAME##_I1:                                                                                             \
    case MINT_##NAME##_I2:                                                                                             \
    case MINT_##NAME##_I4:                                                                                             \
    case MINT_##NAME##_I8: {                                                                                           \
        unsigned size = 1u << (INS->op - MINT_##NAME##_I1);                                                            \
        store(g, size, place, value);                                                                                  \
        return true;                                                                                                   \
    }
#define STATIC_LOAD(NAME)                                                                                              \
    case MINT_LDSFLD_##NAME:                                                                                           \
        load(g, MEM_##NAME, static_address(g, 1, false));                                                              \
        return true;                                                                                                   \
    case MINT_LDSFLD_##NAME##_INIT:                                                                                    \
        load(g, MEM_##NAME, static_address(g, 1, true));                                                               \
        return true;
#define STATIC_STORE(NAME, size)                                                                                       \
    case MINT_STSFLD_##NAME:                                                                                           \
        store(g, size, static_address(g, 0, false), 1);                                                                \
        return true;                                                                                                   \
    case MINT_STSFLD_##NAME##_INIT:                                                                                    \
        store(g, size, static_address(g, 0, true), 1);                                                                 \
        return true;
#define FROM_REAL(T, single)                                                                                           \
    case MINT_CONV_I1_##T:                                                                                             \
        int_from_real(g, single, 4, X64_MOVSX8);                                                                       \
        return true;                                                                                                   \
    case MINT_CONV_U1_##T:                                                                                             \
        int_from_real(g, single, 4, X64_MOVZX8);                                                                       \
        return true;                                                                                                   \
    case MINT_CONV_I2_##T:                                                                                             \
        int_from_real(g, single, 4, X64_MOVSX16);                                                                      \
        return true;                                                                                                   \
    case MINT_CONV_U2_##T:                                                                                             \
        int_from_real(g, single, 4, X64_MOVZX16);                                                                      \
        return true;                                                                                                   \
    case MINT_CONV_I4_##T:                                                                                             \
        int_from_real(g, single, 4, X64_MOV);                                                                          \
        return true;                                                                                                   \
    case MINT_CONV_U4_##T:                                                                                             \
    case MINT_CONV_I8_##T:                                                                                             \
        int_from_real(g, single, 8, X64_MOV);                                                                          \
        return true;

static bool vt_ops(Gen *g)
{
    uint32_t bytes = (uint32_t)INS->imm;
    X64Mem place;
    switch ((MintOpcode)INS->op) {
    case MINT_MOV_VT:
        bytes = (uint32_t)INS->v[2] * 8;
        g_flush(g);
        if (INS->v[0] != INS->v[1] && ABS(INS->v[0] - INS->v[1]) < INS->v[2] && bytes <= MAX_INLINE_BYTES)
            return false; /* overlapping */
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), g_slot((uint32_t)INS->v[1]), bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_ZERO_VT:
        bytes = (uint32_t)INS->v[1] * 8;
        if (bytes > MAX_CLEAR_BYTES)
            return false;
        clear_bytes(g, g_slot((uint32_t)INS->v[0]), bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_LDIND_VT:
        place = x64_at(address(g, 1), 0);
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), place, bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STIND_VT:
        place = x64_at(address(g, 0), 0);
        g_flush(g);
        copy_bytes(g, place, g_slot((uint32_t)INS->v[1]), bytes);
        return true;
    case MINT_LDFLD_VT:
        place = x64_at(address(g, 1), INS->v[2]);
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), place, bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STFLD_VT:
        place = x64_at(address(g, 0), INS->v[1]);
        g_flush(g);
        copy_bytes(g, place, g_slot((uint32_t)INS->v[2]), bytes);
        return true;
    case MINT_LDELEM_VT:
        place = element(g, 1, 2, bytes);
        x64_rm(&g->a, X64_LEA, 8, RAX, place);
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), x64_at(RAX, 0), bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STELEM_VT:
        place = element(g, 0, 1, bytes);
        x64_rm(&g->a, X64_LEA, 8, RAX, place);
        g_flush(g);
        copy_bytes(g, x64_at(RAX, 0), g_slot((uint32_t)INS->v[2]), bytes);
        return true;
    case MINT_LDSFLD_VT:
    case MINT_LDSFLD_VT_INIT:
        place = static_address(g, 1, INS->op == MINT_LDSFLD_VT_INIT);
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), place, bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STSFLD_VT:
    case MINT_STSFLD_VT_INIT:
        g_flush(g);
        place = static_address(g, 0, INS->op == MINT_STSFLD_VT_INIT);
        copy_bytes(g, place, g_slot((uint32_t)INS->v[1]), bytes);
        return true;
    case MINT_LDVTFLD_VT:
        if (bytes > MAX_INLINE_BYTES || ABS(INS->v[0] - INS->v[1]) * 8 < (int32_t)bytes + INS->v[2])
            return false;
        g_flush(g);
        place = g_slot((uint32_t)INS->v[1]);
        place.disp += INS->v[2];
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), place, bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STVTFLD_VT:
        if (bytes > MAX_INLINE_BYTES || ABS(INS->v[0] - INS->v[2]) * 8 < (int32_t)bytes + INS->v[1])
            return false;
        g_flush(g);
        place = g_slot((uint32_t)INS->v[0]);
        place.disp += INS->v[1];
        copy_bytes(g, place, g_slot((uint32_t)INS->v[2]), bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_CPOBJ: {
        unsigned to = g_use(g, 0, 8, RAX), from = g_use(g, 1, 8, RCX);
        g_null_check(g, 0, to);
        g_null_check(g, 1, from);
        copy_bytes(g, x64_at(to, 0), x64_at(from, 0), bytes);
        return true;
    }
    case MINT_INITOBJ:
        if (bytes > MAX_CLEAR_BYTES)
            return false;
        clear_bytes(g, x64_at(address(g, 0), 0), bytes);
        return true;
    default:
        return false;
    }
}

/* A part of a value type in slots. */
static X64Mem vt_field(unsigned slot, int32_t offset)
{
    X64Mem mem = g_slot(slot);
    mem.disp += offset;
    return mem;
}

static void load_vt_field(Gen *g)
{
    MemKind kind = (MemKind)(INS->op - MINT_LDVTFLD_I1);
    if (INS->web[1] == JIT_NO_WEB) { /* part of a slot */
        g_flush(g);
        load(g, kind, vt_field((unsigned)INS->v[1], INS->v[2]));
        return;
    }
    const JitWeb *d = g_web(g, INS->web[0]), *s = g_web(g, INS->web[1]);
    if (d->is_fp && (s->is_fp || s->reg < 0)) {
        unsigned to = g_target_fp(g, 0, 0);
        g_move_fp(g, to, g_use_fp(g, 1, to));
        g_done_fp(g, 0, to);
        return;
    }
    unsigned to = g_target(g, 0, RAX), size = kind == MEM_I8 ? 8 : 4;
    unsigned from = g_use(g, 1, size, to);
    if (size == 4)
        x64_rr(&g->a, X64_MOV, 4, to, from);
    else
        g_move(g, to, from, 8);
    g_done(g, 0, to);
}

static void store_vt_field(Gen *g)
{
    if (INS->web[0] == JIT_NO_WEB) {
        g_flush(g);
        store(g, 1u << (INS->op - MINT_STVTFLD_I1), vt_field((unsigned)INS->v[0], INS->v[1]), 2);
        g_reload_defs(g, false);
        return;
    }
    const JitWeb *d = g_web(g, INS->web[0]), *s = g_web(g, INS->web[2]);
    if (d->is_fp && (s->is_fp || s->reg < 0)) {
        unsigned to = g_target_fp(g, 0, 0);
        g_move_fp(g, to, g_use_fp(g, 2, to));
        g_done_fp(g, 0, to);
        return;
    }
    g_done(g, 0, g_use(g, 2, 8, RAX));
}

/* Every op, no default: a new one is an error here until it has code or stands under "no code". */
bool g_insn(Gen *g)
{
    switch ((MintOpcode)INS->op) {
    case MINT_NOP:
    case MINT_NOP2:
    case MINT_BREAK:
    case MINT_MEMORY_BARRIER:
    case MINT_TIER_ENTER:
    case MINT_TIER_LOOP:
        return true;
    case MINT_SAFEPOINT:
        g_safepoint(g);
        return true;
    case MINT_PROF_ENTER:
        profiler_event(g, (void *)mono_jiterp_prof_enter, -1);
        return true;
    case MINT_PROF_SAMPLEPOINT: {
        X64Label cold = x64_label(&g->a), back = x64_label(&g->a);
        x64_m(&g->a, X64_DEC, 4, g_global(&mono_thread_state.profiler_skip_counter));
        x64_jcc(&g->a, CC_LE, cold);
        x64_place(&g->a, back);
        g_cold_call(g, cold, back, (void *)mono_jiterp_prof_samplepoint, -1, false);
        g_safepoint(g);
        return true;
    }
    case MINT_PROF_EXIT:
        g_flush(g);
        profiler_event(g, (void *)mono_jiterp_prof_leave, INS->v[0]);
        return true;
    case MINT_PROF_EXIT_VOID:
        profiler_event(g, (void *)mono_jiterp_prof_leave_void, -1);
        return true;

    case MINT_MOV:
        move(g);
        return true;
    case MINT_LDC_I4_S:
    case MINT_LDC_I4:
    case MINT_LDC_R4:
        constant(g, (uint32_t)INS->v[1]);
        return true;
    case MINT_LDC_I8_S:
        constant(g, (uint64_t)(int64_t)INS->v[1]);
        return true;
    case MINT_LDC_I8:
    case MINT_LDC_R8:
        constant(g, (uint64_t)INS->imm);
        return true;
    case MINT_LDSFLDA_INIT:
        check_class(g, jit_data(g->r, INS)[INS->v[1] + 1]);
        constant(g, (uintptr_t)jit_data(g->r, INS)[INS->v[1]]);
        return true;
    case MINT_LDSFLDA:
    case MINT_LDPTR:
        constant(g, (uintptr_t)jit_data(g->r, INS)[INS->v[1]]);
        return true;
    case MINT_LDLOCA: {
        unsigned to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_LEA, 8, to, g_slot((uint32_t)INS->v[1]));
        g_done(g, 0, to);
        jit_set(g->nonnull, INS->web[0]);
        return true;
    }
    case MINT_LDSTR:
    case MINT_LDTYPE:
        load_cached(g);
        return true;
    case MINT_MOV_VT:
    case MINT_ZERO_VT:
    case MINT_LDIND_VT:
    case MINT_STIND_VT:
    case MINT_LDFLD_VT:
    case MINT_STFLD_VT:
    case MINT_LDELEM_VT:
    case MINT_STELEM_VT:
    case MINT_LDSFLD_VT:
    case MINT_LDSFLD_VT_INIT:
    case MINT_STSFLD_VT:
    case MINT_STSFLD_VT_INIT:
    case MINT_LDVTFLD_VT:
    case MINT_STVTFLD_VT:
    case MINT_CPOBJ:
    case MINT_INITOBJ:
        if (!vt_ops(g))
            by_helper(g);
        return true;

        BINARY(ADD, ADD, true)
        BINARY(SUB, SUB, false)
        BINARY(MUL, IMUL, true)
        BINARY(AND, AND, true)
        BINARY(OR, OR, true)
        BINARY(XOR, XOR, true)
        SHIFT(SHL, SHL)
        SHIFT(SHR, SAR)
        SHIFT(SHR_UN, SHR)
        INT_CASE(DIV, divide(g, 4, true, false), divide(g, 8, true, false))
        INT_CASE(DIV_UN, divide(g, 4, false, false), divide(g, 8, false, false))
        INT_CASE(REM, divide(g, 4, true, true), divide(g, 8, true, true))
        INT_CASE(REM_UN, divide(g, 4, false, true), divide(g, 8, false, true))
        INT_CASE(NEG, unary(g, X64_NEG, 4), unary(g, X64_NEG, 8))
        INT_CASE(NOT, unary(g, X64_NOT, 4), unary(g, X64_NOT, 8))
        BINARY_IMM(ADD, ADD)
        BINARY_IMM(MUL, IMUL_IMM)
        BINARY_IMM(AND, AND)
        BINARY_IMM(OR, OR)
        BINARY_IMM(XOR, XOR)
        BINARY_IMM(SHL, SHL)
        BINARY_IMM(SHR, SAR)
        BINARY_IMM(SHR_UN, SHR)
        INT_CASE(DIV_IMM, divide_imm(g, 4, true, false), divide_imm(g, 8, true, false))
        INT_CASE(REM_IMM, divide_imm(g, 4, true, true), divide_imm(g, 8, true, true))
        INT_CASE(DIV_UN_IMM, divide_imm(g, 4, false, false), divide_imm(g, 8, false, false))
        INT_CASE(REM_UN_IMM, divide_imm(g, 4, false, true), divide_imm(g, 8, false, true))
        CHECKED(ADD_OVF, ADD, CC_O)
        CHECKED(SUB_OVF, SUB, CC_O)
        CHECKED(MUL_OVF, IMUL, CC_O)
        CHECKED(ADD_OVF_UN, ADD, CC_B)
        CHECKED(SUB_OVF_UN, SUB, CC_B)
        INT_CASE(MUL_OVF_UN, checked_mul_un(g, 4), checked_mul_un(g, 8))

        RELATION(EQ, CC_E)
        RELATION(NE, CC_NE)
        RELATION(LT, CC_L)
        RELATION(LE, CC_LE)
        RELATION(LT_UN, CC_B)
        RELATION(LE_UN, CC_BE)
        RELATION_IMM(EQ, CC_E)
        RELATION_IMM(NE, CC_NE)
        RELATION_IMM(LT, CC_L)
        RELATION_IMM(LE, CC_LE)
        RELATION_IMM(GT, CC_G)
        RELATION_IMM(GE, CC_GE)
        RELATION_IMM(LT_UN, CC_B)
        RELATION_IMM(LE_UN, CC_BE)
        RELATION_IMM(GT_UN, CC_A)
        RELATION_IMM(GE_UN, CC_AE)
        REAL_RELATION(EQ)
        REAL_RELATION(NE)
        REAL_RELATION(LT)
        REAL_RELATION(LE)
        REAL_RELATION(LT_UN)
        REAL_RELATION(LE_UN)
    case MINT_BR:
        if ((uint32_t)INS->target != INS->block + 1)
            x64_jmp(&g->a, g->labels[INS->target]);
        return true;
        INT_CASE(BRTRUE, (compare_imm(g, 4, 0, 0), branch(g, CC_NE)), (compare_imm(g, 8, 0, 0), branch(g, CC_NE)))
        INT_CASE(BRFALSE, (compare_imm(g, 4, 0, 0), branch(g, CC_E)), (compare_imm(g, 8, 0, 0), branch(g, CC_E)))
    case MINT_SWITCH: {
        unsigned reg = g_use(g, 0, 4, RAX);
        if (INS->v[1] > 0) {
            x64_ri(&g->a, X64_CMP, 4, reg, INS->v[1]);
            x64_jcc(&g->a, CC_AE, g->labels[INS->block + 1]);
            switch_range(g, reg, 0, INS->v[1]);
        }
        return true;
    }

    case MINT_ADD_R4:
        real_binary(g, X64_ADDSS, true);
        return true;
    case MINT_SUB_R4:
        real_binary(g, X64_SUBSS, false);
        return true;
    case MINT_MUL_R4:
        real_binary(g, X64_MULSS, true);
        return true;
    case MINT_DIV_R4:
        real_binary(g, X64_DIVSS, false);
        return true;
    case MINT_ADD_R8:
        real_binary(g, X64_ADDSD, true);
        return true;
    case MINT_SUB_R8:
        real_binary(g, X64_SUBSD, false);
        return true;
    case MINT_MUL_R8:
        real_binary(g, X64_MULSD, true);
        return true;
    case MINT_DIV_R8:
        real_binary(g, X64_DIVSD, false);
        return true;
    case MINT_NEG_R4:
        real_sign(g, X64_XORPS, UINT64_C(1) << 31);
        return true;
    case MINT_NEG_R8:
        real_sign(g, X64_XORPS, UINT64_C(1) << 63);
        return true;
    case MINT_ABS_R8:
        real_sign(g, X64_ANDPS, ~(UINT64_C(1) << 63));
        return true;
    case MINT_SQRT_R8:
        real_unary(g, X64_SQRTSD);
        return true;
    case MINT_FLOOR_R8:
    case MINT_CEIL_R8:
        if (!real_round(g, INS->op == MINT_FLOOR_R8 ? 9 : 10))
            by_helper(g);
        return true;
    case MINT_CKFINITE_R4:
        check_finite(g, 4);
        return true;
    case MINT_CKFINITE_R8:
        check_finite(g, 8);
        return true;

    case MINT_CONV_I1_I4:
        extend(g, X64_MOVSX8, 4);
        return true;
    case MINT_CONV_U1_I4:
        extend(g, X64_MOVZX8, 4);
        return true;
    case MINT_CONV_I2_I4:
        extend(g, X64_MOVSX16, 4);
        return true;
    case MINT_CONV_U2_I4:
        extend(g, X64_MOVZX16, 4);
        return true;
    case MINT_CONV_I8_I4:
        extend(g, X64_MOVSXD, 8);
        return true;
    case MINT_CONV_I8_U4:
        extend(g, X64_MOV, 4);
        return true;
    case MINT_CONV_R4_I4:
        real_from_int(g, X64_CVTSI2SS, 4, false);
        return true;
    case MINT_CONV_R8_I4:
        real_from_int(g, X64_CVTSI2SD, 4, false);
        return true;
    case MINT_CONV_R4_I8:
        real_from_int(g, X64_CVTSI2SS, 8, false);
        return true;
    case MINT_CONV_R8_I8:
        real_from_int(g, X64_CVTSI2SD, 8, false);
        return true;
    case MINT_CONV_R8_U4:
        real_from_int(g, X64_CVTSI2SD, 4, true);
        return true;
    case MINT_CONV_R8_R4:
        real_unary(g, X64_CVTSS2SD);
        return true;
    case MINT_CONV_R4_R8:
        real_unary(g, X64_CVTSD2SS);
        return true;
        FROM_REAL(R4, true)
        FROM_REAL(R8, false)
    case MINT_CONV_OVF_I1_I4:
        checked_narrow(g, X64_MOVSX8, 4);
        return true;
    case MINT_CONV_OVF_U1_I4:
    case MINT_CONV_OVF_U1_U4:
        checked_narrow(g, X64_MOVZX8, 4);
        return true;
    case MINT_CONV_OVF_I2_I4:
        checked_narrow(g, X64_MOVSX16, 4);
        return true;
    case MINT_CONV_OVF_U2_I4:
    case MINT_CONV_OVF_U2_U4:
        checked_narrow(g, X64_MOVZX16, 4);
        return true;
    case MINT_CONV_OVF_I4_I8:
        checked_narrow(g, X64_MOVSXD, 8);
        return true;
    case MINT_CONV_OVF_U4_I8:
    case MINT_CONV_OVF_U4_U8:
        checked_narrow(g, X64_MOV, 8);
        return true;
    case MINT_CONV_OVF_I1_U4:
        checked_max(g, 4, INT8_MAX);
        return true;
    case MINT_CONV_OVF_I2_U4:
        checked_max(g, 4, INT16_MAX);
        return true;
    case MINT_CONV_OVF_I4_U4:
        checked_max(g, 4, INT32_MAX);
        return true;
    case MINT_CONV_OVF_I4_U8:
    case MINT_CONV_INDEX:
        checked_max(g, 8, INT32_MAX);
        return true;
    case MINT_CONV_OVF_U4_I4:
    case MINT_CONV_OVF_U8_I4:
        checked_not_negative(g, 4);
        return true;
    case MINT_CONV_OVF_U8_I8:
    case MINT_CONV_OVF_I8_U8:
        checked_not_negative(g, 8);
        return true;

        LOADS(LDIND, x64_at(address(g, 1), 0))
        STORES(STIND, x64_at(address(g, 0), 0), 1)
        LOADS(LDFLD, x64_at(address(g, 1), INS->v[2]))
        STORES(STFLD, x64_at(address(g, 0), INS->v[1]), 2)
    case MINT_LDFLDA:
    case MINT_LDFLDA_W: {
        unsigned from = address(g, 1), to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_LEA, 8, to, x64_at(from, INS->v[2]));
        g_done(g, 0, to);
        jit_set(g->nonnull, INS->web[0]);
        return true;
    }
    case MINT_NULLCHECK:
        address(g, 0);
        return true;
    case MINT_LDVTFLD_I1:
    case MINT_LDVTFLD_U1:
    case MINT_LDVTFLD_I2:
    case MINT_LDVTFLD_U2:
    case MINT_LDVTFLD_I4:
    case MINT_LDVTFLD_I8:
        load_vt_field(g);
        return true;
    case MINT_STVTFLD_I1:
    case MINT_STVTFLD_I2:
    case MINT_STVTFLD_I4:
    case MINT_STVTFLD_I8:
        store_vt_field(g);
        return true;
        STATIC_LOAD(I1)
        STATIC_LOAD(U1)
        STATIC_LOAD(I2)
        STATIC_LOAD(U2)
        STATIC_LOAD(I4)
        STATIC_LOAD(I8)
        STATIC_STORE(I1, 1)
        STATIC_STORE(I2, 2)
        STATIC_STORE(I4, 4)
        STATIC_STORE(I8, 8)
    case MINT_CLASS_INIT:
        check_class(g, jit_data(g->r, INS)[INS->v[0]]);
        return true;

    case MINT_LDLEN: {
        unsigned a = address(g, 1), to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_MOV, 4, to, x64_at(a, ARRAY_LENGTH));
        g_done(g, 0, to);
        return true;
    }
    case MINT_STRLEN: {
        unsigned s = address(g, 1), to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_MOV, 4, to, x64_at(s, offsetof(MonoString, length)));
        g_done(g, 0, to);
        return true;
    }
    case MINT_LDCHAR:
        load_char(g);
        return true;
    case MINT_LDELEM_I1:
    case MINT_LDELEM_U1:
    case MINT_LDELEM_I2:
    case MINT_LDELEM_U2:
    case MINT_LDELEM_I4:
    case MINT_LDELEM_I8:
        load_element(g, (MemKind)(INS->op - MINT_LDELEM_I1));
        return true;
        STORES(STELEM, element(g, 0, 1, size), 2)
    case MINT_STELEM_REF:
        store_reference(g);
        return true;
    case MINT_LDELEMA: {
        X64Mem place = element(g, 1, 2, (uint32_t)INS->imm);
        unsigned to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_LEA, 8, to, place);
        g_done(g, 0, to);
        jit_set(g->nonnull, INS->web[0]);
        return true;
    }
    case MINT_LDELEMA_REF: {
        unsigned array = address(g, 1);
        x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(array, 0));
        x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RCX, offsetof(MonoVTable, klass)));
        x64_mov_imm(&g->a, RDX, (uintptr_t)jit_data(g->r, INS)[INS->v[3]]);
        x64_rm(&g->a, X64_CMP, 8, RDX, x64_at(RCX, offsetof(MonoClass, element_class)));
        g_exit_if(g, CC_NE, JIT_ABORT_CAST);
        X64Mem place = element(g, 1, 2, 8);
        unsigned to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_LEA, 8, to, place);
        g_done(g, 0, to);
        return true;
    }
    case MINT_LDELEMA_2D:
        element_2d(g);
        return true;
    case MINT_CHECK_ARRAY_CLASS: {
        unsigned array = address(g, 0);
        g_move(g, RAX, array, 8);
        class_test(g, RAX, jit_data(g->r, INS)[INS->v[1]], true, 0);
        g_exit_if(g, CC_NE, JIT_ABORT_CAST);
        return true;
    }
    case MINT_CASTCLASS_CLASS:
        cast(g, false, true);
        return true;
    case MINT_CASTCLASS_EXACT:
        cast(g, true, true);
        return true;
    case MINT_ISINST_CLASS:
        cast(g, false, false);
        return true;
    case MINT_ISINST_EXACT:
        cast(g, true, false);
        return true;
    case MINT_CASTCLASS_CACHED:
        cast_cached(g, true);
        return true;
    case MINT_ISINST_CACHED:
        cast_cached(g, false);
        return true;
    case MINT_UNBOX:
        unbox(g);
        return true;

    case MINT_CALL:
    case MINT_CALL_NULLCHECK:
    case MINT_CALLVIRT:
    case MINT_CALLVIRT_CACHED:
        g_call(g);
        return true;
    case MINT_CALL_DELEGATE:
        g_call_delegate(g);
        return true;
    case MINT_ICALL:
    case MINT_ICALL_VOID:
    case MINT_ICALL_VT:
    case MINT_PINVOKE:
        g_icall(g);
        return true;
    case MINT_NEWOBJ:
    case MINT_ALLOC:
    case MINT_NEWARR:
    case MINT_BOX:
        g_new_object(g);
        return true;
    case MINT_NEWOBJ_VT:
        g_new_vt(g);
        return true;
    case MINT_RET:
    case MINT_RET_VOID:
    case MINT_RET_VT:
        g_return(g);
        return true;
    case MINT_CALL_HANDLER: {
        uint64_t back = (uintptr_t)(INS->ip + mint_op_info[MINT_CALL_HANDLER].units);
        unsigned to = g_target(g, 0, RAX);
        x64_mov_imm(&g->a, to, back);
        g_done(g, 0, to);
        x64_jmp(&g->a, g->labels[INS->target]);
        return true;
    }
    case MINT_ENDFINALLY:
        end_finally(g);
        return true;

    /* Rare or long: C code on the slots. */
    case MINT_REM_R4:
    case MINT_REM_R8:
    case MINT_SIN_R8:
    case MINT_COS_R8:
    case MINT_CONV_R8_U8:
    case MINT_CONV_U8_R4:
    case MINT_CONV_U8_R8:
    case MINT_CONV_OVF_I1_I8:
    case MINT_CONV_OVF_U1_I8:
    case MINT_CONV_OVF_I2_I8:
    case MINT_CONV_OVF_U2_I8:
    case MINT_CONV_OVF_I1_U8:
    case MINT_CONV_OVF_U1_U8:
    case MINT_CONV_OVF_I2_U8:
    case MINT_CONV_OVF_U2_U8:
    case MINT_CONV_OVF_I1_R8:
    case MINT_CONV_OVF_U1_R8:
    case MINT_CONV_OVF_I2_R8:
    case MINT_CONV_OVF_U2_R8:
    case MINT_CONV_OVF_I4_R8:
    case MINT_CONV_OVF_U4_R8:
    case MINT_CONV_OVF_I8_R8:
    case MINT_CONV_OVF_U8_R8:
    case MINT_CPBLK:
    case MINT_INITBLK:
    case MINT_LDELEMA_MD:
    case MINT_CHECK_ARRAY_STORE:
    case MINT_UNBOX_NULLABLE:
        by_helper(g);
        return true;

    /* No code: the interpreter's. */
    case MINT_TRANSFORM:
    case MINT_PROF_TAIL_CALL:
    case MINT_LOCALLOC:
    case MINT_NEWARR_MD:
    case MINT_NEWOBJ_DELEGATE:
    case MINT_BOX_PTR:
    case MINT_BOX_NULLABLE:
    case MINT_GETTYPE:
    case MINT_REFANYVAL:
    case MINT_MONITOR_ENTER:
    case MINT_MONITOR_EXIT:
    case MINT_CALLI:
    case MINT_LDVIRTFTN:
    case MINT_TAIL_CALL:
    case MINT_TAIL_CALL_DYNAMIC:
    case MINT_THROW:
    case MINT_RETHROW:
    case MINT_THROW_ERROR:
    case MINT_ENDFILTER:
    /* Super-instructions: the transform makes none while there are tier points. */
    case MINT_PROF_ENTER_VISIT:
    case MINT_PROF_RET_VISIT:
    case MINT_PROF_RET_VOID_VISIT:
    case MINT_MOV_2:
    case MINT_MULADD_R8:
    case MINT_MULSUB_R8:
    case MINT_ROL_IMM_I4:
    case MINT_BLT_I4_LOOP:
    case MINT_BLE_I4_LOOP:
    case MINT_BNE_I4_LOOP:
    case MINT_BLT_IMM_I4_LOOP:
    case MINT_BLE_IMM_I4_LOOP:
    case MINT_BGT_IMM_I4_LOOP:
    case MINT_BGE_IMM_I4_LOOP:
    case MINT_BRTRUE_I4_LOOP:
    case MINT_BRFALSE_I4_LOOP:
    case MINT_BRTRUE_I8_LOOP:
    case MINT_BR_LOOP:
    case MINT_ADD_BLT_I4_LOOP:
    case MINT_ADD_BLE_I4_LOOP:
    case MINT_ADD_BLT_IMM_I4_LOOP:
    case MINT_BLT_LEN_LOOP:
    case MINT_LDFLD_FLD_I4:
    case MINT_LDFLD_FLD_I8:
    case MINT_COUNT:
        return false;
    }
    return false;
}

bool jit_is_supported(unsigned op)
{
    switch (op) {
    case MINT_TRANSFORM:
    case MINT_PROF_TAIL_CALL:
    case MINT_LOCALLOC:
    case MINT_NEWARR_MD:
    case MINT_NEWOBJ_DELEGATE:
    case MINT_BOX_PTR:
    case MINT_BOX_NULLABLE:
    case MINT_GETTYPE:
    case MINT_REFANYVAL:
    case MINT_MONITOR_ENTER:
    case MINT_MONITOR_EXIT:
    case MINT_CALLI:
    case MINT_LDVIRTFTN:
    case MINT_TAIL_CALL:
    case MINT_TAIL_CALL_DYNAMIC:
    case MINT_THROW:
    case MINT_RETHROW:
    case MINT_THROW_ERROR:
    case MINT_ENDFILTER:
    case MINT_PROF_ENTER_VISIT:
    case MINT_PROF_RET_VISIT:
    case MINT_PROF_RET_VOID_VISIT:
    case MINT_MOV_2:
    case MINT_MULADD_R8:
    case MINT_MULSUB_R8:
    case MINT_ROL_IMM_I4:
    case MINT_BLT_I4_LOOP:
    case MINT_BLE_I4_LOOP:
    case MINT_BNE_I4_LOOP:
    case MINT_BLT_IMM_I4_LOOP:
    case MINT_BLE_IMM_I4_LOOP:
    case MINT_BGT_IMM_I4_LOOP:
    case MINT_BGE_IMM_I4_LOOP:
    case MINT_BRTRUE_I4_LOOP:
    case MINT_BRFALSE_I4_LOOP:
    case MINT_BRTRUE_I8_LOOP:
    case MINT_BR_LOOP:
    case MINT_ADD_BLT_I4_LOOP:
    case MINT_ADD_BLE_I4_LOOP:
    case MINT_ADD_BLT_IMM_I4_LOOP:
    case MINT_BLT_LEN_LOOP:
    case MINT_LDFLD_FLD_I4:
    case MINT_LDFLD_FLD_I8:
        return false;
    default:
        return true;
    }
}
