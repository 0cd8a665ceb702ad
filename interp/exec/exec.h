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

enum {
    FRAME_INVOKE = 1, /* entered from C: leaving this frame leaves the loop */
    FRAME_FILTER = 2, /* a copy of a frame further down, made to run a filter; no call of its own */
    FRAME_LOCALLOC = 4, /* owns memory of MINT_LOCALLOC */
    FRAME_JITERP = 8,   /* runs in the jiterpreter's code (interp/exec/tier.h) */
    FRAME_AOT = 16,     /* runs in the code of an AOT image */
};

typedef struct InterpFrame InterpFrame;
struct InterpFrame {
    InterpMethod *imethod;
    /* While not running. Kept up to date at calls, throws, safepoints and events, so that ip - 1 lies inside the
     * instruction the frame is at: a call saves the unit after itself, everything else the unit after its opcode. */
    const uint16_t *ip;
    MonoSlot *fp;
    MonoSlot *ret; /* where the caller wants the value */
    uint32_t flags;
    /* Methods that move the call cursor: where it was when this one was entered, if the cursor is on a child of that for
     * it. Kept here so that the leave need not wait for the way from node to node. */
    MonoProfilerCallNode *caller_node;
};

/* stack_limit_bytes of slots (0 = 8 MB, as mono's main thread: deep recursion throws StackOverflowException). */
void interp_exec_init(uint64_t stack_limit_bytes);
/* Frames of the one thread: [interp_frames, mono_thread_state.frames_top]; frames_top == interp_frames - 1: none. */
extern InterpFrame *interp_frames;

/* Runs one method (mono_invoke_slots without the copy of the result): see runtime.h. */
MonoException *interp_invoke(InterpMethod *imethod, const MonoSlot *args, MonoSlot *ret);
/* The loop: runs `frame` until it (a FRAME_INVOKE one) returns or an exception leaves it. */
MonoException *interp_run(InterpFrame *frame);

typedef enum {
    INTERP_THROW_NEW,      /* `throw`: the stack trace starts here */
    INTERP_THROW_RETHROW,  /* `rethrow`: the trace goes on, the handler's frame now stands where it throws again */
    INTERP_THROW_CONTINUE, /* it came out of C code: the trace goes on */
} InterpThrowMode;
/* Unwinding (unwind.c). Called by the loop with all frames' ip saved. First pass finds the clause (running filters),
 * second pass pops frames and enters finally/fault handlers and at last the catch. Returns the frame to go on with (its
 * ip set to the handler's start), or NULL when the exception leaves the loop's FRAME_INVOKE frame (`base`): then it
 * stands in interp_escaped. */
InterpFrame *interp_throw(InterpFrame *base, InterpFrame *top, MonoException *exception, InterpThrowMode mode);
/* A finally or fault handler that the unwinder entered has ended. */
InterpFrame *interp_endfinally(InterpFrame *base, InterpFrame *top, uint32_t clause_index);
extern MonoException *interp_escaped;

/* IL offset a frame is at; for frames below the top: of the call instruction. (uint32_t)-1 = unknown. */
uint32_t interp_frame_il_offset(const InterpFrame *frame);
/* The methods a frame runs, innermost first: inlined ones, then its own. false: no more. */
bool interp_frame_position(const InterpFrame *frame, unsigned depth, MonoMethod **method, uint32_t *il_offset);

/* Stack traces (trace.c). An exception's frames, innermost first; false past the end. */
bool interp_exception_frame(const MonoException *exception, unsigned index, MonoMethod **method, uint32_t *il_offset);
/* The frames of the thread now, innermost first, filters' copies left out; skip counts from the top. */
bool interp_stack_frame(unsigned index, MonoMethod **method, uint32_t *il_offset);
/* One line as mono prints it, without end of line: "  at Ns.Type.Method (System.Int32 a) [0x00012] in <mvid>:0 ". */
void interp_trace_line(GString *out, MonoMethod *method, uint32_t il_offset);
/* Its end, from the bracket on: "[0x00012] in <mvid>:0 "; nothing of methods without IL. */
void interp_trace_position(GString *out, MonoMethod *method, uint32_t il_offset);
/* "(wrapper managed-to-native) Ns.Type.Method(int)" of methods without IL, NULL for those with; g_free. */
char *interp_wrapper_name(MonoMethod *method);
/* --debug: files and lines in stack traces. */
extern bool interp_trace_lines;
/* --verbose: 1 names methods as they are made ready, 2 exceptions as they are thrown. */
extern int interp_verbosity;

/* Runs Main of an assembly: String[] or no arguments, int or void. Returns the exit code; an unhandled exception prints
 * as mono prints it and gives 1. */
int interp_run_main(MonoMethod *main_method, int argc, char **argv);
/* AppDomain.UnhandledException handlers, then "Unhandled Exception:" text on stderr. true: an aborted thread, which is no accident. */
bool interp_print_unhandled(MonoException *exception);
/* Exception.ToString() as mono prints it for an exception nobody caught; g_free. */
char *interp_exception_text(MonoException *exception);

/* --trace: prints enter and leave of methods matching the specification (all, program, N:, T:, M:, E:); false = bad. */
bool interp_calltrace_init(const char *spec);

#endif
