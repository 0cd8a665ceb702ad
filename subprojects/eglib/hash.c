/*
 * hash.c - GHashTable: open addressing, linear probing. A removed entry keeps its place as DELETED until the table is
 * made anew, so iteration may remove what it stands at.
 */
#include "glib.h"

typedef enum { EMPTY, DELETED, USED } State;

typedef struct {
    gpointer key, value;
    guint hash;
    State state;
} Entry;

struct GHashTable {
    GHashFunc hash;
    GEqualFunc equal;
    GDestroyNotify free_key, free_value;
    Entry *entries;
    guint room, used, taken; /* room: power of two; taken: USED and DELETED */
};

enum { FIRST_ROOM = 16 };

GHashTable *g_hash_table_new_full(GHashFunc hash, GEqualFunc equal, GDestroyNotify free_key, GDestroyNotify free_value)
{
    GHashTable *table = g_new0(GHashTable, 1);
    table->hash = hash ? hash : g_direct_hash;
    table->equal = equal == g_direct_equal ? NULL : equal;
    table->free_key = free_key;
    table->free_value = free_value;
    table->room = FIRST_ROOM;
    table->entries = g_new0(Entry, FIRST_ROOM);
    return table;
}

GHashTable *g_hash_table_new(GHashFunc hash, GEqualFunc equal)
{
    return g_hash_table_new_full(hash, equal, NULL, NULL);
}

static void free_entry(GHashTable *table, Entry *entry)
{
    if (table->free_key)
        table->free_key(entry->key);
    if (table->free_value)
        table->free_value(entry->value);
}

void g_hash_table_destroy(GHashTable *table)
{
    for (guint i = 0; i < table->room; i++)
        if (table->entries[i].state == USED)
            free_entry(table, &table->entries[i]);
    g_free(table->entries);
    g_free(table);
}

void g_hash_table_unref(GHashTable *table)
{
    g_hash_table_destroy(table);
}

static bool is_key(const GHashTable *table, const Entry *entry, gconstpointer key, guint hash)
{
    return entry->hash == hash && (table->equal ? table->equal(entry->key, key) : entry->key == key);
}

static Entry *find(const GHashTable *table, gconstpointer key, guint hash)
{
    for (guint i = hash & (table->room - 1);; i = (i + 1) & (table->room - 1)) {
        Entry *entry = &table->entries[i];
        if (entry->state == EMPTY)
            return NULL;
        if (entry->state == USED && is_key(table, entry, key, hash))
            return entry;
    }
}

static Entry *free_place(GHashTable *table, guint hash)
{
    guint i = hash & (table->room - 1);
    while (table->entries[i].state != EMPTY)
        i = (i + 1) & (table->room - 1);
    return &table->entries[i];
}

/* A quarter is always empty. */
static void make_room(GHashTable *table)
{
    if ((table->taken + 1) * 4 <= table->room * 3)
        return;
    Entry *old = table->entries;
    guint old_room = table->room;
    while ((table->used + 1) * 2 > table->room)
        table->room *= 2;
    table->entries = g_new0(Entry, table->room);
    for (guint i = 0; i < old_room; i++)
        if (old[i].state == USED)
            *free_place(table, old[i].hash) = old[i];
    table->taken = table->used;
    g_free(old);
}

static gboolean put(GHashTable *table, gpointer key, gpointer value, bool new_key)
{
    guint hash = table->hash(key);
    Entry *entry = find(table, key, hash);
    if (!entry) {
        make_room(table);
        *free_place(table, hash) = (Entry){key, value, hash, USED};
        table->used++;
        table->taken++;
        return TRUE;
    }
    gpointer unused_key = new_key ? entry->key : key, old_value = entry->value;
    if (new_key)
        entry->key = key;
    entry->value = value;
    if (table->free_key)
        table->free_key(unused_key);
    if (table->free_value)
        table->free_value(old_value);
    return FALSE;
}

