/*
 * write-out.c - the profile's header, its files and the summary.
 *
 * A path that fails is reported and its data go to the default name instead, first in the folder the program was
 * started in, then in the system's temporary folder: an hour of samples is not lost to a typing error.
 */
#include "profiler/plugin/write-out.h"
#include "profiler/plugin/process.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_BYTES 100 /* of the program's name in a default file name */

static const SpOptions *options;
static const SpModeInfo *mode;
static char *reason, *folder, *program, *command, *host_text;
static int64_t start_ns, start_unix_ns; /* start_ns: virtual wall clock */
static bool host_gone;
static int snapshots;

void sp_message(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = g_strdup_vprintf(format, args);
    va_end(args);
    char *line = g_strdup_printf("[samplepoint] %s\n", text);
    ssize_t ignored = write(STDERR_FILENO, line, strlen(line)); /* one write: lines of several processes stay whole */
    (void)ignored;
    g_free(line);
    g_free(text);
}

/* The command line from the program on; its first word is the program. */
static void read_command(void)
{
    gsize size = 0;
    char *line = sp_process_command_line(&size);
    GString *text = g_string_new(NULL);
    if (line && size) {
        const char *end = line + size, *arg = line + strlen(line) + 1;
        while (arg < end && *arg == '-')
            arg += strlen(arg) + 1 + (!strcmp(arg, "--config") ? strlen(arg + 9) + 1 : 0);
        if (arg >= end)
            arg = line;
        char *valid = g_utf8_make_valid(arg, -1);
        program = g_path_get_basename(valid);
        g_free(valid);
        for (; arg < end; arg += strlen(arg) + 1)
            g_string_append_printf(text, "%s%s", text->len ? " " : "", arg);
    }
    g_free(line);
    char *joined = g_string_free(text, FALSE);
    command = g_utf8_make_valid(joined, -1);
    g_free(joined);
    if (!program)
        program = g_strdup("program");
}

/* Letters, digits, '.', '_' and '-' of any script; the rest, and what could mean something to a shell or a format
 * string, becomes '_'. */
static char *portable_name(void)
{
    GString *name = g_string_new(NULL);
    char *stem = g_strdup(program);
    char *dot = strrchr(stem, '.');
    if (dot && dot != stem)
        *dot = 0;
    for (const char *c = stem; *c && name->len < NAME_BYTES; c = g_utf8_next_char(c)) {
        gunichar u = g_utf8_get_char(c);
        bool plain = g_unichar_isalnum(u) || (u < 128 && strchr("._-", (int)u));
        g_string_append_unichar(name, plain ? u : '_');
    }
    g_free(stem);
    if (name->len == 0 || name->str[0] == '-' || name->str[0] == '.')
        g_string_prepend_c(name, '_');
    return g_string_free(name, FALSE);
}

static char *default_path(const char *in_folder, const char *mark, SpFormat format)
{
    char *name = portable_name();
    char *file = g_strdup_printf("%s.%d%s%s", name, (int)getpid(), mark, sp_formats[format].ending);
    char *path = g_build_filename(in_folder, file, NULL);
    g_free(file);
    g_free(name);
    return path;
}

/* Relative to the folder the program was started in, wherever it has gone since. */
static char *expand(const char *pattern)
{
    char *path = sp_options_expand_path(pattern, (uint64_t)getpid());
    if (!strcmp(path, "-") || g_path_is_absolute(path))
        return path;
    char *whole = g_build_filename(folder, path, NULL);
    g_free(path);
    return whole;
}

/* "out.html" -> "out.snapshot1.html" */
static char *with_mark(char *path, const char *mark, SpFormat format)
{
    struct stat st;
    if (!*mark || !strcmp(path, "-") || (stat(path, &st) == 0 && !S_ISREG(st.st_mode)))
        return path;
    const char *ending = sp_formats[format].ending;
    size_t stem = strlen(path);
    if (g_str_has_suffix(path, ending))
        stem -= strlen(ending);
    char *marked = g_strdup_printf("%.*s%s%s", (int)stem, path, mark, path + stem);
    g_free(path);
    return marked;
}

