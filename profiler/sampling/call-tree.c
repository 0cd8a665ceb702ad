/*
 * call-tree.c - exact counts of one thread.
 *
 * Children hang in a list with a one-entry cache at the parent (the callee called last); a hash table over
 * (parent, method) serves nodes with many callees. Nodes live in chunks and never move, so a snapshot may read them
 * while their thread goes on: a child is complete before its parent's first_child names it.
 */
#include "profiler/sampling/sampling.h"

#include <string.h>

#define CHUNK_NODES 512

typedef struct Chunk {
    struct Chunk *previous;
    SpCallNode nodes[CHUNK_NODES];
} Chunk;

#define BLOCK_SPANS 1024

typedef struct {
    SpCallNode *node;
    uint64_t start_ticks, end_ticks;
} Span;

/* Only the newest block grows; used is stored after the span it counts. */
typedef struct SpanBlock {
    struct SpanBlock *previous;
    uint32_t used;
    Span spans[BLOCK_SPANS];
} SpanBlock;

static int64_t span_count; /* atomic; of all threads */
static int64_t span_limit = SP_MAX_SPANS;

SpCallNode sp_call_none = {.last_found = &sp_call_none, .frame = SP_NONE};

struct SpCallTree {
    SpCallNode root;
    SpanBlock *spans;
    Chunk *chunks;
    uint32_t used; /* nodes taken from the newest chunk */
    uint32_t count;
    SpCallNode **table; /* open addressing; NULL = empty */
    uint32_t mask;
};

SpCallTree *sp_call_tree_new(void)
{
    SpCallTree *t = g_new0(SpCallTree, 1);
    t->root.frame = SP_NONE;
    t->root.last_found = &sp_call_none;
    t->used = CHUNK_NODES;
    t->mask = 255;
    t->table = g_new0(SpCallNode *, t->mask + 1);
    return t;
}

void sp_call_tree_free(SpCallTree *t)
{
    if (!t)
        return;
    for (Chunk *c = t->chunks, *previous; c; c = previous) {
        previous = c->previous;
        g_free(c);
    }
    for (SpanBlock *b = t->spans, *previous; b; b = previous) {
        previous = b->previous;
        g_free(b);
    }
    g_free(t->table);
    g_free(t);
}

SpCallNode *sp_call_tree_root(SpCallTree *t)
{
    return &t->root;
}

static uint32_t slot_of(const SpCallTree *t, const SpCallNode *parent, const void *method)
{
    uint64_t h = ((uintptr_t)parent >> 4) * 0x9e3779b97f4a7c15u ^ ((uintptr_t)method >> 3) * 0xff51afd7ed558ccdu;
    return (uint32_t)(h >> 29) & t->mask;
}

SpCallNode *sp_call_tree_find(SpCallTree *t, SpCallNode *node, const void *method)
{
    for (uint32_t i = slot_of(t, node, method); t->table[i]; i = (i + 1) & t->mask) {
        SpCallNode *have = t->table[i];
        if (have->parent == node && have->method == method) {
            node->last_found = have;
            return have;
        }
    }
    return NULL;
}

static void insert(SpCallTree *t, SpCallNode *node)
{
    uint32_t i = slot_of(t, node->parent, node->method);
    while (t->table[i])
        i = (i + 1) & t->mask;
    t->table[i] = node;
}

static void rebuild(SpCallTree *t, uint32_t size)
{
    SpCallNode **old = t->table;
    t->table = g_new0(SpCallNode *, size);
    t->mask = size - 1;
    g_free(old);
    uint32_t used = t->used;
    for (Chunk *c = t->chunks; c; c = c->previous, used = CHUNK_NODES)
        for (uint32_t i = 0; i < used; i++)
            if (c->nodes[i].method)
                insert(t, &c->nodes[i]);
}

static SpCallNode *new_node(SpCallTree *t)
{
    if (t->used == CHUNK_NODES) {
        Chunk *c = g_new0(Chunk, 1);
        c->previous = t->chunks;
        t->chunks = c;
        t->used = 0;
    }
    t->count++;
    return &t->chunks->nodes[t->used++];
}

