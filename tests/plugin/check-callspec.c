/* check-callspec.c - grammar and evaluation of callspecs. What stock Mono makes of the same specs:
 * check-callspec-mono.c. */
#include "profiler/plugin/callspec.h"

#include "profiler/model/model.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const SpMethodDescription acme_list_add = {
    .assembly = "acme",
    .in_main_assembly = true,
    .name_space = "Acme.Data",
    .type_name = "List`1",
    .outer_namespace = "Acme.Data",
    .type_path = "List`1",
    .method = "Add",
};
static const SpMethodDescription acme_enumerator = {
    .assembly = "acme",
    .in_main_assembly = true,
    .name_space = "",
    .type_name = "Enumerator",
    .outer_namespace = "Acme.Data",
    .type_path = "List`1/Enumerator",
    .method = ".ctor",
};
static const SpMethodDescription global_main = {
    .assembly = "acme",
    .in_main_assembly = true,
    .name_space = "",
    .type_name = "P",
    .outer_namespace = "",
    .type_path = "P",
    .method = "Main",
};
static const SpMethodDescription library_noise = {
    .assembly = "lib",
    .name_space = "Acme.Noise",
    .type_name = "N",
    .outer_namespace = "Acme.Noise",
    .type_path = "N",
    .method = "Hum",
};
static const SpMethodDescription transition = {
    .assembly = "lib",
    .name_space = "Acme.Noise",
    .type_name = "N",
    .outer_namespace = "Acme.Noise",
    .type_path = "N",
    .method = "getpid",
    .wrapper = SP_WRAPPER_TRANSITION,
};
static const SpMethodDescription runtime_invoke = {
    .assembly = "mscorlib",
    .name_space = "",
    .type_name = "<Module>",
    .outer_namespace = "",
    .type_path = "<Module>",
    .method = "runtime_invoke_void",
    .wrapper = SP_WRAPPER_OTHER,
};

/* What a spec selects of the six methods above, one letter each, in order. */
static const char *selected(const char *text)
{
    static const SpMethodDescription *const all[] = {&acme_list_add, &acme_enumerator, &global_main,
                                                     &library_noise, &transition,      &runtime_invoke};
    static char letters[8];
    GError *error = NULL;
    SpCallspec *spec = sp_callspec_parse(text, &error);
    ck_assert_msg(spec != NULL, "'%s' refused: %s", text, error ? error->message : "without an error");
    size_t n = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        if (sp_callspec_selects(spec, all[i]))
            letters[n++] = "AEMNTR"[i];
    letters[n] = 0;
    sp_callspec_free(spec);
    return letters;
}

#define SELECTS(text, letters) ck_assert_str_eq(selected(text), letters)

static void refuses(const char *text, const char *message)
{
    GError *error = NULL;
    SpCallspec *spec = sp_callspec_parse(text, &error);
    ck_assert_msg(spec == NULL, "'%s' was accepted", text);
    ck_assert_msg(error && error->domain == SP_ERROR && error->code == SP_ERROR_OPTION, "'%s': no option error", text);
    ck_assert_str_eq(error->message, message);
    g_clear_error(&error);
}

START_TEST(words_select_whole_groups)
{
    SELECTS("", "AEMNTR");
    SELECTS("all", "AEMNTR");
    SELECTS("program", "AEM");
    SELECTS("wrapper", "T");
    SELECTS("acme", "AEM");
    SELECTS("lib", "NT");
    SELECTS("Acme", "");
    SELECTS("none", "");
    SELECTS("allx", "");
}
END_TEST

START_TEST(namespaces_match_exactly)
{
    SELECTS("N:Acme.Data", "A");
    SELECTS("N:Acme", "");
    SELECTS("N:Acme.Dat", "");
    SELECTS("N:acme.data", "");
}
END_TEST

START_TEST(namespace_tree_takes_all_below_and_nested_types)
{
    SELECTS("N:Acme.*", "AENT");
    SELECTS("N:Acme.Data.*", "AE");
    SELECTS("N:Acme.Dat.*", "");
    SELECTS("N:Acme.*,-N:Acme.Noise.*", "AE");
    SELECTS("N:Acme.Noise,N:Acme.Data.*", "AENT");
}
END_TEST

