/* check-shadow.c - the shadow stack against event streams as hosts really send them; anchors are simulated. */
#include "profiler/sampling/shadow.h"
#include "tests/suite.h"

#include <stddef.h>

static SpShadow s;
static const char methods[26];
#define M(letter) (&methods[(letter) - 'A'])

static void setup(void)
{
    ck_assert(sp_shadow_init(&s));
}

static void teardown(void)
{
    sp_shadow_free(&s);
}

static void enter(char method, uintptr_t anchor)
{
    s.top = sp_shadow_live_at_enter(&s, anchor);
    sp_shadow_push(&s, M(method), anchor);
}

static void leave(char method, uintptr_t anchor)
{
    s.top = sp_shadow_live_at_leave(&s, anchor);
    if (s.top->anchor == anchor)
        s.top--;
}

static void unwind(char method, uintptr_t anchor)
{
    s.top = sp_shadow_live_at_enter(&s, anchor);
    if (sp_shadow_unwind_pops_top(&s, M(method), anchor))
        sp_shadow_pop_unwound(&s);
}

static void expect(const char *stack)
{
    char have[64];
    size_t depth = (size_t)(s.top - s.bottom);
    for (size_t i = 0; i < depth; i++)
        have[i] = (char)('A' + ((const char *)s.bottom[i + 1].method - methods));
    have[depth] = 0;
    ck_assert_str_eq(have, stack);
}

START_TEST(calls_nest_and_unnest)
{
    enter('A', 0x900);
    enter('B', 0x800);
    enter('C', 0x700);
    expect("ABC");
    leave('C', 0x700);
    leave('B', 0x800);
    expect("A");
    leave('A', 0x900);
    expect("");
}
END_TEST

START_TEST(r04_a_missing_leave_is_made_good_by_the_next_event)
{
    enter('A', 0x900);
    enter('B', 0x800);
    enter('C', 0x700);
    enter('D', 0x800); /* B and C left without a word */
    expect("AD");
    enter('E', 0x600);
    leave('A', 0x900);
    expect("");
}
END_TEST

/* As observed on Mono 6.8's interpreter: the leave of a method still active, raised from far below, when a finally
 * block or a filter ends. */
START_TEST(r04_invented_leaves_are_ignored)
{
    enter('A', 0x900);
    enter('B', 0x800);
    enter('C', 0x700);
    leave('B', 0x100);
    leave('B', 0x100);
    expect("ABC");
}
END_TEST

START_TEST(r04_repeated_exception_leaves_pop_each_frame_once)
{
    enter('A', 0xaa70);
    for (int i = 0; i < 5; i++)
        enter('R', 0xa970 - (uintptr_t)i * 0x100);
    enter('F', 0xa470);
    enter('L', 0xa380);
    unwind('L', 0x9780);
    enter('L', 0x9500); /* F's finally block calls L */
    leave('L', 0x9500);
    leave('F', 0x95f0); /* invented */
    unwind('F', 0x9780);
    unwind('R', 0x9780);
    unwind('R', 0x9780);
    expect("ARRR");
    unwind('L', 0xa380); /* the whole sequence again, from the frames themselves */
    unwind('F', 0xa470);
    unwind('R', 0xa570);
    unwind('R', 0xa670);
    expect("ARRR");
    enter('C', 0xa680);
    expect("ARRRC");
    leave('C', 0xa680);
    leave('R', 0xa770);
    leave('R', 0xa870);
    leave('R', 0xa970);
    leave('A', 0xaa70);
    expect("");
}
END_TEST

START_TEST(r04_two_thousand_throws_leave_no_frame_behind)
{
    enter('A', 0x9000);
    for (int turn = 0; turn < 2000; turn++) {
        for (uintptr_t i = 0; i < 20; i++)
            enter((char)('B' + i), 0x8f00 - i * 0x80);
        for (uintptr_t i = 20; i-- > 0;)
            unwind((char)('B' + i), 0x1000);
        for (uintptr_t i = 20; i-- > 0;)
            unwind((char)('B' + i), 0x8f00 - i * 0x80);
        expect("A");
    }
    enter('Z', 0x8f00);
    expect("AZ");
}
END_TEST

START_TEST(a_second_exception_after_a_deeper_one_is_unwound)
{
    enter('A', 0x900);
    enter('B', 0x800);
    enter('C', 0x300);
    unwind('C', 0x100);
    unwind('B', 0x100);
    expect("A");
    enter('B', 0x800);
    unwind('B', 0x500); /* above the first exception's deepest frame */
    expect("A");
}
END_TEST

START_TEST(r06_tail_call_replaces_its_caller)
{
    enter('A', 0x900);
    for (int i = 0; i < 100000; i++) {
        enter('P', 0x800);
        leave('P', 0x800); /* tail_call of P at its own anchor, then the target's enter */
        enter('Q', 0x800);
        leave('Q', 0x800);
    }
    expect("A");
}
END_TEST

START_TEST(a_caller_left_by_tail_call_without_event_is_replaced)
{
    enter('A', 0x900);
    enter('P', 0x800);
    enter('Q', 0x800);
    expect("AQ");
}
END_TEST

START_TEST(events_before_any_enter_are_harmless)
{
    leave('A', 0x900);
    unwind('A', 0x900);
    expect("");
}
END_TEST

START_TEST(activations_beyond_the_capacity_are_counted_and_the_rest_stays_true)
{
    uintptr_t anchor = UINTPTR_MAX - 1;
    for (uint32_t i = 0; i < SP_SHADOW_CAPACITY + 10; i++)
        enter('A', anchor--);
    ck_assert_uint_eq(s.not_pushed, 10);
    ck_assert_ptr_eq(s.top, s.limit);
    for (uint32_t i = 0; i < SP_SHADOW_CAPACITY + 10; i++)
        leave('A', ++anchor);
    expect("");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shadow");
    TCase *tests = tcase_create("shadow");
    tcase_add_checked_fixture(tests, setup, teardown);
    const TTest *const all[] = {calls_nest_and_unnest,
                                r04_a_missing_leave_is_made_good_by_the_next_event,
                                r04_invented_leaves_are_ignored,
                                r04_repeated_exception_leaves_pop_each_frame_once,
                                r04_two_thousand_throws_leave_no_frame_behind,
                                a_second_exception_after_a_deeper_one_is_unwound,
                                r06_tail_call_replaces_its_caller,
                                a_caller_left_by_tail_call_without_event_is_replaced,
                                events_before_any_enter_are_harmless,
                                activations_beyond_the_capacity_are_counted_and_the_rest_stays_true};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        tcase_add_test(tests, all[i]);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
