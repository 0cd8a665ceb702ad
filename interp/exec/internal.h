/*
 * internal.h - what the files of interp/exec share.
 */
#ifndef MONOSP_EXEC_INTERNAL_H
#define MONOSP_EXEC_INTERNAL_H

#include "interp/exec/exec.h"

#define INTERP_COLD __attribute__((noinline, cold))

/* ---- frames.c ---- */

/* A frame may be pushed when its slots end below slot_limit and it lies below frame_limit. Behind the limits there is
 * room for what runs while a StackOverflowException is on its way. */
/* Compiled C code compares with c_enter_limit alone: it cannot make more frames, of at most INTERP_UNASKED_SLOTS, than its
 * own stack has room for, and for those there is room behind the limits, too. */
enum { INTERP_UNASKED_SLOTS = 16 };
typedef struct {
    MonoSlot *slot_limit;
    InterpFrame *frame_limit;
    InterpFrame *enter_limit; /* what call ops compare with: frame_limit, or NULL while a samplepoint is requested, so that
                                 polling at entry costs nothing. Any thread stores NULL */
    MonoSlot *slots, *slots_end;
    InterpFrame *frames_end;
    char *c_stack_limit; /* lowest address the loop may be entered at */
    char *c_enter_limit; /* c_stack_limit, or the highest address while a samplepoint is requested. Any thread stores that */
} InterpStacks;
extern InterpStacks interp_stacks;

/* First slot that no frame uses. */
static inline MonoSlot *interp_slots_top(void)
{
    InterpFrame *top = mono_thread_state.frames_top;
    return top->fp + top->imethod->frame_slots;
}
/* Is there room for one more frame of so many slots at fp, and for the loop in C? */
bool interp_room_for(const InterpFrame *frame, const MonoSlot *fp, uint32_t slots);

/* Is an address good for a caller of the frame at fp: outside of that frame and of all above it? */
static inline bool interp_outlives(const void *address, const MonoSlot *fp)
{
    return (uintptr_t)address - (uintptr_t)fp >= (uintptr_t)interp_stacks.slots_end - (uintptr_t)fp;
}

static inline uint32_t interp_frame_offset(const InterpFrame *frame)
{
    return (uint32_t)(frame->ip - 1 - frame->imethod->code);
}

/* ---- calls.c ---- */

/* interp_method_transform(): NULL or the exception. */
MonoException *interp_prepare(InterpMethod *imethod);
/* Runs the class constructor that calling this method needs. NULL or the exception. */
MonoException *interp_class_init(InterpMethod *imethod);
/* Both: behind it the method's code may be entered. NULL or the exception. */
MonoException *interp_prepare_entry(InterpMethod *imethod);

/* Calls all targets in order with a copy of the arguments: args[0] is the delegate, arg_slots more follow. */
MonoException *interp_delegate_multicast(MonoMulticastDelegate *delegate, MonoSlot *args, MonoSlot *ret,
                                         InterpMethod *invoke, uint32_t arg_slots);
static inline InterpMethod *interp_method_of(MonoMethod *method)
{
    return G_LIKELY(method->interp) ? method->interp : interp_method_get(method);
}

/* ---- helpers.c: rare or long work of ops; all need a saved state ---- */

