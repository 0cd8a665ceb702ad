/*
 * registry.c - which code lies where.
 *
 *   add (any thread) -> list of news -> update: sorted, merged, overlapped older code dropped -> find by binary search
 *
 * Code is looked at when it is added, while it is alive; from then on the registry never reads it again.
 */
#include "profiler/unwind/unwind.h"

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CACHE 4096 /* pcs whose code is remembered; a power of two */
#define MAX_GIVEN_UP 100000

typedef struct {
    SpCode code;
} Entry;

struct SpRegistry {
    pthread_mutex_t news_lock;
    GPtrArray *news;   /* of Entry, in the order of adding */
    Entry **entries;   /* sorted, not overlapping */
    uintptr_t *starts; /* of entries, apart, so that a search touches little memory */
    size_t count;
    GHashTable *given_up; /* pcs */
    struct {
        uintptr_t pc;
        Entry *entry; /* NULL: no code there */
    } cache[CACHE];
};

SpRegistry *sp_registry_new(void)
{
    SpRegistry *r = g_new0(SpRegistry, 1);
    pthread_mutex_init(&r->news_lock, NULL);
    r->news = g_ptr_array_new();
    r->given_up = g_hash_table_new(NULL, NULL);
    return r;
}

static void free_entry(Entry *e)
{
    g_free((void *)e->code.call_ends);
    g_free(e);
}

void sp_registry_free(SpRegistry *r)
{
    for (guint i = 0; i < r->news->len; i++)
        free_entry(g_ptr_array_index(r->news, i));
    for (size_t i = 0; i < r->count; i++)
        free_entry(r->entries[i]);
    g_ptr_array_free(r->news, TRUE);
    g_hash_table_destroy(r->given_up);
    pthread_mutex_destroy(&r->news_lock);
    g_free(r->entries);
    g_free(r->starts);
    g_free(r);
}

static uint8_t *mark_call_ends(const uint8_t *bytes, uint32_t size)
{
    uint8_t *bits = g_malloc0((size_t)size / 8 + 1);
    for (uint32_t i = 0; i <= size; i++)
        if (sp_call_ends_at(bytes, size, i))
            bits[i / 8] |= (uint8_t)(1u << i % 8);
    return bits;
}

void sp_registry_add(SpRegistry *r, const void *bytes, uintptr_t start, uint32_t size, void *method, void *domain)
{
    if (size == 0 || start > UINTPTR_MAX - size)
        return;
    Entry *e = g_new0(Entry, 1);
    e->code = (SpCode){.start = start, .size = size, .method = method, .domain = domain};
    sp_prologue_analyse(bytes, size, &e->code.prologue);
    e->code.call_ends = mark_call_ends(bytes, size);
    pthread_mutex_lock(&r->news_lock);
    g_ptr_array_add(r->news, e);
    pthread_mutex_unlock(&r->news_lock);
}

static gint by_start(gconstpointer a, gconstpointer b)
{
    const Entry *x = *(Entry *const *)a, *y = *(Entry *const *)b;
    return x->code.start < y->code.start ? -1 : x->code.start > y->code.start;
}

static void clear_cache(SpRegistry *r)
{
    memset(r->cache, 0, sizeof r->cache);
}

/* Precompiled code is announced again when another domain uses it. */
static void inherit_sharing(SpCode *now, const SpCode *before)
{
    if (now->start == before->start && now->size == before->size && now->method == before->method)
        now->shared = before->shared || before->domain != now->domain;
}

static uintptr_t end_of(const Entry *e)
{
    return e->code.start + e->code.size;
}

/* The usual case, in one pass. False: something overlaps, nothing was done. */
static bool merge(SpRegistry *r, const GPtrArray *news)
{
    GPtrArray *sorted = g_ptr_array_sized_new(news->len);
    Entry **merged = g_new(Entry *, r->count + news->len);
    size_t count = 0, old = 0;
    bool apart = true;
    for (guint i = 0; i < news->len; i++)
        g_ptr_array_add(sorted, news->pdata[i]);
    g_ptr_array_sort(sorted, by_start);
    for (guint i = 0; apart && (i < news->len || old < r->count);) {
        bool take_old = i == news->len ||
                        (old < r->count && r->entries[old]->code.start <= ((Entry *)sorted->pdata[i])->code.start);
        merged[count] = take_old ? r->entries[old++] : sorted->pdata[i++];
        apart = count == 0 || end_of(merged[count - 1]) <= merged[count]->code.start;
        count++;
    }
    g_ptr_array_free(sorted, TRUE);
    if (!apart) {
        g_free(merged);
        return false;
    }
    g_free(r->entries);
    r->entries = merged;
    r->count = count;
    return true;
}

