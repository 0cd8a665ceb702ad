/*
 * ending-native.c - the profile is written once, however the program ends.
 *
 *   exit()            atexit handler, on the thread that exits: Main's return, Environment.Exit, unhandled exceptions
 *   SIGINT TERM HUP   handler -> semaphore -> service thread: write, then die by that very signal
 *   snapshot signal   handler -> semaphore -> service thread: write, go on
 *   shutdown_end      our own runtime: its host may be a program that goes on
 *   fork              the child forgets about profiling; only the process that started it writes
 *
 * A signal the program ignores or handles is left alone. A second ending signal during the writing ends at once, unless
 * it comes with the first: timeout(1) and others send one to the process and one to its group.
 */
#include "profiler/plugin/ending.h"

#include "profiler/plugin/modes.h"
#include "profiler/plugin/write-out.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define SAME_WISH_NS 500000000

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

static pid_t owner;
static sem_t wake;
static volatile sig_atomic_t ending_signal, snapshot_wanted;
static int64_t ending_ns; /* wall clock at the first ending signal */
/* Checked: if the host aborts while a profile is being written, its exit comes back here on the same thread. */
static pthread_mutex_t finish_lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static bool finished;

static void finish(void)
{
    if (getpid() != owner)
        return;
    if (pthread_mutex_lock(&finish_lock) != 0)
        return;
    if (!finished) {
        sp_write_out(false);
        sp_ticker_stop();
    }
    finished = true;
    pthread_mutex_unlock(&finish_lock);
}

void sp_ending_now(void)
{
    finish();
}

static void die_by(int number)
{
    signal(number, SIG_DFL);
    kill(getpid(), number); /* a thread that has it unblocked takes it */
}

static void on_signal(int number)
{
    int saved = errno;
    bool ours = getpid() == owner;
    if (ours && ending_signal && sp_clock_wall_ns() - ending_ns < SAME_WISH_NS)
        return;
    if (!ours || ending_signal) {
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, number);
        die_by(number);
        pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    }
    ending_ns = sp_clock_wall_ns();
    ending_signal = number;
    sem_post(&wake);
    errno = saved;
}

static void on_snapshot_signal(int number)
{
    int saved = errno;
    if (getpid() == owner) {
        snapshot_wanted = 1;
        sem_post(&wake);
    }
    errno = saved;
}

static void *serve(void *unused)
{
    for (;;) {
        while (sem_wait(&wake) != 0)
            ;
        sp_mode_attach_thread(); /* what is pending may need names */
        if (snapshot_wanted) {
            snapshot_wanted = 0;
            pthread_mutex_lock(&finish_lock);
            if (!finished)
                sp_write_out(true);
            pthread_mutex_unlock(&finish_lock);
        }
        if (ending_signal) {
            finish();
            die_by(ending_signal);
        }
    }
    return NULL;
}

/* Signals are for the program's threads: a handler there may interrupt them, the service thread must go on. */
static int start_service_thread(void)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(&thread, NULL, serve, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result == 0)
        pthread_setname_np(thread, "samplepoint-end");
    return result;
}

static void hook(int number, void (*handler)(int))
{
    struct sigaction now, ours = {.sa_handler = handler, .sa_flags = SA_RESTART};
    if (sigaction(number, NULL, &now) != 0 || now.sa_handler != SIG_DFL)
        return;
    sigfillset(&ours.sa_mask);
    sigaction(number, &ours, NULL);
}

static void in_child_after_fork(void)
{
    sp_threads_after_fork();
}

bool sp_ending_start(const SpOptions *options, GError **error)
{
    owner = getpid();
    sem_init(&wake, 0, 0);
    int result = start_service_thread();
    if (result == 0)
        result = pthread_atfork(NULL, NULL, in_child_after_fork);
    if (result != 0 || atexit(finish) != 0) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "cannot prepare for the end of the program: %s", g_strerror(result));
        return false;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(ending_signals); i++)
        hook(ending_signals[i], on_signal);
    if (options->snapshot_signal)
        hook(options->snapshot_signal, on_snapshot_signal);
    return true;
}
