/* check-profile.c - interning, sums, merging of profiles. */
#include "profiler/model/model.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SpProfile *p;

static void set_up(void)
{
    p = sp_profile_new();
}

static void tear_down(void)
{
    sp_profile_free(p);
    p = NULL;
}

static uint32_t frame_of(SpProfile *profile, const char *name)
{
    SpFunction f = {.name = name};
    return sp_profile_frame(profile, sp_profile_function(profile, &f), 0, SP_TIER_UNKNOWN);
}

/* The node of a stack "A;B;C" below a root. */
static uint32_t node_of(SpProfile *profile, uint32_t node, const char *stack)
{
    char **names = g_strsplit(stack, ";", -1);
    for (char **name = names; *name; name++)
        node = sp_profile_child(profile, node, frame_of(profile, *name));
    g_strfreev(names);
    return node;
}

static uint32_t root_of(SpProfile *profile, uint64_t id, const char *name)
{
    return sp_thread(profile, sp_profile_add_thread(profile, id, name))->root;
}

static const SpFunctionStats *stats_of(const GArray *stats, const char *name)
{
    for (guint i = 0; i < stats->len; i++) {
        const SpFunctionStats *s = &g_array_index(stats, SpFunctionStats, i);
        if (!strcmp(sp_function(p, s->function)->name, name))
            return s;
    }
    ck_abort_msg("no statistics of %s", name);
    return NULL;
}

START_TEST(strings_of_equal_content_are_one)
{
    char copy[] = "name";
    ck_assert_ptr_eq(sp_profile_string(p, "name"), sp_profile_string(p, copy));
    ck_assert_ptr_eq(sp_profile_string(p, NULL), sp_profile_string(p, ""));
    ck_assert_ptr_eq(sp_profile_string_len(p, "names", 4), sp_profile_string(p, "name"));
    ck_assert_str_eq(sp_profile_string_len(p, "x", 0), "");
}
END_TEST

START_TEST(functions_are_one_by_all_their_fields)
{
    SpFunction f = {"n", "raw", "mod", "file.cs", 3, SP_FUNCTION_MANAGED}, g = f;
    uint32_t first = sp_profile_function(p, &f);
    ck_assert_uint_eq(sp_profile_function(p, &g), first);
    g.start_line = 4;
    ck_assert_uint_ne(sp_profile_function(p, &g), first);
    g = f;
    g.kind = SP_FUNCTION_NATIVE;
    ck_assert_uint_ne(sp_profile_function(p, &g), first);
    g = f;
    g.raw_name = "raw2";
    ck_assert_uint_ne(sp_profile_function(p, &g), first);
    g = f;
    g.module = "mod2";
    ck_assert_uint_ne(sp_profile_function(p, &g), first);
    g = f;
    g.file = NULL;
    ck_assert_uint_ne(sp_profile_function(p, &g), first);
    SpFunction bare = {.name = "n"};
    const SpFunction *stored = sp_function(p, sp_profile_function(p, &bare));
    ck_assert_str_eq(stored->raw_name, "n");
    ck_assert_str_eq(stored->module, "");
    ck_assert_str_eq(stored->file, "");
}
END_TEST

START_TEST(frames_and_children_are_found_again_after_growth)
{
    enum { COUNT = 20000 };
    uint32_t root = root_of(p, 1, "Main"), nodes[COUNT];
    char name[16];
    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "f%d", i);
        nodes[i] = sp_profile_child(p, root, frame_of(p, name));
    }
    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "f%d", i);
        ck_assert_uint_eq(sp_profile_child(p, root, frame_of(p, name)), nodes[i]);
    }
    ck_assert_uint_eq(p->functions->len, COUNT);
    ck_assert_uint_eq(p->nodes->len, COUNT + 1);
    SpFunction f = {.name = "f7"};
    uint32_t function = sp_profile_function(p, &f);
    ck_assert(!p->has_lines);
    ck_assert_uint_ne(sp_profile_frame(p, function, 1, SP_TIER_JIT), sp_profile_frame(p, function, 1, SP_TIER_INTERP));
    ck_assert_uint_ne(sp_profile_frame(p, function, 1, SP_TIER_JIT), sp_profile_frame(p, function, 2, SP_TIER_JIT));
    ck_assert(p->has_lines);
}
END_TEST

