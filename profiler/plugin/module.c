/*
 * module.c - the profiler module `browser`: mono --profile=browser:OPTIONS program.exe
 *
 *   options -> host functions -> trigger -> callbacks of the mode -> hooks for the end
 *
 * Anything wrong up to here is one line on stderr and exit code 1 before the program starts.
 */
#include "profiler/plugin/ending.h"
#include "profiler/plugin/modes.h"
#include "profiler/plugin/write-out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Marks the process for other copies of this module, which share no variable with this one. */
#define LOADED_MARK "SAMPLEPOINT_LOADED_IN_PROCESS"

#define SIGNAL_LEAST_NS 50000 /* a tick costs several microseconds; from some 15 on down a program gets no further */

struct _MonoProfiler {
    SpOptions options;
    const SpModeInfo *mode;
};

static struct _MonoProfiler profiler;

static G_GNUC_NORETURN void refuse(GError *error)
{
    sp_message("%s", error->message);
    exit(1);
}

static void refuse_second_load(const char *desc)
{
    char pid[16];
    g_snprintf(pid, sizeof pid, "%d", (int)getpid());
    if (!g_strcmp0(g_getenv(LOADED_MARK), pid)) {
        sp_message("the module is loaded already in this process; '--profile=%s' is one too many", desc);
        _exit(1); /* the copy loaded first has nothing to write yet */
    }
    g_setenv(LOADED_MARK, pid, TRUE);
}

static void print_help(void)
{
    char *help = sp_options_help();
    fputs(help, stdout);
    exit(fflush(stdout) == 0 ? 0 : 1);
}

/* Why signal sampling cannot serve here, or NULL. */
static const char *signal_refusal(const SpOptions *o)
{
    if (sp_host_has_samplepoints())
        return "this host has samplepoints, which serve better";
    if (sp_host_interprets())
        return "the interpreter's methods are on no native stack";
    if (o->interval_ns < SIGNAL_LEAST_NS || o->interval_ns > 1000000000)
        return "signals serve for intervals of 0.05 to 1000 ms";
    return sp_mode_host_signals_asked() ? NULL : sp_mode_copy_refusal();
}

static const char *calls_with_cursor(const SpOptions *o)
{
    char text[160], ms[32];
    g_snprintf(text, sizeof text, "mode calls: every call is counted; times are exact while calls are few, then sampled every %s ms",
               sp_format_double(ms, sizeof ms, (double)o->interval_ns / 1e6, 3));
    return g_intern_string(text);
}

static const char *allocations(const SpOptions *o)
{
    char text[160], bytes[32], every[64] = "every allocation";
    if (o->alloc_interval)
        g_snprintf(every, sizeof every, "a sample every %s on average",
                   sp_format_bytes(bytes, sizeof bytes, o->alloc_interval));
    g_snprintf(text, sizeof text, "mode alloc: %s, stacks %s", every, sp_mode_alloc_stacks());
    return g_intern_string(text);
}

/* Resolves trigger=auto and checks the others; the text says which and why. */
static const char *choose_trigger(SpOptions *o, GError **error)
{
    char because[160];
    if (o->mode == SP_MODE_ALLOC)
        return allocations(o);
    const char *no_signal = signal_refusal(o), *no_ticks = sp_ticker_refusal();
    if (o->mode == SP_MODE_CALLS)
        return sp_calls_have_cursor(o) ? calls_with_cursor(o) : "mode calls: every call is counted, exact";
    if (o->trigger == SP_TRIGGER_SIGNAL) {
        if (no_signal) {
            g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "trigger=signal cannot be used: %s; use trigger=%s",
                        no_signal, no_ticks ? "visits" : "timer");
            return NULL;
        }
        return "trigger signal, as asked: no instrumentation";
    }
    if (o->interval_ns == 0) {
        o->trigger = SP_TRIGGER_VISITS;
        return "trigger visits: interval 0 takes every visit";
    }
    if (o->trigger == SP_TRIGGER_VISITS)
        return "trigger visits, as asked: every N-th visit";
    if (no_ticks && o->trigger == SP_TRIGGER_TIMER) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "trigger=timer cannot be used: %s; use trigger=visits", no_ticks);
        return NULL;
    }
    if (o->trigger == SP_TRIGGER_TIMER)
        return "trigger timer, as asked: the first visit after each tick";
    if (no_ticks) {
        o->trigger = SP_TRIGGER_VISITS;
        g_snprintf(because, sizeof because, "trigger visits: %s", no_ticks);
        return g_intern_string(because);
    }
    if (sp_host_has_samplepoints()) {
        o->trigger = SP_TRIGGER_TIMER;
        return "trigger timer: the host has samplepoints";
    }
    g_snprintf(because, sizeof because, "trigger timer: %s", no_signal ? no_signal : "");
    if (!o->callspec && !no_signal) {
        o->trigger = SP_TRIGGER_SIGNAL;
        return "trigger signal: stock Mono's JIT and no callspec, so no instrumentation is needed";
    }
    o->trigger = SP_TRIGGER_TIMER;
    return o->callspec ? "trigger timer: only the methods of the callspec are instrumented"
                       : g_intern_string(because);
}

