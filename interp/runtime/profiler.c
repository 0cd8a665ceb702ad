/*
 * profiler.c - the registry of profilers: who listens to what, raising events, the call-instrumentation filters.
 *
 * One profiler is a _MonoProfilerDesc with a slot for each event. mono_profiler_state counts the listeners of an event,
 * so that raising costs one test while nobody listens. Callbacks are called in the order the profilers were created.
 */
#include "interp/runtime/runtime.h"

#ifdef __wasm__
#define THREAD_ID ((uintptr_t)1)
#else
#include <pthread.h>
#define THREAD_ID ((uintptr_t)pthread_self())
#endif

struct _MonoProfilerDesc {
    struct _MonoProfilerDesc *next;
    MonoProfiler *prof;
    MonoProfilerCleanupCallback cleanup;
    MonoProfilerCallInstrumentationFilterCallback filter;
    bool by_request;  /* mono_profiler_enable_samplepoint_requests() */
    bool call_cursor; /* mono_profiler_enable_call_cursor() */
#define CALLBACK_FIELD(C, name, Type, parameters, need) MonoProfiler##Type##Callback name;
    MONO_PROFILER_EVENTS(CALLBACK_FIELD, )
#undef CALLBACK_FIELD
};

MonoProfilerState mono_profiler_state;
static MonoProfilerHandle profilers, *last = &profilers;
static bool allocations_wanted, clauses_wanted, contexts_wanted;
static bool startup_done; /* enable_* come too late from now on */

MonoProfilerHandle mono_profiler_create(MonoProfiler *prof)
{
    MonoProfilerHandle handle = g_new0(struct _MonoProfilerDesc, 1);
    handle->prof = prof;
    *last = handle;
    last = &handle->next;
    return handle;
}

/* ---- Changes while the program runs -------------------------------------------------------------------------------- */

static int changed;
static unsigned changes;

void mono_profiler_note_change(void)
{
    if (!startup_done)
        return;
    __atomic_add_fetch(&changes, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&changed, 1, __ATOMIC_RELEASE);
    mono_safepoint_request();
}

unsigned mono_profiler_change_count(void)
{
    return __atomic_load_n(&changes, __ATOMIC_RELAXED);
}

bool mono_profiler_take_change(void)
{
    return __atomic_exchange_n(&changed, 0, __ATOMIC_ACQUIRE) != 0;
}

/* ---- Setters and dispatch, one of each an event ------------------------------------------------------------------ */

/* Allocations are raised only for a profiler that asked (mono_profiler_enable_allocations), as in Mono. */
static void gate_allocations(void)
{
    if (!allocations_wanted)
        mono_profiler_state.gc_allocation_count = 0;
}

static void gate_visits(void)
{
    bool by_request = false;
    for (MonoProfilerHandle p = profilers; p; p = p->next) {
        by_request |= p->by_request;
        if (p->method_samplepoint && !p->by_request) {
            mono_profiler_state.raises_by_request = false;
            return;
        }
    }
    mono_profiler_state.raises_by_request = by_request;
}

static void gate_calls(void)
{
    unsigned listeners = 0, with_cursor = 0;
    for (MonoProfilerHandle p = profilers; p; p = p->next) {
        bool listens = p->method_enter || p->method_leave;
        listeners += listens;
        with_cursor += listens && p->call_cursor;
    }
    mono_profiler_state.moves_call_cursor = listeners == 1 && with_cursor == 1;
}

/* How events are raised is part of the code of the methods that raise them. */
static void gate(void)
{
    bool by_request = mono_profiler_state.raises_by_request, with_cursor = mono_profiler_state.moves_call_cursor;
    gate_allocations();
    gate_visits();
    gate_calls();
    if (by_request != mono_profiler_state.raises_by_request || with_cursor != mono_profiler_state.moves_call_cursor)
        mono_profiler_note_change();
}

#define SETTER(C, name, Type, parameters, need)                                                                        \
    static void count_##name(void)                                                                                     \
    {                                                                                                                  \
        uint32_t count = 0;                                                                                            \
        for (MonoProfilerHandle p = profilers; p; p = p->next)                                                         \
            count += p->name != NULL;                                                                                  \
        mono_profiler_state.name##_count = count;                                                                      \
    }                                                                                                                  \
    void mono_profiler_set_##name##_callback(MonoProfilerHandle handle, MonoProfiler##Type##Callback cb)               \
    {                                                                                                                  \
        handle->name = cb;                                                                                             \
        count_##name();                                                                                                \
        gate();                                                                                                        \
    }
