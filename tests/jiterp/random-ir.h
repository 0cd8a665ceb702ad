/*
 * random-ir.h - random methods of hand-made IR that end: typed slots, every op that computes a slot, branches, loops,
 * switches.
 */
#ifndef TESTS_JITERP_RANDOM_IR_H
#define TESTS_JITERP_RANDOM_IR_H

#include "tests/exec/support.h"

enum { RANDOM_ARGS = 12, RANDOM_MAX_LOOPS = 8 };

typedef struct {
    Hand hand;                       /* returns a value made of all its slots */
    MonoSlot args[RANDOM_ARGS];
    uint32_t loops[RANDOM_MAX_LOOPS]; /* units of TIER_LOOP ops */
    unsigned loop_count;
} RandomMethod;

/* The same seed, the same method. */
void random_method(RandomMethod *method, uint64_t seed);
/* Makes it begin at `unit` with `slots` as they are, for the interpreter. */
void random_resume(RandomMethod *method, uint32_t unit);

#endif
