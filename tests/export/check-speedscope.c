#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>

static char *speedscope(const SpProfile *p)
{
    size_t size;
    char *text = written(p, sp_write_speedscope, &size);
    assert_json(text, size);
    return text;
}

/* The text has all the parts; frees both. */
static void assert_has(SpProfile *p, const char *const *parts)
{
    char *text = speedscope(p);
    for (; *parts; parts++)
        ck_assert_msg(strstr(text, *parts) != NULL, "no '%s' in\n%s", *parts, text);
    g_free(text);
    sp_profile_free(p);
}
#define HAS(...) ((const char *const[]){__VA_ARGS__, NULL})

START_TEST(samples_stand_in_the_order_taken)
{
    SpProfile *p = timed_profile();
    uint32_t a = stack(p, 0, "Main", "A", NULL), m = stack(p, 0, "Main", NULL);
    take_sample(p, a, 1010, 10);
    take_sample(p, m, 1030, 20);
    take_sample(p, a, 1040, 10);
    assert_has(p, HAS("\"samples\":[[0,1],[0],[0,1]]", "\"weights\":[10,20,10]",
                      "\"startValue\":1000,\"endValue\":1040", "\"unit\":\"nanoseconds\"", "\"name\":\"Main\""));
}
END_TEST

START_TEST(without_a_timeline_each_stack_is_one_entry_with_its_count)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, "A", "B", NULL), 3, 3000, 0);
    sp_profile_add(p, stack(p, 0, "A", NULL), 1, 999, 0);
    assert_has(p, HAS("\"samples\":[[0],[0,1]]", "\"weights\":[999,3000]", "\"counts\":[1,3]"));
}
END_TEST

START_TEST(r74_calls_are_events_that_nest_and_never_step_back)
{
    SpProfile *p = timed_profile();
    uint32_t m = stack(p, 0, "M", NULL), a = stack(p, 0, "M", "A", NULL);
    make_call(p, m, 5, 100, 75);
    make_call(p, a, 10, 20, 10);
    make_call(p, a, 20, 30, 10);
    char *text = speedscope(p);
    const char *events = strstr(text, "\"events\":[");
    ck_assert_str_eq(events, "\"events\":[\n"
                             "{\"type\":\"O\",\"frame\":0,\"at\":5},\n"
                             "{\"type\":\"O\",\"frame\":1,\"at\":10},\n"
                             "{\"type\":\"C\",\"frame\":1,\"at\":20},\n"
                             "{\"type\":\"O\",\"frame\":1,\"at\":20},\n"
                             "{\"type\":\"C\",\"frame\":1,\"at\":30},\n"
                             "{\"type\":\"C\",\"frame\":0,\"at\":100}],\n"
                             "\"thread\":{\"id\":100,\"name\":\"Main\"}}\n]}\n");
    ck_assert_ptr_nonnull(strstr(text,
                                 "\"type\":\"evented\",\"name\":\"Main\",\"unit\":\"nanoseconds\",\"startValue\":0,"
                                 "\"endValue\":100"));
    g_free(text);
    sp_profile_free(p);
}
END_TEST

/* Four threads, 20 s at 1 ms, jittered: our strict reader checks order, nesting and the closing of every event. */
START_TEST(r74_long_runs_of_four_threads_keep_every_rule)
{
    for (int evented = 0; evented <= 1; evented++) {
        SpProfile *p = timed_profile();
        uint32_t random = 1;
        for (int t = 1; t < 4; t++)
            sp_profile_add_thread(p, 100 + (uint64_t)t, "Worker");
        for (int64_t i = 0; i < 20000; i++) {
            for (uint32_t t = 0; t < 4; t++) {
                random = random * 1103515245 + 12345;
                int64_t start = i * 1000000 + random % 1000, end = start + random % 999000;
                uint32_t node = stack(p, t, "M", random & 1 ? "A" : "B", NULL);
                if (evented) {
                    make_call(p, sp_node(p, node)->parent, start, end + 7, 7);
                    make_call(p, node, start, end, end - start);
                } else {
                    sp_profile_add(p, node, 1, end - start, 0);
                    sp_profile_add_sample(p, i * 1000000 + 999999, end - start, node);
                }
            }
        }
        p->samples_complete = !evented;
        SpProfile *again = read_back(p, sp_write_speedscope);
        assert_same_stacks(again, p, NANOSECONDS, true);
        assert_same_stacks(again, p, evented ? CALLS : SAMPLES, true);
        sp_profile_free(again);
        sp_profile_free(p);
    }
}
END_TEST

START_TEST(r76_the_unit_is_named_and_converts_to_the_run)
{
    SpProfile *p = timed_profile();
    for (int64_t i = 1; i <= 10000; i++)
        take_sample(p, stack(p, 0, "A", NULL), i * 1000000, 1000000);
    assert_has(p, HAS("\"unit\":\"nanoseconds\"", "\"endValue\":10000000000"));
}
END_TEST

