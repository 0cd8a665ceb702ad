#include "interp/corlib/icalls.h"

bool mono_corlib_init(int argc, char **argv, MonoError *error)
{
    return true;
}

void mono_corlib_shutdown(void)
{
}
