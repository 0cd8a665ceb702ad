/*
 * clock.c - clocks of a process under Linux and under WASI, whose CPU clock is the whole process's, the host's own
 * threads included.
 *
 * The counter behind sp_clock_ticks() is the TSC where the processor promises that it runs at one rate through sleep
 * and frequency changes (invariant TSC, CPUID 0x80000007 EDX bit 8): 10 ns a reading instead of 22.
 */
#include "profiler/sampling/sampling.h"

#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

static bool use_tsc;
static uint64_t start_ticks;
static int64_t start_ns;

static int64_t read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t sp_clock_wall_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t sp_clock_thread_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

int64_t sp_clock_unix_ns(void)
{
    return read_clock(CLOCK_REALTIME);
}

static bool has_invariant_tsc(void)
{
#if defined(__x86_64__)
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
#else
    return false;
#endif
}

uint64_t sp_clock_ticks(void)
{
#if defined(__x86_64__)
    if (use_tsc)
        return __rdtsc();
#endif
    return (uint64_t)sp_clock_wall_ns();
}

void sp_clock_calibrate_start(void)
{
    use_tsc = has_invariant_tsc();
    start_ns = sp_clock_wall_ns();
    start_ticks = sp_clock_ticks();
}

double sp_clock_ns_per_tick(void)
{
    uint64_t ticks = sp_clock_ticks() - start_ticks;
    return use_tsc && ticks ? (double)(sp_clock_wall_ns() - start_ns) / (double)ticks : 1.0;
}