START_TEST(threads_own_roots_and_nodes_know_their_thread)
{
    uint32_t a = root_of(p, 1, "A"), b = root_of(p, 1, "A");
    ck_assert_uint_ne(a, b);
    uint32_t x = node_of(p, a, "Main;X"), y = node_of(p, b, "Main;X");
    ck_assert_uint_ne(x, y);
    ck_assert_uint_eq(sp_node(p, x)->thread, 0);
    ck_assert_uint_eq(sp_node(p, y)->thread, 1);
    ck_assert_uint_eq(sp_node(p, a)->parent, SP_NONE);
    ck_assert_uint_eq(sp_node(p, a)->frame, SP_NONE);
    ck_assert_str_eq(sp_thread(p, sp_profile_add_thread(p, 0, NULL))->name, "");
    for (uint32_t i = 0; i < p->nodes->len; i++)
        ck_assert(sp_node(p, i)->parent == SP_NONE || sp_node(p, i)->parent < i);
}
END_TEST

START_TEST(totals_are_inclusive_and_sums_count_self_once)
{
    uint32_t root = root_of(p, 1, "Main");
    sp_profile_add(p, node_of(p, root, "A;B"), 2, 200, 1);
    sp_profile_add(p, node_of(p, root, "A;C"), 3, 300, 2);
    sp_profile_add(p, node_of(p, root, "A"), 1, 100, 1);
    SpTotal *totals = sp_profile_totals(p);
    ck_assert_int_eq(totals[root].samples, 6);
    ck_assert_int_eq(totals[root].ns, 600);
    ck_assert_int_eq(totals[node_of(p, root, "A;C")].ns, 300);
    g_free(totals);
    SpSum sum = sp_profile_sum(p);
    ck_assert_int_eq(sum.samples, 6);
    ck_assert_int_eq(sum.ns, 600);
    ck_assert_int_eq(sum.calls, 4);
}
END_TEST

START_TEST(r02_recursion_counts_a_function_once_per_stack)
{
    uint32_t root = root_of(p, 1, "Main");
    sp_profile_add(p, node_of(p, root, "Main;R;R;R"), 3, 30, 3);
    sp_profile_add(p, node_of(p, root, "Main;R;X;R"), 4, 40, 1);
    sp_profile_add(p, node_of(p, root, "Main;Y"), 3, 30, 1);
    GArray *stats = sp_profile_function_stats(p);
    ck_assert_int_eq(stats_of(stats, "R")->total_samples, 7);
    ck_assert_int_eq(stats_of(stats, "R")->total_ns, 70);
    ck_assert_int_eq(stats_of(stats, "R")->self_ns, 70);
    ck_assert_int_eq(stats_of(stats, "R")->calls, 4);
    ck_assert_int_eq(stats_of(stats, "X")->total_ns, 40);
    ck_assert_int_eq(stats_of(stats, "X")->self_ns, 0);
    ck_assert_int_eq(stats_of(stats, "Main")->total_ns, 100);
    ck_assert_uint_eq(stats->len, 4);
    g_array_unref(stats);
}
END_TEST

START_TEST(statistics_cover_all_threads_and_frames_of_a_function)
{
    uint32_t a = root_of(p, 1, "A"), b = root_of(p, 2, "B");
    sp_profile_add(p, node_of(p, a, "F;G"), 1, 10, 0);
    sp_profile_add(p, node_of(p, b, "F"), 1, 5, 0);
    SpFunction f = {.name = "F"};
    uint32_t function = sp_profile_function(p, &f);
    sp_profile_add(p, sp_profile_child(p, b, sp_profile_frame(p, function, 12, SP_TIER_JIT)), 1, 7, 0);
    SpFunction unused = {.name = "unused"};
    sp_profile_function(p, &unused);
    GArray *stats = sp_profile_function_stats(p);
    ck_assert_int_eq(stats_of(stats, "F")->total_ns, 22);
    ck_assert_int_eq(stats_of(stats, "F")->self_ns, 12);
    ck_assert_uint_eq(stats->len, 2);
    g_array_unref(stats);
}
END_TEST

