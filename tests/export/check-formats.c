#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>
#include <unistd.h>

START_TEST(names_and_endings_find_their_format)
{
    for (int i = 0; i < SP_FORMAT_COUNT; i++) {
        ck_assert_int_eq(sp_format_by_name(sp_formats[i].name), i);
        char *path = g_strconcat("/some.where/x", sp_formats[i].ending, NULL), *upper = g_ascii_strup(path, -1);
        ck_assert_int_eq(sp_format_by_path(path), i);
        ck_assert_int_eq(sp_format_by_path(upper), i);
        ck_assert(sp_formats[i].write != NULL && *sp_formats[i].what);
        g_free(upper);
        g_free(path);
    }
    ck_assert_int_eq(sp_format_by_name("bogus"), SP_FORMAT_UNKNOWN);
    ck_assert_int_eq(sp_format_by_path("x.json"), SP_FORMAT_UNKNOWN);
    ck_assert_int_eq(sp_format_by_path(""), SP_FORMAT_UNKNOWN);
}
END_TEST

START_TEST(r86_a_difference_is_refused_by_formats_without_negative_values)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, "A", NULL), -3, -3000, 0);
    static const SpFormat refused[] = {SP_FORMAT_FOLDED, SP_FORMAT_SVG, SP_FORMAT_HTML, SP_FORMAT_SPEEDSCOPE,
                                       SP_FORMAT_CHROME};
    for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
        GError *error = NULL;
        ck_assert(!sp_export(p, refused[i], "difference.out", &error));
        ck_assert_ptr_nonnull(strstr(error->message, ".pb.gz"));
        ck_assert(!g_file_test("difference.out", G_FILE_TEST_EXISTS));
        g_error_free(error);
    }
    sp_profile_free(p);
}
END_TEST

START_TEST(r88_each_format_alone_appears_whole)
{
    SpProfile *p = nasty_profile();
    for (int i = 0; i < SP_FORMAT_COUNT; i++) {
        char *path = g_strdup_printf("%s/check-formats-%d%s", g_get_tmp_dir(), (int)getpid(), sp_formats[i].ending);
        GError *error = NULL;
        gsize size = 0;
        char *bytes = NULL;
        ck_assert_msg(sp_export(p, (SpFormat)i, path, &error), "%s", error ? error->message : "");
        ck_assert(g_file_get_contents(path, &bytes, &size, NULL) && size > 100);
        unlink(path);
        g_free(bytes);
        g_free(path);
    }
    sp_profile_free(p);
}
END_TEST

START_TEST(an_unwritable_place_is_named)
{
    SpProfile *p = timed_profile();
    GError *error = NULL;
    ck_assert(!sp_export(p, SP_FORMAT_FOLDED, "/no/such/folder/x.folded", &error));
    ck_assert_ptr_nonnull(strstr(error->message, "/no/such/folder/x.folded"));
    g_error_free(error);
    sp_profile_free(p);
}
END_TEST

SUITE("formats", 30, names_and_endings_find_their_format,
      r86_a_difference_is_refused_by_formats_without_negative_values, r88_each_format_alone_appears_whole,
      an_unwritable_place_is_named)
