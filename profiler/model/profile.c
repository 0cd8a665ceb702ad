/*
 * profile.c - interning and arithmetic of SpProfile.
 *
 * Three hash tables give each distinct function, frame and child node one index. They hold indexes, not pointers, so
 * the arrays may move; the hash functions read the arrays through the owning profile.
 */
#include "profiler/model/model.h"

#include <string.h>

/* One open-addressing table of indexes + 1 (0 = empty). Never deletes, so linear probing needs no tombstones. */
typedef struct {
    uint32_t *slots;
    uint32_t mask, used;
} IndexTable;

struct SpProfileIndex {
    IndexTable functions, frames, nodes;
};

/* clang-format off */
G_DEFINE_QUARK(samplepoint-error, sp_error)
/* clang-format on */

static uint64_t mix(uint64_t h, uint64_t v)
{
    h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdu;
    return h ^ (h >> 32);
}

/* Strings are interned, so their addresses identify them. */
static uint64_t hash_function(const SpFunction *f)
{
    uint64_t h = mix(1, (uintptr_t)f->name);
    h = mix(h, (uintptr_t)f->raw_name);
    h = mix(h, (uintptr_t)f->module);
    h = mix(h, (uintptr_t)f->file);
    return mix(h, (uint64_t)f->start_line << 8 | f->kind);
}

static bool same_function(const SpFunction *a, const SpFunction *b)
{
    return a->name == b->name && a->raw_name == b->raw_name && a->module == b->module && a->file == b->file &&
           a->start_line == b->start_line && a->kind == b->kind;
}

static uint64_t hash_frame(const SpFrame *f)
{
    return mix(mix(2, f->function), (uint64_t)f->line << 8 | f->tier);
}

static uint64_t hash_node(uint32_t parent, uint32_t frame)
{
    return mix(mix(3, parent), frame);
}

/* Files may hold any values, so sums stop at the ends of the range instead of overflowing. */
static int64_t sum(int64_t a, int64_t b)
{
    int64_t result;
    if (!__builtin_add_overflow(a, b, &result))
        return result;
    return b > 0 ? INT64_MAX : INT64_MIN;
}

static void table_init(IndexTable *t)
{
    t->mask = 63;
    t->used = 0;
    t->slots = g_new0(uint32_t, t->mask + 1);
}

static uint64_t hash_entry(const SpProfile *p, const IndexTable *t, uint32_t index)
{
    if (t == &p->index->functions)
        return hash_function(sp_function(p, index));
    if (t == &p->index->frames)
        return hash_frame(sp_frame(p, index));
    return hash_node(sp_node(p, index)->parent, sp_node(p, index)->frame);
}

static void table_insert(IndexTable *t, uint64_t hash, uint32_t index)
{
    uint32_t i = (uint32_t)hash & t->mask;
    while (t->slots[i])
        i = (i + 1) & t->mask;
    t->slots[i] = index + 1;
    t->used++;
}

static void table_grow_if_full(const SpProfile *p, IndexTable *t)
{
    if (t->used * 4 < (t->mask + 1) * 3)
        return;
    uint32_t *old = t->slots, old_size = t->mask + 1;
    t->mask = old_size * 2 - 1;
    t->slots = g_new0(uint32_t, t->mask + 1);
    t->used = 0;
    for (uint32_t i = 0; i < old_size; i++)
        if (old[i])
            table_insert(t, hash_entry(p, t, old[i] - 1), old[i] - 1);
    g_free(old);
}

SpProfile *sp_profile_new(void)
{
    SpProfile *p = g_new0(SpProfile, 1);
    p->functions = g_array_new(FALSE, FALSE, sizeof(SpFunction));
    p->frames = g_array_new(FALSE, FALSE, sizeof(SpFrame));
    p->threads = g_array_new(FALSE, FALSE, sizeof(SpThread));
    p->nodes = g_array_new(FALSE, FALSE, sizeof(SpNode));
    p->samples = g_array_new(FALSE, FALSE, sizeof(SpSample));
    p->spans = g_array_new(FALSE, FALSE, sizeof(SpSpan));
    p->program = p->command = p->runtime = p->mode = p->trigger = "";
    p->strings = g_string_chunk_new(4096);
    p->index = g_new(SpProfileIndex, 1);
    table_init(&p->index->functions);
    table_init(&p->index->frames);
    table_init(&p->index->nodes);
    return p;
}

