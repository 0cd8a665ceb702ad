/*
 * events-alloc.c - mode alloc: where memory is allocated, in bytes and objects.
 *
 *   gc_allocation -> every byte is equally likely to be sampled -> one is in this object? -> stack -> book its weight
 *
 * Distances between sampled bytes are exponential with the mean allocInterval, so an object of s bytes is sampled with
 * the probability p = 1 - exp(-s / allocInterval), whatever was allocated before it. It then stands for 1 / p objects
 * of s / p bytes: so sums are right on average, for small and for large objects. With allocInterval=0 all are booked as
 * they are.
 *
 * Stacks come from a walk where the host lets one see the frames at an allocation: our own runtime and Mono's JIT.
 * Under Mono's interpreter enter and leave keep a shadow stack instead.
 */
#include "profiler/plugin/modes.h"

#include <math.h>

static const SpOptions *options;
static bool walks;

/* ---- Which allocations, and what they stand for ------------------------------------------------------------------ */

/* Uniform in (0, 1]. */
static double random_unit(SpThreadState *t)
{
    uint64_t high = sp_random_below(&t->random, 1u << 26), low = sp_random_below(&t->random, 1u << 26);
    return ((double)(high << 26 | low) + 1) / 4503599627370496.0; /* 2^52 */
}

static double next_distance(SpThreadState *t)
{
    return -log(random_unit(t)) * (double)options->alloc_interval;
}

/* Up or down at random, so that sums of rounded values are right. */
static int64_t rounded(SpThreadState *t, double value)
{
    double whole = floor(value);
    return (int64_t)whole + (random_unit(t) < value - whole);
}

/* ---- Frames of types --------------------------------------------------------------------------------------------- */

static pthread_mutex_t types_lock = PTHREAD_MUTEX_INITIALIZER;
static GHashTable *types; /* MonoClass -> frame + 1 */
static uint32_t types_generation;

/* "[alloc] System.Collections.Generic.List<System.Int32>" */
static char *frame_name(MonoClass *klass)
{
    MonoType *type =
        sp_host.mono_class_get_type && sp_host.mono_type_get_name ? sp_host.mono_class_get_type(klass) : NULL;
    char *whole = type ? sp_host.mono_type_get_name(type) : NULL;
    const char *name_space = whole ? "" : sp_host.mono_class_get_namespace(klass);
    char *frame = g_strconcat("[alloc] ", name_space, *name_space ? "." : "",
                              whole ? whole : sp_host.mono_class_get_name(klass), NULL);
    if (whole)
        sp_host.mono_free(whole);
    return frame;
}

static uint32_t type_frame(MonoObject *object)
{
    MonoClass *klass = sp_host.mono_object_get_class(object);
    uint32_t generation = __atomic_load_n(&sp_methods_generation, __ATOMIC_ACQUIRE);
    sp_host_lock(&types_lock);
    if (!types)
        types = g_hash_table_new(NULL, NULL);
    if (types_generation != generation) /* a domain went away: addresses may mean other types */
        g_hash_table_remove_all(types);
    types_generation = generation;
    uint32_t frame = GPOINTER_TO_UINT(g_hash_table_lookup(types, klass));
    if (!frame) {
        char *name = frame_name(klass);
        frame = sp_mode_synthetic_frame(name) + 1;
        g_hash_table_insert(types, klass, GUINT_TO_POINTER(frame));
        g_free(name);
    }
    pthread_mutex_unlock(&types_lock);
    return frame - 1;
}

/* ---- Stacks ------------------------------------------------------------------------------------------------------ */

typedef struct {
    SpThreadState *thread;
    size_t depth; /* frames in its scratch, leaf first */
} Walk;

static mono_bool add_frame(MonoMethod *method, int32_t native_offset, int32_t il_offset, mono_bool managed, void *data)
{
    Walk *w = data;
    if (!method)
        return 0;
    MonoDomain *domain = options->lines && sp_host.mono_domain_get ? sp_host.mono_domain_get() : NULL;
    uint32_t frame =
        options->lines ? sp_method_frame_at(method, domain, native_offset) : sp_thread_frame(w->thread, method);
    if (frame != SP_NONE) {
        sp_thread_scratch(w->thread, w->depth + 1)[w->depth] = frame;
        w->depth++;
    }
    return 0;
}

/* Stacks without a shown frame are not the callspec's, and are left out. */
static void book_walk(SpThreadState *t, MonoObject *object, int64_t bytes, int64_t objects)
{
    Walk w = {.thread = t};
    if (options->alloc_types) {
        sp_thread_scratch(t, 1)[0] = type_frame(object);
        w.depth = 1;
    }
    if (options->lines && sp_host.mono_stack_walk)
        sp_host.mono_stack_walk(add_frame, &w);
    else
        sp_host.mono_stack_walk_no_il(add_frame, &w);
    if (w.depth == (options->alloc_types ? 1u : 0u))
        return;
    uint32_t *frames = t->scratch;
    for (size_t i = 0; i < w.depth / 2; i++) { /* leaf first -> root first */
        uint32_t f = frames[i];
        frames[i] = frames[w.depth - 1 - i];
        frames[w.depth - 1 - i] = f;
    }
    sp_mode_record_stack(t, frames, w.depth, options->max_depth, SP_NO_TIME, bytes, objects);
}

