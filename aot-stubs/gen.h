/*
 * gen.h - IR -> C: the third back end over jiterp's regions (jiterp/region.h).
 *
 *   gen.c          the functions of a method: webs -> locals, blocks, exits
 *   gen-ops.c      the switch over all ops, moves, constants, events
 *   gen-arith.c    arithmetic, compares, conversions
 *   gen-memory.c   loads and stores, arrays, casts, value types
 *   gen-calls.c    calls, new objects, returns
 *   names.c        names of locals
 *   prelude.c      what all generated files begin with: types, offsets.def, host.def
 *   host.c         the functions of host.def
 *   dump.c         --dump-aot
 *
 * A method of symbol NAME becomes, with AotRealResult for float and double:
 *
 *   AotResult NAME(char *frame, Slot *fp, char *imethod)   the way in: its arguments are in its slots
 *   AotResult NAME_body(char *frame, Slot *fp)             the same, and its frame stands
 *   AotResult NAME_direct(frame, fp, ...)                  for calls by name from the same image: arguments of one slot are
 *                                                          parameters (not value types), frame is the caller's; tests the
 *                                                          stack's limit, makes the frame; NAME ends in it
 *   static AotResult NAME_code(frame, fp, ...)             what all end in
 *   AotMethod NAME_m                                       what the loader says of it: AotSelf of image.h
 *
 * `left` of the result is 0 when the method returned. AOT_LEFT: it left compiled code; interp_tier_status says how, all
 * frames are as the interpreter would have them, and who called it writes its own webs to its slots and leaves, too.
 * Anything else: it returned, and a sample was requested that its leave is to answer. The caller raises it
 * (aot_answer()), in the callee's frame, which nobody has written over; `left` >> 1 is the IR unit. So a leave polls
 * without a branch, and the calls of small methods can be inlined by the C compiler.
 *
 * The text holds no address of the compiling process: offsets of structures are numbers, the rest is reached through the
 * method's own data table and the table of functions `host`.
 *
 * Memory of managed code, slots included, is accessed as one union type, Slot, or byte by byte; fields of the runtime's own
 * structures as pointers, 64-bit Words and volatile words. So the C compiler sees that a store to an array changes neither
 * lengths nor data tables, and loads those once a loop.
 */
#ifndef AOT_STUBS_GEN_H
#define AOT_STUBS_GEN_H

#include "jiterp/region.h"

typedef struct {
    uint64_t value, left;
} AotResult;
typedef struct {
    double value; /* a float is its low half */
    uint64_t left;
} AotRealResult;
enum { AOT_LEFT = 1 };
/* NAME_body */
typedef AotResult (*AotBody)(void *frame, void *fp);
typedef AotRealResult (*AotRealBody)(void *frame, void *fp);

/* What an image's code reaches the runtime by. The generated prelude declares the same. */
typedef struct AotHost {
    void *state;     /* mono_thread_state */
    void *stacks;    /* interp_stacks */
    int32_t *status; /* interp_tier_status */
    void *bins;      /* the heap's, of small objects */
#define HOST(returns, name, parameters) returns(*name) parameters;
#include "aot-stubs/host.def"
#undef HOST
} AotHost;
/* The leave of a method that came back with a `left` of neither 0 nor AOT_LEFT: frame and fp are the method's. */
void aot_answer(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee, uint64_t value, uint64_t left);
/* After the profilers are loaded. */
void aot_host_fill(AotHost *host);

/* Text that each generated file begins with (or includes). One file of an image must say AOT_DEFINE_HOST: that defines the
 * table, and exports the pointer `mono_aot_host` to it. */
void aot_prelude(GString *out);
/* Who says which methods the image will hold: their NAME, or NULL. */
typedef struct {
    const char *(*symbol)(MonoMethod *method, void *data);
    void *data;
} AotNames;
/* Appends the functions of a method, after jit_flow(). false: why says what the matter is, and nothing was appended. What
 * was named by names->symbol() and fails must be defined by AOT_MISSING(NAME), for there may be calls of it. */
bool aot_gen_method(const JitRegion *region, const char *symbol, const AotNames *names, GString *out, JitAbort *why);
/* --dump-aot=METHODSPEC: the C of these methods to stdout. Exit code. */
int aot_dump(MonoAssembly *program, const char *spec);

#endif
