/*
 * guards.h - what loops may take for granted: guards.c finds it, gen-guards.c tests it where a loop is entered; and what
 * they need not compute in each turn: kept.c finds it, gen-kept.c computes it there.
 *
 * In a loop (blocks [first, end)) some webs are never null and some elements are always in bounds, provided that a few
 * tests held when the loop was entered. Each turn of the loop is spared its own tests then. Where a guard fails, code is
 * left at the block that would have been entered: the interpreter goes on there, and throws where the program does.
 *
 * A *kept* value is computed from webs that the loop does not write: a constant, or an address in an array of two
 * dimensions. It lives in a register in all of the loop, by a web of its own that has no slot: exits need not know of it,
 * and where a register does not survive (C code off the main path, large copies) it is computed again.
 */
#ifndef JITERP_GUARDS_H
#define JITERP_GUARDS_H

#include "jiterp/region.h"

/* For all turns 0 <= index < array's length where it is used, if at the loop's entry
 *   steady: the loop does not write the index: the same holds
 *   else 0 <= index, bound < length (inclusive) or bound <= length, and length plus step is no overflow. */
typedef struct {
    uint32_t array, index; /* webs */
    uint8_t dimension;     /* of an array of two: 1 or 2, and its lower bound is 0; 0: an array of one */
    bool steady;
    uint32_t bound;        /* web; JIT_NO_WEB: limit, or the length itself, or another array's */
    uint32_t bound_array;  /* web whose length is the bound, or JIT_NO_WEB */
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

typedef enum {
    KEPT_CONSTANT, /* floating point */
    KEPT_ROW,      /* &array[index, 0] */
    KEPT_COLUMN,   /* &array[0, index] */
    KEPT_ELEMENT,  /* &array[index, second] */
    KEPT_LENGTH    /* array's second length */
} JitKeptKind;

typedef struct {
    JitKeptKind kind;
    uint32_t first, end;           /* the loop */
    uint32_t array, index, second; /* webs that it is computed from, or JIT_NO_WEB */
    uint32_t size;                 /* of an element: 1, 2, 4 or 8 */
    uint64_t constant;
    uint32_t web;                  /* that it lives in */
} JitKept;

enum { JIT_NOT_KEPT = UINT16_MAX };
/* Of an access to an array of two dimensions: indexes in JitGuards.kept. */
typedef struct {
    uint16_t place;  /* ROW, COLUMN or ELEMENT */
    uint16_t length; /* of a COLUMN's array */
} JitKeptPlace;

typedef struct {
    GArray *loops;        /* JitLoop: those with something to test */
    uint64_t *in_bounds;  /* by instruction: its index (of two, the first) needs no test */
    uint64_t *in_bounds2; /* its second index needs no test */
    GArray *kept;         /* JitKept */
    JitKeptPlace *places; /* by instruction */
} JitGuards;

/* Before registers are allocated: kept values get webs. Without tests (what they found does not hold) every access has its
 * own, and only constants are kept. */
void jit_guards_find(JitRegion *region, JitGuards *guards, bool tests);
void jit_guards_clear(JitGuards *guards);
/* In this block the web is a zero-based array. */
bool jit_guards_zero_based(const JitGuards *guards, uint32_t block, uint32_t web);
static inline bool jit_loop_has(const JitLoop *loop, uint32_t block)
{
    return block >= loop->first && block < loop->end;
}
static inline const JitKept *jit_kept(const JitGuards *guards, uint16_t index)
{
    return index == JIT_NOT_KEPT ? NULL : &g_array_index(guards->kept, JitKept, index);
}
/* The operands of an access whose part in it is kept, one bit each. */
unsigned jit_kept_operands(const JitGuards *guards, uint32_t insn);

#endif
