/*
 * layout.c - SpProfile -> the tree a picture draws: merged, sorted, thinned out, placed.
 *
 *   1. inclusive weights of all nodes of the profile (one backward pass)
 *   2. merge: nodes of one parent that run the same function become one; nodes far too narrow are not even merged
 *   3. choose the narrowest frame to draw, so that the picture stays bounded
 *   4. sort children by name, place them from left to right
 *
 * No step recurses: a stack may be 10^5 frames deep. What is left out is counted, and stays part of its parent's width.
 */
#include "profiler/export/graph/graph.h"

#include <string.h>

/* Merging may widen frames that differ only in line or tier, so nodes are dropped before it only when this many times
 * narrower than the narrowest drawn. */
#define MERGE_MARGIN 16

typedef struct {
    SpGraphNode node;
    int64_t dropped_below; /* weight of children dropped before merging */
    uint32_t kept;         /* index in the result + 1; 0 = left out */
} Merged;

typedef struct {
    const SpProfile *p;
    const SpGraphLimits *limits;
    SpGraph *graph;
    GArray *merged;         /* Merged */
    uint32_t *slots, mask;  /* open addressing: index of merged + 1 by (parent, function) */
    uint32_t *map;          /* profile node -> merged node, SP_NONE = dropped */
    uint32_t *thread_roots; /* thread -> merged node of its root */
    int64_t *totals, *samples;
} Builder;

static Merged *merged_at(Builder *b, uint32_t i)
{
    return &g_array_index(b->merged, Merged, i);
}

static uint32_t slot_of(const Builder *b, uint32_t parent, uint32_t function)
{
    uint64_t h = ((uint64_t)parent << 32 | function) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32) & b->mask;
}

static void grow_slots(Builder *b)
{
    b->mask = b->mask * 2 + 1;
    g_free(b->slots);
    b->slots = g_new0(uint32_t, (size_t)b->mask + 1);
    for (uint32_t i = 1; i < b->merged->len; i++) {
        uint32_t s = slot_of(b, merged_at(b, i)->node.parent, merged_at(b, i)->node.function);
        while (b->slots[s])
            s = (s + 1) & b->mask;
        b->slots[s] = i + 1;
    }
}

static uint32_t merged_child(Builder *b, uint32_t parent, uint32_t function)
{
    uint32_t s = slot_of(b, parent, function);
    for (; b->slots[s]; s = (s + 1) & b->mask) {
        const SpGraphNode *n = &merged_at(b, b->slots[s] - 1)->node;
        if (n->parent == parent && n->function == function)
            return b->slots[s] - 1;
    }
    Merged m = {.node = {.parent = parent, .function = function, .depth = merged_at(b, parent)->node.depth + 1}};
    g_array_append_val(b->merged, m);
    b->slots[s] = b->merged->len;
    if (b->merged->len > b->mask / 4 * 3)
        grow_slots(b);
    return b->merged->len - 1;
}

/* Negative values (a difference read from a file) have no width. */
static int64_t clamped_add(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, MAX(b, 0), &sum) ? INT64_MAX : sum;
}

static void sum_up(Builder *b)
{
    uint32_t n = b->p->nodes->len;
    b->totals = g_new(int64_t, (size_t)n + 1);
    b->samples = g_new(int64_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        b->totals[i] = MAX(sp_node_weight(b->p, sp_node(b->p, i)), 0);
        b->samples[i] = MAX(sp_node(b->p, i)->samples, 0);
        if (sp_node(b->p, i)->frame != SP_NONE) {
            int64_t *tier = &b->graph->tiers[sp_frame(b->p, sp_node(b->p, i)->frame)->tier];
            *tier = clamped_add(*tier, b->totals[i]);
        }
    }
    for (uint32_t i = n; i-- > 0;) {
        uint32_t parent = sp_node(b->p, i)->parent;
        int64_t *total = parent == SP_NONE ? &b->graph->total : &b->totals[parent];
        int64_t *samples = parent == SP_NONE ? &b->graph->samples : &b->samples[parent];
        *total = clamped_add(*total, b->totals[i]);
        *samples = clamped_add(*samples, b->samples[i]);
    }
}

/* Threads of one name are one root, as everywhere stacks are told apart by names. */
static void place_threads(Builder *b)
{
    GHashTable *by_name = g_hash_table_new(g_str_hash, g_str_equal);
    b->thread_roots = g_new0(uint32_t, (size_t)b->p->threads->len + 1);
    for (uint32_t t = 0; b->p->threads_as_roots && t < b->p->threads->len; t++) {
        const char *name = sp_thread(b->p, t)->name;
        void *first = g_hash_table_lookup(by_name, name);
        if (!first) {
            first = GUINT_TO_POINTER(t + 1);
            g_hash_table_insert(by_name, (char *)name, first);
        }
        b->thread_roots[t] = merged_child(b, 0, b->p->functions->len + GPOINTER_TO_UINT(first) - 1);
    }
    g_hash_table_unref(by_name);
}

