/*
 * check-diff.c - the arithmetic of differences, through the built tool.
 */
#include "profiler/export/export.h"
#include "profiler/import/import.h"
#include "profiler/report/report.h"
#include "tests/report/tool.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char x[] = "Main;A 30\nMain;B 60\nMain 10\n", x3[] = "Main;A 90\nMain;B 180\nMain 30\n";

static Ran diff(const char *before, const char *after, const char *option)
{
    const char *a = scratch_file("before.folded", before), *b = scratch_file("after.folded", after);
    Ran r = tool("diff", option, "--limit=0", a, b, NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    ck_assert_msg(!strstr(r.out, "nan") && !strstr(r.out, "inf") && !strstr(r.out, "NaN"), "%s", r.out);
    return r;
}

static void expect(Ran *r, const char *words)
{
    ck_assert_msg(strstr(r->out, words) != NULL, "expected '%s' in:\n%s", words, r->out);
}

static void expect_not(Ran *r, const char *words)
{
    ck_assert_msg(strstr(r->out, words) == NULL, "'%s' in:\n%s", words, r->out);
}

START_TEST(r82_a_profile_against_itself_is_zero_throughout)
{
    static const char *const options[] = {"--color=never", "--no-normalize"};
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        Ran r = diff(x, x, options[i]);
        expect(&r, "no change\n");
        expect_not(&r, "new:");
        expect_not(&r, "gone:");
        ran_free(&r);
    }
    Ran r = diff(x, x, "--json");
    ck_assert_ptr_null(json_fault(r.out));
    expect(&r, "\"status\": \"same\"");
    expect_not(&r, "\"status\": \"changed\"");
    expect(&r, "\"self_change_percent\": 0, \"total_change_percent\": 0");
    ran_free(&r);
}
END_TEST

START_TEST(r82_three_times_as_much_is_no_change_in_shares_and_plus_200_percent_in_values)
{
    Ran r = diff(x, x3, "--color=never");
    expect(&r, "no change\n");
    ran_free(&r);
    r = diff(x, x3, "--no-normalize");
    expect(&r, "       60       180       +120  +200 %");
    expect(&r, "       30        90        +60  +200 %");
    expect(&r, "       10        30        +20  +200 %      100       300       +200  +200 %  Main");
    expect_not(&r, "new");
    ran_free(&r);
}
END_TEST

START_TEST(r82_an_empty_side_makes_everything_new_or_gone)
{
    Ran r = diff(x, "", "--color=never");
    expect(&r, "gone: B, A, Main\n");
    expect(&r, ": 0 samples");
    expect(&r, "       60         0        -60    gone");
    ran_free(&r);
    r = diff("", x, "--color=never");
    expect(&r, "new: B, A, Main\n");
    expect_not(&r, "gone");
    ran_free(&r);
    r = diff("", "", "--color=never");
    expect(&r, "no change\n");
    ran_free(&r);
    r = diff("", x, "--json");
    ck_assert_ptr_null(json_fault(r.out));
    ran_free(&r);
}
END_TEST

START_TEST(r82_a_tower_on_one_side_only_is_named)
{
    Ran r = diff("Main;A 50\nMain;Old;Deep 50\n", "Main;A 50\nMain;Fresh 50\n", "--color=never");
    expect(&r, "gone: Deep, Old\n");
    expect(&r, "new: Fresh\n");
    expect(&r, "   50.0 %     0.0 %   -50.0 pt    gone");
    ran_free(&r);
}
END_TEST

START_TEST(shares_of_each_side_are_compared_when_lengths_differ)
{
    Ran r = diff("A 50\nB 50\n", "A 900\nB 100\n", "--color=never");
    expect(&r, "   50.0 %    90.0 %   +40.0 pt   +80 %");
    expect(&r, "   50.0 %    10.0 %   -40.0 pt   -80 %");
    ran_free(&r);
}
END_TEST

START_TEST(renumbered_lambdas_show_as_the_same_method)
{
    Ran r = diff("Main;P:<Main>m__3 (int) 50\nMain 50\n", "Main;P:<Main>m__4 (int) 60\nMain 40\n", "--color=never");
    expect(&r, "   50.0 %    60.0 %   +10.0 pt   +20 %");
    expect(&r, "P:<Main>m__4 (int)");
    expect_not(&r, "gone");
    expect_not(&r, "new");
    ran_free(&r);
}
END_TEST

static SpProfile *difference_file(const char *name)
{
    const char *a = scratch_file("before.folded", "Main;A 30\nMain;B 10\n");
    const char *b = scratch_file("after.folded", "Main;A 10\nMain;C 30\n"), *out = scratch_path(name);
    Ran r = tool("diff", "--no-normalize", "-o", out, a, b, NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    ran_free(&r);
    GError *error = NULL;
    SpProfile *p = sp_import(out, &error);
    ck_assert_msg(p != NULL, "%s", error ? error->message : "");
    return p;
}

START_TEST(r86_a_difference_as_pprof_has_negative_values_that_read_back)
{
    SpProfile *p = difference_file("d.pb.gz");
    int64_t by_name[3] = {0};
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        if (sp_node(p, i)->frame == SP_NONE)
            continue;
        const char *name = sp_node_function(p, i)->name;
        if (strlen(name) == 1)
            by_name[name[0] - 'A'] += sp_node(p, i)->samples;
    }
    ck_assert_int_eq(by_name[0], -20);
    ck_assert_int_eq(by_name[1], -10);
    ck_assert_int_eq(by_name[2], 30);
    ck_assert_int_eq(sp_profile_sum(p).samples, 0);
    sp_profile_free(p);
}
END_TEST

