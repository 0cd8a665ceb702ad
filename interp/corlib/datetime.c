/*
 * datetime.c - clocks: DateTime.UtcNow, Stopwatch, Timer's time. All in ticks of 100 ns.
 */
#include <time.h>

#include "interp/corlib/glue.h"

#define TICKS_1601_TO_1970 116444736000000000

ICALL(system_time)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    ret->i8 = (int64_t)now.tv_sec * 10000000 + now.tv_nsec / 100 + TICKS_1601_TO_1970;
}

ICALL(timestamp)
{
    ret->i8 = glue_ticks();
}

const MonoICallRow mono_icalls_datetime[] = {
    {"System.DateTime::GetSystemTimeAsFileTime", system_time},
    {"System.Diagnostics.Stopwatch::GetTimestamp", timestamp},
    {"System.Threading.Timer::GetTimeMonotonic", timestamp},
    {0},
};