START_TEST(r77_large_numbers_are_exact)
{
    SpProfile *p = sp_profile_new();
    sp_profile_add_thread(p, 0, "");
    sp_profile_add(p, stack(p, 0, "A", NULL), ((int64_t)1 << 53) + 1, 0, 0);
    sp_profile_add(p, stack(p, 0, "B", NULL), ((int64_t)1 << 32) + 1, 0, 0);
    assert_has(p, HAS("\"unit\":\"none\"", "\"weights\":[9007199254740993,4294967297]"));
}
END_TEST

START_TEST(r87_several_threads_have_a_merged_profile_first)
{
    SpProfile *p = timed_profile();
    int64_t now = 0;
    for (uint32_t t = 1; t < 64; t++)
        sp_profile_add_thread(p, 100 + t, "Worker");
    for (uint32_t t = 0; t < 64; t++)
        take_sample(p, stack(p, t, "Work", NULL), now += 1000, 1000);
    char *text = speedscope(p);
    const char *profiles = strstr(text, "\"profiles\":[\n");
    ck_assert(g_str_has_prefix(profiles, "\"profiles\":[\n{\"type\":\"sampled\",\"name\":\"All threads\","
                                         "\"unit\":\"nanoseconds\",\"startValue\":0,\"endValue\":64000,"));
    ck_assert_uint_eq(count_of(text, "\"type\":\"sampled\""), 65);
    g_free(text);
    SpProfile *again = read_back(p, sp_write_speedscope);
    ck_assert_uint_eq(again->threads->len, 64);
    ck_assert_int_eq(sp_profile_sum(again).ns, 64000); /* the merged one is not counted again */
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(r48_no_samples_is_a_profile_that_says_so)
{
    assert_has(timed_profile(),
               HAS("\"name\":\"app.exe (0 samples)\"", "\"samples\":[],\"weights\":[]", "\"endValue\":0"));
    assert_has(sp_profile_new(), HAS("(0 samples)"));
}
END_TEST

START_TEST(r34_the_file_states_asked_and_achieved_interval)
{
    assert_has(timed_profile(), HAS("\"interval_asked_ns\":1000000", "\"interval_achieved_ns\":1250000",
                                    "\"trigger\":\"timer\"", "\"clock\":\"wall\"", "\"mode\":\"sample\""));
}
END_TEST

START_TEST(r23_titles_and_threads_survive)
{
    SpProfile *p = timed_profile();
    p->program = sp_profile_string(p, "we \"said\".exe");
    p->command = sp_profile_string(p, "mono a\tb");
    sp_profile_add_thread(p, 5, "t\"1\n");
    take_sample(p, stack(p, 1, "A", NULL), 10, 10);
    SpProfile *again = read_back(p, sp_write_speedscope);
    ck_assert_str_eq(again->program, p->program);
    ck_assert_str_eq(again->command, p->command);
    ck_assert_str_eq(sp_thread(again, 1)->name, "t\"1\n");
    ck_assert_uint_eq(sp_thread(again, 1)->id, 5);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(frames_carry_raw_names_files_and_lines)
{
    SpProfile *p = timed_profile();
    SpFunction f = {
        .name = "P.It()", .raw_name = "P/<It>c:MoveNext ()", .module = "app", .file = "a.cs", .start_line = 3};
    uint32_t function = sp_profile_function(p, &f);
    uint32_t one = sp_profile_child(p, 0, sp_profile_frame(p, function, 7, SP_TIER_JIT));
    uint32_t two = sp_profile_child(p, 0, sp_profile_frame(p, function, 7, SP_TIER_INTERP));
    take_sample(p, one, 10, 10);
    take_sample(p, two, 20, 10);
    assert_has(p, HAS("{\"frames\":[\n{\"name\":\"P.It()\",\"file\":\"a.cs\",\"line\":7,\"start_line\":3,"
                      "\"raw_name\":\"P/<It>c:MoveNext ()\",\"module\":\"app\"}]}",
                      "\"samples\":[[0],[0]]"));
}
END_TEST

SUITE("speedscope", 60, samples_stand_in_the_order_taken, without_a_timeline_each_stack_is_one_entry_with_its_count,
      r74_calls_are_events_that_nest_and_never_step_back, r74_long_runs_of_four_threads_keep_every_rule,
      r76_the_unit_is_named_and_converts_to_the_run, r77_large_numbers_are_exact,
      r87_several_threads_have_a_merged_profile_first, r48_no_samples_is_a_profile_that_says_so,
      r34_the_file_states_asked_and_achieved_interval, r23_titles_and_threads_survive,
      frames_carry_raw_names_files_and_lines)
