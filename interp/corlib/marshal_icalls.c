#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_marshal_icalls[] = {{0}};
