/*
 * check-page.c - numbers and names as the terminal shows them.
 */
#include "profiler/report/report.h"

#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int64_t ns;
    const char *text;
} times[] = {
    {0, "    0 s"},           {1, "   1 ns"},
    {999, " 999 ns"},         {1000, "1.00 us"},
    {999499, " 999 us"},      {999500, "1.00 ms"},
    {1234567, "1.23 ms"},     {12345678, "12.3 ms"},
    {999600000, " 1.00 s"},   {1500000000, " 1.50 s"},
    {99950000000, "  100 s"}, {INT64_C(3600000000000), " 3600 s"},
    {-2500000, "-2.50 ms"},   {INT64_MAX, "9223372037 s"},
};

START_TEST(times_have_three_digits_and_the_fitting_unit)
{
    char text[48];
    sp_format_ns(text, sizeof text, times[_i].ns, false);
    ck_assert_str_eq(text, times[_i].text);
}
END_TEST

START_TEST(counts_are_grouped_and_survive_the_extremes)
{
    static const struct {
        int64_t count;
        const char *text;
    } counts[] = {{0, "0"},          {999, "999"},
                  {1000, "1 000"},   {12345678, "12 345 678"},
                  {-4200, "-4 200"}, {INT64_MIN, "-9 223 372 036 854 775 808"}};
    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
        char text[48];
        sp_format_count(text, sizeof text, counts[i].count);
        ck_assert_str_eq(text, counts[i].text);
    }
}
END_TEST

START_TEST(shares_never_divide_by_zero_and_small_ones_are_not_nothing)
{
    char text[32];
    ck_assert(sp_share(5, 0) == 0);
    sp_format_percent(text, sizeof text, sp_share(0, 0));
    ck_assert_str_eq(text, "  0.0 %");
    sp_format_percent(text, sizeof text, 0.00001);
    ck_assert_str_eq(text, "< 0.1 %");
    sp_format_percent(text, sizeof text, 1);
    ck_assert_str_eq(text, "100.0 %");
}
END_TEST

static const struct {
    const char *name, *shown;
    unsigned columns;
} names[] = {
    {"Acme.Run()", "Acme.Run()", 0},
    {"a\x1b[31mred", "a\xef\xbf\xbd[31mred", 0}, /* no escape sequence reaches the terminal */
    {"two\nlines\tand\x01",
     "two\xef\xbf\xbdlines\xef\xbf\xbd"
     "and\xef\xbf\xbd",
     0},
    {"\xc2\x9b"
     "31m",
     "\xef\xbf\xbd"
     "31m",
     0}, /* CSI in one character */
    {"\xe2\x80\xae"
     "cod.exe",
     "\xef\xbf\xbd"
     "cod.exe",
     0}, /* right-to-left override */
    {"bad \xff byte", "bad \xef\xbf\xbd byte", 0},
    {"Größe", "Größe", 0},
    {"0123456789", "01234…", 6},
    {"0123456789", "0123456789", 10},
    {"名前の関数", "名前…", 6}, /* wide characters take two columns */
    {"", "", 4},
};

START_TEST(names_are_made_safe_and_cut_by_columns)
{
    char *shown = sp_printable(names[_i].name, names[_i].columns, true);
    ck_assert_str_eq(shown, names[_i].shown);
    ck_assert(!names[_i].columns || sp_columns(shown) <= names[_i].columns);
    g_free(shown);
}
END_TEST

static char *bar(double share, bool unicode)
{
    char *text = NULL, *path = g_strdup_printf("%s/check-page-bar", g_get_tmp_dir());
    SpPage page = {.out = sp_output_open(path, NULL), .unicode = unicode};
    sp_page_bar(&page, share, 4);
    ck_assert(sp_page_close(&page, NULL));
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    remove(path);
    g_free(path);
    return text;
}

START_TEST(bars_fill_their_columns_whatever_the_share)
{
    static const struct {
        double share;
        const char *unicode, *ascii;
    } bars[] = {{0, "    ", "    "}, {0.5, "██  ", "##  "}, {0.53, "██▏ ", "##  "}, {1, "████", "####"},
                {7, "████", "####"}, {-1, "    ", "    "},  {0.001, "▏   ", "#   "}};
    for (size_t i = 0; i < G_N_ELEMENTS(bars); i++) {
        char *text = bar(bars[i].share, true);
        ck_assert_str_eq(text, bars[i].unicode);
        g_free(text);
        text = bar(bars[i].share, false);
        ck_assert_str_eq(text, bars[i].ascii);
        g_free(text);
    }
    char *text = bar(NAN, true);
    ck_assert_str_eq(text, "    ");
    g_free(text);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("page");
    tcase_add_loop_test(cases, times_have_three_digits_and_the_fitting_unit, 0, G_N_ELEMENTS(times));
    tcase_add_test(cases, counts_are_grouped_and_survive_the_extremes);
    tcase_add_test(cases, shares_never_divide_by_zero_and_small_ones_are_not_nothing);
    tcase_add_loop_test(cases, names_are_made_safe_and_cut_by_columns, 0, G_N_ELEMENTS(names));
    tcase_add_test(cases, bars_fill_their_columns_whatever_the_share);
    Suite *suite = suite_create("page");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
