/*
 * totals.c - for go.py: "totals write PATH" writes a pprof file full of hostile names, two threads and calls; "totals
 * difference PATH" one with negative values, "totals empty PATH" one without samples; "totals read PATH" reads any
 * file. Each prints what the profile holds as JSON.
 */
#include "profiler/import/import.h"
#include "tests/export/support.h"

#include <stdio.h>
#include <string.h>

static SpProfile *hostile(void)
{
    SpProfile *p = nasty_profile();
    p->has_calls = true;
    sp_profile_add_thread(p, 101, "Thread Pool Worker");
    sp_profile_add(p, stack(p, 1, "Main", "Work(int)", NULL), 7, 7000000, 70);
    sp_profile_add(p, stack(p, 1, "Main", "Work(int)", "Work(int)", NULL), 3, 3000000, 30);
    return p;
}

static SpProfile *difference(void)
{
    SpProfile *p = timed_profile();
    sp_profile_add(p, stack(p, 0, "Main", "Grew", NULL), 50, 50000000, 0);
    sp_profile_add(p, stack(p, 0, "Main", "Shrank", NULL), -20, -20000000, 0);
    return p;
}

static SpProfile *bytes(void)
{
    SpProfile *p = timed_profile();
    p->interval_ns = p->mean_interval_ns = 0;
    p->in_bytes = true;
    p->interval_bytes = 524288;
    sp_profile_add(p, stack(p, 0, "Main", "Make", NULL), 100, 1572864, 0);
    sp_profile_add(p, stack(p, 0, "Main", NULL), 3, 96, 0);
    return p;
}

static SpProfile *obtain(const char *what, const char *path, GError **error)
{
    if (!strcmp(what, "read"))
        return sp_import(path, error);
    SpProfile *p = !strcmp(what, "difference") ? difference() : !strcmp(what, "empty") ? timed_profile()
                   : !strcmp(what, "bytes")      ? bytes()
                                                 : hostile();
    SpOutput *o = sp_output_open(path, error);
    if (!o)
        return NULL;
    sp_write_pprof(p, o);
    return sp_output_close(o, error) ? p : NULL;
}

int main(int argc, char **argv)
{
    GError *error = NULL;
    SpProfile *p = argc == 3 ? obtain(argv[1], argv[2], &error) : NULL;
    if (!p) {
        fprintf(stderr, "%s\n", error ? error->message : "usage: totals write|difference|bytes|empty|read PATH");
        return 1;
    }
    SpSum sum = sp_profile_sum(p);
    SpOutput *o = sp_output_open("-", &error);
    sp_output_printf(o, "{\"samples\":%" G_GINT64_FORMAT ",\"ns\":%" G_GINT64_FORMAT ",\"calls\":%" G_GINT64_FORMAT
                        ",\"unit\":\"%s\",\"interval_bytes\":%" G_GINT64_FORMAT ",\"frames\":%u,\"interval_ns\":%" G_GINT64_FORMAT ",\"functions\":[", sum.samples, sum.ns,
                     sum.calls, p->in_bytes ? "bytes" : "ns", p->interval_bytes, p->frames->len, p->interval_ns);
    for (uint32_t i = 0; i < p->functions->len; i++) {
        sp_output_puts(o, i ? "," : "");
        sp_write_json_string(o, sp_function(p, i)->name);
    }
    sp_output_puts(o, "]}\n");
    sp_profile_free(p);
    return sp_output_close(o, NULL) ? 0 : 1;
}