static const SpModeInfo *mode_for(const SpOptions *o)
{
    if (o->mode == SP_MODE_CALLS)
        return &sp_mode_calls;
    if (o->mode == SP_MODE_ALLOC)
        return &sp_mode_alloc;
    if (o->trigger == SP_TRIGGER_SIGNAL)
        return &sp_mode_copy;
    return sp_host_has_samplepoints() ? &sp_mode_samplepoint : &sp_mode_sample_events;
}

static void on_runtime_initialized(MonoProfiler *p)
{
    sp_mode_host_runs(true);
    g_unsetenv(LOADED_MARK); /* all modules are loaded; the program sees its own environment only */
}

static void on_shutdown_begin(MonoProfiler *p)
{
    sp_write_out_host_ends();
}

static void on_shutdown_end(MonoProfiler *p)
{
    sp_ending_now();
}

static void on_method_free(MonoProfiler *p, MonoMethod *method)
{
    if (p->mode->forget)
        p->mode->forget(method, NULL);
    sp_method_freed(method);
}

static void on_domain_unloading(MonoProfiler *p, MonoDomain *domain)
{
    if (p->mode->forget)
        p->mode->forget(NULL, domain);
    sp_methods_forget_all();
}

static void on_thread_stopping(MonoProfiler *p, uintptr_t tid)
{
    sp_thread_end();
}

static void on_thread_name(MonoProfiler *p, uintptr_t tid, const char *name)
{
    sp_thread_set_name(tid, name);
}

static void register_life_cycle(MonoProfilerHandle handle)
{
    sp_host.mono_profiler_set_runtime_initialized_callback(handle, on_runtime_initialized);
    sp_host.mono_profiler_set_runtime_shutdown_begin_callback(handle, on_shutdown_begin);
    if (sp_host.mono_profiler_get_skip_counter) /* our own runtime; stock Mono's threads may run on until exit */
        sp_host.mono_profiler_set_runtime_shutdown_end_callback(handle, on_shutdown_end);
    sp_host.mono_profiler_set_method_free_callback(handle, on_method_free);
    if (sp_host.mono_profiler_set_domain_unloading_callback)
        sp_host.mono_profiler_set_domain_unloading_callback(handle, on_domain_unloading);
    if (sp_host.mono_profiler_set_domain_unloaded_callback)
        sp_host.mono_profiler_set_domain_unloaded_callback(handle, on_domain_unloading);
    if (sp_host.mono_profiler_set_thread_stopping_callback)
        sp_host.mono_profiler_set_thread_stopping_callback(handle, on_thread_stopping);
    if (sp_host.mono_profiler_set_thread_name_callback)
        sp_host.mono_profiler_set_thread_name_callback(handle, on_thread_name);
}

/* Signals of our own. The host's walk the stack in the handler, which can
 * hang: only for who asks for the comparison. */
static bool start_signal(MonoProfilerHandle handle, const SpOptions *o, GError **error)
{
    if (sp_mode_host_signals_asked()) {
        profiler.mode = &sp_mode_signal;
        return profiler.mode->start(handle, o, error);
    }
    return profiler.mode->start(handle, o, error);
}

/* Starts the way of recording; the text says which and why. */
static char *start_mode(MonoProfilerHandle handle, SpOptions *o, const char *why, bool any_trigger, GError **error)
{
    if (profiler.mode != &sp_mode_copy)
        return profiler.mode->start(handle, o, error) ? g_strdup(why) : NULL;
    if (start_signal(handle, o, error))
        return g_strdup_printf("%s; %s", why, profiler.mode == &sp_mode_copy ? "stacks copied by signals of our own"
                                                                             : "the host's own sampling, for comparison");
    if (!any_trigger) {
        g_prefix_error(error, "trigger=signal cannot be used: ");
        return NULL;
    }
    char *reason = g_strdup_printf("trigger timer: %s", (*error)->message);
    g_clear_error(error);
    o->trigger = SP_TRIGGER_TIMER;
    profiler.mode = mode_for(o);
    if (profiler.mode->start(handle, o, error))
        return reason;
    g_free(reason);
    return NULL;
}

/* The host's door to the module: mono/metadata/profiler.h, symbol mono_profiler_init_NAME. */
__attribute__((visibility("default"))) void mono_profiler_init_browser(const char *desc);

void mono_profiler_init_browser(const char *desc)
{
    GError *error = NULL;
    SpOptions *o = &profiler.options;
    refuse_second_load(desc);
    if (!sp_options_parse(o, desc, g_getenv("SAMPLEPOINT_OPTIONS"), &error))
        refuse(error);
    if (o->help)
        print_help();
    if (!sp_host_find(&error))
        refuse(error);
    bool any_trigger = o->trigger == SP_TRIGGER_AUTO;
    const char *why = choose_trigger(o, &error);
    if (!why)
        refuse(error);
    profiler.mode = mode_for(o);
    sp_recording_start();
    sp_methods_init(o);
    MonoProfilerHandle handle = sp_host.mono_profiler_create(&profiler);
    char *reason = start_mode(handle, o, why, any_trigger, &error);
    if (!reason)
        refuse(error);
    register_life_cycle(handle);
    sp_write_out_start(o, profiler.mode, reason);
    g_free(reason);
    if (!sp_ending_start(o, &error))
        refuse(error);
}
