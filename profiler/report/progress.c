/*
 * progress.c - a note on stderr while work takes more than a second, if stderr is a terminal.
 *
 * A helper thread waits; the work itself pays nothing. The note is one line, rewritten in place and wiped at the end.
 */
#include "profiler/report/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    GMutex lock;
    GCond done_changed;
    bool done;
    GThread *thread;
    char *what;
} progress;

static gpointer watch(gpointer data)
{
    gint64 start = g_get_monotonic_time(), wake = start + G_TIME_SPAN_SECOND;
    bool shown = false;
    g_mutex_lock(&progress.lock);
    while (!progress.done) {
        if (!g_cond_wait_until(&progress.done_changed, &progress.lock, wake)) {
            fprintf(stderr, "\r\033[K%s ... %d s", progress.what, (int)((wake - start) / G_TIME_SPAN_SECOND));
            shown = true;
            wake += G_TIME_SPAN_SECOND;
        }
    }
    g_mutex_unlock(&progress.lock);
    if (shown)
        fputs("\r\033[K", stderr);
    return NULL;
}

void sp_progress_begin(const char *what, const char *on)
{
    if (progress.thread || !isatty(STDERR_FILENO))
        return;
    char *text = g_strdup_printf("%s %s", what, on);
    progress.what = sp_printable(text, 70, true);
    g_free(text);
    progress.done = false;
    progress.thread = g_thread_try_new("progress", watch, NULL, NULL); /* NULL: then without the note */
}

void sp_progress_end(void)
{
    if (!progress.thread)
        return;
    g_mutex_lock(&progress.lock);
    progress.done = true;
    g_cond_signal(&progress.done_changed);
    g_mutex_unlock(&progress.lock);
    g_thread_join(progress.thread);
    progress.thread = NULL;
    g_free(progress.what);
}

void sp_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = g_strdup_vprintf(format, args), *line = sp_printable(text, 0, true);
    va_end(args);
    fprintf(stderr, "samplepoint: %s\n", line);
    g_free(line);
    g_free(text);
}
