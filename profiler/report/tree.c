/*
 * tree.c - the call tree as text or JSON.
 *
 * Frames of one function are one entry whatever their line. An only child stands below its caller without further
 * indentation, so a chain of fifty calls takes fifty lines and no width. The walk keeps its own stack: call trees may
 * be deeper than the C stack.
 */
#include "profiler/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_DEPTH 60

typedef struct {
    const SpProfile *p; /* merged, without lines */
    SpTotal *totals;
    int64_t *sizes; /* of a difference: weights below a node without their signs, so that none that cancel out hide */
    SpLinks links;
    int64_t whole, smallest; /* of the weights; smaller entries are left out */
    uint64_t max_depth;
} Tree;

/* The children of one node that are shown, heaviest first, and where the walk stands among them. */
typedef struct {
    GArray *children; /* of uint32_t */
    guint next;
    uint64_t depth; /* of the children */
    size_t indent;  /* length of the prefix that stands before the children */
    bool chain;     /* the only child of its caller */
} Level;

static int64_t weight(const Tree *t, uint32_t node)
{
    return t->p->has_time ? t->totals[node].ns : t->totals[node].samples;
}

static int64_t self_weight(const Tree *t, uint32_t node)
{
    return sp_node_weight(t->p, sp_node(t->p, node));
}

/* What decides whether a node is shown, and where. */
static int64_t size_of(const Tree *t, uint32_t node)
{
    return t->sizes ? t->sizes[node] : weight(t, node);
}

static gint heavier_first(gconstpointer a, gconstpointer b, gpointer data)
{
    const Tree *t = data;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int64_t wx = size_of(t, x), wy = size_of(t, y);
    if (wx != wy)
        return wx > wy ? -1 : 1;
    return strcmp(sp_node_function(t->p, x)->name, sp_node_function(t->p, y)->name);
}

static Level level_below(const Tree *t, uint32_t node, uint64_t depth, size_t indent)
{
    Level l = {.children = g_array_new(FALSE, FALSE, sizeof(uint32_t)), .depth = depth, .indent = indent};
    bool deep_enough = t->max_depth && depth > t->max_depth;
    for (uint32_t c = t->links.first[node]; c != SP_NONE && !deep_enough; c = t->links.next[c])
        if (size_of(t, c) >= t->smallest && (size_of(t, c) || t->p->has_calls))
            g_array_append_val(l.children, c);
    g_array_sort_with_data(l.children, heavier_first, (gpointer)t);
    return l;
}

/* ---- Text --------------------------------------------------------------------------------------------------- */

static void print_line(SpPage *page, const Tree *t, uint32_t node, const GString *prefix, const char *branch)
{
    char total[32], self[32], amount[48];
    double share = sp_share(weight(t, node), t->whole);
    sp_format_percent(total, sizeof total, share);
    sp_format_percent(self, sizeof self, sp_share(self_weight(t, node), t->whole));
    if (t->p->has_time)
        sp_format_weight(amount, sizeof amount, weight(t, node), t->p->in_bytes, page->unicode);
    else
        sp_format_count(amount, sizeof amount, weight(t, node));
    unsigned columns = sp_columns(amount);
    sp_page_style(page, sp_page_heat(share));
    sp_output_printf(page->out, "%s", total);
    sp_page_style(page, SP_STYLE_DIM);
    sp_output_printf(page->out, " %*s%s", columns < 9 ? (int)(9 - columns) : 0, "", amount);
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_page_style(page, sp_page_heat(sp_share(self_weight(t, node), t->whole)));
    sp_output_printf(page->out, " %s", self_weight(t, node) ? self : "       ");
    sp_page_style(page, SP_STYLE_PLAIN);
    if (t->p->has_calls) {
        sp_format_count(amount, sizeof amount, sp_node(t->p, node)->calls);
        sp_output_printf(page->out, " %12s", amount);
    }
    sp_page_style(page, SP_STYLE_DIM);
    sp_output_printf(page->out, "  %s%s", prefix->str, branch);
    sp_page_style(page, SP_STYLE_PLAIN);
    const SpNode *n = sp_node(t->p, node);
    const char *name = n->frame == SP_NONE ? "(everything)" : sp_node_function(t->p, node)->name;
    unsigned used = 27 + (t->p->has_calls ? 13 : 0) + sp_columns(prefix->str) + sp_columns(branch);
    sp_page_text(page, name, page->width > used + 8 ? page->width - used : page->width ? 8 : 0);
    sp_output_puts(page->out, "\n");
}

