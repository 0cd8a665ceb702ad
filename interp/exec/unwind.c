/*
 * unwind.c - exceptions in two passes.
 *
 *   first pass: from the throwing frame down to the loop's first frame, who takes it? Filters run here, each on a copy of
 *   its frame above the top of the stack (the frames between are still needed), arguments and locals copied back.
 *   second pass: frames are popped one by one; finally and fault handlers run in the loop, and come back here through
 *   interp_endfinally(), which finds in the handler's state slots where the exception was going.
 *
 * An exception that nobody takes in this loop leaves it: C code gets it, and usually throws it again in the loop below.
 */
#include "interp/exec/internal.h"

#include <stdio.h>
#include <string.h>

int interp_verbosity;

/* Where an exception is going: a frame and its catch clause, or out of the loop. */
typedef struct {
    InterpFrame *frame; /* NULL = out */
    uint32_t clause;
} Destination;

/* The three state slots of a finally or fault handler: see ir.h. */
enum { STATE_RETURN, STATE_EXCEPTION, STATE_DESTINATION };

static int64_t pack(Destination d)
{
    return d.frame ? (int64_t)((uint64_t)(d.frame - interp_frames + 1) << 32 | d.clause) : 0;
}

static Destination unpack(int64_t packed)
{
    uint64_t bits = (uint64_t)packed;
    if (!bits)
        return (Destination){NULL, 0};
    return (Destination){interp_frames + (bits >> 32) - 1, (uint32_t)bits};
}

static bool covers(const InterpClause *clause, uint32_t offset)
{
    return offset >= clause->try_start && offset < clause->try_end;
}

/* A filter holds no protected blocks, and those around it are its frame's, not the copy's. */
static uint32_t clause_count(const InterpFrame *frame)
{
    return frame->flags & FRAME_FILTER ? 0 : frame->imethod->clause_count;
}

/* What a filter throws is not heard; it then says no (ECMA-335 I.12.4.2.5). */
static bool filter_says_yes(InterpFrame *frame, const InterpClause *clause, MonoException *exception)
{
    InterpMethod *imethod = frame->imethod;
    InterpFrame *saved_top = mono_thread_state.frames_top;
    InterpFrame *copy = saved_top + 1;
    MonoSlot *fp = interp_slots_top();
    if (copy >= interp_stacks.frames_end || fp + imethod->frame_slots > interp_stacks.slots_end)
        return false;
    size_t kept_bytes = (imethod->arg_slots + imethod->local_slots) * sizeof(MonoSlot);
    MonoSlot answer = {.i8 = 0};
    /* The two may overlap: the thrower's frame can end below slots of this one that are free while it calls. */
    memmove(fp, frame->fp, imethod->frame_slots * sizeof(MonoSlot));
    *copy = (InterpFrame){.imethod = imethod, .ip = imethod->code + clause->filter_start, .fp = fp, .ret = &answer,
                          .flags = FRAME_INVOKE | FRAME_FILTER};
    fp[clause->exception_slot].o = &exception->object;
    mono_thread_state.frames_top = copy;
    MonoException *escaped = interp_run(copy);
    mono_thread_state.frames_top = saved_top;
    memcpy(frame->fp, fp, kept_bytes);
    return !escaped && answer.i4;
}

/* The stack trace is brought up to date before each filter, which may read it, and at the end. */
static Destination find_handler(InterpFrame *base, InterpFrame *top, MonoException *exception, InterpThrowMode mode)
{
    MonoClass *klass = exception->object.vtable->klass;
    MonoArray *earlier = mode == INTERP_THROW_NEW ? NULL : (MonoArray *)exception->trace_ips;
    for (InterpFrame *f = top;; f--) {
        uint32_t offset = interp_frame_offset(f);
        for (uint32_t i = 0; i < clause_count(f); i++) {
            const InterpClause *c = &f->imethod->clauses[i];
            if (!covers(c, offset))
                continue;
            bool found = false;
            if (c->kind == MONO_EXCEPTION_CLAUSE_NONE) {
                found = mono_class_is_assignable(c->catch_class, klass);
            } else if (c->kind == MONO_EXCEPTION_CLAUSE_FILTER) {
                interp_trace_set(exception, earlier, top, f, mode);
                found = filter_says_yes(f, c, exception);
            }
            if (found) {
                interp_trace_set(exception, earlier, top, f, mode);
                return (Destination){f, i};
            }
        }
        if (f == base) {
            interp_trace_set(exception, earlier, top, f, mode);
            return (Destination){NULL, 0};
        }
    }
}

