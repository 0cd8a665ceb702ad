/*
 * check-match.c - the same method in two builds, whatever number its compiler gave it.
 */
#include "profiler/report/report.h"
#include "tests/report/tool.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *key;
} keys[] = {
    {"P:<Main>m__3 (int)", "P:<Main>m__# (int)"},
    {"P:<Main>m__A ()", "P:<Main>m__# ()"},
    {"P/<>c__DisplayClass1_0:<Run>b__0 ()", "P/<>c__DisplayClass#:<Run>b__# ()"},
    {"P/<>c:<Main>b__4_2 (int)", "P/<>c:<Main>b__# (int)"},
    {"P/<It>c__Iterator2:MoveNext ()", "P/<It>c__Iterator#:MoveNext ()"},
    {"P/<Go>c__AnonStorey1:<>m__0 ()", "P/<Go>c__AnonStorey#:<>m__# ()"},
    {"P/<Work>d__3:MoveNext ()", "P/<Work>d__#:MoveNext ()"},
    {"P:<Main>g__Local2|3_0 (int)", "P:<Main>g__Local2|# (int)"},
    {"P.Main.lambda#0(int)", "P.Main.lambda##(int)"},
    {"P.Main.lambda#1_0(int)", "P.Main.lambda##(int)"},
    {"P.It() [iterator#0]", "P.It() [iterator##]"},
    {"P.Main2(int)", "P.Main2(int)"},
    {"Acme.List`1<int>:Add (int)", "Acme.List`1<int>:Add (int)"},
    {"P:<Main>m__Feed ()", "P:<Main>m__Feed ()"}, /* a word, not a number */
    {"a|b", "a|b"},
    {"", ""},
};

START_TEST(numbers_a_compiler_hands_out_are_left_out_of_the_key)
{
    char *key = sp_match_key(keys[_i].name);
    ck_assert_msg(!strcmp(key, keys[_i].key), "%s: expected '%s', found '%s'", keys[_i].name, keys[_i].key, key);
    g_free(key);
}
END_TEST

static int64_t self_of(const SpProfile *p, const char *name)
{
    for (uint32_t i = 0; i < p->nodes->len; i++)
        if (sp_node(p, i)->frame != SP_NONE && !strcmp(sp_node_function(p, i)->name, name))
            return sp_node(p, i)->samples;
    return -1;
}

static SpProfile *aligned(const char *const *before, const char *const *after)
{
    SpProfile *a = profile_of(before), *b = profile_of(after), *c = sp_aligned(a, b);
    ck_assert_int_eq(sp_profile_sum(c).samples, sp_profile_sum(a).samples);
    sp_profile_free(a);
    sp_profile_free(b);
    return c;
}

START_TEST(a_single_renumbered_lambda_is_matched)
{
    SpProfile *p =
        aligned((const char *[]){"Main;P:<Main>m__3 () 10", NULL}, (const char *[]){"Main;P:<Main>m__4 () 12", NULL});
    ck_assert_int_eq(self_of(p, "P:<Main>m__4 ()"), 10);
    ck_assert_int_eq(self_of(p, "P:<Main>m__3 ()"), -1);
    sp_profile_free(p);
}
END_TEST

START_TEST(renumbered_lambdas_of_different_methods_do_not_mix)
{
    SpProfile *p = aligned((const char *[]){"P:<A>m__0 () 10", "P:<B>m__1 () 20", NULL},
                           (const char *[]){"P:<A>m__1 () 10", "P:<B>m__2 () 20", NULL});
    ck_assert_int_eq(self_of(p, "P:<A>m__1 ()"), 10);
    ck_assert_int_eq(self_of(p, "P:<B>m__2 ()"), 20);
    sp_profile_free(p);
}
END_TEST

