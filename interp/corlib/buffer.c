#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_buffer[] = {{0}};