/* Prints the next child of the level; answers the level below it. */
static Level print_child(SpPage *page, const Tree *t, Level *l, GString *prefix)
{
    uint32_t node = g_array_index(l->children, uint32_t, l->next);
    bool last = ++l->next == l->children->len;
    g_string_truncate(prefix, l->indent);
    const char *branch = l->chain ? "" : page->unicode ? (last ? "└ " : "├ ") : (last ? "`-" : "|-");
    print_line(page, t, node, prefix, branch);
    if (!l->chain)
        g_string_append(prefix, last ? "  " : page->unicode ? "│ " : "| ");
    Level below = level_below(t, node, l->depth + 1, prefix->len);
    below.chain = below.children->len == 1;
    return below;
}

static void print_tree(SpPage *page, const Tree *t)
{
    GArray *levels = g_array_new(FALSE, FALSE, sizeof(Level));
    GString *prefix = g_string_new(NULL);
    sp_page_style(page, SP_STYLE_DIM);
    sp_output_printf(page->out, "%7s %9s %7s%s  method", "total", "", "self", t->p->has_calls ? "        calls" : "");
    sp_page_style(page, SP_STYLE_PLAIN);
    sp_output_puts(page->out, "\n");
    print_line(page, t, 0, prefix, "");
    Level top = level_below(t, 0, 1, 0);
    top.chain = top.children->len == 1;
    g_array_append_val(levels, top);
    while (levels->len) {
        Level *l = &g_array_index(levels, Level, levels->len - 1);
        if (l->next < l->children->len) {
            Level below = print_child(page, t, l, prefix);
            g_array_append_val(levels, below);
        } else {
            g_array_unref(l->children);
            g_array_set_size(levels, levels->len - 1);
        }
    }
    g_string_free(prefix, TRUE);
    g_array_unref(levels);
}

/* ---- JSON --------------------------------------------------------------------------------------------------- */

static void json_open_node(SpOutput *out, const Tree *t, uint32_t node)
{
    const SpNode *n = sp_node(t->p, node);
    const SpFunction *f = n->frame == SP_NONE ? NULL : sp_node_function(t->p, node);
    sp_output_puts(out, "{\"name\": ");
    sp_write_json_string(out, f ? f->name : "(everything)");
    sp_output_puts(out, ", \"module\": ");
    sp_write_json_string(out, f ? f->module : "");
    if (t->p->has_calls)
        sp_output_printf(out, ", \"calls\": %" G_GINT64_FORMAT, (gint64)n->calls);
    sp_output_printf(out, ", \"samples\": %" G_GINT64_FORMAT ", \"total_samples\": %" G_GINT64_FORMAT,
                     (gint64)n->samples, (gint64)t->totals[node].samples);
    if (t->p->has_time)
        sp_output_printf(out, ", \"self_%s\": %" G_GINT64_FORMAT ", \"total_%s\": %" G_GINT64_FORMAT,
                         sp_weight_key(t->p->in_bytes), (gint64)n->self_ns, sp_weight_key(t->p->in_bytes),
                         (gint64)t->totals[node].ns);
    sp_output_puts(out, ", \"children\": [");
}

