/*
 * wasm-scenes.h - hand-made methods with objects, statics, calls, handlers and events, for wasm-modules.c. What they must
 * do over memory laid out for 32 bits stands in wasm-scenes.mjs, by the same names.
 */
#ifndef TESTS_JITERP_WASM_SCENES_H
#define TESTS_JITERP_WASM_SCENES_H

#include "tests/exec/support.h"

/* Calls `with` for each scene. */
void for_each_scene(void (*with)(const char *name, Hand *hand));

#endif
