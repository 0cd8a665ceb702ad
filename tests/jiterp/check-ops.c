/*
 * check-ops.c - every op that computes one slot from others: compiled code against the interpreter, with operands at the
 * edges and random ones. The op runs in a loop too, so that its values come from registers and go to registers.
 */
#include <string.h>

#include "tests/exec/support.h"

enum { RANDOM_PAIRS = 200 };

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static const uint64_t edges[] = {0, 1, 2, 3, 7, 31, 32, 63, 64, 127, 128, 255, 256, 32767, 32768, 65535, 65536, INT32_MAX,
    (uint64_t)INT32_MAX + 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX,
    UINT64_MAX - 1, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
    0x41e0000000000000, 0xc1e0000000000000, 0x43e0000000000000, 0x3f800000, 0xbf800000, 0x7f800000, 0x7fc00000,
    0x4f000000, 0x4effffff, 0x40c3880000000000, 0xc060000000000000, 0x3fe0000000000000};

static bool is_pure(unsigned op)
{
    const MintOpInfo *info = &mint_op_info[op];
    bool memory = strstr(info->name, "ld") == info->name || strstr(info->name, "st") == info->name ||
                  strstr(info->name, "cast") == info->name || strstr(info->name, "isinst") == info->name ||
                  strstr(info->name, "unbox") == info->name || !strcmp(info->name, "localloc");
    if (memory || (strcmp(info->effects, "") != 0 && strcmp(info->effects, "t") != 0))
        return false;
    return !strcmp(info->operands, "dss") || !strcmp(info->operands, "ds") || !strcmp(info->operands, "dsi") ||
           !strcmp(info->operands, "dsss");
}

/* Only these bytes of the result mean something. */
static bool has_i4_result(unsigned op)
{
    const char *name = mint_op_info[op].name;
    size_t length = strlen(name);
    if (!strncmp(name, "conv", 4)) {
        const char *to = strstr(name, "ovf") ? name + 9 : name + 5;
        return strncmp(to, "i8", 2) != 0 && strncmp(to, "u8", 2) != 0 && strncmp(to, "r8", 2) != 0;
    }
    bool compare = name[0] == 'c' && (!strncmp(name + 1, "eq", 2) || !strncmp(name + 1, "ne", 2) ||
                                      !strncmp(name + 1, "lt", 2) || !strncmp(name + 1, "le", 2) ||
                                      !strncmp(name + 1, "gt", 2) || !strncmp(name + 1, "ge", 2));
    return compare || !strcmp(name + length - 3, ".i4") || !strcmp(name + length - 3, ".r4");
}

static bool run(Hand *hand, const MonoSlot *args, MonoSlot *result, const char **thrown)
{
    result->i8 = 0;
    MonoException *exception = interp_invoke(&hand->imethod, args, result);
    *thrown = exception ? exception->object.vtable->klass->name : "";
    return !exception;
}

static int16_t immediate(unsigned op, uint64_t random)
{
    const char *name = mint_op_info[op].name;
    bool wide = !strcmp(name + strlen(name) - 2, "i8");
    if (!strncmp(name, "sh", 2))
        return (int16_t)(random % (wide ? 64 : 32));
    if (!strncmp(name, "rol", 3))
        return (int16_t)(random % 31 + 1);
    int16_t value = (int16_t)random;
    if (strstr(name, "div") || strstr(name, "rem")) {
        if (random & 1)
            value = (int16_t)(1 << (random >> 16) % 15);
        if (strstr(name, ".un"))
            value = (int16_t)(value & 0x7fff);
        return value == 0 || value == -1 ? 3 : value;
    }
    return value;
}

/* Destination 10; sources 0 and 1, arguments. */
static unsigned put_op(uint16_t *code, unsigned op, uint64_t random)
{
    unsigned n = 0;
    uint16_t source = 0;
    code[n++] = (uint16_t)op;
    for (const char *c = mint_op_info[op].operands; *c; c++)
        code[n++] = *c == 'd' ? 10 : *c == 's' ? source++ : (uint16_t)immediate(op, random);
    return n;
}

static bool is_real(unsigned op)
{
    return strstr(mint_op_info[op].name, ".r4") || strstr(mint_op_info[op].name, ".r8");
}

