/*
 * fake-host.h - a host without a runtime: it has the functions of the profiler ABI that the module looks for, and
 * raises the events a test asks for. With samplepoints, as our own runtime; stock Mono is tested for real in tests/e2e.
 */
#ifndef TESTS_PLUGIN_FAKE_HOST_H
#define TESTS_PLUGIN_FAKE_HOST_H

#include "profiler/include/mono-profiler-abi.h"

#include <stdbool.h>

struct _MonoClass {
    const char *name_space, *name;
};

struct _MonoObject {
    struct _MonoClass *klass;
    unsigned size; /* bytes */
};

struct _MonoMethod {
    const char *full_name, *name;
    struct _MonoClass *klass;
    int flags; /* what the module's filter answered; set by fake_compile() */
};

/* The profiler module's door. */
void mono_profiler_init_browser(const char *desc);

/* The stack that a walk finds: root first. */
#define FAKE_MAX_DEPTH 32768
extern MonoMethod *fake_stack[FAKE_MAX_DEPTH];
extern int fake_depth, fake_native_offset;

/* Asks the filter, as a compiler would. */
void fake_compile(MonoMethod *method);

/* Events as instrumented code raises them: nothing happens unless the method's flags ask for it; with a skip counter
 * (fake_has_skip_counter) samplepoints, enters and leaves count it down and raise at <= 0. */
extern bool fake_has_skip_counter;
/* A host with requests: when the module asked for them, visits are raised by request only. */
extern bool fake_has_requests;
/* A host with a call cursor: when the module asked for it, enters and leaves that it tells are not raised. */
extern bool fake_has_call_cursor;
extern long fake_callbacks; /* calls of the module's callbacks so far */
void fake_enter(MonoMethod *method);
void fake_samplepoint(MonoMethod *method);
void fake_leave(MonoMethod *method);
void fake_leave_by_exception(MonoMethod *method);

/* Raises gc_allocation, if the module asked for allocations. */
void fake_allocate(struct _MonoClass *klass, unsigned size_bytes);

void fake_startup(void);
void fake_free_method(MonoMethod *method);
/* Raises the shutdown events; afterwards any call of a host function but mono_free() aborts. */
void fake_shutdown(void);

#endif
