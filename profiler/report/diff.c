/*
 * diff.c - what changed between two profiles.
 *
 *   factor = sum(after) / sum(before)   normalised (default): both sides then have the same sum, shares are compared
 *   factor = 1                          --no-normalize, or one side is empty: values are compared as they are
 *   change = after - factor * before
 *
 * So x against x is zero throughout; x against 3x is zero normalised and +200 % otherwise; an empty side makes every
 * method new or gone. Nothing is ever divided by zero: a share of an empty whole is 0, a method that was not there is
 * "new", not infinitely more.
 */
#include "profiler/report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *raw_name, *module;
    int64_t self_before, self_after, total_before, total_after; /* before: as recorded, not scaled */
    double self_change, total_change;                           /* in units of `after` */
} Change;

typedef struct {
    const SpProfile *before, *after; /* before: aligned */
    SpRows *rows_before, *rows_after;
    GArray *changes; /* of Change */
    bool has_time, in_bytes, normalized, by_total;
    double factor;
    int64_t sum_before, sum_after;
} Diff;

/* ---- Arithmetic --------------------------------------------------------------------------------------------- */

static int64_t self_of(const Diff *d, const SpRow *r)
{
    return d->has_time ? r->self_ns : r->self_samples;
}

static int64_t total_of(const Diff *d, const SpRow *r)
{
    return d->has_time ? r->total_ns : r->total_samples;
}

/* What shares are shares of. */
static double whole(const Diff *d)
{
    return MAX((double)d->sum_after, d->factor * (double)d->sum_before);
}

static double change(const Diff *d, int64_t before, int64_t after)
{
    /* Where the factor is 1 the difference is exact, also beyond 2^53. */
    return d->factor == 1 ? (double)(after - before) : (double)after - d->factor * (double)before;
}

/* Rounding leaves a few parts in 10^16 where nothing changed. */
static bool is_change(const Diff *d, double value)
{
    return fabs(value) > 1e-9 * whole(d);
}

static gint biggest_first(gconstpointer a, gconstpointer b, gpointer data)
{
    const Diff *d = data;
    const Change *x = a, *y = b;
    double first_x = fabs(d->by_total ? x->total_change : x->self_change);
    double first_y = fabs(d->by_total ? y->total_change : y->self_change);
    if (first_x != first_y)
        return first_x > first_y ? -1 : 1;
    double second_x = fabs(d->by_total ? x->self_change : x->total_change);
    double second_y = fabs(d->by_total ? y->self_change : y->total_change);
    if (second_x != second_y)
        return second_x > second_y ? -1 : 1;
    int c = strcmp(x->name, y->name);
    return c ? c : strcmp(x->module, y->module);
}

/* Both sides name a method by the same strings once aligned. */
static char *row_key(const SpRow *r)
{
    return g_strdup_printf("%s\1%s\1%s", r->name, r->raw_name, r->module);
}

static Change *find_change(Diff *d, GHashTable *index, const SpRow *r)
{
    char *key = row_key(r);
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(index, key));
    if (at) {
        g_free(key);
        return &g_array_index(d->changes, Change, at - 1);
    }
    Change c = {.name = r->name, .raw_name = r->raw_name, .module = r->module};
    g_array_append_val(d->changes, c);
    g_hash_table_insert(index, key, GUINT_TO_POINTER(d->changes->len));
    return &g_array_index(d->changes, Change, d->changes->len - 1);
}

static void compare(Diff *d)
{
    GHashTable *index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    d->rows_before = sp_rows_new(d->before, SP_BY_FUNCTION);
    d->rows_after = sp_rows_new(d->after, SP_BY_FUNCTION);
    d->changes = g_array_new(FALSE, FALSE, sizeof(Change));
    for (guint i = 0; i < d->rows_before->rows->len; i++) {
        const SpRow *r = &g_array_index(d->rows_before->rows, SpRow, i);
        Change *c = find_change(d, index, r);
        c->self_before = self_of(d, r);
        c->total_before = total_of(d, r);
    }
    for (guint i = 0; i < d->rows_after->rows->len; i++) {
        const SpRow *r = &g_array_index(d->rows_after->rows, SpRow, i);
        Change *c = find_change(d, index, r);
        c->self_after = self_of(d, r);
        c->total_after = total_of(d, r);
    }
    for (guint i = 0; i < d->changes->len; i++) {
        Change *c = &g_array_index(d->changes, Change, i);
        c->self_change = change(d, c->self_before, c->self_after);
        c->total_change = change(d, c->total_before, c->total_after);
    }
    g_array_sort_with_data(d->changes, biggest_first, d);
    g_hash_table_unref(index);
}

