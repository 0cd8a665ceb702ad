/*
 * sampling.h - when to sample and where samples go; knows no runtime.
 *
 *   clock       wall and CPU nanoseconds, and the cheapest monotonic counter there is
 *   sampler     visit counting: steers N so that samples come interval_ns apart (trigger "visits")
 *   ticker      a thread that ticks every interval (trigger "timer"); counts out stops of the whole process
 *   shadow      a thread's stack of activations, kept true by frame anchors
 *   recording   the one SpProfile that samples of all threads go to, and its timeline
 *   call tree   per-thread exact counts and times (mode "calls"), no locks on the way
 */
#ifndef SAMPLEPOINT_SAMPLING_H
#define SAMPLEPOINT_SAMPLING_H

#include "profiler/model/model.h"

/* Files that end in -native.c and -wasm.c hold the same functions for the systems with and without threads, signals and
 * the like; the build chooses. */

/* ---- Clock (clock.c) ---------------------------------------------------------------------------------------- */

int64_t sp_clock_wall_ns(void);   /* monotonic; any start */
int64_t sp_clock_thread_ns(void); /* CPU time of the calling thread (WebAssembly: of the process); async-signal-safe */
int64_t sp_clock_unix_ns(void);

/* Ticks of the cheapest monotonic counter, for one reading per call event. */
uint64_t sp_clock_ticks(void);
/* Nanoseconds per tick, measured between sp_clock_calibrate_start() and now. */
void sp_clock_calibrate_start(void);
double sp_clock_ns_per_tick(void);

/* ---- Sampler (sampler.c) ------------------------------------------------------------------------------------ */

/* Life of a visit: the countdown lives with the code that visits (a register's worth of work); at zero the owner reads
 * the clock and asks sp_sampler_should_record_frame(), which answers and sets the next countdown N.
 *
 * N is always within [1, SP_SAMPLER_MAX_N] and grows at most fourfold per due visit, so a clock that stands still or
 * goes back, or a visit rate that drops a thousandfold, cannot stall it. Due times advance by interval_ns from the
 * previous due time, not from the late visit that met it: lateness does not add up. */
#define SP_SAMPLER_MAX_N (1 << 24)
#define SP_SAMPLER_CHECKS_PER_INTERVAL 4 /* clock readings aimed at per interval; more = tighter interval, more cost */

typedef struct {
    int64_t interval_ns; /* 0 = record every visit */
    int64_t due_ns;      /* the next sample is due at this time */
    int64_t checked_ns;  /* clock at the last due visit; INT64_MIN before the first */
    uint32_t n;          /* countdown handed out last */
    uint32_t since;      /* visits since the clock last advanced, as far as due visits counted them */
    uint32_t random;     /* xorshift state */
} SpSampler;

void sp_sampler_init(SpSampler *s, int64_t interval_ns, uint32_t seed);

/* To be called when the countdown of s->n visits has run out. True: take a sample now. Then count s->n visits more. */
bool sp_sampler_should_record_frame(SpSampler *s, int64_t now_ns);

/* Uniform in [0, bound); bound >= 1. */
uint32_t sp_random_below(uint32_t *state, uint32_t bound);

/* ---- Ticker (ticker-*.c) ------------------------------------------------------------------------------------ */

/* Published by the ticker, read by every profiled thread at every event: alone on its cache line. time_ns is the wall
 * clock less the gaps (times the whole process stood still), written before the epoch it belongs to. */
typedef struct {
    _Alignas(64) uint32_t epoch; /* ticks so far */
    int64_t time_ns;
    int64_t gap_ns; /* sum of all gaps */
    char padding[40];
} SpTick;
extern SpTick sp_tick;

/* A wait this much longer than asked means that the process as a whole stood still (SIGSTOP, suspend to RAM): beyond
 * what scheduling delays explain. The excess is left out of every weight. */
#define SP_GAP_NS (500 * G_GINT64_CONSTANT(1000000))

/* Ticks that nobody takes cost the machine and tell nothing. Without on_tick the ticker therefore slows down to
 * SP_IDLE_TICK_NS once no thread took the last few; the first thread that has an event again wakes it. */
#define SP_IDLE_TICK_NS 100000000

/* To be called by a thread that noticed a new epoch: the time up to which it is to be accounted. That is the time of the
 * last tick, or, if the ticker had slowed down, a random moment within the last interval, where a tick would have been. */
int64_t sp_ticker_take(uint32_t *random);

/* Why nothing ticks on this system, or NULL. sp_ticker_start() then serves only who needs no ticks: on_tick is NULL. */
const char *sp_ticker_refusal(void);

/* Starts the thread; on_tick (may be NULL) runs on it after each tick. Ticks are interval_ns apart on average, each
 * wait random in [0.75, 1.25) of it so that no period of the program can hide. */
