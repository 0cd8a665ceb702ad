/* check-eh-frame.c - call frame information, made by hand, cut short, and changed at random. */
#include "profiler/unwind/unwind.h"
#include "tests/suite.h"

#include <glib.h>
#include <string.h>

#define BASE 0x100000u    /* where the tables were */
#define FUNCTION 0x90000u /* the described function, SIZE bytes */
#define SIZE 0x40u

/* Tables of one function: header, CIE, FDE with the given instructions. */
static GByteArray *bytes;

static void put(const void *data, size_t size)
{
    g_byte_array_append(bytes, data, (guint)size);
}

static void put32(uint32_t value)
{
    put(&value, 4);
}

static uint32_t begin_entry(void)
{
    put32(0);
    return bytes->len;
}

static void end_entry(uint32_t start)
{
    while ((bytes->len - start) % 8)
        put("\0", 1);
    uint32_t length = bytes->len - start;
    memcpy(bytes->data + start - 4, &length, 4);
}

static SpEhTables make_tables(const char *augmentation, const char *cie_code, size_t cie_size, const char *fde_code,
                              size_t fde_size)
{
    bytes = g_byte_array_new();
    put("\1\x1b\3\x3b", 4); /* version, pcrel|sdata4, udata4, datarel|sdata4 */
    put32(20 - 4 - 0);      /* .eh_frame, relative to this field */
    put32(1);
    put32(FUNCTION - BASE);
    put32(0); /* the FDE, filled in below */
    uint32_t cie = bytes->len, start = begin_entry();
    put32(0);
    put("\1", 1);
    put(augmentation, strlen(augmentation) + 1);
    put("\1\x78\x10", 3); /* code 1, data -8, return column 16 */
    if (augmentation[0] == 'z')
        put("\1\x1b", 2);
    put(cie_code, cie_size);
    end_entry(start);
    uint32_t fde = bytes->len;
    memcpy(bytes->data + 16, &fde, 4);
    start = begin_entry();
    put32(bytes->len - cie);
    put32(FUNCTION - (BASE + bytes->len));
    put32(SIZE);
    if (augmentation[0] == 'z')
        put("\0", 1);
    put(fde_code, fde_size);
    end_entry(start);
    put32(0);
    return (SpEhTables){BASE, bytes->data, bytes->len, BASE};
}

#define CIE_CODE "\x0c\7\x08\x90\1" /* CFA = rsp + 8, rip at CFA - 8 */
#define TABLES(augmentation, fde) make_tables(augmentation, CIE_CODE, sizeof CIE_CODE - 1, fde, sizeof(fde) - 1)

static SpEhRule rule_of(const SpEhTables *t, uintptr_t pc)
{
    SpEhRule rule;
    ck_assert(sp_eh_rule(t, pc, &rule));
    return rule;
}

START_TEST(rows_apply_from_their_address_on)
{
    /* push rbp at +1; mov rbp, rsp at +4: CFA = rbp + 16; back at +0x20 */
    SpEhTables t = TABLES("zR", "\x41\x0e\x10\x86\2\x43\x0d\6\x0a\x5c\x0c\7\x08\x48\x0b");
    SpEhRule r = rule_of(&t, FUNCTION);
    ck_assert_uint_eq(r.cfa_register, SP_RSP);
    ck_assert_int_eq(r.cfa_offset, 8);
    ck_assert_uint_eq(r.saved[SP_RBP].how, SP_SAVED_NOT);
    ck_assert_uint_eq(r.saved[SP_RIP].how, SP_SAVED_AT_CFA);
    ck_assert_int_eq(r.saved[SP_RIP].offset, -8);
    r = rule_of(&t, FUNCTION + 1);
    ck_assert_int_eq(r.cfa_offset, 16);
    ck_assert_int_eq(r.saved[SP_RBP].offset, -16);
    r = rule_of(&t, FUNCTION + 5);
    ck_assert_uint_eq(r.cfa_register, SP_RBP);
    ck_assert_int_eq(r.cfa_offset, 16);
    r = rule_of(&t, FUNCTION + 0x20);
    ck_assert_uint_eq(r.cfa_register, SP_RSP);
    ck_assert_int_eq(r.cfa_offset, 8);
    r = rule_of(&t, FUNCTION + 0x28); /* restore_state brings the whole row back */
    ck_assert_uint_eq(r.cfa_register, SP_RBP);
    g_byte_array_free(bytes, TRUE);
}
END_TEST

START_TEST(addresses_outside_every_function_have_no_rule)
{
    SpEhTables t = TABLES("zR", "\x41\x0e\x10");
    SpEhRule r;
    ck_assert(!sp_eh_rule(&t, FUNCTION - 1, &r));
    ck_assert(!sp_eh_rule(&t, FUNCTION + SIZE, &r));
    ck_assert(!sp_eh_rule(&t, 0, &r));
    ck_assert(!sp_eh_rule(&t, UINTPTR_MAX, &r));
    ck_assert(sp_eh_rule(&t, FUNCTION + SIZE - 1, &r));
    g_byte_array_free(bytes, TRUE);
}
END_TEST

