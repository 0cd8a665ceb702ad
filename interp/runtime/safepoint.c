/*
 * safepoint.c - what happens at a safepoint when something is pending: a collection, finalizers, requests of others
 * (signal handlers store to safepoint_pending and nothing else).
 */
#include "interp/runtime/heap.h"

/* Where call cursors stand until there is a tree. */
static MonoProfilerCallNode no_call = {.last_child = &no_call};

MonoThreadState mono_thread_state = {.call_cursor = &no_call};
bool mono_runtime_shutting_down;
int32_t mono_environment_exitcode;
enum { MAX_HOOKS = 4 };
static void (*request_hooks[MAX_HOOKS])(void);
static int requested; /* any thread, and signal handlers, store 1 */

void mono_safepoint_set_hook(void (*hook)(void))
{
    for (unsigned i = 0; i < MAX_HOOKS; i++)
        if (!request_hooks[i] || request_hooks[i] == hook) {
            request_hooks[i] = hook;
            return;
        }
}

void mono_safepoint_request(void)
{
    __atomic_store_n(&requested, 1, __ATOMIC_RELEASE);
    __atomic_store_n(&mono_thread_state.safepoint_pending, 1, __ATOMIC_RELEASE);
}

/* Finalizers run between the program's own instructions, so only while no lock is held: what a lock protects may be
 * half changed. Otherwise mono_monitor_exit_object() asks for another safepoint. */
void mono_safepoint(void)
{
    static unsigned visits;
    /* In this order a request that comes meanwhile is taken now or at the next safepoint. */
    __atomic_store_n(&mono_thread_state.safepoint_pending, 0, __ATOMIC_RELEASE);
    bool for_others = __atomic_exchange_n(&requested, 0, __ATOMIC_ACQ_REL) != 0;
    bool stress = heap_stress && ++visits % heap_stress == 0;
    if (heap_collection_due())
        mono_gc_collect_for("allocation");
    else if (stress)
        mono_gc_collect_for("stress");
    if (finalizers_pending() && mono_monitor_held_count() == 0)
        mono_gc_run_finalizers();
    for (unsigned i = 0; for_others && i < MAX_HOOKS && request_hooks[i]; i++)
        request_hooks[i]();
    if (heap_stress)
        mono_thread_state.safepoint_pending = 1;
}
