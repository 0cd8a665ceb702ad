/*
 * convert.c - profile in, profile out: convert, flamegraph, merge, formats.
 */
#include "profiler/report/report.h"

#include <string.h>

/* ---- Shared by the three ------------------------------------------------------------------------------------ */

static char *known_endings(void)
{
    GString *s = g_string_new(NULL);
    for (int i = 0; i < SP_FORMAT_COUNT; i++)
        g_string_append_printf(s, "%s%s", i ? " " : "", sp_formats[i].ending);
    return g_string_free(s, FALSE);
}

static char *known_formats(void)
{
    GString *s = g_string_new(NULL);
    for (int i = 0; i < SP_FORMAT_COUNT; i++)
        g_string_append_printf(s, "%s%s", i ? " " : "", sp_formats[i].name);
    return g_string_free(s, FALSE);
}

/* --format, else the ending of the path. */
SpFormat sp_args_format(const SpArgs *args, const char *path, GError **error)
{
    const char *name = sp_args_get(args, "format");
    SpFormat format = name ? sp_format_by_name(name) : sp_format_by_path(path);
    if (format != SP_FORMAT_UNKNOWN)
        return format;
    char *known = name ? known_formats() : known_endings();
    if (name)
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: '--format=%s' is not one of: %s", args->command->name, name,
                    known);
    else
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION,
                    "%s: the ending of '%s' names no format; use one of %s, or --format=NAME", args->command->name,
                    path, known);
    g_free(known);
    return SP_FORMAT_UNKNOWN;
}

static const char *need_output(const SpArgs *args, GError **error)
{
    const char *path = sp_args_get(args, "output");
    if (path && *path)
        return path;
    g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: no output given; use -o OUT", args->command->name);
    return NULL;
}

static void apply_header_options(const SpArgs *args, SpProfile *p)
{
    if (sp_args_get(args, "title"))
        p->program = sp_profile_string(p, sp_args_get(args, "title"));
    if (sp_args_has(args, "threads"))
        p->threads_as_roots = true;
    if (sp_args_has(args, "mark-tiers"))
        p->marks_tiers = true;
}

bool sp_export_noted(const SpProfile *p, SpFormat format, const char *path, GError **error)
{
    sp_progress_begin("writing", path);
    bool ok = sp_export(p, format, path, error);
    sp_progress_end();
    SpSum sum = sp_profile_sum(p);
    if (ok && sum.samples == 0 && sum.ns == 0 && !p->has_calls)
        sp_note("0 samples: '%s' holds a profile without stacks", path);
    return ok;
}

/* ---- convert ------------------------------------------------------------------------------------------------ */

bool sp_run_convert(const SpArgs *args, GError **error)
{
    const char *path = need_output(args, error);
    SpFormat format = path ? sp_args_format(args, path, error) : SP_FORMAT_UNKNOWN;
    SpProfile *p = format == SP_FORMAT_UNKNOWN ? NULL : sp_load_operand(args, 0, true, error);
    if (!p)
        return false;
    apply_header_options(args, p);
    bool ok = sp_export_noted(p, format, path, error);
    sp_profile_free(p);
    return ok;
}

/* ---- flamegraph --------------------------------------------------------------------------------------------- */

/* "dir/app.pb.gz" -> "dir/app.svg" */
static char *default_output(const char *input, const char *ending)
{
    if (!strcmp(input, "-"))
        return g_strconcat("flamegraph", ending, NULL);
    size_t length = strlen(input);
    SpFormat format = sp_format_by_path(input);
    if (format != SP_FORMAT_UNKNOWN) {
        length -= strlen(sp_formats[format].ending);
    } else {
        const char *dot = strrchr(input, '.'), *slash = strrchr(input, '/');
        if (dot && dot != input && (!slash || dot > slash + 1))
            length = (size_t)(dot - input);
    }
    char *stem = g_strndup(input, length), *path = g_strconcat(stem, ending, NULL);
    g_free(stem);
    return path;
}

