/*
 * check-eglib.c - functions of GLib that subprojects/eglib has too. Built once with each, so what stands here is what
 * GLib does.
 */
#include "tests/suite.h"

#include <glib.h>
#include <string.h>

#define assert_text(call, wanted)                                                                                      \
    do {                                                                                                               \
        char *text_ = (call);                                                                                          \
        ck_assert_str_eq(text_, wanted);                                                                               \
        g_free(text_);                                                                                                 \
    } while (0)

static GQuark domain(void)
{
    return g_quark_from_static_string("check-eglib");
}

START_TEST(an_error_gets_prefixes_on_its_way)
{
    GError *inner = NULL, *error = NULL;
    g_set_error(&inner, domain(), 3, "%s is %d", "it", 7);
    ck_assert_uint_eq(inner->domain, domain());
    ck_assert_int_eq(inner->code, 3);
    g_propagate_prefixed_error(&error, inner, "%s: ", "there");
    g_prefix_error(&error, "%d ", 1);
    ck_assert_str_eq(error->message, "1 there: it is 7");
    g_clear_error(&error);
    ck_assert_ptr_null(error);
    g_clear_error(&error);
    g_set_error_literal(&error, domain(), 4, "100%");
    ck_assert_str_eq(error->message, "100%");
    g_error_free(error);
    g_set_error(NULL, domain(), 1, "nobody asks");
}
END_TEST

START_TEST(strings_of_a_chunk_stay_and_constants_are_one)
{
    GStringChunk *chunk = g_string_chunk_new(16);
    char *a = g_string_chunk_insert_len(chunk, "abcdef", 3), *same = g_string_chunk_insert_const(chunk, "constant");
    char *longer = g_string_chunk_insert_len(chunk, "much longer than a block of the chunk", -1);
    ck_assert_str_eq(a, "abc");
    ck_assert_str_eq(longer, "much longer than a block of the chunk");
    ck_assert_ptr_eq(same, g_string_chunk_insert_const(chunk, "constant"));
    g_string_chunk_free(chunk);
    char text[] = "interned";
    ck_assert_ptr_eq(g_intern_string(text), g_intern_string("interned"));
}
END_TEST

static gint by_tens(gconstpointer a, gconstpointer b)
{
    return *(const int *)a / 10 - *(const int *)b / 10;
}

static gint by_tens_counted(gconstpointer a, gconstpointer b, gpointer calls)
{
    ++*(int *)calls;
    return by_tens(a, b);
}

START_TEST(sorting_keeps_the_order_of_equals)
{
    const int start[] = {31, 12, 35, 11, 30, 19, 7}, wanted[] = {7, 12, 11, 19, 31, 35, 30};
    GArray *array = g_array_new(FALSE, FALSE, sizeof(int));
    g_array_sort(array, by_tens);
    g_array_append_vals(array, start, G_N_ELEMENTS(start));
    ck_assert_uint_eq(g_array_get_element_size(array), sizeof(int));
    g_array_sort(array, by_tens);
    ck_assert_mem_eq(array->data, wanted, sizeof wanted);
    g_array_unref(array);
    int other[G_N_ELEMENTS(start)], calls = 0;
    memcpy(other, start, sizeof start);
    g_qsort_with_data(other, G_N_ELEMENTS(other), sizeof *other, by_tens_counted, &calls);
    ck_assert_mem_eq(other, wanted, sizeof wanted);
    ck_assert_int_gt(calls, 5);
}
END_TEST

static int cleared;

static void count_cleared(gpointer element)
{
    cleared += *(int *)element;
}

START_TEST(elements_that_go_are_cleared)
{
    const int numbers[] = {1, 10, 100, 1000};
    GArray *array = g_array_new(FALSE, FALSE, sizeof(int));
    g_array_set_clear_func(array, count_cleared);
    g_array_append_vals(array, numbers, G_N_ELEMENTS(numbers));
    g_array_set_size(array, 3);
    ck_assert_int_eq(cleared, 1000);
    g_array_remove_index(array, 0);
    ck_assert_int_eq(cleared, 1001);
    g_array_unref(array);
    ck_assert_int_eq(cleared, 1111);
}
END_TEST

START_TEST(tables_tell_a_key_with_no_value)
{
    gint64 a = 1ll << 40, b = 1ll << 40, c = 0;
    ck_assert(g_int64_equal(&a, &b) && !g_int64_equal(&a, &c));
    GHashTable *table = g_hash_table_new(g_str_hash, g_str_equal);
    gpointer key = NULL, value = &a;
    g_hash_table_insert(table, (gpointer) "none", NULL);
    ck_assert(g_hash_table_lookup_extended(table, "none", &key, &value));
    ck_assert_str_eq(key, "none");
    ck_assert_ptr_null(value);
    ck_assert(!g_hash_table_lookup_extended(table, "other", NULL, NULL));
    g_hash_table_remove_all(table);
    ck_assert_uint_eq(g_hash_table_size(table), 0);
    g_hash_table_unref(table);
}
END_TEST

