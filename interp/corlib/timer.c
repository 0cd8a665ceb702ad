/*
 * timer.c - the cooperative queue: pool work and timers, run when the program waits.
 *
 * The class library's own queues are used as they are: a work item waits in ThreadPoolWorkQueue and asks for a worker
 * (RequestWorkerThread), a timer waits in Timer+Scheduler whose thread we play: RunSchedulerLoop() moves what is due to
 * the pool and says how long until the next. One step of the queue is one such loop or one work item.
 */
#include <stdlib.h>
#include <time.h>

#include "interp/corlib/queue.h"
#include "interp/exec/exec.h"

enum { NEVER = -1 };

static MonoObject *scheduler; /* the one Timer+Scheduler, kept */
static MonoMethod *scheduler_loop;
static int64_t scheduler_due = NEVER; /* ticks; NEVER = no timer */
static unsigned requests;             /* workers the pool asked for */
static MonoMethod *perform_work;

void queue_start_timers(MonoObject *object)
{
    scheduler = object;
    mono_gc_keep(object);
    scheduler_loop = mono_class_find_method(mono_object_class(object), "RunSchedulerLoop", 0);
    scheduler_due = 0;
}

/* Threads that wait for their turn: handles of thread, start delegate, argument (0 = null). */
typedef struct {
    uint32_t thread, start, argument;
} ThreadStart;
static GQueue starts = G_QUEUE_INIT;

void queue_start_thread(MonoObject *thread, MonoObject *start, MonoObject *argument)
{
    ThreadStart *item = g_new0(ThreadStart, 1);
    item->thread = mono_gchandle_new_kind(thread, MONO_GC_HANDLE_NORMAL);
    item->start = mono_gchandle_new_kind(start, MONO_GC_HANDLE_NORMAL);
    item->argument = argument ? mono_gchandle_new_kind(argument, MONO_GC_HANDLE_NORMAL) : 0;
    g_queue_push_tail(&starts, item);
}

void queue_poke(void)
{
    if (scheduler)
        scheduler_due = 0;
}

void queue_request_worker(void)
{
    requests++;
}

bool queue_is_idle(void)
{
    return scheduler_due == NEVER && !requests && g_queue_is_empty(&starts);
}

void queue_raise_endless(void)
{
    mono_set_pending_exception(mono_exception_new(
        "System", "InvalidOperationException",
        "This wait can never end: the runtime has one thread, and neither queued work nor a timer is left to end it."));
}

/* What a worker thread would die of ends the program, as in mono, with the exit code of that. */
static void die_unhandled(MonoException *exception)
{
    enum { WORKER_DIED = 255 };
    if (mono_worker_exception_hook)
        mono_worker_exception_hook(exception);
    exit(WORKER_DIED);
}

/* Runs a managed method as if on another thread. */
static void run_as(MonoObject *thread, MonoMethod *method, const MonoSlot *args, MonoSlot *result)
{
    MonoObject *caller = mono_thread_state.thread_object;
    mono_thread_state.thread_object = thread;
    MonoException *exception = mono_invoke_slots(method, args, result);
    mono_thread_state.thread_object = caller;
    if (exception)
        die_unhandled(exception);
}

static void run_timers(void)
{
    MonoSlot self = {.o = scheduler}, wait_ms = {0};
    scheduler_due = NEVER; /* a change of timers meanwhile sets it */
    run_as(thread_for_pool(), scheduler_loop, &self, &wait_ms);
    if (scheduler_due == NEVER && wait_ms.i4 >= 0)
        scheduler_due = glue_ticks() + (int64_t)wait_ms.i4 * 10000;
}

static bool run_work_item(void)
{
    if (!perform_work) {
        MonoClass *klass = mono_class_from_name(mono_defaults.corlib, "System.Threading", "_ThreadPoolWaitCallback");
        MonoError error = MONO_ERROR_INIT;
        if (klass && mono_class_init_checked(klass, &error))
            perform_work = mono_class_find_method(klass, "PerformWaitCallback", 0);
        mono_error_clear(&error);
        if (!perform_work)
            return false;
    }
    MonoSlot result;
    requests--;
    run_as(thread_for_pool(), perform_work, NULL, &result);
    return true;
}

static bool run_thread(void)
{
    ThreadStart *item = g_queue_pop_head(&starts);
    if (!item)
        return false;
    MonoObject *thread = mono_gchandle_target(item->thread);
    MonoSlot args[2] = {{.o = mono_gchandle_target(item->start)},
                        {.o = item->argument ? mono_gchandle_target(item->argument) : NULL}};
    MonoMethod *invoke = mono_class_find_method(mono_object_class(args[0].o), "Invoke", -1);
    thread_set_running(thread, true);
    run_as(thread, invoke, args, NULL);
    thread_set_running(thread, false);
    mono_gchandle_release(item->thread);
    mono_gchandle_release(item->start);
    if (item->argument)
        mono_gchandle_release(item->argument);
    g_free(item);
    return true;
}

