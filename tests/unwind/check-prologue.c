/* check-prologue.c - what prologues of Mono's shapes do to the stack, and any bytes at all. */
#include "profiler/unwind/unwind.h"
#include "tests/suite.h"

#include <string.h>

static SpPrologue analyse(const char *bytes, size_t size)
{
    SpPrologue p;
    uint8_t *exact = malloc(size ? size : 1); /* so that a sanitizer sees a read behind the end */
    memcpy(exact, bytes, size);
    sp_prologue_analyse(exact, size, &p);
    free(exact);
    return p;
}
#define ANALYSE(bytes) analyse(bytes, sizeof(bytes) - 1)

START_TEST(frame_pointer_with_locals)
{
    SpPrologue p = ANALYSE("\x55\x48\x8b\xec\x48\x83\xec\x60\x4c\x89\x75\xf0\x90");
    ck_assert(p.frame_pointer);
    ck_assert_uint_eq(p.frame_bytes, 0x68);
    ck_assert_uint_eq(p.length, 8);
    ck_assert_uint_eq(sp_prologue_depth(&p, 0), 0);
    ck_assert_uint_eq(sp_prologue_depth(&p, 1), 8);
    ck_assert_uint_eq(sp_prologue_depth(&p, 4), 8);
    ck_assert_uint_eq(sp_prologue_depth(&p, 8), 0x68);
    ck_assert_uint_eq(sp_prologue_depth(&p, 12), 0x68);
}
END_TEST

START_TEST(frame_without_pointer_saves_rbp_in_a_slot)
{
    /* sub rsp, 0xc8; mov [rsp+0x38], rsp; mov [rsp+0x30], rbp; mov [rsp], rbx */
    SpPrologue p =
        ANALYSE("\x48\x81\xec\xc8\0\0\0\x48\x89\x64\x24\x38\x48\x89\x6c\x24\x30\x48\x89\x1c\x24\x90\x90\x90\x90");
    ck_assert(!p.frame_pointer);
    ck_assert_uint_eq(p.frame_bytes, 0xc8);
    ck_assert_int_eq(p.rbp_slot, 0x30);
    ck_assert_uint_eq(p.rbp_saved_from, 17);
}
END_TEST

START_TEST(argument_registers_in_slots_are_not_rbp)
{
    /* sub rsp, 0x28; mov [rsp], rdi; mov [rsp+8], rsi */
    SpPrologue p = ANALYSE("\x48\x83\xec\x28\x48\x89\x3c\x24\x48\x89\x74\x24\x08\x90\x90\x90\x90\x90\x90");
    ck_assert_int_eq(p.rbp_slot, -1);
    ck_assert_uint_eq(p.frame_bytes, 0x28);
}
END_TEST

START_TEST(large_frames_are_taken_page_by_page)
{
    SpPrologue p =
        ANALYSE("\x48\x81\xec\x00\x10\0\0\x48\x85\x24\x24\x48\x81\xec\x00\x10\0\0\x48\x85\x24\x24\x48\x83\xec\x18"
                "\xc3");
    ck_assert_uint_eq(p.frame_bytes, 0x2018);
    ck_assert_uint_eq(sp_prologue_depth(&p, 7), 0x1000);
    ck_assert_uint_eq(sp_prologue_depth(&p, 11), 0x1000);
    ck_assert_uint_eq(sp_prologue_depth(&p, 18), 0x2000);
    ck_assert_uint_eq(sp_prologue_depth(&p, 26), 0x2018);
}
END_TEST

START_TEST(pushes_count)
{
    SpPrologue p = ANALYSE("\x53\x41\x56\x48\x83\xec\x08\xc3"); /* push rbx; push r14; sub rsp, 8 */
    ck_assert_uint_eq(p.frame_bytes, 24);
    ck_assert_uint_eq(sp_prologue_depth(&p, 1), 8);
    ck_assert_uint_eq(sp_prologue_depth(&p, 3), 16);
    ck_assert_uint_eq(sp_prologue_depth(&p, 7), 24);
}
END_TEST

START_TEST(a_leaf_method_has_no_frame)
{
    SpPrologue p = ANALYSE("\x8b\xc7\xc3");
    ck_assert_uint_eq(p.frame_bytes, 0);
    ck_assert_uint_eq(p.length, 0);
}
END_TEST

