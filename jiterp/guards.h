/*
 * guards.h - what loops may take for granted: guards.c finds it, gen-guards.c tests it where a loop is entered.
 *
 * In a loop (blocks [first, end)) some webs are never null and some elements are always in bounds, provided that a few
 * tests held when the loop was entered. Each turn of the loop is spared its own tests then. Where a guard fails, code is
 * left at the block that would have been entered: the interpreter goes on there, and throws where the program does.
 */
#ifndef JITERP_GUARDS_H
#define JITERP_GUARDS_H

#include "jiterp/region.h"

/* For all turns 0 <= index < array's length where it is used, if at the loop's entry
 *   0 <= index, bound < length (inclusive) or bound <= length, and length plus step is no overflow. */
typedef struct {
    uint32_t array, index; /* webs */
    uint32_t bound;        /* web; JIT_NO_WEB: limit, or the length itself */
    bool is_length, inclusive;
    int32_t limit;
    uint32_t step; /* web; JIT_NO_WEB: step_imm */
    int32_t step_imm;
} JitBounds;

typedef struct {
    uint32_t first, end;
    GArray *nonnull; /* uint32_t: webs */
    GArray *zero_based; /* uint32_t: webs, arrays of two dimensions whose lower bounds are 0 */
    GArray *bounds;  /* JitBounds */
} JitLoop;

typedef struct {
    GArray *loops;       /* JitLoop: those with something to test */
    uint64_t *in_bounds; /* by instruction: its index needs no test */
} JitGuards;

void jit_guards_find(const JitRegion *region, JitGuards *guards);
/* None: every access has its own tests. */
void jit_guards_none(const JitRegion *region, JitGuards *guards);
void jit_guards_clear(JitGuards *guards);
/* In this block the web is a zero-based array. */
bool jit_guards_zero_based(const JitGuards *guards, uint32_t block, uint32_t web);
static inline bool jit_loop_has(const JitLoop *loop, uint32_t block)
{
    return block >= loop->first && block < loop->end;
}

#endif