void sp_profile_free(SpProfile *p)
{
    if (!p)
        return;
    GArray *arrays[] = {p->functions, p->frames, p->threads, p->nodes, p->samples, p->spans};
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
        g_array_unref(arrays[i]);
    g_free(p->index->functions.slots);
    g_free(p->index->frames.slots);
    g_free(p->index->nodes.slots);
    g_free(p->index);
    g_string_chunk_free(p->strings);
    g_free(p);
}

const char *sp_profile_string(SpProfile *p, const char *s)
{
    return s && *s ? g_string_chunk_insert_const(p->strings, s) : "";
}

const char *sp_profile_string_len(SpProfile *p, const char *s, size_t length)
{
    char *copy = g_strndup(s, length);
    const char *interned = sp_profile_string(p, copy);
    g_free(copy);
    return interned;
}

uint32_t sp_profile_function(SpProfile *p, const SpFunction *wanted)
{
    SpFunction f = {
        .name = sp_profile_string(p, wanted->name),
        .module = sp_profile_string(p, wanted->module),
        .file = sp_profile_string(p, wanted->file),
        .start_line = wanted->start_line,
        .kind = wanted->kind,
    };
    f.raw_name = wanted->raw_name ? sp_profile_string(p, wanted->raw_name) : f.name;
    IndexTable *t = &p->index->functions;
    uint64_t hash = hash_function(&f);
    for (uint32_t i = (uint32_t)hash & t->mask; t->slots[i]; i = (i + 1) & t->mask)
        if (same_function(sp_function(p, t->slots[i] - 1), &f))
            return t->slots[i] - 1;
    g_array_append_val(p->functions, f);
    table_grow_if_full(p, t);
    table_insert(t, hash, p->functions->len - 1);
    return p->functions->len - 1;
}

uint32_t sp_profile_frame(SpProfile *p, uint32_t function, uint32_t line, SpTier tier)
{
    SpFrame f = {.function = function, .line = line, .tier = (uint8_t)tier};
    IndexTable *t = &p->index->frames;
    uint64_t hash = hash_frame(&f);
    for (uint32_t i = (uint32_t)hash & t->mask; t->slots[i]; i = (i + 1) & t->mask) {
        const SpFrame *have = sp_frame(p, t->slots[i] - 1);
        if (have->function == function && have->line == line && have->tier == f.tier)
            return t->slots[i] - 1;
    }
    g_array_append_val(p->frames, f);
    if (line)
        p->has_lines = true;
    table_grow_if_full(p, t);
    table_insert(t, hash, p->frames->len - 1);
    return p->frames->len - 1;
}

uint32_t sp_profile_add_thread(SpProfile *p, uint64_t id, const char *name)
{
    uint32_t index = p->threads->len;
    SpNode root = {.parent = SP_NONE, .frame = SP_NONE, .thread = index};
    SpThread thread = {.id = id, .name = sp_profile_string(p, name), .root = p->nodes->len};
    g_array_append_val(p->nodes, root);
    g_array_append_val(p->threads, thread);
    return index;
}

uint32_t sp_profile_find_child(const SpProfile *p, uint32_t parent, uint32_t frame)
{
    const IndexTable *t = &p->index->nodes;
    for (uint32_t i = (uint32_t)hash_node(parent, frame) & t->mask; t->slots[i]; i = (i + 1) & t->mask) {
        const SpNode *have = sp_node(p, t->slots[i] - 1);
        if (have->parent == parent && have->frame == frame)
            return t->slots[i] - 1;
    }
    return SP_NONE;
}

uint32_t sp_profile_child(SpProfile *p, uint32_t parent, uint32_t frame)
{
    uint32_t found = sp_profile_find_child(p, parent, frame);
    if (found != SP_NONE)
        return found;
    IndexTable *t = &p->index->nodes;
    uint64_t hash = hash_node(parent, frame);
    SpNode n = {.parent = parent, .frame = frame, .thread = sp_node(p, parent)->thread};
    g_array_append_val(p->nodes, n);
    table_grow_if_full(p, t);
    table_insert(t, hash, p->nodes->len - 1);
    return p->nodes->len - 1;
}

void sp_profile_add(SpProfile *p, uint32_t node, int64_t samples, int64_t self_ns, int64_t calls)
{
    SpNode *n = &g_array_index(p->nodes, SpNode, node);
    n->samples = sum(n->samples, samples);
    n->self_ns = sum(n->self_ns, self_ns);
    n->calls = sum(n->calls, calls);
}

