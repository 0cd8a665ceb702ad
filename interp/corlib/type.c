/* type.c - filled next. */
#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_type[] = {{0}};
