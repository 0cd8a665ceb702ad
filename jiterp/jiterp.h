/*
 * jiterp.h - the door of jiterp: hot methods and loops of interpreter IR become machine code.
 *
 * The interpreter does not know jiterp: main.c calls mono_jiterp_init() when it is linked in, and that fills the
 * interpreter's hook table (interp/exec/tier.h).
 */
#ifndef JITERP_JITERP_H
#define JITERP_JITERP_H

#include "interp/runtime/runtime.h"

/* --jiterp=..., --jiterp-threshold=..., --dump-jit=..., --dump-wasm=..., --perf-map, --jitdump. false: not one of these. A bad value
 * prints one line and ends the process. */
bool mono_jiterp_option(const char *argument);
/* After the options, before any method is made. */
void mono_jiterp_init(void);
/* --dump-wasm=METHODSPEC[@UNIT]: the module of the trace at that method's start, or at the loop head at that IR unit, to
 * stdout. Exit code; -1: not asked for. */
int mono_jiterp_dump_wasm(MonoAssembly *program);

#endif