bool mono_queue_run_one(void)
{
    if (scheduler_due != NEVER && glue_ticks() >= scheduler_due)
        run_timers();
    return run_thread() || (requests > 0 && run_work_item());
}

static void sleep_until(int64_t ticks)
{
    int64_t rest = ticks - glue_ticks();
    if (rest <= 0)
        return;
    struct timespec time = {.tv_sec = rest / 10000000, .tv_nsec = rest % 10000000 * 100};
    nanosleep(&time, NULL); /* a signal ends it: its request is served below */
}

bool mono_queue_wait(bool (*done)(void *data), void *data, int64_t timeout_ms)
{
    int64_t deadline = timeout_ms < 0 ? NEVER : glue_ticks() + timeout_ms * 10000;
    for (;;) {
        if (done(data))
            return true;
        if (mono_thread_state.pending_exception)
            return false;
        if (mono_queue_run_one()) {
            if (timeout_ms == 0)
                return done(data);
            continue;
        }
        if (deadline != NEVER && glue_ticks() >= deadline)
            return false;
        int64_t next = scheduler_due == NEVER                          ? deadline
                       : deadline == NEVER || scheduler_due < deadline ? scheduler_due
                                                                       : deadline;
        if (next == NEVER)
            return false;
        sleep_until(next);
        if (mono_thread_state.safepoint_pending)
            mono_safepoint();
    }
}

/* ---- System.Threading.ThreadPool ------------------------------------------------------------------------------------
 */

ICALL(pool_request)
{
    queue_request_worker();
    ret->i4 = 1;
}

/* false: the worker stops after each item, so that whoever waits goes on as soon as it can. */
ICALL(pool_item_complete)
{
    ret->i4 = 0;
}

ICALL(pool_initialize)
{
    *(uint8_t *)args[0].p = 0;
}

enum { POOL_MAX_PER_PROCESSOR = 100 };

static int32_t processors(void)
{
    return 1; /* as Environment.ProcessorCount */
}

static int32_t pool_min[2], pool_max[2]; /* workers, completion ports; 0 = default */

ICALL(pool_get_min)
{
    *(int32_t *)args[0].p = pool_min[0] ? pool_min[0] : processors();
    *(int32_t *)args[1].p = pool_min[1] ? pool_min[1] : processors();
}

ICALL(pool_get_max)
{
    *(int32_t *)args[0].p = pool_max[0] ? pool_max[0] : processors() * POOL_MAX_PER_PROCESSOR;
    *(int32_t *)args[1].p = pool_max[1] ? pool_max[1] : processors() * POOL_MAX_PER_PROCESSOR;
}

ICALL(pool_set_min)
{
    int32_t workers = args[0].i4, ports = args[1].i4;
    bool fits =
        workers > 0 && ports > 0 && workers <= (pool_max[0] ? pool_max[0] : processors() * POOL_MAX_PER_PROCESSOR);
    if (fits) {
        pool_min[0] = workers;
        pool_min[1] = ports;
    }
    ret->i4 = fits;
}

ICALL(pool_set_max)
{
    int32_t workers = args[0].i4, ports = args[1].i4;
    bool fits = workers >= processors() && ports >= processors() && workers >= pool_min[0] && ports >= pool_min[1];
    if (fits) {
        pool_max[0] = workers;
        pool_max[1] = ports;
    }
    ret->i4 = fits;
}

#define POOL "System.Threading.ThreadPool::"
#define WAIT_ROW(name, function) {name, function},

const MonoICallRow mono_icalls_timer[] = {
    WAIT_ROWS(WAIT_ROW){POOL "GetAvailableThreadsNative", pool_get_max},
    {POOL "GetMaxThreadsNative", pool_get_max},
    {POOL "GetMinThreadsNative", pool_get_min},
    {POOL "InitializeVMTp", pool_initialize},
    {POOL "NotifyWorkItemComplete", pool_item_complete},
    {POOL "NotifyWorkItemProgressNative", icall_nothing},
    {POOL "NotifyWorkItemQueued", icall_nothing},
    {POOL "PostQueuedCompletionStatus", icall_zero},
    {POOL "ReportThreadStatus", icall_nothing},
    {POOL "RequestWorkerThread", pool_request},
    {POOL "SetMaxThreadsNative", pool_set_max},
    {POOL "SetMinThreadsNative", pool_set_min},
    {0},
};
