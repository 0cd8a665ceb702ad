/*
 * help.c - --help, made from the table of commands.c.
 */
#include "profiler/report/report.h"

#include <string.h>

char *sp_help_overview(void)
{
    GString *s = g_string_new("samplepoint - look into profiles of .NET programs\n\n"
                              "usage: samplepoint COMMAND [OPTION...] FILE\n"
                              "       samplepoint COMMAND --help\n"
                              "       samplepoint --version\n\ncommands:\n");
    for (const SpCommand *c = sp_commands; c->name; c++)
        g_string_append_printf(s, "  %-11s %s\n", c->name, c->what);
    g_string_append(s,
                    "\nFILE is a profile in any of the formats `samplepoint formats` lists; - reads standard input.\n"
                    "Exit status: 0 done (also for a profile with 0 samples), 1 failed, 2 wrong use.\n\n"
                    "examples:\n"
                    "  mono --profile=browser:sampleIntervalMs=1 app.exe    record: writes app.PID.html\n"
                    "  samplepoint top app.1234.html\n"
                    "  samplepoint flamegraph app.1234.html -o app.svg\n");
    return g_string_free(s, FALSE);
}

static char *option_text(const SpOptionRow *o)
{
    GString *s = g_string_new(NULL);
    if (o->letter)
        g_string_append_printf(s, "-%c, ", o->letter);
    else
        g_string_append(s, "    ");
    g_string_append_printf(s, "--%s", o->name);
    if (o->value)
        g_string_append_printf(s, "=%s", o->value);
    return g_string_free(s, FALSE);
}

/* Appends words, wrapped at 100 columns. */
static void append_wrapped(GString *s, const char *text)
{
    char **words = g_strsplit(text, " ", -1);
    size_t column = 0;
    for (char **w = words; *w; w++) {
        size_t length = strlen(*w);
        if (column && column + 1 + length > 100) {
            g_string_append_c(s, '\n');
            column = 0;
        }
        g_string_append_printf(s, "%s%s", column ? " " : "", *w);
        column += length + (column ? 1 : 0);
    }
    g_string_append(s, "\n\n");
    g_strfreev(words);
}

char *sp_help_command(const SpCommand *c)
{
    GString *s = g_string_new(NULL);
    g_string_append_printf(s, "samplepoint %s - %s\n\nusage: samplepoint %s%s%s%s\n\n", c->name, c->what, c->name,
                           c->options[0].name ? " [OPTION...]" : "", *c->operands ? " " : "", c->operands);
    if (*c->details)
        append_wrapped(s, c->details);
    if (c->options[0].name)
        g_string_append(s, "options:\n");
    for (const SpOptionRow *o = c->options; o->name; o++) {
        char *text = option_text(o);
        g_string_append_printf(s, "  %-24s %s", text, o->what);
        if (o->choices)
            g_string_append_printf(s, "\n  %-24s one of: %s", "", o->choices);
        g_string_append_c(s, '\n');
        g_free(text);
    }
    g_string_append(s, c->options[0].name ? "\nexamples:\n" : "examples:\n");
    char **lines = g_strsplit(c->examples, "\n", -1);
    for (char **l = lines; *l; l++)
        g_string_append_printf(s, "  %s\n", *l);
    g_strfreev(lines);
    return g_string_free(s, FALSE);
}

bool sp_run_help(const SpArgs *args, GError **error)
{
    const char *wanted = sp_args_operand(args, 0);
    char *text = wanted ? NULL : sp_help_overview();
    for (const SpCommand *c = sp_commands; wanted && c->name; c++)
        if (!strcmp(c->name, wanted))
            text = sp_help_command(c);
    if (!text) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "help: there is no command '%s'", wanted);
        return false;
    }
    SpOutput *out = sp_output_open("-", error);
    if (out)
        sp_output_puts(out, text);
    g_free(text);
    return out && sp_output_close(out, error);
}
