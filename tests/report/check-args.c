/*
 * check-args.c - the table of commands against what is written by hand: completions and manual page. And the
 * reading of options.
 */
#include "profiler/report/report.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static char *read_text(const char *path)
{
    char *text = NULL;
    GError *error = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, &error), "%s", error ? error->message : "");
    return text;
}

/* The part of text from `start` to `end`, both found; the whole rest if there is no end. */
static char *part(const char *text, const char *start, const char *end)
{
    const char *from = strstr(text, start);
    ck_assert_msg(from != NULL, "'%s' is missing", start);
    from += strlen(start);
    const char *to = strstr(from, end);
    return to ? g_strndup(from, (gsize)(to - from)) : g_strdup(from);
}

static bool has_word(const char *text, const char *word)
{
    for (const char *s = strstr(text, word); s; s = strstr(s + 1, word)) {
        char after = s[strlen(word)];
        if (!g_ascii_isalnum(after) && after != '-')
            return true;
    }
    return false;
}

static void expect_word(const char *text, const char *word, const char *where)
{
    ck_assert_msg(has_word(text, word), "%s lacks '%s'", where, word);
}

static void expect_choices(const char *text, const SpOptionRow *o, const char *where)
{
    char **words = g_strsplit(o->choices ? o->choices : "", " ", -1);
    for (char **w = words; *w; w++)
        expect_word(text, *w, where);
    g_strfreev(words);
}

START_TEST(bash_completion_knows_every_command_and_option)
{
    char *text = read_text(SOURCE_ROOT "/data/completions/samplepoint");
    char *commands = part(text, "compgen -W \"", "\"");
    for (const SpCommand *c = sp_commands; c->name; c++) {
        char *label = g_strdup_printf("\n    %s)\n", c->name), *own = part(text, label, ";;");
        expect_word(commands, c->name, "bash completion");
        for (const SpOptionRow *o = c->options; o->name; o++) {
            char *word = g_strdup_printf("--%s%s", o->name, o->value ? "=" : "");
            ck_assert_msg(strstr(own, word), "bash completion of %s lacks %s", c->name, word);
            expect_choices(text, o, "bash completion");
            g_free(word);
        }
        g_free(own);
        g_free(label);
    }
    g_free(commands);
    g_free(text);
}
END_TEST

START_TEST(zsh_completion_knows_every_command_and_option)
{
    char *text = read_text(SOURCE_ROOT "/data/completions/_samplepoint");
    for (const SpCommand *c = sp_commands; c->name; c++) {
        char *label = g_strdup_printf("\n    %s)\n", c->name), *own = part(text, label, ";;");
        char *described = g_strdup_printf("'%s:", c->name);
        ck_assert_msg(strstr(text, described), "zsh completion lacks %s", c->name);
        for (const SpOptionRow *o = c->options; o->name; o++) {
            char *word = g_strdup_printf("--%s", o->name);
            expect_word(own, word, c->name);
            expect_choices(own, o, c->name);
            g_free(word);
        }
        g_free(described);
        g_free(own);
        g_free(label);
    }
    g_free(text);
}
END_TEST

START_TEST(manual_page_describes_every_command_and_option)
{
    char *raw = read_text(SOURCE_ROOT "/docs/man/samplepoint.1");
    char **dashes = g_strsplit(raw, "\\-", -1), *text = g_strjoinv("-", dashes);
    for (const SpCommand *c = sp_commands; c->name; c++) {
        char *label = g_strdup_printf(".SS \"samplepoint %s", c->name), *own = part(text, label, ".SS ");
        for (const SpOptionRow *o = c->options; o->name; o++) {
            char *word = g_strdup_printf("--%s\\fR", o->name), *letter = g_strdup_printf("\\fB-%c\\fR", o->letter);
            ck_assert_msg(strstr(own, word), "the manual of %s lacks --%s", c->name, o->name);
            ck_assert_msg(!o->letter || strstr(own, letter), "the manual of %s lacks -%c", c->name, o->letter);
            expect_choices(own, o, c->name);
            g_free(letter);
            g_free(word);
        }
        g_free(own);
        g_free(label);
    }
    g_free(text);
    g_strfreev(dashes);
    g_free(raw);
}
END_TEST

START_TEST(every_command_has_help_with_examples_that_name_it)
{
    char *overview = sp_help_overview();
    for (const SpCommand *c = sp_commands; c->name; c++) {
        char *text = sp_help_command(c), *call = g_strdup_printf("samplepoint %s", c->name);
        ck_assert_msg(strstr(c->examples, call), "no example of %s", c->name);
        ck_assert(strstr(text, c->examples[0] ? "examples:" : "?"));
        expect_word(overview, c->name, "--help");
        for (const SpOptionRow *o = c->options; o->name; o++)
            expect_word(text, o->name, c->name);
        g_free(call);
        g_free(text);
    }
    g_free(overview);
}
END_TEST

START_TEST(the_table_fits_its_limits)
{
    for (const SpCommand *c = sp_commands; c->name; c++) {
        bool letters[128] = {false};
        int count = 0;
        for (const SpOptionRow *o = c->options; o->name; o++, count++) {
            ck_assert_msg(!o->letter || !letters[(int)o->letter], "%s uses -%c twice", c->name, o->letter);
            letters[(int)o->letter] = true;
        }
        ck_assert_int_le(count, SP_MAX_OPTIONS);
    }
}
END_TEST

