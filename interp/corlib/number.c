/* number.c - filled next. */
#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_number[] = {{0}};
