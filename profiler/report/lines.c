/*
 * lines.c - source lines: the hottest of them (`lines`), or all of one file with its text (`annotate`).
 */
#include "profiler/report/report.h"

#include <stdlib.h>
#include <string.h>

static const char no_lines[] = "this profile has no source lines; record with: mono --debug "
                               "--profile=browser:trigger=signal,lines app.exe (and compile with debug information)";

static int64_t self_of(const SpRows *rows, const SpRow *r)
{
    return rows->has_time ? r->self_ns : r->self_samples;
}

static int64_t total_of(const SpRows *rows, const SpRow *r)
{
    return rows->has_time ? r->total_ns : r->total_samples;
}

static int64_t whole_of(const SpRows *rows)
{
    return rows->has_time ? rows->whole.ns : rows->whole.samples;
}

static bool has_lines(const SpProfile *p)
{
    for (uint32_t i = 0; i < p->frames->len; i++)
        if (sp_frame(p, i)->line && *sp_function(p, sp_frame(p, i)->function)->file)
            return true;
    return false;
}

/* A profile without samples has no lines either, but that is not the recording's fault. */
static bool need_lines(const SpProfile *p, GError **error)
{
    if (has_lines(p) || sp_profile_sum(p).samples == 0)
        return true;
    g_set_error_literal(error, SP_ERROR, SP_ERROR_FORMAT, no_lines);
    return false;
}

static void json_line(SpOutput *out, const SpRows *rows, const SpRow *r)
{
    sp_output_puts(out, "{\"file\": ");
    sp_write_json_string(out, r->name);
    sp_output_printf(out, ", \"line\": %u, \"method\": ", r->line);
    sp_write_json_string(out, r->raw_name);
    sp_output_printf(out, ", \"samples\": %" G_GINT64_FORMAT ", \"total_samples\": %" G_GINT64_FORMAT,
                     (gint64)r->self_samples, (gint64)r->total_samples);
    if (rows->has_time)
        sp_output_printf(out, ", \"self_%s\": %" G_GINT64_FORMAT ", \"total_%s\": %" G_GINT64_FORMAT "}",
                         sp_weight_key(rows->in_bytes), (gint64)r->self_ns, sp_weight_key(rows->in_bytes),
                         (gint64)r->total_ns);
    else
        sp_output_puts(out, ", \"self_ns\": null, \"total_ns\": null}");
}

/* ---- lines -------------------------------------------------------------------------------------------------- */

static void print_line(SpPage *page, const SpRows *rows, const SpRow *r)
{
    char self[32], total[32], samples[48];
    double share = sp_share(self_of(rows, r), whole_of(rows));
    sp_format_percent(self, sizeof self, share);
    sp_format_percent(total, sizeof total, sp_share(total_of(rows, r), whole_of(rows)));
    sp_format_count(samples, sizeof samples, r->self_samples);
    sp_page_style(page, sp_page_heat(share));
    sp_output_printf(page->out, "%s %s %10s  ", self, total, samples);
    sp_page_bar(page, share, 10);
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_output_puts(page->out, "  ");
    sp_page_text(page, r->name, 0);
    sp_output_printf(page->out, ":%u", r->line);
    sp_page_style(page, SP_STYLE_DIM);
    sp_output_puts(page->out, "  ");
    sp_page_text(page, r->raw_name, 0);
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_output_puts(page->out, "\n");
}

static void print_lines(SpPage *page, const SpProfile *p, const SpRows *rows, uint64_t limit, bool json)
{
    uint64_t shown = 0;
    if (json) {
        sp_output_puts(page->out, "{\n");
        sp_json_header(page->out, p);
        sp_output_puts(page->out, "  \"lines\": [");
    } else {
        sp_print_headline(page, p);
        sp_page_style(page, SP_STYLE_DIM);
        sp_output_printf(page->out, "%7s %7s %10s  %10s  line", "self", "total", sp_count_name(p, 2), "");
        sp_page_style(page, SP_STYLE_PLAIN);
        sp_output_puts(page->out, "\n");
    }
    for (guint i = 0; i < rows->rows->len && (!limit || shown < limit); i++) {
        const SpRow *r = &g_array_index(rows->rows, SpRow, i);
        if (!r->line)
            continue;
        if (json) {
            sp_output_puts(page->out, shown ? ",\n    " : "\n    ");
            json_line(page->out, rows, r);
        } else {
            print_line(page, rows, r);
        }
        shown++;
    }
    if (json)
        sp_output_puts(page->out, shown ? "\n  ]\n}\n" : "]\n}\n");
}