bool sp_ticker_start(int64_t interval_ns, void (*on_tick)(void), GError **error);
void sp_ticker_stop(void);

/* Wall clock less the gaps seen so far. */
int64_t sp_virtual_now_ns(void);

/* ---- Shadow stack (shadow.h has the inlined events) ------------------------------------------------------------ */
/* ---- Recording (recording.c) ---------------------------------------------------------------------------------- */

#define SP_MAX_NODES 1000000 /* call-tree nodes kept: about 45 bytes each; later new stacks count for their ancestor */
#define SP_MAX_THREADS 4096  /* threads with a root of their own; later ones share "Other threads" */
#define SP_MAX_TIMELINE 4000000 /* samples kept in time order, 24 bytes each, beyond a small buffer in a file */

/* Everything below takes the recording's lock unless it says otherwise. */
void sp_recording_start(void);
SpProfile *sp_recording_profile(void); /* the profile itself; only while holding the lock */
bool sp_recording_lock(void);          /* false: not to be had within two seconds (its holder hangs) */
void sp_recording_unlock(void);

/* Functions and frames of the recording, by what a host knows of them. */
uint32_t sp_recording_frame(const SpFunction *f, uint32_t line, SpTier tier);

/* The frame of the same function and tier at a line. */
uint32_t sp_recording_frame_at_line(uint32_t frame, uint32_t line);

uint32_t sp_recording_thread(uint64_t id, const char *name); /* -> root node */
void sp_recording_name_thread(uint32_t root_node, const char *name);

/* Needs the lock: child of parent for frame, or parent itself when SP_MAX_NODES are in use (counted as truncated). */
uint32_t sp_recording_child(uint32_t parent, uint32_t frame);
/* Needs the lock: adds to the node and to the timeline. time_ns as sp_virtual_now_ns(); SP_NO_TIME: to the node only. */
#define SP_NO_TIME INT64_MIN
void sp_recording_add(uint32_t node, int64_t time_ns, int64_t weight_ns, int64_t samples);

void sp_recording_dropped(int64_t samples); /* takes no lock: an atomic add; async-signal-safe */

/* A profile of its own with everything recorded so far, its timeline counted from start_ns (of sp_virtual_now_ns()).
 * NULL: the lock was not to be had. Free with sp_profile_free(). */
SpProfile *sp_recording_snapshot(int64_t start_ns);

/* ---- Call tree of mode calls (call-tree.c) ---------------------------------------------------------------------- */

/* Owned by one thread; others may read it meanwhile (nodes are only added, links are published last). The first four
 * fields are what a host with a call cursor works on: MonoProfilerCallNode of profiler/include. */
typedef struct SpCallNode {
    const void *method; /* key; NULL: the root, or the runtime freed the method */
    struct SpCallNode *parent, *last_found;
    uint64_t calls;
    struct SpCallNode *first_child, *next_sibling;
    int64_t self_ticks; /* read at events */
    int64_t self_ns;    /* sampled */
    uint32_t frame;     /* of the recording; SP_NONE at the root */
    uint32_t depth;     /* 0: the root */
    uint32_t profile_node; /* set by sp_call_tree_add_to() */
} SpCallNode;

/* Stands for none in last_found, and has no method. */
extern SpCallNode sp_call_none;

/* Single calls, for evented formats: kept until SP_MAX_SPANS of all threads are reached, then given up for good. */
#define SP_MAX_SPANS 400000 /* 24 bytes each */
void sp_call_spans_set_limit(int64_t limit); /* another number; 0: none is kept */

typedef struct SpCallTree SpCallTree;
SpCallTree *sp_call_tree_new(void);
void sp_call_tree_free(SpCallTree *tree);
SpCallNode *sp_call_tree_root(SpCallTree *tree);
/* The child of node for method, or NULL. */
SpCallNode *sp_call_tree_find(SpCallTree *tree, SpCallNode *node, const void *method);
SpCallNode *sp_call_tree_add(SpCallTree *tree, SpCallNode *node, const void *method, uint32_t frame);
/* The runtime freed methods, whose addresses may come back as others: nodes keep their values but are found no more. */
void sp_call_tree_forget_where(SpCallTree *tree, bool (*is_gone)(const void *method, uint32_t frame));
void sp_call_tree_add_span(SpCallTree *tree, SpCallNode *node, uint64_t start_ticks, uint64_t end_ticks);
/* True while no span of any thread was given up. */
bool sp_call_spans_complete(void);

/* Adds all nodes below root_node of p. ns_per_tick turns ticks into time. */
void sp_call_tree_add_to(SpCallTree *tree, SpProfile *p, uint32_t root_node, double ns_per_tick);
/* Adds the spans, after sp_call_tree_add_to(); start_ticks is time 0. */
void sp_call_tree_spans_to(const SpCallTree *tree, SpProfile *p, uint64_t start_ticks, double ns_per_tick);

#endif
