/*
 * capture.h - copies of a thread's registers and stack: of a running one by a signal handler on the thread itself, of a
 * waiting one by looking from outside.
 *
 * Each thread has a tape that its handler writes and one reader reads. The handler calls nothing but clock_gettime()
 * and timer_settime(), which are async-signal-safe; it knows nothing of the host.
 */
#ifndef SAMPLEPOINT_CAPTURE_H
#define SAMPLEPOINT_CAPTURE_H

#include "profiler/sampling/sampling.h"
#include "profiler/unwind/unwind.h"

enum {
    SP_CAPTURE_PAD = 1,     /* nothing; the next record follows */
    SP_CAPTURE_IN_CALL = 2, /* the thread is in a system call */
    SP_CAPTURE_ASLEEP = 4,  /* and waits in it: no more ticks until it has used the processor again */
    SP_CAPTURE_AWAKE = 8,   /* the first tick since */
};

typedef struct {
    uint32_t size; /* bytes up to the next record; a multiple of 8 */
    uint32_t flags;
    uint32_t stack_size;
    uint32_t unused;
    int64_t time_ns; /* sp_virtual_now_ns() */
    int64_t gap_ns;  /* sp_tick.gap_ns then */
    int64_t cpu_ns;  /* CPU time of the thread; -1 = not read */
    uint64_t stack_at;
    uint64_t registers[SP_REGISTERS];
    uint8_t code[2 * SP_CODE_BYTES];
    uint64_t stack[]; /* stack_size bytes */
} SpCaptureRecord;

typedef struct SpTape SpTape;

/* Chooses a real-time signal that nobody uses, never `avoid`, and installs the handler. cpu: every record tells the
 * thread's CPU time. False: the system offers no such thing; the error says what. */
bool sp_capture_start(int64_t interval_ns, bool cpu, int avoid, GError **error);

/* The calling thread's tape; its ticks begin. One at a time. NULL: no memory or no timer to be had. */
SpTape *sp_tape_start(GError **error);

/* On the thread itself: no tick comes any more; what is on the tape can still be read. */
void sp_tape_stop(SpTape *tape);
void sp_tape_free(SpTape *tape);

/* The oldest record not yet done with, or NULL. */
const SpCaptureRecord *sp_tape_next(SpTape *tape);
void sp_tape_done(SpTape *tape, const SpCaptureRecord *record);

/* The rest is for another thread, while the tape's own cannot end. */

int64_t sp_tape_cpu_ns(const SpTape *tape); /* CPU time of the tape's thread */

/* The tape's thread waits in the kernel: copies its stack into the capture, of whose registers only rip and rsp are
 * known; the bytes are valid until the next call, one caller at a time. False: it runs, or went on meanwhile, or the
 * system does not tell. */
bool sp_tape_look(const SpTape *tape, SpCapture *capture);

/* Copies the words at the outer end of the thread's stack, outermost last; returns how many. They may be changing. */
size_t sp_tape_outer_words(const SpTape *tape, uint64_t *words, size_t max);

/* The tape's thread ran for longer than sp_capture_cpu_tick_ns() without the tick that should have told of it: the system
 * looks at CPU clocks only while its own tick runs, and on a crowded machine that may find another thread running for a
 * tenth of a second. Lets ticks of wall time begin. */
void sp_tape_wake(SpTape *tape);
int64_t sp_capture_cpu_tick_ns(void);

/* No thread is ever interrupted while it waits; all that is known of waiting threads is what looking tells. */
bool sp_capture_only_looks(void);

#endif
