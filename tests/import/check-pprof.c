/*
 * check-pprof.c - profile.proto from other makers, and files that contradict themselves. The messages are put together
 * by hand: "1:v 2:{...}" would hide what the reader has to cope with.
 */
#include "profiler/import/import.h"
#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>


static void varint(GByteArray *b, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        g_byte_array_append(b, (const uint8_t[]){(uint8_t)(value | 0x80)}, 1);
    g_byte_array_append(b, (const uint8_t[]){(uint8_t)value}, 1);
}

static GByteArray *number(GByteArray *b, uint32_t field, uint64_t value)
{
    varint(b, field << 3);
    varint(b, value);
    return b;
}

static GByteArray *bytes(GByteArray *b, uint32_t field, const void *data, size_t size)
{
    varint(b, field << 3 | 2);
    varint(b, size);
    g_byte_array_append(b, data, (guint)size);
    return b;
}

static GByteArray *message(GByteArray *b, uint32_t field, GByteArray *inner)
{
    bytes(b, field, inner->data, inner->len);
    g_byte_array_unref(inner);
    return b;
}

static void text(GByteArray *b, const char *s)
{
    bytes(b, 6, s, strlen(s));
}

static GByteArray *pair(uint64_t one, uint64_t two)
{
    return number(number(g_byte_array_new(), 1, one), 2, two);
}

/* A profile of one location and function, "cpu" in ms: what a test then spoils. String 0 "", 1 cpu, 2 milliseconds, 3
 * f, 4 samples, 5 count. */
enum { NO_TYPES = 1, NO_FUNCTION = 2, NO_LOCATION = 4, FIRST_STRING = 8 };

static GByteArray *base(int without)
{
    GByteArray *b = g_byte_array_new();
    if (!(without & NO_TYPES)) {
        message(b, 1, pair(4, 5));
        message(b, 1, pair(1, 2));
    }
    static const char *const strings[] = {"", "cpu", "milliseconds", "f", "samples", "count"};
    for (int i = without & FIRST_STRING ? 1 : 0; i < 6; i++)
        text(b, strings[i]);
    if (!(without & NO_FUNCTION))
        message(b, 5, number(number(g_byte_array_new(), 1, 9), 2, 3));
    if (!(without & NO_LOCATION))
        message(b, 4, message(number(g_byte_array_new(), 1, 7), 4, pair(9, 12)));
    return b;
}

static GByteArray *sample(uint64_t location, uint64_t samples, uint64_t time)
{
    GByteArray *s = g_byte_array_new();
    return number(number(number(s, 1, location), 2, samples), 2, time);
}

static SpProfile *try_to_read(GByteArray *b, GError **error)
{
    SpProfile *p = sp_import_pprof(b->data, b->len, "x.pb", error);
    g_byte_array_unref(b);
    return p;
}

static SpProfile *read_all(GByteArray *b)
{
    GError *error = NULL;
    SpProfile *p = try_to_read(b, &error);
    ck_assert_msg(p != NULL, "refused: %s", error ? error->message : "");
    return p;
}

static void assert_refused(GByteArray *b, const char *why)
{
    GError *error = NULL;
    SpProfile *p = try_to_read(b, &error);
    ck_assert_msg(p == NULL, "taken, but should be refused for '%s'", why);
    ck_assert_msg(strstr(error->message, why) && g_str_has_prefix(error->message, "x.pb: byte "), "%s", error->message);
    g_error_free(error);
}

START_TEST(numbers_packed_or_not_and_any_unit_of_time_are_read)
{
    GByteArray *b = base(0), *packed = g_byte_array_new();
    message(b, 2, sample(7, 3, 4));
    bytes(packed, 1, "\x07\x07", 2);
    bytes(packed, 2, "\x01\x02", 2);
    message(b, 2, packed);
    SpProfile *p = read_all(b);
    GHashTable *samples = stacks_of(p, SAMPLES, true), *time = stacks_of(p, NANOSECONDS, true);
    ck_assert_int_eq(weight_of(samples, "|f"), 3);
    ck_assert_int_eq(weight_of(time, "|f"), 4000000);
    ck_assert_int_eq(weight_of(samples, "|f|f"), 1);
    ck_assert_int_eq(weight_of(time, "|f|f"), 2000000);
    ck_assert_uint_eq(sp_frame(p, 0)->line, 12);
    g_hash_table_unref(samples);
    g_hash_table_unref(time);
    sp_profile_free(p);
}
END_TEST

START_TEST(symbols_may_follow_the_samples_and_unknown_fields_are_passed_over)
{
    GByteArray *b = g_byte_array_new(), *rest = base(0);
    message(b, 2, sample(7, 1, 1));
    bytes(b, 100, "future", 6);
    number(b, 101, 1);
    g_byte_array_append(b, rest->data, rest->len);
    g_byte_array_unref(rest);
    SpProfile *p = read_all(b);
    ck_assert_int_eq(sp_profile_sum(p).samples, 1);
    sp_profile_free(p);
}
END_TEST