START_TEST(types_match_by_namespace_and_simple_name)
{
    SELECTS("T:Acme.Data.List`1", "A");
    SELECTS("T:Acme.Data.List", "");
    SELECTS("T:List`1", "");
    SELECTS("T:P", "M");
    SELECTS("T:.P", "M");
    SELECTS("T:Enumerator", "E");
    SELECTS("T:", "");
}
END_TEST

START_TEST(nested_types_are_reached_by_path)
{
    SELECTS("T:Acme.Data.List`1/Enumerator", "E");
    SELECTS("T:List`1/Enumerator", "");
    SELECTS("T:Acme.Data.List`1/Other", "");
    SELECTS("T:Acme.Data.List`1/Enumerator/Deeper", "");
}
END_TEST

START_TEST(methods_match_with_and_without_type)
{
    SELECTS("M:Acme.Data.List`1:Add", "A");
    SELECTS("M:Acme.Data.List`1::Add", "A");
    SELECTS("M:List`1:Add", "A");
    SELECTS("M::Add", "A");
    SELECTS("M:::Add", "A");
    SELECTS("M:Zzz.:Add", "A"); /* as in Mono: an empty type is any type, whatever stands before the dot */
    SELECTS("M:Other.List`1:Add", "");
    SELECTS("M:.List`1:Add", "");
    SELECTS("M:Enumerator:.ctor", "E");
    SELECTS("M:.P:Main", "M");
    SELECTS("M:List`1:Ad", "");
    SELECTS("M:List`1:", "");
}
END_TEST

START_TEST(last_match_wins)
{
    SELECTS("program,-T:P", "AE");
    SELECTS("-T:P,program", "AEM");
    SELECTS("all,-all,T:P", "M");
    SELECTS("program,-N:Acme.Data,N:Acme.Data", "AEM");
    SELECTS("program,-E:all", "AEM");
}
END_TEST

START_TEST(empty_items_and_signs_without_a_term_mean_nothing)
{
    SELECTS(",T:P", "M");
    SELECTS("T:P,,", "M");
    SELECTS("-,T:P", "M");
    SELECTS("T:P,-", "M");
    SELECTS("+,T:P", "M");
    SELECTS("++T:P", "M");
    SELECTS("all,-+T:P", "AENTR");
    SELECTS("all,+-T:P", "AENTR");
    SELECTS(",", "");
}
END_TEST

START_TEST(disabled_selects_nothing_wherever_it_stands)
{
    SELECTS("disabled", "");
    SELECTS("program,disabled", "");
    SELECTS("disabled,program", "");
}
END_TEST

START_TEST(r40_separators_of_other_lists_are_refused)
{
    refuses("N:A;N:B", "callspec 'N:A;N:B': unexpected ';' at column 4 (terms are separated by commas)");
    refuses("N:A|N:B", "callspec 'N:A|N:B': unexpected '|' at column 4 (terms are separated by commas)");
}
END_TEST

START_TEST(r42_an_empty_namespace_is_global_and_nested_types)
{
    SELECTS("N:", "EMR");
    SELECTS("N:,-R", "EMR");
    SELECTS("", "AEMNTR");
}
END_TEST