static Diff diff_new(const SpProfile *aligned, const SpProfile *after, bool normalize, bool by_total)
{
    Diff d = {.before = aligned, .after = after, .factor = 1, .by_total = by_total};
    SpSum a = sp_profile_sum(aligned), b = sp_profile_sum(after);
    /* An empty side has no unit of its own. */
    d.has_time =
        (aligned->has_time || !a.samples) && (after->has_time || !b.samples) && (aligned->has_time || after->has_time);
    d.in_bytes = after->in_bytes || aligned->in_bytes;
    d.sum_before = d.has_time ? a.ns : a.samples;
    d.sum_after = d.has_time ? b.ns : b.samples;
    d.normalized = normalize && d.sum_before > 0 && d.sum_after > 0;
    if (d.normalized)
        d.factor = (double)d.sum_after / (double)d.sum_before;
    compare(&d);
    return d;
}

static void diff_free(Diff *d)
{
    g_array_unref(d->changes);
    sp_rows_free(d->rows_before);
    sp_rows_free(d->rows_after);
}

/* ---- Profiles of a difference ------------------------------------------------------------------------------- */

static int64_t scaled(int64_t value, double factor)
{
    return factor == 1 ? value : (int64_t)llround((double)value * factor);
}

static SpProfile *scaled_profile(const SpProfile *p, double factor)
{
    SpProfile *copy = sp_profile_merged(p);
    for (uint32_t i = 0; i < copy->nodes->len; i++) {
        SpNode *n = &g_array_index(copy->nodes, SpNode, i);
        n->samples = scaled(n->samples, factor);
        n->self_ns = scaled(n->self_ns, factor);
    }
    return copy;
}

SpProfile *sp_difference(const SpProfile *before, const SpProfile *after, double factor)
{
    SpProfile *minus = scaled_profile(before, factor), *result = sp_profile_merged(after);
    for (uint32_t i = 0; i < minus->nodes->len; i++) {
        SpNode *n = &g_array_index(minus->nodes, SpNode, i);
        n->samples = -n->samples;
        n->self_ns = -n->self_ns;
        n->calls = -n->calls;
    }
    sp_profile_add_profile(result, minus);
    sp_profile_free(minus);
    result->duration_ns = after->duration_ns;
    return result;
}

static bool write_output(const SpArgs *args, const Diff *d, GError **error)
{
    const char *path = sp_args_get(args, "output");
    SpFormat format = sp_args_format(args, path, error);
    if (format == SP_FORMAT_UNKNOWN)
        return false;
    if (format != SP_FORMAT_SVG) {
        SpProfile *difference = sp_difference(d->before, d->after, d->factor);
        bool ok = sp_export_noted(difference, format, path, error);
        sp_profile_free(difference);
        return ok;
    }
    SpOutput *out = sp_output_open(path, error);
    if (!out)
        return false;
    sp_write_svg_diff(d->before, d->after, out); /* compares shares by itself, and tells what was measured */
    return sp_output_close(out, error);
}

/* ---- Table -------------------------------------------------------------------------------------------------- */

static void value_text(char *buffer, size_t size, const Diff *d, int64_t value, int64_t sum, bool unicode)
{
    if (d->normalized)
        sp_format_percent(buffer, size, sp_share(value, sum));
    else if (d->has_time)
        sp_format_weight(buffer, size, value, d->in_bytes, unicode);
    else
        sp_format_count(buffer, size, value);
}

static void change_text(char *buffer, size_t size, const Diff *d, double value, bool unicode)
{
    char number[48];
    const char *sign = value > 0 ? "+" : value < 0 ? "-" : "";
    if (d->normalized) {
        g_ascii_formatd(number, sizeof number, "%.1f", fabs(value) / whole(d) * 100);
        snprintf(buffer, size, "%s%s pt", sign, number);
        return;
    }
    if (d->has_time)
        sp_format_weight(number, sizeof number, llround(fabs(value)), d->in_bytes, unicode);
    else
        sp_format_count(number, sizeof number, llround(fabs(value)));
    snprintf(buffer, size, "%s%s", sign, number + strspn(number, " "));
}

/* "+153 %", "new", "gone", "": the change against what was there before. */
static void relative_text(char *buffer, size_t size, const Diff *d, int64_t before, int64_t after, double value)
{
    double base = d->factor * (double)before;
    if (!before && !after)
        snprintf(buffer, size, "%s", "");
    else if (!before)
        snprintf(buffer, size, "new");
    else if (!after)
        snprintf(buffer, size, "gone");
    else if (!is_change(d, value))
        snprintf(buffer, size, "0 %%");
    else if (fabs(value / base) >= 99.995)
        snprintf(buffer, size, "> x100");
    else
        snprintf(buffer, size, "%+.0f %%", value / base * 100);
}

