/*
 * prof.c - slow paths of the profiler's events: call contexts, and the visit that found its counter run out or was
 * requested. A request is taken back before the event, so that one made meanwhile counts for the next visit.
 */
#include "interp/exec/internal.h"

#include <string.h>

#define FLAG(name) MONO_PROFILER_CALL_INSTRUMENTATION_##name

static MonoProfilerCallContext *context_for(MonoProfilerCallContext *context, InterpFrame *frame, uint32_t wanted)
{
    if (!(frame->imethod->prof_flags & wanted))
        return NULL;
    *context = (MonoProfilerCallContext){.method = frame->imethod->method, .args = frame->fp};
    return context;
}

/* ---- Requests ---- */

#define PATIENCE 1000 /* calls of methods without samplepoints that look for one, a request */
static unsigned looked;

/* Both stores are seen in any order; what is missed now is seen at the next visit, or at the next request. */
void mono_profiler_request_samplepoint(void)
{
    __atomic_store_n(&mono_thread_state.samplepoint_requested, -1, __ATOMIC_RELAXED);
    __atomic_store_n(&interp_stacks.enter_limit, NULL, __ATOMIC_RELAXED);
    __atomic_store_n(&interp_stacks.c_enter_limit, (char *)UINTPTR_MAX, __ATOMIC_RELAXED);
}

static void restore_enter_limit(void)
{
    __atomic_store_n(&interp_stacks.enter_limit, interp_stacks.frame_limit, __ATOMIC_RELAXED);
    __atomic_store_n(&interp_stacks.c_enter_limit, interp_stacks.c_stack_limit, __ATOMIC_RELAXED);
    looked = 0;
}

static void take_request(void)
{
    if (!mono_thread_state.samplepoint_requested)
        return;
    mono_thread_state.samplepoint_requested = 0;
    restore_enter_limit();
}

/* A method without samplepoints leaves the request to the next call, for a while: where there are no others, calls are to
 * be fast again. */
bool interp_entry_is_due(const InterpMethod *callee)
{
    bool requested = mono_thread_state.samplepoint_requested;
    if (requested && callee->polled_at_entry && !callee->muted)
        return true;
    if (!requested || ++looked >= PATIENCE)
        restore_enter_limit();
    return false;
}

/* ---- Events; none of a muted method. It leaves a request to the others. ---- */

void interp_prof_enter(InterpFrame *frame)
{
    MonoProfilerCallContext context;
    if (frame->imethod->muted)
        return;
    take_request();
    INTERP_PROFILER_RAISE(method_enter,
                          (NULL, frame->imethod->method, context_for(&context, frame, FLAG(ENTER_CONTEXT))));
}

/* The listener has moved the cursor, or keeps it away: then no leave goes without its event. */
void interp_prof_enter_cursor(InterpFrame *frame)
{
    static MonoProfilerCallNode nowhere;
    interp_prof_enter(frame);
    const MonoProfilerCallNode *node = mono_thread_state.call_cursor;
    frame->caller_node = node->method == frame->imethod->method ? node->parent : &nowhere;
}

void interp_prof_leave(InterpFrame *frame, MonoSlot *result)
{
    MonoProfilerCallContext context, *given = context_for(&context, frame, FLAG(LEAVE_CONTEXT));
    if (frame->imethod->muted)
        return;
    if (given)
        given->result = result;
    take_request();
    INTERP_PROFILER_RAISE(method_leave, (NULL, frame->imethod->method, given));
}

/* The counter stays where the listener left it; one that never touches it is called at every visit, so it must not run
 * down to INT32_MIN and wrap. */
void interp_prof_samplepoint(InterpFrame *frame)
{
    MonoProfilerCallContext context;
    if (frame->imethod->muted)
        return;
    take_request();
    if (mono_thread_state.profiler_skip_counter < -1)
        mono_thread_state.profiler_skip_counter = 0;
    INTERP_PROFILER_RAISE(method_samplepoint,
                          (NULL, frame->imethod->method, context_for(&context, frame, FLAG(SAMPLEPOINT_CONTEXT))));
}

void interp_prof_poll(InterpFrame *frame)
{
    if (mono_thread_state.samplepoint_requested)
        interp_prof_samplepoint(frame);
    if (mono_thread_state.safepoint_pending)
        mono_safepoint();
}

void interp_prof_tail_call(InterpFrame *frame, MonoMethod *target)
{
    if (frame->imethod->muted)
        return;
    INTERP_PROFILER_RAISE(method_tail_call, (NULL, frame->imethod->method, target));
}

void interp_prof_exception_leave(InterpFrame *frame, MonoException *exception)
{
    if (frame->imethod->muted)
        return;
    INTERP_PROFILER_RAISE(method_exception_leave, (NULL, frame->imethod->method, &exception->object));
}
