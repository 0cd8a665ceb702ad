#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_runtime_helpers[] = {{0}};
