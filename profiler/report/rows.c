/*
 * rows.c - call tree -> rows of a table: functions, modules, namespaces, threads, source lines, tiers.
 *
 * Each frame belongs to one group (threads: each node's thread). One walk over the tree keeps, per group, how many of
 * its frames are on the current path; a node adds its inclusive value to its group only when it is the first one there.
 * So a group's total counts every stack once and never exceeds the whole, however deep the recursion.
 */
#include "profiler/report/report.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    SpRows *rows;
    GHashTable *by_key; /* identity text -> row index + 1 */
    uint32_t *group_of_frame;
} Grouping;

/* ---- Which group a frame is in ------------------------------------------------------------------------------ */

/* Index of ':' between type and method in a raw name, outside of brackets; -1 if there is none. */
static long method_colon(const char *raw)
{
    int depth = 0;
    for (const char *s = raw; *s && *s != '('; s++) {
        if (*s == '<' || *s == '[')
            depth++;
        else if (*s == '>' || *s == ']')
            depth--;
        else if (*s == ':' && depth <= 0)
            return s - raw;
    }
    return -1;
}

/* End of the plain dotted part of a name: before generics, nesting, arguments. */
static size_t plain_length(const char *s, size_t length)
{
    size_t n = 0;
    while (n < length && !strchr("<`/+([ ", s[n]))
        n++;
    return n;
}

char *sp_namespace_of(const SpFunction *f)
{
    const char *raw = f->raw_name;
    if (raw[0] == '(') { /* "(wrapper managed-to-native) Ns.Type:Method" */
        const char *end = strchr(raw, ')');
        raw = end ? end + 1 + strspn(end + 1, " ") : raw;
    }
    long colon = method_colon(raw);
    size_t length = plain_length(raw, colon >= 0 ? (size_t)colon : strlen(raw));
    int drop = colon >= 0 || raw[length] == '<' || raw[length] == '`' ? 1 : 2; /* type; or type and method */
    if (colon < 0 && (raw[length] == '(' || !raw[length]))
        drop = 2;
    while (drop-- && length) {
        while (length && raw[length - 1] != '.')
            length--;
        while (length && raw[length - 1] == '.') /* one dot, or two before ".ctor" */
            length--;
    }
    return g_strndup(raw, length);
}

/* Finds or adds the group that `key` identifies; takes the key. */
static uint32_t group(Grouping *g, char *key, const SpRow *fresh)
{
    uint32_t index = GPOINTER_TO_UINT(g_hash_table_lookup(g->by_key, key));
    if (index) {
        g_free(key);
        return index - 1;
    }
    GStringChunk *strings = g->rows->strings;
    SpRow row = {.name = g_string_chunk_insert_const(strings, fresh->name),
                 .raw_name = g_string_chunk_insert_const(strings, fresh->raw_name ? fresh->raw_name : ""),
                 .module = g_string_chunk_insert_const(strings, fresh->module ? fresh->module : ""),
                 .line = fresh->line};
    g_array_append_val(g->rows->rows, row);
    g_hash_table_insert(g->by_key, key, GUINT_TO_POINTER(g->rows->rows->len));
    return g->rows->rows->len - 1;
}

static uint32_t group_named(Grouping *g, const char *name, const char *without)
{
    SpRow row = {.name = *name ? name : without};
    return group(g, g_strdup(name), &row);
}

/* A line of code is one row even where several methods (a lambda and its owner) share it; the first one names it. */
static uint32_t group_line(Grouping *g, const SpFunction *f, uint32_t line)
{
    bool known = line && *f->file;
    SpRow row = {.name = known ? f->file : "", .raw_name = f->name, .module = f->module, .line = known ? line : 0};
    if (known)
        return group(g, g_strdup_printf("%u:%s", line, f->file), &row);
    return group(g, g_strdup_printf("no line:%s:%s", f->module, f->name), &row);
}