START_TEST(r03_very_deep_stacks_need_no_c_stack)
{
    uint32_t node = root_of(p, 1, "Main"), frame = frame_of(p, "R");
    for (int i = 0; i < 300000; i++)
        node = sp_profile_child(p, node, frame);
    sp_profile_add(p, node, 1, 10, 0);
    GArray *stats = sp_profile_function_stats(p);
    ck_assert_int_eq(stats_of(stats, "R")->total_ns, 10);
    g_array_unref(stats);
    SpProfile *merged = sp_profile_merged(p);
    ck_assert_uint_eq(merged->nodes->len, p->nodes->len);
    sp_profile_free(merged);
}
END_TEST

START_TEST(r77_sums_beyond_the_range_stop_at_its_end)
{
    uint32_t root = root_of(p, 1, "Main"), a = node_of(p, root, "A");
    sp_profile_add(p, a, INT64_MAX, INT64_MIN, 5);
    sp_profile_add(p, a, INT64_MAX, INT64_MIN, 5);
    ck_assert_int_eq(sp_node(p, a)->samples, INT64_MAX);
    ck_assert_int_eq(sp_node(p, a)->self_ns, INT64_MIN);
    sp_profile_add(p, node_of(p, root, "B"), INT64_MAX, INT64_MIN, 0);
    ck_assert_int_eq(sp_profile_sum(p).samples, INT64_MAX);
    SpTotal *totals = sp_profile_totals(p);
    ck_assert_int_eq(totals[root].samples, INT64_MAX);
    ck_assert_int_eq(totals[root].ns, INT64_MIN);
    g_free(totals);
    g_array_unref(sp_profile_function_stats(p));
    p->duration_ns = INT64_MAX;
    SpProfile *twice = sp_profile_new();
    sp_profile_add_profile(twice, p);
    sp_profile_add_profile(twice, p);
    ck_assert_int_eq(twice->duration_ns, INT64_MAX);
    sp_profile_free(twice);
}
END_TEST

START_TEST(r48_an_empty_profile_has_empty_answers)
{
    SpSum sum = sp_profile_sum(p);
    ck_assert(sum.samples == 0 && sum.ns == 0 && sum.calls == 0);
    g_free(sp_profile_totals(p));
    GArray *stats = sp_profile_function_stats(p);
    ck_assert_uint_eq(stats->len, 0);
    g_array_unref(stats);
    SpProfile *merged = sp_profile_merged(p);
    ck_assert_uint_eq(merged->nodes->len, 1);
    sp_profile_add_profile(merged, p);
    ck_assert_uint_eq(merged->nodes->len, 1);
    sp_profile_free(merged);
    sp_profile_free(NULL);
}
END_TEST

START_TEST(merging_threads_adds_equal_stacks)
{
    sp_profile_add(p, node_of(p, root_of(p, 1, "A"), "Main;X"), 1, 10, 1);
    sp_profile_add(p, node_of(p, root_of(p, 2, "B"), "Main;X"), 2, 20, 1);
    p->has_time = true;
    p->program = sp_profile_string(p, "app");
    SpProfile *m = sp_profile_merged(p);
    ck_assert_uint_eq(m->threads->len, 1);
    ck_assert_str_eq(sp_thread(m, 0)->name, "All threads");
    ck_assert_uint_eq(sp_thread(m, 0)->root, 0);
    ck_assert_int_eq(sp_node(m, node_of(m, 0, "Main;X"))->self_ns, 30);
    ck_assert_uint_eq(m->nodes->len, 3);
    ck_assert_str_eq(m->program, "app");
    ck_assert(m->has_time);
    sp_profile_free(m);
}
END_TEST