START_TEST(a_negative_sub_frees_and_is_no_prologue)
{
    ck_assert_uint_eq(ANALYSE("\x48\x83\xec\x80\xc3").frame_bytes, 0);
    ck_assert_uint_eq(ANALYSE("\x48\x81\xec\0\0\0\x80\xc3").frame_bytes, 0);
}
END_TEST

START_TEST(a_huge_frame_keeps_its_size)
{
    SpPrologue p = ANALYSE("\x48\x81\xec\0\0\x10\0\xc3"); /* 1 MiB: more words than a step can tell */
    ck_assert_uint_eq(p.frame_bytes, 1 << 20);
    ck_assert_uint_eq(sp_prologue_depth(&p, 7), 1 << 20);
    ck_assert_uint_eq(sp_prologue_depth(&p, 0), 0);
}
END_TEST

START_TEST(code_cut_anywhere_is_read_to_its_end_only)
{
    static const char whole[] =
        "\x55\x48\x8b\xec\x41\x57\x48\x81\xec\0\x10\0\0\x48\x85\x24\x24\x48\x83\xec\x18\x48\x89\xac\x24"
        "\x80\0\0\0";
    for (size_t size = 0; size < sizeof whole; size++)
        analyse(whole, size);
    for (size_t size = 0; size + 4 < sizeof whole; size++)
        analyse(whole + 4, size);
}
END_TEST

START_TEST(any_bytes_give_a_frame_within_bounds)
{
    uint32_t random = 1;
    char bytes[64];
    for (int round = 0; round < 60000; round++) {
        static const char common[] = "\x48\x55\x83\x81\xec\x89\x24\x41\x54\x85\x6c\x8b\x00\x10\xff\x7f";
        for (size_t i = 0; i < sizeof bytes; i++) {
            random = random * 1664525 + 1013904223;
            bytes[i] = round % 2 ? (char)(random >> 24) : common[(random >> 24) % 16];
        }
        SpPrologue p = analyse(bytes, (random >> 8) % (sizeof bytes + 1));
        ck_assert_uint_le(p.frame_bytes, 1u << 30);
        ck_assert_uint_le(p.length, sizeof bytes);
        ck_assert_uint_le(p.step_count, SP_PROLOGUE_STEPS);
        for (uint32_t at = 0; at < 70; at++)
            ck_assert_uint_le(sp_prologue_depth(&p, at), p.frame_bytes);
    }
}
END_TEST

START_TEST(calls_of_every_form_end_where_they_end)
{
    static const struct {
        const char *bytes;
        size_t size;
    } calls[] = {
        {"\xe8\1\2\3\4", 5},         {"\xff\xd0", 2},
        {"\x41\xff\xd3", 3},         {"\xff\x10", 2},
        {"\xff\x50\x18", 3},         {"\xff\x90\1\2\0\0", 6},
        {"\xff\x15\1\2\3\4", 6},     {"\xff\x14\x24", 3},
        {"\xff\x54\x24\x08", 4},     {"\xff\x94\x24\1\0\0\0", 7},
        {"\xff\x14\x25\1\0\0\0", 7},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char code[24];
        memset(code, 0x90, sizeof code);
        memcpy(code + 8, calls[i].bytes, calls[i].size);
        ck_assert_msg(sp_call_ends_at((uint8_t *)code, sizeof code, 8 + calls[i].size), "call %zu", i);
    }
    static const uint8_t others[] = {0x90, 0x90, 0xff, 0x25, 1, 2, 3, 4, 0xff, 0xe0, 0xc3, 0x90}; /* jumps */
    for (size_t at = 0; at <= sizeof others; at++)
        ck_assert_msg(!sp_call_ends_at(others, sizeof others, at), "offset %zu", at);
    ck_assert(!sp_call_ends_at(others, sizeof others, sizeof others + 1));
}
END_TEST

SUITE("prologue", 60, frame_pointer_with_locals, frame_without_pointer_saves_rbp_in_a_slot,
      argument_registers_in_slots_are_not_rbp, large_frames_are_taken_page_by_page, pushes_count,
      a_leaf_method_has_no_frame, a_negative_sub_frees_and_is_no_prologue, a_huge_frame_keeps_its_size,
      code_cut_anywhere_is_read_to_its_end_only, any_bytes_give_a_frame_within_bounds,
      calls_of_every_form_end_where_they_end)