START_TEST(r43_malformed_specs_are_refused_with_their_place)
{
    refuses("N:A+N:B", "callspec 'N:A+N:B': unexpected '+' at column 4 (terms are separated by commas)");
    refuses("N:A+", "callspec 'N:A+': unexpected '+' at column 4 (terms are separated by commas)");
    refuses(" N:A", "callspec ' N:A': unexpected ' ' at column 1 (a callspec holds no blanks)");
    refuses("N:A, N:B", "callspec 'N:A, N:B': unexpected ' ' at column 5 (a callspec holds no blanks)");
    refuses("--N:A", "callspec '--N:A': second '-' at column 2 (one '-' before a term excludes what it matches)");
    refuses("-disabled", "callspec '-disabled': 'disabled' cannot be excluded at column 2 (leave it out instead)");
    refuses("N:B,M:A.B",
            "callspec 'N:B,M:A.B': method term without a type at column 5 (write M:Namespace.Type:Method, or "
            "M::Method for any type)");
    refuses("M:",
            "callspec 'M:': method term without a type at column 1 (write M:Namespace.Type:Method, or M::Method for "
            "any type)");
    refuses("M:A:B(int)", "callspec 'M:A:B(int)': unexpected '(' at column 6 (a method term selects all overloads: "
                          "M:Namespace.Type:Method)");
    refuses("T:A<int>", "callspec 'T:A<int>': unexpected '<' at column 4 (a generic type is written with its arity, "
                        "T:Namespace.List`1)");
    refuses("N:A*",
            "callspec 'N:A*': unexpected '*' at column 4 (the one wildcard is N:Namespace.*, that namespace and all "
            "below it)");
    refuses("N:.*",
            "callspec 'N:.*': unexpected '*' at column 4 (the one wildcard is N:Namespace.*, that namespace and all "
            "below it)");
    refuses("T:A.*",
            "callspec 'T:A.*': unexpected '*' at column 5 (the one wildcard is N:Namespace.*, that namespace and "
            "all below it)");
    refuses("N:A.*.B",
            "callspec 'N:A.*.B': unexpected '*' at column 5 (the one wildcard is N:Namespace.*, that namespace "
            "and all below it)");
    refuses("N:A/B",
            "callspec 'N:A/B': unexpected '/' at column 4 (a nested type is written T:Namespace.Outer/Inner, in T: "
            "terms only)");
    refuses("n:A",
            "callspec 'n:A': unknown kind of term at column 1 (kinds are M: T: N: E:, in capitals; else a term is an "
            "assembly name)");
    refuses("E:A b", "callspec 'E:A b': unexpected ' ' at column 4 (a callspec holds no blanks)");
}
END_TEST

START_TEST(r43_half_written_nested_types_are_refused)
{
    static const struct {
        const char *text;
        int column;
    } cases[] = {{"T:A/", 4}, {"T:/B", 3}, {"T:A//B", 5}, {"T:Ns./B", 6}, {"T:A/B/", 6}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *message = g_strdup_printf("callspec '%s': type name missing beside '/' at column %d (nested types are "
                                        "written T:Namespace.Outer/Inner)",
                                        cases[i].text, cases[i].column);
        refuses(cases[i].text, message);
        g_free(message);
    }
}
END_TEST

START_TEST(r43_columns_count_characters_and_controls_stay_on_the_line)
{
    refuses("N:\xc3\xa4",
            "callspec 'N:\xc3\xa4': unexpected '\xc3\xa4' at column 3 (a term holds letters, digits and . : _ - `)");
    refuses("\xc3\xa4\xc3\xa4",
            "callspec '\xc3\xa4\xc3\xa4': unexpected '\xc3\xa4' at column 1 (a term holds letters, digits "
            "and . : _ - `)");
    refuses("N:A\nB", "callspec 'N:A B': unexpected byte 0x0a at column 4 (a callspec holds no blanks)");
    refuses("N:\xff",
            "callspec 'N:\xef\xbf\xbd': unexpected byte 0xff at column 3 (a term holds letters, digits and . : _ - `)");
    refuses("N:\x01", "callspec 'N: ': unexpected byte 0x01 at column 3 (a term holds letters, digits and . : _ - `)");
}
END_TEST

static char *repeated(const char *piece, size_t times, const char *tail)
{
    GString *s = g_string_new(NULL);
    while (times--)
        g_string_append(s, piece);
    g_string_append(s, tail);
    return g_string_free(s, FALSE);
}

START_TEST(r43_long_specs_are_read_whole)
{
    char *commas = repeated(",", 10240, "T:P");
    SELECTS(commas, "M");
    g_free(commas);
    char *many = repeated("N:a,", 262144, "T:P"); /* 1 MB */
    SELECTS(many, "M");
    g_free(many);
    char *word = repeated("x", 1 << 20, "");
    SELECTS(word, "");
    g_free(word);
    char *nested = repeated("/A", 1 << 19, "");
    char *path = g_strconcat("T:N.O", nested, NULL);
    SELECTS(path, "");
    g_free(path);
    g_free(nested);
}
END_TEST