gboolean g_hash_table_insert(GHashTable *table, gpointer key, gpointer value)
{
    return put(table, key, value, false);
}

gboolean g_hash_table_replace(GHashTable *table, gpointer key, gpointer value)
{
    return put(table, key, value, true);
}

gboolean g_hash_table_add(GHashTable *table, gpointer key)
{
    return put(table, key, key, true);
}

static void remove_entry(GHashTable *table, Entry *entry)
{
    Entry removed = *entry;
    *entry = (Entry){.state = DELETED};
    table->used--;
    free_entry(table, &removed);
}

gboolean g_hash_table_remove(GHashTable *table, gconstpointer key)
{
    Entry *entry = find(table, key, table->hash(key));
    if (entry)
        remove_entry(table, entry);
    return entry != NULL;
}

gpointer g_hash_table_lookup(GHashTable *table, gconstpointer key)
{
    const Entry *entry = find(table, key, table->hash(key));
    return entry ? entry->value : NULL;
}

gboolean g_hash_table_lookup_extended(GHashTable *table, gconstpointer key, gpointer *found, gpointer *value)
{
    const Entry *entry = find(table, key, table->hash(key));
    if (entry && found)
        *found = entry->key;
    if (entry && value)
        *value = entry->value;
    return entry != NULL;
}

gboolean g_hash_table_contains(GHashTable *table, gconstpointer key)
{
    return find(table, key, table->hash(key)) != NULL;
}

guint g_hash_table_size(GHashTable *table)
{
    return table->used;
}

guint g_hash_table_foreach_remove(GHashTable *table, GHRFunc function, gpointer data)
{
    guint removed = 0;
    for (guint i = 0; i < table->room; i++) {
        Entry *entry = &table->entries[i];
        if (entry->state != USED || !function(entry->key, entry->value, data))
            continue;
        remove_entry(table, entry);
        removed++;
    }
    return removed;
}

static gboolean any(gpointer key, gpointer value, gpointer data)
{
    return TRUE;
}

void g_hash_table_remove_all(GHashTable *table)
{
    g_hash_table_foreach_remove(table, any, NULL);
}

GList *g_hash_table_get_keys(GHashTable *table)
{
    GQueue keys = G_QUEUE_INIT;
    for (guint i = 0; i < table->room; i++)
        if (table->entries[i].state == USED)
            g_queue_push_tail(&keys, table->entries[i].key);
    return keys.head;
}

void g_hash_table_iter_init(GHashTableIter *iter, GHashTable *table)
{
    *iter = (GHashTableIter){table, 0};
}

gboolean g_hash_table_iter_next(GHashTableIter *iter, gpointer *key, gpointer *value)
{
    while (iter->at < iter->table->room) {
        const Entry *entry = &iter->table->entries[iter->at++];
        if (entry->state != USED)
            continue;
        if (key)
            *key = entry->key;
        if (value)
            *value = entry->value;
        return TRUE;
    }
    return FALSE;
}

/* ---- Hashes: the low bits choose the place, so all bits must reach them ---- */

static guint mixed(guint hash)
{
    hash ^= hash >> 16;
    hash *= 0x7feb352du;
    hash ^= hash >> 15;
    hash *= 0x846ca68bu;
    return hash ^ hash >> 16;
}

guint g_str_hash(gconstpointer text)
{
    guint hash = 2166136261u; /* FNV-1a */
    for (const guchar *c = text; *c; c++)
        hash = (hash ^ *c) * 16777619u;
    return mixed(hash);
}

gboolean g_str_equal(gconstpointer a, gconstpointer b)
{
    return !strcmp(a, b);
}

guint g_direct_hash(gconstpointer key)
{
    return mixed((guint)(uintptr_t)key);
}

gboolean g_direct_equal(gconstpointer a, gconstpointer b)
{
    return a == b;
}

gboolean g_int64_equal(gconstpointer a, gconstpointer b)
{
    return *(const gint64 *)a == *(const gint64 *)b;
}
