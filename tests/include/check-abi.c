/*
 * check-abi.c - our profiler ABI header against Mono's.
 *
 * The values, layouts and signatures were compared by two compilations (abi-facts.h). What a compiler cannot tell is
 * whether Mono has something our lists lack, so Mono's header text is read for names of events, setters and
 * enumerators.
 */
#include "tests/include/abi-facts.h"

#include <check.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MONO_INCLUDE_DIR

int main(void)
{
    fputs("check-abi: package libmonosgen-2.0-dev (pkg-config mono-2) is not installed, nothing to compare with\n",
          stderr);
    return g_strcmp0(g_getenv("CI"), "true") == 0 ? 1 : 77;
}

#else

static char *read_header(const char *name)
{
    char *path = g_build_filename(MONO_INCLUDE_DIR, "mono/metadata", name, NULL), *text = NULL;
    GError *error = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error))
        ck_abort_msg("%s", error->message);
    g_free(path);
    return text;
}

/* All first groups of pattern's matches in text, in order. */
static GPtrArray *all_matches(const char *text, const char *pattern)
{
    GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
    GRegex *regex = g_regex_new(pattern, G_REGEX_MULTILINE, 0, NULL);
    GMatchInfo *match;
    for (g_regex_match(regex, text, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL))
        g_ptr_array_add(found, g_match_info_fetch(match, 1));
    g_match_info_free(match);
    g_regex_unref(regex);
    return found;
}

static const AbiSignature *find_signature(const AbiSignature *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i].name, name))
            return &list[i];
    return NULL;
}

static bool has_fact(const char *name)
{
    for (size_t i = 0; i < abi_ours_count; i++)
        if (!strcmp(abi_ours[i].name, name))
            return true;
    return false;
}

START_TEST(every_number_and_layout_is_monos)
{
    ck_assert_uint_eq(abi_ours_count, abi_mono_count);
    ck_assert_uint_gt(abi_ours_count, 100);
    for (size_t i = 0; i < abi_ours_count; i++) {
        ck_assert_str_eq(abi_ours[i].name, abi_mono[i].name);
        ck_assert_msg(abi_ours[i].value == abi_mono[i].value, "%s: ours %lld, Mono's %lld", abi_ours[i].name,
                      (long long)abi_ours[i].value, (long long)abi_mono[i].value);
        if (g_str_has_prefix(abi_ours[i].name, "type of "))
            ck_assert_msg(abi_ours[i].value == 1, "not true: %s", abi_ours[i].name);
    }
}
END_TEST

START_TEST(every_event_signature_is_monos)
{
    for (size_t i = 0; i < abi_mono_events_count; i++)
        ck_assert_msg(abi_mono_events[i].same, "event %s: our parameters differ from Mono's", abi_mono_events[i].name);
}
END_TEST

START_TEST(every_function_signature_is_monos)
{
    for (size_t i = 0; i < abi_mono_functions_count; i++)
        ck_assert_msg(abi_mono_functions[i].same, "%s: our prototype differs from Mono's", abi_mono_functions[i].name);
}
END_TEST

START_TEST(no_event_of_mono_is_missing)
{
    char *text = read_header("profiler-events.h");
    GPtrArray *names = all_matches(text, "^MONO_PROFILER_EVENT_\\d\\((\\w+),");
    GPtrArray *types = all_matches(text, "^MONO_PROFILER_EVENT_\\d\\(\\w+, (\\w+)");
    ck_assert_uint_ge(names->len, 60);
    for (guint i = 0; i < names->len; i++) {
        const AbiSignature *row = find_signature(abi_mono_events, abi_mono_events_count, names->pdata[i]);
        ck_assert_msg(row != NULL, "event %s of Mono is missing from MONO_PROFILER_EVENTS", (char *)names->pdata[i]);
        ck_assert_str_eq(row->type, types->pdata[i]);
    }
    /* The one event that is not Mono 6.8's. */
    ck_assert_uint_eq(abi_mono_events_count, names->len + 1);
    ck_assert_ptr_nonnull(find_signature(abi_mono_events, abi_mono_events_count, "method_samplepoint"));
    g_ptr_array_unref(types);
    g_ptr_array_unref(names);
    g_free(text);
}
END_TEST

