/*
 * top.c - the hottest methods. This is also the table that a profiled run ends with.
 */
#include "profiler/report/report.h"

#include <string.h>

#define BAR_COLUMNS 10

typedef struct {
    const SpProfile *profile;
    const SpRows *rows;
    GArray *shown; /* of const SpRow * */
    guint left_out;
    SpGrouping by;
    const char *sort_name;
    bool show_modules;
    int64_t max_self, max_total; /* fill a bar */
} Top;

static SpGrouping grouping(const SpArgs *args)
{
    static const char *const names[] = {"function", "module", "namespace", "thread", "line", "tier"}; /* by SpGrouping */
    const char *by = sp_args_get(args, "by");
    for (size_t i = 0; by && i < G_N_ELEMENTS(names); i++)
        if (!strcmp(by, names[i]))
            return (SpGrouping)i;
    return SP_BY_FUNCTION;
}

static SpSort sort_key(const SpArgs *args)
{
    static const char *const names[] = {"self", "total", "calls", "samples"}; /* by SpSort */
    const char *sort = sp_args_get(args, "sort");
    for (size_t i = 0; sort && i < G_N_ELEMENTS(names); i++)
        if (!strcmp(sort, names[i]))
            return (SpSort)i;
    return SP_SORT_SELF;
}

static int64_t self_of(const Top *t, const SpRow *r)
{
    return t->rows->has_time ? r->self_ns : r->self_samples;
}

static int64_t total_of(const Top *t, const SpRow *r)
{
    return t->rows->has_time ? r->total_ns : r->total_samples;
}

static int64_t whole_of(const Top *t)
{
    return t->rows->has_time ? t->rows->whole.ns : t->rows->whole.samples;
}

static int64_t size_of(int64_t value)
{
    return value >= 0 ? value : value == INT64_MIN ? INT64_MAX : -value;
}

static char *row_label(const Top *t, const SpRow *r)
{
    if (t->by != SP_BY_LINE)
        return g_strdup(r->name);
    return r->line ? g_strdup_printf("%s:%u", r->name, r->line) : g_strdup("(no line)");
}

static bool row_matches(const Top *t, const SpRow *r, const GRegex *regex)
{
    char *label = row_label(t, r);
    bool matches = g_regex_match(regex, label, 0, NULL) || g_regex_match(regex, r->raw_name, 0, NULL);
    g_free(label);
    return matches;
}

static void choose_rows(Top *t, uint64_t limit, const GRegex *filter, const GRegex *hide)
{
    t->shown = g_array_new(FALSE, FALSE, sizeof(const SpRow *));
    for (guint i = 0; i < t->rows->rows->len; i++) {
        const SpRow *r = &g_array_index(t->rows->rows, SpRow, i);
        if ((filter && !row_matches(t, r, filter)) || (hide && row_matches(t, r, hide)))
            continue;
        if (limit && t->shown->len >= limit) {
            t->left_out++;
            continue;
        }
        g_array_append_val(t->shown, r);
        t->max_self = MAX(t->max_self, size_of(self_of(t, r)));
        t->max_total = MAX(t->max_total, size_of(total_of(t, r)));
        t->show_modules = t->show_modules || (t->by == SP_BY_FUNCTION && *r->module);
    }
}

/* ---- Table -------------------------------------------------------------------------------------------------- */

/* Only of a difference are shares negative: what shrank. */
static SpStyle style_of(double share)
{
    return share < 0 ? SP_STYLE_GOOD : sp_page_heat(share);
}

static void print_value(SpPage *page, const Top *t, int64_t value, int64_t fill)
{
    char percent[32], amount[48];
    double share = sp_share(value, whole_of(t));
    sp_format_percent(percent, sizeof percent, share);
    if (t->rows->has_time)
        sp_format_weight(amount, sizeof amount, value, t->rows->in_bytes, page->unicode);
    else
        sp_format_count(amount, sizeof amount, value);
    sp_page_style(page, style_of(share));
    sp_output_printf(page->out, "%s ", percent);
    sp_page_style(page, SP_STYLE_DIM);
    /* printf pads by bytes; the micro sign has two. */
    unsigned columns = sp_columns(amount);
    sp_output_printf(page->out, "%*s%s ", columns < 8 ? (int)(8 - columns) : 0, "", amount);
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_page_style(page, style_of(share));
    sp_page_bar(page, sp_share(size_of(value), fill), BAR_COLUMNS);
    sp_page_style(page, SP_STYLE_PLAIN);
}

