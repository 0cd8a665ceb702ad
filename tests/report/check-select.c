/*
 * check-select.c - narrowing a profile to threads and methods, turning it upside down.
 */
#include "profiler/report/report.h"
#include "tests/report/tool.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static int64_t self_of(const SpProfile *p, const char *name)
{
    int64_t samples = 0;
    for (uint32_t i = 0; i < p->nodes->len; i++)
        if (sp_node(p, i)->frame != SP_NONE && !strcmp(sp_node_function(p, i)->name, name))
            samples += sp_node(p, i)->samples;
    return samples;
}

static int64_t total_of(const SpProfile *p, const char *name)
{
    SpRows *rows = sp_rows_new(p, SP_BY_FUNCTION);
    int64_t total = 0;
    for (guint i = 0; i < rows->rows->len; i++)
        if (!strcmp(g_array_index(rows->rows, SpRow, i).name, name))
            total = g_array_index(rows->rows, SpRow, i).total_samples;
    sp_rows_free(rows);
    return total;
}

static SpProfile *selected(const SpProfile *p, const char *keep, const char *hide)
{
    GRegex *k = keep ? g_regex_new(keep, 0, 0, NULL) : NULL, *h = hide ? g_regex_new(hide, 0, 0, NULL) : NULL;
    SpProfile *s = sp_select_frames(p, k, h);
    if (k)
        g_regex_unref(k);
    if (h)
        g_regex_unref(h);
    return s;
}

START_TEST(hidden_methods_give_their_time_to_the_caller)
{
    SpProfile *p =
        profile_of((const char *[]){"Main;Lib.A;Lib.B;App.Callback 5", "Main;Lib.A;Lib.B 7", "Main 1", NULL});
    SpProfile *s = selected(p, NULL, "^Lib");
    ck_assert_int_eq(self_of(s, "Main"), 8);
    ck_assert_int_eq(self_of(s, "App.Callback"), 5);
    ck_assert_int_eq(total_of(s, "Main"), 13);
    ck_assert_int_eq(self_of(s, "Lib.A") + self_of(s, "Lib.B"), 0);
    ck_assert_int_eq(sp_profile_sum(s).samples, sp_profile_sum(p).samples);
    ck_assert_int_eq(sp_profile_sum(s).ns, sp_profile_sum(p).ns);
    sp_profile_free(s);
    sp_profile_free(p);
}
END_TEST

START_TEST(filter_keeps_the_stacks_through_a_match_with_their_callers)
{
    SpProfile *p = profile_of((const char *[]){"Main 3", "Main;Parse;Lex 5", "Main;Emit 7", NULL});
    SpProfile *s = selected(p, "Parse", NULL);
    ck_assert_int_eq(sp_profile_sum(s).samples, 5);
    ck_assert_int_eq(total_of(s, "Main"), 5);
    ck_assert_int_eq(self_of(s, "Lex"), 5);
    ck_assert_int_eq(total_of(s, "Emit"), 0);
    sp_profile_free(s);
    sp_profile_free(p);
}
END_TEST

START_TEST(filter_and_hide_of_everything_leave_a_valid_empty_profile)
{
    SpProfile *p = profile_of((const char *[]){"Main 3", NULL});
    SpProfile *s = selected(p, "NoSuch", NULL);
    ck_assert_int_eq(sp_profile_sum(s).samples, 0);
    ck_assert_uint_eq(s->nodes->len, 1);
    sp_profile_free(s);
    s = selected(p, NULL, ".");
    ck_assert_int_eq(sp_profile_sum(s).samples, 3); /* on the root itself */
    sp_profile_free(s);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_filtered_timeline_still_adds_up_to_its_tree)
{
    SpProfile *p = sp_profile_new();
    p->has_time = true;
    sp_profile_add_thread(p, 1, "Main");
    uint32_t nodes[] = {add_stack(p, 0, "Main;A", 1), add_stack(p, 0, "Main;B", 1), add_stack(p, 0, "Main", 1)};
    for (int i = 0; i < 3; i++)
        sp_profile_add_sample(p, (i + 1) * 1000000, 1000000, nodes[i]);
    p->samples_complete = true;
    SpProfile *s = selected(p, "^A$", NULL);
    ck_assert_uint_eq(s->samples->len, 1);
    ck_assert(s->samples_complete);
    ck_assert_int_eq(g_array_index(s->samples, SpSample, 0).weight_ns, sp_profile_sum(s).ns);
    sp_profile_free(s);
    s = selected(p, NULL, "^A$");
    ck_assert_uint_eq(s->samples->len, 3);
    sp_profile_free(s);
    sp_profile_free(p);
}
END_TEST

static SpProfile *two_threads(void)
{
    SpProfile *p = profile_of((const char *[]){"Main 3", NULL});
    sp_profile_add_thread(p, 42, "Thread Pool Worker");
    add_stack(p, 1, "Work", 5);
    return p;
}

START_TEST(a_thread_is_found_by_id_name_and_part_of_the_name)
{
    static const char *const words[] = {"42", "Thread Pool Worker", "pool", "WORKER"};
    SpProfile *p = two_threads();
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        SpProfile *s = sp_select_thread(p, words[i], NULL);
        ck_assert_ptr_nonnull(s);
        ck_assert_uint_eq(s->threads->len, 1);
        ck_assert_int_eq(sp_profile_sum(s).samples, 5);
        sp_profile_free(s);
    }
    sp_profile_free(p);
}
END_TEST

