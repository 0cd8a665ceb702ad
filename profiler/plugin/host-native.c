/*
 * host-native.c - looks the host's functions up among the symbols the process already has, so that one binary loads in
 * every runtime that keeps Mono's profiler ABI; waits for locks as a host with a collector and several threads needs
 * it.
 */
#include "profiler/model/model.h"
#include "profiler/plugin/host.h"

#include <dlfcn.h>
#include <string.h>
#include <time.h>

enum { OPTIONAL, REQUIRED };

/* mono/utils/mono-threads-api.h, which is not installed. The address of a local variable tells how deep the stack is.
 */
static struct {
    void *(*mono_threads_enter_gc_safe_region)(void **stack);
    void (*mono_threads_exit_gc_safe_region)(void *cookie, void **stack);
    void *(*mono_threads_enter_gc_unsafe_region)(void **stack);
    void (*mono_threads_exit_gc_unsafe_region)(void *cookie, void **stack);
} regions;

static void find_regions(void)
{
#define FIND(name) *(void **)&regions.name = dlsym(RTLD_DEFAULT, #name)
    FIND(mono_threads_enter_gc_safe_region);
    FIND(mono_threads_exit_gc_safe_region);
    FIND(mono_threads_enter_gc_unsafe_region);
    FIND(mono_threads_exit_gc_unsafe_region);
#undef FIND
    if (!regions.mono_threads_enter_gc_safe_region || !regions.mono_threads_exit_gc_safe_region ||
        !regions.mono_threads_enter_gc_unsafe_region || !regions.mono_threads_exit_gc_unsafe_region)
        memset(&regions, 0, sizeof regions);
}

/* Only a thread that the host knows is in a domain. It may be in either state: one that calls exit() from native code
 * counts as waiting already. Entering the running state first, which changes nothing for one that is in it, makes the
 * second step right for both. */
static bool lock_while_waiting(pthread_mutex_t *lock, const struct timespec *deadline)
{
    void *outer_stack = NULL, *inner_stack = NULL, *outer = NULL, *inner = NULL;
    bool known = regions.mono_threads_enter_gc_safe_region && sp_host.mono_domain_get && sp_host.mono_domain_get();
    if (known) {
        outer = regions.mono_threads_enter_gc_unsafe_region(&outer_stack);
        inner = regions.mono_threads_enter_gc_safe_region(&inner_stack);
    }
    int result = deadline ? pthread_mutex_timedlock(lock, deadline) : pthread_mutex_lock(lock);
    if (known) {
        regions.mono_threads_exit_gc_safe_region(inner, &inner_stack);
        regions.mono_threads_exit_gc_unsafe_region(outer, &outer_stack);
    }
    return result == 0;
}

void sp_host_lock(pthread_mutex_t *lock)
{
    if (pthread_mutex_trylock(lock) != 0)
        lock_while_waiting(lock, NULL);
}

bool sp_host_lock_within(pthread_mutex_t *lock, int seconds)
{
    struct timespec deadline;
    if (pthread_mutex_trylock(lock) == 0)
        return true;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += seconds;
    return lock_while_waiting(lock, &deadline);
}

bool sp_host_find(GError **error)
{
#define FIND(return_type, name, parameters, need)                                                                      \
    *(void **)&sp_host.name = dlsym(RTLD_DEFAULT, #name);                                                              \
    if (!sp_host.name && (need) == REQUIRED) {                                                                         \
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "this host has no function '%s': it is no Mono 6 or newer",      \
                    #name);                                                                                            \
        return false;                                                                                                  \
    }
    MONO_HOST_FUNCTIONS(FIND)
#undef FIND
    find_regions();
    return true;
}