static void add_to(Builder *b, uint32_t m, const SpNode *n, int64_t total, int64_t samples)
{
    SpGraphNode *node = &merged_at(b, m)->node;
    node->total = clamped_add(node->total, total);
    node->samples = clamped_add(node->samples, samples);
    node->self = clamped_add(node->self, sp_node_weight(b->p, n));
    node->calls = clamped_add(node->calls, n->calls);
    if (n->frame != SP_NONE) {
        int64_t *tier = &node->tiers[sp_frame(b->p, n->frame)->tier];
        *tier = clamped_add(*tier, total);
    }
}

/* A frame below the deepest row: part of one box on top of its ancestor in that row. below[] is its distance. */
static void merge_deeper(Builder *b, uint32_t i, uint32_t *below)
{
    const SpNode *n = sp_node(b->p, i);
    uint32_t parent = b->map[n->parent];
    bool first = merged_at(b, parent)->node.function != SP_GRAPH_DEEPER;
    uint32_t box = first ? merged_child(b, parent, SP_GRAPH_DEEPER) : parent;
    below[i] = first ? 1 : below[n->parent] + 1;
    add_to(b, box, n, first ? b->totals[i] : 0, first ? b->samples[i] : 0);
    merged_at(b, box)->node.deeper = MAX(merged_at(b, box)->node.deeper, below[i]);
    b->graph->deeper++;
    b->map[i] = box;
}

static void merge_root(Builder *b, uint32_t i)
{
    const SpNode *n = sp_node(b->p, i);
    uint32_t root = b->map[i] = b->thread_roots[n->thread];
    SpGraphNode *node = &merged_at(b, root)->node;
    if (root) { /* node 0 gets the sum of everything */
        node->total = clamped_add(node->total, b->totals[i]);
        node->samples = clamped_add(node->samples, b->samples[i]);
    }
    int64_t own = MAX(sp_node_weight(b->p, n), 0);
    if (own > 0)
        add_to(b, merged_child(b, root, SP_GRAPH_NO_STACK), n, own, MAX(n->samples, 0));
}

static void merge(Builder *b)
{
    uint32_t n = b->p->nodes->len;
    int64_t least = (int64_t)((double)b->graph->total * b->limits->min_share / MERGE_MARGIN);
    uint32_t *below = g_new0(uint32_t, (size_t)n + 1);
    b->map = g_new(uint32_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const SpNode *node = sp_node(b->p, i);
        if (node->parent == SP_NONE) {
            merge_root(b, i);
            continue;
        }
        uint32_t parent = b->map[node->parent];
        if (parent == SP_NONE || b->totals[i] == 0 || b->totals[i] < least) {
            b->map[i] = SP_NONE;
            b->graph->left_out += b->totals[i] > 0;
            if (parent != SP_NONE)
                merged_at(b, parent)->dropped_below += b->totals[i];
            continue;
        }
        if (merged_at(b, parent)->node.depth >= b->limits->max_depth) {
            merge_deeper(b, i, below);
            continue;
        }
        b->map[i] = merged_child(b, parent, sp_frame(b->p, node->frame)->function);
        add_to(b, b->map[i], node, b->totals[i], b->samples[i]);
    }
    merged_at(b, 0)->node.total = b->graph->total;
    merged_at(b, 0)->node.samples = b->graph->samples;
    g_free(below);
}

/* The smallest weight that leaves at most max_frames frames. A child is never wider than its parent, so what is kept is
 * a tree. */
static int64_t narrowest(Builder *b)
{
    int64_t least = MAX((int64_t)((double)b->graph->total * b->limits->min_share), 1);
    for (;;) {
        uint32_t count = 0;
        for (uint32_t i = 1; i < b->merged->len; i++)
            count += merged_at(b, i)->node.total >= least;
        if (count <= b->limits->max_frames)
            return least;
        least += least / 4 + 1;
    }
}