void sp_profile_add_sample(SpProfile *p, int64_t time_ns, int64_t weight_ns, uint32_t node)
{
    SpSample s = {.time_ns = time_ns, .weight_ns = weight_ns, .node = node};
    g_array_append_val(p->samples, s);
}

void sp_profile_add_span(SpProfile *p, int64_t start_ns, int64_t end_ns, uint32_t node)
{
    SpSpan s = {.start_ns = start_ns, .end_ns = end_ns, .node = node};
    g_array_append_val(p->spans, s);
}

SpTotal *sp_profile_totals(const SpProfile *p)
{
    SpTotal *totals = g_new(SpTotal, p->nodes->len + 1);
    for (uint32_t i = 0; i < p->nodes->len; i++)
        totals[i] = (SpTotal){sp_node(p, i)->samples, sp_node(p, i)->self_ns};
    for (uint32_t i = p->nodes->len; i-- > 0;) {
        uint32_t parent = sp_node(p, i)->parent;
        if (parent != SP_NONE) {
            totals[parent].samples = sum(totals[parent].samples, totals[i].samples);
            totals[parent].ns = sum(totals[parent].ns, totals[i].ns);
        }
    }
    return totals;
}

SpSum sp_profile_sum(const SpProfile *p)
{
    SpSum all = {0};
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        all.samples = sum(all.samples, sp_node(p, i)->samples);
        all.ns = sum(all.ns, sp_node(p, i)->self_ns);
        all.calls = sum(all.calls, sp_node(p, i)->calls);
    }
    return all;
}

SpLinks sp_links_new(const SpProfile *p)
{
    uint32_t n = p->nodes->len;
    SpLinks l = {g_new(uint32_t, n + 1), g_new(uint32_t, n + 1), SP_NONE};
    memset(l.first, 0xff, (n + 1) * sizeof(uint32_t));
    for (uint32_t i = n; i-- > 0;) {
        uint32_t parent = sp_node(p, i)->parent;
        uint32_t *head = parent == SP_NONE ? &l.first_root : &l.first[parent];
        l.next[i] = *head;
        *head = i;
    }
    return l;
}

void sp_links_free(SpLinks *l)
{
    g_free(l->first);
    g_free(l->next);
}

/* A walk that knows, per function, how many activations of it are on the current path: a node adds its inclusive value
 * to its function's total only if no ancestor runs the same function. No recursion: stacks may be 10^5 deep. */
GArray *sp_profile_function_stats(const SpProfile *p)
{
    SpTotal *totals = sp_profile_totals(p);
    SpFunctionStats *stats = g_new0(SpFunctionStats, p->functions->len + 1);
    uint32_t *active = g_new0(uint32_t, p->functions->len + 1);
    bool *seen = g_new0(bool, p->functions->len + 1);
    SpLinks l = sp_links_new(p);
    uint32_t i = l.first_root;
    while (i != SP_NONE) {
        const SpNode *n = sp_node(p, i);
        if (n->frame != SP_NONE) {
            uint32_t f = sp_frame(p, n->frame)->function;
            SpFunctionStats *s = &stats[f];
            seen[f] = true;
            s->self_samples = sum(s->self_samples, n->samples);
            s->self_ns = sum(s->self_ns, n->self_ns);
            s->calls = sum(s->calls, n->calls);
            if (active[f]++ == 0) {
                s->total_samples = sum(s->total_samples, totals[i].samples);
                s->total_ns = sum(s->total_ns, totals[i].ns);
            }
        }
        if (l.first[i] != SP_NONE) {
            i = l.first[i];
            continue;
        }
        while (i != SP_NONE) {
            const SpNode *done = sp_node(p, i);
            if (done->frame != SP_NONE)
                active[sp_frame(p, done->frame)->function]--;
            if (l.next[i] != SP_NONE) {
                i = l.next[i];
                break;
            }
            i = done->parent;
        }
    }
    GArray *result = g_array_new(FALSE, FALSE, sizeof(SpFunctionStats));
    for (uint32_t f = 0; f < p->functions->len; f++) {
        stats[f].function = f;
        if (seen[f])
            g_array_append_val(result, stats[f]);
    }
    sp_links_free(&l);
    g_free(seen);
    g_free(active);
    g_free(stats);
    g_free(totals);
    return result;
}

static uint32_t copy_function(SpProfile *into, const SpProfile *from, uint32_t *map, uint32_t function)
{
    if (map[function] == SP_NONE)
        map[function] = sp_profile_function(into, sp_function(from, function));
    return map[function];
}

