/*
 * guards-internal.h - a loop under the eyes of guards.c and kept.c.
 */
#ifndef JITERP_GUARDS_INTERNAL_H
#define JITERP_GUARDS_INTERNAL_H

#include "jiterp/guards.h"

typedef struct {
    JitRegion *r;
    JitLoop *loop;
    uint32_t *def_count, *def_insn; /* by web: writes inside the loop */
    uint32_t webs;                  /* that there were before any value was kept */
    GArray *entries;                /* uint32_t: blocks that are entered from outside */
    uint8_t *seen;                  /* by block */
} Finder;

/* The loop does not write it. */
bool jit_is_steady(const Finder *f, uint32_t web);
/* Its value is at hand wherever the loop is entered. */
bool jit_is_at_hand(const Finder *f, uint32_t web);

/* ---- kept.c ---- */
/* After the loop's guards were found; outer loops come first. */
void jit_keep_places(Finder *f, JitGuards *guards);
void jit_keep_constants(Finder *f, JitGuards *guards);

#endif
