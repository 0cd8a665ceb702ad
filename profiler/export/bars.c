/*
 * bars.c - the call tree over time, as bars that nest.
 *
 *   spans      one bar a call
 *   timeline   a frame that stays on the stack from one sample to the next is one bar, whatever happens below it; a
 *              stretch of time no sample stands for ends all bars, so two calls with a gap between stay two bars
 *   tree       one bar a node, when the order in time was not kept
 *
 * With the CPU clock a sample's weight is shorter than the wall time between samples, and gaps would appear everywhere:
 * there the axis of each thread is its own CPU time, without gaps. So in all cases the length of the bars of a stack,
 * children taken off, is the weight of that stack.
 */
#include "profiler/export/writing.h"

#include <string.h>

static SpByThread group(const SpProfile *p, const GArray *entries, size_t node_offset)
{
    uint32_t threads = p->threads->len, entry_size = g_array_get_element_size((GArray *)entries);
    SpByThread g = {g_new(uint32_t, entries->len + 1), g_new0(uint32_t, threads + 2)};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < entries->len; i++) {
            const char *entry = entries->data + (size_t)i * entry_size;
            uint32_t thread = sp_node(p, *(const uint32_t *)(const void *)(entry + node_offset))->thread;
            if (pass == 0)
                g.first[thread + 2]++;
            else
                g.items[g.first[thread + 1]++] = i;
        }
        /* first[t + 1] walks from the start of group t to its end, which is where first[t + 1] has to stay. */
        for (uint32_t t = 2; pass == 0 && t < threads + 2; t++)
            g.first[t] += g.first[t - 1];
    }
    return g;
}

SpByThread sp_samples_by_thread(const SpProfile *p)
{
    return group(p, p->samples, offsetof(SpSample, node));
}

SpByThread sp_spans_by_thread(const SpProfile *p)
{
    return group(p, p->spans, offsetof(SpSpan, node));
}

void sp_by_thread_free(SpByThread *g)
{
    g_free(g->items);
    g_free(g->first);
}

/* ---- From the timeline ------------------------------------------------------------------------------------------ */

typedef struct {
    const SpProfile *p;
    GArray *bars; /* of the thread in hand, in order of opening */
    GArray *open; /* indexes into bars, outermost first */
    GArray *path; /* nodes of the sample in hand, leaf first */
    int64_t now;  /* end of the last sample */
} Merger;

static void close_down_to(Merger *m, uint32_t depth)
{
    for (; m->open->len > depth; g_array_set_size(m->open, m->open->len - 1))
        g_array_index(m->bars, SpBar, g_array_index(m->open, uint32_t, m->open->len - 1)).end = m->now;
}

static void path_of(const SpProfile *p, uint32_t node, GArray *path)
{
    g_array_set_size(path, 0);
    do {
        g_array_append_val(path, node);
        node = sp_node(p, node)->parent;
    } while (node != SP_NONE && sp_node(p, node)->parent != SP_NONE);
}

static void merge_sample(Merger *m, const SpSample *s)
{
    int64_t start = m->p->clock == SP_CLOCK_CPU ? m->now : s->time_ns - s->weight_ns;
    if (start > m->now && m->open->len)
        close_down_to(m, 0);
    m->now = MAX(m->now, start);
    path_of(m->p, s->node, m->path);
    uint32_t depth = m->path->len, same = 0;
    while (same < depth && same < m->open->len) {
        uint32_t open = g_array_index(m->open, uint32_t, same);
        if (g_array_index(m->bars, SpBar, open).node != g_array_index(m->path, uint32_t, depth - 1 - same))
            break;
        same++;
    }
    close_down_to(m, same);
    for (uint32_t d = same; d < depth; d++) {
        SpBar bar = {m->now, m->now, g_array_index(m->path, uint32_t, depth - 1 - d), d};
        g_array_append_val(m->bars, bar);
        uint32_t index = m->bars->len - 1;
        g_array_append_val(m->open, index);
    }
    m->now += s->weight_ns;
}

static void bars_from_timeline(const SpProfile *p, SpBarFunction each, void *context)
{
    SpByThread g = sp_samples_by_thread(p);
    Merger m = {p, g_array_new(FALSE, FALSE, sizeof(SpBar)), g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                g_array_new(FALSE, FALSE, sizeof(uint32_t)), 0};
    for (uint32_t t = 0; t < p->threads->len; t++) {
        g_array_set_size(m.bars, 0);
        m.now = 0;
        for (uint32_t i = g.first[t]; i < g.first[t + 1]; i++)
            merge_sample(&m, &g_array_index(p->samples, SpSample, g.items[i]));
        close_down_to(&m, 0);
        for (uint32_t i = 0; i < m.bars->len; i++)
            each(context, &g_array_index(m.bars, SpBar, i));
    }
    g_array_unref(m.bars);
    g_array_unref(m.open);
    g_array_unref(m.path);
    sp_by_thread_free(&g);
}

/* ---- From the spans --------------------------------------------------------------------------------------------- */

