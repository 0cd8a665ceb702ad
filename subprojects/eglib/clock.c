/*
 * clock.c - time in microseconds.
 */
#include "glib.h"

#include <time.h>

static gint64 now(clockid_t clock)
{
    struct timespec t = {0};
    clock_gettime(clock, &t);
    return (gint64)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

gint64 g_get_monotonic_time(void)
{
    return now(CLOCK_MONOTONIC);
}

gint64 g_get_real_time(void)
{
    return now(CLOCK_REALTIME);
}
