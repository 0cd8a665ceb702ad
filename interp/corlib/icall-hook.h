/*
 * icall-hook.h - for those who add internal calls (embedding) or watch them (--stats).
 */
#ifndef MONOSP_ICALL_HOOK_H
#define MONOSP_ICALL_HOOK_H

#include <stdio.h>

#include "interp/corlib/icalls.h"

/* Asked once for each internal call, when code that calls it is made ready: `found` is this runtime's own function or
 * NULL; the answer is called in its place. NULL = nobody asks. */
typedef MonoICall (*MonoICallHook)(MonoMethod *method, MonoICall found);
extern MonoICallHook mono_icall_hook;

/* "Ns.Class::Method" or "Ns.Class::Method(int,System.String)" in the spelling of mono_icall_name(); g_free. */
char *mono_icall_canonical(const char *name);

/* --stats: from now on internal calls are counted. Calls made ready before are not. */
void mono_icall_count_start(void);
/* The most-called ones, most first, at most `most` lines "count name". */
void mono_icall_count_print(FILE *out, unsigned most);

#endif
