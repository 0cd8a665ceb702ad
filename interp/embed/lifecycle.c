/*
 * lifecycle.c - the order of start and end: search path -> heap -> interpreter -> profilers -> class library -> events;
 * last finalizers -> profilers -> numbers.
 */
#include "interp/embed/lifecycle.h"

#include <stdio.h>
#include <stdlib.h>

#include "interp/corlib/icalls.h"
#include "interp/exec/exec.h"
#include "interp/exec/tools.h"

static bool stats;

/* Environment.Exit and the like. */
static void on_exit_request(int exit_code)
{
    mono_corlib_shutdown();
    lifecycle_end();
}

/* mono dies of what a finalizer or pool work throws, with this code. */
static void on_worker_exception(MonoException *exception)
{
    interp_died = true;
    interp_print_unhandled(exception);
    lifecycle_end();
    exit(255);
}

bool lifecycle_start(const LifecycleOptions *options, MonoError *error)
{
    stats = options->stats;
    mono_assembly_init(options->app_dir, options->library_dir);
    mono_gc_init(options->heap_limit_bytes);
    interp_exec_init(options->stack_limit_bytes);
    if (options->load_profilers)
        options->load_profilers();
    interp_tools_init(options->stats);
    if (!mono_runtime_init_classes(error))
        return false;
    mono_exceptions_init();
    if (!mono_corlib_init(options->argc, options->argv, error))
        return false;
    mono_exit_hook = on_exit_request;
    mono_worker_exception_hook = on_worker_exception;
    mono_profiler_runtime_started();
    return true;
}

void lifecycle_end(void)
{
    static bool ended;
    if (ended)
        return;
    ended = true;
    if (!interp_died)
        mono_gc_finalize_all();
    mono_profiler_runtime_ending();
    mono_runtime_shutting_down = true;
    mono_profiler_runtime_ended();
    if (stats)
        interp_print_stats(stderr);
    interp_write_op_coverage();
    fflush(NULL);
}
