/*
 * check-loop.c - the loop on hand-made IR: what each group of ops computes, and what it throws.
 */
#include <math.h>
#include <string.h>

#include "tests/exec/support.h"

typedef struct {
    MintOpcode op;
    MonoSlot a, b, want;
    enum { I4, I8, R4, R8, THROWS } type;
    const char *name; /* of the exception */
} Row;

#define ROW_I4(op, x, y, z) {MINT_##op, {.i4 = x}, {.i4 = y}, {.i4 = z}, I4, NULL}
#define ROW_I8(op, x, y, z) {MINT_##op, {.i8 = x}, {.i8 = y}, {.i8 = z}, I8, NULL}
#define ROW_C8(op, x, y, z) {MINT_##op, {.i8 = x}, {.i8 = y}, {.i4 = z}, I4, NULL}
#define ROW_R4(op, x, y, z) {MINT_##op, {.r4 = x}, {.r4 = y}, {.r4 = z}, R4, NULL}
#define ROW_R8(op, x, y, z) {MINT_##op, {.r8 = x}, {.r8 = y}, {.r8 = z}, R8, NULL}
#define ROW_CR4(op, x, y, z) {MINT_##op, {.r4 = x}, {.r4 = y}, {.i4 = z}, I4, NULL}
#define ROW_CR8(op, x, y, z) {MINT_##op, {.r8 = x}, {.r8 = y}, {.i4 = z}, I4, NULL}
#define ROW_X4(op, x, y, n) {MINT_##op, {.i4 = x}, {.i4 = y}, {0}, THROWS, n}
#define ROW_X8(op, x, y, n) {MINT_##op, {.i8 = x}, {.i8 = y}, {0}, THROWS, n}
#define ZERO "DivideByZeroException"
#define OVERFLOW "OverflowException"
#define MIN4 INT32_MIN
#define MAX4 INT32_MAX
#define MIN8 INT64_MIN
#define MAX8 INT64_MAX

