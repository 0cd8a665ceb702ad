/*
 * host-wasm.c - the host's functions are linked in beside the module; what it lacks is NULL. With one thread, a lock is
 * free or will never be.
 */
#include "profiler/plugin/host.h"

#define DECLARE(return_type, name, parameters, need) extern return_type name parameters __attribute__((weak));
MONO_HOST_FUNCTIONS(DECLARE)
#undef DECLARE

bool sp_host_find(GError **error)
{
#define FIND(return_type, name, parameters, need) sp_host.name = name;
    MONO_HOST_FUNCTIONS(FIND)
#undef FIND
    return true;
}

void sp_host_lock(pthread_mutex_t *lock)
{
    pthread_mutex_lock(lock);
}

bool sp_host_lock_within(pthread_mutex_t *lock, int seconds)
{
    return pthread_mutex_trylock(lock) == 0;
}