START_TEST(outermost_frames_and_signal_frames_are_told)
{
    SpEhTables t = TABLES("zR", "\7\x10"); /* undefined rip */
    ck_assert_uint_eq(rule_of(&t, FUNCTION).saved[SP_RIP].how, SP_SAVED_NOWHERE);
    ck_assert(!rule_of(&t, FUNCTION).signal_frame);
    g_byte_array_free(bytes, TRUE);
    t = TABLES("zRS", "\x0f\3\x77\xa0\1\x16\x10\3\x77\x80\1"); /* CFA and rip by expressions */
    SpEhRule r = rule_of(&t, FUNCTION);
    ck_assert(r.signal_frame);
    ck_assert(r.cfa_expression);
    ck_assert_uint_eq(r.cfa_length, 3);
    ck_assert_uint_eq(r.saved[SP_RIP].how, SP_SAVED_AS_EXPRESSION);
    g_byte_array_free(bytes, TRUE);
}
END_TEST

START_TEST(every_kind_of_rule_is_read)
{
    SpEhTables t =
        TABLES("zR", "\5\3\2\x11\x0c\2\x14\x0d\1\x15\x0e\1\x09\x0f\3\x10\6\1\x96\7\x08\x2e\0\x12\7\x7e\x13\x7d");
    SpEhRule r = rule_of(&t, FUNCTION);
    ck_assert_int_eq(r.saved[3].offset, -16);
    ck_assert_int_eq(r.saved[12].offset, -16);
    ck_assert_uint_eq(r.saved[13].how, SP_SAVED_CFA_PLUS);
    ck_assert_int_eq(r.saved[14].offset, -8);
    ck_assert_uint_eq(r.saved[15].how, SP_SAVED_IN);
    ck_assert_int_eq(r.saved[15].offset, 3);
    ck_assert_uint_eq(r.saved[6].how, SP_SAVED_AT_EXPRESSION);
    ck_assert_uint_eq(r.saved[8].how, SP_SAVED_NOWHERE);
    ck_assert_int_eq(r.cfa_offset, 24); /* -3 of -8 */
    g_byte_array_free(bytes, TRUE);
}
END_TEST

START_TEST(unknown_instructions_and_augmentations_give_no_rule)
{
    SpEhRule r;
    SpEhTables t = TABLES("zR", "\x3f");
    ck_assert(!sp_eh_rule(&t, FUNCTION, &r));
    g_byte_array_free(bytes, TRUE);
    t = TABLES("zR", "\x0b"); /* restore_state of nothing */
    ck_assert(!sp_eh_rule(&t, FUNCTION, &r));
    g_byte_array_free(bytes, TRUE);
    t = TABLES("zR", "\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a"); /* more than may be remembered */
    ck_assert(!sp_eh_rule(&t, FUNCTION, &r));
    g_byte_array_free(bytes, TRUE);
    t = TABLES("eh", "\x41");
    ck_assert(!sp_eh_rule(&t, FUNCTION, &r));
    g_byte_array_free(bytes, TRUE);
    t = TABLES("zR", "\x0c\x7f\x08"); /* CFA from a register that is none */
    ck_assert(!sp_eh_rule(&t, FUNCTION, &r));
    g_byte_array_free(bytes, TRUE);
}
END_TEST

/* An exact copy on the heap, so that a sanitizer sees a read behind the end. */
static void try_all(const uint8_t *data, size_t size, uintptr_t header)
{
    uint8_t *copy = g_memdup2(data, size ? size : 1);
    SpEhTables t = {BASE, copy, size, header};
    SpStackCopy stack = {0x7000, copy, size & ~(size_t)7};
    uint64_t registers[SP_REGISTERS] = {0}, value;
    registers[SP_RSP] = 0x7000;
    for (uintptr_t pc = FUNCTION; pc < FUNCTION + SIZE; pc += 7) {
        SpEhRule r;
        if (!sp_eh_rule(&t, pc, &r))
            continue;
        ck_assert(r.cfa_expression || r.cfa_register < SP_REGISTERS);
        for (int i = 0; i < SP_REGISTERS; i++)
            if (r.saved[i].how >= SP_SAVED_AT_EXPRESSION && r.saved[i].how <= SP_SAVED_AS_EXPRESSION) {
                ck_assert_int_ge(r.saved[i].offset, 0);
                ck_assert_uint_le((size_t)r.saved[i].offset + r.saved[i].length, size);
                sp_eh_expression(copy + r.saved[i].offset, r.saved[i].length, registers, UINT32_MAX, &stack, NULL,
                                 &value);
            }
    }
    g_free(copy);
}

