/*
 * finalize.c - finalizers: objects that have one are listed at allocation; a collection moves the dead ones to the
 * queue, where they live on until mono_gc_run_finalizers() has called them. In order of allocation.
 */
#include "interp/runtime/heap.h"

void (*mono_worker_exception_hook)(MonoException *exception);

static GPtrArray *registered;   /* NULL entries: taken out again */
static GHashTable *position_of; /* object -> its index in `registered`, + 1 */
static GPtrArray *queue;        /* due */
static unsigned queue_next;     /* those before it have been called */
static bool running;

static void make_tables(void)
{
    if (registered)
        return;
    registered = g_ptr_array_new();
    queue = g_ptr_array_new();
    position_of = g_hash_table_new(g_direct_hash, g_direct_equal);
}

void finalizers_register(MonoObject *object)
{
    make_tables();
    if (g_hash_table_contains(position_of, object))
        return;
    g_ptr_array_add(registered, object);
    g_hash_table_insert(position_of, object, GUINT_TO_POINTER(registered->len));
}

void mono_gc_reregister_finalize(MonoObject *object)
{
    if (object && object->vtable->has_finalizer)
        finalizers_register(object);
}

void mono_gc_suppress_finalize(MonoObject *object)
{
    unsigned position = registered ? GPOINTER_TO_UINT(g_hash_table_lookup(position_of, object)) : 0;
    if (!position)
        return;
    registered->pdata[position - 1] = NULL;
    g_hash_table_remove(position_of, object);
}

void finalizers_mark_queue(void)
{
    for (unsigned i = queue_next; queue && i < queue->len; i++)
        gc_mark_root((MonoObject **)&queue->pdata[i]);
}

/* Closes the gaps in `registered`; moves those for which `is_due` says yes to the queue. */
static unsigned take_due(bool (*is_due)(const MonoObject *object))
{
    unsigned kept = 0, taken = 0;
    for (unsigned i = 0; i < registered->len; i++) {
        MonoObject *object = registered->pdata[i];
        if (!object)
            continue;
        if (is_due(object)) {
            g_hash_table_remove(position_of, object);
            g_ptr_array_add(queue, object);
            taken++;
            continue;
        }
        registered->pdata[kept++] = object;
        if (kept - 1 != i)
            g_hash_table_insert(position_of, object, GUINT_TO_POINTER(kept));
    }
    g_ptr_array_set_size(registered, (int)kept);
    return taken;
}

static bool is_dead(const MonoObject *object)
{
    return !heap_is_marked(object);
}

static bool always(const MonoObject *object)
{
    return true;
}

bool finalizers_queue_dead(void)
{
    unsigned taken = registered ? take_due(is_dead) : 0;
    for (unsigned i = 0; i < taken; i++)
        gc_mark(queue->pdata[queue->len - taken + i]);
    return taken != 0;
}

bool finalizers_pending(void)
{
    return queue && queue_next < queue->len && !running;
}

static void finalize(MonoObject *object)
{
    MonoMethod *finalizer = object->vtable->klass->finalizer;
    MonoSlot this_slot = {.o = object};
    if (!finalizer)
        return;
    MONO_PROFILER_RAISE(gc_finalizing_object, (NULL, object));
    MonoException *exception = mono_invoke_slots(finalizer, &this_slot, NULL);
    MONO_PROFILER_RAISE(gc_finalized_object, (NULL, object));
    if (!exception)
        return;
    if (mono_worker_exception_hook)
        mono_worker_exception_hook(exception);
    else
        g_printerr("monosp: unhandled %s in a finalizer\n", exception->object.vtable->klass->name);
}

bool mono_gc_run_finalizers(void)
{
    if (!finalizers_pending())
        return false;
    MonoException *pending = mono_thread_state.pending_exception;
    mono_thread_state.pending_exception = NULL;
    uint32_t handle = pending ? mono_gchandle_new_kind(&pending->object, MONO_GC_HANDLE_NORMAL) : 0;
    running = true;
    MONO_PROFILER_RAISE(gc_finalizing, (NULL));
    while (queue_next < queue->len)
        finalize(queue->pdata[queue_next++]);
    g_ptr_array_set_size(queue, 0);
    queue_next = 0;
    MONO_PROFILER_RAISE(gc_finalized, (NULL));
    running = false;
    if (handle)
        mono_gchandle_release(handle);
    mono_thread_state.pending_exception = pending;
    return true;
}

void mono_gc_finalize_all(void)
{
    enum { MAX_ROUNDS = 8 }; /* finalizers may make new objects with finalizers, for ever */
    make_tables();
    for (int round = 0; round < MAX_ROUNDS; round++)
        if (take_due(always) == 0 && !finalizers_pending())
            break;
        else
            mono_gc_run_finalizers();
}
