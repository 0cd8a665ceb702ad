/* fake-host.c - see fake-host.h. Setters come from the ABI's list of events, so a new event needs no line here. */
#include "tests/plugin/fake-host.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

MonoMethod *fake_stack[FAKE_MAX_DEPTH];
int fake_depth, fake_native_offset = -1;
bool fake_has_skip_counter, fake_has_requests, fake_has_call_cursor;
long fake_callbacks;

static MonoProfiler *profiler;
static MonoProfilerCallInstrumentationFilterCallback filter;
static bool is_down, allocations_wanted;
static __thread int32_t skip_counter;
static int requested = 1; /* one thread runs */
static bool by_request, by_cursor;
static MonoProfilerCallNode no_call = {.last_child = &no_call}, *cursor = &no_call;
static MonoProfilerCallNode *callers[FAKE_MAX_DEPTH]; /* where the cursor was at each enter; NULL: elsewhere since */

static void must_be_up(void)
{
    if (is_down)
        abort();
}

#define SETTER(unused, name, Type, parameters, need)                                                                   \
    static MonoProfiler##Type##Callback callback_##name;                                                               \
    void mono_profiler_set_##name##_callback(MonoProfilerHandle handle, MonoProfiler##Type##Callback cb)               \
    {                                                                                                                  \
        callback_##name = cb;                                                                                          \
    }
MONO_PROFILER_EVENTS(SETTER, )

MonoProfilerHandle mono_profiler_create(MonoProfiler *p)
{
    profiler = p;
    return (MonoProfilerHandle)&profiler;
}

void mono_profiler_set_call_instrumentation_filter_callback(MonoProfilerHandle handle,
                                                            MonoProfilerCallInstrumentationFilterCallback cb)
{
    filter = cb;
}

char *mono_method_full_name(MonoMethod *method, mono_bool signature)
{
    must_be_up();
    return strdup(method->full_name);
}

const char *mono_method_get_name(MonoMethod *method)
{
    must_be_up();
    return method->name;
}

MonoClass *mono_method_get_class(MonoMethod *method)
{
    must_be_up();
    return method->klass;
}

const char *mono_class_get_name(MonoClass *klass)
{
    return klass->name;
}

const char *mono_class_get_namespace(MonoClass *klass)
{
    return klass->name_space;
}

MonoClass *mono_class_get_nesting_type(MonoClass *klass)
{
    return NULL;
}

MonoImage *mono_class_get_image(MonoClass *klass)
{
    return (MonoImage *)&profiler;
}

const char *mono_image_get_name(MonoImage *image)
{
    return "fake";
}

MonoAssembly *mono_image_get_assembly(MonoImage *image)
{
    return (MonoAssembly *)&profiler;
}

MonoAssembly *mono_assembly_get_main(void)
{
    return (MonoAssembly *)&profiler;
}

MonoAssemblyName *mono_assembly_get_name(MonoAssembly *assembly)
{
    return (MonoAssemblyName *)assembly;
}

const char *mono_assembly_name_get_name(MonoAssemblyName *name)
{
    return "fake";
}

MonoType *mono_class_get_type(MonoClass *klass)
{
    return (MonoType *)klass;
}

char *mono_type_get_name(MonoType *type)
{
    must_be_up();
    const MonoClass *klass = (const MonoClass *)type;
    return g_strdup_printf("%s.%s<System.Int32>", klass->name_space, klass->name);
}

MonoClass *mono_object_get_class(MonoObject *object)
{
    return object->klass;
}

unsigned int mono_object_get_size(MonoObject *object)
{
    return object->size;
}

mono_bool mono_profiler_enable_allocations(void)
{
    allocations_wanted = true;
    return true;
}

void fake_allocate(MonoClass *klass, unsigned size_bytes)
{
    MonoObject object = {klass, size_bytes};
    if (allocations_wanted && callback_gc_allocation)
        callback_gc_allocation(profiler, &object);
}

void mono_free(void *block)
{
    free(block);
}

void mono_stack_walk_no_il(MonoStackWalk func, void *data)
{
    must_be_up();
    for (int i = fake_depth; i-- > 0;)
        if (func(fake_stack[i], fake_native_offset, -1, 1, data))
            return;
}

int32_t *mono_profiler_get_skip_counter(void)
{
    return fake_has_skip_counter ? &skip_counter : NULL;
}

mono_bool mono_profiler_enable_samplepoint_requests(MonoProfilerHandle handle)
{
    return by_request = fake_has_requests;
}

void mono_profiler_request_samplepoint(void)
{
    __atomic_store_n(&requested, 1, __ATOMIC_RELAXED);
}

MonoProfilerCallNode **mono_profiler_get_call_cursor(void)
{
    return &cursor;
}

mono_bool mono_profiler_enable_call_cursor(MonoProfilerHandle handle)
{
    return by_cursor = fake_has_call_cursor;
}

void fake_compile(MonoMethod *method)
{
    method->flags = filter ? (int)filter(profiler, method) : 0;
}

static bool raises(MonoMethod *method, int flag)
{
    if (!(method->flags & flag))
        return false;
    if (by_cursor) {
        __atomic_store_n(&requested, 0, __ATOMIC_RELAXED);
        fake_callbacks++;
        return true;
    }
    if (by_request ? !__atomic_exchange_n(&requested, 0, __ATOMIC_RELAXED) : fake_has_skip_counter && --skip_counter > 0)
        return false;
    fake_callbacks++;
    return true;
}

static bool is_requested(void)
{
    return __atomic_load_n(&requested, __ATOMIC_RELAXED);
}

void fake_enter(MonoMethod *method)
{
    MonoProfilerCallNode *child = cursor->last_child, **caller = &callers[fake_depth];
    fake_stack[fake_depth++] = method;
    if (by_cursor && child->method == method && !is_requested()) {
        child->calls++;
        *caller = cursor;
        cursor = child;
        return;
    }
    if (raises(method, MONO_PROFILER_CALL_INSTRUMENTATION_ENTER) && callback_method_enter)
        callback_method_enter(profiler, method, NULL);
    *caller = cursor->method == method ? cursor->parent : NULL;
}

void fake_samplepoint(MonoMethod *method)
{
    if (raises(method, MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT) && callback_method_samplepoint)
        callback_method_samplepoint(profiler, method, NULL);
}

void fake_leave(MonoMethod *method)
{
    MonoProfilerCallNode *caller = callers[fake_depth - 1];
    if (by_cursor && caller && cursor->parent == caller && !is_requested())
        cursor = caller;
    else if (raises(method, MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE) && callback_method_leave)
        callback_method_leave(profiler, method, NULL);
    fake_depth--;
}

void fake_leave_by_exception(MonoMethod *method)
{
    if (raises(method, MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE) && callback_method_exception_leave)
        callback_method_exception_leave(profiler, method, NULL);
    fake_depth--;
}

void fake_startup(void)
{
    if (callback_runtime_initialized)
        callback_runtime_initialized(profiler);
}

void fake_free_method(MonoMethod *method)
{
    if (callback_method_free)
        callback_method_free(profiler, method);
}

void fake_shutdown(void)
{
    if (callback_runtime_shutdown_begin)
        callback_runtime_shutdown_begin(profiler);
    is_down = true;
    if (callback_runtime_shutdown_end)
        callback_runtime_shutdown_end(profiler);
}
