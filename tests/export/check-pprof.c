#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>
#include <zlib.h>

/* The protobuf bytes inside. */
static uint8_t *unpacked(const SpProfile *p, size_t *size)
{
    size_t packed_size;
    char *packed = written(p, sp_write_pprof, &packed_size);
    ck_assert_msg(packed_size > 18 && !memcmp(packed, "\x1f\x8b\x08", 3), "no gzip file");
    uLongf capacity = 1 << 20;
    uint8_t *bytes = g_malloc(capacity);
    z_stream z = {
        .next_in = (Bytef *)packed, .avail_in = (uInt)packed_size, .next_out = bytes, .avail_out = (uInt)capacity};
    ck_assert_int_eq(inflateInit2(&z, 15 + 16), Z_OK);
    ck_assert_int_eq(inflate(&z, Z_FINISH), Z_STREAM_END);
    *size = z.total_out;
    inflateEnd(&z);
    g_free(packed);
    return bytes;
}

static bool contains(const uint8_t *bytes, size_t size, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i + n <= size; i++)
        if (!memcmp(bytes + i, text, n))
            return true;
    return false;
}

static void assert_contains(SpProfile *p, const char *const *texts)
{
    size_t size;
    uint8_t *bytes = unpacked(p, &size);
    for (; *texts; texts++)
        ck_assert_msg(contains(bytes, size, *texts), "no '%s'", *texts);
    g_free(bytes);
    sp_profile_free(p);
}
#define HAS(...) ((const char *const[]){__VA_ARGS__, NULL})

START_TEST(sample_types_follow_what_was_measured)
{
    SpProfile *p = timed_profile();
    size_t size;
    uint8_t *bytes = unpacked(p, &size);
    /* samples/count, time/nanoseconds, default time: strings 1 to 4 */
    ck_assert(!memcmp(bytes, "\x0a\x04\x08\x01\x10\x02\x0a\x04\x08\x03\x10\x04\x70\x03", 14));
    ck_assert(!contains(bytes, size, "calls"));
    g_free(bytes);
    p->has_calls = true;
    assert_contains(p, HAS("calls", "samples", "nanoseconds"));
}
END_TEST

START_TEST(r34_comments_state_asked_and_achieved_interval_trigger_and_clock)
{
    assert_contains(timed_profile(),
                    HAS("written by samplepoint", "interval_asked_ns: 1000000", "interval_achieved_ns: 1250000",
                        "trigger: timer", "clock: wall", "mode: sample"));
}
END_TEST

START_TEST(r76_the_unit_is_named_and_values_are_nanoseconds)
{
    SpProfile *p = timed_profile();
    for (int64_t i = 1; i <= 10000; i++)
        take_sample(p, stack(p, 0, "A", NULL), i * 1000000, 1000000);
    SpProfile *again = read_back(p, sp_write_pprof);
    ck_assert_int_eq(sp_profile_sum(again).ns, 10000000000);
    ck_assert_int_eq(sp_profile_sum(again).samples, 10000);
    sp_profile_free(again);
    assert_contains(p, HAS("nanoseconds"));
}
END_TEST

START_TEST(r77_values_of_64_bits_survive)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, "A", NULL), ((int64_t)1 << 32) + 1, ((int64_t)1 << 53) + 1, 0);
    sp_profile_add(p, stack(p, 0, "B", NULL), 1, (int64_t)1 << 62, 0);
    SpProfile *again = read_back(p, sp_write_pprof);
    assert_same_stacks(again, p, SAMPLES, true);
    assert_same_stacks(again, p, NANOSECONDS, true);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(r80_twins_of_one_name_keep_their_own_functions)
{
    SpProfile *p = timed_profile();
    for (int i = 0; i < 2; i++) {
        SpFunction f = {.name = "T.Work", .module = i ? "Twin" : "App", .file = "w.cs", .start_line = 3};
        sp_profile_add(p, sp_profile_child(p, 0, sp_profile_frame(p, sp_profile_function(p, &f), 7, SP_TIER_JIT)),
                       1 + i, 5, 0);
    }
    SpProfile *again = read_back(p, sp_write_pprof);
    ck_assert_uint_eq(again->functions->len, 2);
    ck_assert_str_eq(sp_function(again, 0)->module, "App");
    ck_assert_str_eq(sp_function(again, 1)->module, "Twin");
    ck_assert_str_eq(sp_function(again, 1)->file, "w.cs");
    ck_assert_uint_eq(sp_function(again, 1)->start_line, 3);
    ck_assert_uint_eq(sp_frame(again, 1)->line, 7);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(r80_weight_without_a_stack_gets_a_location)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, 0, 2, 2000, 0);
    SpProfile *again = read_back(p, sp_write_pprof);
    GHashTable *stacks = stacks_of(again, SAMPLES, true);
    ck_assert_int_eq(weight_of(stacks, "Main|[no stack]"), 2);
    g_hash_table_unref(stacks);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(r86_negative_values_of_a_difference_survive)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, "A", NULL), -3, -3000, 0);
    sp_profile_add(p, stack(p, 0, "B", NULL), 4, 4000, 0);
    SpProfile *again = read_back(p, sp_write_pprof);
    assert_same_stacks(again, p, SAMPLES, true);
    assert_same_stacks(again, p, NANOSECONDS, true);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(threads_travel_as_labels_and_as_roots)
{
    for (int roots = 0; roots <= 1; roots++) {
        SpProfile *p = timed_profile();
        p->threads_as_roots = roots;
        sp_profile_add_thread(p, 101, "Worker \"1\"");
        take_sample(p, stack(p, 0, "A", NULL), 10, 10);
        take_sample(p, stack(p, 1, "A", NULL), 20, 20);
        SpProfile *again = read_back(p, sp_write_pprof);
        assert_same_stacks(again, p, NANOSECONDS, true);
        ck_assert_uint_eq(again->threads->len, 2);
        ck_assert_uint_eq(sp_thread(again, 1)->id, 101);
        sp_profile_free(again);
        sp_profile_free(p);
    }
}
END_TEST

START_TEST(r48_no_samples_is_a_valid_file)
{
    SpProfile *p = timed_profile(), *again = read_back(p, sp_write_pprof);
    ck_assert_int_eq(sp_profile_sum(again).samples, 0);
    ck_assert(again->has_time);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(equal_profiles_give_equal_bytes)
{
    SpProfile *p = nasty_profile();
    size_t a_size, b_size;
    char *a = written(p, sp_write_pprof, &a_size), *b = written(p, sp_write_pprof, &b_size);
    ck_assert_uint_eq(a_size, b_size);
    ck_assert(!memcmp(a, b, a_size));
    g_free(a);
    g_free(b);
    sp_profile_free(p);
}
END_TEST

SUITE("pprof", 10, sample_types_follow_what_was_measured,
      r34_comments_state_asked_and_achieved_interval_trigger_and_clock,
      r76_the_unit_is_named_and_values_are_nanoseconds, r77_values_of_64_bits_survive,
      r80_twins_of_one_name_keep_their_own_functions, r80_weight_without_a_stack_gets_a_location,
      r86_negative_values_of_a_difference_survive, threads_travel_as_labels_and_as_roots,
      r48_no_samples_is_a_valid_file, equal_profiles_give_equal_bytes)
