/*
 * backend.h - what the two back ends answer: backend-x64.c makes machine code of whole methods, wasm-backend.c a module of
 * each trace. One of them is linked. Heat, failures, discards are not their business (jiterp.c, discard.c).
 */
#ifndef JITERP_BACKEND_H
#define JITERP_BACKEND_H

#include "jiterp/internal.h"

/* Sets interp_tier_entry. false: this machine cannot. */
bool jit_backend_init(void);
/* Code for the way in at `ip`, and for others as the back end likes; after jit_flow(). Sets method->code, code_bytes,
 * entries, imethod->tier. */
bool jit_backend_compile(JitRegion *region, JitMethod *method, const uint16_t *ip, JitAbort *why);
/* Has it code that serves that way in, or as much as there will ever be? */
bool jit_backend_has(const JitMethod *method, const uint16_t *ip);
/* What jit_backend_run() takes to go in at `ip`; NULL: no code begins there. */
void *jit_backend_entry(const JitMethod *method, const uint16_t *ip);
InterpTierResult jit_backend_run(void *code, InterpFrame *frame);
/* The method's code goes; no frame runs it. */
void jit_backend_free(JitMethod *method);

#endif
