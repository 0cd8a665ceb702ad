/*
 * aot.h - the door of aot-stubs: methods compiled ahead of time.
 *
 *   monosp --aot[=OPTIONS] a.dll b.exe    IR -> C -> image a.dll.so beside the assembly, by the system's C compiler
 *   monosp b.exe                          uses the images of the assemblies it loads, where they fit
 *
 * main.c finds these functions through weak names: the runtime runs without the folder.
 */
#ifndef AOT_STUBS_AOT_H
#define AOT_STUBS_AOT_H

#include "interp/runtime/runtime.h"

/* --aot, --aot=OPTIONS, --aot-path=FOLDERS, --no-aot, --dump-aot=METHODSPEC. false: not one of these. A bad value prints
 * one line and ends the process. */
bool mono_aot_option(const char *argument);
/* Was --aot given: then the arguments are assemblies to compile, none is run. */
bool mono_aot_compiles(void);
/* After the options and mono_jiterp_init(), before any method is made. program: file of the assembly that will run. */
void mono_aot_init(const char *program);
/* --aot: compiles these files. Exit code. */
int mono_aot_compile(int count, char **files);
/* --dump-aot=METHODSPEC: the C of these methods, to stdout. Exit code; -1: not asked for. */
int mono_aot_dump(MonoAssembly *program);

#endif
