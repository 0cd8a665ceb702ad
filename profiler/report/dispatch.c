/*
 * dispatch.c - first word -> command -> exit status.
 *
 * Status: 0 done, 1 failed, 2 wrong use. A reader that goes away (`samplepoint top x | head -1`) ends the tool by the
 * default action of SIGPIPE, without a word.
 */
#include "profiler/report/report.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_WRONG_USE = 2 };

static const char *next_command(const void *data, unsigned index)
{
    return sp_commands[index].name;
}

static const SpCommand *find_command(const char *name)
{
    for (const SpCommand *c = sp_commands; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

static int complain(GError *error)
{
    int status = g_error_matches(error, SP_ERROR, SP_ERROR_OPTION) ? STATUS_WRONG_USE : STATUS_FAILED;
    char *line = sp_printable(error->message, 0, true); /* one line whatever a file's name holds */
    fprintf(stderr, "samplepoint: %s\n", line);
    g_free(line);
    g_error_free(error);
    return status;
}

static int print(const char *text)
{
    GError *error = NULL;
    SpOutput *out = sp_output_open("-", &error);
    if (out)
        sp_output_puts(out, text);
    return out && sp_output_close(out, &error) ? STATUS_DONE : complain(error);
}

static int print_help(const SpCommand *command)
{
    char *text = command ? sp_help_command(command) : sp_help_overview();
    int status = print(text);
    g_free(text);
    return status;
}

static int unknown_command(const char *word)
{
    GError *error = NULL;
    const char *near = word[0] == '-' ? NULL : sp_nearest(word, next_command, NULL);
    if (near)
        g_set_error(&error, SP_ERROR, SP_ERROR_OPTION, "unknown command '%s'; did you mean '%s'?", word, near);
    else
        g_set_error(&error, SP_ERROR, SP_ERROR_OPTION, "unknown %s '%s'; see 'samplepoint --help'",
                    word[0] == '-' ? "option" : "command", word);
    return complain(error);
}

int sp_report_main(int argc, char **argv)
{
    setlocale(LC_CTYPE, ""); /* names and bars; never LC_NUMERIC */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is an error of writing, not a death that leaves half a file */
    if (argc < 2) {
        GError *error = g_error_new(SP_ERROR, SP_ERROR_OPTION, "no command given; see 'samplepoint --help'");
        return complain(error);
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_help(NULL);
    if (!strcmp(argv[1], "--version"))
        return print("samplepoint " SAMPLEPOINT_VERSION "\n");
    const SpCommand *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    SpArgs args;
    GError *error = NULL;
    int status = STATUS_DONE;
    if (!sp_args_parse(&args, command, argc - 2, argv + 2, &error))
        status = complain(error);
    else if (args.help)
        status = print_help(command);
    else if (!command->run(&args, &error))
        status = complain(error);
    sp_args_clear(&args);
    return status;
}
