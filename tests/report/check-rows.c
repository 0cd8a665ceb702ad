/*
 * check-rows.c - adding up by method, module, namespace, thread and line.
 */
#include "profiler/report/report.h"
#include "tests/report/tool.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const SpRow *find_row(const SpRows *rows, const char *name)
{
    for (guint i = 0; i < rows->rows->len; i++)
        if (!strcmp(g_array_index(rows->rows, SpRow, i).name, name))
            return &g_array_index(rows->rows, SpRow, i);
    ck_abort_msg("no row called %s", name);
    return NULL;
}

START_TEST(r02_recursion_ten_deep_counts_once_per_stack)
{
    SpProfile *p = profile_of((const char *[]){"Main 70", "Main;R;R;R;R;R;R;R;R;R;R 30", NULL});
    SpRows *rows = sp_rows_new(p, SP_BY_FUNCTION);
    const SpRow *r = find_row(rows, "R");
    ck_assert_int_eq(r->total_samples, 30);
    ck_assert_int_eq(r->self_samples, 30);
    ck_assert_int_eq(r->total_ns, 30000000);
    ck_assert_int_eq(find_row(rows, "Main")->total_samples, 100);
    int64_t self = 0;
    for (guint i = 0; i < rows->rows->len; i++)
        self += g_array_index(rows->rows, SpRow, i).self_ns;
    ck_assert_int_eq(self, rows->sum.ns);
    sp_rows_free(rows);
    sp_profile_free(p);
}
END_TEST

START_TEST(recursion_through_another_method_counts_once)
{
    SpProfile *p = profile_of((const char *[]){"A;B;A;B;A 4", "A;B 6", NULL});
    SpRows *rows = sp_rows_new(p, SP_BY_FUNCTION);
    ck_assert_int_eq(find_row(rows, "A")->total_samples, 10);
    ck_assert_int_eq(find_row(rows, "A")->self_samples, 4);
    ck_assert_int_eq(find_row(rows, "B")->total_samples, 10);
    sp_rows_free(rows);
    sp_profile_free(p);
}
END_TEST