static const Row binary[] = {
    ROW_I4(ADD_I4, MAX4, 1, MIN4), ROW_I8(ADD_I8, MAX8, 1, MIN8), ROW_I4(SUB_I4, MIN4, 1, MAX4),
    ROW_I8(SUB_I8, 5, 7, -2), ROW_I4(MUL_I4, 65536, 65537, 65536), ROW_I8(MUL_I8, 1L << 40, 1L << 30, 0),
    ROW_I4(AND_I4, 12, 10, 8), ROW_I8(AND_I8, -1, 10, 10), ROW_I4(OR_I4, 12, 10, 14), ROW_I8(OR_I8, 12, 10, 14),
    ROW_I4(XOR_I4, 12, 10, 6), ROW_I8(XOR_I8, -1, 1, -2), ROW_I4(SHL_I4, 1, 33, 2), ROW_I8(SHL_I8, 1, 65, 2),
    ROW_I4(SHR_I4, -8, 1, -4), ROW_I8(SHR_I8, -8, 65, -4), ROW_I4(SHR_UN_I4, -8, 29, 7),
    ROW_I8(SHR_UN_I8, -8, 61, 7), ROW_I4(DIV_I4, -7, 2, -3), ROW_I8(DIV_I8, -7, 2, -3),
    ROW_I4(DIV_UN_I4, -1, 2, MAX4), ROW_I8(DIV_UN_I8, -1, 2, MAX8), ROW_I4(REM_I4, -7, 2, -1),
    ROW_I8(REM_I8, -7, 2, -1), ROW_I4(REM_UN_I4, -1, 16, 15), ROW_I8(REM_UN_I8, -1, 16, 15),
    ROW_X4(DIV_I4, 1, 0, ZERO), ROW_X8(DIV_I8, 1, 0, ZERO), ROW_X4(DIV_UN_I4, 1, 0, ZERO),
    ROW_X8(DIV_UN_I8, 1, 0, ZERO), ROW_X4(REM_I4, 1, 0, ZERO), ROW_X8(REM_I8, 1, 0, ZERO),
    ROW_X4(REM_UN_I4, 1, 0, ZERO), ROW_X8(REM_UN_I8, 1, 0, ZERO), ROW_X4(DIV_I4, MIN4, -1, OVERFLOW),
    ROW_X8(DIV_I8, MIN8, -1, OVERFLOW), ROW_X4(REM_I4, MIN4, -1, OVERFLOW), ROW_X8(REM_I8, MIN8, -1, OVERFLOW),
    ROW_I4(ADD_OVF_I4, 1, 2, 3), ROW_I8(ADD_OVF_I8, 1, 2, 3), ROW_I4(ADD_OVF_UN_I4, 1, -2, -1),
    ROW_I8(ADD_OVF_UN_I8, 1, -2, -1), ROW_I4(SUB_OVF_I4, 1, 2, -1), ROW_I8(SUB_OVF_I8, 1, 2, -1),
    ROW_I4(SUB_OVF_UN_I4, 2, 1, 1), ROW_I8(SUB_OVF_UN_I8, 2, 1, 1), ROW_I4(MUL_OVF_I4, -3, 5, -15),
    ROW_I8(MUL_OVF_I8, -3, 5, -15), ROW_I4(MUL_OVF_UN_I4, 3, 5, 15), ROW_I8(MUL_OVF_UN_I8, 3, 5, 15),
    ROW_X4(ADD_OVF_I4, MAX4, 1, OVERFLOW), ROW_X8(ADD_OVF_I8, MAX8, 1, OVERFLOW),
    ROW_X4(ADD_OVF_UN_I4, -1, 1, OVERFLOW), ROW_X8(ADD_OVF_UN_I8, -1, 1, OVERFLOW),
    ROW_X4(SUB_OVF_I4, MIN4, 1, OVERFLOW), ROW_X8(SUB_OVF_I8, MIN8, 1, OVERFLOW),
    ROW_X4(SUB_OVF_UN_I4, 1, 2, OVERFLOW), ROW_X8(SUB_OVF_UN_I8, 1, 2, OVERFLOW),
    ROW_X4(MUL_OVF_I4, 65536, 32768, OVERFLOW), ROW_X8(MUL_OVF_I8, MIN8, -1, OVERFLOW),
    ROW_X4(MUL_OVF_UN_I4, 65536, 65536, OVERFLOW), ROW_X8(MUL_OVF_UN_I8, -1, 2, OVERFLOW),
    ROW_R4(ADD_R4, 1.5f, 2.25f, 3.75f), ROW_R8(ADD_R8, 0.1, 0.2, 0.1 + 0.2), ROW_R4(SUB_R4, 1.5f, 2.25f, -0.75f),
    ROW_R8(SUB_R8, 1, 2, -1), ROW_R4(MUL_R4, 1.5f, 2, 3), ROW_R8(MUL_R8, 1.5, 2, 3), ROW_R4(DIV_R4, 1, 3, 1.0f / 3),
    ROW_R8(DIV_R8, 1, 0, INFINITY), ROW_R4(REM_R4, -5.5f, 2, -1.5f), ROW_R8(REM_R8, 5, 3, 2),
    ROW_I4(CEQ_I4, 3, 3, 1), ROW_I4(CNE_I4, 3, 3, 0), ROW_I4(CLT_I4, -1, 3, 1), ROW_I4(CLE_I4, 3, 3, 1),
    ROW_I4(CLT_UN_I4, -1, 3, 0), ROW_I4(CLE_UN_I4, 3, -1, 1), ROW_C8(CEQ_I8, 3, 3, 1), ROW_C8(CNE_I8, 3, 4, 1),
    ROW_C8(CLT_I8, MIN8, 3, 1), ROW_C8(CLE_I8, 4, 3, 0), ROW_C8(CLT_UN_I8, -1, 3, 0), ROW_C8(CLE_UN_I8, 3, -1, 1),
    ROW_CR4(CEQ_R4, 1, 1, 1), ROW_CR4(CEQ_R4, NAN, NAN, 0), ROW_CR4(CNE_R4, NAN, NAN, 1), ROW_CR4(CLT_R4, 1, 2, 1),
    ROW_CR4(CLE_R4, NAN, 2, 0), ROW_CR4(CLT_UN_R4, NAN, 2, 1), ROW_CR4(CLT_UN_R4, 3, 2, 0),
    ROW_CR4(CLE_UN_R4, 2, 2, 1), ROW_CR8(CEQ_R8, 1, 1, 1), ROW_CR8(CNE_R8, NAN, NAN, 1), ROW_CR8(CLT_R8, NAN, 2, 0),
    ROW_CR8(CLE_R8, 2, 2, 1), ROW_CR8(CLT_UN_R8, NAN, 2, 1), ROW_CR8(CLE_UN_R8, 3, 2, 0),
    ROW_CR8(CLE_UN_R8, 3, NAN, 1),
};

