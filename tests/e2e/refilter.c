/*
 * refilter.c - a profiler module for the tests: sets another instrumentation filter each time the program enters a
 * method named Phase, and counts events a phase and method, exactly.
 *
 * --profile=refilter. Phase 0 is before the first; then the filters take turns: all methods of the program's classes with
 * all events, enter and leave of Work alone, none but Phase. At the end stderr has lines "refilter: PHASE NAME ENTERS
 * LEAVES EXCEPTION_LEAVES SAMPLEPOINTS". It is not installed.
 */
#include "profiler/include/mono-profiler-abi.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 512 };
enum { ENTER, LEAVE, EXCEPTION_LEAVE, SAMPLEPOINT, EVENTS };

typedef struct {
    unsigned phase;
    MonoMethod *method;
    unsigned counts[EVENTS];
} Row;

struct _MonoProfiler {
    MonoProfilerHandle handle;
    unsigned phase, used;
    Row rows[MOST_ROWS];
};

__attribute__((visibility("default"))) void mono_profiler_init_refilter(const char *desc);

#define FLAG(name) MONO_PROFILER_CALL_INSTRUMENTATION_##name

static int is_named(MonoMethod *method, const char *class_and_name)
{
    char *name = mono_method_full_name(method, 0);
    int same = !strcmp(name, class_and_name);
    mono_free(name);
    return same;
}

static int is_of_program(MonoMethod *method)
{
    char *name = mono_method_full_name(method, 0);
    int same = !strncmp(name, "Refiltered:", 11);
    mono_free(name);
    return same;
}

static MonoProfilerCallInstrumentationFlags everything(MonoProfiler *prof, MonoMethod *method)
{
    return is_of_program(method) ? FLAG(ENTER) | FLAG(LEAVE) | FLAG(EXCEPTION_LEAVE) | FLAG(SAMPLEPOINT) : FLAG(NONE);
}

static MonoProfilerCallInstrumentationFlags work_alone(MonoProfiler *prof, MonoMethod *method)
{
    int wanted = is_named(method, "Refiltered:Phase") || is_named(method, "Refiltered:Work");
    return wanted ? FLAG(ENTER) | FLAG(LEAVE) : FLAG(NONE);
}

static MonoProfilerCallInstrumentationFlags phase_alone(MonoProfiler *prof, MonoMethod *method)
{
    return is_named(method, "Refiltered:Phase") ? FLAG(ENTER) : FLAG(NONE);
}

static void count(MonoProfiler *prof, MonoMethod *method, int event)
{
    unsigned i = 0;
    while (i < prof->used && (prof->rows[i].method != method || prof->rows[i].phase != prof->phase))
        i++;
    if (i == prof->used && i < MOST_ROWS)
        prof->rows[prof->used++] = (Row){.phase = prof->phase, .method = method};
    if (i < MOST_ROWS)
        prof->rows[i].counts[event]++;
}

static void enter(MonoProfiler *prof, MonoMethod *method, MonoProfilerCallContext *context)
{
    static const MonoProfilerCallInstrumentationFilterCallback filters[] = {phase_alone, everything, work_alone};
    if (!is_named(method, "Refiltered:Phase")) {
        count(prof, method, ENTER);
        return;
    }
    prof->phase++;
    mono_profiler_set_call_instrumentation_filter_callback(prof->handle, filters[prof->phase % 3]);
}

static void leave(MonoProfiler *prof, MonoMethod *method, MonoProfilerCallContext *context)
{
    if (!is_named(method, "Refiltered:Phase"))
        count(prof, method, LEAVE);
}

static void exception_leave(MonoProfiler *prof, MonoMethod *method, MonoObject *exception)
{
    count(prof, method, EXCEPTION_LEAVE);
}

static void samplepoint(MonoProfiler *prof, MonoMethod *method, MonoProfilerCallContext *context)
{
    count(prof, method, SAMPLEPOINT);
}

static void print_counts(MonoProfiler *prof)
{
    for (unsigned i = 0; i < prof->used; i++) {
        const Row *row = &prof->rows[i];
        char *name = mono_method_full_name(row->method, 0);
        fprintf(stderr, "refilter: %u %s %u %u %u %u\n", row->phase, name, row->counts[ENTER], row->counts[LEAVE],
                row->counts[EXCEPTION_LEAVE], row->counts[SAMPLEPOINT]);
        mono_free(name);
    }
}

void mono_profiler_init_refilter(const char *desc)
{
    static MonoProfiler profiler;
    profiler.handle = mono_profiler_create(&profiler);
    mono_profiler_set_call_instrumentation_filter_callback(profiler.handle, phase_alone);
    mono_profiler_set_method_enter_callback(profiler.handle, enter);
    mono_profiler_set_method_leave_callback(profiler.handle, leave);
    mono_profiler_set_method_exception_leave_callback(profiler.handle, exception_leave);
    mono_profiler_set_method_samplepoint_callback(profiler.handle, samplepoint);
    mono_profiler_set_runtime_shutdown_begin_callback(profiler.handle, print_counts);
}
