#include "interp/corlib/icalls.h"

const MonoICallRow mono_icalls_timer[] = {{0}};

bool mono_queue_run_one(void)
{
    return false;
}

bool mono_queue_wait(bool (*done)(void *data), void *data, int64_t timeout_ms)
{
    return done(data);
}