static void check_result(const Row *row, MonoSlot got)
{
    const char *name = mint_op_info[row->op].name;
    switch (row->type) {
    case I4:
        ck_assert_msg(got.i4 == row->want.i4, "%s: %d", name, got.i4);
        break;
    case I8:
        ck_assert_msg(got.i8 == row->want.i8, "%s: %ld", name, (long)got.i8);
        break;
    case R4:
        ck_assert_msg(got.u4 == row->want.u4, "%s: %g", name, (double)got.r4);
        break;
    default:
        ck_assert_msg(got.u8 == row->want.u8, "%s: %g", name, got.r8);
    }
}

static void check_row(const Row *row, Hand *hand)
{
    const MonoSlot args[] = {row->a, row->b};
    if (row->type == THROWS)
        hand_throws(hand, args, row->name);
    else
        check_result(row, hand_run(hand, args));
}

START_TEST(binary_ops)
{
    start_runtime();
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) {
        Hand hand;
        HAND(&hand, 2, binary[i].op, 10, 0, 1, MINT_RET, 10);
        check_row(&binary[i], &hand);
        HAND(&hand, 2, binary[i].op, 0, 0, 1, MINT_RET, 0); /* the result over an operand */
        check_row(&binary[i], &hand);
    }
}
END_TEST

/* Immediates: the second operand stands in the code. */
static const Row immediate[] = {
    ROW_I4(ADD_IMM_I4, 5, -7, -2), ROW_I8(ADD_IMM_I8, 5, -7, -2), ROW_I4(MUL_IMM_I4, 5, -7, -35),
    ROW_I8(MUL_IMM_I8, 5, -7, -35), ROW_I4(AND_IMM_I4, 13, -2, 12), ROW_I8(AND_IMM_I8, 13, -2, 12),
    ROW_I4(OR_IMM_I4, 12, 1, 13), ROW_I8(OR_IMM_I8, 12, 1, 13), ROW_I4(XOR_IMM_I4, 12, -1, -13),
    ROW_I8(XOR_IMM_I8, 12, -1, -13), ROW_I4(SHL_IMM_I4, 1, 31, MIN4), ROW_I8(SHL_IMM_I8, 1, 63, MIN8),
    ROW_I4(SHR_IMM_I4, MIN4, 31, -1), ROW_I8(SHR_IMM_I8, MIN8, 63, -1), ROW_I4(SHR_UN_IMM_I4, MIN4, 31, 1),
    ROW_I8(SHR_UN_IMM_I8, MIN8, 63, 1), ROW_I4(DIV_IMM_I4, -7, 2, -3), ROW_I8(DIV_IMM_I8, -7, 2, -3),
    ROW_I4(REM_IMM_I4, -7, 2, -1), ROW_I8(REM_IMM_I8, -7, 2, -1), ROW_I4(DIV_UN_IMM_I4, -1, 2, MAX4),
    ROW_I8(DIV_UN_IMM_I8, -1, 2, MAX8), ROW_I4(REM_UN_IMM_I4, -1, 16, 15), ROW_I8(REM_UN_IMM_I8, -1, 16, 15),
    ROW_I4(CEQ_IMM_I4, -3, -3, 1), ROW_I4(CNE_IMM_I4, 3, 3, 0), ROW_I4(CLT_IMM_I4, -1, 3, 1),
    ROW_I4(CLE_IMM_I4, 3, 3, 1), ROW_I4(CGT_IMM_I4, 3, 3, 0), ROW_I4(CGE_IMM_I4, 3, 3, 1),
    ROW_I4(CLT_UN_IMM_I4, 3, -1, 1), ROW_I4(CLE_UN_IMM_I4, -1, -1, 1), ROW_I4(CGT_UN_IMM_I4, -1, 3, 1),
    ROW_I4(CGE_UN_IMM_I4, 3, -1, 0), ROW_C8(CEQ_IMM_I8, -3, -3, 1), ROW_C8(CNE_IMM_I8, 3, 3, 0),
    ROW_C8(CLT_IMM_I8, -1, 3, 1), ROW_C8(CLE_IMM_I8, 3, 3, 1), ROW_C8(CGT_IMM_I8, 3, 3, 0),
    ROW_C8(CGE_IMM_I8, 3, 3, 1), ROW_C8(CLT_UN_IMM_I8, 3, -1, 1), ROW_C8(CLE_UN_IMM_I8, -1, -1, 1),
    ROW_C8(CGT_UN_IMM_I8, -1, 3, 1), ROW_C8(CGE_UN_IMM_I8, 3, -1, 0),
};

