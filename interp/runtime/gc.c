/*
 * gc.c - a collection: roots, marking, ephemerons, the order of weak things, events.
 *
 *   roots: statics (exact) · kept objects · registered ranges · handles · finalizer queue · thread state
 *          interpreter stack (scanner hook) · native stack                                     (conservative)
 *   then:  ephemerons to a fixed point -> weak handles cleared -> dead finalizable objects queued and marked
 *          -> ephemerons again, dead entries cleared -> resurrection-tracking handles cleared -> sweep
 *
 * Roots are gathered on the mark stack first, while the marks of the last collection still tell which slots are free.
 * Marking uses an explicit stack; C recursion does not depend on the shape of the object graph.
 */
#include "interp/runtime/heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    void *start;
    size_t size_bytes;
} RootRange;

typedef struct {
    MonoObject *key, *value;
} Ephemeron;

static GPtrArray *static_slots; /* MonoObject **: exact roots */
static unsigned known_vtables;  /* of mono_runtime_vtables, by number */
static GPtrArray *kept;
static GArray *root_ranges; /* RootRange */
static void (*stack_scanner)(void);
static MonoObject **mark_stack; /* marked, not yet scanned; before marking: what roots refer to */
static size_t mark_count, mark_capacity;
static GPtrArray *ephemeron_arrays; /* marked in this collection */
static MonoObject *tombstone;
static unsigned collections;
static int64_t pause_max_us, pause_max_cpu_us, pause_total_us;
static const char *reason = ""; /* of the collection that runs */
bool mono_gc_verbose;
static bool collecting;
static const void *stack_top;                    /* of the native stack, while collecting */
static uint64_t reported_bytes;                  /* heap size of the last gc_resize */
static GPtrArray *root_addresses, *root_objects; /* for gc_roots, while somebody listens; else NULL */

bool gc_is_collecting(void)
{
    return collecting;
}

unsigned mono_gc_collection_count(void)
{
    return collections;
}

MonoGCStats mono_gc_stats(void)
{
    return (MonoGCStats){collections, pause_max_us, pause_max_cpu_us, pause_total_us, heap_committed_bytes()};
}

/* ---- Roots ------------------------------------------------------------------------------------------------------- */

void mono_gc_register_root(void *start, size_t size_bytes, MonoGCRootSource source, const char *name)
{
    RootRange range = {start, size_bytes};
    if (!root_ranges)
        root_ranges = g_array_new(FALSE, FALSE, sizeof(RootRange));
    g_array_append_val(root_ranges, range);
    MONO_PROFILER_RAISE(gc_root_register, (NULL, start, size_bytes, source, NULL, name));
}

void mono_gc_unregister_root(void *start)
{
    for (unsigned i = 0; root_ranges && i < root_ranges->len; i++) {
        if (g_array_index(root_ranges, RootRange, i).start != start)
            continue;
        g_array_remove_index_fast(root_ranges, i);
        MONO_PROFILER_RAISE(gc_root_unregister, (NULL, start));
        return;
    }
}

void mono_gc_keep(MonoObject *object)
{
    if (!kept)
        kept = g_ptr_array_new();
    if (object)
        g_ptr_array_add(kept, object);
}

void mono_gc_set_stack_scanner(void (*scan)(void))
{
    stack_scanner = scan;
}

static void add_static_field(MonoVTable *vtable, const MonoClassField *field)
{
    if (!(field->flags & MONO_FIELD_ATTR_STATIC) || (field->flags & MONO_FIELD_ATTR_LITERAL))
        return;
    uint8_t *place = vtable->static_data + field->offset;
    const MonoClass *type = field->type.klass;
    if (mono_type_is_reference(&field->type)) {
        g_ptr_array_add(static_slots, place);
    } else if (!field->type.byref && type && type->valuetype && field->type.type != MONO_TYPE_PTR) {
        for (uint32_t i = 0; i < type->reference_count; i++)
            g_ptr_array_add(static_slots, place + type->reference_offsets[i] - MONO_OBJECT_HEADER_SIZE);
    }
}