START_TEST(equally_many_lambdas_keep_their_order)
{
    SpProfile *p = aligned((const char *[]){"P:<A>m__9 () 10", "P:<A>m__10 () 20", NULL},
                           (const char *[]){"P:<A>m__10 () 10", "P:<A>m__11 () 20", NULL});
    ck_assert_int_eq(self_of(p, "P:<A>m__10 ()"), 10);
    ck_assert_int_eq(self_of(p, "P:<A>m__11 ()"), 20);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_lambda_put_in_front_is_new_and_the_others_are_told_by_their_callees)
{
    SpProfile *p =
        aligned((const char *[]){"P:<A>m__0 ();Sort 10", "P:<A>m__1 ();Hash 20", NULL},
                (const char *[]){"P:<A>m__0 ();Log 5", "P:<A>m__1 ();Sort 10", "P:<A>m__2 ();Hash 20", NULL});
    SpRows *rows = sp_rows_new(p, SP_BY_FUNCTION);
    for (guint i = 0; i < rows->rows->len; i++) {
        const SpRow *r = &g_array_index(rows->rows, SpRow, i);
        ck_assert_msg(strcmp(r->name, "P:<A>m__0 ()"), "m__0 of before must not be taken for the new m__0");
        if (!strcmp(r->name, "P:<A>m__1 ()"))
            ck_assert_int_eq(r->total_samples, 10);
        if (!strcmp(r->name, "P:<A>m__2 ()"))
            ck_assert_int_eq(r->total_samples, 20);
    }
    sp_rows_free(rows);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_vanished_lambda_is_not_taken_for_the_one_that_got_its_number)
{
    SpProfile *p = aligned((const char *[]){"P:<A>m__0 ();Log 5", "P:<A>m__1 ();Sort 10", NULL},
                           (const char *[]){"P:<A>m__0 ();Sort 10", NULL});
    SpRows *rows = sp_rows_new(p, SP_BY_FUNCTION);
    bool marked = false;
    for (guint i = 0; i < rows->rows->len; i++) {
        const SpRow *r = &g_array_index(rows->rows, SpRow, i);
        if (!strcmp(r->name, "P:<A>m__0 ()"))
            ck_assert_int_eq(r->total_samples, 10);
        marked = marked || (!strcmp(r->name, "P:<A>m__0 () (before)") && r->total_samples == 5);
    }
    ck_assert_msg(marked, "the vanished lambda keeps its samples under a name of its own");
    sp_rows_free(rows);
    sp_profile_free(p);
}
END_TEST

START_TEST(the_same_build_matches_itself)
{
    const char *const stacks[] = {"Main;P:<A>m__0 ();X 5", "Main;P:<A>m__1 () 10", "Main;P.B() 2", NULL};
    SpProfile *p = aligned(stacks, stacks), *original = profile_of(stacks);
    ck_assert_uint_eq(p->functions->len, original->functions->len);
    for (uint32_t i = 0; i < original->functions->len; i++)
        ck_assert_str_eq(sp_function(p, i)->name, sp_function(original, i)->name);
    sp_profile_free(p);
    sp_profile_free(original);
}
END_TEST

/* "module|Type.Method() count", ..., NULL: one stack each. */
static SpProfile *program(const char *name, const char *const *methods)
{
    SpProfile *p = sp_profile_new();
    uint32_t root = sp_thread(p, sp_profile_add_thread(p, 1, "Main"))->root;
    p->program = sp_profile_string(p, name);
    for (; *methods; methods++) {
        char **parts = g_strsplit_set(*methods, "| ", 3);
        SpFunction f = {.name = parts[1], .module = parts[0]};
        uint32_t frame = sp_profile_frame(p, sp_profile_function(p, &f), 0, SP_TIER_JIT);
        sp_profile_add(p, sp_profile_child(p, root, frame), atoi(parts[2]), 0, 0);
        g_strfreev(parts);
    }
    return p;
}

/* The samples of `name` in before stand under this module once aligned. */
static void expect_module(SpProfile *before, SpProfile *after, const char *name, int64_t samples, const char *module)
{
    SpProfile *c = sp_aligned(before, after);
    bool found = false;
    for (uint32_t i = 1; i < c->nodes->len; i++) {
        const SpFunction *f = sp_node_function(c, i);
        found = found || (!strcmp(f->name, name) && !strcmp(f->module, module) && sp_node(c, i)->samples == samples);
    }
    ck_assert_msg(found, "%s with %d samples is not in [%s]", name, (int)samples, module);
    sp_profile_free(c);
}

START_TEST(two_programs_are_compared_method_by_method_although_their_files_differ_in_name)
{
    SpProfile *a = program("Cpu.exe", (const char *[]){"Cpu|P.Main() 3", "mscorlib|P.Main() 5", "Cpu|P.Old() 2", NULL});
    SpProfile *b = program("Cpu2.exe", (const char *[]){"Cpu2|P.Main() 4", "mscorlib|P.Main() 6", NULL});
    expect_module(a, b, "P.Main()", 3, "Cpu2");
    expect_module(a, b, "P.Main()", 5, "mscorlib");
    expect_module(a, b, "P.Old()", 2, "Cpu");
    expect_module(b, a, "P.Main()", 4, "Cpu");
    sp_profile_free(a);
    sp_profile_free(b);
}
END_TEST

START_TEST(a_method_that_moved_to_another_assembly_is_matched_where_only_one_can_be_meant)
{
    SpProfile *a =
        program("app.exe", (const char *[]){"app|P.A() 3", "lib|Q.B() 5", "lib|Q.C() 7", "lib|Q.D() 1", NULL});
    SpProfile *b = program("app.exe", (const char *[]){"app|P.A() 3", "core|Q.B() 5", "core|Q.C() 7", "util|Q.C() 7",
                                                       "lib|Q.D() 1", "core|Q.D() 9", NULL});
    expect_module(a, b, "P.A()", 3, "app");
    expect_module(a, b, "Q.B()", 5, "core");
    expect_module(a, b, "Q.C()", 7, "lib"); /* two could be meant */
    expect_module(a, b, "Q.D()", 1, "lib"); /* still where it was */
    sp_profile_free(a);
    sp_profile_free(b);
}
END_TEST