START_TEST(immediate_ops)
{
    start_runtime();
    for (size_t i = 0; i < sizeof immediate / sizeof *immediate; i++) {
        Hand hand;
        HAND(&hand, 1, immediate[i].op, 10, 0, LOW(immediate[i].b.i4), MINT_RET, 10);
        check_row(&immediate[i], &hand);
    }
}
END_TEST

#define U(op, fa, x, fw, z, type) {MINT_##op, {.fa = x}, {0}, {.fw = z}, type, NULL}
#define UX(op, fa, x, n) {MINT_##op, {.fa = x}, {0}, {0}, THROWS, n}
static const Row unary[] = {
    U(NEG_I4, i4, MIN4, i4, MIN4, I4), U(NEG_I8, i8, 5, i8, -5, I8), U(NOT_I4, i4, 5, i4, -6, I4),
    U(NOT_I8, i8, 5, i8, -6, I8), U(NEG_R4, r4, 2, r4, -2, R4), U(NEG_R8, r8, 0.0, r8, -0.0, R8),
    U(CKFINITE_R4, r4, 2, r4, 2, R4), U(CKFINITE_R8, r8, 2, r8, 2, R8),
    UX(CKFINITE_R4, r4, INFINITY, OVERFLOW), UX(CKFINITE_R8, r8, NAN, OVERFLOW),
    U(MOV, i8, MIN8, i8, MIN8, I8), U(CONV_I1_I4, i4, 0x1ff, i4, -1, I4), U(CONV_U1_I4, i4, 0x1ff, i4, 0xff, I4),
    U(CONV_I2_I4, i4, 0x1ffff, i4, -1, I4), U(CONV_U2_I4, i4, 0x1ffff, i4, 0xffff, I4),
    U(CONV_I8_I4, i4, -1, i8, -1, I8), U(CONV_I8_U4, i4, -1, i8, 0xffffffff, I8), U(CONV_R4_I4, i4, -3, r4, -3, R4),
    U(CONV_R8_I4, i4, -3, r8, -3, R8), U(CONV_R4_I8, i8, -3, r4, -3, R4), U(CONV_R8_I8, i8, -3, r8, -3, R8),
    U(CONV_R8_U4, i4, -1, r8, 4294967295.0, R8), U(CONV_R8_U8, i8, -1, r8, 18446744073709551616.0, R8),
    U(CONV_R8_R4, r4, 0.5f, r8, 0.5, R8), U(CONV_R4_R8, r8, 0.1, r4, 0.1f, R4), U(CONV_I1_R4, r4, -1.5f, i4, -1, I4),
    U(CONV_U1_R4, r4, -1.5f, i4, 255, I4), U(CONV_I2_R4, r4, 70000, i4, 4464, I4),
    U(CONV_U2_R4, r4, -1, i4, 65535, I4), U(CONV_I4_R4, r4, NAN, i4, MIN4, I4), U(CONV_U4_R4, r4, 3e9f, u4, 3000000000, I4),
    U(CONV_I8_R4, r4, 1e19f, i8, MIN8, I8), U(CONV_U8_R4, r4, -1.5f, i8, -1, I8), U(CONV_I1_R8, r8, 200, i4, -56, I4),
    U(CONV_U1_R8, r8, 1e10, i4, 0, I4), U(CONV_I2_R8, r8, -1.9, i4, -1, I4), U(CONV_U2_R8, r8, -1.9, i4, 65535, I4),
    U(CONV_I4_R8, r8, 3e9, i4, MIN4, I4), U(CONV_U4_R8, r8, -3e9, u4, 1294967296, I4),
    U(CONV_I8_R8, r8, -1.9, i8, -1, I8), U(CONV_U8_R8, r8, 1e19, u8, 10000000000000000000u, I8),
    U(CONV_OVF_I1_I4, i4, -128, i4, -128, I4), U(CONV_OVF_U1_I4, i4, 255, i4, 255, I4),
    U(CONV_OVF_I2_I4, i4, -32768, i4, -32768, I4), U(CONV_OVF_U2_I4, i4, 65535, i4, 65535, I4),
    U(CONV_OVF_U4_I4, i4, 5, i4, 5, I4), U(CONV_OVF_U8_I4, i4, 5, i8, 5, I8), U(CONV_OVF_I1_U4, i4, 127, i4, 127, I4),
    U(CONV_OVF_U1_U4, i4, 255, i4, 255, I4), U(CONV_OVF_I2_U4, i4, 32767, i4, 32767, I4),
    U(CONV_OVF_U2_U4, i4, 65535, i4, 65535, I4), U(CONV_OVF_I4_U4, i4, MAX4, i4, MAX4, I4),
    UX(CONV_OVF_I1_I4, i4, 128, OVERFLOW), UX(CONV_OVF_U1_I4, i4, -1, OVERFLOW), UX(CONV_OVF_I2_I4, i4, 32768, OVERFLOW),
    UX(CONV_OVF_U2_I4, i4, -1, OVERFLOW), UX(CONV_OVF_U4_I4, i4, -1, OVERFLOW), UX(CONV_OVF_U8_I4, i4, -1, OVERFLOW),
    UX(CONV_OVF_I1_U4, i4, -1, OVERFLOW), UX(CONV_OVF_U1_U4, i4, -1, OVERFLOW), UX(CONV_OVF_I2_U4, i4, -1, OVERFLOW),
    UX(CONV_OVF_U2_U4, i4, -1, OVERFLOW), UX(CONV_OVF_I4_U4, i4, -1, OVERFLOW),
    U(CONV_OVF_I1_I8, i8, -128, i4, -128, I4), U(CONV_OVF_U1_I8, i8, 255, i4, 255, I4),
    U(CONV_OVF_I2_I8, i8, -32768, i4, -32768, I4), U(CONV_OVF_U2_I8, i8, 65535, i4, 65535, I4),
    U(CONV_OVF_I4_I8, i8, MIN4, i4, MIN4, I4), U(CONV_OVF_U4_I8, i8, 0xffffffff, i4, -1, I4),
    U(CONV_OVF_U8_I8, i8, 7, i8, 7, I8), U(CONV_OVF_I1_U8, i8, 7, i4, 7, I4), U(CONV_OVF_U1_U8, i8, 7, i4, 7, I4),
    U(CONV_OVF_I2_U8, i8, 7, i4, 7, I4), U(CONV_OVF_U2_U8, i8, 7, i4, 7, I4), U(CONV_OVF_I4_U8, i8, 7, i4, 7, I4),
    U(CONV_OVF_U4_U8, i8, 7, i4, 7, I4), U(CONV_OVF_I8_U8, i8, 7, i8, 7, I8),
    UX(CONV_OVF_I4_I8, i8, 0x80000000L, OVERFLOW), UX(CONV_OVF_U4_I8, i8, -1, OVERFLOW),
    UX(CONV_OVF_U8_I8, i8, -1, OVERFLOW), UX(CONV_OVF_I1_U8, i8, -1, OVERFLOW), UX(CONV_OVF_I8_U8, i8, -1, OVERFLOW),
    U(CONV_OVF_I1_R8, r8, -128.9, i4, -128, I4), U(CONV_OVF_U1_R8, r8, 255.9, i4, 255, I4),
    U(CONV_OVF_I2_R8, r8, 32767.9, i4, 32767, I4), U(CONV_OVF_U2_R8, r8, -0.9, i4, 0, I4),
    U(CONV_OVF_I4_R8, r8, 2147483647.5, i4, MAX4, I4), U(CONV_OVF_U4_R8, r8, 4294967295.5, i4, -1, I4),
    U(CONV_OVF_I8_R8, r8, -9223372036854775808.0, i8, MIN8, I8),
    U(CONV_OVF_U8_R8, r8, 1e19, u8, 10000000000000000000u, I8), UX(CONV_OVF_I1_R8, r8, 128, OVERFLOW),
    UX(CONV_OVF_U1_R8, r8, -1, OVERFLOW), UX(CONV_OVF_I2_R8, r8, 1e10, OVERFLOW), UX(CONV_OVF_U2_R8, r8, NAN, OVERFLOW),
    UX(CONV_OVF_I4_R8, r8, 2147483648.0, OVERFLOW), UX(CONV_OVF_U4_R8, r8, NAN, OVERFLOW),
    UX(CONV_OVF_I8_R8, r8, 9223372036854775808.0, OVERFLOW), UX(CONV_OVF_U8_R8, r8, -1, OVERFLOW),
    U(CONV_INDEX, i8, MAX4, i4, MAX4, I4), UX(CONV_INDEX, i8, 0x80000000L, "IndexOutOfRangeException"),
    UX(CONV_INDEX, i8, -1, "IndexOutOfRangeException"), U(SQRT_R8, r8, 9, r8, 3, R8), U(ABS_R8, r8, -9, r8, 9, R8),
    U(FLOOR_R8, r8, -1.5, r8, -2, R8), U(CEIL_R8, r8, -1.5, r8, -1, R8), U(SIN_R8, r8, 0, r8, 0, R8),
    U(COS_R8, r8, 0, r8, 1, R8),
};

