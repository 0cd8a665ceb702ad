/*
 * thread.c - System.Threading.Thread and InternalThread on a runtime with one thread.
 *
 * The main thread's object is made before Main; code that the queue runs sees a second one, a pool thread. A thread is
 * never started: Start throws PlatformNotSupportedException. The exceptions are threads of the class library's own: the
 * timer thread and those of long-running tasks, whose work the queue does (timer.c).
 */
#include "interp/corlib/queue.h"

enum { STATE_BACKGROUND = 4, STATE_UNSTARTED = 8, STATE_STOPPED = 16, STATE_ABORT_REQUESTED = 128 };
enum { PRIORITY_NORMAL = 2, APARTMENT_MTA = 1, APARTMENT_UNKNOWN = 2 };

static MonoObject *pool_thread;
static int32_t last_managed_id;

/* Field of an InternalThread, by name; offsets are looked up once a field. */
#define INTERNAL_FIELD(Type, name)                                                                                     \
    static Type *internal_##name(MonoObject *internal)                                                                 \
    {                                                                                                                  \
        static MonoClassField *field;                                                                                  \
        if (!field)                                                                                                    \
            field = glue_field(mono_defaults.internal_thread, #name);                                                  \
        return mono_field_ptr(internal, field);                                                                        \
    }
INTERNAL_FIELD(int32_t, managed_id)
INTERNAL_FIELD(int64_t, thread_id)
INTERNAL_FIELD(int32_t, state)
INTERNAL_FIELD(int32_t, priority)
INTERNAL_FIELD(uint8_t, threadpool_thread)
INTERNAL_FIELD(uint8_t, apartment_state)
INTERNAL_FIELD(uint16_t *, name_chars)
INTERNAL_FIELD(int32_t, name_length)

static MonoObject **internal_of(MonoObject *thread)
{
    static MonoClassField *field;
    if (!field)
        field = glue_field(mono_defaults.thread, "internal_thread");
    return mono_field_ptr(thread, field);
}

static MonoObject *new_internal(int32_t state)
{
    MonoObject *internal = mono_object_new(mono_defaults.internal_thread);
    if (!internal)
        return NULL;
    *internal_managed_id(internal) = ++last_managed_id;
    *internal_state(internal) = state;
    *internal_priority(internal) = PRIORITY_NORMAL;
    *internal_apartment_state(internal) = APARTMENT_UNKNOWN;
    return internal;
}

MonoObject *thread_new(bool pool)
{
    MonoObject *thread = mono_object_new(mono_defaults.thread);
    MonoObject *internal = new_internal(pool ? STATE_BACKGROUND : 0);
    if (!thread || !internal)
        return NULL;
    *internal_thread_id(internal) = (int64_t)(intptr_t)&mono_thread_state; /* any number but 0 */
    *internal_apartment_state(internal) = APARTMENT_MTA;
    *internal_threadpool_thread(internal) = pool;
    *internal_of(thread) = internal;
    return thread;
}

MonoObject *thread_for_pool(void)
{
    if (!pool_thread && (pool_thread = thread_new(true)))
        mono_gc_keep(pool_thread);
    return pool_thread ? pool_thread : mono_thread_state.thread_object;
}

ICALL(thread_construct_internal)
{
    *internal_of(args[0].o) = new_internal(STATE_UNSTARTED);
}

ICALL(thread_current)
{
    ret->o = mono_thread_state.thread_object;
}

void thread_set_running(MonoObject *thread, bool running)
{
    int32_t *state = internal_state(*internal_of(thread));
    *state = running ? STATE_BACKGROUND : STATE_STOPPED;
}

/* The delegate given to `new Thread`: ThreadHelper holds it. */
static MonoDelegate *start_of(MonoDelegate *start)
{
    MonoObject *helper = start ? start->target : NULL;
    if (!helper || strcmp(mono_object_class(helper)->name, "ThreadHelper") != 0)
        return NULL;
    return *(MonoDelegate **)mono_field_ptr(helper, glue_field(mono_object_class(helper), "_start"));
}

/* Timer+Scheduler starts `new Thread (SchedulerThread)`. */
static MonoObject *timer_scheduler_of(MonoDelegate *inner)
{
    if (!inner || !inner->target)
        return NULL;
    MonoClass *klass = mono_object_class(inner->target);
    bool scheduler = klass->image == mono_defaults.corlib && strcmp(klass->name, "Scheduler") == 0 &&
                     klass->nested_in && strcmp(klass->nested_in->name, "Timer") == 0;
    return scheduler ? inner->target : NULL;
}

/* A TaskScheduler's thread for one LongRunning task. */
static bool is_task_thread(const MonoDelegate *inner)
{
    const MonoMethod *method = inner ? inner->method : NULL;
    return method && method->klass->image == mono_defaults.corlib &&
           (strcmp(method->klass->name, "ThreadPoolTaskScheduler") == 0 ||
            (method->klass->nested_in && strcmp(method->klass->nested_in->name, "ThreadPoolTaskScheduler") == 0));
}

/* FileSystemWatcher's thread, which looks at files again and again. Its class keeps the thread before it starts it, and
 * would hold it for running the next time: forgotten, so that each watcher is refused. */
static bool is_watcher_thread(const MonoDelegate *inner)
{
    MonoClass *klass = inner && inner->method ? inner->method->klass : NULL;
    if (!klass || strcmp(klass->name, "DefaultWatcher") != 0 || strcmp(klass->name_space, "System.IO") != 0)
        return false;
    MonoError error = MONO_ERROR_INIT;
    MonoObject **kept = mono_static_field_address(glue_field(klass, "thread"), &error);
    if (kept)
        *kept = NULL;
    mono_error_clear(&error);
    return true;
}

/* (this, start delegate) */
ICALL(thread_start)
{
    MonoObject *thread = args[0].o, *start = args[1].o;
    MonoDelegate *inner = start_of((MonoDelegate *)start);
    MonoObject *scheduler = timer_scheduler_of(inner);
    if (scheduler) {
        *internal_state(*internal_of(thread)) = STATE_BACKGROUND;
        queue_start_timers(scheduler);
        ret->i4 = 1;
        return;
    }
    if (is_task_thread(inner)) {
        MonoObject *argument =
            *(MonoObject **)mono_field_ptr(thread, glue_field(mono_defaults.thread, "m_ThreadStartArg"));
        *internal_state(*internal_of(thread)) = STATE_BACKGROUND;
        queue_start_thread(thread, start, argument);
        ret->i4 = 1;
        return;
    }
    mono_set_pending_exception(mono_exception_platform_not_supported(
        is_watcher_thread(inner)
            ? "FileSystemWatcher is not supported: it needs a thread of its own, and this runtime has one."
            : "This runtime has one thread: threads cannot be started. Tasks, timers and the thread pool run when the "
              "program waits."));
}

static bool never(void *data)
{
    return false;
}

ICALL(thread_sleep)
{
    mono_queue_wait(never, NULL, args[0].i4);
    if (args[0].i4 < 0)
        queue_raise_endless();
}

ICALL(thread_yield)
{
    ret->i4 = mono_queue_run_one();
}

static bool is_stopped(void *internal)
{
    return *internal_state(internal) & STATE_STOPPED;
}

/* Threads that the queue runs end; the one thread would wait for itself for ever. */
ICALL(thread_join)
{
    MonoObject *internal = *internal_of(args[0].o);
    int32_t timeout_ms = args[1].i4;
    bool stopped = mono_queue_wait(is_stopped, internal, timeout_ms);
    if (!stopped && timeout_ms < 0)
        queue_raise_endless();
    ret->i4 = stopped;
}

ICALL(thread_get_name)
{
    MonoObject *internal = args[0].o;
    uint16_t *chars = *internal_name_chars(internal);
    ret->p = chars ? mono_string_new_utf16(chars, *internal_name_length(internal)) : NULL;
}

/* (InternalThread, char* name, int length); a name is given once. */
ICALL(thread_set_name)
{
    MonoObject *internal = args[0].o;
    uint16_t **chars = internal_name_chars(internal);
    if (*chars) {
        mono_set_pending_exception(
            mono_exception_new("System", "InvalidOperationException", "Thread.Name can only be set once."));
        return;
    }
    if (!args[1].p)
        return;
    *internal_name_length(internal) = args[2].i4;
    *chars = g_memdup2(args[1].p, (gsize)args[2].i4 * 2 + 1); /* never empty: "" is a name too */
}

ICALL(thread_free_internal)
{
    uint16_t **chars = internal_name_chars(args[0].o);
    g_free(*chars);
    *chars = NULL;
}

ICALL(thread_get_state)
{
    ret->i4 = *internal_state(args[0].o);
}

ICALL(thread_set_state)
{
    *internal_state(args[0].o) |= args[1].i4;
}

ICALL(thread_clear_state)
{
    *internal_state(args[0].o) &= ~args[1].i4;
}

ICALL(thread_get_priority)
{
    MonoObject *internal = *internal_of(args[0].o);
    ret->i4 = internal ? *internal_priority(internal) : PRIORITY_NORMAL;
}

ICALL(thread_set_priority)
{
    MonoObject *internal = *internal_of(args[0].o);
    if (internal)
        *internal_priority(internal) = args[1].i4;
}

static uint32_t abort_reason; /* handle of what Abort was given; the running thread is the only one that can be aborted */

static void forget_abort_reason(void)
{
    if (abort_reason)
        mono_gchandle_release(abort_reason);
    abort_reason = 0;
}

/* (InternalThread, state): the running thread aborts itself; another one has never run. */
ICALL(thread_abort)
{
    if (args[0].o != *internal_of(mono_thread_state.thread_object))
        return;
    forget_abort_reason();
    if (args[1].o)
        abort_reason = mono_gchandle_new_kind(args[1].o, MONO_GC_HANDLE_NORMAL);
    *internal_state(args[0].o) |= STATE_ABORT_REQUESTED;
    mono_set_pending_exception(mono_exception_new("System.Threading", "ThreadAbortException", NULL));
}

ICALL(thread_abort_reason)
{
    ret->o = abort_reason ? mono_gchandle_target(abort_reason) : NULL;
}

ICALL(thread_reset_abort)
{
    *internal_state(*internal_of(args[0].o)) &= ~STATE_ABORT_REQUESTED;
    forget_abort_reason();
}

ICALL(thread_same_array)
{
    ret->p = args[0].p;
}

ICALL(thread_max_stack)
{
    ret->i4 = 0; /* no limit of its own */
}

/* (out Thread[], out object[] stack frames) */
ICALL(thread_stack_traces)
{
    *(MonoArray **)args[0].p = mono_array_new(mono_defaults.thread, 0);
    *(MonoArray **)args[1].p = mono_array_new(mono_defaults.object, 0);
}

#define THREAD "System.Threading.Thread::"

const MonoICallRow mono_icalls_thread[] = {
    {"System.Threading.InternalThread::Thread_free_internal", thread_free_internal},
    {THREAD "Abort_internal", thread_abort},
    {THREAD "ByteArrayToCurrentDomain", thread_same_array},
    {THREAD "ByteArrayToRootDomain", thread_same_array},
    {THREAD "ClrState", thread_clear_state},
    {THREAD "ConstructInternalThread", thread_construct_internal},
    {THREAD "GetAbortExceptionState", thread_abort_reason},
    {THREAD "GetCurrentThread", thread_current},
    {THREAD "GetDomainID", icall_zero},
    {THREAD "GetName_internal", thread_get_name},
    {THREAD "GetPriorityNative", thread_get_priority},
    {THREAD "GetStackTraces", thread_stack_traces},
    {THREAD "GetState", thread_get_state},
    {THREAD "InterruptInternal", icall_nothing},
    {THREAD "JoinInternal", thread_join},
    {THREAD "ResetAbortNative", thread_reset_abort},
    {THREAD "ResumeInternal", icall_nothing},
    {THREAD "SetName_icall", thread_set_name},
    {THREAD "SetPriorityNative", thread_set_priority},
    {THREAD "SetState", thread_set_state},
    {THREAD "SleepInternal", thread_sleep},
    {THREAD "SpinWait_nop", icall_nothing},
    {THREAD "SuspendInternal", icall_nothing},
    {THREAD "SystemMaxStackStize", thread_max_stack},
    {THREAD "Thread_internal", thread_start},
    {THREAD "YieldInternal", thread_yield},
    {0},
};