START_TEST(r43_a_fault_far_inside_is_shown_in_its_surroundings)
{
    char *text = repeated("N:a,", 262144, "N:A+N:B");
    GError *error = NULL;
    ck_assert_ptr_null(sp_callspec_parse(text, &error));
    ck_assert_uint_lt(strlen(error->message), 300);
    ck_assert_ptr_nonnull(strstr(error->message, "N:A+N:B': unexpected '+' at column 1048580 ("));
    ck_assert(g_str_has_prefix(error->message, "callspec '..."));
    g_clear_error(&error);
    g_free(text);
}
END_TEST

START_TEST(r44_exclusion_after_inclusion_removes_the_namespace)
{
    SELECTS("program,-N:Acme.Noise", "AEM");
    SELECTS("T:P,-N:Acme.Noise", "M");
    SELECTS("all,-N:Acme.Noise", "AEMR");
}
END_TEST

START_TEST(r45_specs_of_exclusions_only_are_recognised)
{
    static const struct {
        const char *text;
        bool only_excludes;
    } cases[] = {
        {"-N:Acme", true},
        {"-N:Acme,program", false},
        {"program,-N:Acme,N:Acme", false},
        {"", false},
        {",", true},
        {"-", true},
        {"E:all", true},
        {"disabled,all", true},
        {"-all,-program", true},
        {"N:NoSuch", false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        SpCallspec *spec = sp_callspec_parse(cases[i].text, NULL);
        ck_assert_ptr_nonnull(spec);
        ck_assert_msg(sp_callspec_only_excludes(spec) == cases[i].only_excludes, "'%s'", cases[i].text);
        sp_callspec_free(spec);
    }
    SELECTS("-N:Acme.Data", "");
    SELECTS("-N:Acme.Data,program", "AEM");
    SELECTS("program,-N:Acme.Data,N:Acme.Data", "AEM");
}
END_TEST

START_TEST(r47_a_name_that_does_not_exist_selects_nothing)
{
    SELECTS("N:NoSuch", "");
    SELECTS("T:NoSuch,M:No:Such,nosuch", "");
}
END_TEST

START_TEST(free_takes_null)
{
    sp_callspec_free(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("callspec");
    TCase *tests = tcase_create("callspec");
    tcase_add_test(tests, words_select_whole_groups);
    tcase_add_test(tests, namespaces_match_exactly);
    tcase_add_test(tests, namespace_tree_takes_all_below_and_nested_types);
    tcase_add_test(tests, types_match_by_namespace_and_simple_name);
    tcase_add_test(tests, nested_types_are_reached_by_path);
    tcase_add_test(tests, methods_match_with_and_without_type);
    tcase_add_test(tests, last_match_wins);
    tcase_add_test(tests, empty_items_and_signs_without_a_term_mean_nothing);
    tcase_add_test(tests, disabled_selects_nothing_wherever_it_stands);
    tcase_add_test(tests, r40_separators_of_other_lists_are_refused);
    tcase_add_test(tests, r42_an_empty_namespace_is_global_and_nested_types);
    tcase_add_test(tests, r43_malformed_specs_are_refused_with_their_place);
    tcase_add_test(tests, r43_half_written_nested_types_are_refused);
    tcase_add_test(tests, r43_columns_count_characters_and_controls_stay_on_the_line);
    tcase_add_test(tests, r43_long_specs_are_read_whole);
    tcase_add_test(tests, r43_a_fault_far_inside_is_shown_in_its_surroundings);
    tcase_add_test(tests, r44_exclusion_after_inclusion_removes_the_namespace);
    tcase_add_test(tests, r45_specs_of_exclusions_only_are_recognised);
    tcase_add_test(tests, r47_a_name_that_does_not_exist_selects_nothing);
    tcase_add_test(tests, free_takes_null);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
