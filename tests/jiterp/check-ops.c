/*
 * check-ops.c - every op that computes one slot from others: compiled code against the interpreter, with operands at the
 * edges and random ones. The op runs in a loop too, so that its values come from registers and go to registers.
 */
#include <string.h>

#include "jiterp/internal.h"
#include "tests/jiterp/op-cases.h"

enum { RANDOM_PAIRS = 200 };

static bool run(Hand *hand, const MonoSlot *args, MonoSlot *result, const char **thrown)
{
    result->i8 = 0;
    MonoException *exception = interp_invoke(&hand->imethod, args, result);
    *thrown = exception ? exception->object.vtable->klass->name : "";
    return !exception;
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

static void compare_each(void)
{
    unsigned tried = 0;
    for (unsigned op = 0; op < MINT_COUNT; op++) {
        if (!is_pure(op))
            continue;
        tried++;
        for (unsigned k = 0; k < RANDOM_PAIRS; k++) {
            MonoSlot args[3];
            choose_operands(args);
            compare_one(op, args, next_random());
        }
    }
    ck_assert_uint_ge(tried, 150);
}

START_TEST(each_op)
{
    start_runtime();
    compare_each();
}
END_TEST

START_TEST(each_op_without_avx)
{
    start_runtime();
    jit_options.three_operands = false;
    compare_each();
    jit_options.three_operands = __builtin_cpu_supports("avx");
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

SUITE("jiterp-ops", 240, each_op, each_op_without_avx, each_integer_op_in_a_loop)
