/* assembly.c - filled next. */
#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_assembly[] = {{0}};
