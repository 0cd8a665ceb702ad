#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>

static char *chrome(const SpProfile *p)
{
    size_t size;
    char *text = written(p, sp_write_chrome, &size);
    assert_json(text, size);
    return text;
}

START_TEST(times_are_microseconds_with_exact_nanoseconds)
{
    SpProfile *p = timed_profile();
    uint32_t a = stack(p, 0, "A", NULL), b = stack(p, 0, "B", NULL);
    take_sample(p, a, 1234567, 1234567);
    take_sample(p, b, 1234568, 1);
    char *text = chrome(p);
    ck_assert_ptr_nonnull(
        strstr(text, "\"name\":\"A\",\"cat\":\"method,jit\",\"ts\":0.000,\"dur\":1234.567,\"pid\":77,\"tid\":100"));
    ck_assert_ptr_nonnull(strstr(text, "\"name\":\"B\",\"cat\":\"method,jit\",\"ts\":1234.567,\"dur\":0.001,"));
    g_free(text);
    sp_profile_free(p);
}
END_TEST

START_TEST(r75_parent_is_written_before_child_at_a_tie)
{
    SpProfile *p = timed_profile();
    int64_t now = 0;
    for (int i = 0; i < 6; i++) /* a clock of 100 ms, two samples on each tick */
        take_sample(p, stack(p, 0, "A", i & 1 ? "B" : "C", NULL), now += (i & 1 ? 0 : 100000000),
                    i & 1 ? 0 : 100000000);
    char *text = chrome(p);
    ck_assert_uint_eq(count_of(text, "\"name\":\"A\""), 1);
    ck_assert(strstr(text, "\"name\":\"A\"") < strstr(text, "\"name\":\"C\""));
    g_free(text);
    SpProfile *again = read_back(p, sp_write_chrome);
    assert_same_stacks(again, p, NANOSECONDS, true);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(r76_a_run_of_ten_seconds_is_ten_million_microseconds)
{
    SpProfile *p = timed_profile();
    for (int64_t i = 1; i <= 10000; i++)
        take_sample(p, stack(p, 0, "Main", i % 3 ? "A" : "B", NULL), i * 1000000, 1000000);
    char *text = chrome(p);
    ck_assert_ptr_nonnull(strstr(text, "\"name\":\"Main\",\"cat\":\"method,jit\",\"ts\":0.000,\"dur\":10000000.000,"));
    g_free(text);
    sp_profile_free(p);
}
END_TEST

START_TEST(r77_times_beyond_32_bits_do_not_wrap)
{
    SpProfile *p = timed_profile();
    int64_t now = ((int64_t)1 << 32) * 1000 - 5; /* crosses 2^32 us */
    take_sample(p, stack(p, 0, "A", NULL), now, 10);
    take_sample(p, stack(p, 0, "B", NULL), now + 10, 10);
    char *text = chrome(p);
    ck_assert_ptr_nonnull(strstr(text, "\"ts\":4294967295.985,\"dur\":0.010"));
    ck_assert_ptr_nonnull(strstr(text, "\"ts\":4294967295.995,\"dur\":0.010"));
    g_free(text);
    sp_profile_free(p);
}
END_TEST

START_TEST(threads_and_process_are_named_and_ids_are_unique)
{
    SpProfile *p = timed_profile();
    sp_profile_add_thread(p, 100, "Again"); /* the system used the id again */
    sp_profile_add_thread(p, 0, "No id");
    sp_profile_add_thread(p, UINT64_MAX, "Huge id");
    char *text = chrome(p);
    ck_assert_ptr_nonnull(
        strstr(text, "\"name\":\"process_name\",\"ts\":0,\"pid\":77,\"tid\":100,\"args\":{\"name\":\"app.exe\"}"));
    ck_assert_ptr_nonnull(strstr(text, "\"tid\":100,\"args\":{\"name\":\"Main\",\"id\":100}"));
    ck_assert_ptr_nonnull(strstr(text, "\"tid\":1,\"args\":{\"name\":\"Again\",\"id\":100}"));
    ck_assert_ptr_nonnull(strstr(text, "\"tid\":2,\"args\":{\"name\":\"No id\",\"id\":0}"));
    ck_assert_ptr_nonnull(strstr(text, "\"tid\":3,\"args\":{\"name\":\"Huge id\",\"id\":18446744073709551615}"));
    g_free(text);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_profile_without_time_counts_a_sample_as_a_microsecond)
{
    SpProfile *p = read_text("a;b 3\na 2\n");
    char *text = chrome(p);
    ck_assert_ptr_nonnull(strstr(text, "\"name\":\"a\",\"cat\":\"method\",\"ts\":0,\"dur\":5,"));
    g_free(text);
    SpProfile *again = read_back(p, sp_write_chrome);
    ck_assert(!again->has_time);
    assert_same_stacks(again, p, SAMPLES, true);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(r48_no_samples_is_one_empty_bar_that_says_so)
{
    SpProfile *p = timed_profile();
    char *text = chrome(p);
    ck_assert_uint_eq(count_of(text, "\"ph\":\"X\""), 1);
    ck_assert_ptr_nonnull(strstr(text, "\"name\":\"[0 samples]\""));
    g_free(text);
    SpProfile *again = read_back(p, sp_write_chrome);
    ck_assert_uint_eq(again->functions->len, 0);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(r34_the_file_states_asked_and_achieved_interval)
{
    SpProfile *p = timed_profile();
    char *text = chrome(p);
    ck_assert_ptr_nonnull(strstr(text, "\"interval_asked_ns\":1000000,\"interval_achieved_ns\":1250000"));
    g_free(text);
    sp_profile_free(p);
}
END_TEST

SUITE("chrome", 10, times_are_microseconds_with_exact_nanoseconds, r75_parent_is_written_before_child_at_a_tie,
      r76_a_run_of_ten_seconds_is_ten_million_microseconds, r77_times_beyond_32_bits_do_not_wrap,
      threads_and_process_are_named_and_ids_are_unique, a_profile_without_time_counts_a_sample_as_a_microsecond,
      r48_no_samples_is_one_empty_bar_that_says_so, r34_the_file_states_asked_and_achieved_interval)