/* ---- Options ------------------------------------------------------------------------------------------------- */

static const SpCommand *command(const char *name)
{
    for (const SpCommand *c = sp_commands; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    ck_abort_msg("no command %s", name);
    return NULL;
}

static const struct {
    const char *command, *words, *message;
} refused[] = {
    {"top", "--limt=3 f", "top: unknown option '--limt'; did you mean '--limit'?"},
    {"top", "--Limit=3 f", "top: unknown option '--Limit'; did you mean '--limit'?"},
    {"top", "--lim f", "top: unknown option '--lim'; did you mean '--limit'?"},
    {"top", "--quux f", "top: unknown option '--quux'; see 'samplepoint top --help'"},
    {"top", "-x f", "top: unknown option '-x'; see 'samplepoint top --help'"},
    {"top", "--sort=selfish f", "top: '--sort=selfish' is not one of: self total calls samples"},
    {"top", "--json=yes f", "top: option '--json' takes no value, but 'yes' was given"},
    {"top", "f --limit", "top: option '--limit' needs a value: --limit=N"},
    {"top", "", "top: missing operand; usage: samplepoint top [OPTION...] FILE"},
    {"top", "f g", "top: 'g' is one operand too many; usage: samplepoint top [OPTION...] FILE"},
    {"annotate", "A.cs", "annotate: missing operand; usage: samplepoint annotate [OPTION...] SOURCE FILE"},
};

START_TEST(wrong_words_are_refused_in_one_clear_line)
{
    SpArgs args;
    GError *error = NULL;
    char **words = g_strsplit(refused[_i].words, " ", -1);
    int count = *refused[_i].words ? (int)g_strv_length(words) : 0;
    ck_assert(!sp_args_parse(&args, command(refused[_i].command), count, words, &error));
    ck_assert(g_error_matches(error, SP_ERROR, SP_ERROR_OPTION));
    ck_assert_str_eq(error->message, refused[_i].message);
    g_error_free(error);
    g_strfreev(words);
    sp_args_clear(&args);
}
END_TEST

static const char *const spellings[] = {
    "--limit=7 f", "--limit 7 f", "-n 7 f", "-n7 f", "f --limit=7", "--limit=3 --limit=7 f", "--limit=7 -- f",
};

START_TEST(every_spelling_of_a_value_is_read)
{
    SpArgs args;
    uint64_t limit = 0;
    char **words = g_strsplit(spellings[_i], " ", -1);
    ck_assert(sp_args_parse(&args, command("top"), (int)g_strv_length(words), words, NULL));
    ck_assert(sp_args_number(&args, "limit", 0, 100, 10, &limit, NULL));
    ck_assert_uint_eq(limit, 7);
    ck_assert_str_eq(sp_args_operand(&args, 0), "f");
    g_strfreev(words);
    sp_args_clear(&args);
}
END_TEST

static const char *const bad_numbers[] = {"-1", "", "abc", "101", "7x", "0x7", " 7", "99999999999999999999", "1.5"};

START_TEST(numbers_out_of_range_or_no_numbers_are_refused_with_the_range)
{
    SpArgs args;
    uint64_t limit = 0;
    GError *error = NULL;
    char *option = g_strdup_printf("--limit=%s", bad_numbers[_i]), *words[] = {option, "f"};
    ck_assert(sp_args_parse(&args, command("top"), 2, words, NULL));
    ck_assert(!sp_args_number(&args, "limit", 0, 100, 10, &limit, &error));
    ck_assert(strstr(error->message, option) && strstr(error->message, "from 0 to 100"));
    g_error_free(error);
    g_free(option);
    sp_args_clear(&args);
}
END_TEST

START_TEST(a_lone_dash_is_an_operand_and_words_behind_two_dashes_too)
{
    SpArgs args;
    char *words[] = {"-", "--", "--json"};
    ck_assert(sp_args_parse(&args, command("diff"), 3, words, NULL));
    ck_assert_uint_eq(args.operands->len, 2);
    ck_assert_str_eq(sp_args_operand(&args, 0), "-");
    ck_assert_str_eq(sp_args_operand(&args, 1), "--json");
    ck_assert(!sp_args_has(&args, "json"));
    sp_args_clear(&args);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("commands");
    tcase_add_test(cases, bash_completion_knows_every_command_and_option);
    tcase_add_test(cases, zsh_completion_knows_every_command_and_option);
    tcase_add_test(cases, manual_page_describes_every_command_and_option);
    tcase_add_test(cases, every_command_has_help_with_examples_that_name_it);
    tcase_add_test(cases, the_table_fits_its_limits);
    tcase_add_loop_test(cases, wrong_words_are_refused_in_one_clear_line, 0, G_N_ELEMENTS(refused));
    tcase_add_loop_test(cases, every_spelling_of_a_value_is_read, 0, G_N_ELEMENTS(spellings));
    tcase_add_loop_test(cases, numbers_out_of_range_or_no_numbers_are_refused_with_the_range, 0,
                        G_N_ELEMENTS(bad_numbers));
    tcase_add_test(cases, a_lone_dash_is_an_operand_and_words_behind_two_dashes_too);
    Suite *suite = suite_create("commands");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
