/* thread.c - life of the per-thread state, and the thread's name and root in the recording. */
#include "profiler/plugin/thread.h"
#include "profiler/plugin/process.h"

#include <pthread.h>
#include <string.h>

__thread SpThreadState *sp_thread_self __attribute__((tls_model("initial-exec")));
void (*sp_thread_on_end)(SpThreadState *t);
void (*sp_thread_on_start)(SpThreadState *t);

/* A late event, after the thread's state went: e.g. from another library's thread-exit hook. */
static __thread bool past_its_end;

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t release_lock = PTHREAD_MUTEX_INITIALIZER; /* taken before any other */
static SpThreadState *list;
static pthread_key_t end_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool forked;

#define PATIENCE_S 2

bool sp_threads_hold(void)
{
    return sp_host_lock_within(&release_lock, PATIENCE_S);
}

void sp_threads_let_go(void)
{
    pthread_mutex_unlock(&release_lock);
}

static void release(SpThreadState *t)
{
    sp_thread_self = NULL;
    past_its_end = true;
    if (forked)
        return;
    sp_host_lock(&release_lock);
    if (sp_thread_on_end)
        sp_thread_on_end(t);
    sp_host_lock(&list_lock);
    if (t->previous)
        t->previous->next = t->next;
    else
        list = t->next;
    if (t->next)
        t->next->previous = t->previous;
    pthread_mutex_unlock(&list_lock);
    pthread_mutex_unlock(&release_lock);
    sp_shadow_free(&t->shadow);
    g_free(t->scratch);
    g_free(t->name);
    g_free(t);
}

static void release_without_host(void *state)
{
    sp_methods_off_limits_here();
    release(state);
}

static void make_key(void)
{
    pthread_key_create(&end_key, release_without_host);
}

void sp_thread_end(void)
{
    if (!sp_thread_self)
        return;
    pthread_setspecific(end_key, NULL);
    release(sp_thread_self);
}

SpThreadState *sp_thread_get(void)
{
    if (sp_thread_self || past_its_end || forked)
        return sp_thread_self;
    pthread_once(&once, make_key);
    SpThreadState *t = g_new0(SpThreadState, 1);
    if (!sp_shadow_init(&t->shadow)) {
        g_free(t);
        return NULL;
    }
    t->id = sp_process_thread_id();
    t->handle = (uintptr_t)pthread_self();
    t->root = SP_NONE;
    t->rest_ns = -1;
    t->random = (uint32_t)(t->id * 2654435761u) | 1;
    t->epoch = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
    if (sp_thread_on_start)
        sp_thread_on_start(t);
    sp_host_lock(&list_lock);
    t->next = list;
    if (list)
        list->previous = t;
    list = t;
    pthread_mutex_unlock(&list_lock);
    pthread_setspecific(end_key, t);
    sp_thread_self = t;
    return t;
}

bool sp_threads_for_each(void (*f)(SpThreadState *t, void *data), void *data)
{
    if (!sp_host_lock_within(&list_lock, PATIENCE_S))
        return false;
    for (SpThreadState *t = list; t; t = t->next)
        f(t, data);
    pthread_mutex_unlock(&list_lock);
    return true;
}

uint32_t sp_thread_root(SpThreadState *t)
{
    if (t->root == SP_NONE) {
        char *name = t->name ? g_strdup(t->name) : sp_process_thread_name(t->id);
        t->root = sp_recording_thread(t->id, name);
        g_free(name);
    }
    return t->root;
}

void sp_thread_set_name(uintptr_t handle, const char *name)
{
    if (!name || !*name)
        return;
    sp_host_lock(&list_lock);
    SpThreadState *t = list;
    while (t && t->handle != handle)
        t = t->next;
    if (t) {
        g_free(t->name);
        t->name = g_strdup(name);
    }
    uint32_t root = t ? t->root : SP_NONE;
    pthread_mutex_unlock(&list_lock);
    if (root != SP_NONE)
        sp_recording_name_thread(root, name);
}

uint32_t sp_thread_frame(SpThreadState *t, MonoMethod *method)
{
    uint32_t generation = __atomic_load_n(&sp_methods_generation, __ATOMIC_ACQUIRE);
    if (t->cache_generation != generation) {
        memset(t->cache, 0, sizeof t->cache);
        t->cache_generation = generation;
    }
    MonoFrameTier tier = sp_host_tier();
    size_t slot = (((uintptr_t)method >> 4) + tier) % SP_FRAME_CACHE;
    if (t->cache[slot].method != method || t->cache[slot].tier != tier) {
        t->cache[slot].frame = sp_method_frame(method);
        t->cache[slot].method = method;
        t->cache[slot].tier = tier;
    }
    return t->cache[slot].frame;
}

uint32_t *sp_thread_scratch(SpThreadState *t, size_t n)
{
    if (n > t->scratch_size) {
        t->scratch_size = MAX(n, t->scratch_size * 2);
        t->scratch = g_renew(uint32_t, t->scratch, t->scratch_size);
    }
    return t->scratch;
}

void sp_threads_after_fork(void)
{
    forked = true;
    sp_thread_self = NULL;
}