static void write_json(SpOutput *out, const Tree *t)
{
    GArray *levels = g_array_new(FALSE, FALSE, sizeof(Level));
    sp_output_puts(out, "{\n");
    sp_json_header(out, t->p);
    sp_output_puts(out, "  \"tree\": ");
    json_open_node(out, t, 0);
    Level top = level_below(t, 0, 1, 0);
    g_array_append_val(levels, top);
    while (levels->len) {
        Level *l = &g_array_index(levels, Level, levels->len - 1);
        if (l->next < l->children->len) {
            uint32_t node = g_array_index(l->children, uint32_t, l->next);
            sp_output_puts(out, l->next++ ? ",\n" : "\n");
            json_open_node(out, t, node);
            Level below = level_below(t, node, l->depth + 1, 0);
            g_array_append_val(levels, below);
        } else {
            sp_output_puts(out, "]}");
            g_array_unref(l->children);
            g_array_set_size(levels, levels->len - 1);
        }
    }
    sp_output_puts(out, "\n}\n");
    g_array_unref(levels);
}

/* ---- Command ------------------------------------------------------------------------------------------------ */

static bool min_share(const SpArgs *args, double *share, GError **error)
{
    const char *text = sp_args_get(args, "min-percent");
    char *end = NULL;
    *share = 0.01;
    if (!text)
        return true;
    *share = g_ascii_strtod(text, &end) / 100;
    if (*text && !*end && *share >= 0 && *share <= 1)
        return true;
    g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "tree: '--min-percent=%s' is no number from 0 to 100", text);
    return false;
}

/* Inclusive weights without signs. */
static int64_t *sizes_of(const SpProfile *p)
{
    int64_t *sizes = g_new0(int64_t, p->nodes->len);
    for (uint32_t i = p->nodes->len; i-- > 0;) {
        int64_t own = sp_node_weight(p, sp_node(p, i)), size = own == INT64_MIN ? INT64_MAX : llabs(own);
        if (__builtin_add_overflow(sizes[i], size, &sizes[i]))
            sizes[i] = INT64_MAX;
        uint32_t parent = sp_node(p, i)->parent;
        if (parent != SP_NONE && __builtin_add_overflow(sizes[parent], sizes[i], &sizes[parent]))
            sizes[parent] = INT64_MAX;
    }
    return sizes;
}

static Tree tree_new(SpProfile *p, bool threads, uint64_t depth, double share)
{
    SpProfile *plain = sp_without_lines(p);
    plain->threads_as_roots = threads;
    Tree t = {.p = sp_profile_merged(plain), .max_depth = depth};
    sp_profile_free(plain);
    t.totals = sp_profile_totals(t.p);
    t.links = sp_links_new(t.p);
    t.sizes = sp_is_difference(t.p) ? sizes_of(t.p) : NULL;
    t.whole = size_of(&t, 0);
    t.smallest = (int64_t)ceil((double)t.whole * share);
    return t;
}

static void tree_free(Tree *t)
{
    sp_links_free(&t->links);
    g_free(t->totals);
    g_free(t->sizes);
    sp_profile_free((SpProfile *)t->p);
}

bool sp_run_tree(const SpArgs *args, GError **error)
{
    SpPage page;
    uint64_t depth;
    double share;
    SpProfile *p = NULL;
    bool ok = sp_args_number(args, "depth", 0, UINT32_MAX, DEFAULT_DEPTH, &depth, error) &&
              min_share(args, &share, error) && (p = sp_load_operand(args, 0, true, error)) &&
              sp_page_open(&page, args, error);
    if (ok) {
        Tree t = tree_new(p, sp_args_has(args, "threads"), depth, share);
        if (sp_args_has(args, "json")) {
            write_json(page.out, &t);
        } else {
            sp_print_headline(&page, p);
            if (t.p->nodes->len > 1)
                print_tree(&page, &t);
        }
        tree_free(&t);
        ok = sp_page_close(&page, error);
    }
    sp_profile_free(p);
    return ok;
}
