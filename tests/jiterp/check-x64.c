/*
 * check-x64.c - the assembler's bytes against encodings known from the processor's manual, and its records.
 */
#include "tests/suite.h"

#include <string.h>

#include "jiterp/x64.h"

static X64Asm a;

static void begin(void)
{
    x64_begin(&a);
}

static void is(const char *want, const char *what)
{
    GString *got = g_string_new(NULL);
    for (guint i = 0; i < a.code->len; i++)
        g_string_append_printf(got, "%s%02x", i ? " " : "", a.code->data[i]);
    ck_assert_msg(!strcmp(got->str, want), "%s: %s, wanted %s", what, got->str, want);
    g_string_free(got, TRUE);
    x64_clear(&a);
}

#define IS(want, call)                                                                                                 \
    do {                                                                                                               \
        begin();                                                                                                       \
        call;                                                                                                          \
        is(want, #call);                                                                                               \
    } while (0)

START_TEST(registers)
{
    IS("01 c8", x64_rr_store(&a, X64_ADD, 4, RAX, RCX));
    IS("03 c1", x64_rr(&a, X64_ADD, 4, RAX, RCX));
    IS("4d 03 c7", x64_rr(&a, X64_ADD, 8, R8, R15));
    IS("48 8b d8", x64_rr(&a, X64_MOV, 8, RBX, RAX));
    IS("0f b6 c1", x64_rr(&a, X64_MOVZX8, 4, RAX, RCX));
    IS("40 0f b6 c6", x64_rr(&a, X64_MOVZX8, 4, RAX, RSI));
    IS("48 63 c7", x64_rr(&a, X64_MOVSXD, 8, RAX, RDI));
    IS("48 0f af f0", x64_rr(&a, X64_IMUL, 8, RSI, RAX));
    IS("84 c0", x64_rr(&a, X64_TEST, 1, RAX, RAX));
    IS("40 84 f6", x64_rr(&a, X64_TEST, 1, RSI, RSI));
    IS("f7 d8", x64_r(&a, X64_NEG, 4, RAX));
    IS("49 f7 f9", x64_r(&a, X64_IDIV, 8, R9));
    IS("d3 e0", x64_r(&a, X64_SHL_CL, 4, RAX));
    IS("48 99", x64_0(&a, X64_CDQ, 8));
    IS("41 54", x64_push(&a, R12));
    IS("5b", x64_pop(&a, RBX));
    IS("ff d0", x64_r(&a, X64_CALL, 8, RAX));
    IS("0f 92 c0", x64_setcc(&a, CC_B, RAX));
    IS("40 0f 94 c7", x64_setcc(&a, CC_E, RDI));
    IS("48 0f 4c c1", x64_cmov(&a, CC_L, 8, RAX, RCX));
}
END_TEST

START_TEST(immediates)
{
    IS("83 c0 01", x64_ri(&a, X64_ADD, 4, RAX, 1));
    IS("48 81 ec 00 01 00 00", x64_ri(&a, X64_SUB, 8, RSP, 256));
    IS("41 c1 e4 05", x64_ri(&a, X64_SHL, 4, R12, 5));
    IS("6b c1 1f", x64_rri(&a, X64_IMUL_IMM, 4, RAX, RCX, 31));
    IS("69 c1 e8 03 00 00", x64_rri(&a, X64_IMUL_IMM, 4, RAX, RCX, 1000));
    IS("b8 05 00 00 00", x64_mov_imm(&a, RAX, 5));
    IS("48 c7 c0 ff ff ff ff", x64_mov_imm(&a, RAX, UINT64_MAX));
    IS("49 b9 88 77 66 55 44 33 22 11", x64_mov_imm(&a, R9, 0x1122334455667788));
    IS("c6 00 07", x64_mi(&a, X64_MOV, 1, x64_at(RAX, 0), 7));
    IS("66 c7 00 07 00", x64_mi(&a, X64_MOV, 2, x64_at(RAX, 0), 7));
    IS("80 78 29 00", x64_mi(&a, X64_CMP, 1, x64_at(RAX, 0x29), 0));
    IS("48 83 7d 10 ff", x64_mi(&a, X64_CMP, 8, x64_at(RBP, 16), -1));
}
END_TEST

START_TEST(memory)
{
    IS("48 8b 45 00", x64_rm(&a, X64_MOV, 8, RAX, x64_at(RBP, 0)));
    IS("48 8b 04 24", x64_rm(&a, X64_MOV, 8, RAX, x64_at(RSP, 0)));
    IS("49 8b 04 24", x64_rm(&a, X64_MOV, 8, RAX, x64_at(R12, 0)));
    IS("49 8b 45 00", x64_rm(&a, X64_MOV, 8, RAX, x64_at(R13, 0)));
    IS("44 89 9d 00 02 00 00", x64_mr(&a, X64_MOV, 4, x64_at(RBP, 512), R11));
    IS("4a 8d 44 c6 20", x64_rm(&a, X64_LEA, 8, RAX, x64_indexed(RSI, R8, 8, 32)));
    IS("88 44 0e 20", x64_mr(&a, X64_MOV, 1, x64_indexed(RSI, RCX, 1, 32), RAX));
    IS("40 88 7c 0e 20", x64_mr(&a, X64_MOV, 1, x64_indexed(RSI, RCX, 1, 32), RDI));
    IS("66 89 3e", x64_mr(&a, X64_MOV, 2, x64_at(RSI, 0), RDI));
    IS("ff 50 78", x64_m(&a, X64_CALL, 8, x64_at(RAX, 0x78)));
    IS("41 ff 4f 04", x64_m(&a, X64_DEC, 4, x64_at(R15, 4)));
}
END_TEST

START_TEST(reals)
{
    IS("f2 0f 58 ca", x64_rr(&a, X64_ADDSD, 4, 1, 2));
    IS("f2 45 0f 59 c1", x64_rr(&a, X64_MULSD, 4, 8, 9));
    IS("f2 0f 10 55 08", x64_rm(&a, X64_MOVSD, 4, 2, x64_at(RBP, 8)));
    IS("f2 44 0f 11 5d 08", x64_mr(&a, X64_MOVSD, 4, x64_at(RBP, 8), 11));
    IS("f2 48 0f 2a c0", x64_rr(&a, X64_CVTSI2SD, 8, 0, RAX));
    IS("f2 0f 2c c1", x64_rr(&a, X64_CVTTSD2SI, 4, RAX, 1));
    IS("66 48 0f 6e c8", x64_rr(&a, X64_MOVQ_X, 8, 1, RAX));
    IS("66 48 0f 7e c8", x64_rr_store(&a, X64_MOVQ_X, 8, RAX, 1));
    IS("66 0f 2e c1", x64_rr(&a, X64_UCOMISD, 4, 0, 1));
    IS("66 0f 3a 0b c1 09", x64_rri(&a, X64_ROUNDSD, 4, 0, 1, 9));
}
END_TEST

START_TEST(three_operands)
{
    IS("c5 eb 58 cb", x64_rrr(&a, X64_ADDSD, 1, 2, 3));
    IS("c5 33 5c c1", x64_rrr(&a, X64_SUBSD, 8, 9, 1));
    IS("c4 c1 73 59 c0", x64_rrr(&a, X64_MULSD, 0, 1, 8));
    IS("c4 41 02 5e ff", x64_rrr(&a, X64_DIVSS, 15, 15, 15));
    IS("c5 e8 57 cb", x64_rrr(&a, X64_XORPS, 1, 2, 3));
    IS("c5 eb 58 4d 08", x64_rrm(&a, X64_ADDSD, 1, 2, x64_at(RBP, 8)));
    IS("c4 a1 6b 58 4c ce 20", x64_rrm(&a, X64_ADDSD, 1, 2, x64_indexed(RSI, R9, 8, 32)));
    IS("c4 c1 6b 58 4c f0 20", x64_rrm(&a, X64_ADDSD, 1, 2, x64_indexed(R8, RSI, 8, 32)));
}
END_TEST

START_TEST(jumps_and_literals)
{
    uint8_t code[64];
    begin();
    X64Label over = x64_label(&a);
    x64_jcc(&a, CC_E, over);
    x64_rm(&a, X64_MOVSD, 4, 0, x64_literal(&a, 0x3ff0000000000000, 0));
    x64_place(&a, over);
    x64_0(&a, X64_RET, 4);
    ck_assert_uint_eq(x64_size(&a), 32);
    x64_finish(&a, code);
    const uint8_t want[] = {0x0f, 0x84, 8, 0, 0, 0, 0xf2, 0x0f, 0x10, 0x05, 2, 0, 0, 0, 0xc3, 0xcc};
    ck_assert_mem_eq(code, want, sizeof want);
    ck_assert_mem_eq(code + 16, "\0\0\0\0\0\0\xf0\x3f", 8);
    x64_clear(&a);
}
END_TEST

START_TEST(records)
{
    begin();
    a.tag = 7;
    x64_rm(&a, X64_MOV, 4, RAX, x64_at(RBP, 0));
    x64_mr(&a, X64_MOVSD, 4, x64_at(RBP, 0), 1);
    x64_mi(&a, X64_ADD, 8, x64_at(RBP, 0), 1);
    x64_rm(&a, X64_LEA, 8, RAX, x64_at(RBP, 0));
    x64_rr(&a, X64_ADD, 8, RAX, RCX);
    static const struct {
        X64Access access;
        unsigned bytes;
    } want[] = {{X64_ACCESS_R, 4}, {X64_ACCESS_W, 8}, {X64_ACCESS_RW, 8}, {X64_ACCESS_N, 0}, {X64_ACCESS_N, 0}};
    ck_assert_uint_eq(a.records->len, 5);
    for (guint i = 0; i < 5; i++) {
        const X64Record *r = &g_array_index(a.records, X64Record, i);
        ck_assert_uint_eq(r->access, want[i].access);
        ck_assert_uint_eq(r->memory_bytes, want[i].bytes);
        ck_assert_uint_eq(r->tag, 7);
    }
    x64_clear(&a);
}
END_TEST

SUITE("jiterp-x64", 20, registers, immediates, memory, reals, three_operands, jumps_and_literals, records)