/* Code that came earlier and lies where e lies now is gone, even if e is to go at once as well. */
static void insert(SpRegistry *r, Entry *e)
{
    size_t from = 0, to;
    while (from < r->count && end_of(r->entries[from]) <= e->code.start)
        from++;
    for (to = from; to < r->count && r->entries[to]->code.start < end_of(e); to++) {
        inherit_sharing(&e->code, &r->entries[to]->code);
        free_entry(r->entries[to]);
    }
    r->entries = g_renew(Entry *, r->entries, r->count + 1);
    memmove(r->entries + from + 1, r->entries + to, (r->count - to) * sizeof *r->entries);
    r->entries[from] = e;
    r->count = r->count - (to - from) + 1;
}

void sp_registry_update(SpRegistry *r)
{
    pthread_mutex_lock(&r->news_lock);
    GPtrArray *news = r->news;
    if (news->len)
        r->news = g_ptr_array_new();
    pthread_mutex_unlock(&r->news_lock);
    if (!news->len)
        return;
    if (!merge(r, news))
        for (guint i = 0; i < news->len; i++)
            insert(r, news->pdata[i]);
    g_ptr_array_free(news, TRUE);
    r->starts = g_renew(uintptr_t, r->starts, r->count);
    for (size_t i = 0; i < r->count; i++)
        r->starts[i] = r->entries[i]->code.start;
    clear_cache(r);
}

static Entry *search(const SpRegistry *r, uintptr_t pc)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->starts[middle] <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low && pc - r->starts[low - 1] < r->entries[low - 1]->code.size ? r->entries[low - 1] : NULL;
}

const SpCode *sp_registry_find(SpRegistry *r, uintptr_t pc)
{
    size_t slot = (pc * 0x9E3779B97F4A7C15u) >> 52;
    _Static_assert(CACHE == 1 << (64 - 52), "the hash's bits are the cache's size");
    if (r->cache[slot].pc != pc || pc == 0) {
        r->cache[slot].pc = pc;
        r->cache[slot].entry = search(r, pc);
    }
    return r->cache[slot].entry ? &r->cache[slot].entry->code : NULL;
}

size_t sp_registry_count(const SpRegistry *r)
{
    return r->count;
}

static void remove_where(SpRegistry *r, const void *method, const void *domain)
{
    size_t kept = 0;
    sp_registry_update(r);
    for (size_t i = 0; i < r->count; i++) {
        Entry *e = r->entries[i];
        if ((method && e->code.method == method) || (domain && e->code.domain == domain && !e->code.shared)) {
            free_entry(e);
            continue;
        }
        r->entries[kept] = e;
        r->starts[kept++] = e->code.start;
    }
    r->count = kept;
    g_hash_table_remove_all(r->given_up); /* what was freed may become something else */
    clear_cache(r);
}

void sp_registry_give_up(SpRegistry *r, uintptr_t pc)
{
    if (g_hash_table_size(r->given_up) >= MAX_GIVEN_UP)
        g_hash_table_remove_all(r->given_up);
    g_hash_table_add(r->given_up, (gpointer)pc);
}

bool sp_registry_gave_up(const SpRegistry *r, uintptr_t pc)
{
    return g_hash_table_contains(r->given_up, (gconstpointer)pc);
}

void sp_registry_remove_method(SpRegistry *r, const void *method)
{
    remove_where(r, method, NULL);
}

void sp_registry_remove_domain(SpRegistry *r, const void *domain)
{
    remove_where(r, NULL, domain);
}

bool sp_code_call_ends_at(const SpCode *code, uintptr_t pc)
{
    uintptr_t offset = pc - code->start;
    return offset <= code->size && (code->call_ends[offset / 8] >> offset % 8 & 1);
}