/* A vtable's static data and its exception are roots from the first collection on that sees it. */
static void add_vtable(MonoVTable *vtable)
{
    g_ptr_array_add(static_slots, &vtable->init_exception);
    for (uint32_t i = 0; vtable->static_data && i < vtable->klass->field_count; i++)
        add_static_field(vtable, &vtable->klass->fields[i]);
    MONO_PROFILER_RAISE(gc_root_register, (NULL, vtable->static_data, vtable->klass->static_size,
                                           MONO_ROOT_SOURCE_STATIC, vtable, vtable->klass->name));
}

static void add_new_vtables(void)
{
    if (!static_slots)
        static_slots = g_ptr_array_new();
    while (mono_runtime_vtables && known_vtables < mono_runtime_vtables->len)
        add_vtable(mono_runtime_vtables->pdata[known_vtables++]);
}

/* ---- Marking ----------------------------------------------------------------------------------------------------- */

static void check_pointer(const MonoObject *object)
{
    if (!mono_gc_is_object(object)) {
        g_printerr("monosp: heap: %p is referenced but is no object\n", (const void *)object);
        abort();
    }
}

static __attribute__((noinline)) void grow_mark_stack(void)
{
    mark_capacity = mark_capacity ? mark_capacity * 2 : 4096;
    mark_stack = g_renew(MonoObject *, mark_stack, mark_capacity);
}

static inline void push(MonoObject *object)
{
    if (G_UNLIKELY(mark_count == mark_capacity))
        grow_mark_stack();
    mark_stack[mark_count++] = object;
}

/* Does not touch the object itself: that would wait for memory, once an object. */
static inline void mark(MonoObject *object)
{
    if (!object)
        return;
    if (G_UNLIKELY(heap_poisons))
        check_pointer(object);
    if (!heap_mark(object) || heap_is_leaf(object))
        return;
    push(object);
}

void gc_mark(MonoObject *object)
{
    mark(object);
}

/* The mark stack holds these until marking begins, some of them repeatedly. */
static void add_root(void *address, MonoObject *object)
{
    if (!object)
        return;
    if (G_UNLIKELY(heap_poisons))
        check_pointer(object);
    if (G_UNLIKELY(root_addresses != NULL)) {
        g_ptr_array_add(root_addresses, address);
        g_ptr_array_add(root_objects, object);
    }
    push(object);
}

static void mark_found_roots(void)
{
    size_t count = mark_count;
    mark_count = 0;
    for (size_t i = 0; i < count; i++)
        mark(mark_stack[i]); /* pushes to places that were read */
    gc_drain();
}

static void scan_fields(uint8_t *base, const MonoClass *klass)
{
    const uint32_t *offsets = klass->reference_offsets;
    for (uint32_t i = 0, count = klass->reference_count; i < count; i++)
        mark(*(MonoObject **)(void *)(base + offsets[i]));
}

static void scan_object(MonoObject *object)
{
    MonoVTable *vtable = object->vtable;
    MonoArray *array = (MonoArray *)object;
    switch ((MonoGcKind)vtable->kind) {
    case MONO_GC_KIND_PLAIN:
        scan_fields((uint8_t *)object, vtable->klass);
        break;
    case MONO_GC_KIND_REFERENCE_ARRAY:
        for (uintptr_t i = 0; i < array->length; i++)
            mark(mono_array_get(array, MonoObject *, i));
        break;
    case MONO_GC_KIND_VALUE_ARRAY: {
        const MonoClass *element = vtable->klass->element_class;
        uint32_t size = vtable->klass->element_size;
        if (element->reference_count == 0)
            break;
        for (uintptr_t i = 0; i < array->length; i++)
            scan_fields(array->data + i * size - MONO_OBJECT_HEADER_SIZE, element);
        break;
    }
    case MONO_GC_KIND_EPHEMERON_ARRAY:
        g_ptr_array_add(ephemeron_arrays, object);
        break;
    case MONO_GC_KIND_NO_REFERENCES:
    case MONO_GC_KIND_STRING:
        break;
    }
}

