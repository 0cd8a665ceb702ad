/*
 * modes.h - the ways of recording. Each registers its callbacks on a handle and can bring what it holds into the
 * recording when a profile is written.
 *
 *   events-sample.c       enter and leave keep a shadow stack; triggers timer and visits (stock Mono)
 *   events-calls.c        enter and leave count and time every call; calls-balanced.c, where the host helps
 *   events-samplepoint.c  samplepoints of the host, stacks by walking
 *   events-alloc.c        allocations, counted in bytes; stacks by walking, or from a shadow stack
 *   trigger-copy.c        signals of our own that copy stacks, no instrumentation; x86-64
 *   trigger-signal.c      the host's own sampling, no instrumentation; where the other does not serve
 */
#ifndef SAMPLEPOINT_MODES_H
#define SAMPLEPOINT_MODES_H

#include "profiler/plugin/thread.h"

typedef struct {
    /* Registers callbacks. False: refused, with the reason. */
    bool (*start)(MonoProfilerHandle handle, const SpOptions *options, GError **error);
    /* Time and calls not yet in the recording go there: pending weights, rings. May be NULL. */
    void (*settle)(void);
    /* Adds to a snapshot what is not kept in the recording. May be NULL. */
    void (*add_to)(SpProfile *snapshot);
    /* The method, or the domain with its methods, goes away: what refers to it must be settled now. One of them is NULL.
     * May be NULL. */
    void (*forget)(MonoMethod *method, MonoDomain *domain);
} SpModeInfo;

extern const SpModeInfo sp_mode_sample_events, sp_mode_calls, sp_mode_samplepoint, sp_mode_alloc, sp_mode_signal,
    sp_mode_copy;

/* Where sp_mode_alloc has its stacks from on this host: "by walking" or "from enter and leave events". */
const char *sp_mode_alloc_stacks(void);

/* sp_mode_calls on this host: the host counts calls itself, and times are sampled once there are many. */
bool sp_calls_have_cursor(const SpOptions *options);
bool sp_calls_times_sampled(void); /* so far */

/* Why sp_mode_copy cannot serve on this host, or NULL. */
const char *sp_mode_copy_refusal(void);
/* The environment asks for sp_mode_signal in the place of sp_mode_copy. */
bool sp_mode_host_signals_asked(void);

/* Starts the ticker for interval_ns, or for one that serves when every visit is wanted. */
bool sp_mode_start_ticker(const SpOptions *options, GError **error);

/* The thread's clock as the options chose it: virtual wall time at the last tick, or CPU time now. */
int64_t sp_mode_weigh(SpThreadState *t, const SpOptions *options, int64_t now_ns);

/* How many samples a weight stands for: one each time the thread's weights add up to another interval, from a random
 * start. So every stack gets its share on average, and the sum is right to one sample. */
int64_t sp_mode_samples(SpThreadState *t, int64_t weight_ns, int64_t interval_ns);

/* Node of a thread's shadow stack as it stands (events-sample.c), SP_NONE: the recording cannot be had. The frames are
 * cached in the stack's entries. samples: what counts as truncated when it is deeper than max_depth. */
uint32_t sp_mode_shadow_node(SpThreadState *t, int max_depth, int64_t samples);

/* Books a stack of frames, root first, SP_NONE entries left out; at most max_depth of them, a frame "[truncated]" in
 * the place of the rest. */
void sp_mode_record_stack(SpThreadState *t, const uint32_t *frames, size_t depth, int max_depth, int64_t time_ns,
                          int64_t weight_ns, int64_t samples);

/* To be called by a thread of the module's own before it asks for names: makes it a tools thread of the host, which the
 * collector never stops. False: the host is not up, as sp_mode_host_runs() tells. */
bool sp_mode_attach_thread(void);
void sp_mode_host_runs(bool runs);

/* A frame of the profiler's own, "[truncated]" or "[native]". */
uint32_t sp_mode_synthetic_frame(const char *name);

#endif