/* Adds the nodes of `from` below the given roots of `into`, one root per thread of `from`. Returns which node of `into`
 * each became; free with g_free(). */
static uint32_t *copy_nodes(SpProfile *into, const SpProfile *from, const uint32_t *root_of_thread)
{
    uint32_t *functions = g_new(uint32_t, from->functions->len + 1);
    memset(functions, 0xff, (from->functions->len + 1) * sizeof(uint32_t));
    uint32_t *node_map = g_new(uint32_t, from->nodes->len + 1);
    for (uint32_t i = 0; i < from->nodes->len; i++) {
        SpNode n = *sp_node(from, i);
        if (n.parent == SP_NONE) {
            node_map[i] = root_of_thread[n.thread];
        } else {
            SpFrame f = *sp_frame(from, n.frame);
            uint32_t frame = sp_profile_frame(into, copy_function(into, from, functions, f.function), f.line, f.tier);
            node_map[i] = sp_profile_child(into, node_map[n.parent], frame);
        }
        sp_profile_add(into, node_map[i], n.samples, n.self_ns, n.calls);
    }
    g_free(functions);
    return node_map;
}

static void copy_header(SpProfile *into, const SpProfile *from)
{
    into->program = sp_profile_string(into, from->program);
    into->command = sp_profile_string(into, from->command);
    into->runtime = sp_profile_string(into, from->runtime);
    into->mode = sp_profile_string(into, from->mode);
    into->trigger = sp_profile_string(into, from->trigger);
    into->pid = from->pid;
    into->start_unix_ns = from->start_unix_ns;
    into->duration_ns = from->duration_ns;
    into->interval_ns = from->interval_ns;
    into->mean_interval_ns = from->mean_interval_ns;
    into->clock = from->clock;
    into->interval_bytes = from->interval_bytes;
    into->in_bytes = from->in_bytes;
    into->has_calls = from->has_calls;
    into->has_time = from->has_time;
    into->threads_as_roots = from->threads_as_roots;
    into->marks_tiers = from->marks_tiers;
    into->dropped = from->dropped;
    into->truncated = from->truncated;
    into->pruned = from->pruned;
}

SpProfile *sp_profile_like(const SpProfile *p)
{
    SpProfile *like = sp_profile_new();
    copy_header(like, p);
    return like;
}

/* The name that stands for a thread when threads are frames: equal names get their id, or else their number. */
static char *thread_label(const SpProfile *p, uint32_t index, GHashTable *counts)
{
    const SpThread *t = sp_thread(p, index);
    if (GPOINTER_TO_UINT(g_hash_table_lookup(counts, t->name)) < 2)
        return g_strdup(t->name);
    return t->id ? g_strdup_printf("%s (%" G_GUINT64_FORMAT ")", t->name, (guint64)t->id)
                 : g_strdup_printf("%s #%u", t->name, index + 1);
}

static GHashTable *count_thread_names(const SpProfile *p)
{
    GHashTable *counts = g_hash_table_new(g_str_hash, g_str_equal);
    for (uint32_t i = 0; i < p->threads->len; i++) {
        const char *name = sp_thread(p, i)->name;
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));
        g_hash_table_insert(counts, (gpointer)name, GUINT_TO_POINTER(count + 1));
    }
    return counts;
}

SpProfile *sp_profile_merged(const SpProfile *p)
{
    SpProfile *merged = sp_profile_like(p);
    merged->threads_as_roots = false; /* its threads are frames by now */
    sp_profile_add_thread(merged, 0, "All threads");
    GHashTable *counts = count_thread_names(p);
    uint32_t *roots = g_new(uint32_t, p->threads->len + 1);
    for (uint32_t i = 0; i < p->threads->len; i++) {
        roots[i] = 0;
        if (p->threads_as_roots) {
            char *label = thread_label(p, i, counts);
            SpFunction f = {.name = label, .kind = SP_FUNCTION_SYNTHETIC};
            uint32_t function = sp_profile_function(merged, &f);
            roots[i] = sp_profile_child(merged, 0, sp_profile_frame(merged, function, 0, SP_TIER_UNKNOWN));
            g_free(label);
        }
    }
    g_free(copy_nodes(merged, p, roots));
    g_free(roots);
    g_hash_table_unref(counts);
    return merged;
}