static void compare_one(unsigned op, const MonoSlot *args, uint64_t random)
{
    Hand compiled, interpreted;
    uint16_t code[64];
    unsigned n = put_op(code, op, random);
    code[n++] = MINT_RET;
    code[n++] = 10;
    hand_init(&compiled, code, n, 3);
    hand_init(&interpreted, code, n, 3);
    interpreted.code[0] = MINT_NOP2;
    MonoSlot got, want;
    const char *got_thrown, *want_thrown;
    run(&interpreted, args, &want, &want_thrown);
    run(&compiled, args, &got, &got_thrown);
    ck_assert_msg(compiled.data[15] != NULL, "%s was compiled", mint_op_info[op].name);
    bool equal = !strcmp(got_thrown, want_thrown);
    if (equal && !*want_thrown)
        equal = has_i4_result(op) ? got.u4 == want.u4 : got.u8 == want.u8;
    /* Which NaN comes out of two depends on the order of operands; none of them is more right. */
    bool single = strstr(mint_op_info[op].name, ".r4") != NULL;
    if (!equal && is_real(op) && !*want_thrown && !*got_thrown)
        equal = single ? got.r4 != got.r4 && want.r4 != want.r4 : got.r8 != got.r8 && want.r8 != want.r8;
    ck_assert_msg(equal, "%s of %#llx, %#llx (%d): got %#llx %s, wanted %#llx %s", mint_op_info[op].name,
                  (unsigned long long)args[0].u8, (unsigned long long)args[1].u8, (int16_t)code[3],
                  (unsigned long long)got.u8, got_thrown, (unsigned long long)want.u8, want_thrown);
}

START_TEST(each_op)
{
    start_runtime();
    unsigned tried = 0;
    for (unsigned op = 0; op < MINT_COUNT; op++) {
        if (!is_pure(op))
            continue;
        tried++;
        for (unsigned k = 0; k < RANDOM_PAIRS; k++) {
            MonoSlot args[3];
            for (unsigned i = 0; i < 3; i++) {
                uint64_t random = next_random();
                args[i].u8 = random % 4 ? edges[random / 4 % G_N_ELEMENTS(edges)] : next_random();
            }
            compare_one(op, args, next_random());
        }
    }
    ck_assert_uint_ge(tried, 150);
}
END_TEST

/* acc = 0; do acc = acc * 31 + op(a, b); a += 1 while (--n): all in registers. */
static void compare_loop(unsigned op, const MonoSlot *args, uint64_t random)
{
    Hand compiled, interpreted;
    uint16_t code[64];
    unsigned n = 0;
    code[n++] = MINT_NOP;
    unsigned head = n;
    n += put_op(code + n, op, random);
    const uint16_t rest[] = {MINT_MUL_IMM_I8, 12, 12, 31, MINT_ADD_I8, 12, 12, 10, MINT_ADD_IMM_I8, 0, 0, 1,
                             MINT_ADD_IMM_I4, 2, 2, LOW(-1), MINT_BRTRUE_I4, 2};
    memcpy(code + n, rest, sizeof rest);
    n += G_N_ELEMENTS(rest);
    int32_t distance = (int32_t)head - (int32_t)(n - 2);
    const uint16_t end[] = {LOW(distance), HIGH(distance), MINT_RET, 12};
    memcpy(code + n, end, sizeof end);
    n += G_N_ELEMENTS(end);
    hand_init(&compiled, code, n, 3);
    hand_init(&interpreted, code, n, 3);
    interpreted.code[0] = MINT_NOP2;
    MonoSlot got, want;
    const char *got_thrown, *want_thrown;
    run(&interpreted, args, &want, &want_thrown);
    run(&compiled, args, &got, &got_thrown);
    ck_assert_msg(!strcmp(got_thrown, want_thrown) && (*want_thrown || got.u8 == want.u8),
                  "%s in a loop: got %#llx %s, wanted %#llx %s", mint_op_info[op].name, (unsigned long long)got.u8,
                  got_thrown, (unsigned long long)want.u8, want_thrown);
}

START_TEST(each_integer_op_in_a_loop)
{
    start_runtime();
    for (unsigned op = 0; op < MINT_COUNT; op++) {
        if (!is_pure(op) || is_real(op) || has_i4_result(op))
            continue;
        for (unsigned k = 0; k < 40; k++) {
            MonoSlot args[3] = {{.u8 = next_random()}, {.u8 = next_random() >> next_random() % 64}, {.i4 = 20}};
            compare_loop(op, args, next_random());
        }
    }
}
END_TEST

SUITE("jiterp-ops", 120, each_op, each_integer_op_in_a_loop)