START_TEST(threads_as_roots_become_frames_with_distinct_names)
{
    sp_profile_add(p, node_of(p, root_of(p, 11, "Worker"), "X"), 1, 10, 0);
    sp_profile_add(p, node_of(p, root_of(p, 12, "Worker"), "X"), 1, 20, 0);
    sp_profile_add(p, node_of(p, root_of(p, 0, ""), "X"), 1, 30, 0);
    sp_profile_add(p, node_of(p, root_of(p, 0, ""), "X"), 1, 40, 0);
    sp_profile_add(p, node_of(p, root_of(p, 1, "Main"), "X"), 1, 50, 0);
    p->threads_as_roots = true;
    SpProfile *m = sp_profile_merged(p), *again = sp_profile_merged(m);
    static const struct {
        const char *stack;
        int64_t ns;
    } expected[] = {{"Worker (11);X", 10}, {"Worker (12);X", 20}, {" #3;X", 30}, {" #4;X", 40}, {"Main;X", 50}};
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
        char *thread = g_strndup(expected[i].stack, strcspn(expected[i].stack, ";"));
        SpFunction f = {.name = thread, .kind = SP_FUNCTION_SYNTHETIC};
        uint32_t frame = sp_profile_frame(m, sp_profile_function(m, &f), 0, SP_TIER_UNKNOWN);
        uint32_t node = sp_profile_child(m, sp_profile_child(m, 0, frame), frame_of(m, "X"));
        ck_assert_msg(sp_node(m, node)->self_ns == expected[i].ns, "%s", expected[i].stack);
        g_free(thread);
    }
    ck_assert_uint_eq(m->nodes->len, 11);
    ck_assert(!m->threads_as_roots);
    ck_assert_uint_eq(again->nodes->len, 11);
    sp_profile_free(again);
    sp_profile_free(m);
}
END_TEST

START_TEST(a_copy_has_the_same_indexes)
{
    uint32_t a = root_of(p, 1, "Main"), b = root_of(p, 1, "Main"), x = node_of(p, a, "F;X"), y = node_of(p, b, "F;Y;X");
    uint32_t z = node_of(p, a, "F;Z");
    sp_profile_add(p, x, 1, 10, 100);
    sp_profile_add(p, y, 2, 20, 200);
    sp_profile_add(p, a, 3, 30, 300);
    sp_profile_add_sample(p, 1, 1, x);
    p->samples_complete = true;
    SpProfile *copy = sp_profile_copy(p);
    ck_assert_uint_eq(copy->nodes->len, p->nodes->len);
    ck_assert_uint_eq(copy->threads->len, 2);
    for (uint32_t i = 0; i < p->nodes->len; i++)
        ck_assert_mem_eq(sp_node(copy, i), sp_node(p, i), sizeof(SpNode));
    ck_assert_uint_eq(sp_thread(copy, 1)->root, b);
    ck_assert_str_eq(sp_node_function(copy, z)->name, "Z");
    ck_assert(!copy->samples_complete && copy->samples->len == 0);
    sp_profile_free(copy);
}
END_TEST

START_TEST(adding_profiles_joins_threads_by_id_and_name)
{
    SpProfile *other = sp_profile_new(), *all = sp_profile_new();
    sp_profile_add(p, node_of(p, root_of(p, 1, "Main"), "A"), 1, 10, 0);
    sp_profile_add(p, node_of(p, root_of(p, 2, "W"), "A"), 1, 20, 0);
    sp_profile_add(other, node_of(other, root_of(other, 2, "W"), "A"), 1, 3, 0);
    sp_profile_add(other, node_of(other, root_of(other, 2, "X"), "A"), 1, 4, 0);
    sp_profile_add(other, node_of(other, root_of(other, 1, "Main"), "A;B"), 1, 5, 0);
    sp_profile_add_profile(all, p);
    sp_profile_add_profile(all, other);
    ck_assert_uint_eq(all->threads->len, 3);
    ck_assert_int_eq(sp_node(all, node_of(all, sp_thread(all, 1)->root, "A"))->self_ns, 23);
    ck_assert_int_eq(sp_node(all, node_of(all, sp_thread(all, 0)->root, "A;B"))->self_ns, 5);
    ck_assert_int_eq(sp_profile_sum(all).ns, 42);
    sp_profile_free(all);
    sp_profile_free(other);
}
END_TEST

START_TEST(threads_of_one_profile_stay_apart_when_it_is_added)
{
    SpProfile *all = sp_profile_new();
    for (int i = 0; i < 3; i++)
        sp_profile_add(p, node_of(p, root_of(p, 0, ""), "A"), 1, 10 * (i + 1), 0);
    sp_profile_add_profile(all, p);
    ck_assert_uint_eq(all->threads->len, 3);
    sp_profile_add_profile(all, p);
    ck_assert_uint_eq(all->threads->len, 3);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_int_eq(sp_node(all, node_of(all, sp_thread(all, i)->root, "A"))->self_ns, 20 * (i + 1));
    sp_profile_free(all);
}
END_TEST

