#include "profiler/import/import.h"
#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>

static void assert_refused(const char *text, const char *why)
{
    GError *error = NULL;
    SpProfile *p = sp_import_bytes((const uint8_t *)text, strlen(text), "x.json", &error);
    ck_assert_msg(p == NULL, "taken, but should be refused for '%s': %s", why, text);
    ck_assert_msg(strstr(error->message, why) && g_str_has_prefix(error->message, "x.json: byte "), "%s",
                  error->message);
    g_error_free(error);
}

#define X(name, ts, dur) "{\"ph\":\"X\",\"name\":\"" name "\",\"ts\":" ts ",\"dur\":" dur ",\"pid\":1,\"tid\":2}"
#define BE(ph, name, ts) "{\"ph\":\"" ph "\",\"name\":\"" name "\",\"ts\":" ts ",\"pid\":1,\"tid\":2}"

static void assert_stack(const char *text, const char *key, int64_t ns)
{
    SpProfile *p = read_text(text);
    GHashTable *time = stacks_of(p, NANOSECONDS, true);
    ck_assert_msg(weight_of(time, key) == ns, "%s: %lld", key, (long long)weight_of(time, key));
    g_hash_table_unref(time);
    sp_profile_free(p);
}

START_TEST(complete_events_nest_in_any_order)
{
    const char *text = "[" X("b", "1002", "1.5") "," X("a", "1000", "10") "," X("c", "1003.5", "1") "]";
    assert_stack(text, "|a", 7500);
    assert_stack(text, "|a|b", 1500);
    assert_stack(text, "|a|c", 1000);
    SpProfile *p = read_text(text);
    ck_assert(p->has_calls && p->spans_complete);
    ck_assert_int_eq(g_array_index(p->spans, SpSpan, 0).start_ns, 0);
    ck_assert_uint_eq(sp_thread(p, 0)->id, 2);
    sp_profile_free(p);
}
END_TEST

START_TEST(begin_and_end_pair_up)
{
    const char *text = "{\"traceEvents\":[" BE("E", "stray", "0") "," BE("B", "a", "1") "," BE("B", "b", "2") ","
                       BE("E", "b", "3") "," BE("B", "open", "3") "," BE("E", "open", "3.25") "," BE("E", "a", "5") ","
                       BE("B", "never ends", "6") "," X("x", "7", "2") "]}";
    assert_stack(text, "|a", 2750);
    assert_stack(text, "|a|b", 1000);
    assert_stack(text, "|a|open", 250);
    assert_stack(text, "|never ends", 1000);
    assert_stack(text, "|never ends|x", 2000);
}
END_TEST

START_TEST(overlapping_bars_are_cut_at_the_outer_end)
{
    const char *text = "[" X("a", "0", "10") "," X("b", "5", "10") "]";
    assert_stack(text, "|a", 5000);
    assert_stack(text, "|a|b", 5000);
}
END_TEST

START_TEST(threads_are_told_apart_and_named)
{
    const char *text =
        "[{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"x\":[1],\"name\":\"Main\"}},"
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"prog\"}}," X(
            "a", "0", "1") ",{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":2,\"pid\":\"1\",\"tid\":\"io\",\"args\":{}},"
                           "{\"ph\":\"i\",\"name\":\"mark\",\"ts\":\"no matter\"}]";
    assert_stack(text, "Main|a", 1000);
    assert_stack(text, "|a", 2000);
    SpProfile *p = read_text(text);
    ck_assert_str_eq(p->program, "prog");
    ck_assert_uint_eq(p->threads->len, 2);
    sp_profile_free(p);
}
END_TEST

START_TEST(an_empty_trace_is_a_profile_without_samples)
{
    SpProfile *p = read_text("{\"traceEvents\":[]}");
    ck_assert_int_eq(sp_profile_sum(p).ns, 0);
    sp_profile_free(p);
    sp_profile_free(read_text("[]"));
}
END_TEST

START_TEST(events_that_break_the_rules_are_refused)
{
    assert_refused("[" X("a", "\"0\"", "1") "]", "'ts'");
    assert_refused("[" X("a", "0", "-1") "]", "negative");
    assert_refused("[" X("a", "1e300", "1") "]", "2^61");
    assert_refused("[" X("a", "0", "1"), "too early");
    assert_refused("[{\"ph\":\"X\"}] 3", "after the end");
    assert_refused("{\"traceEvents\":{}}", "an array of events");
    assert_refused("{\"traceEvents\":[7]}", "an object");
}
END_TEST

SUITE("import chrome", 20, complete_events_nest_in_any_order, begin_and_end_pair_up,
      overlapping_bars_are_cut_at_the_outer_end, threads_are_told_apart_and_named,
      an_empty_trace_is_a_profile_without_samples, events_that_break_the_rules_are_refused)
