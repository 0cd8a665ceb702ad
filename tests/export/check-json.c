#include "tests/suite.h"
#include "tests/export/support.h"

#include "profiler/export/writing.h"
#include "profiler/import/reading.h"

#include <string.h>

static const char *name_under_test;

static void write_name(const SpProfile *p, SpOutput *o)
{
    sp_write_json_string(o, name_under_test);
}

static void assert_written(const char *name, const char *json)
{
    name_under_test = name;
    char *text = written(NULL, write_name, NULL);
    ck_assert_str_eq(text, json);
    g_free(text);
}

START_TEST(plain_text_and_utf8_stand_for_themselves)
{
    assert_written("List<int>.Add(a&b)", "\"List<int>.Add(a&b)\"");
    assert_written("Gr\xC3\xB6\xC3\x9F" "e", "\"Gr\xC3\xB6\xC3\x9F" "e\"");
    assert_written("", "\"\"");
}
END_TEST

START_TEST(r22_backslash_at_the_end_does_not_escape_the_quote)
{
    assert_written("end\\", "\"end\\\\\"");
    assert_written("a\\\\b", "\"a\\\\\\\\b\"");
    assert_written("\\u0041", "\"\\\\u0041\"");
}
END_TEST

START_TEST(r23_quotes_and_line_breaks_are_escaped)
{
    assert_written("we \"said\".exe", "\"we \\\"said\\\".exe\"");
    assert_written("t\"1\n\r\t", "\"t\\\"1\\n\\r\\t\"");
    assert_written("\x01\x1b\x7f", "\"\\u0001\\u001b\\u007f\"");
}
END_TEST

START_TEST(text_that_would_end_a_script_is_escaped)
{
    assert_written("</script><!--", "\"\\u003c/script>\\u003c!--\"");
}
END_TEST

START_TEST(r21_bytes_that_are_no_utf8_show_and_stay_distinct)
{
    assert_written("x\xED\xA0\x80", "\"x\xEF\xBF\xBD" "ED\xEF\xBF\xBD" "A0\xEF\xBF\xBD" "80\"");
    assert_written("x\xED\xB0\x80", "\"x\xEF\xBF\xBD" "ED\xEF\xBF\xBD" "B0\xEF\xBF\xBD" "80\"");
    assert_written("\xC3", "\"\xEF\xBF\xBD" "C3\"");
}
END_TEST

START_TEST(every_nasty_name_reads_back_as_it_was)
{
    for (size_t i = 0; i < nasty_name_count; i++) {
        size_t size;
        name_under_test = nasty_names[i];
        char *text = written(NULL, write_name, &size);
        assert_json(text, size);
        SpJson j;
        sp_json_init(&j, text, size);
        ck_assert_int_eq(sp_json_next(&j), SP_JSON_STRING);
        if (g_utf8_validate(nasty_names[i], -1, NULL))
            ck_assert_str_eq(j.text->str, nasty_names[i]);
        else
            ck_assert(g_utf8_validate(j.text->str, -1, NULL));
        sp_json_free(&j);
        g_free(text);
    }
}
END_TEST

SUITE("json", 10, plain_text_and_utf8_stand_for_themselves, r22_backslash_at_the_end_does_not_escape_the_quote,
      r23_quotes_and_line_breaks_are_escaped, text_that_would_end_a_script_is_escaped,
      r21_bytes_that_are_no_utf8_show_and_stay_distinct, every_nasty_name_reads_back_as_it_was)
