/* runtime.h - what the fuzzers of the runtime share: its start, once a process. */
#ifndef TESTS_HOSTILE_RUNTIME_H
#define TESTS_HOSTILE_RUNTIME_H

#include "interp/exec/exec.h"
#include "tests/fuzz/fuzz.h"

/* Starts it; Base.exe, read from memory as a stranger's. The bytes of its code may be written. */
MonoImage *fuzz_base(void);
MonoClass *fuzz_class(const char *name);
/* A class whose constructor must not run counts as initialised. */
void fuzz_forget(MonoError *error);

#endif
