/* process-native.c - the process as Linux shows it. */
#include "profiler/plugin/process.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

char *sp_process_command_line(gsize *size)
{
    char *line = NULL;
    return g_file_get_contents("/proc/self/cmdline", &line, size, NULL) ? line : NULL;
}

uint64_t sp_process_thread_id(void)
{
    return (uint64_t)syscall(SYS_gettid);
}

char *sp_process_thread_name(uint64_t id)
{
    if (id == (uint64_t)getpid())
        return g_strdup("Main");
    char *path = g_strdup_printf("/proc/self/task/%" G_GUINT64_FORMAT "/comm", id), *comm = NULL, *process = NULL;
    if (!g_file_get_contents(path, &comm, NULL, NULL) ||
        !g_file_get_contents("/proc/self/comm", &process, NULL, NULL) || !strcmp(comm, process) || !*g_strstrip(comm)) {
        g_free(comm);
        comm = g_strdup_printf("Thread %" G_GUINT64_FORMAT, id);
    }
    g_free(process);
    g_free(path);
    if (!strcmp(comm, "Thread Pool Wor")) { /* the system keeps 15 characters */
        g_free(comm);
        comm = g_strdup("Thread Pool Worker");
    }
    return comm;
}

/* A file over the size limit raises SIGXFSZ, a reader gone SIGPIPE. What they leave pending on this thread is taken
 * back. */
void sp_process_without_deadly_signals(void (*f)(void *data), void *data)
{
    sigset_t deadly, before;
    sigemptyset(&deadly);
    sigaddset(&deadly, SIGXFSZ);
    sigaddset(&deadly, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &deadly, &before);
    f(data);
    const struct timespec now = {0};
    while (sigtimedwait(&deadly, NULL, &now) > 0)
        ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
