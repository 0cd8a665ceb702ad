/*
 * info.c - how a profile was recorded: command `info` and the headline of every table.
 */
#include "profiler/report/report.h"

#include <string.h>

static const char *clock_name(const SpProfile *p)
{
    return p->clock == SP_CLOCK_CPU ? "cpu" : "wall";
}

/* sp_format_ns() without its leading blanks. */
static const char *duration(char *buffer, size_t size, int64_t ns, bool unicode)
{
    sp_format_ns(buffer, size, ns, unicode);
    return buffer + strspn(buffer, " ");
}

void sp_print_headline(SpPage *page, const SpProfile *p)
{
    SpSum sum = sp_profile_sum(p);
    char count[48], time[48];
    sp_format_count(count, sizeof count, sum.samples);
    sp_page_style(page, SP_STYLE_BOLD);
    sp_page_text(page, *p->program ? p->program : "profile", 0);
    sp_page_style(page, SP_STYLE_PLAIN);
    if (sp_is_difference(p))
        sp_output_puts(page->out, ": difference (shares are of all changes, up and down)");
    bool counted = sum.samples || (!sum.calls && !(p->in_bytes && sum.ns)); /* a trace has no place for objects */
    if (counted)
        sp_output_printf(page->out, ": %s %s", count, sp_count_name(p, sum.samples));
    if (p->has_calls) {
        sp_format_count(count, sizeof count, sum.calls);
        sp_output_printf(page->out, "%s %s %s", counted ? "," : ":", count,
                         sum.calls == 1 ? "call" : "calls");
    }
    if (p->in_bytes)
        sp_output_printf(page->out, "%s %s allocated", counted ? "," : ":", sp_format_bytes(time, sizeof time, sum.ns));
    else if (p->has_time)
        sp_output_printf(page->out, ", %s of %s time", duration(time, sizeof time, sum.ns, page->unicode),
                         clock_name(p));
    if (p->threads->len > 1)
        sp_output_printf(page->out, p->has_time ? " summed over %u threads" : ", %u threads", p->threads->len);
    if (p->mean_interval_ns)
        sp_output_printf(page->out, ", one each %s", duration(time, sizeof time, p->mean_interval_ns, page->unicode));
    if (p->interval_ns)
        sp_output_printf(page->out, " (asked %s)", duration(time, sizeof time, p->interval_ns, page->unicode));
    if (p->interval_bytes)
        sp_output_printf(page->out, ", a sample every %s", sp_format_bytes(time, sizeof time, p->interval_bytes));
    if (*p->trigger) {
        sp_output_puts(page->out, ", trigger ");
        sp_page_text(page, p->trigger, 0);
    }
    if (p->dropped > 0)
        sp_output_printf(page->out, "; %" G_GINT64_FORMAT " samples lost", (gint64)p->dropped);
    if (p->truncated > 0)
        sp_output_printf(page->out, "; %" G_GINT64_FORMAT " stacks cut", (gint64)p->truncated);
    sp_output_puts(page->out, "\n");
}

static void json_text(SpOutput *out, const char *key, const char *value)
{
    sp_output_printf(out, "  \"%s\": ", key);
    sp_write_json_string(out, value);
    sp_output_puts(out, ",\n");
}

static void json_number(SpOutput *out, const char *key, int64_t value)
{
    sp_output_printf(out, "  \"%s\": %" G_GINT64_FORMAT ",\n", key, (gint64)value);
}

void sp_json_header(SpOutput *out, const SpProfile *p)
{
    SpSum sum = sp_profile_sum(p);
    json_text(out, "program", p->program);
    json_number(out, "samples", sum.samples);
    if (p->has_time)
        json_number(out, p->in_bytes ? "total_bytes" : "total_ns", sum.ns);
    if (p->has_calls)
        json_number(out, "calls", sum.calls);
    json_text(out, "mode", p->mode);
    json_text(out, "trigger", p->trigger);
    json_text(out, "unit", p->in_bytes ? "bytes" : p->has_time ? "ns" : "samples");
    json_text(out, "clock", clock_name(p));
    json_number(out, "interval_ns", p->interval_ns);
    json_number(out, "mean_interval_ns", p->mean_interval_ns);
    if (p->in_bytes)
        json_number(out, "interval_bytes", p->interval_bytes);
    json_number(out, "dropped", p->dropped);
}

/* In stacks: a nettrace file names more. */
static int64_t count_functions(const SpProfile *p)
{
    GArray *stats = sp_profile_function_stats(p);
    int64_t count = stats->len;
    g_array_unref(stats);
    return count;
}