/* Objects pass through a short queue on their way from the stack, prefetched as they enter it; many lie in two lines of
 * the cache. */
void gc_drain(void)
{
    enum { AHEAD = 16 };
    MonoObject *queue[AHEAD];
    unsigned in = 0, out = 0; /* objects that entered and left */
    for (;;) {
        while (mark_count && in - out < AHEAD) {
            MonoObject *object = mark_stack[--mark_count];
            __builtin_prefetch(object);
            __builtin_prefetch((uint8_t *)object + 32);
            queue[in++ % AHEAD] = object;
        }
        if (in == out)
            return;
        scan_object(queue[out++ % AHEAD]);
    }
}

/* Reads whatever lies there, red zones of the sanitizer included. */
__attribute__((no_sanitize("address", "undefined"))) void mono_gc_scan_conservative(const void *start, const void *end)
{
    const uintptr_t align = sizeof(void *) - 1;
    void *const *from = (void *const *)(((uintptr_t)start + align) & ~align);
    void *const *to = (void *const *)((uintptr_t)end & ~align);
    for (; from < to; from++)
        add_root((void *)(uintptr_t)from, heap_object_at(*from));
}

void gc_mark_root(MonoObject **address)
{
    add_root(address, *address);
}

static void find_roots(void)
{
    for (unsigned i = 0; i < static_slots->len; i++)
        gc_mark_root(static_slots->pdata[i]);
    for (unsigned i = 0; kept && i < kept->len; i++)
        gc_mark_root((MonoObject **)&kept->pdata[i]);
    for (unsigned i = 0; root_ranges && i < root_ranges->len; i++) {
        const RootRange *range = &g_array_index(root_ranges, RootRange, i);
        mono_gc_scan_conservative(range->start, (uint8_t *)range->start + range->size_bytes);
    }
    gc_mark_root(&tombstone);
    gc_mark_root((MonoObject **)&mono_thread_state.pending_exception);
    gc_mark_root(&mono_thread_state.thread_object);
    handles_mark();
    finalizers_mark_queue();
    if (stack_scanner)
        stack_scanner();
    native_stack_scan(stack_top);
}

/* ---- Ephemerons -------------------------------------------------------------------------------------------------- */

MonoObject *mono_gc_ephemeron_tombstone(void)
{
    if (!tombstone)
        tombstone = mono_object_new(mono_defaults.object);
    return tombstone;
}

void mono_gc_register_ephemeron_array(MonoArray *array)
{
    array->object.vtable->kind = MONO_GC_KIND_EPHEMERON_ARRAY;
    array->object.vtable->weak_ephemeron = true;
}

static bool mark_values_of(MonoArray *array)
{
    Ephemeron *entries = (Ephemeron *)(void *)array->data;
    bool any = false;
    for (uintptr_t i = 0; i < array->length; i++) {
        Ephemeron *entry = &entries[i];
        if (entry->key && entry->value && heap_is_marked(entry->key) && !heap_is_marked(entry->value)) {
            mark(entry->value);
            any = true;
        }
    }
    return any;
}

/* A value lives while its key lives: marking values may mark more keys, and more arrays. */
static void mark_ephemerons(void)
{
    bool again = true;
    while (again) {
        again = false;
        for (unsigned i = 0; i < ephemeron_arrays->len; i++)
            again |= mark_values_of(ephemeron_arrays->pdata[i]);
        gc_drain();
    }
}

static void clear_dead_ephemerons(void)
{
    for (unsigned i = 0; i < ephemeron_arrays->len; i++) {
        MonoArray *array = ephemeron_arrays->pdata[i];
        Ephemeron *entries = (Ephemeron *)(void *)array->data;
        for (uintptr_t j = 0; j < array->length; j++) {
            if (!entries[j].key || heap_is_marked(entries[j].key))
                continue;
            entries[j].key = tombstone;
            entries[j].value = NULL;
        }
    }
}

/* ---- A collection ------------------------------------------------------------------------------------------------ */

static void raise_event(MonoProfilerGCEvent event)
{
    MONO_PROFILER_RAISE(gc_event, (NULL, event, 1, TRUE));
}