SpProfile *sp_profile_copy(const SpProfile *p)
{
    SpProfile *copy = sp_profile_like(p);
    for (uint32_t i = 0; i < p->functions->len; i++)
        sp_profile_function(copy, sp_function(p, i));
    for (uint32_t i = 0; i < p->frames->len; i++)
        sp_profile_frame(copy, sp_frame(p, i)->function, sp_frame(p, i)->line, sp_frame(p, i)->tier);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        if (n->parent == SP_NONE)
            sp_profile_add_thread(copy, sp_thread(p, n->thread)->id, sp_thread(p, n->thread)->name);
        else
            sp_profile_child(copy, n->parent, n->frame);
        sp_profile_add(copy, i, n->samples, n->self_ns, n->calls);
    }
    return copy;
}

/* Id, name, and how many threads of these came before it: threads of one profile never become one. */
static char *thread_key(const SpThread *t, GHashTable *counts)
{
    char *key = g_strdup_printf("%" G_GUINT64_FORMAT " %s", (guint64)t->id, t->name);
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
    char *numbered = g_strdup_printf("%u %s", count, key);
    g_hash_table_insert(counts, key, GUINT_TO_POINTER(count + 1));
    return numbered;
}

static GHashTable *key_table(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/* For each thread of `from` the root node of its like in `into`, which gets the threads it lacks. */
static uint32_t *find_roots(SpProfile *into, const SpProfile *from)
{
    GHashTable *roots_by_key = key_table(), *counts_into = key_table(), *counts_from = key_table();
    guint known = into->threads->len, threads = from->threads->len;
    for (guint i = 0; i < known; i++) {
        const SpThread *t = sp_thread(into, i);
        g_hash_table_insert(roots_by_key, thread_key(t, counts_into), GUINT_TO_POINTER(t->root + 1));
    }
    uint32_t *roots = g_new(uint32_t, threads + 1);
    for (guint i = 0; i < threads; i++) {
        SpThread t = *sp_thread(from, i);
        char *key = thread_key(&t, counts_from);
        uint32_t root = GPOINTER_TO_UINT(g_hash_table_lookup(roots_by_key, key));
        roots[i] = root ? root - 1 : sp_thread(into, sp_profile_add_thread(into, t.id, t.name))->root;
        g_free(key);
    }
    g_hash_table_unref(counts_from);
    g_hash_table_unref(counts_into);
    g_hash_table_unref(roots_by_key);
    return roots;
}

/* The timeline of the only input; of several there is none, as their clocks differ. */
static void copy_timeline(SpProfile *into, const SpProfile *from, const uint32_t *node_map)
{
    for (uint32_t i = 0; i < from->samples->len; i++) {
        SpSample s = g_array_index(from->samples, SpSample, i);
        sp_profile_add_sample(into, s.time_ns, s.weight_ns, node_map[s.node]);
    }
    for (uint32_t i = 0; i < from->spans->len; i++) {
        SpSpan s = g_array_index(from->spans, SpSpan, i);
        sp_profile_add_span(into, s.start_ns, s.end_ns, node_map[s.node]);
    }
    into->samples_complete = from->samples_complete;
    into->spans_complete = from->spans_complete;
}

bool sp_profile_same_unit(const SpProfile *a, const SpProfile *b)
{
    SpSum x = sp_profile_sum(a), y = sp_profile_sum(b);
    return a->in_bytes == b->in_bytes || (!x.samples && !x.ns && !x.calls) || (!y.samples && !y.ns && !y.calls);
}

void sp_profile_add_profile(SpProfile *into, const SpProfile *from)
{
    bool first = into->nodes->len == 0;
    if (first) {
        copy_header(into, from);
    } else {
        into->duration_ns = sum(into->duration_ns, from->duration_ns);
        into->has_calls = into->has_calls || from->has_calls;
        into->has_time = into->has_time && from->has_time;
        into->in_bytes = into->in_bytes || from->in_bytes;
        into->dropped = sum(into->dropped, from->dropped);
        into->truncated = sum(into->truncated, from->truncated);
        into->pruned = sum(into->pruned, from->pruned);
    }
    uint32_t *roots = find_roots(into, from), *node_map = copy_nodes(into, from, roots);
    g_array_set_size(into->samples, 0);
    g_array_set_size(into->spans, 0);
    into->samples_complete = into->spans_complete = false;
    if (first)
        copy_timeline(into, from, node_map);
    g_free(node_map);
    g_free(roots);
}
