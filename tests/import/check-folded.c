#include "profiler/import/import.h"
#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>

static SpProfile *read_bytes(const char *bytes, size_t size)
{
    GError *error = NULL;
    SpProfile *p = sp_import_bytes((const uint8_t *)bytes, size, "x.folded", &error);
    ck_assert_msg(p != NULL, "refused: %s", error ? error->message : "");
    return p;
}

/* The bytes read as the same stacks as the text. */
static void assert_reads_as(const char *bytes, size_t size, const char *text)
{
    SpProfile *p = read_bytes(bytes, size), *want = read_bytes(text, strlen(text));
    assert_same_stacks(p, want, SAMPLES, true);
    sp_profile_free(p);
    sp_profile_free(want);
}
#define READS_AS(bytes, text) assert_reads_as(bytes, sizeof(bytes) - 1, text)

static void assert_refused(const char *bytes, size_t size, const char *line, const char *why)
{
    GError *error = NULL;
    ck_assert(sp_import_bytes((const uint8_t *)bytes, size, "x.folded", &error) == NULL);
    ck_assert_msg(strstr(error->message, line) && strstr(error->message, why) && strstr(error->message, "x.folded"),
                  "%s", error->message);
    g_error_free(error);
}
#define REFUSED(bytes, line, why) assert_refused(bytes, sizeof(bytes) - 1, line, why)

static const char good[] = "a;b 1\na;c 2\n";

START_TEST(r84_line_ends_of_every_system_read_alike)
{
    READS_AS("a;b 1\r\na;c 2\r\n", good);
    READS_AS("a;b 1\ra;c 2\r", good);
    READS_AS("a;b 1\r\na;c 2\n", good);
    READS_AS("a;b 1\na;c 2", good);
    READS_AS("\n\na;b 1\n\r\n   \n\t\na;c 2\n\n", good);
}
END_TEST

START_TEST(r84_byte_order_marks_and_utf16_read_alike)
{
    READS_AS("\xEF\xBB\xBF" "a;b 1\na;c 2\n", good);
    READS_AS("\xFF\xFE" "a\0;\0b\0 \0" "1\0\n\0a\0;\0c\0 \0" "2\0\n\0", good);
    READS_AS("\xFE\xFF" "\0a\0;\0b\0 \0" "1\0\n\0a\0;\0c\0 \0" "2\0\n", good);
    READS_AS("\xFF\xFE" "\xF6\0 \0" "1\0", "\xC3\xB6 1\n");
    READS_AS("\xFF\xFE", "");
    REFUSED("\xFF\xFE" "a\0;", "byte", "UTF-16");
    REFUSED("\xFF\xFE" "a\0\0\xD8 \0" "1\0", "byte", "UTF-16");
}
END_TEST

START_TEST(utf16_without_its_mark_is_refused)
{
    REFUSED("a\0;\0b\0 \0" "1\0\n\0", "byte 0", "pprof");
}
END_TEST

START_TEST(r85_counts_that_are_no_whole_positive_number_are_refused_with_their_line)
{
    REFUSED("a 1\na;b 1.5\n", "line 2", "whole number");
    REFUSED("a 1\n\na;b -3\n", "line 3", "negative");
    REFUSED("a;b\n", "line 1", "count");
    REFUSED("a;b x\n", "line 1", "'x'");
    REFUSED("a;b 1e3\n", "line 1", "whole number");
    REFUSED("a;b 0x10\n", "line 1", "whole number");
    REFUSED("a;b +3\n", "line 1", "whole number");
    REFUSED(" 4\n", "line 1", "stack");
    REFUSED("4\n", "line 1", "stack");
}
END_TEST

