#include "profiler/import/import.h"
#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>

#define FRAMES "\"shared\":{\"frames\":[{\"name\":\"a\"},{\"name\":\"b\",\"file\":\"b.c\",\"line\":4}]}"

static void assert_refused(const char *text, const char *why)
{
    GError *error = NULL;
    SpProfile *p = sp_import_bytes((const uint8_t *)text, strlen(text), "x.json", &error);
    ck_assert_msg(p == NULL, "taken, but should be refused for '%s': %s", why, text);
    ck_assert_msg(strstr(error->message, why) && g_str_has_prefix(error->message, "x.json: byte "), "%s",
                  error->message);
    g_error_free(error);
}

START_TEST(sampled_profiles_with_members_in_any_order_are_read)
{
    SpProfile *p = read_text("{\"profiles\":[{\"weights\":[1.5,2],\"samples\":[[0,1],[0]],\"unit\":\"milliseconds\","
                             "\"name\":\"T\",\"endValue\":3.5,\"startValue\":0,\"type\":\"sampled\"}]," FRAMES "}");
    GHashTable *time = stacks_of(p, NANOSECONDS, true);
    ck_assert_int_eq(weight_of(time, "T|a|b"), 1500000);
    ck_assert_int_eq(weight_of(time, "T|a"), 2000000);
    ck_assert_int_eq(sp_profile_sum(p).samples, 2);
    ck_assert(p->samples_complete && p->has_time && !p->has_calls);
    ck_assert_str_eq(sp_function(p, 1)->file, "b.c");
    ck_assert_uint_eq(sp_frame(p, 1)->line, 4);
    g_hash_table_unref(time);
    sp_profile_free(p);
}
END_TEST

START_TEST(every_unit_converts)
{
    static const struct {
        const char *unit;
        int64_t ns, samples;
    } cases[] = {{"nanoseconds", 5, 1}, {"microseconds", 5000, 1}, {"milliseconds", 5000000, 1},
                 {"seconds", 5000000000, 1}, {"none", 0, 5}, {"bytes", 5, 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *text = g_strdup_printf("{" FRAMES ",\"profiles\":[{\"type\":\"sampled\",\"name\":\"\",\"unit\":\"%s\","
                                     "\"samples\":[[0]],\"weights\":[5]}]}", cases[i].unit);
        SpProfile *p = read_text(text);
        ck_assert_int_eq(sp_profile_sum(p).ns, cases[i].ns);
        ck_assert_int_eq(sp_profile_sum(p).samples, cases[i].samples);
        ck_assert_int_eq(p->has_time, cases[i].ns > 0);
        ck_assert_int_eq(p->in_bytes, !strcmp(cases[i].unit, "bytes"));
        sp_profile_free(p);
        g_free(text);
    }
}
END_TEST

START_TEST(evented_profiles_are_calls)
{
    SpProfile *p = read_text("{" FRAMES ",\"profiles\":[{\"type\":\"evented\",\"name\":\"T\",\"unit\":\"microseconds\","
                             "\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":1},{\"type\":\"O\",\"frame\":1,\"at\":2},"
                             "{\"type\":\"C\",\"frame\":1,\"at\":2.5},{\"type\":\"C\",\"frame\":0,\"at\":4}]}]}");
    GHashTable *time = stacks_of(p, NANOSECONDS, true), *calls = stacks_of(p, CALLS, true);
    ck_assert_int_eq(weight_of(time, "T|a"), 2500);
    ck_assert_int_eq(weight_of(time, "T|a|b"), 500);
    ck_assert_int_eq(weight_of(calls, "T|a|b"), 1);
    ck_assert(p->spans_complete && p->has_calls);
    ck_assert_uint_eq(p->spans->len, 2);
    ck_assert_int_eq(g_array_index(p->spans, SpSpan, 0).end_ns, 4000);
    g_hash_table_unref(time);
    g_hash_table_unref(calls);
    sp_profile_free(p);
}
END_TEST

START_TEST(r74_events_that_break_the_rules_are_refused)
{
#define EVENTS(events)                                                                                                 \
    "{" FRAMES ",\"profiles\":[{\"type\":\"evented\",\"name\":\"\",\"unit\":\"none\",\"events\":[" events "]}]}"
    assert_refused(EVENTS("{\"type\":\"O\",\"frame\":0,\"at\":5},{\"type\":\"C\",\"frame\":0,\"at\":4}"), "earlier");
    assert_refused(EVENTS("{\"type\":\"O\",\"frame\":0,\"at\":5},{\"type\":\"C\",\"frame\":1,\"at\":6}"), "innermost");
    assert_refused(EVENTS("{\"type\":\"C\",\"frame\":0,\"at\":5}"), "innermost");
    assert_refused(EVENTS("{\"type\":\"O\",\"frame\":0,\"at\":5}"), "still open");
    assert_refused(EVENTS("{\"type\":\"O\",\"frame\":2,\"at\":5}"), "out of range");
    assert_refused(EVENTS("{\"type\":\"X\",\"frame\":0,\"at\":5}"), "O or C");
    assert_refused(EVENTS("{\"type\":\"O\",\"frame\":0}"), "'at'");
    assert_refused(EVENTS("{\"type\":\"O\",\"frame\":0,\"at\":\"5\"}"), "a number");
    assert_refused(EVENTS("7"), "an object");
}
END_TEST

START_TEST(samples_that_break_the_rules_are_refused)
{
#define SAMPLES_(samples, weights)                                                                                     \
    "{" FRAMES ",\"profiles\":[{\"type\":\"sampled\",\"name\":\"\",\"unit\":\"seconds\",\"samples\":" samples          \
    ",\"weights\":" weights "}]}"
    assert_refused(SAMPLES_("[[0]]", "[]"), "as many weights");
    assert_refused(SAMPLES_("[]", "[1]"), "as many samples");
    assert_refused(SAMPLES_("[[2]]", "[1]"), "out of range");
    assert_refused(SAMPLES_("[[-1]]", "[1]"), "out of range");
    assert_refused(SAMPLES_("[[0]]", "[-1]"), "negative");
    assert_refused(SAMPLES_("[[0]]", "[\"1\"]"), "a number");
    assert_refused(SAMPLES_("[0]", "[1]"), "a stack");
    assert_refused(SAMPLES_("[[\"a\"]]", "[1]"), "a frame index");
    assert_refused(SAMPLES_("[[0]]", "[9223372037]"), "2^63");
    assert_refused(SAMPLES_("[[0],[0]]", "[9000000000,9000000000]"), "2^63");
    assert_refused(SAMPLES_("{}", "[1]"), "an array");
    assert_refused("{" FRAMES ",\"profiles\":[{\"type\":\"sampled\",\"weights\":[]}]}", "'samples'");
    assert_refused("{" FRAMES ",\"profiles\":[{\"type\":\"other\"}]}", "'sampled' or 'evented'");
    assert_refused("{\"shared\":{},\"profiles\":[]}", "'frames'");
    assert_refused("{\"shared\":{\"frames\":[{}]},\"profiles\":[]}", "name");
    assert_refused("{\"profiles\":[]}", "neither");
    assert_refused("{" FRAMES ",\"profiles\":[", "too early");
    assert_refused("{" FRAMES ",\"profiles\":[]} x", "after the end");
}
END_TEST

SUITE("import speedscope", 20, sampled_profiles_with_members_in_any_order_are_read, every_unit_converts,
      evented_profiles_are_calls, r74_events_that_break_the_rules_are_refused, samples_that_break_the_rules_are_refused)