static void write_json(SpOutput *out, const SpProfile *p)
{
    sp_output_puts(out, "{\n");
    sp_json_header(out, p);
    json_text(out, "command", p->command);
    json_text(out, "runtime", p->runtime);
    sp_output_printf(out, "  \"pid\": %" G_GUINT64_FORMAT ",\n", (guint64)p->pid);
    json_number(out, "start_unix_ns", p->start_unix_ns);
    json_number(out, "duration_ns", p->duration_ns);
    json_number(out, "truncated", p->truncated);
    sp_output_printf(out, "  \"has_time\": %s,\n  \"has_calls\": %s,\n  \"has_lines\": %s,\n",
                     p->has_time ? "true" : "false", p->has_calls ? "true" : "false", p->has_lines ? "true" : "false");
    json_number(out, "functions", count_functions(p));
    json_number(out, "nodes", p->nodes->len);
    SpRows *rows = sp_rows_new(p, SP_BY_THREAD);
    sp_rows_sort(rows, SP_SORT_SELF);
    sp_output_puts(out, "  \"threads\": [");
    for (guint i = 0; i < rows->rows->len; i++) {
        const SpRow *r = &g_array_index(rows->rows, SpRow, i);
        sp_output_puts(out, i ? ",\n    {\"name\": " : "\n    {\"name\": ");
        sp_write_json_string(out, r->name);
        sp_output_printf(out, ", \"id\": %s, \"samples\": %" G_GINT64_FORMAT ", \"self_%s\": %" G_GINT64_FORMAT "}",
                         r->raw_name, (gint64)r->self_samples, sp_weight_key(p->in_bytes), (gint64)r->self_ns);
    }
    sp_output_puts(out, rows->rows->len ? "\n  ]\n}\n" : "]\n}\n");
    sp_rows_free(rows);
}

static void field(SpPage *page, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    sp_output_printf(page->out, "%-18s ", name);
    sp_page_text(page, value, 0);
    sp_output_puts(page->out, "\n");
}

static void time_field(SpPage *page, const char *name, int64_t ns, const char *zero)
{
    char text[48];
    field(page, name, ns ? duration(text, sizeof text, ns, page->unicode) : zero);
}

static void count_field(SpPage *page, const char *name, int64_t count)
{
    char text[48];
    sp_format_count(text, sizeof text, count);
    field(page, name, text);
}

static void number_field(SpPage *page, const char *name, uint64_t number)
{
    char text[24];
    g_snprintf(text, sizeof text, "%" G_GUINT64_FORMAT, (guint64)number);
    field(page, name, text);
}

static void print_threads(SpPage *page, const SpProfile *p)
{
    SpRows *rows = sp_rows_new(p, SP_BY_THREAD);
    sp_rows_sort(rows, SP_SORT_SELF);
    count_field(page, "threads", p->threads->len);
    for (guint i = 0; i < rows->rows->len; i++) {
        const SpRow *r = &g_array_index(rows->rows, SpRow, i);
        char percent[32], count[48];
        sp_format_percent(percent, sizeof percent,
                          p->has_time ? sp_share(r->self_ns, rows->whole.ns)
                                      : sp_share(r->self_samples, rows->whole.samples));
        sp_format_count(count, sizeof count, r->self_samples);
        sp_output_printf(page->out, "  %s %10s %s  ", percent, count, sp_count_name(p, 2));
        sp_page_text(page, r->name, 0);
        if (strcmp(r->raw_name, "0"))
            sp_output_printf(page->out, " (%s)", r->raw_name);
        sp_output_puts(page->out, "\n");
    }
    sp_rows_free(rows);
}

static void print_info(SpPage *page, const SpProfile *p)
{
    SpSum sum = sp_profile_sum(p);
    field(page, "program", p->program);
    field(page, "command", p->command);
    field(page, "runtime", p->runtime);
    if (p->pid)
        number_field(page, "process", p->pid);
    if (p->start_unix_ns) {
        GDateTime *when = g_date_time_new_from_unix_utc(p->start_unix_ns / 1000000000);
        char *text = when ? g_date_time_format(when, "%Y-%m-%d %H:%M:%S UTC") : NULL;
        field(page, "started", text);
        g_free(text);
        if (when)
            g_date_time_unref(when);
    }
    time_field(page, "duration", p->duration_ns, NULL);
    field(page, "mode", p->mode);
    field(page, "trigger", p->trigger);
    field(page, "clock", p->has_time && !p->in_bytes ? clock_name(p) : NULL);
    time_field(page, "interval asked", p->interval_ns, NULL);
    time_field(page, "interval achieved", p->mean_interval_ns, NULL);
    count_field(page, sp_count_name(p, 2), sum.samples);
    if (p->in_bytes) {
        char text[48];
        field(page, "allocated", sp_format_bytes(text, sizeof text, sum.ns));
        field(page, "a sample every", p->interval_bytes ? sp_format_bytes(text, sizeof text, p->interval_bytes)
                                                        : "allocation");
    } else if (p->has_time)
        time_field(page, "time in samples", sum.ns, "0 s");
    if (p->has_calls)
        count_field(page, "calls", sum.calls);
    count_field(page, "samples lost", p->dropped);
    count_field(page, "stacks cut", p->truncated);
    count_field(page, "methods", count_functions(p));
    field(page, "source lines", p->has_lines ? "yes" : "no");
    print_threads(page, p);
}

bool sp_run_info(const SpArgs *args, GError **error)
{
    SpPage page;
    SpProfile *p = sp_load(sp_args_operand(args, 0), error);
    if (!p)
        return false;
    bool ok = sp_page_open(&page, args, error);
    if (ok && sp_args_has(args, "json"))
        write_json(page.out, p);
    else if (ok)
        print_info(&page, p);
    sp_profile_free(p);
    return ok && sp_page_close(&page, error);
}
