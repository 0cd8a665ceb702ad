/*
 * walk.c - the host functions of the profiler's ABI that belong to the interpreter: stack walks, source lines.
 *
 * A frame's "native offset" is its IL offset here: there is no native code, and what a module does with the number is
 * to hand it back to mono_debug_lookup_source_location().
 */
#include "interp/exec/internal.h"

#include <string.h>

static const InterpFrame *walked; /* the frame that a walk's function is told of */

MonoFrameTier mono_stack_walk_frame_tier(void)
{
    if (!walked)
        return MONO_FRAME_TIER_UNKNOWN;
    return walked->flags & FRAME_AOT      ? MONO_FRAME_TIER_AOT
           : walked->flags & FRAME_JITERP ? MONO_FRAME_TIER_JITERP
                                          : MONO_FRAME_TIER_INTERP;
}

/* Innermost first. Exact at samplepoints, events and calls: all places where a profiler may ask. */
void mono_stack_walk_no_il(MonoStackWalk func, void *user_data)
{
    bool stop = false;
    for (const InterpFrame *f = mono_thread_state.frames_top; f >= interp_frames && !stop; f--) {
        if (f->flags & FRAME_FILTER)
            continue;
        MonoMethod *method;
        uint32_t il_offset;
        for (unsigned depth = 0; !stop && interp_frame_position(f, depth, &method, &il_offset); depth++) {
            walked = f;
            stop = func(method, (int32_t)il_offset, (int32_t)il_offset, 1, user_data);
        }
    }
    walked = NULL;
}

void mono_stack_walk(MonoStackWalk func, void *user_data)
{
    mono_stack_walk_no_il(func, user_data);
}

void mono_stack_walk_async_safe(MonoStackWalkAsyncSafe func, void *initial_sig_context, void *user_data)
{
    for (const InterpFrame *f = mono_thread_state.frames_top; f >= interp_frames; f--) {
        MonoMethod *method;
        uint32_t il_offset;
        if (f->flags & FRAME_FILTER)
            continue;
        for (unsigned depth = 0; interp_frame_position(f, depth, &method, &il_offset); depth++)
            if (func(method, mono_domain_get(), NULL, 0, user_data))
                return;
    }
}
