/*
 * native-library.h - libraries and functions for P/Invoke.
 */
#ifndef MONOSP_NATIVE_LIBRARY_H
#define MONOSP_NATIVE_LIBRARY_H

#include "interp/runtime/runtime.h"

/* Loaded library of a DllImport, NULL = not found. `from` is the assembly that asks. */
void *native_library_open(const char *name, const MonoAssembly *from);
void *native_library_symbol(void *library, const char *name);

#endif
