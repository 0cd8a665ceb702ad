/* attach.c - threads of the module's own become known to the host. */
#include "profiler/plugin/modes.h"

#include <pthread.h>
#include <signal.h>

static int host_runs; /* atomic */

void sp_mode_host_runs(bool runs)
{
    __atomic_store_n(&host_runs, runs, __ATOMIC_RELEASE);
}

/* While it is being made known a thread is for a moment like any other to the collector, which then waits until it
 * answers: the signals a host stops threads by, the real-time ones and on older systems SIGPWR and SIGXCPU, must not be
 * blocked in that time. */
static void attach_stoppable(void)
{
    sigset_t stops, before;
    sigemptyset(&stops);
    sigaddset(&stops, SIGPWR);
    sigaddset(&stops, SIGXCPU);
    for (int n = SIGRTMIN; n <= SIGRTMAX; n++)
        sigaddset(&stops, n);
    pthread_sigmask(SIG_UNBLOCK, &stops, &before);
    sp_host.mono_threads_attach_tools_thread();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool sp_mode_attach_thread(void)
{
    static __thread bool attached;
    if (attached || !__atomic_load_n(&host_runs, __ATOMIC_ACQUIRE))
        return attached;
    if (sp_host.mono_threads_attach_tools_thread)
        attach_stoppable();
    attached = true;
    return true;
}