START_TEST(unary_ops)
{
    start_runtime();
    for (size_t i = 0; i < sizeof unary / sizeof *unary; i++) {
        Hand hand;
        HAND(&hand, 1, unary[i].op, 10, 0, MINT_RET, 10);
        check_row(&unary[i], &hand);
    }
}
END_TEST

START_TEST(constants)
{
    start_runtime();
    Hand hand;
    HAND(&hand, 0, MINT_NOP, MINT_NOP2, 0, MINT_BREAK, MINT_MEMORY_BARRIER, MINT_LDC_I4_S, 9, LOW(-5), MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, NULL).i4, -5);
    HAND(&hand, 0, MINT_LDC_I4, 9, WIDE(-100000), MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, NULL).i4, -100000);
    HAND(&hand, 0, MINT_LDC_I8_S, 9, LOW(-5), MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, NULL).i8, -5);
    HAND(&hand, 0, MINT_LDC_I8, 9, WIDE(2), WIDE(1), MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, NULL).i8, 0x100000002);
    HAND(&hand, 0, MINT_LDC_R4, 9, WIDE(0x3f800000), MINT_RET, 9);
    ck_assert_float_eq(hand_run(&hand, NULL).r4, 1);
    HAND(&hand, 0, MINT_LDC_R8, 9, WIDE(0), WIDE(0x3ff00000), MINT_RET, 9);
    ck_assert_double_eq(hand_run(&hand, NULL).r8, 1);
    HAND(&hand, 0, MINT_LDPTR, 9, 3, MINT_RET, 9);
    hand.data[3] = &hand;
    ck_assert_ptr_eq(hand_run(&hand, NULL).p, &hand);
    const MonoSlot args[] = {{.i8 = 1}, {.i8 = 2}, {.i8 = 3}};
    HAND(&hand, 3, MINT_MOV_VT, 1, 0, 2, MINT_ADD_I8, 9, 1, 2, MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, args).i8, 3);
    HAND(&hand, 3, MINT_ZERO_VT, 0, 2, MINT_ADD_I8, 9, 0, 1, MINT_ADD_I8, 9, 9, 2, MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, args).i8, 3);
    HAND(&hand, 3, MINT_LDLOCA, 9, 2, MINT_LDIND_I8, 9, 9, MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, args).i8, 3);
}
END_TEST

