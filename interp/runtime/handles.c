/*
 * handles.c - GCHandles. A handle is slot << 3 | type + 1, Mono's encoding, so that 0 is none and its low bits tell the
 * type; each type has its own table.
 */
#include "interp/runtime/heap.h"

typedef struct {
    MonoObject *object;
    uint32_t next_free; /* of a free slot: the next one + 1 */
    bool used;
} HandleSlot;

typedef struct {
    HandleSlot *slots;
    uint32_t count, capacity;
    uint32_t first_free; /* + 1; 0 = none */
} HandleTable;

static HandleTable tables[MONO_GC_HANDLE_TYPE_MAX];
enum { TYPE_BITS = 3, MAX_SLOTS = 1 << (32 - TYPE_BITS) };

static HandleSlot *slot_of(uint32_t handle)
{
    uint32_t type = (handle & ((1 << TYPE_BITS) - 1)) - 1, slot = handle >> TYPE_BITS;
    if (type >= MONO_GC_HANDLE_TYPE_MAX || slot >= tables[type].count || !tables[type].slots[slot].used)
        return NULL;
    return &tables[type].slots[slot];
}

uint32_t mono_gchandle_new_kind(MonoObject *object, MonoGCHandleType type)
{
    HandleTable *table = &tables[type];
    uint32_t slot;
    if (table->first_free) {
        slot = table->first_free - 1;
        table->first_free = table->slots[slot].next_free;
    } else {
        if (table->count == MAX_SLOTS)
            return 0;
        if (table->count == table->capacity) {
            table->capacity = table->capacity ? table->capacity * 2 : 64;
            table->slots = g_renew(HandleSlot, table->slots, table->capacity);
        }
        slot = table->count++;
    }
    table->slots[slot] = (HandleSlot){object, 0, true};
    uint32_t handle = slot << TYPE_BITS | ((uint32_t)type + 1);
    MONO_PROFILER_RAISE(gc_handle_created, (NULL, handle, type, object));
    return handle;
}

MonoObject *mono_gchandle_target(uint32_t handle)
{
    HandleSlot *slot = slot_of(handle);
    return slot ? slot->object : NULL;
}

void mono_gchandle_set_target(uint32_t handle, MonoObject *object)
{
    HandleSlot *slot = slot_of(handle);
    if (slot)
        slot->object = object;
}

MonoGCHandleType mono_gchandle_type(uint32_t handle)
{
    return (MonoGCHandleType)((handle & ((1 << TYPE_BITS) - 1)) - 1);
}

bool mono_gchandle_is_valid(uint32_t handle)
{
    return slot_of(handle) != NULL;
}

void mono_gchandle_release(uint32_t handle)
{
    HandleSlot *slot = slot_of(handle);
    if (!slot)
        return;
    MonoGCHandleType type = mono_gchandle_type(handle);
    HandleTable *table = &tables[type];
    *slot = (HandleSlot){NULL, table->first_free, false};
    table->first_free = (uint32_t)(slot - table->slots) + 1;
    MONO_PROFILER_RAISE(gc_handle_deleted, (NULL, handle, type));
}

void handles_mark(void)
{
    for (int type = MONO_GC_HANDLE_NORMAL; type <= MONO_GC_HANDLE_PINNED; type++)
        for (uint32_t i = 0; i < tables[type].count; i++)
            gc_mark_root(&tables[type].slots[i].object);
}

void handles_clear_dead(MonoGCHandleType type)
{
    HandleTable *table = &tables[type];
    for (uint32_t i = 0; i < table->count; i++) {
        MonoObject *object = table->slots[i].object;
        if (object && !heap_is_marked(object))
            table->slots[i].object = NULL;
    }
}