MONO_PROFILER_EVENTS(SETTER, )
#undef SETTER

/* The parameter names of each event's row, for handing them on; `to` is the profiler called. */
#define ARGS_runtime_initialized (to)
#define ARGS_runtime_shutdown_begin (to)
#define ARGS_runtime_shutdown_end (to)
#define ARGS_context_loaded (to, context)
#define ARGS_context_unloaded (to, context)
#define ARGS_domain_loading (to, domain)
#define ARGS_domain_loaded (to, domain)
#define ARGS_domain_unloading (to, domain)
#define ARGS_domain_unloaded (to, domain)
#define ARGS_domain_name (to, domain, name)
#define ARGS_jit_begin (to, method)
#define ARGS_jit_failed (to, method)
#define ARGS_jit_done (to, method, jinfo)
#define ARGS_jit_chunk_created (to, chunk, size)
#define ARGS_jit_chunk_destroyed (to, chunk)
#define ARGS_jit_code_buffer (to, buffer, size, type, data)
#define ARGS_class_loading (to, klass)
#define ARGS_class_failed (to, klass)
#define ARGS_class_loaded (to, klass)
#define ARGS_vtable_loading (to, vtable)
#define ARGS_vtable_failed (to, vtable)
#define ARGS_vtable_loaded (to, vtable)
#define ARGS_image_loading (to, image)
#define ARGS_image_failed (to, image)
#define ARGS_image_loaded (to, image)
#define ARGS_image_unloading (to, image)
#define ARGS_image_unloaded (to, image)
#define ARGS_assembly_loading (to, assembly)
#define ARGS_assembly_loaded (to, assembly)
#define ARGS_assembly_unloading (to, assembly)
#define ARGS_assembly_unloaded (to, assembly)
#define ARGS_method_enter (to, method, context)
#define ARGS_method_leave (to, method, context)
#define ARGS_method_samplepoint (to, method, context)
#define ARGS_method_tail_call (to, method, target)
#define ARGS_method_exception_leave (to, method, exception)
#define ARGS_method_free (to, method)
#define ARGS_method_begin_invoke (to, method)
#define ARGS_method_end_invoke (to, method)
#define ARGS_exception_throw (to, exception)
#define ARGS_exception_clause (to, method, index, type, exception)
#define ARGS_gc_event (to, event, generation, is_serial)
#define ARGS_gc_allocation (to, object)
#define ARGS_gc_moves (to, objects, count)
#define ARGS_gc_resize (to, size)
#define ARGS_gc_handle_created (to, handle, type, object)
#define ARGS_gc_handle_deleted (to, handle, type)
#define ARGS_gc_finalizing (to)
#define ARGS_gc_finalized (to)
#define ARGS_gc_finalizing_object (to, object)
#define ARGS_gc_finalized_object (to, object)
#define ARGS_gc_root_register (to, start, size, source, key, name)
#define ARGS_gc_root_unregister (to, start)
#define ARGS_gc_roots (to, count, addresses, objects)
#define ARGS_monitor_contention (to, object)
#define ARGS_monitor_failed (to, object)
#define ARGS_monitor_acquired (to, object)
#define ARGS_thread_started (to, tid)
#define ARGS_thread_stopping (to, tid)
#define ARGS_thread_stopped (to, tid)
#define ARGS_thread_exited (to, tid)
#define ARGS_thread_name (to, tid, name)
#define ARGS_sample_hit (to, ip, context)

#define DISPATCH(C, event_name, Type, parameters, need)                                                                \
    void mono_profiler_dispatch_##event_name parameters                                                                \
    {                                                                                                                  \
        for (MonoProfilerHandle p = profilers; p; p = p->next) {                                                       \
            MonoProfiler *to = p->prof;                                                                                \
            if (p->event_name)                                                                                         \
                p->event_name ARGS_##event_name;                                                                       \
        }                                                                                                              \
    }
MONO_PROFILER_EVENTS(DISPATCH, )
#undef DISPATCH

/* ---- What else a profiler may ask for ---------------------------------------------------------------------------- */