bool sp_run_lines(const SpArgs *args, GError **error)
{
    SpPage page;
    uint64_t limit;
    SpProfile *p = NULL;
    const char *sort = sp_args_get(args, "sort");
    bool ok = sp_args_number(args, "limit", 0, UINT32_MAX, 20, &limit, error) &&
              (p = sp_load_operand(args, 0, true, error)) && need_lines(p, error) && sp_page_open(&page, args, error);
    if (ok) {
        SpRows *rows = sp_rows_new(p, SP_BY_LINE);
        sp_rows_sort(rows, sort && !strcmp(sort, "total")     ? SP_SORT_TOTAL
                           : sort && !strcmp(sort, "samples") ? SP_SORT_SAMPLES
                                                              : SP_SORT_SELF);
        print_lines(&page, p, rows, limit, sp_args_has(args, "json"));
        sp_rows_free(rows);
        ok = sp_page_close(&page, error);
    }
    sp_profile_free(p);
    return ok;
}

/* ---- annotate ----------------------------------------------------------------------------------------------- */

static bool is_separator(char c)
{
    return c == '/' || c == '\\'; /* debug information made on Windows has backslashes */
}

/* How many trailing path components two paths share; 0 = different files. */
static unsigned common_components(const char *a, const char *b)
{
    size_t i = strlen(a), j = strlen(b);
    unsigned components = 0;
    while (i && j && (a[i - 1] == b[j - 1] || (is_separator(a[i - 1]) && is_separator(b[j - 1])))) {
        if (is_separator(a[i - 1]))
            components++;
        i--;
        j--;
    }
    bool a_ends = !i || is_separator(a[i - 1]), b_ends = !j || is_separator(b[j - 1]);
    return a_ends && b_ends && (i != strlen(a)) ? components + 1 : components;
}

/* The file name in the profile that is nearest to `source`; NULL and an error if none or several are. */
static const char *find_source(const SpProfile *p, const char *source, GError **error)
{
    const char *best = NULL, *rival = NULL;
    unsigned most = 0;
    for (uint32_t i = 0; i < p->functions->len; i++) {
        const char *file = sp_function(p, i)->file;
        unsigned common = *file && file != best ? common_components(file, source) : 0;
        if (common > most) {
            best = file;
            rival = NULL;
            most = common;
        } else if (common && common == most && file != best) {
            rival = file; /* strings are interned: another pointer is another name */
        }
    }
    if (!best)
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "annotate: no method of the profile was declared in '%s'",
                    source);
    else if (rival)
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "annotate: '%s' may be '%s' or '%s'; give more of its path",
                    source, best, rival);
    return rival ? NULL : best;
}

/* Text of the file: as the person named it, else where the profile says it was. */
static char **read_source(const char *source, const char *recorded, GError **error)
{
    char *text = NULL;
    if (!g_file_get_contents(source, &text, NULL, NULL) && !g_file_get_contents(recorded, &text, NULL, NULL)) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "cannot read the source '%s', nor '%s' where the profile says it was",
                    source, recorded);
        return NULL;
    }
    char **lines = g_strsplit(text, "\n", -1);
    for (char **l = lines; *l; l++)
        g_strchomp(*l);
    g_free(text);
    return lines;
}

/* Rows of the file by line number. */
static GHashTable *rows_of_file(const SpRows *rows, const char *file)
{
    GHashTable *by_line = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < rows->rows->len; i++) {
        SpRow *r = &g_array_index(rows->rows, SpRow, i);
        if (r->line && !strcmp(r->name, file))
            g_hash_table_insert(by_line, GUINT_TO_POINTER(r->line), r);
    }
    return by_line;
}

