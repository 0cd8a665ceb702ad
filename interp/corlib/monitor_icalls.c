#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_monitor_icalls[] = {{0}};