START_TEST(inlined_calls_are_frames_and_unsymbolised_locations_show_their_address)
{
    GByteArray *b = base(0), *inlined = number(g_byte_array_new(), 1, 8);
    text(b, "outer");                                                                 /* 6 */
    message(b, 5, number(number(g_byte_array_new(), 1, 10), 2, 6));
    message(message(inlined, 4, pair(9, 1)), 4, pair(10, 2)); /* f inlined into outer */
    message(b, 4, inlined);
    message(b, 4, number(number(g_byte_array_new(), 1, 6), 3, 0xabc));
    GByteArray *s = number(number(g_byte_array_new(), 1, 6), 1, 8);
    message(b, 2, number(number(s, 2, 1), 2, 1));
    SpProfile *p = read_all(b);
    GHashTable *stacks = stacks_of(p, SAMPLES, true);
    ck_assert_int_eq(weight_of(stacks, "|outer|f|0xabc"), 1);
    g_hash_table_unref(stacks);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_heap_profile_counts_its_default_type)
{
    GByteArray *b = g_byte_array_new();
    message(b, 1, pair(1, 2));
    message(b, 1, pair(3, 4));
    static const char *const strings[] = {"", "inuse_objects", "count", "inuse_space", "bytes", "f"};
    for (int i = 0; i < 6; i++)
        text(b, strings[i]);
    number(b, 14, 3);
    message(b, 5, pair(1, 5));
    message(b, 4, message(number(g_byte_array_new(), 1, 1), 4, pair(1, 0)));
    message(b, 2, sample(1, 10, 4096));
    SpProfile *p = read_all(b);
    ck_assert(p->in_bytes && p->has_time);
    ck_assert_int_eq(sp_profile_sum(p).ns, 4096);
    ck_assert_int_eq(sp_profile_sum(p).samples, 10); /* inuse_objects, which stands before it */
    sp_profile_free(p);
}
END_TEST

START_TEST(a_sample_without_location_keeps_its_weight)
{
    GByteArray *b = base(0);
    message(b, 2, number(number(g_byte_array_new(), 2, 2), 2, 5));
    SpProfile *p = read_all(b);
    GHashTable *stacks = stacks_of(p, SAMPLES, true);
    ck_assert_int_eq(weight_of(stacks, "|[no stack]"), 2);
    g_hash_table_unref(stacks);
    sp_profile_free(p);
}
END_TEST

START_TEST(r80_what_contradicts_itself_is_refused_with_its_offset)
{
    assert_refused(message(base(0), 2, sample(5, 1, 1)), "a location that is not there");
    assert_refused(message(base(0), 2, number(number(g_byte_array_new(), 1, 7), 2, 1)), "number of values");
    assert_refused(message(base(NO_FUNCTION), 2, sample(7, 1, 1)), "a function that is not there");
    assert_refused(message(base(0), 5, number(g_byte_array_new(), 1, 9)), "function's id stands twice");
    assert_refused(message(base(0), 4, number(g_byte_array_new(), 1, 7)), "location's id stands twice");
    assert_refused(message(base(0), 4, number(g_byte_array_new(), 3, 7)), "an id of 0");
    assert_refused(message(base(0), 5, number(g_byte_array_new(), 2, 1)), "an id of 0");
    assert_refused(message(base(0), 4, pair(3, 44)), "a mapping that is not there");
    assert_refused(message(base(0), 5, pair(3, 99)), "string");
    assert_refused(base(NO_TYPES), "no sample types");
    assert_refused(base(FIRST_STRING), "empty string");
}
END_TEST

START_TEST(broken_protobuf_is_refused_with_its_offset)
{
    assert_refused(g_byte_array_append(base(0), (const uint8_t *)"\x80", 1), "ends within a number");
    assert_refused(g_byte_array_append(base(0), (const uint8_t *)"\x12\x7f", 2), "past the end");
    assert_refused(g_byte_array_append(base(0), (const uint8_t *)"\x13", 1), "wire type");
    assert_refused(g_byte_array_append(base(0), (const uint8_t *)"\x02\x00", 2), "field number");
    assert_refused(number(base(0), 2, 5), "wrong wire type");
    assert_refused(g_byte_array_append(base(0), (const uint8_t *)"\x48\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 11),
                   "64 bits");
    assert_refused(g_byte_array_new(), "not pprof");
}
END_TEST

START_TEST(r77_values_that_would_overflow_are_refused)
{
    assert_refused(message(base(0), 2, sample(7, 1, INT64_MAX)), "2^63"); /* milliseconds */
    GByteArray *b = message(base(0), 2, sample(7, INT64_MAX, 0));
    assert_refused(message(b, 2, sample(7, 1, 0)), "2^63");
    assert_refused(message(base(0), 2, sample(7, (uint64_t)INT64_MIN, 0)), "2^63");
}
END_TEST

SUITE("import pprof", 20, numbers_packed_or_not_and_any_unit_of_time_are_read,
      symbols_may_follow_the_samples_and_unknown_fields_are_passed_over,
      inlined_calls_are_frames_and_unsymbolised_locations_show_their_address, a_heap_profile_counts_its_default_type,
      a_sample_without_location_keeps_its_weight, r80_what_contradicts_itself_is_refused_with_its_offset,
      broken_protobuf_is_refused_with_its_offset, r77_values_that_would_overflow_are_refused)
