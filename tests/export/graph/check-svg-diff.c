/* Suite of profiler/export/graph/svg-diff.c. */
#include "picture.h"
#include "profiler/export/export.h"
#include "synthetic.h"
#include "tests/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static SpProfile *empty_profile(void)
{
    SpProfile *p = sp_profile_new();
    sp_profile_add_thread(p, 1, "Main");
    return p;
}

static SpProfile *sample(int64_t factor)
{
    SpProfile *p = empty_profile();
    synthetic_stack(p, 0, "Main();Parse();Lex()", 40 * factor, 0);
    synthetic_stack(p, 0, "Main();Check()", 50 * factor, 0);
    synthetic_stack(p, 0, "Main()", 10 * factor, 0);
    return p;
}

static Picture *draw(SpProfile *before, SpProfile *after)
{
    GError *error = NULL;
    char *path, *bytes;
    gsize size;
    int fd = g_file_open_tmp("diff-XXXXXX.svg", &path, &error);
    ck_assert_int_ge(fd, 0);
    close(fd);
    SpOutput *o = sp_output_open(path, &error);
    ck_assert_ptr_nonnull(o);
    sp_write_svg_diff(before, after, o);
    ck_assert(sp_output_close(o, &error));
    ck_assert(g_file_get_contents(path, &bytes, &size, &error));
    unlink(path);
    Picture *picture = picture_new(bytes, size);
    assert_xmllint(picture);
    ck_assert_ptr_null(strstr(bytes, "nan"));
    ck_assert_ptr_null(strstr(bytes, "inf"));
    g_free(bytes);
    g_free(path);
    sp_profile_free(before);
    sp_profile_free(after);
    return picture;
}

static int step_of(const Picture *p, const char *name)
{
    const PictureFrame *f = picture_frame(p, name);
    ck_assert_msg(f != NULL, "no frame is called %s", name);
    return atoi(f->css_class + 1) - 7; /* d7 is no change */
}

static void assert_all_zero(const Picture *p)
{
    ck_assert_uint_gt(p->frames->len, 0);
    for (guint i = 0; i < p->frames->len; i++) {
        const PictureFrame *f = g_ptr_array_index(p->frames, i);
        ck_assert_str_eq(f->css_class, "d7");
        ck_assert_ptr_nonnull(strstr(f->details, "change 0 points, 0 %"));
    }
    ck_assert_ptr_null(strstr(p->words, "Vanished"));
}

START_TEST(r82_x_against_x_is_all_zero)
{
    Picture *p = draw(sample(1), sample(1));
    assert_all_zero(p);
    assert_geometry(p);
    picture_free(p);
    p = draw(synthetic_program(), synthetic_program());
    assert_all_zero(p);
    picture_free(p);
}
END_TEST

START_TEST(r82_x_against_three_x_is_zero_after_normalising)
{
    Picture *p = draw(sample(1), sample(3));
    assert_all_zero(p);
    picture_free(p);
}
END_TEST

START_TEST(r82_empty_before_makes_everything_new)
{
    Picture *p = draw(empty_profile(), sample(1));
    ck_assert_int_eq(step_of(p, "Main()"), 7);
    ck_assert_ptr_nonnull(strstr(picture_frame(p, "Lex()")->details, "new"));
    assert_geometry(p);
    picture_free(p);
}
END_TEST

START_TEST(r82_empty_after_is_a_valid_picture_that_names_what_went)
{
    Picture *p = draw(sample(1), empty_profile());
    ck_assert_uint_eq(p->frames->len, 0);
    ck_assert_ptr_nonnull(strstr(p->words, "0 samples"));
    ck_assert_ptr_nonnull(strstr(p->words, "Vanished: 100 %, 100 samples: Main(), called by all"));
    picture_free(p);
    picture_free(draw(empty_profile(), empty_profile()));
    picture_free(draw(sp_profile_new(), sp_profile_new()));
}
END_TEST

START_TEST(r82_vanished_tower_is_named_with_its_weight)
{
    SpProfile *before = sample(1);
    synthetic_stack(before, 0, "Main();Legacy<int>();Deep()", 25, 0);
    Picture *p = draw(before, sample(1));
    ck_assert_ptr_nonnull(strstr(p->words, "Vanished: 20 %, 25 samples: Legacy<int>(), called by Main()"));
    ck_assert_ptr_null(strstr(p->words, "Deep()"));
    picture_free(p);
}
END_TEST

