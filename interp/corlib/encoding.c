#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_encoding[] = {{0}};