static void put_right(SpPage *page, const char *text, unsigned columns)
{
    unsigned used = sp_columns(text);
    sp_output_printf(page->out, "%*s%s", used < columns ? (int)(columns - used) : 0, "", text);
}

static void print_block(SpPage *page, const Diff *d, int64_t before, int64_t after, double value)
{
    char text[64];
    value_text(text, sizeof text, d, before, d->sum_before, page->unicode);
    put_right(page, text, 9);
    value_text(text, sizeof text, d, after, d->sum_after, page->unicode);
    put_right(page, text, 10);
    sp_page_style(page, !is_change(d, value) ? SP_STYLE_PLAIN : value > 0 ? SP_STYLE_HOT : SP_STYLE_GOOD);
    change_text(text, sizeof text, d, is_change(d, value) ? value : 0, page->unicode);
    put_right(page, text, 11);
    relative_text(text, sizeof text, d, before, after, value);
    put_right(page, text, 8);
    sp_page_style(page, SP_STYLE_PLAIN);
}

static void print_change(SpPage *page, const Diff *d, const Change *c)
{
    print_block(page, d, c->self_before, c->self_after, c->self_change);
    print_block(page, d, c->total_before, c->total_after, c->total_change);
    sp_output_puts(page->out, "  ");
    sp_page_text(page, c->name, page->width > 90 ? page->width - 78 : 0);
    if (*c->module) {
        sp_page_style(page, SP_STYLE_DIM);
        sp_output_puts(page->out, "  [");
        sp_page_text(page, c->module, 0);
        sp_output_puts(page->out, "]");
        sp_page_style(page, SP_STYLE_PLAIN);
    }
    sp_output_puts(page->out, "\n");
}

static bool changed(const Diff *d, const Change *c)
{
    return is_change(d, c->self_change) || is_change(d, c->total_change);
}

static bool is_new(const Change *c)
{
    return !c->total_before && c->total_after;
}

static bool is_gone(const Change *c)
{
    return c->total_before && !c->total_after;
}

/* "gone: A, B and 3 more" */
static void print_list(SpPage *page, const Diff *d, const char *title, bool (*belongs)(const Change *c))
{
    guint count = 0;
    for (guint i = 0; i < d->changes->len; i++) {
        const Change *c = &g_array_index(d->changes, Change, i);
        if (!belongs(c))
            continue;
        if (count < 8) {
            sp_output_puts(page->out, count ? ", " : title);
            sp_page_text(page, c->name, 0);
        }
        count++;
    }
    if (count > 8)
        sp_output_printf(page->out, " and %u more", count - 8);
    if (count)
        sp_output_puts(page->out, "\n");
}

static void print_heading(SpPage *page, const Diff *d)
{
    sp_print_headline(page, d->before);
    sp_print_headline(page, d->after);
    if (d->normalized)
        sp_output_puts(page->out, "shares of each profile's own total are compared; pt = points of per cent\n");
    else
        sp_output_puts(page->out, "values are compared as they are\n");
    sp_page_style(page, SP_STYLE_DIM);
    sp_output_printf(page->out, "%9s%10s%11s%8s%9s%10s%11s%8s  method", "self was", "is", "change", "", "total was",
                     "is", "change", "");
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_output_puts(page->out, "\n");
}

static void print_diff(SpPage *page, const Diff *d, uint64_t limit)
{
    uint64_t shown = 0, left_out = 0;
    print_heading(page, d);
    for (guint i = 0; i < d->changes->len; i++) {
        const Change *c = &g_array_index(d->changes, Change, i);
        if (!changed(d, c))
            continue;
        if (limit && shown == limit) {
            left_out++;
            continue;
        }
        print_change(page, d, c);
        shown++;
    }
    if (!shown)
        sp_output_puts(page->out, "no change\n");
    if (left_out)
        sp_output_printf(page->out, "%78s%" G_GUINT64_FORMAT " more; --limit=0 shows all\n", "", (guint64)left_out);
    print_list(page, d, "new: ", is_new);
    print_list(page, d, "gone: ", is_gone);
}

/* ---- JSON --------------------------------------------------------------------------------------------------- */

static void json_double(SpOutput *out, const char *key, double value)
{
    char number[64];
    sp_output_printf(out, ", \"%s\": %s", key, sp_format_double(number, sizeof number, value, 6));
}

