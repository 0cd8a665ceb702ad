/*
 * pthread.h - locks of the only thread there is: free, or held by who asks, which would wait for itself for ever.
 */
#ifndef WASM_PTHREAD_H
#define WASM_PTHREAD_H

#include <errno.h>
#include <sys/types.h>
#include <time.h>

#define PTHREAD_MUTEX_INITIALIZER {{{0}}}
#define MUTEX_HELD(mutex) ((mutex)->__u.__i[0]) /* the type is wasi-libc's own, which has no functions for it */
#define PTHREAD_ONCE_INIT 0

static inline int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (MUTEX_HELD(mutex))
        return EBUSY;
    MUTEX_HELD(mutex) = 1;
    return 0;
}

static inline int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
    return pthread_mutex_trylock(mutex) == 0 ? 0 : ETIMEDOUT;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (pthread_mutex_trylock(mutex) != 0)
        __builtin_trap();
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    MUTEX_HELD(mutex) = 0;
    return 0;
}

static inline int pthread_once(pthread_once_t *once, void (*function)(void))
{
    if (!*once)
        function();
    *once = 1;
    return 0;
}

/* The thread ends with the program, and destructors are for threads that end before. */
static inline int pthread_key_create(pthread_key_t *key, void (*destroy)(void *value))
{
    *key = 0;
    return 0;
}

static inline int pthread_setspecific(pthread_key_t key, const void *value)
{
    return 0;
}

static inline pthread_t pthread_self(void)
{
    return 0;
}

#endif
