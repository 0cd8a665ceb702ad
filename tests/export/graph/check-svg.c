/* Suite of profiler/export/graph/svg.c, svg-page.c, layout.c, text.c and palette.c. */
#include "picture.h"
#include "profiler/export/graph/graph.h"
#include "synthetic.h"
#include "tests/suite.h"
#include "tests/export/support.h"

#include <locale.h>
#include <pthread.h>
#include <string.h>

static Picture *draw(SpProfile *p)
{
    size_t size;
    char *svg = written(p, sp_write_svg, &size);
    Picture *picture = picture_new(svg, size);
    g_free(svg);
    sp_profile_free(p);
    return picture;
}

static SpProfile *empty_profile(void)
{
    SpProfile *p = sp_profile_new();
    sp_profile_add_thread(p, 1, "Main");
    return p;
}

START_TEST(widths_are_the_weights)
{
    SpProfile *p = empty_profile();
    synthetic_stack(p, 0, "Main();Left()", 30, 0);
    synthetic_stack(p, 0, "Main();Right()", 60, 0);
    synthetic_stack(p, 0, "Main()", 10, 0);
    Picture *picture = draw(p);
    const PictureFrame *all = picture_frame(picture, "all"), *left = picture_frame(picture, "Left()");
    const PictureFrame *main = picture_frame(picture, "Main()"), *right = picture_frame(picture, "Right()");
    ck_assert_double_eq_tol(main->width, all->width, 0.011);
    ck_assert_double_eq_tol(left->width, 0.3 * all->width, 0.011);
    ck_assert_double_eq_tol(right->width, 0.6 * all->width, 0.011);
    ck_assert_double_eq_tol(right->x, left->x + left->width, 1e-9);
    ck_assert_double_lt(left->y, main->y);
    ck_assert_ptr_nonnull(strstr(left->details, "30 %, 30 samples"));
    ck_assert_ptr_nonnull(strstr(main->details, "self 10 %"));
    assert_geometry(picture);
    picture_free(picture);
}
END_TEST

START_TEST(allocations_are_bytes_and_objects)
{
    SpProfile *p = empty_profile();
    p->in_bytes = p->has_time = true;
    p->interval_bytes = 524288;
    sp_profile_add(p, stack(p, 0, "Main()", "Make()", NULL), 100, 1572864, 0);
    Picture *picture = draw(p);
    ck_assert_ptr_nonnull(strstr(picture->words, "1.5 MB allocated"));
    ck_assert_ptr_nonnull(strstr(picture->words, "100 objects"));
    ck_assert_ptr_nonnull(strstr(picture->words, "a sample every 512 KB"));
    ck_assert_ptr_nonnull(strstr(picture_frame(picture, "Make()")->details, "1.5 MB, 100 %, 100 objects"));
    ck_assert_ptr_nonnull(strstr(picture_frame(picture, "Make()")->details, "self 1.5 MB"));
    picture_free(picture);
}
END_TEST

START_TEST(real_looking_program_adds_up_and_is_valid)
{
    Picture *picture = draw(synthetic_program());
    assert_geometry(picture);
    assert_xmllint(picture);
    ck_assert_str_eq(picture->title, "acme.exe");
    ck_assert_ptr_nonnull(strstr(picture->words, "7040 samples"));
    ck_assert_ptr_nonnull(strstr(picture->words, "every 1 ms (achieved 1.15 ms)"));
    ck_assert_ptr_nonnull(strstr(picture->words, "3 samples had stacks deeper"));
    picture_free(picture);
}
END_TEST

