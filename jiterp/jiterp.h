/*
 * jiterp.h - the door of jiterp: hot methods and loops of interpreter IR become machine code.
 *
 * The interpreter does not know jiterp: main.c calls mono_jiterp_init() when it is linked in, and that fills the
 * interpreter's hook table (interp/exec/tier.h).
 */
#ifndef JITERP_JITERP_H
#define JITERP_JITERP_H

#include <stdbool.h>

/* --jiterp=..., --jiterp-threshold=..., --dump-jit=..., --perf-map, --jitdump. false: not one of these. A bad value
 * prints one line and ends the process. */
bool mono_jiterp_option(const char *argument);
/* After the options, before any method is made. */
void mono_jiterp_init(void);

#endif
