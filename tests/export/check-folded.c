#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>

static char *folded(const SpProfile *p)
{
    return written(p, sp_write_folded, NULL);
}

static void assert_folded(SpProfile *p, const char *want)
{
    char *have = folded(p);
    ck_assert_str_eq(have, want);
    g_free(have);
    sp_profile_free(p);
}

/* The text of a profile whose one stack is the one frame `name`, with one sample. */
static void assert_frame(const char *name, const char *want)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, name, NULL), 1, 5, 0);
    char *line = g_strconcat(want, " 1\n", NULL);
    assert_folded(p, line);
    g_free(line);
}

START_TEST(counts_are_samples_and_every_stack_is_a_line)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, "Main", "A", NULL), 3, 3000, 0);
    sp_profile_add(p, stack(p, 0, "Main", NULL), 2, 2000, 0);
    assert_folded(p, "Main 2\nMain;A 3\n");
}
END_TEST

START_TEST(calls_mode_counts_self_nanoseconds)
{
    SpProfile *p = timed_profile();
    p->has_calls = true;
    sp_profile_add(p, stack(p, 0, "Main", NULL), 0, 1999, 1);
    sp_profile_add(p, stack(p, 0, "Main", "A", NULL), 0, 1, 7);
    assert_folded(p, "Main 1999\nMain;A 1\n");
}
END_TEST

START_TEST(r16_semicolon_in_a_name_stays_in_one_frame)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, "c", "a;b", NULL), 4, 4, 0);
    char *text = folded(p);
    ck_assert_str_eq(text, "c;a\\x3bb 4\n");
    SpProfile *again = read_text(text);
    assert_same_stacks(again, p, SAMPLES, false);
    g_free(text);
    sp_profile_free(again);
    sp_profile_free(p);
}
END_TEST

START_TEST(r17_spaces_and_digits_at_the_end_are_no_count)
{
    assert_frame("a b 17", "a b 17");
    assert_frame("x 1 2 3", "x 1 2 3");
    assert_frame(" lead", "\\x20lead");
    assert_frame("trail ", "trail\\x20");
    assert_frame(" ", "\\x20");
}
END_TEST

START_TEST(r21_controls_are_shown_and_a_line_stays_a_line)
{
    assert_frame("a\tb\nc\rd", "a\\x09b\\x0ac\\x0dd");
    assert_frame("\x01\x1b\x7f", "\\x01\\x1b\\x7f");
    assert_frame("nel\xC2\x85", "nel\\xc2\\x85");
    assert_frame("lone\xED\xA0\x80", "lone\\xed\\xa0\\x80");
    assert_frame("\xEF\xBB\xBF", "\\xef\\xbb\\xbf");
    assert_frame("", "\\x00");
}
END_TEST

START_TEST(backslashes_are_escaped_only_where_they_would_mislead)
{
    assert_frame("end\\", "end\\");
    assert_frame("App\\Name", "App\\Name");
    assert_frame("\\x3b", "\\x5cx3b");
    assert_frame("\\x3B", "\\x3B");
}
END_TEST

/* FOLD of the cases: UTF-8, no control characters, no empty frame, a positive count after the last space. */
static void assert_fold_rule(const char *text)
{
    ck_assert(g_utf8_validate(text, -1, NULL));
    char **lines = g_strsplit(text, "\n", -1);
    guint n = g_strv_length(lines);
    ck_assert_str_eq(lines[n - 1], "");
    for (guint i = 0; i + 1 < n; i++) {
        for (const char *s = lines[i]; *s; s = g_utf8_next_char(s))
            ck_assert_msg(!g_unichar_iscntrl(g_utf8_get_char(s)), "control in '%s'", lines[i]);
        char *space = strrchr(lines[i], ' ');
        ck_assert_ptr_nonnull(space);
        ck_assert(g_ascii_strtoll(space + 1, NULL, 10) > 0);
        *space = 0;
        char **frames = g_strsplit(lines[i], ";", -1);
        for (char **f = frames; *f; f++)
            ck_assert_msg(**f, "empty frame in '%s'", lines[i]);
        g_strfreev(frames);
    }
    g_strfreev(lines);
}

START_TEST(every_nasty_name_keeps_the_rule_and_reads_back_byte_for_byte)
{
    SpProfile *p = nasty_profile();
    char *text = folded(p);
    assert_fold_rule(text);
    SpProfile *again = read_text(text);
    assert_same_stacks(again, p, SAMPLES, false);
    ck_assert_int_eq(sp_profile_sum(again).samples, sp_profile_sum(p).samples);
    sp_profile_free(again);
    sp_profile_free(p);
    g_free(text);
}
END_TEST

START_TEST(r26_functions_that_print_alike_are_one_line_and_others_stay_apart)
{
    SpProfile *p = timed_profile();
    const char *const names[] = {"Work(int)", "Work(long)", "N1.T.Work", "N2.T.Work", "T.Work", "T.Work"};
    for (int i = 0; i < 6; i++) {
        SpFunction f = {.name = names[i], .module = i == 5 ? "Twin" : "App"};
        uint32_t node = sp_profile_child(p, 0, sp_profile_frame(p, sp_profile_function(p, &f), 0, SP_TIER_JIT));
        sp_profile_add(p, node, 1 << i, 1, 0);
    }
    assert_folded(p, "Work(int) 1\nWork(long) 2\nN1.T.Work 4\nN2.T.Work 8\nT.Work 48\n");
}
END_TEST

START_TEST(threads_merge_unless_they_are_wanted_as_roots)
{
    SpProfile *p = timed_profile();
    sp_profile_add_thread(p, 101, "Worker;1");
    sp_profile_add(p, stack(p, 0, "A", NULL), 1, 1, 0);
    sp_profile_add(p, stack(p, 1, "A", NULL), 2, 2, 0);
    char *text = folded(p);
    ck_assert_str_eq(text, "A 3\n");
    g_free(text);
    p->threads_as_roots = true;
    assert_folded(p, "Main;A 1\nWorker\\x3b1;A 2\n");
}
END_TEST

START_TEST(weight_without_a_stack_is_shown)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, 0, 3, 3, 0);
    assert_folded(p, "[no stack] 3\n");
}
END_TEST

START_TEST(r48_no_samples_is_an_empty_file_that_reads_back)
{
    SpProfile *p = timed_profile(), *again = read_text("");
    ck_assert_int_eq(sp_profile_sum(again).samples, 0);
    sp_profile_free(again);
    assert_folded(p, "");
}
END_TEST

SUITE("folded", 10, counts_are_samples_and_every_stack_is_a_line, calls_mode_counts_self_nanoseconds,
      r16_semicolon_in_a_name_stays_in_one_frame, r17_spaces_and_digits_at_the_end_are_no_count,
      r21_controls_are_shown_and_a_line_stays_a_line, backslashes_are_escaped_only_where_they_would_mislead,
      every_nasty_name_keeps_the_rule_and_reads_back_byte_for_byte,
      r26_functions_that_print_alike_are_one_line_and_others_stay_apart, threads_merge_unless_they_are_wanted_as_roots,
      weight_without_a_stack_is_shown, r48_no_samples_is_an_empty_file_that_reads_back)