static void keep_widest(Builder *b, int64_t least)
{
    SpGraph *g = b->graph;
    for (uint32_t i = 0; i < b->merged->len; i++) {
        Merged *m = merged_at(b, i);
        bool parent_kept = i == 0 || merged_at(b, m->node.parent)->kept;
        if (i == 0 || (parent_kept && m->node.total >= least)) {
            SpGraphNode n = m->node;
            if (i)
                n.parent = merged_at(b, n.parent)->kept - 1;
            g_array_append_val(g->nodes, n);
            m->kept = g->nodes->len;
            g->left_out_weight += m->dropped_below;
            g->max_depth = MAX(g->max_depth, n.depth);
        } else {
            g->left_out++;
            g->left_out_weight += parent_kept ? m->node.total : 0;
        }
    }
}

typedef struct {
    const SpGraph *graph;
    char **names;
} SortContext;

static int by_parent_then_name(const void *pa, const void *pb, void *user)
{
    const SortContext *c = user;
    uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
    uint32_t parent_a = sp_graph_node(c->graph, a)->parent, parent_b = sp_graph_node(c->graph, b)->parent;
    if (parent_a != parent_b)
        return parent_a < parent_b ? -1 : 1;
    int order = strcmp(c->names[a], c->names[b]);
    return order ? order : a < b ? -1 : a > b;
}

/* Sorted by parent, a parent always precedes its children, because its index is smaller than theirs. */
static void place(SpGraph *g)
{
    uint32_t n = g->nodes->len;
    uint32_t *order = g_new(uint32_t, n);
    char **names = g_new(char *, n);
    int64_t *cursor = g_new0(int64_t, n);
    for (uint32_t i = 0; i < n; i++) {
        order[i] = i;
        names[i] = sp_graph_name(g, sp_graph_node(g, i));
    }
    SortContext context = {g, names};
    if (n > 1)
        g_qsort_with_data(order + 1, (int)(n - 1), sizeof *order, by_parent_then_name, &context);
    for (uint32_t k = 1; k < n; k++) {
        SpGraphNode *node = &g_array_index(g->nodes, SpGraphNode, order[k]);
        node->start = cursor[node->parent];
        cursor[order[k]] = node->start;
        cursor[node->parent] = clamped_add(cursor[node->parent], node->total);
    }
    for (uint32_t i = 0; i < n; i++)
        g_free(names[i]);
    g_free(names);
    g_free(cursor);
    g_free(order);
}

SpGraph *sp_graph_new(const SpProfile *p, const SpGraphLimits *limits)
{
    SpGraph *g = g_new0(SpGraph, 1);
    g->profile = p;
    g->nodes = g_array_new(FALSE, FALSE, sizeof(SpGraphNode));
    Builder b = {.p = p, .limits = limits, .graph = g, .mask = 1023};
    b.slots = g_new0(uint32_t, b.mask + 1);
    b.merged = g_array_new(FALSE, FALSE, sizeof(Merged));
    Merged all = {.node = {.parent = SP_NONE, .function = SP_GRAPH_ALL}};
    g_array_append_val(b.merged, all);
    sum_up(&b);
    place_threads(&b);
    merge(&b);
    keep_widest(&b, narrowest(&b));
    place(g);
    g_array_unref(b.merged);
    g_free(b.slots);
    g_free(b.map);
    g_free(b.thread_roots);
    g_free(b.totals);
    g_free(b.samples);
    return g;
}

void sp_graph_free(SpGraph *g)
{
    g_array_unref(g->nodes);
    g_free(g);
}

SpTier sp_graph_tier(const SpGraph *g, const SpGraphNode *n)
{
    unsigned in_use = 0;
    SpTier heaviest = SP_TIER_UNKNOWN;
    for (SpTier tier = SP_TIER_UNKNOWN + 1; tier < SP_TIER_COUNT; tier++) {
        in_use += g->tiers[tier] > 0;
        if (n->tiers[tier] > (heaviest ? n->tiers[heaviest] : 0))
            heaviest = tier;
    }
    return in_use > 1 ? heaviest : SP_TIER_UNKNOWN;
}

const SpFunction *sp_graph_function(const SpGraph *g, const SpGraphNode *n)
{
    return n->function < g->profile->functions->len ? sp_function(g->profile, n->function) : NULL;
}

char *sp_graph_name(const SpGraph *g, const SpGraphNode *n)
{
    if (n->function == SP_GRAPH_ALL)
        return g_strdup("all");
    if (n->function == SP_GRAPH_DEEPER)
        return g_strdup_printf("[\xE2\x80\xA6 %u deeper frames]", n->deeper);
    if (n->function == SP_GRAPH_NO_STACK)
        return g_strdup("[no stack]");
    const SpFunction *f = sp_graph_function(g, n);
    GString *name = g_string_new(NULL);
    sp_text_visible(name, f ? f->name : sp_thread(g->profile, n->function - g->profile->functions->len)->name);
    return g_string_free(name, FALSE);
}