void mono_profiler_set_cleanup_callback(MonoProfilerHandle handle, MonoProfilerCleanupCallback cb)
{
    handle->cleanup = cb;
}

void mono_profiler_set_call_instrumentation_filter_callback(MonoProfilerHandle handle,
                                                            MonoProfilerCallInstrumentationFilterCallback cb)
{
    handle->filter = cb;
    mono_profiler_note_change();
}

MonoProfilerCallInstrumentationFlags mono_profiler_method_flags(MonoMethod *method)
{
    unsigned flags = MONO_PROFILER_CALL_INSTRUMENTATION_NONE;
    for (MonoProfilerHandle p = profilers; p; p = p->next)
        if (p->filter)
            flags |= p->filter(p->prof, method);
    return (MonoProfilerCallInstrumentationFlags)flags;
}

mono_bool mono_profiler_enable_allocations(void)
{
    if (startup_done)
        return FALSE;
    allocations_wanted = true;
    count_gc_allocation();
    return TRUE;
}

bool mono_profiler_allocations_enabled(void)
{
    return allocations_wanted;
}

mono_bool mono_profiler_enable_clauses(void)
{
    if (startup_done)
        return FALSE;
    clauses_wanted = true;
    return TRUE;
}

bool mono_profiler_clauses_enabled(void)
{
    return clauses_wanted;
}

/* The host has no sampling of its own (no second thread, no signal): samplepoints take its place. */
mono_bool mono_profiler_enable_sampling(MonoProfilerHandle handle)
{
    return FALSE;
}

mono_bool mono_profiler_set_sample_mode(MonoProfilerHandle handle, MonoProfilerSampleMode mode, uint32_t freq)
{
    return FALSE;
}

mono_bool mono_profiler_get_sample_mode(MonoProfilerHandle handle, MonoProfilerSampleMode *mode, uint32_t *freq)
{
    if (mode)
        *mode = MONO_PROFILER_SAMPLE_MODE_NONE;
    if (freq)
        *freq = 0;
    return FALSE;
}

mono_bool mono_profiler_enable_coverage(void)
{
    return FALSE;
}

void mono_profiler_set_coverage_filter_callback(MonoProfilerHandle handle, MonoProfilerCoverageFilterCallback cb)
{
}

mono_bool mono_profiler_get_coverage_data(MonoProfilerHandle handle, MonoMethod *method,
                                          MonoProfilerCoverageCallback cb)
{
    return FALSE;
}

int32_t *mono_profiler_get_skip_counter(void)
{
    return &mono_thread_state.profiler_skip_counter;
}

mono_bool mono_profiler_enable_samplepoint_requests(MonoProfilerHandle handle)
{
    if (startup_done)
        return FALSE;
    handle->by_request = true;
    mono_thread_state.samplepoint_requested = -1;
    gate_visits();
    return TRUE;
}

MonoProfilerCallNode **mono_profiler_get_call_cursor(void)
{
    return &mono_thread_state.call_cursor;
}

mono_bool mono_profiler_enable_call_cursor(MonoProfilerHandle handle)
{
    if (startup_done)
        return FALSE;
    handle->call_cursor = true;
    gate_calls();
    return TRUE;
}

/* ---- Call contexts ----------------------------------------------------------------------------------------------- */

mono_bool mono_profiler_enable_call_context_introspection(void)
{
    if (startup_done)
        return FALSE;
    contexts_wanted = true;
    return TRUE;
}

/* A copy of a value as its type has it in memory. */
static void *copy_value(const MonoType *type, const MonoSlot *slots)
{
    uint32_t align;
    void *copy = g_malloc0(MAX(mono_type_size(type, &align), sizeof(MonoSlot)));
    mono_slot_store(type, copy, slots);
    return copy;
}

static const MonoMethodSignature *signature_of(MonoProfilerCallContext *context)
{
    MonoError error = MONO_ERROR_INIT;
    if (!contexts_wanted || !context)
        return NULL;
    const MonoMethodSignature *signature = mono_method_signature_checked(context->method, &error);
    mono_error_clear(&error);
    return signature;
}

void *mono_profiler_call_context_get_this(MonoProfilerCallContext *context)
{
    const MonoMethodSignature *signature = signature_of(context);
    if (!signature || !signature->hasthis || !context->args)
        return NULL;
    void **copy = g_new(void *, 1);
    *copy = context->args[0].p;
    return copy;
}

