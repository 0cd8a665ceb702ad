#include "tests/suite.h"
#include "tests/export/support.h"

#include "profiler/export/writing.h"

#include <string.h>

static void print_bar(void *context, const SpBar *bar)
{
    struct {
        const SpProfile *p;
        GString *text;
    } *c = context;
    const SpNode *n = sp_node(c->p, bar->node);
    g_string_append_printf(c->text, "%u:%s[%d,%d] ", bar->depth,
                           n->frame == SP_NONE ? SP_NO_STACK : sp_node_function(c->p, bar->node)->name, (int)bar->start,
                           (int)bar->end);
}

static void assert_bars(SpProfile *p, const char *want)
{
    struct {
        const SpProfile *p;
        GString *text;
    } c = {p, g_string_new(NULL)};
    sp_each_bar(p, print_bar, &c);
    ck_assert_str_eq(c.text->str, want);
    g_string_free(c.text, TRUE);
    sp_profile_free(p);
}

START_TEST(r78_one_long_call_with_changing_callees_is_one_bar)
{
    SpProfile *p = timed_profile();
    uint32_t a = stack(p, 0, "Main", "A", NULL), b = stack(p, 0, "Main", "B", NULL), m = stack(p, 0, "Main", NULL);
    take_sample(p, a, 10, 10);
    take_sample(p, b, 20, 10);
    take_sample(p, m, 30, 10);
    take_sample(p, a, 40, 10);
    assert_bars(p, "0:Main[0,40] 1:A[0,10] 1:B[10,20] 1:A[30,40] ");
}
END_TEST

START_TEST(r79_a_gap_in_the_caller_or_in_time_leaves_two_bars)
{
    SpProfile *p = timed_profile();
    uint32_t a = stack(p, 0, "Main", "A", NULL), m = stack(p, 0, "Main", NULL);
    take_sample(p, a, 10, 10);
    take_sample(p, m, 20, 10);
    take_sample(p, a, 30, 10);
    take_sample(p, a, 60, 10);
    assert_bars(p, "0:Main[0,30] 1:A[0,10] 1:A[20,30] 0:Main[50,60] 1:A[50,60] ");
}
END_TEST

START_TEST(a_first_sample_late_in_the_run_starts_late)
{
    SpProfile *p = timed_profile();
    take_sample(p, stack(p, 0, "A", NULL), 1000, 10);
    assert_bars(p, "0:A[990,1000] ");
}
END_TEST

START_TEST(cpu_time_has_an_axis_of_its_own_without_gaps)
{
    SpProfile *p = timed_profile();
    p->clock = SP_CLOCK_CPU;
    uint32_t a = stack(p, 0, "A", NULL);
    take_sample(p, a, 100, 60);
    take_sample(p, a, 200, 40);
    assert_bars(p, "0:A[0,100] ");
}
END_TEST

START_TEST(r75_ties_put_the_parent_first)
{
    SpProfile *p = timed_profile();
    uint32_t ab = stack(p, 0, "A", "B", NULL), ac = stack(p, 0, "A", "C", NULL);
    take_sample(p, ab, 100, 100);
    take_sample(p, ac, 100, 0); /* the clock did not move */
    take_sample(p, ab, 200, 100);
    assert_bars(p, "0:A[0,200] 1:B[0,100] 1:C[100,100] 1:B[100,200] ");
}
END_TEST

START_TEST(threads_do_not_mix)
{
    SpProfile *p = timed_profile();
    sp_profile_add_thread(p, 5, "W");
    uint32_t a = stack(p, 0, "A", NULL), b = stack(p, 1, "A", NULL);
    take_sample(p, a, 10, 10);
    take_sample(p, b, 12, 12);
    take_sample(p, a, 20, 10);
    assert_bars(p, "0:A[0,20] 0:A[0,12] ");
}
END_TEST

START_TEST(spans_are_bars_one_for_one)
{
    SpProfile *p = timed_profile();
    uint32_t m = stack(p, 0, "M", NULL), a = stack(p, 0, "M", "A", NULL);
    make_call(p, m, 0, 100, 80);
    make_call(p, a, 10, 20, 10);
    make_call(p, a, 20, 30, 10); /* touches the one before, and is another call */
    make_call(p, a, 30, 30, 0);
    assert_bars(p, "0:M[0,100] 1:A[10,20] 1:A[20,30] 1:A[30,30] ");
}
END_TEST

START_TEST(callers_without_a_span_get_bars_and_nothing_outlives_its_caller)
{
    SpProfile *p = timed_profile();
    uint32_t b = stack(p, 0, "M", "A", "B", NULL), c = stack(p, 0, "M", "A", "B", "C", NULL);
    make_call(p, b, 5, 20, 10);
    make_call(p, c, 15, 25, 5);
    assert_bars(p, "0:M[5,20] 1:A[5,20] 2:B[5,20] 3:C[15,20] ");
}
END_TEST

START_TEST(without_order_in_time_the_tree_is_drawn)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, "A", "B", NULL), 1, 30, 0);
    sp_profile_add(p, stack(p, 0, "A", NULL), 1, 5, 0);
    sp_profile_add(p, stack(p, 0, "A", "C", "D", NULL), 1, 7, 0);
    sp_profile_add(p, stack(p, 0, "E", NULL), 1, 8, 0);
    sp_profile_add(p, 0, 1, 2, 0);
    assert_bars(p, "0:A[0,42] 1:B[0,30] 1:C[30,37] 2:D[30,37] 0:E[42,50] 0:[no stack][50,52] ");
}
END_TEST

SUITE("bars", 10, r78_one_long_call_with_changing_callees_is_one_bar,
      r79_a_gap_in_the_caller_or_in_time_leaves_two_bars, a_first_sample_late_in_the_run_starts_late,
      cpu_time_has_an_axis_of_its_own_without_gaps, r75_ties_put_the_parent_first, threads_do_not_mix,
      spans_are_bars_one_for_one, callers_without_a_span_get_bars_and_nothing_outlives_its_caller,
      without_order_in_time_the_tree_is_drawn)
