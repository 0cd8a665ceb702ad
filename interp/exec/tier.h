/*
 * tier.h - how a faster tier plugs into the interpreter. The tier fills the table at start; the interpreter names
 * nothing of it.
 *
 * Methods get an op TIER_ENTER at their start and TIER_LOOP before each loop head's safepoint; data[p] of these counts
 * down, data[p + 1] is the tier's code that begins there. Code runs in the interpreter's frame and leaves it as
 * InterpTierResult says, always with slots, ip and thread state as the interpreter would have them.
 */
#ifndef MONOSP_TIER_H
#define MONOSP_TIER_H

#include <stdio.h>

#include "interp/exec/exec.h"

typedef enum {
    INTERP_TIER_RETURNED,  /* the frame's method returned; the value (if it is one slot) is already in *frame->ret */
    INTERP_TIER_EXIT,      /* go on with mono_thread_state.frames_top at its ip */
    INTERP_TIER_PENDING,   /* mono_thread_state.pending_exception is to be thrown from frames_top: C code made it */
    INTERP_TIER_THROW_NEW, /* the same, but its trace starts here */
} InterpTierResult;

/* The InterpTierResult of code that is leaving its frames: set at the exit, read by who entered the first of them. One for
 * all tiers, for their frames call each other. */
extern int32_t interp_tier_status;

typedef struct {
    bool enabled;
    /* The countdown of a point ran out: code for it, or NULL; *again gets the next countdown. */
    void *(*compile)(InterpMethod *imethod, const uint16_t *ip, int32_t *again);
    InterpTierResult (*run)(void *code, InterpFrame *frame);
    /* interp_method_unmake(): what is known of a method is about `unmade` now. */
    void (*unmade)(InterpMethod *unmade);
    /* No frame runs it any more, and it is about to be freed. */
    void (*free_unmade)(InterpMethod *unmade);
    void (*print_stats)(FILE *out); /* --stats */
} InterpTier;
extern InterpTier interp_tier;

#endif