START_TEST(r85_blanks_zero_counts_and_empty_frames_are_taken)
{
    READS_AS("a;b 1 \n", "a;b 1\n");
    READS_AS("  a;b\t1\t\n", "a;b 1\n");
    READS_AS("a;b   1\n", "a;b 1\n");
    SpProfile *p = read_text(";a;;b 2\na;z 0\n");
    GHashTable *stacks = stacks_of(p, SAMPLES, true);
    ck_assert_int_eq(weight_of(stacks, "||a||b"), 2);
    ck_assert_uint_eq(g_hash_table_size(stacks), 1);
    ck_assert_uint_eq(p->nodes->len, 7); /* the stack of weight 0 is there */
    g_hash_table_unref(stacks);
    sp_profile_free(p);
}
END_TEST

START_TEST(r85_an_empty_file_is_a_profile_without_samples)
{
    SpProfile *p = read_bytes("", 0);
    ck_assert_uint_eq(p->threads->len, 1);
    ck_assert(!p->has_time);
    ck_assert_str_eq(p->program, "x.folded");
    sp_profile_free(p);
}
END_TEST

START_TEST(r77_counts_up_to_63_bits_are_exact_and_more_is_refused)
{
    SpProfile *p = read_text("a 4294967297\nb 9007199254740993\n");
    GHashTable *stacks = stacks_of(p, SAMPLES, true);
    ck_assert_int_eq(weight_of(stacks, "|a"), 4294967297);
    ck_assert_int_eq(weight_of(stacks, "|b"), 9007199254740993);
    g_hash_table_unref(stacks);
    sp_profile_free(p);
    p = read_text("a 9223372036854775807\n");
    ck_assert_int_eq(sp_profile_sum(p).samples, INT64_MAX);
    sp_profile_free(p);
    REFUSED("a 9223372036854775808\n", "line 1", "2^63");
    REFUSED("a 9223372036854775807\na 1\n", "line 2", "add up");
    REFUSED("a 99999999999999999999999999\n", "line 1", "2^63");
}
END_TEST

START_TEST(r27_bytes_that_are_no_utf8_are_shown_and_composed_forms_stay_apart)
{
    SpProfile *p = read_text("caf\xE9 1\nGr\xC3\xB6 2\nGro\xCC\x88 3\n");
    ck_assert_uint_eq(p->functions->len, 3);
    ck_assert_str_eq(sp_function(p, 0)->name, "caf\xEF\xBF\xBD" "E9");
    sp_profile_free(p);
}
END_TEST

START_TEST(escapes_turn_back_and_nothing_else_does)
{
    SpProfile *p = read_text("a\\x3bb;\\x00;\\x0041;C:\\dir;\\x5cx3b;\\xZZ;\\x4;\\ 1\n");
    static const char *const want[] = {"a;b", "", "\\x0041", "C:\\dir", "\\x3b", "\\xZZ", "\\x4", "\\"};
    ck_assert_uint_eq(p->functions->len, 8);
    for (uint32_t i = 0; i < 8; i++)
        ck_assert_str_eq(sp_function(p, i)->name, want[i]);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_first_frame_in_brackets_is_not_json)
{
    READS_AS("[unknown];main 3\n", "[unknown];main 3\n");
    SpProfile *p = read_text("[unknown];main 3\n{x};y 1\n");
    ck_assert_int_eq(sp_profile_sum(p).samples, 4);
    sp_profile_free(p);
}
END_TEST

SUITE("import folded", 20, r84_line_ends_of_every_system_read_alike, r84_byte_order_marks_and_utf16_read_alike,
      utf16_without_its_mark_is_refused, r85_counts_that_are_no_whole_positive_number_are_refused_with_their_line,
      r85_blanks_zero_counts_and_empty_frames_are_taken, r85_an_empty_file_is_a_profile_without_samples,
      r77_counts_up_to_63_bits_are_exact_and_more_is_refused,
      r27_bytes_that_are_no_utf8_are_shown_and_composed_forms_stay_apart, escapes_turn_back_and_nothing_else_does,
      a_first_frame_in_brackets_is_not_json)
