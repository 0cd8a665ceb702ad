/*
 * args.c - words of the command line -> options of a command, by the table of commands.c.
 *
 * Accepted: --name=value, --name value, -o value, -ovalue, switches, `--` before operands that begin with a dash, and
 * `-` as an operand. A word that is no option of the command is refused with the nearest one that is.
 */
#include "profiler/report/report.h"

#include <string.h>

/* ---- Nearest word ------------------------------------------------------------------------------------------- */

#define MAX_WORD 40

/* Edits (insert, remove, replace, swap of neighbours) that turn a into b. */
static unsigned distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    unsigned d[MAX_WORD + 1][MAX_WORD + 1];
    if (n > MAX_WORD || m > MAX_WORD)
        return MAX_WORD;
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (!i || !j) {
                d[i][j] = (unsigned)(i + j);
                continue;
            }
            unsigned best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = MIN(best, MIN(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = MIN(best, d[i - 2][j - 2] + 1);
            d[i][j] = best;
        }
    }
    return d[n][m];
}

const char *sp_nearest(const char *word, const char *(*next)(const void *data, unsigned index), const void *data)
{
    const char *nearest = NULL, *candidate;
    char *lower = g_ascii_strdown(word, -1);
    unsigned best = (unsigned)strlen(word) / 3 + 2; /* one more than the edits that still look like a slip */
    for (unsigned i = 0; (candidate = next(data, i)); i++) {
        /* A word cut short ("flame") is near whatever its distance. */
        unsigned d = strlen(word) > 2 && g_str_has_prefix(candidate, lower) ? 1 : distance(lower, candidate);
        if (d < best) {
            best = d;
            nearest = candidate;
        }
    }
    g_free(lower);
    return nearest;
}

static const char *next_option(const void *data, unsigned index)
{
    return ((const SpCommand *)data)->options[index].name;
}

/* ---- Parsing ------------------------------------------------------------------------------------------------ */

static bool unknown_option(const SpCommand *command, const char *word, GError **error)
{
    char *name = g_strndup(word, strcspn(word, "="));
    const char *bare = name + strspn(name, "-");
    const char *near = sp_nearest(bare, next_option, command);
    if (near)
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: unknown option '%s'; did you mean '--%s'?", command->name,
                    name, near);
    else
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: unknown option '%s'; see 'samplepoint %s --help'",
                    command->name, name, command->name);
    g_free(name);
    return false;
}

static int find_long(const SpCommand *command, const char *word, size_t length)
{
    for (int i = 0; command->options[i].name; i++)
        if (strlen(command->options[i].name) == length && !strncmp(command->options[i].name, word, length))
            return i;
    return -1;
}

static int find_letter(const SpCommand *command, char letter)
{
    for (int i = 0; command->options[i].name; i++)
        if (command->options[i].letter == letter)
            return i;
    return -1;
}

static bool is_choice(const char *choices, const char *value)
{
    char **words = g_strsplit(choices, " ", -1);
    bool found = g_strv_contains((const char *const *)words, value);
    g_strfreev(words);
    return found;
}

static bool store(SpArgs *args, int index, const char *value, GError **error)
{
    const SpOptionRow *o = &args->command->options[index];
    if (o->value && !value) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: option '--%s' needs a value: --%s=%s", args->command->name,
                    o->name, o->name, o->value);
        return false;
    }
    if (!o->value && value) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: option '--%s' takes no value, but '%s' was given",
                    args->command->name, o->name, value);
        return false;
    }
    if (o->choices && !is_choice(o->choices, value)) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: '--%s=%s' is not one of: %s", args->command->name, o->name,
                    value, o->choices);
        return false;
    }
    args->values[index] = value ? value : "";
    return true;
}

/* One option at argv[*i]; moves *i on when the value is a word of its own. */
static bool parse_option(SpArgs *args, int argc, char **argv, int *i, GError **error)
{
    const char *word = argv[*i], *value = NULL;
    int index;
    if (word[1] == '-') {
        size_t length = strcspn(word + 2, "=");
        index = find_long(args->command, word + 2, length);
        value = word[2 + length] ? word + 3 + length : NULL;
    } else {
        index = find_letter(args->command, word[1]);
        value = word[2] ? word + 2 : NULL;
    }
    if (index < 0)
        return unknown_option(args->command, word, error);
    if (args->command->options[index].value && !value && *i + 1 < argc)
        value = argv[++*i];
    return store(args, index, value, error);
}

static bool check_operands(const SpArgs *args, GError **error)
{
    const SpCommand *c = args->command;
    if (args->operands->len >= c->min_operands && args->operands->len <= c->max_operands)
        return true;
    if (args->operands->len < c->min_operands)
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: missing operand; usage: samplepoint %s [OPTION...] %s",
                    c->name, c->name, c->operands);
    else
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION,
                    "%s: '%s' is one operand too many; usage: samplepoint %s "
                    "[OPTION...] %s",
                    c->name, sp_args_operand(args, c->max_operands), c->name, c->operands);
    return false;
}

bool sp_args_parse(SpArgs *args, const SpCommand *command, int argc, char **argv, GError **error)
{
    *args = (SpArgs){.command = command, .operands = g_ptr_array_new()};
    bool only_operands = false;
    for (int i = 0; i < argc; i++) {
        char *word = argv[i];
        if (only_operands || word[0] != '-' || !word[1]) {
            g_ptr_array_add(args->operands, word);
        } else if (!strcmp(word, "--")) {
            only_operands = true;
        } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            args->help = true;
            return true;
        } else if (!parse_option(args, argc, argv, &i, error)) {
            return false;
        }
    }
    return check_operands(args, error);
}

void sp_args_clear(SpArgs *args)
{
    g_ptr_array_unref(args->operands);
}

const char *sp_args_get(const SpArgs *args, const char *option)
{
    int index = find_long(args->command, option, strlen(option));
    return index < 0 ? NULL : args->values[index];
}

bool sp_args_has(const SpArgs *args, const char *option)
{
    return sp_args_get(args, option) != NULL;
}

const char *sp_args_operand(const SpArgs *args, unsigned index)
{
    return index < args->operands->len ? g_ptr_array_index(args->operands, index) : NULL;
}

bool sp_args_number(const SpArgs *args, const char *option, uint64_t min, uint64_t max, uint64_t fallback,
                    uint64_t *number, GError **error)
{
    const char *text = sp_args_get(args, option);
    guint64 value = fallback;
    *number = fallback;
    if (!text)
        return true;
    if (!g_ascii_string_to_unsigned(text, 10, min, max, &value, NULL)) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION,
                    "%s: '--%s=%s' is no whole number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                    args->command->name, option, text, (guint64)min, (guint64)max);
        return false;
    }
    *number = value;
    return true;
}

bool sp_args_regex(const SpArgs *args, const char *option, GRegex **regex, GError **error)
{
    const char *text = sp_args_get(args, option);
    GError *why = NULL;
    *regex = NULL;
    if (!text)
        return true;
    *regex = g_regex_new(text, G_REGEX_OPTIMIZE, 0, &why);
    if (*regex)
        return true;
    g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: '--%s=%s' is no regular expression: %s", args->command->name,
                option, text, why->message);
    g_error_free(why);
    return false;
}
