/* check-unwind.c - stacks of methods made by hand: every place in prologue, body and epilogue, and hostile copies. */
#include "profiler/unwind/unwind.h"
#include "tests/suite.h"

#include <glib.h>
#include <string.h>

#define STACK_AT 0x7000000u
#define WORDS 512
#define METHOD(i) (0x400000u + 0x1000u * (i))

static SpRegistry *registry;
static SpObjects *objects;
static uint64_t stack[WORDS];
static SpCapture capture;
static SpUnwoundFrame frames[64];
static SpUnwindInfo info;
static int methods[8];

/* Method i: its code filled up with calls, so that every return address into it is one. */
static void add_method(int i, const char *prologue, size_t size)
{
    uint8_t code[256];
    for (size_t at = 0; at < sizeof code; at++)
        code[at] = at % 2 ? 0xd0 : 0xff; /* call rax */
    memcpy(code, prologue, size);
    sp_registry_add(registry, code, METHOD(i), sizeof code, &methods[i], NULL);
}

static void setup_stack(void)
{
    registry = sp_registry_new();
    objects = sp_objects_new();
    sp_objects_refresh(objects);
    memset(stack, 0, sizeof stack);
    memset(&capture, 0, sizeof capture);
    capture.known = UINT32_MAX;
    capture.stack = (SpStackCopy){STACK_AT, (uint8_t *)stack, sizeof stack};
    /* 0: sub rsp, 0x18 with rbp at rsp + 8   1: rbp frame, 0x20 of locals   2: a leaf without frame */
    add_method(0, "\x48\x83\xec\x18\x48\x89\x6c\x24\x08", 9);
    add_method(1, "\x55\x48\x8b\xec\x48\x83\xec\x20", 8);
    add_method(2, "\x8b\xc7", 2);
    sp_registry_update(registry);
}

static void teardown_stack(void)
{
    sp_registry_free(registry);
    sp_objects_free(objects);
}

static size_t at_word(uint64_t address)
{
    return (size_t)(address - STACK_AT) / 8;
}

/* main (method 1) called method 0, which called method 2; a return address of 0 ends it. Returns rsp inside method 0's
 * body after the call of 2 pushed nothing yet. */
static uint64_t build(void)
{
    uint64_t main_rbp = STACK_AT + 8 * 100, rsp0;
    stack[at_word(main_rbp)] = 0;     /* caller's rbp */
    stack[at_word(main_rbp) + 1] = 0; /* nobody called it */
    rsp0 = main_rbp - 0x20 - 8;
    stack[at_word(rsp0)] = METHOD(1) + 0x20; /* return into main */
    rsp0 -= 0x18;
    stack[at_word(rsp0) + 1] = main_rbp; /* method 0 saved rbp */
    capture.registers[SP_RSP] = rsp0;
    capture.registers[SP_RBP] = 0x1234567; /* method 0 uses it for something else */
    capture.registers[SP_RIP] = METHOD(0) + 0x30;
    return rsp0;
}

static size_t unwind_it(void)
{
    size_t count = sp_unwind(registry, objects, &capture, frames, 64, &info);
    for (int i = 0; info.unknown && i < 1000; i++) {
        sp_registry_give_up(registry, info.unknown);
        count = sp_unwind(registry, objects, &capture, frames, 64, &info);
    }
    return count;
}