START_TEST(tables_cut_anywhere_end_there)
{
    SpEhTables t = TABLES("zRS", "\x41\x0e\x10\x86\2\x0f\3\x77\xa0\1\x16\x10\3\x77\x80\1");
    for (size_t size = 0; size <= t.size; size++)
        try_all(t.bytes, size, BASE);
    for (uintptr_t header = BASE - 20; header < BASE + t.size + 20; header++)
        try_all(t.bytes, t.size, header);
    g_byte_array_free(bytes, TRUE);
}
END_TEST

START_TEST(hostile_tables_never_lead_out_of_them)
{
    GRand *random = g_rand_new_with_seed(11);
    for (int round = 0; round < 60000; round++) {
        TABLES("zRS",
               "\x41\x0e\x10\x86\2\x0a\x0f\3\x77\xa0\1\x16\x10\3\x77\x80\1\x0b\x48\x10\6\2\x70\0\2\1\3\1\0\4\1\0\0\0");
        for (int change = g_rand_int_range(random, 1, 6); change > 0; change--) {
            static const uint8_t odd[] = {0, 1, 0x7f, 0x80, 0xff, 0x0f, 0x10, 0x16};
            uint8_t value = g_rand_boolean(random) ? odd[g_rand_int_range(random, 0, 8)] : (uint8_t)g_rand_int(random);
            bytes->data[g_rand_int_range(random, 0, (int)bytes->len)] = value;
        }
        try_all(bytes->data, bytes->len, BASE);
        g_byte_array_free(bytes, TRUE);
    }
    g_rand_free(random);
}
END_TEST

#define EVALUATE(code, cfa) sp_eh_expression((const uint8_t *)code, sizeof(code) - 1, r, known, &stack, cfa, &value)

START_TEST(expressions_are_evaluated)
{
    uint64_t words[2] = {0x1234, 0x5678}, r[SP_REGISTERS] = {0}, value, cfa = 100;
    uint32_t known = 1u << SP_RSP | 1u << SP_RIP;
    SpStackCopy stack = {0x7000, (uint8_t *)words, sizeof words};
    r[SP_RSP] = 0x7000;
    r[SP_RIP] = 0x100b;
    ck_assert(EVALUATE("\x77\x08\x06", NULL)); /* [rsp + 8] */
    ck_assert_uint_eq(value, 0x5678);
    ck_assert(EVALUATE("\x77\x08\x80\0\x3f\x1a\x3b\x2a\x33\x24\x22", NULL)); /* a linkage table's CFA */
    ck_assert_uint_eq(value, 0x7010);
    r[SP_RIP] = 0x1006;
    ck_assert(EVALUATE("\x77\x08\x80\0\x3f\x1a\x3b\x2a\x33\x24\x22", NULL));
    ck_assert_uint_eq(value, 0x7008);
    ck_assert(EVALUATE("\x23\x08", &cfa));
    ck_assert_uint_eq(value, 108);
    ck_assert(EVALUATE("\x09\xff\x0b\xfe\xff\x22\x11\x7f\x1c", NULL));
    ck_assert_int_eq((int64_t)value, -2);
}
END_TEST

START_TEST(expressions_that_cannot_be_evaluated_fail)
{
    uint64_t words[2] = {0}, r[SP_REGISTERS] = {0}, value;
    uint32_t known = 1u << SP_RSP;
    SpStackCopy stack = {0x7000, (uint8_t *)words, sizeof words};
    r[SP_RSP] = 0x7000;
    ck_assert(!EVALUATE("", NULL));                 /* no result */
    ck_assert(!EVALUATE("\x22", NULL));             /* operands missing */
    ck_assert(!EVALUATE("\x77\x10\x06", NULL));     /* behind the stack's copy */
    ck_assert(!EVALUATE("\x77\x78\x06", NULL));     /* before it */
    ck_assert(!EVALUATE("\x76\0", NULL));           /* rbp is not known */
    ck_assert(!EVALUATE("\x8f\0", NULL));           /* no such register */
    ck_assert(!EVALUATE("\x30\x2f\xfd\xff", NULL)); /* a jump */
    ck_assert(!EVALUATE("\x0c\1\2", NULL));         /* cut */
    ck_assert(!EVALUATE("\x30\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12", NULL)); /* too many */
}
END_TEST

SUITE("eh-frame", 60, rows_apply_from_their_address_on, addresses_outside_every_function_have_no_rule,
      outermost_frames_and_signal_frames_are_told, every_kind_of_rule_is_read,
      unknown_instructions_and_augmentations_give_no_rule, tables_cut_anywhere_end_there,
      hostile_tables_never_lead_out_of_them, expressions_are_evaluated, expressions_that_cannot_be_evaluated_fail)