SpCallNode *sp_call_tree_add(SpCallTree *t, SpCallNode *parent, const void *method, uint32_t frame)
{
    if ((t->count + 1) * 2 > t->mask)
        rebuild(t, (t->mask + 1) * 2);
    SpCallNode *n = new_node(t);
    *n = (SpCallNode){.method = method, .frame = frame, .parent = parent, .next_sibling = parent->first_child,
                      .last_found = &sp_call_none, .depth = parent->depth + 1};
    insert(t, n);
    __atomic_store_n(&parent->first_child, n, __ATOMIC_RELEASE);
    parent->last_found = n;
    return n;
}

void sp_call_tree_forget_where(SpCallTree *t, bool (*is_gone)(const void *method, uint32_t frame))
{
    uint32_t used = t->used;
    for (Chunk *c = t->chunks; c; c = c->previous, used = CHUNK_NODES)
        for (uint32_t i = 0; i < used; i++) {
            SpCallNode *n = &c->nodes[i];
            if (!n->method || !is_gone(n->method, n->frame))
                continue;
            if (n->parent->last_found == n)
                n->parent->last_found = &sp_call_none;
            n->method = NULL;
        }
    rebuild(t, t->mask + 1);
}

/* Preorder without recursion: down to the first child, else to the next sibling of the nearest ancestor that has one.
 * p's node of the current call node is tracked alongside, upwards through SpNode.parent. */
void sp_call_tree_add_to(SpCallTree *t, SpProfile *p, uint32_t root_node, double ns_per_tick)
{
    SpCallNode *n = __atomic_load_n(&t->root.first_child, __ATOMIC_ACQUIRE);
    uint32_t parent = root_node;
    while (n) {
        uint32_t node = n->frame == SP_NONE ? parent : sp_profile_child(p, parent, n->frame);
        int64_t calls = n->frame == SP_NONE ? 0 : (int64_t)n->calls; /* a hidden method's time is its caller's */
        sp_profile_add(p, node, 0, (int64_t)((double)n->self_ticks * ns_per_tick) + n->self_ns, calls);
        n->profile_node = node;
        SpCallNode *child = __atomic_load_n(&n->first_child, __ATOMIC_ACQUIRE);
        if (child) {
            parent = node;
            n = child;
            continue;
        }
        while (!n->next_sibling && n->parent != &t->root) {
            n = n->parent;
            if (n->frame != SP_NONE)
                parent = sp_node(p, parent)->parent;
        }
        n = n->next_sibling;
    }
}

bool sp_call_spans_complete(void)
{
    return span_limit && __atomic_load_n(&span_count, __ATOMIC_RELAXED) <= span_limit;
}

void sp_call_spans_set_limit(int64_t limit)
{
    span_limit = limit;
}

void sp_call_tree_add_span(SpCallTree *t, SpCallNode *node, uint64_t start_ticks, uint64_t end_ticks)
{
    if (!sp_call_spans_complete())
        return;
    if (__atomic_add_fetch(&span_count, 1, __ATOMIC_RELAXED) > span_limit)
        return;
    SpanBlock *b = t->spans;
    if (!b || b->used == BLOCK_SPANS) {
        b = g_new0(SpanBlock, 1);
        b->previous = t->spans;
        __atomic_store_n(&t->spans, b, __ATOMIC_RELEASE);
    }
    b->spans[b->used] = (Span){node, start_ticks, end_ticks};
    __atomic_store_n(&b->used, b->used + 1, __ATOMIC_RELEASE);
}

static int64_t since(uint64_t start_ticks, uint64_t ticks, double ns_per_tick)
{
    return ticks <= start_ticks ? 0 : (int64_t)((double)(ticks - start_ticks) * ns_per_tick);
}

void sp_call_tree_spans_to(const SpCallTree *t, SpProfile *p, uint64_t start_ticks, double ns_per_tick)
{
    for (SpanBlock *b = __atomic_load_n(&t->spans, __ATOMIC_ACQUIRE); b; b = b->previous) {
        uint32_t used = __atomic_load_n(&b->used, __ATOMIC_ACQUIRE);
        for (uint32_t i = 0; i < used; i++) {
            const Span *s = &b->spans[i];
            if (s->node->frame != SP_NONE && s->node->profile_node) /* 0: made after sp_call_tree_add_to() */
                sp_profile_add_span(p, since(start_ticks, s->start_ticks, ns_per_tick),
                                    since(start_ticks, s->end_ticks, ns_per_tick), s->node->profile_node);
        }
    }
}