START_TEST(a_program_that_the_other_one_has_as_a_library_is_not_taken_for_its_main_module)
{
    SpProfile *a = program("Old.exe", (const char *[]){"Old|P.Main() 3", "Old|P.Help() 2", NULL});
    SpProfile *b = program("New.exe", (const char *[]){"New|P.Main() 4", "Old|P.Main() 6", "New|P.Help() 1", NULL});
    expect_module(a, b, "P.Main()", 3, "Old");
    expect_module(a, b, "P.Help()", 2, "New"); /* by name */
    sp_profile_free(a);
    sp_profile_free(b);
}
END_TEST

START_TEST(lambdas_that_moved_and_were_renumbered_keep_their_order)
{
    SpProfile *a = program("app.exe", (const char *[]){"lib|P:<A>m__0() 5", "lib|P:<A>m__1() 6", "app|M() 1", NULL});
    SpProfile *b = program("app.exe", (const char *[]){"core|P:<A>m__1() 5", "core|P:<A>m__2() 6", "app|M() 1", NULL});
    expect_module(a, b, "P:<A>m__1()", 5, "core");
    expect_module(a, b, "P:<A>m__2()", 6, "core");
    sp_profile_free(a);
    sp_profile_free(b);
}
END_TEST

START_TEST(a_side_without_modules_still_matches_one_with)
{
    SpProfile *a = profile_of((const char *[]){"P.A() 3", NULL}), *b = sp_profile_new();
    uint32_t root = sp_thread(b, sp_profile_add_thread(b, 1, "Main"))->root;
    SpFunction f = {.name = "P.A()", .raw_name = "P:A ()", .module = "app", .file = "A.cs", .start_line = 3};
    sp_profile_add(b, sp_profile_child(b, root, sp_profile_frame(b, sp_profile_function(b, &f), 0, 0)), 4, 0, 0);
    SpProfile *c = sp_aligned(a, b);
    ck_assert_uint_eq(c->functions->len, 1);
    ck_assert_str_eq(sp_function(c, 0)->module, "app");
    ck_assert_str_eq(sp_function(c, 0)->raw_name, "P:A ()");
    sp_profile_free(a);
    sp_profile_free(b);
    sp_profile_free(c);
}
END_TEST

START_TEST(equal_names_in_two_modules_match_their_own)
{
    SpProfile *sides[2];
    for (int i = 0; i < 2; i++) {
        SpProfile *p = sides[i] = sp_profile_new();
        uint32_t root = sp_thread(p, sp_profile_add_thread(p, 1, "Main"))->root;
        for (int m = 0; m < 2; m++) {
            SpFunction f = {.name = "P.A()", .raw_name = "P:A ()", .module = (i + m) % 2 ? "x" : "y"};
            uint32_t frame = sp_profile_frame(p, sp_profile_function(p, &f), 0, 0);
            sp_profile_add(p, sp_profile_child(p, root, frame), (i + m) % 2 ? 100 : 1, 0, 0);
        }
    }
    SpProfile *c = sp_aligned(sides[0], sides[1]);
    for (uint32_t i = 1; i < c->nodes->len; i++)
        ck_assert_int_eq(sp_node(c, i)->samples, strcmp(sp_node_function(c, i)->module, "x") ? 1 : 100);
    sp_profile_free(c);
    sp_profile_free(sides[0]);
    sp_profile_free(sides[1]);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("match");
    tcase_add_loop_test(cases, numbers_a_compiler_hands_out_are_left_out_of_the_key, 0, G_N_ELEMENTS(keys));
    tcase_add_test(cases, a_single_renumbered_lambda_is_matched);
    tcase_add_test(cases, renumbered_lambdas_of_different_methods_do_not_mix);
    tcase_add_test(cases, equally_many_lambdas_keep_their_order);
    tcase_add_test(cases, a_lambda_put_in_front_is_new_and_the_others_are_told_by_their_callees);
    tcase_add_test(cases, a_vanished_lambda_is_not_taken_for_the_one_that_got_its_number);
    tcase_add_test(cases, the_same_build_matches_itself);
    tcase_add_test(cases, a_side_without_modules_still_matches_one_with);
    tcase_add_test(cases, two_programs_are_compared_method_by_method_although_their_files_differ_in_name);
    tcase_add_test(cases, a_method_that_moved_to_another_assembly_is_matched_where_only_one_can_be_meant);
    tcase_add_test(cases, a_program_that_the_other_one_has_as_a_library_is_not_taken_for_its_main_module);
    tcase_add_test(cases, lambdas_that_moved_and_were_renumbered_keep_their_order);
    tcase_add_test(cases, equal_names_in_two_modules_match_their_own);
    Suite *suite = suite_create("match");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