START_TEST(frames_that_differ_in_line_or_tier_are_one)
{
    SpProfile *p = empty_profile();
    SpFunction f = {.name = "Work()"};
    uint32_t function = sp_profile_function(p, &f);
    sp_profile_add(p, sp_profile_child(p, 0, sp_profile_frame(p, function, 10, SP_TIER_JIT)), 1, 0, 0);
    sp_profile_add(p, sp_profile_child(p, 0, sp_profile_frame(p, function, 20, SP_TIER_AOT)), 2, 0, 0);
    Picture *picture = draw(p);
    ck_assert_uint_eq(picture_count(picture, "Work()"), 1);
    ck_assert_ptr_nonnull(strstr(picture_frame(picture, "Work()")->details, "100 %, 3 samples"));
    picture_free(picture);
}
END_TEST

/* A profile of one tier has neither marks nor a legend: they would say nothing. */
START_TEST(tiers_are_marked_where_there_are_several)
{
    for (int several = 0; several <= 1; several++) {
        SpProfile *p = empty_profile();
        SpFunction main_function = {.name = "Main()"}, hot = {.name = "Hot()"};
        uint32_t root = sp_profile_child(
            p, 0, sp_profile_frame(p, sp_profile_function(p, &main_function), 0, SP_TIER_INTERP));
        uint32_t function = sp_profile_function(p, &hot);
        sp_profile_add(p, root, 10, 0, 0);
        sp_profile_add(p, sp_profile_child(p, root, sp_profile_frame(p, function, 0, SP_TIER_INTERP)), 10, 0, 0);
        if (several)
            sp_profile_add(p, sp_profile_child(p, root, sp_profile_frame(p, function, 0, SP_TIER_JITERP)), 80, 0, 0);
        char *svg = written(p, sp_write_svg, NULL);
        Picture *picture = draw(p);
        ck_assert_int_eq(strstr(svg, "id=\"tiers\"><") != NULL || strstr(svg, "id=\"tiers\">\n<") != NULL, several);
        ck_assert_int_eq(strstr(picture->words, "interpreter 20 %") != NULL, several);
        ck_assert_int_eq(strstr(picture->words, "jiterpreter 80 %") != NULL, several);
        const char *details = picture_frame(picture, "Hot()")->details;
        ck_assert_int_eq(strstr(details, "interpreter 11.11 %, jiterpreter 88.89 %") != NULL, several);
        ck_assert_uint_eq(count_of(svg, " t1\""), several); /* Main; Hot is mostly compiled */
        ck_assert_uint_eq(count_of(svg, " t2\""), several);
        assert_xmllint(picture);
        picture_free(picture);
        g_free(svg);
    }
}
END_TEST

START_TEST(r18_markup_in_names_is_text)
{
    static const char *const names[] = {"operator<", "a&b", "a\"b", "List<int>", "'single'", "]]>", "<!--"};
    SpProfile *p = empty_profile();
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        synthetic_stack(p, 0, names[i], 100, 0);
    Picture *picture = draw(p);
    assert_xmllint(picture);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const PictureFrame *f = picture_frame(picture, names[i]);
        ck_assert_msg(f != NULL, "no frame is called %s", names[i]);
        ck_assert_str_eq(f->text, names[i]);
    }
    picture_free(picture);
}
END_TEST

START_TEST(r21_hidden_characters_are_shown_and_names_stay_apart)
{
    static const char *const names[] = {"a\tb",
                                        "a\nb",
                                        "a b",
                                        "a\x01"
                                        "b",
                                        "a\x1b"
                                        "b",
                                        "a\xEF\xBF\xBE"
                                        "b",
                                        "a\xED\xA0\x80"
                                        "b",
                                        "a\xEF\xBF\xBD"
                                        "b",
                                        "a\xEF\xBF\xBD[1]b",
                                        "a\xFF"
                                        "b",
                                        "a\xE2\x80\xAE"
                                        "b",
                                        "ab"};
    SpProfile *p = empty_profile();
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        synthetic_stack(p, 0, names[i], 10, 0);
    Picture *picture = draw(p);
    assert_xmllint(picture);
    ck_assert_uint_eq(picture->frames->len, G_N_ELEMENTS(names) + 1);
    for (guint i = 0; i < picture->frames->len; i++) {
        const PictureFrame *f = g_ptr_array_index(picture->frames, i);
        ck_assert_uint_eq(picture_count(picture, f->name), 1);
        ck_assert_ptr_null(strpbrk(f->name, "\t\r\x01\x1b"));
    }
    ck_assert_ptr_nonnull(picture_frame(picture, "a\xEF\xBF\xBD[1B]b"));
    picture_free(picture);
}
END_TEST