static void json_change(SpOutput *out, const Diff *d, const Change *c)
{
    const char *unit = d->has_time ? sp_weight_key(d->in_bytes) : "samples";
    sp_output_puts(out, "{\"name\": ");
    sp_write_json_string(out, c->name);
    sp_output_puts(out, ", \"raw_name\": ");
    sp_write_json_string(out, c->raw_name);
    sp_output_puts(out, ", \"module\": ");
    sp_write_json_string(out, c->module);
    sp_output_printf(out, ", \"status\": \"%s\"",
                     is_new(c)       ? "new"
                     : is_gone(c)    ? "gone"
                     : changed(d, c) ? "changed"
                                     : "same");
    sp_output_printf(out,
                     ", \"self_before_%s\": %" G_GINT64_FORMAT ", \"self_after_%s\": %" G_GINT64_FORMAT
                     ", \"total_before_%s\": %" G_GINT64_FORMAT ", \"total_after_%s\": %" G_GINT64_FORMAT,
                     unit, (gint64)c->self_before, unit, (gint64)c->self_after, unit, (gint64)c->total_before, unit,
                     (gint64)c->total_after);
    double of = whole(d);
    json_double(out, "self_change_percent", of > 0 && is_change(d, c->self_change) ? c->self_change / of * 100 : 0);
    json_double(out, "total_change_percent", of > 0 && is_change(d, c->total_change) ? c->total_change / of * 100 : 0);
    double base = d->factor * (double)c->self_before;
    if (base > 0)
        json_double(out, "self_relative_percent", is_change(d, c->self_change) ? c->self_change / base * 100 : 0);
    base = d->factor * (double)c->total_before;
    if (base > 0)
        json_double(out, "total_relative_percent", is_change(d, c->total_change) ? c->total_change / base * 100 : 0);
    sp_output_puts(out, "}");
}

static void write_json(SpOutput *out, const Diff *d, uint64_t limit)
{
    char factor[64];
    uint64_t shown = 0;
    sp_output_printf(out, "{\n  \"normalized\": %s,\n  \"factor\": %s,\n  \"unit\": \"%s\",\n",
                     d->normalized ? "true" : "false", sp_format_double(factor, sizeof factor, d->factor, 9),
                     d->has_time ? sp_weight_key(d->in_bytes) : "samples");
    sp_output_printf(out, "  \"before\": %" G_GINT64_FORMAT ",\n  \"after\": %" G_GINT64_FORMAT ",\n  \"methods\": [",
                     (gint64)d->sum_before, (gint64)d->sum_after);
    for (guint i = 0; i < d->changes->len && (!limit || shown < limit); i++) {
        sp_output_puts(out, shown++ ? ",\n    " : "\n    ");
        json_change(out, d, &g_array_index(d->changes, Change, i));
    }
    sp_output_puts(out, shown ? "\n  ]\n}\n" : "]\n}\n");
}

/* ---- Command ------------------------------------------------------------------------------------------------ */

static bool report(const SpArgs *args, const Diff *d, uint64_t limit, GError **error)
{
    SpPage page;
    const char *path = sp_args_get(args, "output");
    if (path && !write_output(args, d, error))
        return false;
    if (path && !strcmp(path, "-"))
        return true; /* standard output is taken */
    if (!sp_page_open(&page, args, error))
        return false;
    if (sp_args_has(args, "json"))
        write_json(page.out, d, limit);
    else
        print_diff(&page, d, limit);
    return sp_page_close(&page, error);
}

bool sp_run_diff(const SpArgs *args, GError **error)
{
    uint64_t limit;
    const char *sort = sp_args_get(args, "sort");
    SpProfile *before = NULL, *after = NULL;
    bool ok = sp_args_number(args, "limit", 0, UINT32_MAX, 20, &limit, error) &&
              (before = sp_load(sp_args_operand(args, 0), error)) && (after = sp_load(sp_args_operand(args, 1), error));
    if (ok && !sp_profile_same_unit(before, after)) {
        ok = false;
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "diff: '%s' counts %s and '%s' %s; they cannot be compared",
                    sp_args_operand(args, 0), before->in_bytes ? "bytes" : "time or samples", sp_args_operand(args, 1),
                    after->in_bytes ? "bytes" : "time or samples");
    }
    if (ok) {
        SpProfile *aligned = sp_aligned(before, after);
        Diff d = diff_new(aligned, after, !sp_args_has(args, "no-normalize"), sort && !strcmp(sort, "total"));
        ok = report(args, &d, limit, error);
        diff_free(&d);
        sp_profile_free(aligned);
    }
    sp_profile_free(before);
    sp_profile_free(after);
    return ok;
}
