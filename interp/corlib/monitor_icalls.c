/*
 * monitor_icalls.c - System.Threading.Monitor on one thread.
 *
 * A lock never waits: whoever asks is the one thread. Wait lets queued work run (it may pulse) until it is pulsed; lock
 * counts stay as they are meanwhile, since queued work on the same thread may enter anyway.
 */
#include "interp/corlib/queue.h"
#include "interp/corlib/reflect.h"

typedef struct Waiter Waiter;
struct Waiter {
    Waiter *next; /* later ones */
    MonoObject *object;
    bool pulsed;
};
static Waiter *waiters;

static bool null_object(MonoObject *object)
{
    if (object)
        return false;
    mono_set_pending_exception(mono_exception_argument_null("obj"));
    return true;
}

ICALL(monitor_enter)
{
    if (!null_object(args[0].o))
        mono_monitor_enter_object(args[0].o);
}

/* Managed code only exits what it entered; an object that is not locked is left alone. */
ICALL(monitor_exit)
{
    if (!null_object(args[0].o) && !mono_monitor_exit_object(args[0].o))
        mono_set_pending_exception(mono_exception_new("System.Threading", "SynchronizationLockException",
                                                      "Object synchronization method was called from an "
                                                      "unsynchronized block of code."));
}

ICALL(monitor_try_enter)
{
    if (null_object(args[0].o))
        return;
    mono_monitor_enter_object(args[0].o);
    *(uint8_t *)args[2].p = 1;
}

ICALL(monitor_is_entered)
{
    ret->i4 = mono_monitor_is_entered(args[0].o);
}

static void pulse(MonoObject *object, bool all)
{
    for (Waiter *waiter = waiters; waiter; waiter = waiter->next)
        if (waiter->object == object && !waiter->pulsed) {
            waiter->pulsed = true;
            if (!all)
                return;
        }
}

ICALL(monitor_pulse)
{
    pulse(args[0].o, false);
}

ICALL(monitor_pulse_all)
{
    pulse(args[0].o, true);
}

static bool is_pulsed(void *data)
{
    return ((Waiter *)data)->pulsed;
}

/* Barrier.SignalAndWait waits in pieces: without end as soon as nobody is left to come. */
static bool waits_at_barrier(void)
{
    enum { FRAMES = 8 };
    for (unsigned i = 0; i < FRAMES; i++) {
        const MonoMethod *method = reflect_caller(i);
        if (method && strcmp(method->name, "DiscontinuousWait") == 0)
            return true;
    }
    return false;
}

ICALL(monitor_wait)
{
    Waiter waiter = {.object = args[0].o}, **end = &waiters;
    while (*end)
        end = &(*end)->next;
    *end = &waiter;
    int32_t timeout_ms = args[1].i4;
    bool pulsed = mono_queue_wait(is_pulsed, &waiter, timeout_ms);
    for (end = &waiters; *end != &waiter; end = &(*end)->next)
        continue;
    *end = waiter.next;
    if (!pulsed && (timeout_ms < 0 || (queue_is_idle() && waits_at_barrier())))
        queue_raise_endless();
    ret->i4 = pulsed;
}

#define MONITOR "System.Threading.Monitor::"

const MonoICallRow mono_icalls_monitor_icalls[] = {
    {MONITOR "Enter(object)", monitor_enter},
    {MONITOR "Exit", monitor_exit},
    {MONITOR "Monitor_pulse", monitor_pulse},
    {MONITOR "Monitor_pulse_all", monitor_pulse_all},
    {MONITOR "Monitor_test_owner", monitor_is_entered},
    {MONITOR "Monitor_test_synchronised", monitor_is_entered},
    {MONITOR "Monitor_wait", monitor_wait},
    {MONITOR "try_enter_with_atomic_var", monitor_try_enter},
    {0},
};
