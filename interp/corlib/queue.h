/*
 * queue.h - between thread.c, waits.c and timer.c: the cooperative queue's inner side.
 */
#ifndef MONOSP_QUEUE_H
#define MONOSP_QUEUE_H

#include "interp/corlib/glue.h"

/* A Timer+Scheduler wants its SchedulerThread: from now on the queue runs it when timers are due. */
void queue_start_timers(MonoObject *scheduler);
/* A thread of the class library's own whose whole work can be done in one go, like a pool item. */
void queue_start_thread(MonoObject *thread, MonoObject *start, MonoObject *argument);
/* Something a scheduler waits for may have changed. */
void queue_poke(void);
/* A worker thread is wanted for the pool. */
void queue_request_worker(void);
/* No work is queued and no timer runs. */
bool queue_is_idle(void);
/* For a wait without time limit after the queue ran dry: an exception, since it could never end. */
void queue_raise_endless(void);

/* The Thread object that code run by the queue sees. */
MonoObject *thread_for_pool(void);
/* Around the run of a thread by the queue: Running, then Stopped. */
void thread_set_running(MonoObject *thread, bool running);
/* New Thread object and its InternalThread with the next managed id. */
MonoObject *thread_new(bool pool);

/* async.c: delegates' BeginInvoke and EndInvoke; AsyncResult.Invoke. */
void mono_delegate_async_call(MonoMethod *method, MonoSlot *args, MonoSlot *ret);
void async_invoke(MonoSlot *args, MonoSlot *ret);

#define WAIT_ROWS(X)                                                                                                   \
    X("System.Threading.Mutex::CreateMutex_icall", wait_create_mutex)                                                  \
    X("System.Threading.Mutex::OpenMutex_icall", wait_open)                                                            \
    X("System.Threading.Mutex::ReleaseMutex_internal", wait_release_mutex)                                             \
    X("System.Threading.NativeEventCalls::CloseEvent_internal", wait_close)                                            \
    X("System.Threading.NativeEventCalls::CreateEvent_icall", wait_create_event)                                       \
    X("System.Threading.NativeEventCalls::OpenEvent_icall", wait_open)                                                 \
    X("System.Threading.NativeEventCalls::ResetEvent_internal", wait_reset_event)                                      \
    X("System.Threading.NativeEventCalls::SetEvent_internal", wait_set_event)                                          \
    X("System.Threading.Semaphore::CreateSemaphore_icall", wait_create_semaphore)                                      \
    X("System.Threading.Semaphore::OpenSemaphore_icall", wait_open)                                                    \
    X("System.Threading.Semaphore::ReleaseSemaphore_internal", wait_release_semaphore)                                 \
    X("System.Threading.WaitHandle::SignalAndWait_Internal", wait_signal_and_wait)                                     \
    X("System.Threading.WaitHandle::Wait_internal", wait_any_or_all)
#define WAIT_DECLARE(name, function) void function(MonoSlot *args, MonoSlot *ret);
WAIT_ROWS(WAIT_DECLARE)
#undef WAIT_DECLARE

#endif
