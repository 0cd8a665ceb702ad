/*
 * waits.c - wait handles: events, semaphores, mutexes as plain C objects; waiting runs the cooperative queue.
 *
 * A handle given to managed code is the object's address; it is used only while it stands in `live`. A mutex belongs to
 * the one thread there is: taking it never waits. A process's handle is no address (child.h): the object that a wait on
 * it needs is made at the first wait and kept.
 */
#include "interp/corlib/child.h"
#include "interp/corlib/queue.h"

enum { WAIT_TIMEOUT = 0x102, WAIT_FAILED = 0x7fffffff, WAIT_MAX_HANDLES = 64, POLL_MS = 8 };

typedef enum { WAIT_EVENT_AUTO, WAIT_EVENT_MANUAL, WAIT_SEMAPHORE, WAIT_MUTEX, WAIT_PROCESS } WaitKind;

typedef struct {
    WaitKind kind;
    int32_t count, max; /* event: 0 or 1; semaphore: free places; mutex: times taken; process: its number */
    unsigned references;
    char *name; /* NULL = none */
} WaitObject;

static GHashTable *live;  /* WaitObject -> itself */
static GHashTable *named; /* name -> WaitObject */

static WaitObject *find_process(int32_t pid)
{
    static GHashTable *processes; /* pid -> WaitObject */
    if (!processes)
        processes = g_hash_table_new(NULL, NULL);
    WaitObject *object = g_hash_table_lookup(processes, GINT_TO_POINTER(pid));
    if (!object) {
        object = g_new0(WaitObject, 1);
        *object = (WaitObject){.kind = WAIT_PROCESS, .count = pid, .references = 1};
        g_hash_table_insert(processes, GINT_TO_POINTER(pid), object);
    }
    return object;
}

static WaitObject *find(const void *handle)
{
    if (child_is_handle((intptr_t)handle))
        return find_process(child_pid((intptr_t)handle));
    return live ? g_hash_table_lookup(live, handle) : NULL;
}

/* An object of that name, or a new one. *existed: it was there. A name of another kind gives NULL. */
static WaitObject *make(WaitKind kind, int32_t count, int32_t max, const uint16_t *name, int32_t name_length,
                        bool *existed)
{
    if (!live) {
        live = g_hash_table_new(NULL, NULL);
        named = g_hash_table_new(g_str_hash, g_str_equal);
    }
    char *text = name && name_length ? glue_utf8(name, name_length) : NULL;
    WaitObject *object = text ? g_hash_table_lookup(named, text) : NULL;
    *existed = object != NULL;
    if (object) {
        g_free(text);
        if ((object->kind < WAIT_SEMAPHORE ? WAIT_EVENT_AUTO : object->kind) !=
            (kind < WAIT_SEMAPHORE ? WAIT_EVENT_AUTO : kind))
            return NULL;
        object->references++;
        return object;
    }
    object = g_new0(WaitObject, 1);
    *object = (WaitObject){kind, count, max, 1, text};
    g_hash_table_add(live, object);
    if (text)
        g_hash_table_insert(named, text, object);
    return object;
}

/* (manual, initial, name, length, out error) */
void wait_create_event(MonoSlot *args, MonoSlot *ret)
{
    int32_t *error = args[4].p;
    bool existed;
    WaitObject *object =
        make(args[0].i4 & 1 ? WAIT_EVENT_MANUAL : WAIT_EVENT_AUTO, args[1].i4 & 1, 1, args[2].p, args[3].i4, &existed);
    *error = !object ? IO_INVALID_HANDLE : existed ? IO_ALREADY_EXISTS : IO_SUCCESS;
    ret->p = object;
}

/* (initial, maximum, name, length, out error) */
void wait_create_semaphore(MonoSlot *args, MonoSlot *ret)
{
    int32_t *error = args[4].p;
    bool existed;
    WaitObject *object = make(WAIT_SEMAPHORE, args[0].i4, args[1].i4, args[2].p, args[3].i4, &existed);
    *error = !object ? IO_INVALID_HANDLE : existed ? IO_ALREADY_EXISTS : IO_SUCCESS;
    ret->p = object;
}

/* (initially owned, name, length, out created) */
void wait_create_mutex(MonoSlot *args, MonoSlot *ret)
{
    uint8_t *created = args[3].p;
    bool existed;
    WaitObject *object = make(WAIT_MUTEX, args[0].i4 & 1, 0, args[1].p, args[2].i4, &existed);
    *created = object && !existed;
    ret->p = object;
}

/* (name, length, rights, out error) */
void wait_open(MonoSlot *args, MonoSlot *ret)
{
    int32_t *error = args[3].p;
    char *name = glue_utf8(args[0].p, args[1].i4);
    WaitObject *object = named ? g_hash_table_lookup(named, name) : NULL;
    if (object)
        object->references++;
    *error = object ? IO_SUCCESS : IO_FILE_NOT_FOUND;
    ret->p = object;
    g_free(name);
}

void wait_close(MonoSlot *args, MonoSlot *ret)
{
    WaitObject *object = find(args[0].p);
    if (!object || --object->references)
        return;
    g_hash_table_remove(live, object);
    if (object->name)
        g_hash_table_remove(named, object->name);
    g_free(object->name);
    g_free(object);
}

