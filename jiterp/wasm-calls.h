/*
 * wasm-calls.h - traces that run in this host.
 */
#ifndef JITERP_WASM_CALLS_H
#define JITERP_WASM_CALLS_H

#include "jiterp/wasm.h"

/* Runs a frame in the trace that begins where it stands. JIT_WASM_RETURNED, JIT_WASM_PENDING, or JIT_WASM_LEFT, when the
 * interpreter goes on where the thread's top frame stands, as interp_tier_status says. */
int32_t jit_trace_run(void *code, InterpFrame *frame);

#endif