/* Every compare-and-branch takes the way that its compare computes. */
START_TEST(branches)
{
    start_runtime();
    Hand hand;
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) {
        if (binary[i].op < MINT_CEQ_I4 || binary[i].op > MINT_CLE_UN_R8)
            continue;
        bool integer = binary[i].op <= MINT_CLE_UN_I8;
        uint16_t op = (uint16_t)(integer ? MINT_BEQ_I4 + (binary[i].op - MINT_CEQ_I4)
                                         : MINT_BEQ_R4 + (binary[i].op - MINT_CEQ_R4));
        HAND(&hand, 2, op, 0, 1, WIDE(10), MINT_LDC_I4_S, 9, 0, MINT_RET, 9, MINT_LDC_I4_S, 9, 1, MINT_RET, 9);
        check_row(&binary[i], &hand);
    }
    for (size_t i = 0; i < sizeof immediate / sizeof *immediate; i++) {
        if (immediate[i].op < MINT_CEQ_IMM_I4 || immediate[i].op > MINT_CGE_UN_IMM_I8)
            continue;
        uint16_t op = (uint16_t)(MINT_BEQ_IMM_I4 + (immediate[i].op - MINT_CEQ_IMM_I4));
        HAND(&hand, 1, op, 0, LOW(immediate[i].b.i4), WIDE(10), MINT_LDC_I4_S, 9, 0, MINT_RET, 9, MINT_LDC_I4_S, 9, 1,
             MINT_RET, 9);
        check_row(&immediate[i], &hand);
    }
    static const struct {
        uint16_t op;
        int64_t value;
        int want;
    } single[] = {{MINT_BRTRUE_I4, 1, 1}, {MINT_BRTRUE_I4, 1L << 32, 0}, {MINT_BRTRUE_I8, 1L << 32, 1},
                  {MINT_BRFALSE_I4, 1L << 32, 1}, {MINT_BRFALSE_I8, 0, 1}, {MINT_BRFALSE_I8, 1L << 32, 0}};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        const MonoSlot args[] = {{.i8 = single[i].value}};
        HAND(&hand, 1, single[i].op, 0, WIDE(9), MINT_LDC_I4_S, 9, 0, MINT_RET, 9, MINT_LDC_I4_S, 9, 1, MINT_RET, 9);
        ck_assert_int_eq(hand_run(&hand, args).i4, single[i].want);
    }
}
END_TEST