static uint32_t group_of(Grouping *g, const SpFunction *f, uint32_t line, SpGrouping by)
{
    if (by == SP_BY_LINE)
        return group_line(g, f, line);
    if (by == SP_BY_MODULE)
        return group_named(g, f->module, "(no module)");
    if (by == SP_BY_FUNCTION) { /* \1 stands between: readers leave no control character in a name */
        SpRow row = {.name = f->name, .raw_name = f->raw_name, .module = f->module};
        return group(g, g_strdup_printf("%s\1%s\1%s", f->name, f->raw_name, f->module), &row);
    }
    char *name_space = sp_namespace_of(f);
    uint32_t index = group_named(g, name_space, "(no namespace)");
    g_free(name_space);
    return index;
}

static void group_frames(Grouping *g, const SpProfile *p, SpGrouping by)
{
    uint32_t *of_function = g_new(uint32_t, p->functions->len + 1);
    memset(of_function, 0xff, (p->functions->len + 1) * sizeof(uint32_t));
    g->group_of_frame = g_new(uint32_t, p->frames->len + 1);
    for (uint32_t i = 0; i < p->frames->len; i++) {
        const SpFrame *frame = sp_frame(p, i);
        const SpFunction *f = sp_function(p, frame->function);
        if (by == SP_BY_LINE)
            g->group_of_frame[i] = group_of(g, f, frame->line, by);
        else if (by == SP_BY_TIER)
            g->group_of_frame[i] = group_named(g, sp_tier_word(frame->tier), "");
        else if (of_function[frame->function] != SP_NONE)
            g->group_of_frame[i] = of_function[frame->function];
        else
            g->group_of_frame[i] = of_function[frame->function] = group_of(g, f, 0, by);
    }
    g_free(of_function);
}

/* ---- Adding up ---------------------------------------------------------------------------------------------- */

static void enter(Grouping *g, const SpProfile *p, const SpTotal *totals, uint32_t *active, uint32_t node)
{
    const SpNode *n = sp_node(p, node);
    if (n->frame == SP_NONE)
        return;
    uint32_t index = g->group_of_frame[n->frame];
    SpRow *row = &g_array_index(g->rows->rows, SpRow, index);
    row->self_samples += n->samples;
    row->self_ns += n->self_ns;
    row->calls += n->calls;
    if (active[index]++ == 0) {
        row->total_samples += totals[node].samples;
        row->total_ns += totals[node].ns;
    }
}

static void leave(Grouping *g, const SpProfile *p, uint32_t *active, uint32_t node)
{
    if (sp_node(p, node)->frame != SP_NONE)
        active[g->group_of_frame[sp_node(p, node)->frame]]--;
}

static void add_up(Grouping *g, const SpProfile *p)
{
    SpTotal *totals = sp_profile_totals(p);
    uint32_t *active = g_new0(uint32_t, g->rows->rows->len + 1);
    SpLinks links = sp_links_new(p);
    uint32_t i = links.first_root;
    while (i != SP_NONE) {
        enter(g, p, totals, active, i);
        if (links.first[i] != SP_NONE) {
            i = links.first[i];
            continue;
        }
        while (i != SP_NONE) {
            leave(g, p, active, i);
            if (links.next[i] != SP_NONE) {
                i = links.next[i];
                break;
            }
            i = sp_node(p, i)->parent;
        }
    }
    sp_links_free(&links);
    g_free(active);
    g_free(totals);
}

/* A thread's rows: everything below its root. Self and total are one and the same. */
static void add_threads(Grouping *g, const SpProfile *p)
{
    uint32_t *of_thread = g_new(uint32_t, p->threads->len + 1);
    for (uint32_t i = 0; i < p->threads->len; i++) {
        const SpThread *t = sp_thread(p, i);
        char *id = g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)t->id);
        SpRow row = {.name = t->name, .raw_name = id};
        of_thread[i] = group(g, g_strdup_printf("%s:%s", id, t->name), &row);
        g_free(id);
    }
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        SpRow *row = &g_array_index(g->rows->rows, SpRow, of_thread[n->thread]);
        row->self_samples += n->samples;
        row->self_ns += n->self_ns;
        row->calls += n->calls;
        row->total_samples = row->self_samples;
        row->total_ns = row->self_ns;
    }
    g_free(of_thread);
}

