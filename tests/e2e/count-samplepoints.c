/*
 * count-samplepoints.c - a profiler module for the tests: counts samplepoints of our own runtime a method, exactly.
 *
 * --profile=count:PREFIX instruments the methods whose full name starts with PREFIX. It never touches the skip counter,
 * so every visit is raised. At the end it prints one line a method to stderr: "count: NUMBER NAME"; methods that asked
 * for samplepoints and got none have 0. It is not installed.
 */
#include "profiler/include/mono-profiler-abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_METHODS = 4096 };

struct _MonoProfiler {
    const char *prefix;
    MonoMethod *methods[MOST_METHODS];
    uint64_t counts[MOST_METHODS];
    unsigned used;
};

__attribute__((visibility("default"))) void mono_profiler_init_count(const char *desc);

static unsigned place_of(MonoProfiler *prof, MonoMethod *method)
{
    unsigned i = 0;
    while (i < prof->used && prof->methods[i] != method)
        i++;
    if (i == prof->used && i < MOST_METHODS)
        prof->methods[prof->used++] = method;
    return i;
}

static MonoProfilerCallInstrumentationFlags only_the_prefix(MonoProfiler *prof, MonoMethod *method)
{
    char *name = mono_method_full_name(method, 1);
    int wanted = !strncmp(name, prof->prefix, strlen(prof->prefix));
    mono_free(name);
    if (!wanted)
        return MONO_PROFILER_CALL_INSTRUMENTATION_NONE;
    place_of(prof, method);
    return MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT;
}

static void samplepoint(MonoProfiler *prof, MonoMethod *method, MonoProfilerCallContext *context)
{
    unsigned i = place_of(prof, method);
    if (i < MOST_METHODS)
        prof->counts[i]++;
}

static void print_counts(MonoProfiler *prof)
{
    for (unsigned i = 0; i < prof->used; i++) {
        char *name = mono_method_full_name(prof->methods[i], 1);
        fprintf(stderr, "count: %llu %s\n", (unsigned long long)prof->counts[i], name);
        mono_free(name);
    }
}

void mono_profiler_init_count(const char *desc)
{
    static MonoProfiler profiler;
    const char *colon = desc ? strchr(desc, ':') : NULL;
    profiler.prefix = strdup(colon ? colon + 1 : "");
    MonoProfilerHandle handle = mono_profiler_create(&profiler);
    mono_profiler_set_call_instrumentation_filter_callback(handle, only_the_prefix);
    mono_profiler_set_method_samplepoint_callback(handle, samplepoint);
    mono_profiler_set_runtime_shutdown_begin_callback(handle, print_counts);
}
