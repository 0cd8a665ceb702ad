/*
 * monitor.c - the sync word of objects: identity hash code and lock count.
 *
 *   0                     neither
 *   hash << 2 | HASH      hash code only: 30 bits
 *   count << 2 | LOCK     locked count times, never hashed
 *   index << 2 | RECORD   both, in a record on the side; freed when the last lock goes, or with its object
 *
 * One thread: a lock is a count, nothing ever waits.
 */
#include "interp/runtime/heap.h"

enum { TAG_NONE, TAG_HASH, TAG_LOCK, TAG_RECORD, TAG_MASK = 3, TAG_BITS = 2, HASH_BITS = 30 };

typedef struct {
    MonoObject *object; /* NULL = free */
    uint32_t hash, count;
    uint32_t next_free; /* + 1 */
} SyncRecord;

static GArray *records;
static uint32_t first_free_record; /* + 1 */
static unsigned held;

static uintptr_t word(uintptr_t value, unsigned tag)
{
    return value << TAG_BITS | tag;
}

static SyncRecord *record_of(const MonoObject *object)
{
    return &g_array_index(records, SyncRecord, object->sync >> TAG_BITS);
}

static void make_record(MonoObject *object, uint32_t hash, uint32_t count)
{
    SyncRecord record = {object, hash, count, 0};
    uint32_t index;
    if (!records)
        records = g_array_new(FALSE, FALSE, sizeof(SyncRecord));
    if (first_free_record) {
        index = first_free_record - 1;
        first_free_record = g_array_index(records, SyncRecord, index).next_free;
        g_array_index(records, SyncRecord, index) = record;
    } else {
        index = records->len;
        g_array_append_val(records, record);
    }
    object->sync = word(index, TAG_RECORD);
}

static void free_record(SyncRecord *record)
{
    *record = (SyncRecord){.next_free = first_free_record};
    first_free_record = (uint32_t)(record - (SyncRecord *)(void *)records->data) + 1;
}

static unsigned tag_of(const MonoObject *object)
{
    return object->sync & TAG_MASK;
}

static uint32_t lock_count(const MonoObject *object)
{
    switch (tag_of(object)) {
    case TAG_LOCK:
        return (uint32_t)(object->sync >> TAG_BITS);
    case TAG_RECORD:
        return record_of(object)->count;
    default:
        return 0;
    }
}

/* Numbers that look random but are the same in every run (xorshift, then a multiply). */
static uint32_t next_hash(void)
{
    static uint32_t state = 0x9E3779B9;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state * 0x85EBCA6Bu >> (32 - HASH_BITS);
}

int32_t mono_object_hash(MonoObject *object)
{
    uint32_t hash;
    if (!object)
        return 0;
    switch (tag_of(object)) {
    case TAG_HASH:
        return (int32_t)(object->sync >> TAG_BITS);
    case TAG_RECORD:
        return (int32_t)record_of(object)->hash;
    case TAG_LOCK:
        hash = next_hash();
        make_record(object, hash, lock_count(object));
        return (int32_t)hash;
    default:
        hash = next_hash();
        object->sync = word(hash, TAG_HASH);
        return (int32_t)hash;
    }
}

void mono_monitor_enter_object(MonoObject *object)
{
    switch (tag_of(object)) {
    case TAG_NONE:
        object->sync = word(1, TAG_LOCK);
        held++;
        break;
    case TAG_LOCK:
        object->sync += 1 << TAG_BITS;
        break;
    case TAG_HASH:
        make_record(object, (uint32_t)(object->sync >> TAG_BITS), 1);
        held++;
        break;
    case TAG_RECORD:
        record_of(object)->count++;
        break;
    }
}

bool mono_monitor_exit_object(MonoObject *object)
{
    uint32_t count = lock_count(object);
    if (!count)
        return false;
    if (tag_of(object) == TAG_LOCK) {
        object->sync = count == 1 ? 0 : word(count - 1, TAG_LOCK);
    } else {
        SyncRecord *record = record_of(object);
        if (--record->count == 0) {
            object->sync = word(record->hash, TAG_HASH);
            free_record(record);
        }
    }
    if (count == 1 && --held == 0 && finalizers_pending())
        mono_thread_state.safepoint_pending = 1; /* they waited for the last lock */
    return true;
}

bool mono_monitor_is_entered(MonoObject *object)
{
    return lock_count(object) != 0;
}

unsigned mono_monitor_held_count(void)
{
    return held;
}

/* An object that dies while locked and hashed leaves its record behind. (One that dies locked only is not seen: then
 * `held` stays too high and finalizers run only when the program asks for them; correct programs unlock.) */
void monitor_free_dead_records(void)
{
    for (unsigned i = 0; records && i < records->len; i++) {
        SyncRecord *record = &g_array_index(records, SyncRecord, i);
        if (!record->object || heap_is_marked(record->object))
            continue;
        held--;
        free_record(record);
    }
}