START_TEST(no_function_of_the_profiler_header_is_missing)
{
    char *text = read_header("profiler.h");
    GPtrArray *names = all_matches(text, "^MONO_API .*\\b(mono_profiler_\\w+) \\(");
    ck_assert_uint_ge(names->len, 18);
    for (guint i = 0; i < names->len; i++)
        ck_assert_msg(find_signature(abi_mono_functions, abi_mono_functions_count, names->pdata[i]) != NULL,
                      "%s of Mono is missing from MONO_HOST_FUNCTIONS", (char *)names->pdata[i]);
    g_ptr_array_unref(names);
    g_free(text);
}
END_TEST

/* Every enumerator between "typedef enum {" and "} type;" is one of the compared facts. */
static void check_enumerators(const char *header, const char *type)
{
    char *text = read_header(header), *end_mark = g_strdup_printf("} %s;", type);
    char *end = strstr(text, end_mark);
    ck_assert_msg(end != NULL, "%s has no %s", header, type);
    *end = 0;
    char *start = g_strrstr(text, "typedef enum {");
    ck_assert_ptr_nonnull(start);
    GPtrArray *names = all_matches(start, "^\\s*(MONO_[A-Z0-9_]+)\\s*[=,\n]");
    ck_assert_uint_ge(names->len, 3);
    for (guint i = 0; i < names->len; i++)
        ck_assert_msg(has_fact(names->pdata[i]), "%s: %s of Mono is not compared", type, (char *)names->pdata[i]);
    g_ptr_array_unref(names);
    g_free(end_mark);
    g_free(text);
}

START_TEST(no_enumerator_of_mono_is_missing)
{
    check_enumerators("profiler.h", "MonoProfilerSampleMode");
    check_enumerators("profiler.h", "MonoProfilerCallInstrumentationFlags");
    check_enumerators("profiler.h", "MonoProfilerCodeBufferType");
    check_enumerators("profiler.h", "MonoProfilerGCEvent");
    check_enumerators("mono-gc.h", "MonoGCRootSource");
    check_enumerators("mono-gc.h", "MonoGCHandleType");
    check_enumerators("metadata.h", "MonoExceptionEnum");
}
END_TEST

/* Our own header must not hold a number that nobody compares, apart from what Mono does not have: the two samplepoint
 * flags and tiers. */
START_TEST(no_number_of_ours_goes_uncompared)
{
    char *text = NULL;
    ck_assert(g_file_get_contents(OUR_HEADER, &text, NULL, NULL));
    GPtrArray *names = all_matches(text, "^\\s+(MONO_[A-Z0-9_]+) = ");
    ck_assert_uint_ge(names->len, 60);
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        if (!strstr(name, "_SAMPLEPOINT") && !g_str_has_prefix(name, "MONO_FRAME_TIER_"))
            ck_assert_msg(has_fact(name), "%s of our header is not compared with Mono's", name);
    }
    g_ptr_array_unref(names);
    g_free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("abi");
    TCase *tests = tcase_create("against Mono's headers");
    tcase_add_test(tests, every_number_and_layout_is_monos);
    tcase_add_test(tests, every_event_signature_is_monos);
    tcase_add_test(tests, every_function_signature_is_monos);
    tcase_add_test(tests, no_event_of_mono_is_missing);
    tcase_add_test(tests, no_function_of_the_profiler_header_is_missing);
    tcase_add_test(tests, no_enumerator_of_mono_is_missing);
    tcase_add_test(tests, no_number_of_ours_goes_uncompared);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
