/*
 * check-names-mono.c - readable names of what mcs and stock Mono really print today: names.cs is compiled and traced.
 */
#include "profiler/model/model.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static GPtrArray *raw_names; /* of all methods of the program that ran, each once */

static char *output_of(const char *const *arguments)
{
    char *output = NULL, *standard_error = NULL;
    int status = 0;
    GError *error = NULL;
    if (!g_spawn_sync(NULL, (char **)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, &standard_error,
                      &status, &error))
        ck_abort_msg("%s", error->message);
    ck_assert_msg(status == 0, "%s: status %d: %s", arguments[0], status, standard_error);
    g_free(standard_error);
    return output;
}

/* Trace lines end in the values of the arguments: "...ENTER: Type:Method (int)(7)". */
static void add_names(const char *trace)
{
    GHashTable *seen = g_hash_table_new(g_str_hash, g_str_equal);
    char **lines = g_strsplit(trace, "\n", -1);
    for (char **line = lines; *line; line++) {
        char *name = strstr(*line, "ENTER: "), *end = name ? strstr(name, ")(") : NULL;
        if (!end || g_hash_table_contains(seen, name + 7))
            continue;
        end[1] = 0;
        if (g_hash_table_add(seen, name + 7))
            g_ptr_array_add(raw_names, g_strdup(name + 7));
    }
    g_strfreev(lines);
    g_hash_table_unref(seen);
}

static void run_program(void)
{
    char *folder = g_dir_make_tmp("names-XXXXXX", NULL), *program = g_build_filename(folder, "names.exe", NULL);
    char *out = g_strconcat("-out:", program, NULL);
    const char *compile[] = {"mcs", "-optimize-", "-r:System.Core", out, NAMES_CS, NULL};
    const char *run[] = {"mono", "-O=-inline", "--trace=program", program, NULL};
    g_free(output_of(compile));
    char *trace = output_of(run);
    raw_names = g_ptr_array_new_with_free_func(g_free);
    add_names(trace);
    g_free(trace);
    g_remove(program);
    g_rmdir(folder);
    g_free(out);
    g_free(program);
    g_free(folder);
}

static void clean_up(void)
{
    g_ptr_array_unref(raw_names);
}

START_TEST(no_two_methods_get_one_name)
{
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    ck_assert_uint_gt(raw_names->len, 80);
    for (guint i = 0; i < raw_names->len; i++) {
        char *pretty = sp_pretty_name(raw_names->pdata[i]);
        ck_assert_msg(!g_hash_table_contains(seen, pretty), "'%s' and '%s' are both '%s'", (char *)raw_names->pdata[i],
                      (char *)g_hash_table_lookup(seen, pretty), pretty);
        g_hash_table_insert(seen, pretty, raw_names->pdata[i]);
    }
    g_hash_table_unref(seen);
}
END_TEST

START_TEST(nothing_of_the_compilers_mangling_is_left)
{
    static const char *const marks[] = {"c__", "m__", "`", "<>", "AnonType", "MoveNext", "op_", "/", "&", "..", ":"};
    for (guint i = 0; i < raw_names->len; i++) {
        char *pretty = sp_pretty_name(raw_names->pdata[i]);
        for (size_t m = 0; m < G_N_ELEMENTS(marks); m++)
            ck_assert_msg(!strstr(pretty, marks[m]), "'%s' became '%s'", (char *)raw_names->pdata[i], pretty);
        g_free(pretty);
    }
}
END_TEST

START_TEST(r13_r14_r15_names_are_those_of_the_source)
{
    static const char *const expected[] = {
        "Acme.Lambdas.Lambdas()",
        "Acme.Lambdas.Lambdas() [static]",
        "Acme.Lambdas.Work(int)",
        "Acme.Lambdas.Work(string)",
        "Acme.Lambdas.get_Item(int)",
        "Acme.Outer<int>.Inner<string>.M<long>(int, string, long, "
        "System.Collections.Generic.List<System.Collections.Generic.Dictionary<int, string>>)",
        "Acme.Args.A(ref int, ref string, int[], int[,], int[][], Acme.Vec?, object[])",
        "Acme.Args.B(short, ushort, float, decimal, nint, nuint)",
        "Acme.Args.Shared<int>(int[])",
        "Acme.Args.Shared<T_REF>(T_REF[])",
        "Acme.Vec.operator +(Acme.Vec, Acme.Vec)",
        "Acme.Vec.operator -(Acme.Vec)",
        "Acme.Vec.implicit operator(Acme.Vec)",
        "Acme.Impl.Acme.IFoo<int>.Get(int)",
        "P.Main()",
    };
    static const struct {
        const char *start, *end;
        guint count; /* numbers are the compiler's affair */
    } patterns[] = {
        {"Acme.Lambdas.As() [async#", "]", 3}, /* two overloads and the lambda in one of them */
        {"Acme.Lambdas.Iter() [iterator#", "]", 2},     {"Acme.Outer<int>.It() [iterator#", "]", 1},
        {"Acme.Lambdas.Work.lambda#", "(int)", 4},      {"Acme.Lambdas.Work.lambda#", "()", 2},
        {"Acme.Lambdas.Generic<int>.lambda#", "()", 1}, {"anonymous#", ".get_A()", 1},
    };
    GPtrArray *pretty = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < raw_names->len; i++)
        g_ptr_array_add(pretty, sp_pretty_name(raw_names->pdata[i]));
    for (size_t e = 0; e < G_N_ELEMENTS(expected); e++)
        ck_assert_msg(g_ptr_array_find_with_equal_func(pretty, expected[e], g_str_equal, NULL), "%s is not there",
                      expected[e]);
    for (size_t k = 0; k < G_N_ELEMENTS(patterns); k++) {
        guint count = 0;
        for (guint i = 0; i < pretty->len; i++)
            count += g_str_has_prefix(pretty->pdata[i], patterns[k].start) &&
                     g_str_has_suffix(pretty->pdata[i], patterns[k].end);
        ck_assert_msg(count == patterns[k].count, "%u names %s...%s, expected %u", count, patterns[k].start,
                      patterns[k].end, patterns[k].count);
    }
    g_ptr_array_unref(pretty);
}
END_TEST

static bool have(const char *program)
{
    char *path = g_find_program_in_path(program);
    g_free(path);
    return path != NULL;
}

int main(void)
{
    if (!have("mono") || !have("mcs")) {
        g_printerr("check-names-mono: needs mono and mcs (packages mono-runtime and mono-mcs)\n");
        return g_strcmp0(g_getenv("CI"), "true") == 0 ? EXIT_FAILURE : 77;
    }
    Suite *suite = suite_create("names-mono");
    TCase *tests = tcase_create("against mcs and stock Mono");
    tcase_set_timeout(tests, 60);
    tcase_add_unchecked_fixture(tests, run_program, clean_up);
    tcase_add_test(tests, no_two_methods_get_one_name);
    tcase_add_test(tests, nothing_of_the_compilers_mangling_is_left);
    tcase_add_test(tests, r13_r14_r15_names_are_those_of_the_source);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