/* A call whose callers have no span of their own (they ran before recording began) brings bars for them. */
static void open_callers(const SpProfile *p, GArray *open, const SpBar *inner, GArray *path, SpBarFunction each,
                         void *context)
{
    path_of(p, inner->node, path);
    uint32_t top = open->len ? g_array_index(open, SpBar, open->len - 1).node : SP_NONE, missing = 1;
    while (missing < path->len && g_array_index(path, uint32_t, missing) != top)
        missing++;
    if (missing == path->len && top != SP_NONE)
        return; /* not below the open call at all: believe the time stamps */
    for (uint32_t i = missing; i-- > 1;) {
        SpBar bar = {inner->start, inner->end, g_array_index(path, uint32_t, i), open->len};
        each(context, &bar);
        g_array_append_val(open, bar);
    }
}

static void add_span(const SpProfile *p, const SpSpan *s, GArray *open, GArray *path, SpBarFunction each, void *context)
{
    SpBar bar = {s->start_ns, MAX(s->start_ns, s->end_ns), s->node, 0};
    while (open->len) {
        const SpBar *top = &g_array_index(open, SpBar, open->len - 1);
        bool empty_inside = top->end == bar.start && bar.end == bar.start && sp_node(p, bar.node)->parent == top->node;
        if (bar.start < top->end || empty_inside)
            break;
        g_array_set_size(open, open->len - 1);
    }
    if (open->len) /* nothing outlives its caller */
        bar.end = MIN(bar.end, g_array_index(open, SpBar, open->len - 1).end);
    open_callers(p, open, &bar, path, each, context);
    bar.depth = open->len;
    each(context, &bar);
    g_array_append_val(open, bar);
}

static void bars_from_spans(const SpProfile *p, SpBarFunction each, void *context)
{
    SpByThread g = sp_spans_by_thread(p);
    GArray *open = g_array_new(FALSE, FALSE, sizeof(SpBar)), *path = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t t = 0; t < p->threads->len; t++) {
        g_array_set_size(open, 0);
        for (uint32_t i = g.first[t]; i < g.first[t + 1]; i++)
            add_span(p, &g_array_index(p->spans, SpSpan, g.items[i]), open, path, each, context);
    }
    g_array_unref(open);
    g_array_unref(path);
    sp_by_thread_free(&g);
}

/* ---- From the tree ---------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t *first, *next; /* children of a node, in node order */
    int64_t *total;         /* inclusive weight; a negative self weight has no length and counts as 0 */
} Tree;

static Tree tree_new(const SpProfile *p)
{
    uint32_t n = p->nodes->len;
    Tree t = {g_new(uint32_t, n + 1), g_new(uint32_t, n + 1), g_new0(int64_t, n + 1)};
    memset(t.first, 0xff, (n + (size_t)1) * sizeof(uint32_t));
    for (uint32_t i = n; i-- > 0;) {
        t.total[i] += MAX(0, sp_node_weight(p, sp_node(p, i)));
        t.next[i] = SP_NONE;
        uint32_t parent = sp_node(p, i)->parent;
        if (parent == SP_NONE)
            continue;
        t.total[parent] += t.total[i];
        t.next[i] = t.first[parent];
        t.first[parent] = i;
    }
    return t;
}

static void tree_free(Tree *t)
{
    g_free(t->first);
    g_free(t->next);
    g_free(t->total);
}

/* `cursor` is where the next bar starts. Children come first in their parent's bar, its own time after them. */
static void bars_of_root(const SpProfile *p, const Tree *t, uint32_t root, SpBarFunction each, void *context)
{
    int64_t cursor = 0;
    uint32_t depth = 0, i = t->first[root];
    while (i != SP_NONE) {
        SpBar bar = {cursor, cursor + t->total[i], i, depth};
        each(context, &bar);
        if (t->first[i] != SP_NONE) {
            i = t->first[i];
            depth++;
            continue;
        }
        cursor = bar.end;
        while (t->next[i] == SP_NONE && depth > 0) {
            i = sp_node(p, i)->parent;
            depth--;
            cursor += MAX(0, sp_node_weight(p, sp_node(p, i)));
        }
        i = t->next[i];
    }
    int64_t bare = MAX(0, sp_node_weight(p, sp_node(p, root)));
    if (bare) {
        SpBar bar = {cursor, cursor + bare, root, 0};
        each(context, &bar);
    }
}

static void bars_from_tree(const SpProfile *p, SpBarFunction each, void *context)
{
    Tree t = tree_new(p);
    for (uint32_t i = 0; i < p->threads->len; i++)
        bars_of_root(p, &t, sp_thread(p, i)->root, each, context);
    tree_free(&t);
}

void sp_each_bar(const SpProfile *p, SpBarFunction each, void *context)
{
    if (p->spans_complete && p->spans->len)
        bars_from_spans(p, each, context);
    else if (p->samples_complete && p->samples->len)
        bars_from_timeline(p, each, context);
    else
        bars_from_tree(p, each, context);
}