START_TEST(an_exact_thread_name_wins_over_a_part)
{
    SpProfile *p = two_threads();
    sp_profile_add_thread(p, 43, "Worker");
    add_stack(p, 2, "Other", 11);
    SpProfile *s = sp_select_thread(p, "Worker", NULL);
    ck_assert_int_eq(sp_profile_sum(s).samples, 11);
    sp_profile_free(s);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_missing_thread_is_an_error_that_lists_the_threads)
{
    SpProfile *p = two_threads();
    GError *error = NULL;
    ck_assert_ptr_null(sp_select_thread(p, "Finalizer", &error));
    ck_assert(g_error_matches(error, SP_ERROR, SP_ERROR_OPTION));
    ck_assert(strstr(error->message, "Finalizer") && strstr(error->message, "Thread Pool Worker"));
    g_error_free(error);
    sp_profile_free(p);
}
END_TEST

START_TEST(samples_of_a_tier_keep_their_callers_of_any_tier)
{
    SpProfile *p = sp_profile_new();
    sp_profile_add_thread(p, 1, "Main");
    SpFunction main_function = {.name = "Main"}, hot = {.name = "Hot"};
    uint32_t of_hot = sp_profile_function(p, &hot);
    uint32_t root = sp_profile_child(
        p, 0, sp_profile_frame(p, sp_profile_function(p, &main_function), 0, SP_TIER_INTERP));
    sp_profile_add(p, root, 5, 0, 0);
    sp_profile_add(p, sp_profile_child(p, root, sp_profile_frame(p, of_hot, 0, SP_TIER_INTERP)), 2, 0, 0);
    sp_profile_add(p, sp_profile_child(p, root, sp_profile_frame(p, of_hot, 0, SP_TIER_JITERP)), 30, 0, 0);
    SpProfile *compiled = sp_select_tier(p, "jiterp", NULL), *interpreted = sp_select_tier(p, "interp", NULL);
    ck_assert_int_eq(self_of(compiled, "Hot"), 30);
    ck_assert_int_eq(self_of(compiled, "Main"), 0);
    ck_assert_int_eq(total_of(compiled, "Main"), 30);
    ck_assert_int_eq(self_of(interpreted, "Hot"), 2);
    ck_assert_int_eq(total_of(interpreted, "Main"), 7);
    SpRows *rows = sp_rows_new(p, SP_BY_TIER), *methods = sp_rows_new(p, SP_BY_FUNCTION);
    ck_assert_uint_eq(rows->rows->len, 2);
    ck_assert_uint_eq(methods->rows->len, 2); /* a method of two tiers is one row */
    GError *error = NULL;
    ck_assert_ptr_null(sp_select_tier(p, "aot", &error));
    ck_assert_str_eq(error->message, "--tier=aot: no sample ended in that tier; there are: interp, jiterp");
    g_error_free(error);
    sp_rows_free(rows);
    sp_rows_free(methods);
    sp_profile_free(compiled);
    sp_profile_free(interpreted);
    sp_profile_free(p);
}
END_TEST

START_TEST(upside_down_the_leaves_are_roots_and_nothing_is_lost)
{
    SpProfile *p = profile_of((const char *[]){"Main;A;Leaf 3", "Main;B;Leaf 4", "Main;B 5", NULL});
    SpProfile *r = sp_reversed(p);
    ck_assert_int_eq(sp_profile_sum(r).samples, 12);
    ck_assert_int_eq(total_of(r, "Leaf"), 7);
    ck_assert_int_eq(total_of(r, "B"), 9);
    uint32_t top = 0;
    for (uint32_t i = 0; i < r->nodes->len; i++)
        top += sp_node(r, i)->parent == 0;
    ck_assert_uint_eq(top, 2); /* Leaf and B */
    sp_profile_free(r);
    sp_profile_free(p);
}
END_TEST

START_TEST(r03_thirty_thousand_frames_deep_needs_no_c_stack)
{
    GString *stack = g_string_new("Main");
    for (int i = 0; i < 30000; i++)
        g_string_append_printf(stack, ";F%d", i % 7);
    g_string_append(stack, " 3");
    SpProfile *p = profile_of((const char *[]){stack->str, "Main;A 2", NULL});
    SpProfile *s = selected(p, "F3", "F4"), *r = sp_reversed(p), *w = sp_without_lines(p);
    ck_assert_int_eq(sp_profile_sum(s).samples, 3);
    ck_assert_int_eq(sp_profile_sum(r).samples, 5);
    ck_assert_int_eq(total_of(w, "F1"), 3);
    sp_profile_free(s);
    sp_profile_free(r);
    sp_profile_free(w);
    sp_profile_free(p);
    g_string_free(stack, TRUE);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("select");
    tcase_add_test(cases, hidden_methods_give_their_time_to_the_caller);
    tcase_add_test(cases, filter_keeps_the_stacks_through_a_match_with_their_callers);
    tcase_add_test(cases, filter_and_hide_of_everything_leave_a_valid_empty_profile);
    tcase_add_test(cases, a_filtered_timeline_still_adds_up_to_its_tree);
    tcase_add_test(cases, a_thread_is_found_by_id_name_and_part_of_the_name);
    tcase_add_test(cases, an_exact_thread_name_wins_over_a_part);
    tcase_add_test(cases, a_missing_thread_is_an_error_that_lists_the_threads);
    tcase_add_test(cases, samples_of_a_tier_keep_their_callers_of_any_tier);
    tcase_add_test(cases, upside_down_the_leaves_are_roots_and_nothing_is_lost);
    tcase_add_test(cases, r03_thirty_thousand_frames_deep_needs_no_c_stack);
    Suite *suite = suite_create("select");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
