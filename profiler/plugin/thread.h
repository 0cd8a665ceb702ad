/*
 * thread.h - what the module keeps for each thread of the program.
 *
 * Made at the thread's first event (or when it starts, where no event may allocate), reached through initial-exec
 * thread-local storage, released when the thread ends. The list of live threads is for whoever writes a profile; the
 * events of a thread never look at it.
 */
#ifndef SAMPLEPOINT_THREAD_H
#define SAMPLEPOINT_THREAD_H

#include "profiler/plugin/methods.h"
#include "profiler/sampling/sampling.h"
#include "profiler/sampling/shadow.h"

#include <pthread.h>

#define SP_FRAME_CACHE 256 /* methods whose frame a thread remembers; a power of two */

typedef struct SpRing SpRing;     /* trigger-signal.c */
typedef struct SpReader SpReader; /* trigger-copy.c */

typedef struct SpThreadState {
    SpShadow shadow;
    uint32_t epoch;         /* sp_tick.epoch as of the last sample */
    int32_t countdown;      /* trigger visits: visits until the next look at the clock */
    int64_t not_before_ns;  /* events-samplepoint.c: no sample until then, as the last one was dear; 0 = none was */
    int32_t *skip_counter;  /* the host's own countdown for this thread; NULL = it has none, or requests serve */
    SpSampler sampler;      /* trigger visits */
    int64_t accounted_ns;   /* time up to here is spread over samples; virtual wall clock, or CPU time of the thread */
    uint32_t random;
    int64_t rest_ns;        /* weight not yet counted as a sample; negative before the first */
    pthread_mutex_t booking; /* events-sample.c: held by who takes a sample of the thread or settles its time */
    uint32_t root;          /* node of the recording; SP_NONE until the first sample */
    /* calls mode */
    SpCallTree *calls;
    uint64_t last_ticks;    /* everything before is booked on some node */
    uint32_t calls_generation;
    SpCallNode **cursor;    /* calls-balanced.c: the host's, NULL = it has none */
    bool times_sampled;     /* the same: not read at each event */
    /* mode alloc */
    double alloc_left;      /* bytes until the next sample */
    bool in_allocation;     /* what is allocated meanwhile is ours */
    /* trigger signal */
    SpRing *ring;     /* the host's sampling */
    SpReader *reader; /* ours */
    /* caches and identity */
    uint32_t cache_generation;
    struct {
        MonoMethod *method;
        MonoFrameTier tier;
        uint32_t frame;
    } cache[SP_FRAME_CACHE];
    uint64_t id;            /* system thread id */
    uintptr_t handle;       /* pthread_t, by which events name the thread */
    char *name;             /* given by the program; NULL = not given */
    uint32_t *scratch;      /* frames of the stack being recorded */
    size_t scratch_size;
    struct SpThreadState *next, *previous;
} SpThreadState;

extern __thread SpThreadState *sp_thread_self __attribute__((tls_model("initial-exec")));

/* The calling thread's state, made now if need be. NULL: no memory, or the thread is past its end. */
SpThreadState *sp_thread_get(void);

/* Ends the calling thread's state while the host still knows the thread; later events of the thread are ignored. A
 * thread that ends without the host's word for it is released by the system's hook, with the host off limits. */
void sp_thread_end(void);

/* Called with each thread's state when it ends, before it is released; set by the mode in use. */
extern void (*sp_thread_on_end)(SpThreadState *t);
/* Called when a state is made. */
extern void (*sp_thread_on_start)(SpThreadState *t);

/* Runs f on every live thread's state, the list locked. False: the lock was not to be had within two seconds. */
bool sp_threads_for_each(void (*f)(SpThreadState *t, void *data), void *data);

/* In between no thread's state is released: what it counted is either in the recording or in its state. False: a thread
 * that is being released does not go on. */
bool sp_threads_hold(void);
void sp_threads_let_go(void);

void sp_thread_set_name(uintptr_t handle, const char *name);

/* The thread's root node in the recording, made now if need be. Takes the recording's lock. */
uint32_t sp_thread_root(SpThreadState *t);

/* sp_method_frame() through the thread's cache. */
uint32_t sp_thread_frame(SpThreadState *t, MonoMethod *method);

/* Room for n frame indexes. */
uint32_t *sp_thread_scratch(SpThreadState *t, size_t n);

/* In a forked child: nothing of the parent's threads may be touched again. */
void sp_threads_after_fork(void);

#endif
