#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_object_icalls[] = {{0}};
