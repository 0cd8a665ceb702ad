/*
 * nop-module.c - the floor of every enter/leave profiler: all methods instrumented, callbacks that do nothing.
 *
 * bench/overhead holds the `timer` trigger against it; what it costs is Mono's doing. It is not installed.
 */
#include "profiler/include/mono-profiler-abi.h"

struct _MonoProfiler {
    int unused;
};

__attribute__((visibility("default"))) void mono_profiler_init_nop(const char *desc);

static MonoProfilerCallInstrumentationFlags every_method(MonoProfiler *prof, MonoMethod *method)
{
    return MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
           MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL | MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE;
}

static void enter_or_leave(MonoProfiler *prof, MonoMethod *method, MonoProfilerCallContext *context)
{
}

static void tail_call(MonoProfiler *prof, MonoMethod *method, MonoMethod *target)
{
}

static void exception_leave(MonoProfiler *prof, MonoMethod *method, MonoObject *exception)
{
}

void mono_profiler_init_nop(const char *desc)
{
    static MonoProfiler profiler;
    MonoProfilerHandle handle = mono_profiler_create(&profiler);
    mono_profiler_set_call_instrumentation_filter_callback(handle, every_method);
    mono_profiler_set_method_enter_callback(handle, enter_or_leave);
    mono_profiler_set_method_leave_callback(handle, enter_or_leave);
    mono_profiler_set_method_tail_call_callback(handle, tail_call);
    mono_profiler_set_method_exception_leave_callback(handle, exception_leave);
}