START_TEST(text_is_split_at_any_of_the_delimiters)
{
    static const struct {
        const char *text;
        gint most;
        const char *joined;
    } cases[] = {{"", -1, ""}, {"a", -1, "a|"}, {"a b\tc", -1, "a|b|c|"}, {" a ", -1, "|a||"}, {"a b c", 2, "a|b c|"}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char **parts = g_strsplit_set(cases[i].text, " \t", cases[i].most);
        GString *joined = g_string_sized_new(4);
        for (char **part = parts; *part; part++)
            g_string_append_printf(joined, "%s|", *part);
        ck_assert_str_eq(joined->str, cases[i].joined);
        g_string_assign(joined, "other");
        assert_text(g_string_free(joined, FALSE), "other");
        g_strfreev(parts);
    }
}
END_TEST

START_TEST(bytes_become_base64)
{
    static const char *const wanted[] = {"", "/w==", "//4=", "//79", "//79AA=="};
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++)
        assert_text(g_base64_encode((const guchar *)"\xff\xfe\xfd\0", i), wanted[i]);
}
END_TEST

START_TEST(numbers_are_read_within_bounds)
{
    gint64 number = 5;
    ck_assert(g_ascii_string_to_signed("-9223372036854775808", 10, INT64_MIN, INT64_MAX, &number, NULL));
    ck_assert(number == INT64_MIN);
    ck_assert(!g_ascii_string_to_signed("9223372036854775808", 10, INT64_MIN, INT64_MAX, &number, NULL));
    ck_assert(!g_ascii_string_to_signed("-1", 10, 0, 10, &number, NULL));
    ck_assert(!g_ascii_string_to_signed("1x", 10, 0, 10, &number, NULL));
    char text[32];
    ck_assert_str_eq(g_ascii_formatd(text, sizeof text, "%.2f", 1.5), "1.50");
}
END_TEST

START_TEST(utf8_is_decoded_and_repaired)
{
    const char *text = "a\xc3\xb6\xe2\x82\xac\xf0\x9f\x98\x80";
    static const gunichar wanted[] = {'a', 0xf6, 0x20ac, 0x1f600, 0};
    for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++, text = g_utf8_next_char(text)) {
        ck_assert_uint_eq(g_utf8_get_char(text), wanted[i]);
        ck_assert_uint_eq(g_utf8_get_char_validated(text, -1), wanted[i]);
    }
    ck_assert_int_eq((int)g_utf8_get_char_validated("\x80", -1), -1);
    ck_assert_int_eq((int)g_utf8_get_char_validated("\xe2\x28\xa1", -1), -1);
    ck_assert_int_eq((int)g_utf8_get_char_validated("\xe2\x82", -1), -2);
    ck_assert_int_eq((int)g_utf8_get_char_validated("\xe2\x82\xac", 2), -2);
    ck_assert_int_eq((int)g_utf8_get_char_validated("\xc0\x80", -1), -1);
    assert_text(g_utf8_make_valid("a\xff\xe2\x82z", -1), "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz");
    assert_text(g_utf8_make_valid("ok", 1), "o");
}
END_TEST

START_TEST(kinds_of_characters)
{
    ck_assert(g_unichar_iscntrl(0x1f) && g_unichar_iscntrl(0x85) && !g_unichar_iscntrl(' ') &&
              !g_unichar_iscntrl(0x2028));
    ck_assert(g_unichar_isalnum('z') && g_unichar_isalnum('7') && !g_unichar_isalnum('_'));
    ck_assert(g_ascii_iscntrl(127) && g_ascii_iscntrl('\n') && !g_ascii_iscntrl(' ') && !g_ascii_iscntrl((char)0x85));
}
END_TEST

START_TEST(the_environment_is_changed)
{
    g_setenv("CHECK_EGLIB", "1", TRUE);
    g_setenv("CHECK_EGLIB", "2", FALSE);
    ck_assert_str_eq(g_getenv("CHECK_EGLIB"), "1");
    g_unsetenv("CHECK_EGLIB");
    ck_assert_ptr_null(g_getenv("CHECK_EGLIB"));
}
END_TEST

SUITE("eglib", 10, an_error_gets_prefixes_on_its_way, strings_of_a_chunk_stay_and_constants_are_one,
      sorting_keeps_the_order_of_equals, elements_that_go_are_cleared, tables_tell_a_key_with_no_value,
      text_is_split_at_any_of_the_delimiters, bytes_become_base64, numbers_are_read_within_bounds,
      utf8_is_decoded_and_repaired, kinds_of_characters, the_environment_is_changed)