static bool set_event(WaitObject *object, int32_t state)
{
    if (!object || object->kind > WAIT_EVENT_MANUAL)
        return false;
    object->count = state;
    queue_poke();
    return true;
}

void wait_set_event(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = set_event(find(args[0].p), 1);
}

void wait_reset_event(MonoSlot *args, MonoSlot *ret)
{
    WaitObject *object = find(args[0].p);
    if (object)
        object->count = 0;
    ret->i4 = object != NULL;
}

static bool release_semaphore(WaitObject *object, int32_t count, int32_t *previous)
{
    if (!object || object->kind != WAIT_SEMAPHORE)
        return false;
    *previous = object->count;
    if (count < 1 || count > object->max - object->count)
        return false;
    object->count += count;
    return true;
}

/* (handle, count, out previous) */
void wait_release_semaphore(MonoSlot *args, MonoSlot *ret)
{
    int32_t *previous = args[2].p;
    *previous = 0;
    ret->i4 = release_semaphore(find(args[0].p), args[1].i4, previous);
}

static bool release_mutex(WaitObject *object)
{
    if (!object || object->kind != WAIT_MUTEX || object->count == 0)
        return false;
    object->count--;
    return true;
}

void wait_release_mutex(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = release_mutex(find(args[0].p));
}

/* ---- Waiting --------------------------------------------------------------------------------------------------------
 */

typedef struct {
    WaitObject *objects[WAIT_MAX_HANDLES];
    int32_t count;
    bool all;
    int32_t index; /* which ended the wait */
} Wait;

static bool is_signaled(const WaitObject *object)
{
    if (object->kind == WAIT_PROCESS)
        return child_has_ended(object->count);
    return object->kind == WAIT_MUTEX || object->count > 0;
}

static void take(WaitObject *object)
{
    if (object->kind == WAIT_MUTEX)
        object->count++;
    else if (object->kind != WAIT_EVENT_MANUAL && object->kind != WAIT_PROCESS)
        object->count--;
}

static bool try_take(void *data)
{
    Wait *wait = data;
    if (wait->all) {
        for (int32_t i = 0; i < wait->count; i++)
            if (!is_signaled(wait->objects[i]))
                return false;
        for (int32_t i = 0; i < wait->count; i++)
            take(wait->objects[i]);
        wait->index = 0;
        return true;
    }
    for (int32_t i = 0; i < wait->count; i++)
        if (is_signaled(wait->objects[i])) {
            take(wait->objects[i]);
            wait->index = i;
            return true;
        }
    return false;
}

/* What nobody tells us of, the end of a process, is looked for again and again, ever more rarely. */
static bool wait_polling(Wait *wait, int32_t timeout_ms)
{
    int64_t deadline = glue_ticks() + (int64_t)timeout_ms * 10000;
    for (int64_t pause = 1;; pause = pause < POLL_MS ? pause * 2 : pause) {
        int64_t left = timeout_ms < 0 ? pause : (deadline - glue_ticks()) / 10000;
        if (mono_queue_wait(try_take, wait, MAX(0, MIN(left, pause))))
            return true;
        if (mono_thread_state.pending_exception || (timeout_ms >= 0 && left <= 0))
            return false;
    }
}

static int32_t wait_for(Wait *wait, int32_t timeout_ms)
{
    bool processes = false;
    for (int32_t i = 0; i < wait->count; i++) {
        wait->objects[i]->references++; /* one may be closed meanwhile */
        processes |= wait->objects[i]->kind == WAIT_PROCESS;
    }
    bool taken = processes ? wait_polling(wait, timeout_ms) : mono_queue_wait(try_take, wait, timeout_ms);
    for (int32_t i = 0; i < wait->count; i++) {
        MonoSlot handle = {.p = wait->objects[i]};
        wait_close(&handle, NULL);
    }
    if (taken)
        return wait->index;
    if (timeout_ms < 0)
        queue_raise_endless();
    return WAIT_TIMEOUT;
}

/* (IntPtr* handles, count, wait for all, milliseconds) */
void wait_any_or_all(MonoSlot *args, MonoSlot *ret)
{
    void *const *handles = args[0].p;
    Wait wait = {.count = args[1].i4, .all = args[2].i4 & 1};
    int32_t timeout_ms = args[3].i4;
    ret->i4 = WAIT_FAILED;
    if (wait.count < 0 || wait.count > WAIT_MAX_HANDLES)
        return;
    for (int32_t i = 0; i < wait.count; i++)
        if (!(wait.objects[i] = find(handles[i])))
            return;
    ret->i4 = wait_for(&wait, timeout_ms);
}

/* (to signal, to wait on, milliseconds) */
void wait_signal_and_wait(MonoSlot *args, MonoSlot *ret)
{
    WaitObject *signal = find(args[0].p), *on = find(args[1].p);
    int32_t timeout_ms = args[2].i4, previous;
    ret->i4 = WAIT_FAILED;
    if (!signal || !on)
        return;
    if (signal->kind == WAIT_MUTEX)
        release_mutex(signal);
    else if (signal->kind == WAIT_SEMAPHORE)
        release_semaphore(signal, 1, &previous);
    else
        set_event(signal, 1);
    Wait wait = {.objects = {on}, .count = 1};
    ret->i4 = wait_for(&wait, timeout_ms);
}
