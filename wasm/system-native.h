/*
 * system-native.h - functions of Mono's library System.Native that the class library calls by P/Invoke.
 */
#ifndef WASM_SYSTEM_NATIVE_H
#define WASM_SYSTEM_NATIVE_H

/* NULL: it is not here. */
void *system_native_find(const char *name);

#endif