START_TEST(r24_names_that_scripts_know_are_names)
{
    static const char *const names[] = {"__proto__", "constructor", "all",       "root",
                                        "0",         "NaN",         "Work(int)", "Work(long)"};
    SpProfile *p = empty_profile();
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        synthetic_stack(p, 0, names[i], 1, 0);
    Picture *picture = draw(p);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        ck_assert_uint_eq(picture_count(picture, names[i]), strcmp(names[i], "all") ? 1 : 2);
    picture_free(picture);
}
END_TEST

START_TEST(structure_depends_on_the_shape_and_never_on_a_name)
{
    Picture *benign = draw(synthetic_names(false)), *hostile = draw(synthetic_names(true));
    assert_xmllint(hostile);
    assert_same_structure(benign, hostile);
    picture_free(benign);
    picture_free(hostile);
}
END_TEST

START_TEST(r28_stands_alone_with_zero_one_and_many_frames)
{
    SpProfile *one = empty_profile();
    synthetic_stack(one, 0, "Only()", 1, 0);
    Picture *pictures[] = {draw(synthetic_empty()), draw(one), draw(synthetic_large(2000, 3))};
    for (size_t i = 0; i < G_N_ELEMENTS(pictures); i++) {
        assert_xmllint(pictures[i]);
        assert_geometry(pictures[i]);
        ck_assert_ptr_null(strstr(pictures[i]->bytes, "&nbsp"));
        ck_assert_ptr_null(strstr(pictures[i]->bytes, "http://www.w3.org/1999/xlink"));
        picture_free(pictures[i]);
    }
}
END_TEST

START_TEST(r48_zero_samples_are_said_and_nothing_is_nan)
{
    SpProfile *no_threads = sp_profile_new();
    Picture *pictures[] = {draw(synthetic_empty()), draw(no_threads)};
    for (size_t i = 0; i < G_N_ELEMENTS(pictures); i++) {
        ck_assert_ptr_nonnull(strstr(pictures[i]->words, "0 samples"));
        ck_assert_ptr_null(strstr(pictures[i]->bytes, "nan"));
        ck_assert_uint_eq(pictures[i]->frames->len, 0);
        picture_free(pictures[i]);
    }
}
END_TEST

static void *draw_deep(void *result)
{
    *(Picture **)result = draw(synthetic_deep(30000));
    return NULL;
}