static void print_source_line(SpPage *page, const SpRows *rows, const SpRow *r, guint number, const char *text)
{
    char self[32] = "", total[32] = "", samples[48] = "";
    double share = r ? sp_share(self_of(rows, r), whole_of(rows)) : 0;
    if (r && self_of(rows, r)) {
        sp_format_percent(self, sizeof self, share);
        sp_format_count(samples, sizeof samples, r->self_samples);
    }
    if (r)
        sp_format_percent(total, sizeof total, sp_share(total_of(rows, r), whole_of(rows)));
    sp_page_style(page, sp_page_heat(share));
    sp_output_printf(page->out, "%7s %7s %9s %s%5u%s ", self, total, samples, page->unicode ? "│" : "|", number,
                     page->unicode ? "│" : "|");
    GString *expanded = g_string_new(NULL);
    for (const char *s = text; *s; s++)
        g_string_append_len(expanded, *s == '\t' ? "    " : s, *s == '\t' ? 4 : 1);
    sp_page_text(page, expanded->str, page->width > 40 ? page->width - 33 : 0);
    g_string_free(expanded, TRUE);
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_output_puts(page->out, "\n");
}

static bool near_samples(GHashTable *by_line, guint number, uint64_t context)
{
    guint from = number > context ? number - (guint)context : 1;
    for (guint n = from; n <= number + context; n++)
        if (g_hash_table_contains(by_line, GUINT_TO_POINTER(n)))
            return true;
    return false;
}

static void print_source(SpPage *page, const SpRows *rows, GHashTable *by_line, char **lines, uint64_t context)
{
    guint count = g_strv_length(lines), last = 0;
    if (count && !*lines[count - 1])
        count--; /* what follows the last line end is no line */
    sp_page_style(page, SP_STYLE_DIM);
    sp_output_printf(page->out, "%7s %7s %9s  line", "self", "total", rows->in_bytes ? "objects" : "samples");
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_output_puts(page->out, "\n");
    for (guint n = 1; n <= count; n++) {
        if (context != UINT64_MAX && !near_samples(by_line, n, context))
            continue;
        if (last && n > last + 1)
            sp_output_printf(page->out, "%25s %s\n", "", page->unicode ? "⋮" : "...");
        print_source_line(page, rows, g_hash_table_lookup(by_line, GUINT_TO_POINTER(n)), n, lines[n - 1]);
        last = n;
    }
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, by_line);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        if (GPOINTER_TO_UINT(key) > count) {
            sp_note("the profile has samples in line %u, but the source has %u lines: is it the version that ran?",
                    GPOINTER_TO_UINT(key), count);
            break;
        }
}

static void json_source(SpOutput *out, const SpProfile *p, const SpRows *rows, const char *file)
{
    bool any = false;
    sp_output_puts(out, "{\n");
    sp_json_header(out, p);
    sp_output_puts(out, "  \"file\": ");
    sp_write_json_string(out, file);
    sp_output_puts(out, ",\n  \"lines\": [");
    for (guint i = 0; i < rows->rows->len; i++) {
        const SpRow *r = &g_array_index(rows->rows, SpRow, i);
        if (!r->line || strcmp(r->name, file))
            continue;
        sp_output_puts(out, any ? ",\n    " : "\n    ");
        json_line(out, rows, r);
        any = true;
    }
    sp_output_puts(out, any ? "\n  ]\n}\n" : "]\n}\n");
}

static bool annotate(const SpArgs *args, const SpProfile *p, uint64_t context, GError **error)
{
    SpPage page;
    const char *source = sp_args_operand(args, 0), *file = find_source(p, source, error);
    bool json = sp_args_has(args, "json");
    char **lines = file && !json ? read_source(source, file, error) : NULL;
    if (!file || (!json && !lines) || !sp_page_open(&page, args, error)) {
        g_strfreev(lines);
        return false;
    }
    SpRows *rows = sp_rows_new(p, SP_BY_LINE);
    GHashTable *by_line = rows_of_file(rows, file);
    if (json) {
        json_source(page.out, p, rows, file);
    } else {
        sp_print_headline(&page, p);
        sp_page_text(&page, file, 0);
        sp_output_puts(page.out, "\n");
        print_source(&page, rows, by_line, lines, context);
    }
    g_hash_table_unref(by_line);
    sp_rows_free(rows);
    g_strfreev(lines);
    return sp_page_close(&page, error);
}

bool sp_run_annotate(const SpArgs *args, GError **error)
{
    uint64_t context;
    SpProfile *p = NULL;
    bool ok = sp_args_number(args, "context", 0, 1000, UINT64_MAX, &context, error) &&
              (p = sp_load_operand(args, 1, false, error)) && need_lines(p, error) && annotate(args, p, context, error);
    sp_profile_free(p);
    return ok;
}
