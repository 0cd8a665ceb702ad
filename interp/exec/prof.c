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

void interp_prof_enter(InterpFrame *frame)
{
    MonoProfilerCallContext context;
    mono_thread_state.samplepoint_requested = 0;
    INTERP_PROFILER_RAISE(method_enter,
                          (NULL, frame->imethod->method, context_for(&context, frame, FLAG(ENTER_CONTEXT))));
}

void interp_prof_leave(InterpFrame *frame, MonoSlot *result)
{
    MonoProfilerCallContext context, *given = context_for(&context, frame, FLAG(LEAVE_CONTEXT));
    if (given)
        given->result = result;
    mono_thread_state.samplepoint_requested = 0;
    INTERP_PROFILER_RAISE(method_leave, (NULL, frame->imethod->method, given));
}

/* The counter stays where the listener left it; one that never touches it is called at every visit, so it must not run
 * down to INT32_MIN and wrap. */
void interp_prof_samplepoint(InterpFrame *frame)
{
    MonoProfilerCallContext context;
    mono_thread_state.samplepoint_requested = 0;
    if (mono_thread_state.profiler_skip_counter < -1)
        mono_thread_state.profiler_skip_counter = 0;
    INTERP_PROFILER_RAISE(method_samplepoint,
                          (NULL, frame->imethod->method, context_for(&context, frame, FLAG(SAMPLEPOINT_CONTEXT))));
}

void interp_prof_tail_call(InterpFrame *frame, MonoMethod *target)
{
    INTERP_PROFILER_RAISE(method_tail_call, (NULL, frame->imethod->method, target));
}

void interp_prof_exception_leave(InterpFrame *frame, MonoException *exception)
{
    INTERP_PROFILER_RAISE(method_exception_leave, (NULL, frame->imethod->method, &exception->object));
}
