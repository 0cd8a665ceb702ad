/*
 * lifecycle.h - start and end of the runtime, for the command and for programs that embed it.
 */
#ifndef MONOSP_LIFECYCLE_H
#define MONOSP_LIFECYCLE_H

#include "interp/runtime/runtime.h"

typedef struct {
    const char *app_dir;                          /* assemblies are looked for here first */
    const char *library_dir;                      /* Mono's, with 4.5/mscorlib.dll in it; NULL = the installed one */
    uint64_t heap_limit_bytes, stack_limit_bytes; /* 0 = no limit, the default */
    bool stats;                                   /* prints numbers at the end */
    int argc;                                     /* program and arguments, for Environment.GetCommandLineArgs() */
    char **argv;
    void (*load_profilers)(void); /* may be NULL; between the heap's start and the class library's */
} LifecycleOptions;

/* Once a process. False: *error says what is missing. */
bool lifecycle_start(const LifecycleOptions *options, MonoError *error);
/* However the process ends; the second time nothing happens. Finalizers of garbage, profilers' last events, numbers. */
void lifecycle_end(void);

#endif
