/* culture.c - filled next. */
#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_culture[] = {{0}};