void *mono_profiler_call_context_get_argument(MonoProfilerCallContext *context, uint32_t position)
{
    const MonoMethodSignature *signature = signature_of(context);
    if (!signature || position >= signature->param_count || !context->args)
        return NULL;
    const MonoSlot *slot = context->args + (signature->hasthis ? 1 : 0);
    for (uint32_t i = 0; i < position; i++)
        slot += mono_type_slots(&signature->params[i]);
    return copy_value(&signature->params[position], slot);
}

void *mono_profiler_call_context_get_local(MonoProfilerCallContext *context, uint32_t position)
{
    if (!signature_of(context) || position >= context->local_count || !context->locals || !context->locals[position])
        return NULL;
    return copy_value(&context->local_types[position], context->locals[position]);
}

void *mono_profiler_call_context_get_result(MonoProfilerCallContext *context)
{
    const MonoMethodSignature *signature = signature_of(context);
    return signature && context->result ? copy_value(&signature->ret, context->result) : NULL;
}

void mono_profiler_call_context_free_buffer(void *buffer)
{
    g_free(buffer);
}

/* ---- Start and end ----------------------------------------------------------------------------------------------- */

void mono_profiler_load(const char *desc)
{
    mono_profiler_load_module(desc, NULL);
}

static void raise_load(MonoLoadStage stage, MonoImage *image, MonoAssembly *assembly)
{
    switch (stage) {
    case MONO_LOAD_IMAGE_LOADING:
        MONO_PROFILER_RAISE(image_loading, (NULL, image));
        break;
    case MONO_LOAD_IMAGE_LOADED:
        MONO_PROFILER_RAISE(image_loaded, (NULL, image));
        break;
    case MONO_LOAD_IMAGE_FAILED:
        MONO_PROFILER_RAISE(image_failed, (NULL, image));
        break;
    case MONO_LOAD_ASSEMBLY_LOADING:
        MONO_PROFILER_RAISE(assembly_loading, (NULL, assembly));
        break;
    case MONO_LOAD_ASSEMBLY_LOADED:
        MONO_PROFILER_RAISE(assembly_loaded, (NULL, assembly));
        break;
    }
}

/* What was there before the profilers could be told comes now, in Mono's order. */
static void raise_what_is_loaded(void)
{
    unsigned count;
    MonoAssembly *const *assemblies = mono_assembly_loaded(&count);
    MONO_PROFILER_RAISE(domain_loading, (NULL, mono_get_root_domain()));
    MONO_PROFILER_RAISE(domain_loaded, (NULL, mono_get_root_domain()));
    for (unsigned i = 0; i < count; i++) {
        raise_load(MONO_LOAD_IMAGE_LOADING, assemblies[i]->image, NULL);
        raise_load(MONO_LOAD_IMAGE_LOADED, assemblies[i]->image, NULL);
        raise_load(MONO_LOAD_ASSEMBLY_LOADING, assemblies[i]->image, assemblies[i]);
        raise_load(MONO_LOAD_ASSEMBLY_LOADED, assemblies[i]->image, assemblies[i]);
    }
    MONO_PROFILER_RAISE(thread_started, (NULL, THREAD_ID));
    MONO_PROFILER_RAISE(thread_name, (NULL, THREAD_ID, "Main"));
}

void mono_profiler_runtime_started(void)
{
    startup_done = true;
    mono_profiler_state.started = true;
    mono_assembly_set_load_hook(raise_load);
    raise_what_is_loaded();
    MONO_PROFILER_RAISE(runtime_initialized, (NULL));
}

/* mono_runtime_is_shutting_down() is true in the callbacks already, as in Mono. */
void mono_profiler_runtime_ending(void)
{
    mono_runtime_shutting_down = true;
    MONO_PROFILER_RAISE(runtime_shutdown_begin, (NULL));
}

/* Nothing is raised after the cleanup: profilers may have freed what their callbacks use. */
void mono_profiler_runtime_ended(void)
{
    MONO_PROFILER_RAISE(runtime_shutdown_end, (NULL));
    mono_profiler_state.started = false;
    for (MonoProfilerHandle p = profilers; p; p = p->next)
        if (p->cleanup)
            p->cleanup(p->prof);
}