START_TEST(a_single_input_keeps_its_timeline_and_several_have_none)
{
    SpProfile *all = sp_profile_new();
    root_of(p, 1, "Main");
    uint32_t root = root_of(p, 2, "W"), a = node_of(p, root, "A");
    sp_profile_add(p, a, 1, 10, 1);
    sp_profile_add_sample(p, 50, 10, a);
    sp_profile_add_span(p, 40, 50, a);
    p->samples_complete = p->spans_complete = true;
    sp_profile_add_profile(all, p);
    ck_assert(all->samples_complete && all->spans_complete);
    ck_assert_uint_eq(all->samples->len, 1);
    const SpSample *s = &g_array_index(all->samples, SpSample, 0);
    ck_assert_int_eq(s->time_ns, 50);
    ck_assert_str_eq(sp_node_function(all, s->node)->name, "A");
    ck_assert_uint_eq(sp_node(all, s->node)->thread, 1);
    ck_assert_uint_eq(all->spans->len, 1);
    sp_profile_add_profile(all, p);
    ck_assert(!all->samples_complete && !all->spans_complete);
    ck_assert_uint_eq(all->samples->len, 0);
    ck_assert_uint_eq(all->spans->len, 0);
    sp_profile_free(all);
}
END_TEST

START_TEST(adding_profiles_combines_what_they_measured)
{
    SpProfile *other = sp_profile_new(), *all = sp_profile_new();
    root_of(p, 1, "Main");
    root_of(other, 1, "Main");
    p->has_time = p->has_calls = true;
    p->duration_ns = 5;
    p->dropped = 1;
    p->truncated = 2;
    p->clock = SP_CLOCK_CPU;
    other->duration_ns = 7;
    other->dropped = 10;
    sp_profile_add_profile(all, p);
    sp_profile_add_profile(all, other);
    ck_assert(!all->has_time && all->has_calls);
    ck_assert_int_eq(all->duration_ns, 12);
    ck_assert_int_eq(all->dropped, 11);
    ck_assert_int_eq(all->truncated, 2);
    ck_assert_int_eq(all->clock, SP_CLOCK_CPU);
    sp_profile_free(all);
    sp_profile_free(other);
}
END_TEST

START_TEST(r63_many_threads_are_joined_in_time)
{
    SpProfile *all = sp_profile_new();
    for (int i = 0; i < 50000; i++)
        root_of(p, 7, "Worker");
    sp_profile_add_profile(all, p);
    sp_profile_add_profile(all, p);
    ck_assert_uint_eq(all->threads->len, 50000);
    p->threads_as_roots = true;
    sp_profile_free(sp_profile_merged(p));
    sp_profile_free(all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("profile");
    TCase *tests = tcase_create("profile");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, strings_of_equal_content_are_one);
    tcase_add_test(tests, functions_are_one_by_all_their_fields);
    tcase_add_test(tests, frames_and_children_are_found_again_after_growth);
    tcase_add_test(tests, threads_own_roots_and_nodes_know_their_thread);
    tcase_add_test(tests, totals_are_inclusive_and_sums_count_self_once);
    tcase_add_test(tests, r02_recursion_counts_a_function_once_per_stack);
    tcase_add_test(tests, statistics_cover_all_threads_and_frames_of_a_function);
    tcase_add_test(tests, r03_very_deep_stacks_need_no_c_stack);
    tcase_add_test(tests, r77_sums_beyond_the_range_stop_at_its_end);
    tcase_add_test(tests, r48_an_empty_profile_has_empty_answers);
    tcase_add_test(tests, merging_threads_adds_equal_stacks);
    tcase_add_test(tests, threads_as_roots_become_frames_with_distinct_names);
    tcase_add_test(tests, a_copy_has_the_same_indexes);
    tcase_add_test(tests, adding_profiles_joins_threads_by_id_and_name);
    tcase_add_test(tests, threads_of_one_profile_stay_apart_when_it_is_added);
    tcase_add_test(tests, a_single_input_keeps_its_timeline_and_several_have_none);
    tcase_add_test(tests, adding_profiles_combines_what_they_measured);
    tcase_add_test(tests, r63_many_threads_are_joined_in_time);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
