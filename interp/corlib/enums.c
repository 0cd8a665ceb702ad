/* enums.c - filled next. */
#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_enums[] = {{0}};
