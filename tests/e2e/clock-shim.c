/*
 * clock-shim.c - LD_PRELOAD: clocks as coarse, or as far along, as a test wants them.
 *
 *   CLOCK_QUANTUM_US=N   clock_gettime() advances in steps of N microseconds (a browser's clock)
 *   CLOCK_OFFSET_S=N     monotonic clocks run N seconds ahead (a machine that is up for years)
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

typedef int (*ClockGettime)(clockid_t, struct timespec *);

static ClockGettime real;
static int64_t quantum_ns = 1, offset_s;

__attribute__((constructor)) static void set_up(void)
{
    const char *quantum = getenv("CLOCK_QUANTUM_US"), *offset = getenv("CLOCK_OFFSET_S");
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