/* Name and module as they are printed. */
static char *printed_name(const SpRow *r)
{
    return g_strdup_printf("%s\1%s", r->name, r->module);
}

/* How many shown rows print the same: more than one, and raw names have to tell them apart. */
static GHashTable *count_printed_names(const Top *t)
{
    GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; t->by == SP_BY_FUNCTION && i < t->shown->len; i++) {
        char *key = printed_name(g_array_index(t->shown, const SpRow *, i));
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
        g_hash_table_replace(counts, key, GUINT_TO_POINTER(count + 1));
    }
    return counts;
}

static bool is_ambiguous(GHashTable *counts, const SpRow *r)
{
    char *key = printed_name(r);
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
    g_free(key);
    return count > 1;
}

static void print_label(SpPage *page, const Top *t, GHashTable *counts, const SpRow *r, unsigned used)
{
    char *label = row_label(t, r), *safe = sp_printable(label, 0, page->unicode);
    GString *aside = g_string_new(NULL);
    if (t->show_modules && *r->module)
        g_string_append_printf(aside, "  [%s]", r->module);
    if (is_ambiguous(counts, r))
        g_string_append_printf(aside, "  = %s", r->raw_name);
    else if (t->by == SP_BY_LINE)
        g_string_append_printf(aside, "  %s", r->raw_name);
    else if (t->by == SP_BY_THREAD && strcmp(r->raw_name, "0"))
        g_string_append_printf(aside, "  (%s)", r->raw_name);
    unsigned room = page->width ? page->width - MIN(page->width - 1, used) : 0;
    unsigned aside_columns = sp_columns(aside->str), label_columns = sp_columns(safe);
    bool fits = !room || label_columns + aside_columns <= room;
    sp_page_text(page, label, room);
    if (fits || label_columns + 12 < room) {
        sp_page_style(page, SP_STYLE_DIM);
        sp_page_text(page, aside->str, fits ? 0 : room - label_columns);
        sp_page_style(page, SP_STYLE_PLAIN);
    }
    sp_output_puts(page->out, "\n");
    g_string_free(aside, TRUE);
    g_free(label);
    g_free(safe);
}

static void print_heading(SpPage *page, const Top *t, bool calls)
{
    static const char *const what[] = {"method", "module", "namespace", "thread", "line", "tier"}; /* by SpGrouping */
    sp_page_style(page, SP_STYLE_DIM);
    sp_output_printf(page->out, "%7s %8s %-10s  ", "self", "", "");
    if (t->by != SP_BY_THREAD)
        sp_output_printf(page->out, "%7s %8s %-10s  ", "total", "", "");
    if (calls)
        sp_output_printf(page->out, "%12s  ", "calls");
    sp_output_printf(page->out, "%s", what[t->by]);
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_output_puts(page->out, "\n");
}

static void print_table(SpPage *page, const Top *t)
{
    bool calls = t->profile->has_calls, totals = t->by != SP_BY_THREAD;
    unsigned used = (totals ? 58 : 29) + (calls ? 14 : 0);
    GHashTable *counts = count_printed_names(t);
    print_heading(page, t, calls);
    for (guint i = 0; i < t->shown->len; i++) {
        const SpRow *r = g_array_index(t->shown, const SpRow *, i);
        print_value(page, t, self_of(t, r), t->max_self);
        sp_output_puts(page->out, "  ");
        if (totals) {
            print_value(page, t, total_of(t, r), t->max_total);
            sp_output_puts(page->out, "  ");
        }
        if (calls) {
            char count[48];
            sp_format_count(count, sizeof count, r->calls);
            sp_output_printf(page->out, "%12s  ", count);
        }
        print_label(page, t, counts, r, used);
    }
    g_hash_table_unref(counts);
    if (t->left_out) {
        sp_page_style(page, SP_STYLE_DIM);
        sp_output_printf(page->out, "%58s%s%u more; --limit=0 shows all", "", page->unicode ? "… " : "... ",
                         t->left_out);
        sp_page_style(page, SP_STYLE_PLAIN);
        sp_output_puts(page->out, "\n");
    }
}

