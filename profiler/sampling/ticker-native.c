/*
 * ticker-native.c - the thread behind trigger "timer".
 *
 *   wait (random around the interval) -> notice a gap -> publish time, then epoch -> on_tick
 *
 * Slowing down: `taken` is set by whoever takes a tick, `slow` by the ticker. The ticker sets slow and then looks at
 * taken once more; the taker sets taken and then looks at slow: one of them sees the other. While slow, every thread's
 * epoch is behind the last one, or a taker would have ended it, so the next event of any thread is noticed.
 *
 * A profiled thread compares the epoch with its own copy at each event; that is all a tick costs it.
 */
#include "profiler/sampling/sampling.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

SpTick sp_tick;

static pthread_t thread;
static bool running;
static sem_t wake; /* posted by who stops the ticker and by who takes a tick of a slow one */
static int stop_requested, slow, taken; /* atomic */

#define UNTAKEN_TICKS 4 /* in a row, before the ticker slows down */
static int64_t interval;
static void (*tick_callback)(void);

const char *sp_ticker_refusal(void)
{
    return NULL;
}

int64_t sp_virtual_now_ns(void)
{
    return sp_clock_wall_ns() - __atomic_load_n(&sp_tick.gap_ns, __ATOMIC_RELAXED);
}

static void publish(int64_t now_ns)
{
    __atomic_store_n(&sp_tick.time_ns, now_ns - sp_tick.gap_ns, __ATOMIC_RELAXED);
    __atomic_store_n(&sp_tick.epoch, sp_tick.epoch + 1, __ATOMIC_RELEASE);
}

/* True: woken before. */
static bool sleep_until(int64_t deadline_ns)
{
    struct timespec t = {.tv_sec = deadline_ns / 1000000000, .tv_nsec = deadline_ns % 1000000000};
    int result;
    while ((result = sem_clockwait(&wake, CLOCK_MONOTONIC, &t)) != 0 && errno == EINTR)
        ;
    return result == 0;
}

int64_t sp_ticker_take(uint32_t *random)
{
    __atomic_store_n(&taken, 1, __ATOMIC_SEQ_CST);
    int64_t ticked = __atomic_load_n(&sp_tick.time_ns, __ATOMIC_RELAXED);
    if (!__atomic_load_n(&slow, __ATOMIC_SEQ_CST))
        return ticked;
    int64_t since = (int64_t)((double)interval * sp_random_below(random, 1u << 20) / (1u << 20));
    if (__atomic_exchange_n(&slow, 0, __ATOMIC_SEQ_CST))
        sem_post(&wake);
    return MAX(ticked, sp_virtual_now_ns() - since);
}

/* True: nobody has taken the last few ticks, and the next one may wait. */
static bool may_slow_down(void)
{
    static int untaken;
    if (tick_callback || interval >= SP_IDLE_TICK_NS)
        return false;
    untaken = __atomic_exchange_n(&taken, 0, __ATOMIC_SEQ_CST) ? 0 : untaken + 1;
    if (untaken < UNTAKEN_TICKS)
        return false;
    __atomic_store_n(&slow, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&taken, __ATOMIC_SEQ_CST))
        return true;
    __atomic_store_n(&slow, 0, __ATOMIC_SEQ_CST);
    return false;
}

static void *run(void *unused)
{
    uint32_t random = (uint32_t)sp_clock_unix_ns();
    int64_t deadline = sp_clock_wall_ns();
    prctl(PR_SET_TIMERSLACK, 10000UL); /* ns; the default of 50 us would shift a 0.1 ms interval by half */
    for (;;) {
        int64_t asked = interval * 3 / 4 + (int64_t)(interval / 2 * (int64_t)sp_random_below(&random, 1000) / 1000);
        if (may_slow_down())
            asked = SP_IDLE_TICK_NS;
        deadline += asked;
        bool woken = sleep_until(deadline);
        if (__atomic_load_n(&stop_requested, __ATOMIC_ACQUIRE))
            return NULL;
        int64_t now = sp_clock_wall_ns(), late = now - deadline;
        if (woken) { /* the taker has accounted for the time up to now */
            deadline = now;
            continue;
        }
        if (late > SP_GAP_NS)
            __atomic_add_fetch(&sp_tick.gap_ns, late, __ATOMIC_RELAXED);
        if (late > asked) /* no burst to catch up */
            deadline = now;
        publish(now);
        if (tick_callback)
            tick_callback();
    }
}

/* Signals of the program are for the program's threads. */
static int create_with_signals_blocked(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(&thread, NULL, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

bool sp_ticker_start(int64_t interval_ns, void (*on_tick)(void), GError **error)
{
    interval = MAX(interval_ns, 10000);
    tick_callback = on_tick;
    stop_requested = slow = taken = 0;
    sem_init(&wake, 0, 0);
    sp_tick.time_ns = sp_virtual_now_ns();
    int result = create_with_signals_blocked();
    if (result != 0) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "cannot start the timer thread: %s", g_strerror(result));
        return false;
    }
    pthread_setname_np(thread, "samplepoint");
    running = true;
    return true;
}

void sp_ticker_stop(void)
{
    if (!running)
        return;
    __atomic_store_n(&stop_requested, 1, __ATOMIC_RELEASE);
    sem_post(&wake);
    running = false;
    if (!pthread_equal(pthread_self(), thread))
        pthread_join(thread, NULL);
}
