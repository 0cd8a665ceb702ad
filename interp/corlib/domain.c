/* domain.c - filled next. */
#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_domain[] = {{0}};