/* A probe of a plain file: what cannot be opened now will not open later, and now is the time to say so. */
static void check_path(const char *path, SpFormat format)
{
    struct stat st;
    GError *error = NULL;
    if (!strcmp(path, "-") || (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
        return;
    SpOutput *o = sp_output_open(path, &error);
    if (o) {
        sp_output_abort(o);
        return;
    }
    char *instead = default_path(folder, "", format);
    sp_message("%s; this output will go to '%s' instead", error->message, instead);
    g_free(instead);
    g_error_free(error);
}

void sp_write_out_start(const SpOptions *o, const SpModeInfo *m, const char *trigger_reason)
{
    options = o;
    mode = m;
    reason = g_strdup(trigger_reason);
    folder = getcwd(NULL, 0); /* NULL: the folder is gone, files of no stated place go to the temporary one */
    if (!folder)
        folder = g_strdup(g_get_tmp_dir());
    start_ns = sp_virtual_now_ns();
    start_unix_ns = sp_clock_unix_ns();
    host_text = sp_host_description();
    read_command();
    for (guint i = 0; i < o->outputs->len; i++) {
        char *path = expand(g_array_index(o->outputs, SpOutputOption, i).path);
        check_path(path, g_array_index(o->outputs, SpOutputOption, i).format);
        g_free(path);
    }
}

void sp_write_out_host_ends(void)
{
    if (mode && mode->settle && !host_gone)
        mode->settle();
    host_gone = true;
    sp_mode_host_runs(false);
    sp_methods_off_limits();
}

static SpProfile *take_profile(void)
{
    if (mode->settle && !host_gone)
        mode->settle();
    bool held = sp_threads_hold();
    SpProfile *p = sp_recording_snapshot(start_ns);
    if (p && mode->add_to)
        mode->add_to(p);
    if (held)
        sp_threads_let_go();
    if (!p)
        return NULL;
    p->program = sp_profile_string(p, program);
    p->command = sp_profile_string(p, command);
    p->runtime = sp_profile_string(p, host_text);
    p->mode = sp_mode_name(options->mode);
    bool ticked_calls = options->mode == SP_MODE_CALLS && sp_calls_times_sampled();
    p->trigger = ticked_calls                     ? sp_trigger_name(SP_TRIGGER_TIMER)
                 : options->mode != SP_MODE_SAMPLE ? ""
                                                   : sp_trigger_name(options->trigger);
    p->pid = (uint64_t)getpid();
    p->start_unix_ns = start_unix_ns;
    p->duration_ns = sp_virtual_now_ns() - start_ns;
    p->interval_ns = options->mode != SP_MODE_SAMPLE && !ticked_calls ? 0 : options->interval_ns;
    p->in_bytes = options->mode == SP_MODE_ALLOC;
    p->interval_bytes = p->in_bytes ? options->alloc_interval : 0;
    SpSum sum = sp_profile_sum(p);
    p->mean_interval_ns = sum.samples && !p->in_bytes ? sum.ns / sum.samples : 0;
    p->samples_complete = p->samples_complete && !p->in_bytes;
    p->clock = (uint8_t)options->clock;
    p->threads_as_roots = options->threads;
    return p;
}

static bool try_export(const SpProfile *p, SpFormat format, const char *path, bool last)
{
    GError *error = NULL;
    if (sp_export(p, format, path, &error)) {
        if (!options->quiet && strcmp(path, "-") != 0)
            sp_message("wrote %s", path);
        return true;
    }
    sp_message("%s%s", error->message, last ? "; this output is lost" : "");
    g_error_free(error);
    return false;
}

static void export_somewhere(const SpProfile *p, SpFormat format, const char *wanted, const char *mark)
{
    const char *folders[] = {folder, g_get_tmp_dir()};
    if (wanted && try_export(p, format, wanted, false))
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        char *path = default_path(folders[i], mark, format);
        bool done = (!wanted || strcmp(path, wanted) != 0) && try_export(p, format, path, i == 1);
        g_free(path);
        if (done)
            return;
    }
}

static const char *seconds(char *buffer, size_t size, int64_t ns, int decimals)
{
    return sp_format_double(buffer, size, (double)ns / 1e9, decimals);
}

static const char *milliseconds(char *buffer, size_t size, int64_t ns)
{
    return sp_format_double(buffer, size, (double)ns / 1e6, 3);
}

static void summarise_coverage(void)
{
    int64_t asked, selected;
    sp_methods_counts(&asked, &selected);
    if (options->callspec && selected == 0)
        sp_message("callspec '%s' selected none of the %" G_GINT64_FORMAT " methods that ran%s", options->callspec_text,
                   asked, sp_callspec_only_excludes(options->callspec) ? ": it holds exclusions only" : "");
    bool walked = mode == &sp_mode_alloc && !strcmp(sp_mode_alloc_stacks(), "by walking");
    if (walked || mode == &sp_mode_signal || mode == &sp_mode_copy || sp_host_has_samplepoints())
        return;
    sp_message("%s", sp_host_jits_class_library()
                         ? "class library: its methods raise events and are shown"
                         : "precompiled code (the class library, programs with an image) raises no events: its time is its "
                           "callers' (mono -O=-aot shows it)");
}

/* What was asked for and could not be had is said, with what would help. */
static void summarise_lines(const SpProfile *p)
{
    if (!options->lines || p->has_lines || p->nodes->len <= p->threads->len)
        return;
    if (mode == &sp_mode_sample_events || mode == &sp_mode_calls)
        sp_message("lines: enter and leave events tell methods, not lines; %s has lines",
                   sp_host_has_samplepoints() ? "mode=sample" : "trigger=signal");
    else
        sp_message("lines: no debug information was found; compile with -debug and run mono --debug");
}

static void summarise(const SpProfile *p)
{
    char a[32], b[32], c[32];
    SpSum sum = sp_profile_sum(p);
    const char *clock = p->clock == SP_CLOCK_CPU ? "CPU" : "wall";
    if (options->mode == SP_MODE_CALLS)
        sp_message("%" G_GINT64_FORMAT " calls in %s s, %s clock", sum.calls, seconds(a, sizeof a, p->duration_ns, 2), clock);
    else if (p->in_bytes)
        sp_message("%s in %" G_GINT64_FORMAT " %s allocated in %s s", sp_format_bytes(b, sizeof b, sum.ns), sum.samples,
                   sp_count_name(p, sum.samples), seconds(a, sizeof a, p->duration_ns, 2));
    else if (sum.samples == 0)
        sp_message("0 samples in %s s (asked: one every %s ms), %s clock", seconds(a, sizeof a, p->duration_ns, 2),
                   milliseconds(c, sizeof c, p->interval_ns), clock);
    else
        sp_message("%" G_GINT64_FORMAT " samples in %s s, one every %s ms (asked: %s ms), %s clock, %u thread%s",
                   sum.samples, seconds(a, sizeof a, p->duration_ns, 2), milliseconds(b, sizeof b, p->mean_interval_ns),
                   milliseconds(c, sizeof c, p->interval_ns), clock, p->threads->len, p->threads->len == 1 ? "" : "s");
    sp_message("%s", reason);
    summarise_coverage();
    summarise_lines(p);
    if (p->dropped)
        sp_message("%" G_GINT64_FORMAT " %s dropped: their buffer was full", p->dropped,
                   sp_count_name(p, p->dropped));
    if (p->truncated)
        sp_message("%" G_GINT64_FORMAT " %s cut: stacks deeper than the limit, or more than %d distinct stacks",
                   p->truncated, sp_count_name(p, p->truncated), SP_MAX_NODES);
    if (sp_tick.gap_ns)
        sp_message("left out: %s s in which the whole process stood still", seconds(a, sizeof a, sp_tick.gap_ns, 2));
}

typedef struct {
    const SpProfile *p;
    const char *mark;
} Files;

static void write_files(void *files)
{
    const Files *f = files;
    if (options->outputs->len == 0)
        export_somewhere(f->p, options->default_format, NULL, f->mark);
    for (guint i = 0; i < options->outputs->len; i++) {
        const SpOutputOption *o = &g_array_index(options->outputs, SpOutputOption, i);
        char *path = with_mark(expand(o->path), f->mark, o->format);
        export_somewhere(f->p, o->format, path, f->mark);
        g_free(path);
    }
}

void sp_write_out(bool snapshot)
{
    char mark[32] = "";
    if (snapshot)
        g_snprintf(mark, sizeof mark, ".snapshot%d", ++snapshots);
    SpProfile *p = take_profile();
    if (!p) {
        sp_message("a thread of the program holds the recording and does not go on: no profile written");
        return;
    }
    if (!options->quiet)
        summarise(p);
    sp_process_without_deadly_signals(write_files, &(Files){p, mark});
    sp_profile_free(p);
}
