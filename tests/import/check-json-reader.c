#include "profiler/import/reading.h"
#include "tests/suite.h"

#include <string.h>

/* The tokens as one letter each: { } [ ] k s n t f 0, ! for an error. */
static char *tokens(const char *text, size_t size)
{
    static const char letters[] = "!.{}[]ksntf0";
    GString *out = g_string_new(NULL);
    SpJson j;
    sp_json_init(&j, text, size);
    for (SpJsonToken t = SP_JSON_NULL; t != SP_JSON_END && t != SP_JSON_ERROR;) {
        t = sp_json_next(&j);
        g_string_append_c(out, letters[t]);
    }
    sp_json_free(&j);
    return g_string_free(out, FALSE);
}

static void assert_tokens(const char *text, const char *want)
{
    char *have = tokens(text, strlen(text));
    ck_assert_msg(!strcmp(have, want), "'%s' gave %s, expected %s", text, have, want);
    g_free(have);
}

START_TEST(values_of_every_kind_are_read)
{
    assert_tokens("{\"a\":[1,-0.5e+3,true,false,null,\"x\"],\"b\":{}}", "{k[nntf0s]k{}}.");
    assert_tokens(" [ ] ", "[].");
    assert_tokens("0", "n.");
    assert_tokens("\"\"", "s.");
}
END_TEST

START_TEST(what_is_no_json_is_refused)
{
    static const char *const bad[] = {
        "",        " ",         "{",           "[",        "[1",    "[1,",      "[1,]", "[,1]",
        "{\"a\"}", "{\"a\":}",  "{\"a\":1,}",  "{a:1}",    "{1:2}", "[1 2]",    "1 2",  "[1]]",
        "[}",      "{]",        "tru",         "nul",      "+1",    "01",       "-",    "-01",
        "1.",      ".5",        "1e",          "1e+",      "NaN",   "Infinity", "\"",   "\"\\",
        "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "'a'",   "//",       "[1]x", "{\"a\":1 \"b\":2}",
        "\x01"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        char *have = tokens(bad[i], strlen(bad[i]));
        ck_assert_msg(strchr(have, '!') != NULL, "'%s' was taken: %s", bad[i], have);
        g_free(have);
    }
}
END_TEST

START_TEST(strings_are_decoded_and_hold_no_nul)
{
    static const struct {
        const char *json, *text;
    } cases[] = {
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u00e9\\uD83D\\uDD25\"", "\xC3\xA9\xF0\x9F\x94\xA5"},
        {"\"a\\u0000b\"", "a\xEF\xBF\xBD" "00b"},
        {"\"\\ud800x\"", "\xEF\xBF\xBD" "D800x"},
        {"\"\\ud800\\ud800\"", "\xEF\xBF\xBD" "D800\xEF\xBF\xBD" "D800"},
        {"\"\\udc00\"", "\xEF\xBF\xBD" "DC00"},
        {"\"\xFF\"", "\xEF\xBF\xBD" "FF"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        SpJson j;
        sp_json_init(&j, cases[i].json, strlen(cases[i].json));
        ck_assert_int_eq(sp_json_next(&j), SP_JSON_STRING);
        ck_assert_str_eq(j.text->str, cases[i].text);
        ck_assert_int_eq(sp_json_next(&j), SP_JSON_END);
        sp_json_free(&j);
    }
}
END_TEST

START_TEST(depth_is_bounded)
{
    char text[2 * SP_JSON_MAX_DEPTH + 3];
    memset(text, '[', SP_JSON_MAX_DEPTH);
    memset(text + SP_JSON_MAX_DEPTH, ']', SP_JSON_MAX_DEPTH);
    char *have = tokens(text, 2 * SP_JSON_MAX_DEPTH);
    ck_assert(!strchr(have, '!'));
    g_free(have);
    memset(text, '[', SP_JSON_MAX_DEPTH + 1);
    have = tokens(text, SP_JSON_MAX_DEPTH + 1);
    ck_assert_uint_eq(strlen(have), SP_JSON_MAX_DEPTH + 1);
    ck_assert_int_eq(have[SP_JSON_MAX_DEPTH], '!');
    g_free(have);
}
END_TEST

static void assert_decimal(const char *text, int shift, int64_t want)
{
    int64_t have = -1;
    ck_assert_msg(sp_decimal(text, strlen(text), shift, &have) && have == want, "%s * 10^%d: %lld", text, shift,
                  (long long)have);
}

START_TEST(decimals_become_integers_exactly)
{
    assert_decimal("0", 0, 0);
    assert_decimal("-0", 9, 0);
    assert_decimal("9223372036854775807", 0, INT64_MAX);
    assert_decimal("1234.567", 3, 1234567);
    assert_decimal("0.0015", 3, 2);
    assert_decimal("0.0014", 3, 1);
    assert_decimal("-2.5", 0, -3);
    assert_decimal("12.5e3", 0, 12500);
    assert_decimal("1E-3", 9, 1000000);
    assert_decimal("9007199254740993", 0, 9007199254740993);
    assert_decimal("4294967295.985", 3, 4294967295985);
    assert_decimal("1e-400", 0, 0);
    assert_decimal("0e999999999999", 0, 0);
    assert_decimal("0.1000000000000000000000000000000000", 1, 1);
}
END_TEST

START_TEST(decimals_beyond_63_bits_and_what_is_no_number_are_refused)
{
    static const char *const bad[] = {"9223372036854775808", "1e19", "1e400", "99999999999999999999999", "", "-", "x",
                                      "1x", "1e", "1e+", "1.2.3"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        int64_t value;
        ck_assert_msg(!sp_decimal(bad[i], strlen(bad[i]), 0, &value), "'%s' was taken", bad[i]);
    }
    int64_t value;
    ck_assert(!sp_decimal("9223372036854775.9", 18, 3, &value));
}
END_TEST

SUITE("json reader", 10, values_of_every_kind_are_read, what_is_no_json_is_refused, strings_are_decoded_and_hold_no_nul,
      depth_is_bounded, decimals_become_integers_exactly, decimals_beyond_63_bits_and_what_is_no_number_are_refused)