static void raise_clause(const InterpFrame *frame, uint32_t index, MonoException *exception)
{
    if (!mono_profiler_clauses_enabled())
        return;
    MONO_PROFILER_RAISE(exception_clause, (NULL, frame->imethod->method, index,
                                           (MonoExceptionEnum)frame->imethod->clauses[index].kind, &exception->object));
}

/* Frame is left by an exception: its events and its memory. */
static void pop(InterpFrame *frame, MonoException *exception)
{
    if (frame->imethod->prof_flags & MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE &&
        !(frame->flags & FRAME_FILTER))
        interp_prof_exception_leave(frame, exception);
    if (frame->flags & FRAME_LOCALLOC)
        interp_localloc_release(frame);
}

static InterpFrame *enter_handler(InterpFrame *frame, uint32_t index)
{
    frame->ip = frame->imethod->code + frame->imethod->clauses[index].handler_start;
    mono_thread_state.frames_top = frame;
    return frame;
}

/* Second pass from `frame`. first_clause, inner: the clauses before are done; inner != NULL: only those around that
 * clause count (the frame's ip tells nothing any more, it ran the inner clause's handler). */
static InterpFrame *unwind(InterpFrame *base, InterpFrame *frame, uint32_t first_clause, const InterpClause *inner,
                           Destination to, MonoException *exception)
{
    for (;; frame--, first_clause = 0, inner = NULL) {
        uint32_t offset = interp_frame_offset(frame);
        for (uint32_t i = first_clause; i < clause_count(frame); i++) {
            const InterpClause *c = &frame->imethod->clauses[i];
            if (frame == to.frame && i == to.clause) {
                raise_clause(frame, i, exception);
                frame->fp[c->exception_slot].o = &exception->object;
                return enter_handler(frame, i);
            }
            if (!(c->kind & (MONO_EXCEPTION_CLAUSE_FINALLY | MONO_EXCEPTION_CLAUSE_FAULT)))
                continue;
            if (inner ? c->try_start <= inner->try_start && c->try_end >= inner->try_end : covers(c, offset)) {
                raise_clause(frame, i, exception);
                MonoSlot *state = &frame->fp[c->state_slot];
                state[STATE_RETURN].p = NULL;
                state[STATE_EXCEPTION].o = &exception->object;
                state[STATE_DESTINATION].i8 = pack(to);
                return enter_handler(frame, i);
            }
        }
        pop(frame, exception);
        mono_thread_state.frames_top = frame - 1;
        if (frame == base) {
            interp_escaped = exception;
            return NULL;
        }
    }
}

/* -v -v: every exception as it is thrown. */
static INTERP_COLD void print_throw(MonoException *exception)
{
    char *klass = mono_class_full_name(exception->object.vtable->klass);
    char *message = mono_string_to_utf8(exception->message);
    char *trace = mono_string_to_utf8(mono_exception_stack_trace_text(exception));
    fprintf(stderr, "Thrown: %s: %s\n%s\n", klass, message ? message : "", trace ? trace : "");
    g_free(klass);
    g_free(message);
    g_free(trace);
}

INTERP_COLD InterpFrame *interp_throw(InterpFrame *base, InterpFrame *top, MonoException *exception,
                                      InterpThrowMode mode)
{
    mono_thread_state.frames_top = top;
    interp_escaped = exception; /* a root while the filters run */
    MONO_PROFILER_RAISE(exception_throw, (NULL, &exception->object));
    Destination to = find_handler(base, top, exception, mode);
    if (G_UNLIKELY(interp_verbosity > 1))
        print_throw(exception);
    interp_escaped = NULL;
    return unwind(base, top, 0, NULL, to, exception);
}

INTERP_COLD InterpFrame *interp_endfinally(InterpFrame *base, InterpFrame *top, uint32_t clause_index)
{
    const InterpClause *clause = &top->imethod->clauses[clause_index];
    MonoSlot *state = &top->fp[clause->state_slot];
    MonoException *exception = (MonoException *)state[STATE_EXCEPTION].o;
    Destination to = unpack(state[STATE_DESTINATION].i8);
    return unwind(base, top, clause_index + 1, clause, to, exception);
}