static void book_shadow(SpThreadState *t, MonoObject *object, int64_t bytes, int64_t objects)
{
    if (t->shadow.top == t->shadow.bottom)
        return;
    uint32_t type = options->alloc_types ? type_frame(object) : SP_NONE;
    uint32_t node = sp_mode_shadow_node(t, options->max_depth, objects);
    if (node == t->root)
        return;
    if (node == SP_NONE || !sp_recording_lock()) {
        sp_recording_dropped(objects);
        return;
    }
    if (type != SP_NONE)
        node = sp_recording_child(node, type);
    sp_recording_add(node, SP_NO_TIME, bytes, objects);
    sp_recording_unlock();
}

static __attribute__((noinline)) void sample(SpThreadState *t, MonoObject *object, unsigned size)
{
    double chance = 1;
    if (options->alloc_interval) {
        chance = -expm1(-(double)size / (double)options->alloc_interval);
        t->alloc_left = next_distance(t);
    }
    int64_t objects = rounded(t, 1 / chance), bytes = rounded(t, size / chance);
    t->in_allocation = true;
    if (walks)
        book_walk(t, object, bytes, objects);
    else
        book_shadow(t, object, bytes, objects);
    t->in_allocation = false;
}

static void on_allocation(MonoProfiler *p, MonoObject *object)
{
    SpThreadState *t = sp_thread_self;
    if ((!t && !(t = sp_thread_get())) || t->in_allocation)
        return;
    unsigned size = sp_host.mono_object_get_size(object);
    if (options->alloc_interval && (t->alloc_left -= size) >= 0)
        return;
    sample(t, object, size);
}

/* ---- The shadow stack -------------------------------------------------------------------------------------------- */

static void on_enter(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    uintptr_t anchor = SP_ANCHOR();
    SpThreadState *t = sp_thread_self;
    if (!t && !(t = sp_thread_get()))
        return;
    t->shadow.top = sp_shadow_live_at_enter(&t->shadow, anchor);
    sp_shadow_push(&t->shadow, method, anchor);
}

static void leave(MonoMethod *method, uintptr_t anchor)
{
    SpThreadState *t = sp_thread_self;
    if (!t)
        return;
    SpShadowFrame *top = t->shadow.top = sp_shadow_live_at_leave(&t->shadow, anchor);
    if (top->anchor == anchor || (top->method == method && sp_method_has_localloc(method)))
        t->shadow.top = top - 1;
}

static void on_leave(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    leave(method, SP_ANCHOR());
}

static void on_tail_call(MonoProfiler *p, MonoMethod *method, MonoMethod *target)
{
    leave(method, SP_ANCHOR());
}

static void on_unwind(MonoProfiler *p, MonoMethod *method, MonoObject *exception)
{
    uintptr_t anchor = SP_ANCHOR();
    SpThreadState *t = sp_thread_self;
    if (!t)
        return;
    t->shadow.top = sp_shadow_live_at_enter(&t->shadow, anchor);
    if (sp_shadow_unwind_pops_top(&t->shadow, method, anchor))
        sp_shadow_pop_unwound(&t->shadow);
}

static MonoProfilerCallInstrumentationFlags filter(MonoProfiler *p, MonoMethod *method)
{
    return sp_method_selected(method)
               ? MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
                     MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL | MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE
               : MONO_PROFILER_CALL_INSTRUMENTATION_NONE;
}

static void keep_shadow_stack(MonoProfilerHandle handle)
{
    sp_host.mono_profiler_set_method_enter_callback(handle, on_enter);
    sp_host.mono_profiler_set_method_leave_callback(handle, on_leave);
    sp_host.mono_profiler_set_method_tail_call_callback(handle, on_tail_call);
    sp_host.mono_profiler_set_method_exception_leave_callback(handle, on_unwind);
    sp_host.mono_profiler_set_call_instrumentation_filter_callback(handle, filter);
}

/* ---- Start ------------------------------------------------------------------------------------------------------- */

static bool host_walks(void)
{
    return sp_host.mono_stack_walk_no_il && !sp_host_interprets();
}

const char *sp_mode_alloc_stacks(void)
{
    return host_walks() ? "by walking" : "from enter and leave events";
}

static void start_thread(SpThreadState *t)
{
    t->alloc_left = next_distance(t);
}

static bool start(MonoProfilerHandle handle, const SpOptions *o, GError **error)
{
    options = o;
    walks = host_walks();
    sp_thread_on_start = start_thread;
    if (!sp_host.mono_profiler_enable_allocations || !sp_host.mono_object_get_size || !sp_host.mono_object_get_class ||
        !sp_host.mono_profiler_set_gc_allocation_callback || !sp_host.mono_profiler_enable_allocations()) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "mode=alloc: this host does not tell of allocations");
        return false;
    }
    if (!walks)
        keep_shadow_stack(handle);
    sp_host.mono_profiler_set_gc_allocation_callback(handle, on_allocation);
    return true;
}

const SpModeInfo sp_mode_alloc = {.start = start};