START_TEST(r26_equal_names_in_two_modules_and_overloads_stay_apart)
{
    SpProfile *p = sp_profile_new();
    uint32_t root = sp_thread(p, sp_profile_add_thread(p, 1, "Main"))->root;
    SpFunction functions[] = {
        {.name = "T.Work(int)", .raw_name = "T:Work (int)", .module = "a"},
        {.name = "T.Work(long)", .raw_name = "T:Work (long)", .module = "a"},
        {.name = "N1.T.Work()", .raw_name = "N1.T:Work ()", .module = "a"},
        {.name = "N2.T.Work()", .raw_name = "N2.T:Work ()", .module = "a"},
        {.name = "T.Work(int)", .raw_name = "T:Work (int)", .module = "b"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++) {
        uint32_t frame = sp_profile_frame(p, sp_profile_function(p, &functions[i]), 0, SP_TIER_JIT);
        sp_profile_add(p, sp_profile_child(p, root, frame), 1 << i, 0, 0);
    }
    SpRows *rows = sp_rows_new(p, SP_BY_FUNCTION);
    sp_rows_sort(rows, SP_SORT_SELF);
    ck_assert_uint_eq(rows->rows->len, 5);
    for (guint i = 0; i < 5; i++)
        ck_assert_int_eq(g_array_index(rows->rows, SpRow, i).self_samples, 16 >> i);
    ck_assert_str_eq(g_array_index(rows->rows, SpRow, 0).module, "b");
    sp_rows_free(rows);
    sp_profile_free(p);
}
END_TEST

START_TEST(lines_of_one_method_are_one_row_by_function_and_several_by_line)
{
    SpProfile *p = sp_profile_new();
    uint32_t root = sp_thread(p, sp_profile_add_thread(p, 1, "Main"))->root;
    SpFunction function = {.name = "A.B()", .file = "/src/A.cs", .module = "a"};
    uint32_t f = sp_profile_function(p, &function);
    sp_profile_add(p, sp_profile_child(p, root, sp_profile_frame(p, f, 10, SP_TIER_JIT)), 3, 0, 0);
    uint32_t eleven = sp_profile_child(p, root, sp_profile_frame(p, f, 11, SP_TIER_JIT));
    sp_profile_add(p, eleven, 2, 0, 0);
    sp_profile_add(p, sp_profile_child(p, eleven, sp_profile_frame(p, f, 11, SP_TIER_JIT)), 5, 0, 0);
    SpRows *rows = sp_rows_new(p, SP_BY_FUNCTION);
    ck_assert_uint_eq(rows->rows->len, 1);
    ck_assert_int_eq(find_row(rows, "A.B()")->total_samples, 10);
    sp_rows_free(rows);
    rows = sp_rows_new(p, SP_BY_LINE);
    sp_rows_sort(rows, SP_SORT_SELF);
    ck_assert_uint_eq(rows->rows->len, 2);
    const SpRow *first = &g_array_index(rows->rows, SpRow, 0);
    ck_assert_uint_eq(first->line, 11);
    ck_assert_int_eq(first->self_samples, 7);
    ck_assert_int_eq(first->total_samples, 7); /* recursion within a line counts once */
    ck_assert_str_eq(first->name, "/src/A.cs");
    sp_rows_free(rows);
    sp_profile_free(p);
}
END_TEST

static const struct {
    const char *raw, *name_space;
} namespaces[] = {
    {"Acme.List`1<int>:Add (int)", "Acme"},
    {"Acme.Deep.Outer/Inner:Run ()", "Acme.Deep"},
    {"P:<Main>m__0 (int)", ""},
    {"Acme.T:.ctor (System.Collections.Generic.List`1<int>)", "Acme"},
    {"Acme.T:System.IDisposable.Dispose ()", "Acme"},
    {"(wrapper managed-to-native) System.IO.MonoIO:Read (intptr)", "System.IO"},
    {"Acme.Parser.Parse(string)", "Acme"},
    {"Acme.List<int>.Add(int)", "Acme"},
    {"Main", ""},
    {"System.Array:Sort<int> (int[])", "System"},
    {"", ""},
    {"...", ""},
};

START_TEST(namespace_is_read_off_a_name)
{
    SpFunction f = {.name = "", .raw_name = namespaces[_i].raw};
    char *name_space = sp_namespace_of(&f);
    ck_assert_msg(!strcmp(name_space, namespaces[_i].name_space), "%s: expected '%s', found '%s'", namespaces[_i].raw,
                  namespaces[_i].name_space, name_space);
    g_free(name_space);
}
END_TEST

START_TEST(order_is_the_same_whatever_the_order_of_recording)
{
    SpProfile *a = profile_of((const char *[]){"M;X 5", "M;Y 5", "M;Z 9", NULL});
    SpProfile *b = profile_of((const char *[]){"M;Z 9", "M;Y 5", "M;X 5", NULL});
    SpRows *x = sp_rows_new(a, SP_BY_FUNCTION), *y = sp_rows_new(b, SP_BY_FUNCTION);
    for (SpSort sort = SP_SORT_SELF; sort <= SP_SORT_SAMPLES; sort++) {
        sp_rows_sort(x, sort);
        sp_rows_sort(y, sort);
        for (guint i = 0; i < x->rows->len; i++)
            ck_assert_str_eq(g_array_index(x->rows, SpRow, i).name, g_array_index(y->rows, SpRow, i).name);
    }
    sp_rows_free(x);
    sp_rows_free(y);
    sp_profile_free(a);
    sp_profile_free(b);
}
END_TEST

START_TEST(threads_are_rows_of_their_own)
{
    SpProfile *p = profile_of((const char *[]){"M;X 5", NULL});
    sp_profile_add_thread(p, 7, "Worker");
    add_stack(p, 1, "W", 4);
    SpRows *rows = sp_rows_new(p, SP_BY_THREAD);
    ck_assert_uint_eq(rows->rows->len, 2);
    ck_assert_int_eq(find_row(rows, "Worker")->self_samples, 4);
    ck_assert_str_eq(find_row(rows, "Worker")->raw_name, "7");
    sp_rows_free(rows);
    sp_profile_free(p);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("rows");
    tcase_add_test(cases, r02_recursion_ten_deep_counts_once_per_stack);
    tcase_add_test(cases, recursion_through_another_method_counts_once);
    tcase_add_test(cases, r26_equal_names_in_two_modules_and_overloads_stay_apart);
    tcase_add_test(cases, lines_of_one_method_are_one_row_by_function_and_several_by_line);
    tcase_add_loop_test(cases, namespace_is_read_off_a_name, 0, G_N_ELEMENTS(namespaces));
    tcase_add_test(cases, order_is_the_same_whatever_the_order_of_recording);
    tcase_add_test(cases, threads_are_rows_of_their_own);
    Suite *suite = suite_create("rows");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