static void expect(const char *what, size_t count, const int *wanted)
{
    ck_assert_msg(unwind_it() == count, "%s: not %zu frames", what, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(frames[i].code->method == &methods[wanted[i]], "%s: frame %zu", what, i);
    ck_assert_msg(info.whole, "%s: whole", what);
    ck_assert_msg(!info.guessed, "%s: guessed", what);
}

static void code_at_leaf(int before_count, const char *bytes)
{
    memcpy(capture.code + SP_CODE_BYTES - before_count, bytes, strlen(bytes));
}

START_TEST(bodies_are_left_by_frame_size_and_by_frame_pointer)
{
    setup_stack();
    build();
    expect("body", 2, (int[]){0, 1});
    ck_assert_uint_eq(frames[0].offset, 0x30);
    ck_assert_uint_eq(frames[1].offset, 0x1f); /* in the call, not behind it */
    ck_assert(!info.leaf_native);
    teardown_stack();
}
END_TEST

START_TEST(prologues_are_left_at_every_instruction)
{
    setup_stack();
    uint64_t rsp = build();
    for (uint64_t offset = 0; offset < 4; offset++) { /* method 0 before its sub */
        capture.registers[SP_RSP] = rsp + 0x18;
        capture.registers[SP_RBP] = STACK_AT + 8 * 100;
        capture.registers[SP_RIP] = METHOD(0) + (offset ? 0 : 0);
        expect("before sub", 2, (int[]){0, 1});
    }
    capture.registers[SP_RSP] = rsp; /* after the sub, before rbp is saved */
    stack[at_word(rsp) + 1] = 99;
    capture.registers[SP_RIP] = METHOD(0) + 4;
    expect("before the save", 2, (int[]){0, 1});
    /* method 1 as leaf, called from the body of method 0 */
    stack[at_word(rsp) + 1] = STACK_AT + 8 * 100;
    stack[at_word(rsp) - 1] = METHOD(0) + 0x30;
    capture.registers[SP_RBP] = 0x1234567;
    capture.registers[SP_RSP] = rsp - 8;
    capture.registers[SP_RIP] = METHOD(1);
    expect("before push", 3, (int[]){1, 0, 1});
    stack[at_word(rsp) - 2] = 0x1234567;
    capture.registers[SP_RSP] = rsp - 16;
    capture.registers[SP_RIP] = METHOD(1) + 1;
    expect("after push", 3, (int[]){1, 0, 1});
    capture.registers[SP_RBP] = rsp - 16;
    capture.registers[SP_RIP] = METHOD(1) + 4;
    expect("after mov", 3, (int[]){1, 0, 1});
    teardown_stack();
}
END_TEST

START_TEST(epilogues_are_left_at_every_instruction)
{
    setup_stack();
    uint64_t rsp = build();
    capture.registers[SP_RBP] = STACK_AT + 8 * 100; /* restored already */
    capture.registers[SP_RSP] = rsp + 0x18;
    code_at_leaf(0, "\xc3");
    expect("ret", 2, (int[]){0, 1});
    code_at_leaf(4, "\x48\x83\xc4\x18\xe9");
    expect("jump of a tail call", 2, (int[]){0, 1});
    code_at_leaf(4, "\x48\x83\xc4\x18\x41\xff\xe3");
    expect("jump by register", 2, (int[]){0, 1});
    /* method 1 */
    stack[at_word(rsp) - 1] = METHOD(0) + 0x30;
    stack[at_word(rsp) - 2] = 0x1234567;
    memset(capture.code, 0, sizeof capture.code);
    capture.registers[SP_RIP] = METHOD(1) + 0x40;
    capture.registers[SP_RSP] = rsp - 8;
    capture.registers[SP_RBP] = 0x1234567;
    code_at_leaf(1, "\xc9\xc3");
    expect("ret after leave", 3, (int[]){1, 0, 1});
    capture.registers[SP_RSP] = rsp - 16;
    capture.registers[SP_RBP] = rsp - 16;
    code_at_leaf(1, "\x90\x5d\xc3");
    expect("pop rbp", 3, (int[]){1, 0, 1});
    teardown_stack();
}
END_TEST

START_TEST(localloc_and_finally_move_rsp_but_not_the_frame_pointer)
{
    setup_stack();
    uint64_t rsp = build();
    stack[at_word(rsp) - 1] = METHOD(0) + 0x30;
    stack[at_word(rsp) - 2] = 0x1234567;
    capture.registers[SP_RBP] = rsp - 16;
    capture.registers[SP_RSP] = rsp - 16 - 0x20 - 0x100; /* localloc took 0x100 */
    capture.registers[SP_RIP] = METHOD(1) + 0x40;
    expect("localloc", 3, (int[]){1, 0, 1});
    capture.registers[SP_RSP] = rsp - 16 - 0x20 - 8; /* a finally clause was called */
    stack[at_word(capture.registers[SP_RSP])] = METHOD(1) + 0x60;
    expect("finally", 3, (int[]){1, 0, 1});
    teardown_stack();
}
END_TEST

START_TEST(leaf_methods_and_stubs_are_left_by_their_return_address)
{
    setup_stack();
    uint64_t rsp = build();
    stack[at_word(rsp) - 1] = METHOD(0) + 0x30;
    capture.registers[SP_RSP] = rsp - 8;
    capture.registers[SP_RIP] = METHOD(2) + 1;
    expect("method without frame", 3, (int[]){2, 0, 1});
    uint8_t stub[32] = {0x48, 0x83, 0xec, 0x08};
    sp_registry_add(registry, stub, METHOD(5), sizeof stub, NULL, NULL);
    sp_registry_update(registry);
    stack[at_word(rsp) - 2] = 7;
    capture.registers[SP_RSP] = rsp - 16;
    capture.registers[SP_RIP] = METHOD(5) + 10;
    expect("stub", 2, (int[]){0, 1});
    ck_assert(info.leaf_native);
    teardown_stack();
}
END_TEST

START_TEST(code_nobody_told_of_is_asked_about_then_left_by_its_frame_pointer)
{
    setup_stack();
    uint64_t rsp = build();
    stack[at_word(rsp) - 1] = METHOD(0) + 0x30;
    stack[at_word(rsp) - 2] = 0x1234567;
    capture.registers[SP_RBP] = rsp - 16;
    capture.registers[SP_RSP] = rsp - 80;
    capture.registers[SP_RIP] = 0x900000;
    stack[at_word(rsp) - 5] = METHOD(2) + 0x20; /* left over from an earlier call, below the frame pointer */
    ck_assert_uint_eq(sp_unwind(registry, objects, &capture, frames, 64, &info), 0);
    ck_assert_uint_eq(info.unknown, 0x900000);
    expect("trampoline", 2, (int[]){0, 1});
    teardown_stack();
}
END_TEST

START_TEST(a_lost_way_is_found_again_at_the_next_return_address)
{
    setup_stack();
    uint64_t rsp = build();
    stack[at_word(rsp) - 1] = METHOD(0) + 0x30;
    capture.known &= ~(1u << SP_RBP);
    capture.registers[SP_RSP] = rsp - 80;
    capture.registers[SP_RIP] = 0x900000;
    ck_assert_uint_eq(unwind_it(), 2);
    ck_assert(info.guessed);
    ck_assert(info.whole);
    teardown_stack();
}
END_TEST

START_TEST(a_copy_that_ends_early_gives_what_it_holds)
{
    setup_stack();
    uint64_t rsp = build();
    for (size_t size = 0; size < sizeof stack; size += 8) {
        capture.stack.size = size;
        size_t count = unwind_it();
        ck_assert_uint_ge(count, 1);
        ck_assert_ptr_eq(frames[0].code->method, &methods[0]);
        ck_assert_int_eq(info.whole, size > at_word(rsp) * 8 + 0x18 + 8 + 0x20 + 8);
    }
    teardown_stack();
}
END_TEST

START_TEST(no_more_frames_than_there_is_room_for)
{
    setup_stack();
    for (size_t i = 0; i < WORDS; i++)
        stack[i] = METHOD(2) + 0x20;
    capture.registers[SP_RSP] = STACK_AT;
    capture.registers[SP_RIP] = METHOD(2) + 0x20;
    ck_assert_uint_eq(sp_unwind(registry, objects, &capture, frames, 64, &info), 64);
    ck_assert(info.full);
    ck_assert(!info.whole);
    teardown_stack();
}
END_TEST

START_TEST(registers_that_are_not_known_are_not_used)
{
    setup_stack();
    uint64_t rsp = build();
    stack[at_word(rsp) - 1] = METHOD(0) + 0x30;
    capture.known = 1u << SP_RSP | 1u << SP_RIP; /* as of a thread looked at from outside */
    capture.registers[SP_RBP] = rsp + 8;
    capture.registers[SP_RSP] = rsp - 16 - 0x20;
    capture.registers[SP_RIP] = METHOD(1) + 0x40;
    expect("frame size instead of rbp", 3, (int[]){1, 0, 1});
    capture.known = 0;
    ck_assert_uint_eq(unwind_it(), 0);
    teardown_stack();
}
END_TEST

START_TEST(hostile_stacks_end_and_stay_inside)
{
    GRand *random = g_rand_new_with_seed(5);
    setup_stack();
    uint8_t *exact = g_malloc(sizeof stack); /* on the heap, so that a sanitizer sees a read behind the end */
    for (int round = 0; round < 100000; round++) {
        for (int i = 0; i < 40; i++) {
            const uint64_t words[] = {METHOD(0) + 0x30,
                                      METHOD(1) + 0x20,
                                      METHOD(2) + 4,
                                      METHOD(0),
                                      METHOD(1),
                                      (uint64_t)(uintptr_t)qsort + 40,
                                      STACK_AT + 8 * (uint64_t)g_rand_int_range(random, 0, 60),
                                      g_rand_int(random),
                                      UINT64_MAX,
                                      0};
            ((uint64_t *)(void *)exact)[i] = words[g_rand_int_range(random, 0, 10)];
        }
        for (int i = 0; i < SP_REGISTERS; i++)
            capture.registers[i] = STACK_AT + 8 * (uint64_t)g_rand_int_range(random, -10, 60);
        const uint64_t pcs[] = {METHOD(0) + (uint64_t)g_rand_int_range(random, 0, 60),
                                METHOD(1) + 5,
                                METHOD(2),
                                (uint64_t)(uintptr_t)qsort + (uint64_t)g_rand_int_range(random, 0, 200),
                                0,
                                UINT64_MAX,
                                77};
        capture.registers[SP_RIP] = pcs[g_rand_int_range(random, 0, 7)];
        capture.known = g_rand_int(random) | 1u << SP_RSP | 1u << SP_RIP;
        for (size_t i = 0; i < sizeof capture.code; i++)
            capture.code[i] = "\xc3\xc9\x5d\x48\x83\xc4\x18\xe9"[g_rand_int_range(random, 0, 8)];
        capture.stack = (SpStackCopy){STACK_AT, exact, (size_t)g_rand_int_range(random, 0, 41) * 8};
        if (capture.stack.size < 40 * 8) { /* a copy of just that size */
            uint8_t *cut = g_memdup2(exact, capture.stack.size + 1);
            capture.stack.bytes = cut;
            ck_assert_uint_le(unwind_it(), 64);
            g_free(cut);
        } else {
            ck_assert_uint_le(unwind_it(), 64);
        }
    }
    g_free(exact);
    g_rand_free(random);
    teardown_stack();
}
END_TEST

SUITE("unwind", 100, bodies_are_left_by_frame_size_and_by_frame_pointer, prologues_are_left_at_every_instruction,
      epilogues_are_left_at_every_instruction, localloc_and_finally_move_rsp_but_not_the_frame_pointer,
      leaf_methods_and_stubs_are_left_by_their_return_address,
      code_nobody_told_of_is_asked_about_then_left_by_its_frame_pointer,
      a_lost_way_is_found_again_at_the_next_return_address, a_copy_that_ends_early_gives_what_it_holds,
      no_more_frames_than_there_is_room_for, registers_that_are_not_known_are_not_used,
      hostile_stacks_end_and_stay_inside)