START_TEST(r86_pictures_of_a_difference_have_no_negative_width)
{
    const char *a = scratch_file("before.folded", "Main;A 30\nMain;B 10\n");
    const char *b = scratch_file("after.folded", "Main;A 10\nMain;C 30\n"), *out = scratch_path("d.svg");
    Ran r = tool("diff", "-o", out, a, b, NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    ran_free(&r);
    char *svg = NULL;
    ck_assert(g_file_get_contents(out, &svg, NULL, NULL));
    ck_assert(!strstr(svg, "width=\"-") && !strstr(svg, "nan"));
    ck_assert_msg(strstr(svg, "B"), "the vanished method is named");
    g_free(svg);
    r = tool("diff", "-o", scratch_path("d.folded"), a, b, NULL);
    ck_assert_int_eq(r.status, 2); /* folded stacks cannot hold it, and it says so */
    ck_assert(strstr(r.err, "negative"));
    ran_free(&r);
    r = tool("diff", "-o", scratch_path("d.html"), a, b, NULL);
    ck_assert_int_eq(r.status, 2); /* nor can a page draw it */
    ck_assert(strstr(r.err, ".pb.gz") && !g_file_test(scratch_path("d.html"), G_FILE_TEST_EXISTS));
    ran_free(&r);
    r = shell("$SP diff -o - --format=svg /dev/null /dev/null");
    ck_assert_int_eq(r.status, 0);
    ck_assert(strstr(r.out, "<svg") && !strstr(r.out, "no change"));
    ran_free(&r);
}
END_TEST

/* A -1 s, B +1 s and 1 ms: the sum is 1 ms, of which A would be -100 000 %. */
START_TEST(r86_shares_of_a_difference_are_of_all_changes_up_and_down)
{
    SpProfile *p = sp_profile_new();
    uint32_t root = sp_thread(p, sp_profile_add_thread(p, 1, "Main"))->root;
    const int64_t ms[] = {-1000, 1001};
    p->has_time = true;
    for (int i = 0; i < 2; i++) {
        SpFunction f = {.name = i ? "Grew()" : "Shrank()", .module = "app"};
        uint32_t frame = sp_profile_frame(p, sp_profile_function(p, &f), 0, SP_TIER_JIT);
        sp_profile_add(p, sp_profile_child(p, root, frame), ms[i], ms[i] * 1000000, 0);
    }
    const char *path = scratch_path("change.pb.gz");
    ck_assert(sp_export(p, SP_FORMAT_PPROF, path, NULL));
    sp_profile_free(p);
    static const char *const commands[] = {"top", "tree", "info"};
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        Ran r = tool(commands[i], path, NULL);
        ck_assert_msg(r.status == 0 && !strstr(r.out, "000 %") && !strstr(r.out, "000.0 %"), "%s", r.out);
        ck_assert_msg(i == 2 || strstr(r.out, ": difference"), "%s", r.out);
        if (i < 2) {
            expect(&r, "-50.0 %");
            expect(&r, " 50.0 %");
            expect(&r, "Shrank()");
        }
        ran_free(&r);
    }
    Ran r = tool("flamegraph", path, "-o", scratch_path("change.svg"), NULL);
    ck_assert_int_eq(r.status, 2);
    ck_assert_msg(strstr(r.err, "samplepoint diff BEFORE AFTER -o OUT.svg"), "%s", r.err);
    ran_free(&r);
}
END_TEST

START_TEST(what_shrank_most_is_in_the_first_rows_of_a_difference)
{
    const char *a = scratch_file("before.folded", "Main;A 100\nMain;B 10\n");
    const char *b = scratch_file("after.folded", "Main;A 10\nMain;B 20\nMain;C 20\n");
    const char *out = scratch_path("falls.pb.gz");
    Ran r = tool("diff", "--no-normalize", "-o", out, a, b, NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    ran_free(&r);
    r = tool("top", "--limit=1", out, NULL);
    expect(&r, "-75.0 %");
    expect(&r, "A\n");
    expect_not(&r, "  C\n");
    ran_free(&r);
}
END_TEST

START_TEST(the_picture_of_a_difference_tells_what_was_measured)
{
    const char *a = scratch_file("before.folded", x), *b = scratch_file("after.folded", x3),
               *out = scratch_path("m.svg");
    Ran r = tool("diff", "-o", out, a, b, NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    ran_free(&r);
    char *svg = NULL;
    ck_assert(g_file_get_contents(out, &svg, NULL, NULL));
    ck_assert(strstr(svg, "Each total counts as 100 %; after: 300 samples, before: 100 samples."));
    ck_assert(strstr(svg, "before 30 %, 30 samples"));
    g_free(svg);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("diff");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, r82_a_profile_against_itself_is_zero_throughout);
    tcase_add_test(cases, r82_three_times_as_much_is_no_change_in_shares_and_plus_200_percent_in_values);
    tcase_add_test(cases, r82_an_empty_side_makes_everything_new_or_gone);
    tcase_add_test(cases, r82_a_tower_on_one_side_only_is_named);
    tcase_add_test(cases, shares_of_each_side_are_compared_when_lengths_differ);
    tcase_add_test(cases, renumbered_lambdas_show_as_the_same_method);
    tcase_add_test(cases, r86_a_difference_as_pprof_has_negative_values_that_read_back);
    tcase_add_test(cases, r86_pictures_of_a_difference_have_no_negative_width);
    tcase_add_test(cases, r86_shares_of_a_difference_are_of_all_changes_up_and_down);
    tcase_add_test(cases, what_shrank_most_is_in_the_first_rows_of_a_difference);
    tcase_add_test(cases, the_picture_of_a_difference_tells_what_was_measured);
    tcase_add_unchecked_fixture(cases, NULL, scratch_remove);
    Suite *suite = suite_create("diff");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK); /* one scratch folder for the suite */
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
