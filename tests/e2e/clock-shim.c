/*
 * clock-shim.c - LD_PRELOAD: clocks as coarse, or as far along, as a test wants them.
 *
 *   CLOCK_QUANTUM_US=N   clock_gettime() advances in steps of N microseconds (a browser's clock)
 *   CLOCK_OFFSET_S=N     the monotonic clock runs N seconds ahead (a machine that is up for years)
 */
#include <dlfcn.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

typedef int (*ClockGettime)(clockid_t, struct timespec *);
typedef int (*ClockNanosleep)(clockid_t, int, const struct timespec *, struct timespec *);
typedef int (*SemClockwait)(sem_t *, clockid_t, const struct timespec *);

static ClockGettime real;
static ClockNanosleep real_sleep;
static SemClockwait real_wait;
static int64_t quantum_ns = 1, offset_s;

__attribute__((constructor)) static void set_up(void)
{
    const char *quantum = getenv("CLOCK_QUANTUM_US"), *offset = getenv("CLOCK_OFFSET_S");
    real_sleep = (ClockNanosleep)dlsym(RTLD_NEXT, "clock_nanosleep");
    real_wait = (SemClockwait)dlsym(RTLD_NEXT, "sem_clockwait");
    real = (ClockGettime)dlsym(RTLD_NEXT, "clock_gettime");
    if (quantum && atol(quantum) > 0)
        quantum_ns = 1000 * atol(quantum);
    if (offset)
        offset_s = atol(offset);
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!real)
        set_up();
    int failed = real(clock, time);
    if (failed)
        return failed;
    int64_t ns = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
    ns -= ns % quantum_ns;
    time->tv_sec = ns / 1000000000 + (clock == CLOCK_MONOTONIC ? offset_s : 0);
    time->tv_nsec = ns % 1000000000;
    return 0;
}

/* A time to wake up at is told by the shifted clock. */
__attribute__((visibility("default"))) int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                                                           struct timespec *left)
{
    struct timespec shifted = *time;
    if (!real_sleep)
        set_up();
    if (clock == CLOCK_MONOTONIC && (flags & TIMER_ABSTIME))
        shifted.tv_sec -= offset_s;
    return real_sleep(clock, flags, &shifted, left);
}

__attribute__((visibility("default"))) int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *time)
{
    struct timespec shifted = *time;
    if (!real_wait)
        set_up();
    if (clock == CLOCK_MONOTONIC)
        shifted.tv_sec -= offset_s;
    return real_wait(semaphore, clock, &shifted);
}