START_TEST(a_long_vanished_name_is_cut_at_the_margin_and_whole_in_the_tooltip)
{
    SpProfile *before = sample(1);
    char *letters = g_strnfill(400, 'W'), *stack = g_strdup_printf("Main();%s()", letters);
    synthetic_stack(before, 0, stack, 25, 0);
    Picture *p = draw(before, sample(1));
    char *whole = g_strdup_printf("Vanished: 20 %%, 25 samples: %s(), called by Main()\n", letters);
    const char *line = strstr(p->words, "Vanished: 20 %, 25 samples: WWW");
    ck_assert_ptr_nonnull(line);
    ck_assert_ptr_nonnull(strstr(line, "W\xE2\x80\xA6\n"));
    ck_assert_uint_lt(strcspn(line, "\n"), 160); /* 1176 px, letters of 10 px */
    ck_assert_ptr_nonnull(strstr(p->tips, whole));
    picture_free(p);
    g_free(whole);
    g_free(stack);
    g_free(letters);
}
END_TEST

START_TEST(growth_is_red_and_shrinking_blue_by_share)
{
    SpProfile *after = sample(1);
    synthetic_stack(after, 0, "Main();Check();Infer()", 100, 0);
    Picture *p = draw(sample(1), after);
    ck_assert_int_eq(step_of(p, "Infer()"), 7);
    ck_assert_int_gt(step_of(p, "Check()"), 0);
    ck_assert_int_lt(step_of(p, "Lex()"), 0);
    ck_assert_int_eq(step_of(p, "all"), 0);
    ck_assert_ptr_nonnull(
        strstr(picture_frame(p, "Check()")->details, "after 75 %, 150 samples\nbefore 50 %, 50 samples"));
    ck_assert_ptr_nonnull(strstr(picture_frame(p, "Check()")->details, "change +25 points, +50 %"));
    ck_assert_double_eq_tol(picture_frame(p, "Check()")->width, 0.75 * picture_frame(p, "all")->width, 0.011);
    picture_free(p);
}
END_TEST

static void add_lambda(SpProfile *p, const char *name, const char *raw_name, int64_t samples)
{
    SpFunction f = {.name = name, .raw_name = raw_name};
    sp_profile_add(p, sp_profile_child(p, 0, sp_profile_frame(p, sp_profile_function(p, &f), 0, SP_TIER_JIT)), samples,
                   0, 0);
}

START_TEST(renumbered_lambdas_are_the_same_frame)
{
    SpProfile *before = empty_profile(), *after = empty_profile();
    add_lambda(before, "P.Main.lambda#0(int)", "P:<Main>m__0 (int)", 50);
    add_lambda(before, "P.Other(int)", "P:Other (int)", 50);
    add_lambda(after, "P.Main.lambda#1(int)", "P:<Main>m__1 (int)", 50);
    add_lambda(after, "P.Other2(int)", "P:Other2 (int)", 50);
    Picture *p = draw(before, after);
    ck_assert_int_eq(step_of(p, "P.Main.lambda#1(int)"), 0);
    ck_assert_int_eq(step_of(p, "P.Other2(int)"), 7); /* no compiler made this name: a rename is a change */
    ck_assert_ptr_nonnull(strstr(p->words, ": P.Other(int), called by all"));
    ck_assert_ptr_null(strstr(p->words, "P.Main"));
    picture_free(p);
}
END_TEST

START_TEST(equal_names_pair_before_renumbered_ones)
{
    SpProfile *before = empty_profile(), *after = empty_profile();
    add_lambda(before, "P.Main.lambda#0()", "P:<Main>m__0 ()", 30);
    add_lambda(before, "P.Main.lambda#1()", "P:<Main>m__1 ()", 70);
    add_lambda(after, "P.Main.lambda#1()", "P:<Main>m__1 ()", 70);
    add_lambda(after, "P.Main.lambda#2()", "P:<Main>m__2 ()", 30);
    Picture *p = draw(before, after);
    assert_all_zero(p);
    picture_free(p);
}
END_TEST

SUITE("export-svg-diff", 60, r82_x_against_x_is_all_zero, r82_x_against_three_x_is_zero_after_normalising,
      r82_empty_before_makes_everything_new, r82_empty_after_is_a_valid_picture_that_names_what_went,
      r82_vanished_tower_is_named_with_its_weight, a_long_vanished_name_is_cut_at_the_margin_and_whole_in_the_tooltip,
      growth_is_red_and_shrinking_blue_by_share, renumbered_lambdas_are_the_same_frame,
      equal_names_pair_before_renumbered_ones)