/* ---- JSON --------------------------------------------------------------------------------------------------- */

static void json_row(SpOutput *out, const Top *t, const SpRow *r)
{
    sp_output_puts(out, "{\"name\": ");
    sp_write_json_string(out, r->name);
    if (t->by == SP_BY_FUNCTION) {
        sp_output_puts(out, ", \"raw_name\": ");
        sp_write_json_string(out, r->raw_name);
        sp_output_puts(out, ", \"module\": ");
        sp_write_json_string(out, r->module);
    } else if (t->by == SP_BY_LINE) {
        sp_output_printf(out, ", \"line\": %u, \"method\": ", r->line);
        sp_write_json_string(out, r->raw_name);
    } else if (t->by == SP_BY_THREAD) {
        sp_output_printf(out, ", \"id\": %s", r->raw_name);
    }
    if (t->profile->has_calls)
        sp_output_printf(out, ", \"calls\": %" G_GINT64_FORMAT, (gint64)r->calls);
    sp_output_printf(out, ", \"samples\": %" G_GINT64_FORMAT ", \"total_samples\": %" G_GINT64_FORMAT,
                     (gint64)r->self_samples, (gint64)r->total_samples);
    if (t->rows->has_time)
        sp_output_printf(out, ", \"self_%s\": %" G_GINT64_FORMAT ", \"total_%s\": %" G_GINT64_FORMAT "}",
                         sp_weight_key(t->rows->in_bytes), (gint64)r->self_ns, sp_weight_key(t->rows->in_bytes),
                         (gint64)r->total_ns);
    else
        sp_output_puts(out, ", \"self_ns\": null, \"total_ns\": null}");
}

static void write_json(SpOutput *out, const Top *t)
{
    static const char *const keys[] = {"methods", "modules", "namespaces", "threads", "lines", "tiers"}; /* by SpGrouping */
    sp_output_puts(out, "{\n");
    sp_json_header(out, t->profile);
    sp_output_printf(out, "  \"sort\": \"%s\",\n  \"left_out\": %u,\n  \"%s\": [", t->sort_name, t->left_out,
                     keys[t->by]);
    for (guint i = 0; i < t->shown->len; i++) {
        sp_output_puts(out, i ? ",\n    " : "\n    ");
        json_row(out, t, g_array_index(t->shown, const SpRow *, i));
    }
    sp_output_puts(out, t->shown->len ? "\n  ]\n}\n" : "]\n}\n");
}

/* ---- Command ------------------------------------------------------------------------------------------------ */

static bool print_top(const SpArgs *args, const Top *t, GError **error)
{
    SpPage page;
    if (!sp_page_open(&page, args, error))
        return false;
    if (sp_args_has(args, "json")) {
        write_json(page.out, t);
    } else {
        sp_print_headline(&page, t->profile);
        if (t->shown->len)
            print_table(&page, t);
        else if (t->rows->rows->len)
            sp_output_puts(page.out, "no row matches --filter and --hide\n");
    }
    return sp_page_close(&page, error);
}

bool sp_run_top(const SpArgs *args, GError **error)
{
    uint64_t limit;
    GRegex *filter = NULL, *hide = NULL;
    SpProfile *p = NULL;
    bool ok = sp_args_number(args, "limit", 0, UINT32_MAX, 10, &limit, error) &&
              sp_args_regex(args, "filter", &filter, error) && sp_args_regex(args, "hide", &hide, error) &&
              (p = sp_load_operand(args, 0, false, error));
    if (ok) {
        const char *sort = sp_args_get(args, "sort");
        Top t = {.profile = p, .by = grouping(args), .sort_name = sort ? sort : "self"};
        SpRows *rows = sp_rows_new(p, t.by);
        sp_rows_sort(rows, sort_key(args));
        t.rows = rows;
        choose_rows(&t, limit, filter, hide);
        if (!strcmp(t.sort_name, "calls") && !p->has_calls)
            sp_note("this profile has no call counts (record with mode=calls); --sort=calls orders by total");
        ok = print_top(args, &t, error);
        g_array_unref(t.shown);
        sp_rows_free(rows);
    }
    sp_profile_free(p);
    if (filter)
        g_regex_unref(filter);
    if (hide)
        g_regex_unref(hide);
    return ok;
}