static bool check_picture(SpFormat format, GError **error)
{
    if (format == SP_FORMAT_SVG || format == SP_FORMAT_HTML)
        return true;
    g_set_error(error, SP_ERROR, SP_ERROR_OPTION,
                "flamegraph: %s is no picture; use .svg or .html, or 'samplepoint convert'", sp_formats[format].name);
    return false;
}

bool sp_run_flamegraph(const SpArgs *args, GError **error)
{
    const char *name = sp_args_get(args, "format"), *input = sp_args_operand(args, 0);
    SpFormat wanted = name ? sp_format_by_name(name) : SP_FORMAT_SVG;
    const char *ending = wanted == SP_FORMAT_UNKNOWN ? "" : sp_formats[wanted].ending;
    char *path = sp_args_has(args, "output") ? g_strdup(sp_args_get(args, "output")) : default_output(input, ending);
    SpFormat format = !name && !strcmp(path, "-") ? SP_FORMAT_SVG : sp_args_format(args, path, error);
    SpProfile *p = NULL;
    bool ok =
        format != SP_FORMAT_UNKNOWN && check_picture(format, error) && (p = sp_load_operand(args, 0, true, error));
    if (ok && sp_args_has(args, "reverse")) {
        SpProfile *reversed = sp_reversed(p);
        sp_profile_free(p);
        p = reversed;
    }
    if (ok)
        apply_header_options(args, p);
    ok = ok && sp_export_noted(p, format, path, error);
    if (ok && !sp_args_has(args, "output"))
        sp_note("wrote %s", path);
    sp_profile_free(p);
    g_free(path);
    return ok;
}

/* ---- merge -------------------------------------------------------------------------------------------------- */

/* Thread ids of different runs have nothing to do with each other, and the same id may come again. */
static void forget_thread_ids(SpProfile *p)
{
    for (uint32_t i = 0; i < p->threads->len; i++)
        g_array_index(p->threads, SpThread, i).id = 0;
}

bool sp_run_merge(const SpArgs *args, GError **error)
{
    const char *path = need_output(args, error);
    SpFormat format = path ? sp_args_format(args, path, error) : SP_FORMAT_UNKNOWN;
    if (format == SP_FORMAT_UNKNOWN)
        return false;
    SpProfile *all = sp_profile_new();
    bool ok = true;
    for (unsigned i = 0; ok && i < args->operands->len; i++) {
        SpProfile *p = sp_load(sp_args_operand(args, i), error);
        ok = p != NULL;
        if (ok && args->operands->len > 1)
            forget_thread_ids(p);
        if (ok && !sp_profile_same_unit(all, p)) {
            ok = false;
            g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "merge: '%s' counts %s, those before it do not",
                        sp_args_operand(args, i), p->in_bytes ? "bytes" : "time or samples");
        }
        if (ok)
            sp_profile_add_profile(all, p);
        sp_profile_free(p);
    }
    if (ok)
        apply_header_options(args, all);
    ok = ok && sp_export_noted(all, format, path, error);
    sp_profile_free(all);
    return ok;
}

/* ---- formats ------------------------------------------------------------------------------------------------ */

bool sp_run_formats(const SpArgs *args, GError **error)
{
    SpOutput *out = sp_output_open("-", error);
    if (!out)
        return false;
    bool json = sp_args_has(args, "json");
    sp_output_puts(out, json ? "{\n  \"formats\": [" : "");
    for (int i = 0; i < SP_FORMAT_COUNT; i++) {
        bool read = i != SP_FORMAT_SVG;
        if (json)
            sp_output_printf(out,
                             "%s\n    {\"name\": \"%s\", \"ending\": \"%s\", \"what\": \"%s\", \"read\": %s, "
                             "\"write\": true}",
                             i ? "," : "", sp_formats[i].name, sp_formats[i].ending, sp_formats[i].what,
                             read ? "true" : "false");
        else
            sp_output_printf(out, "%-11s %-16s %-11s %s\n", sp_formats[i].name, sp_formats[i].ending,
                             read ? "read, write" : "write", sp_formats[i].what);
    }
    sp_output_puts(out, json ? "\n  ]\n}\n" : "");
    return sp_output_close(out, error);
}