/* Drops the rows of functions that no node runs. */
static void drop_untouched(SpRows *rows)
{
    guint kept = 0;
    for (guint i = 0; i < rows->rows->len; i++) {
        SpRow r = g_array_index(rows->rows, SpRow, i);
        if (r.self_samples || r.total_samples || r.self_ns || r.total_ns || r.calls)
            g_array_index(rows->rows, SpRow, kept++) = r;
    }
    g_array_set_size(rows->rows, kept);
}

bool sp_is_difference(const SpProfile *p)
{
    for (uint32_t i = 0; i < p->nodes->len; i++)
        if (sp_node(p, i)->samples < 0 || sp_node(p, i)->self_ns < 0 || sp_node(p, i)->calls < 0)
            return true;
    return false;
}

static void add_size(int64_t *sum, int64_t value)
{
    int64_t size = value == INT64_MIN ? INT64_MAX : llabs(value);
    if (__builtin_add_overflow(*sum, size, sum))
        *sum = INT64_MAX;
}

SpSum sp_profile_whole(const SpProfile *p)
{
    if (!sp_is_difference(p))
        return sp_profile_sum(p);
    SpSum whole = {0};
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        add_size(&whole.samples, sp_node(p, i)->samples);
        add_size(&whole.ns, sp_node(p, i)->self_ns);
        add_size(&whole.calls, sp_node(p, i)->calls);
    }
    return whole;
}

SpRows *sp_rows_new(const SpProfile *p, SpGrouping by)
{
    SpRows *rows = g_new0(SpRows, 1);
    rows->rows = g_array_new(FALSE, FALSE, sizeof(SpRow));
    rows->strings = g_string_chunk_new(4096);
    rows->sum = sp_profile_sum(p);
    rows->whole = sp_profile_whole(p);
    rows->has_time = p->has_time;
    rows->in_bytes = p->in_bytes;
    rows->difference = sp_is_difference(p);
    Grouping g = {.rows = rows, .by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    if (by == SP_BY_THREAD) {
        add_threads(&g, p);
    } else {
        group_frames(&g, p, by);
        add_up(&g, p);
    }
    drop_untouched(rows);
    g_hash_table_unref(g.by_key);
    g_free(g.group_of_frame);
    return rows;
}

void sp_rows_free(SpRows *rows)
{
    if (!rows)
        return;
    g_array_unref(rows->rows);
    g_string_chunk_free(rows->strings);
    g_free(rows);
}

/* ---- Order -------------------------------------------------------------------------------------------------- */

typedef struct {
    SpSort sort;
    bool has_time, difference;
} Order;

static int64_t value_of(const SpRow *r, const Order *o, SpSort sort)
{
    switch (sort) {
    case SP_SORT_TOTAL:
        return o->has_time ? r->total_ns : r->total_samples;
    case SP_SORT_CALLS:
        return r->calls;
    case SP_SORT_SAMPLES:
        return r->self_samples;
    default:
        return o->has_time ? r->self_ns : r->self_samples;
    }
}

/* Of a difference what shrank most is as telling as what grew most. */
static uint64_t key_of(const SpRow *r, const Order *o, SpSort sort)
{
    int64_t value = value_of(r, o, sort);
    return o->difference ? (value < 0 ? -(uint64_t)value : (uint64_t)value) : (uint64_t)value ^ (1ull << 63);
}

static int descending(uint64_t a, uint64_t b)
{
    return a > b ? -1 : a < b;
}

/* Ties are broken by the other value and then by name, so the same profile always prints the same table. */
static gint compare_rows(gconstpointer a, gconstpointer b, gpointer data)
{
    const SpRow *x = a, *y = b;
    const Order *o = data;
    SpSort second = o->sort == SP_SORT_TOTAL ? SP_SORT_SELF : SP_SORT_TOTAL;
    int c = descending(key_of(x, o, o->sort), key_of(y, o, o->sort));
    c = c ? c : descending(key_of(x, o, second), key_of(y, o, second));
    c = c ? c : strcmp(x->name, y->name);
    c = c ? c : (x->line > y->line) - (x->line < y->line);
    c = c ? c : strcmp(x->module, y->module);
    return c ? c : strcmp(x->raw_name, y->raw_name);
}

void sp_rows_sort(SpRows *rows, SpSort sort)
{
    Order order = {sort, rows->has_time, rows->difference};
    g_array_sort_with_data(rows->rows, compare_rows, &order);
}