/* sum = 0; do sum += n while (--n != 0), with a safepoint at the loop's head. */
START_TEST(loop_and_switch)
{
    start_runtime();
    Hand hand;
    const MonoSlot args[] = {{.i4 = 100}};
    HAND(&hand, 1, MINT_SAFEPOINT, MINT_ADD_I4, 1, 1, 0, MINT_ADD_IMM_I4, 0, 0, LOW(-1), MINT_BRTRUE_I4, 0, WIDE(-9),
         MINT_BR, WIDE(3), MINT_RET, 1);
    ck_assert_int_eq(hand_run(&hand, args).i4, 5050);
    for (int value = -1; value < 3; value++) {
        const MonoSlot one[] = {{.i4 = value}};
        HAND(&hand, 1, MINT_SWITCH, 0, 2, WIDE(12), WIDE(17), MINT_LDC_I4_S, 9, 77, MINT_RET, 9, /* 12: */
             MINT_LDC_I4_S, 9, 0, MINT_RET, 9, /* 17: */ MINT_LDC_I4_S, 9, 1, MINT_RET, 9);
        ck_assert_int_eq(hand_run(&hand, one).i4, value == 0 || value == 1 ? value : 77);
    }
}
END_TEST

SUITE("exec-loop", 60, binary_ops, immediate_ops, unary_ops, constants, branches, loop_and_switch)
