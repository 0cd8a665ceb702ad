/*
 * calltrace.c - --trace: a profiler inside the runtime that prints enter and leave, with mono's line format.
 */
#include "interp/exec/callspec.h"
#include "interp/exec/exec.h"

#include <stdio.h>

struct _MonoProfiler {
    InterpCallspec *spec;
    int64_t start_us;
    int depth;
};
static MonoProfiler tracer;

static void print(MonoMethod *method, const char *what)
{
    char *name = mono_method_full_name(method, 1);
    double seconds = (double)(g_get_monotonic_time() - tracer.start_us) / 1e6;
    printf("[%p: %.5f %d] %s %s\n", (void *)&tracer, seconds, tracer.depth, what, name);
    mono_free(name);
}

static void on_enter(MonoProfiler *profiler, MonoMethod *method, MonoProfilerCallContext *context)
{
    print(method, "ENTER:");
    profiler->depth++;
}

static void leave(const char *what, MonoMethod *method)
{
    if (tracer.depth)
        tracer.depth--;
    print(method, what);
}

static void on_leave(MonoProfiler *profiler, MonoMethod *method, MonoProfilerCallContext *context)
{
    leave("LEAVE:", method);
}

static void on_tail_call(MonoProfiler *profiler, MonoMethod *method, MonoMethod *target)
{
    leave("LEAVE:", method);
}

static void on_exception_leave(MonoProfiler *profiler, MonoMethod *method, MonoObject *exception)
{
    leave("LEAVE (exception):", method);
}

/* Before the exception has its stack trace; without managed code. */
static void on_throw(MonoProfiler *profiler, MonoObject *object)
{
    if (!interp_callspec_matches_exception(profiler->spec, object->vtable->klass))
        return;
    char *klass = mono_class_full_name(object->vtable->klass);
    char *message = mono_string_to_utf8(((MonoException *)object)->message);
    printf("[%p:] EXCEPTION handling: %s%s%s\n", (void *)&tracer, klass, message ? ": " : "", message ? message : "");
    g_free(klass);
    g_free(message);
}

static MonoProfilerCallInstrumentationFlags filter(MonoProfiler *profiler, MonoMethod *method)
{
    return interp_callspec_matches(profiler->spec, method)
               ? MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
                     MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL |
                     MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE
               : MONO_PROFILER_CALL_INSTRUMENTATION_NONE;
}

bool interp_calltrace_init(const char *spec)
{
    tracer.spec = interp_callspec_parse(spec);
    if (!tracer.spec)
        return false;
    setvbuf(stdout, NULL, _IOLBF, 0); /* what the program prints goes past stdio, and comes where it belongs */
    tracer.start_us = g_get_monotonic_time();
    MonoProfilerHandle handle = mono_profiler_create(&tracer);
    mono_profiler_set_method_enter_callback(handle, on_enter);
    mono_profiler_set_method_leave_callback(handle, on_leave);
    mono_profiler_set_method_tail_call_callback(handle, on_tail_call);
    mono_profiler_set_method_exception_leave_callback(handle, on_exception_leave);
    mono_profiler_set_exception_throw_callback(handle, on_throw);
    mono_profiler_set_call_instrumentation_filter_callback(handle, filter);
    return true;
}