static void find_and_report_roots(void)
{
    if (!MONO_PROFILER_ENABLED(gc_roots)) {
        find_roots();
        return;
    }
    root_addresses = g_ptr_array_new();
    root_objects = g_ptr_array_new();
    find_roots();
    MONO_PROFILER_RAISE(gc_roots, (NULL, root_addresses->len, (const mono_byte *const *)root_addresses->pdata,
                                   (MonoObject *const *)root_objects->pdata));
    g_ptr_array_free(root_addresses, TRUE);
    g_ptr_array_free(root_objects, TRUE);
    root_addresses = root_objects = NULL;
}

static void mark_all(void)
{
    find_and_report_roots();
    heap_begin_mark();
    mark_found_roots();
    mark_ephemerons();
    handles_clear_dead(MONO_GC_HANDLE_WEAK);
    if (finalizers_queue_dead()) {
        gc_drain();
        mark_ephemerons();
    }
    clear_dead_ephemerons();
    handles_clear_dead(MONO_GC_HANDLE_WEAK_TRACK_RESURRECTION);
    monitor_free_dead_records();
}

/* What the pause took of a processor; on a busy machine the clock says more. */
static int64_t cpu_us(void)
{
    struct timespec time;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 ? time.tv_sec * 1000000 + time.tv_nsec / 1000 : 0;
}

static void count_pause(uint64_t used_before_bytes, int64_t pause_us, int64_t pause_cpu_us)
{
    pause_total_us += pause_us;
    pause_max_us = MAX(pause_max_us, pause_us);
    pause_max_cpu_us = MAX(pause_max_cpu_us, pause_cpu_us);
    if (!mono_gc_verbose)
        return;
    uint64_t live_bytes = mono_gc_used_bytes();
    fprintf(stderr,
            "GC %u: %s, live %" PRIu64 " KB, freed %" PRIu64 " KB, heap %" PRIu64 " KB, pause %" PRId64
            ".%03d ms, CPU %" PRId64 ".%03d ms\n",
            collections, reason, live_bytes >> 10,
            (used_before_bytes > live_bytes ? used_before_bytes - live_bytes : 0) >> 10, heap_committed_bytes() >> 10,
            pause_us / 1000, (int)(pause_us % 1000), pause_cpu_us / 1000, (int)(pause_cpu_us % 1000));
}

static __attribute__((noinline)) void collect(void)
{
    stack_top = __builtin_frame_address(0);
    uint64_t used_before_bytes = mono_gc_used_bytes();
    int64_t start_us = g_get_monotonic_time(), start_cpu_us = cpu_us();
    if (!ephemeron_arrays)
        ephemeron_arrays = g_ptr_array_new();
    add_new_vtables();
    raise_event(MONO_GC_EVENT_PRE_STOP_WORLD);
    raise_event(MONO_GC_EVENT_PRE_STOP_WORLD_LOCKED);
    raise_event(MONO_GC_EVENT_POST_STOP_WORLD);
    raise_event(MONO_GC_EVENT_START);
    collecting = true;
    mark_all();
    g_ptr_array_set_size(ephemeron_arrays, 0);
    heap_sweep();
    collecting = false;
    collections++;
    count_pause(used_before_bytes, g_get_monotonic_time() - start_us, cpu_us() - start_cpu_us);
    raise_event(MONO_GC_EVENT_END);
    if (heap_committed_bytes() != reported_bytes) {
        reported_bytes = heap_committed_bytes();
        MONO_PROFILER_RAISE(gc_resize, (NULL, (uintptr_t)reported_bytes));
    }
    raise_event(MONO_GC_EVENT_PRE_START_WORLD);
    raise_event(MONO_GC_EVENT_POST_START_WORLD_UNLOCKED);
    raise_event(MONO_GC_EVENT_POST_START_WORLD);
}

void mono_gc_collect_for(const char *why)
{
    if (collecting)
        return;
    reason = why;
    native_stack_call(collect);
}

void mono_gc_collect(void)
{
    mono_gc_collect_for("asked for");
}
