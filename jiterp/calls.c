/*
 * calls.c - C functions that machine code calls: events of the profiler, calls that need another tier or more room.
 */
#include "jiterp/internal.h"

#include <string.h>

void mono_jiterp_prof_enter(InterpFrame *frame)
{
    interp_prof_enter(frame);
}

void mono_jiterp_prof_enter_cursor(InterpFrame *frame)
{
    interp_prof_enter_cursor(frame);
}

void mono_jiterp_prof_samplepoint(InterpFrame *frame)
{
    interp_prof_samplepoint(frame);
}

void mono_jiterp_prof_leave(InterpFrame *frame, MonoSlot *result)
{
    interp_prof_leave(frame, result);
}

void mono_jiterp_prof_leave_void(InterpFrame *frame)
{
    interp_prof_leave(frame, NULL);
}

void mono_jiterp_prof_tail_call(InterpFrame *frame, MonoMethod *target)
{
    interp_prof_tail_call(frame, target);
}

void *jit_help_call(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee)
{
    JitMethod *method = jit_method(callee);
    mono_thread_state.frames_top = frame - 1;
    if (callee->ready && !method->failed && ++method->heat > jit_heat_needed(method) && jit_compile(callee, callee->code))
        return method->code;
    jit_help_push(frame, fp, callee);
    return NULL;
}

void *jit_help_at_limit(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee)
{
    const JitMethod *method = jit_method(callee);
    void *admitted = method->code + method->admitted;
    if (!jit_help_admit(frame, fp, callee, FRAME_JITERP))
        return NULL;
    if (frame->imethod == callee)
        return admitted;
    /* The listener ran code that had it unmade; only the interpreter knows the frame's old code. */
    frame->flags = 0;
    memset(fp + callee->arg_slots, 0, frame->imethod->local_slots * sizeof(MonoSlot));
    frame->ip = frame->imethod->code;
    interp_tier_status = INTERP_TIER_EXIT;
    return NULL;
}
