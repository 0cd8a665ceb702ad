#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_datetime[] = {{0}};
