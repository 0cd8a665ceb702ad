/*
 * network.c - sockets and name look-up are refused by name: this runtime has one thread and no reactor. Counters of
 * System.Diagnostics are kept in this process only.
 */
#include <unistd.h>

#include "interp/corlib/glue.h"

static void refuse_socket(MonoSlot *args, MonoSlot *ret)
{
    ret->p = NULL;
    mono_set_pending_exception(mono_exception_platform_not_supported("This runtime has no sockets."));
}

static void refuse_lookup(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = 0;
    mono_set_pending_exception(mono_exception_platform_not_supported("This runtime looks up no network names."));
}

/* (out string name) */
static void host_name(MonoSlot *args, MonoSlot *ret)
{
    char name[256] = "";
    ret->i4 = gethostname(name, sizeof name - 1) == 0;
    *(MonoString **)args[0].p = ret->i4 ? mono_string_new(name) : NULL;
}

static void close_socket(MonoSlot *args, MonoSlot *ret)
{
    *(int32_t *)args[1].p = 0;
}

/* ---- Counters ---------------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t raw_value, base_value, counter_frequency, system_frequency, time_stamp, time_stamp_100ns,
        counter_time_stamp;
    int32_t type;
} CounterSample;

enum { NUMBER_OF_ITEMS_64 = 65792 };

/* (category, length, counter, length, instance, length, out type, out custom) -> a counter of our own */
static void counter_open(MonoSlot *args, MonoSlot *ret)
{
    *(int32_t *)args[6].p = NUMBER_OF_ITEMS_64;
    *(uint8_t *)args[7].p = 1; /* one may write to it */
    ret->p = g_new0(int64_t, 1);
}

/* (counter, only value, out sample) */
static void counter_sample(MonoSlot *args, MonoSlot *ret)
{
    CounterSample *sample = args[2].p;
    *sample = (CounterSample){.raw_value = *(int64_t *)args[0].p, .system_frequency = 10000000,
                              .time_stamp_100ns = glue_ticks(), .type = NUMBER_OF_ITEMS_64};
    ret->i4 = 1;
}

/* (counter, add or set, value) -> the new value */
static void counter_update(MonoSlot *args, MonoSlot *ret)
{
    int64_t *value = args[0].p;
    *value = args[1].i4 & 1 ? *value + args[2].i8 : args[2].i8;
    ret->i8 = *value;
}

static void counter_free(MonoSlot *args, MonoSlot *ret)
{
    g_free(args[0].p);
}

#define SOCKET "System.Net.Sockets.Socket::"
#define COUNTER "System.Diagnostics.PerformanceCounter::"

const MonoICallRow mono_icalls_network[] = {
    {COUNTER "FreeData", counter_free},
    {COUNTER "GetImpl_icall", counter_open},
    {COUNTER "GetSample", counter_sample},
    {COUNTER "UpdateValue", counter_update},
    {SOCKET "Close_internal", close_socket},
    {SOCKET "Socket_internal", refuse_socket},
    {SOCKET "SupportsPortReuse", icall_zero},
    {SOCKET "cancel_blocking_socket_operation", icall_nothing},
    {"System.IOSelector::Add", refuse_socket},
    {"System.Net.Dns::GetHostByAddr_internal", refuse_lookup},
    {"System.Net.Dns::GetHostByName_internal", refuse_lookup},
    {"System.Net.Dns::GetHostName_internal", host_name},
    {"System.Net.Sockets.SocketException::WSAGetLastError_internal", icall_zero},
    {0},
};