/* Runs the class constructor; rewrites the op at `op` to `ready_op` once it is done. NULL or the exception. */
MonoException *interp_static_init(MonoVTable *vtable, uint16_t *op, uint16_t ready_op);
/* The exception of a class whose constructor failed, each time the same: its trace starts where it comes out now. */
MonoException *interp_class_failure(MonoError *error);
bool interp_store_allowed(const MonoArray *array, MonoObject *value);
/* Address of an element of any array; NULL = an index is out of range. */
void *interp_array_element(MonoArray *array, const MonoSlot *indexes, unsigned rank, uint32_t element_size);
MonoException *interp_array_new_md(MonoClass *klass, const MonoSlot *args, unsigned count, MonoSlot *result);
MonoException *interp_delegate_new(MonoVTable *vtable, MonoObject *target, MonoMethod *method, MonoSlot *result);
/* An op that allocates found no memory: collects, once until the next collection, and says to run it again. */
bool interp_try_again(unsigned op, MonoError *error);
void interp_local_returned(const InterpFrame *frame, MonoError *error); /* CHECK_RETURN's */
/* CASTCLASS_CACHED, ISINST_CACHED: entry = { class, last vtable that is one, last that is not }. */
bool interp_isinst_slow(MonoObject *object, void **entry);
/* CALLVIRT_CACHED: entry = { method, vtable, InterpMethod, older vtable, older InterpMethod }. NULL: error. */
InterpMethod *interp_virtual_slow(MonoVTable *vtable, void **entry, MonoError *error);
/* The delegate's method, kept in it; an open one over a virtual method is marked. arg_slots: Invoke's, without this. */
InterpMethod *interp_delegate_method(MonoDelegate *delegate, uint32_t arg_slots);
/* An open delegate over a virtual method: found by args[0]. NULL without an error: args[0] is null. */
InterpMethod *interp_open_virtual(MonoDelegate *delegate, MonoSlot *args, MonoError *error);
/* What is not an Exception is wrapped in RuntimeWrappedException. */
MonoException *interp_as_exception(MonoObject *object);
/* MINT_LOCALLOC: NULL = too much. Given back when the frame is left. */
void *interp_localloc(InterpFrame *frame, uint64_t size_bytes);
void interp_localloc_release(InterpFrame *frame);
void interp_localloc_scan(void);

/* ---- prof.c: slow paths of events ---- */

/* A call op met enter_limit, for a request or its remains: is the entry of callee a visit that answers it? */
bool interp_entry_is_due(const InterpMethod *callee);
void interp_prof_poll(InterpFrame *frame); /* a samplepoint is requested, or a safepoint pending, or both */
void interp_prof_enter(InterpFrame *frame);
void interp_prof_enter_cursor(InterpFrame *frame);
void interp_prof_leave(InterpFrame *frame, MonoSlot *result); /* result NULL: void */
void interp_prof_samplepoint(InterpFrame *frame);
void interp_prof_tail_call(InterpFrame *frame, MonoMethod *target);
void interp_prof_exception_leave(InterpFrame *frame, MonoException *exception);

/* PROF_ENTER_CURSOR and PROF_EXIT_CURSOR where they need no event; false: raise it, the frame's ip saved. */
static inline bool interp_cursor_entered(MonoThreadState *state, InterpFrame *frame)
{
    MonoProfilerCallNode *caller = state->call_cursor, *child = caller->last_child;
    if (G_UNLIKELY(child->method != frame->imethod->method || state->samplepoint_requested))
        return false;
    child->calls++;
    frame->caller_node = caller;
    state->call_cursor = child;
    return true;
}
static inline bool interp_cursor_left(MonoThreadState *state, const InterpFrame *frame)
{
    if (G_UNLIKELY(state->call_cursor->parent != frame->caller_node || state->samplepoint_requested))
        return false;
    state->call_cursor = frame->caller_node;
    return true;
}

/* ---- reinstrument.c ---- */

/* At a safepoint: methods whose instrumentation has changed are made anew at their next call. */
void interp_reinstrument(void);

/* Raises an event that a frame's op is for. The frame's ip must be saved. */
#define INTERP_PROFILER_RAISE(name, args) MONO_PROFILER_RAISE(name, args)

/* ---- trace.c ---- */

/* The trace of an exception: what it had before (not for INTERP_THROW_NEW), then the frames from top down to last. */
void interp_trace_set(MonoException *exception, MonoArray *earlier, InterpFrame *top, InterpFrame *last,
                      InterpThrowMode mode);

#endif