START_TEST(r03_deep_stack_is_cut_with_a_count_on_a_small_native_stack)
{
    Picture *picture = NULL;
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    ck_assert_int_eq(pthread_create(&thread, &attributes, draw_deep, &picture), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    assert_geometry(picture);
    ck_assert_uint_le(picture->frames->len, 410);
    ck_assert_ptr_nonnull(picture_frame(picture, "[\xE2\x80\xA6 29600 deeper frames]"));
    ck_assert_ptr_nonnull(picture_frame(picture, "Flat.Two()"));
    ck_assert_ptr_nonnull(strstr(picture_frame(picture, "[\xE2\x80\xA6 29600 deeper frames]")->details, "90 %"));
    picture_free(picture);
}
END_TEST

START_TEST(r72_narrow_frames_are_left_out_and_counted)
{
    SpProfile *p = synthetic_large(200000, 5);
    uint32_t nodes = p->nodes->len - 1;
    Picture *picture = draw(p);
    assert_geometry(picture);
    ck_assert_uint_le(picture->frames->len, 25002);
    unsigned long long left_out = 0;
    const char *note = strstr(picture->words, " frames too narrow to draw are left out");
    ck_assert_ptr_nonnull(note);
    while (note > picture->words && note[-1] != '\n')
        note--;
    left_out = strtoull(note, NULL, 10);
    ck_assert_uint_eq(left_out + picture->frames->len - 1, nodes);
    ck_assert_uint_lt(picture->size, 8 << 20);
    picture_free(picture);
}
END_TEST

START_TEST(r86_negative_weights_have_no_width)
{
    SpProfile *p = empty_profile();
    synthetic_stack(p, 0, "Main();Grew()", 10, 0);
    synthetic_stack(p, 0, "Main();Shrank()", -8, 0);
    Picture *picture = draw(p);
    assert_geometry(picture);
    assert_xmllint(picture);
    ck_assert_ptr_null(picture_frame(picture, "Shrank()"));
    ck_assert_double_eq_tol(picture_frame(picture, "Grew()")->width, picture_frame(picture, "all")->width, 0.011);
    picture_free(picture);
}
END_TEST

START_TEST(huge_weights_neither_wrap_nor_overflow)
{
    SpProfile *p = empty_profile();
    synthetic_stack(p, 0, "A()", INT64_MAX, 0);
    synthetic_stack(p, 0, "B()", INT64_MAX, 0);
    Picture *picture = draw(p);
    for (guint i = 0; i < picture->frames->len; i++)
        ck_assert_double_ge(((PictureFrame *)g_ptr_array_index(picture->frames, i))->width, 0);
    picture_free(picture);
}
END_TEST

START_TEST(threads_as_roots_show_each_thread_once_by_name)
{
    SpProfile *p = empty_profile();
    sp_profile_add_thread(p, 2, "Worker");
    sp_profile_add_thread(p, 3, "Worker");
    p->threads_as_roots = true;
    synthetic_stack(p, 0, "A()", 2, 0);
    synthetic_stack(p, 1, "B()", 3, 0);
    synthetic_stack(p, 2, "B()", 5, 0);
    Picture *picture = draw(p);
    assert_geometry(picture);
    ck_assert_uint_eq(picture_count(picture, "Worker"), 1);
    ck_assert_uint_eq(picture_count(picture, "B()"), 1);
    ck_assert_ptr_nonnull(strstr(picture_frame(picture, "Worker")->details, "80 %, 8 samples"));
    picture_free(picture);
}
END_TEST

START_TEST(weight_without_a_stack_has_a_box)
{
    SpProfile *p = empty_profile();
    sp_profile_add(p, 0, 4, 0, 0);
    synthetic_stack(p, 0, "A()", 4, 0);
    Picture *picture = draw(p);
    assert_geometry(picture);
    ck_assert_ptr_nonnull(strstr(picture_frame(picture, "[no stack]")->details, "50 %, 4 samples"));
    picture_free(picture);
}
END_TEST

START_TEST(numbers_do_not_follow_the_locale)
{
    static const char *const comma_locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    size_t size, again;
    SpProfile *p = synthetic_program();
    char *plain = written(p, sp_write_svg, &size);
    for (size_t i = 0; i < G_N_ELEMENTS(comma_locales) && !setlocale(LC_ALL, comma_locales[i]); i++)
        ;
    char *localised = written(p, sp_write_svg, &again);
    setlocale(LC_ALL, "C");
    ck_assert_uint_eq(size, again);
    ck_assert_mem_eq(plain, localised, size);
    g_free(plain);
    g_free(localised);
    sp_profile_free(p);
}
END_TEST

START_TEST(names_shorten_from_the_left_and_never_split_a_character)
{
    static const struct {
        const char *name;
        double width;
        const char *want;
    } cases[] = {
        {"Acme.List<int>.Add(int)", 400, "Acme.List<int>.Add(int)"},
        {"Acme.List<int>.Add(int)", 135, "Acme.List<int>.Add"},
        {"Acme.List<int>.Add(int)", 100, "List<int>.Add"},
        {"Acme.List<int>.Add(int)", 35, "Add"},
        {"Acme.List<int>.Initialize(int)", 40, "Initi\xE2\x80\xA6"},
        {"Acme.List<int>.Add(int)", 8, ""},
        {"", 100, ""},
        {"\xE5\x90\x8D\xE5\x89\x8D\xE5\x90\x8D\xE5\x89\x8D", 45, "\xE5\x90\x8D\xE5\x89\x8D\xE2\x80\xA6"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *fit = sp_text_fit(cases[i].name, cases[i].width, 12);
        ck_assert_str_eq(fit, cases[i].want);
        g_free(fit);
    }
}
END_TEST

START_TEST(durations_have_three_digits_and_a_unit)
{
    static const struct {
        int64_t ns;
        const char *want;
    } cases[] = {{0, "0 s"},
                 {999, "999 ns"},
                 {1500, "1.5 \xC2\xB5s"},
                 {12340000, "12.3 ms"},
                 {123400000, "123 ms"},
                 {1234000000, "1.23 s"},
                 {-2000000, "-2 ms"},
                 {INT64_MAX, "9223372037 s"}};
    char buffer[64];
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        ck_assert_str_eq(sp_text_duration(buffer, sizeof buffer, cases[i].ns), cases[i].want);
}
END_TEST

START_TEST(colours_tell_program_library_native_and_synthetic_apart)
{
    static const struct {
        const char *name, *module;
        uint8_t kind;
        unsigned from, to;
    } cases[] = {
        {"Acme.Program.Main(string[])", "acme", 0, 0, SP_PALETTE_WARM},
        {"Mono.CSharp.Parser.yyparse()", "mcs", 0, 0, SP_PALETTE_WARM},
        {"System.String.Concat(string, string)", "", 0, SP_PALETTE_WARM, SP_PALETTE_NATIVE},
        {"Program.Main()", "mscorlib", 0, SP_PALETTE_WARM, SP_PALETTE_NATIVE},
        {"mono_gc_alloc", "", SP_FUNCTION_NATIVE, SP_PALETTE_NATIVE, SP_PALETTE_NATIVE + 1},
        {"[gap]", "", 0, SP_PALETTE_SYNTHETIC, SP_PALETTE_SYNTHETIC + 1},
        {"", "", 0, 0, SP_PALETTE_WARM},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        SpFunction f = {
            .name = cases[i].name, .raw_name = "", .module = cases[i].module, .file = "", .kind = cases[i].kind};
        ck_assert_uint_ge(sp_palette_of(&f), cases[i].from);
        ck_assert_uint_lt(sp_palette_of(&f), cases[i].to);
    }
}
END_TEST

SUITE("export-svg", 60, widths_are_the_weights, allocations_are_bytes_and_objects, real_looking_program_adds_up_and_is_valid,
      frames_that_differ_in_line_or_tier_are_one, tiers_are_marked_where_there_are_several, r18_markup_in_names_is_text,
      r21_hidden_characters_are_shown_and_names_stay_apart, r24_names_that_scripts_know_are_names,
      structure_depends_on_the_shape_and_never_on_a_name, r28_stands_alone_with_zero_one_and_many_frames,
      r48_zero_samples_are_said_and_nothing_is_nan, r03_deep_stack_is_cut_with_a_count_on_a_small_native_stack,
      r72_narrow_frames_are_left_out_and_counted, r86_negative_weights_have_no_width,
      huge_weights_neither_wrap_nor_overflow, threads_as_roots_show_each_thread_once_by_name,
      weight_without_a_stack_has_a_box, numbers_do_not_follow_the_locale,
      names_shorten_from_the_left_and_never_split_a_character, durations_have_three_digits_and_a_unit,
      colours_tell_program_library_native_and_synthetic_apart)
