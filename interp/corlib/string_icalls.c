#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_string_icalls[] = {{0}};
