/*
 * exec.h - the door of interp/exec: frames, the loop, calls from C, unwinding, stack walks.
 *
 * Two contiguous stacks, both of fixed size and mapped at start: slots (MonoSlot, where frames' values live; addresses
 * of locals stay valid) and frames (one InterpFrame each, in call order). Managed calls never recurse in C; only calls
 * from C (icalls, class constructors, delegates with several targets, finalizers) enter the loop anew, marked by
 * FRAME_INVOKE.
 */
#ifndef MONOSP_EXEC_H
#define MONOSP_EXEC_H

#include "interp/ir/ir.h"

enum { FRAME_INVOKE = 1 /* entered from C: leaving this frame leaves the loop */ };

typedef struct InterpFrame InterpFrame;
struct InterpFrame {
    InterpMethod *imethod;
    const uint16_t *ip; /* while not running: next instruction; kept up to date at calls, throws, safepoints, events */
    MonoSlot *fp;
    MonoSlot *ret; /* where the caller wants the value */
    uint32_t flags;
};

/* stack_limit_bytes of slots (0 = 8 MB, as mono's main thread: deep recursion dies with mono's message). */
void interp_exec_init(uint64_t stack_limit_bytes);
/* Frames of the one thread: [interp_frames, mono_thread_state.frames_top]. */
extern InterpFrame *interp_frames;

/* Runs one method (mono_invoke_slots without the copy of the result): see runtime.h. */
MonoException *interp_invoke(InterpMethod *imethod, const MonoSlot *args, MonoSlot *ret);
/* The loop: runs `frame` until it (a FRAME_INVOKE one) returns or an exception leaves it. */
MonoException *interp_run(InterpFrame *frame);

/* Unwinding (unwind.c). Called by the loop with all frames' ip saved. First pass finds the clause (running filters),
 * second pass pops frames and enters finally/fault handlers and at last the catch. Returns the frame to go on with (its
 * ip set), or NULL when the exception leaves the loop's FRAME_INVOKE frame (`base`). */
InterpFrame *interp_throw(InterpFrame *base, InterpFrame *top, MonoException *exception, bool rethrow);
InterpFrame *interp_endfinally(InterpFrame *base, InterpFrame *top, const InterpClause *clause);

/* IL offset a frame is at; for frames below the top: of the call instruction. */
uint32_t interp_frame_il_offset(const InterpFrame *frame, bool is_top);

/* Runs Main of an assembly: String[] or no arguments, int or void. Returns the exit code; an unhandled exception prints
 * as mono prints it and gives 1. */
int interp_run_main(MonoMethod *main_method, int argc, char **argv);
/* "Unhandled Exception:" text on stderr. */
void interp_print_unhandled(MonoException *exception);

#endif
