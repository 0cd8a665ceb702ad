/*
 * trigger-copy.c - sampling by signals of our own (desktop Mono, JIT, x86-64): the handler copies registers and stack,
 * everything else happens later.
 *
 *   tick -> handler copies to the thread's tape (capture-x64.c) -> ticker thread unwinds the copy (profiler/unwind),
 *   with what the host's events said about its code -> names, lines, booking
 *
 * Time. A record's weight is the time since the thread's last one. A thread that waits has no ticks; when it wakes, or
 * when the profile is written, the time since is split: what it did not spend on the processor goes to the stack it was
 * last seen waiting in. Whether that is still the same wait its CPU clock tells at every turn of the ticker; if the
 * thread ran meanwhile, too little for a tick, it is looked at from outside. A waiting thread without a managed frame
 * is a worker without work and not the program's time; the main thread runs nothing but the program, so its native time
 * is
 * "[native]" below its last root.
 *
 * drain_lock guards tapes' reading ends, the readers, the registry and the objects. Methods that go away are drained
 * and forgotten first, so the frames on the tapes never outlive their methods.
 */
#include "profiler/plugin/capture.h"
#include "profiler/plugin/modes.h"
#include "profiler/plugin/write-out.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DRAIN_MAX_NS 20000000
#define MAX_FRAMES 4096  /* of one unwound stack */
#define FRAME_CACHE 1024 /* methods; a power of two */
#define OUTER_WORDS 1024 /* of a stack, in which its root is looked for */
#define MAX_QUESTIONS 64 /* to the host about the code of one stack */

/* The reader's memory of a thread. */
struct SpReader {
    SpTape *tape;
    int64_t cpu_ns;          /* its CPU time at the last record that told */
    bool asleep;             /* since the last record or look */
    int64_t sleep_cpu_ns;    /* its CPU clock while it has not run since the look; -1 = not looked at yet */
    int64_t confirmed_ns;    /* until when it is known to be this wait */
    const void *root_method; /* outermost method of the last whole stack, for cut ones; only compared */
    uint32_t root;           /* its frame; SP_NONE before there was one */
    uint32_t *sleep_frames;  /* the stack it waits in, root first */
    size_t sleep_depth, sleep_room;
    bool sleep_shown;
};

static const SpOptions *options;
static uint64_t main_thread; /* its id is the process's */
static SpRegistry *registry;
static SpObjects *objects;
static pthread_mutex_t drain_lock = PTHREAD_MUTEX_INITIALIZER;
static bool thread_failed; /* atomic */

/* The ticker's drains, for those who wait for one. */
static pthread_mutex_t turns_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turns_changed = PTHREAD_COND_INITIALIZER;
static uint64_t turns_begun, turns_done;

/* ---- What the host says about code ------------------------------------------------------------------------------- */

static void on_jit_done(MonoProfiler *p, MonoMethod *method, MonoJitInfo *info)
{
    if (!info)
        return;
    void *start = sp_host.mono_jit_info_get_code_start(info);
    int size = sp_host.mono_jit_info_get_code_size(info);
    if (start && size > 0) /* the event's method may be what the code is called by, its own is the wrapper it is */
        sp_registry_add(registry, start, (uintptr_t)start, (uint32_t)size, sp_host.mono_jit_info_get_method(info),
                        sp_host.mono_domain_get ? sp_host.mono_domain_get() : NULL);
}

static void on_code_buffer(MonoProfiler *p, const mono_byte *start, uint64_t size, MonoProfilerCodeBufferType type,
                           const void *data)
{
    if (type != MONO_PROFILER_CODE_BUFFER_METHOD && size <= UINT32_MAX) /* methods come with jit_done */
        sp_registry_add(registry, start, (uintptr_t)start, (uint32_t)size, NULL, NULL);
}

/* ---- Booking ----------------------------------------------------------------------------------------------------- */

static bool any_shown(const uint32_t *frames, size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        if (frames[i] != SP_NONE)
            return true;
    return false;
}

static void book(SpThreadState *t, const uint32_t *frames, size_t depth, int64_t time_ns, int64_t weight_ns)
{
    if (weight_ns <= 0)
        return;
    int64_t samples = sp_mode_samples(t, weight_ns, options->interval_ns);
    sp_mode_record_stack(t, frames, depth, options->max_depth, time_ns, weight_ns, samples);
}

/* Time up to now_ns of a waiting thread, less what it used of the processor since it was seen to wait. */
static void book_sleep(SpThreadState *t, int64_t now_ns, int64_t cpu_ns)
{
    SpReader *r = t->reader;
    int64_t slept = now_ns - t->accounted_ns - MAX(cpu_ns - r->cpu_ns, 0);
    if (slept <= 0 || options->clock == SP_CLOCK_CPU)
        return;
    t->accounted_ns += slept;
    if (r->sleep_shown)
        book(t, r->sleep_frames, r->sleep_depth, t->accounted_ns, slept);
}

static void keep_sleep(SpReader *r, const uint32_t *frames, size_t depth, bool shown)
{
    if (depth > r->sleep_room) {
        r->sleep_room = depth;
        r->sleep_frames = g_renew(uint32_t, r->sleep_frames, depth);
    }
    memcpy(r->sleep_frames, frames, depth * sizeof *frames);
    r->sleep_depth = depth;
    r->sleep_shown = shown;
}

/* ---- Draining ---------------------------------------------------------------------------------------------------- */

typedef struct {
    size_t depth;
    bool shown, cut;
} Stack;

/* Precompiled methods call each other directly where they can, and then no event tells of the callee. */
static void learn(uintptr_t pc)
{
    MonoJitInfo *info = NULL;
    if (sp_methods_may_ask() && sp_host.mono_jit_info_table_find && sp_host.mono_get_root_domain)
        info = sp_host.mono_jit_info_table_find(sp_host.mono_get_root_domain(), (void *)pc);
    uintptr_t start = info ? (uintptr_t)sp_host.mono_jit_info_get_code_start(info) : 0;
    uintptr_t size = info ? (uintptr_t)sp_host.mono_jit_info_get_code_size(info) : 0;
    if (pc - start >= size) {
        sp_registry_give_up(registry, pc);
        return;
    }
    sp_registry_add(registry, (void *)start, start, (uint32_t)size, sp_host.mono_jit_info_get_method(info),
                    sp_host.mono_get_root_domain());
    sp_registry_update(registry);
}

/* Frame of a method on a stack; without lines through a cache of its own, under drain_lock. */
static uint32_t frame_of(const SpUnwoundFrame *f)
{
    static struct {
        const void *method;
        uint32_t frame;
    } cache[FRAME_CACHE];
    static uint32_t cache_generation;
    uint32_t generation = __atomic_load_n(&sp_methods_generation, __ATOMIC_ACQUIRE);
    if (cache_generation != generation)
        memset(cache, 0, sizeof cache);
    cache_generation = generation;
    size_t slot = ((uintptr_t)f->code->method >> 3) % FRAME_CACHE;
    if (!options->lines && cache[slot].method == f->code->method)
        return cache[slot].frame;
    uint32_t frame =
        sp_method_frame_at((MonoMethod *)f->code->method, (MonoDomain *)f->code->domain, (int32_t)f->offset);
    if (sp_methods_may_ask()) { /* else "no frame" may only mean that this thread must not ask */
        cache[slot].method = f->code->method;
        cache[slot].frame = frame;
    }
    return frame;
}

/* A cut stack before any whole one: on the main thread its root can only be the program's entry point, on another one
 * it is the return address into a method that lies furthest out. */
static void assume_root(SpThreadState *t)
{
    SpReader *r = t->reader;
    uint64_t words[OUTER_WORDS];
    MonoMethod *entry = t->id == main_thread ? sp_method_entry_point() : NULL;
    if (entry) {
        r->root_method = entry;
        r->root = sp_method_frame_at(entry, sp_host.mono_get_root_domain ? sp_host.mono_get_root_domain() : NULL, 0);
        return;
    }
    const void *outermost = NULL;
    for (size_t i = sp_tape_outer_words(r->tape, words, OUTER_WORDS); i-- > 0 && r->root == SP_NONE;) {
        const SpCode *code = sp_registry_find(registry, words[i] - 1);
        if (!code || !code->method || !sp_code_call_ends_at(code, words[i]))
            continue;
        outermost = outermost ? outermost : code->method; /* as in a whole stack, it may be a wrapper not shown */
        r->root = frame_of(&(SpUnwoundFrame){code, (uint32_t)(words[i] - 1 - code->start)});
    }
    r->root_method = outermost ? outermost : r->root_method;
}

/* The copied stack as frames in the thread's scratch, root first. */
static Stack resolve(SpThreadState *t, const SpCapture *capture, bool waits)
{
    static SpUnwoundFrame frames[MAX_FRAMES]; /* under drain_lock */
    SpReader *r = t->reader;
    SpUnwindInfo info;
    size_t count = sp_unwind(registry, objects, capture, frames, MAX_FRAMES, &info);
    for (int i = 0; i < MAX_QUESTIONS && info.unknown; i++) {
        learn(info.unknown);
        count = sp_unwind(registry, objects, capture, frames, MAX_FRAMES, &info);
    }
    const SpCode *root = count ? frames[count - 1].code : NULL;
    if (root && !info.whole && r->root == SP_NONE)
        assume_root(t);
    /* A walk may also end early in native code that nothing describes. */
    bool cut = root && !info.whole && r->root_method && root->method != r->root_method;
    uint32_t *scratch = sp_thread_scratch(t, count + 2), *to = scratch;
    if (cut || !root) {
        *to++ = r->root;
        *to++ = sp_mode_synthetic_frame(cut ? "[truncated]" : "[native]");
    }
    for (size_t i = count; i-- > 0;)
        *to++ = frame_of(&frames[i]);
    if (root && !cut) {
        r->root_method = root->method;
        r->root = SP_NONE;
        for (uint32_t *f = scratch; f < to && r->root == SP_NONE; f++)
            r->root = *f;
    }
    bool idle = !root && t->id != main_thread && waits;
    uint32_t *own = cut ? scratch + 2 : scratch; /* "[truncated]" alone shows nothing */
    bool shown = scratch[0] != SP_NONE || (root && any_shown(own, (size_t)(to - own)));
    return (Stack){(size_t)(to - scratch), shown && !idle, cut};
}

static Stack resolve_record(SpThreadState *t, const SpCaptureRecord *record)
{
    SpCapture capture = {.known = UINT32_MAX,
                         .stack = {record->stack_at, (const uint8_t *)record->stack, record->stack_size}};
    memcpy(capture.registers, record->registers, sizeof capture.registers);
    memcpy(capture.code, record->code, sizeof capture.code);
    return resolve(t, &capture, record->flags & SP_CAPTURE_IN_CALL);
}

static void drain_record(SpThreadState *t, const SpCaptureRecord *record)
{
    SpReader *r = t->reader;
    int64_t now = record->time_ns, gap_since = __atomic_load_n(&sp_tick.gap_ns, __ATOMIC_RELAXED) - record->gap_ns;
    if (options->clock == SP_CLOCK_WALL) {
        if (gap_since > 0 && now - t->accounted_ns >= gap_since)
            now -= gap_since; /* taken after the process went on but before the ticker noticed the gap */
        if (r->asleep && record->cpu_ns >= 0)
            book_sleep(t, now, record->cpu_ns);
    } else {
        now = record->cpu_ns;
    }
    int64_t weight = now - t->accounted_ns;
    t->accounted_ns = MAX(now, t->accounted_ns);
    if (record->cpu_ns >= 0)
        r->cpu_ns = record->cpu_ns;
    r->asleep = record->flags & SP_CAPTURE_ASLEEP;
    r->sleep_cpu_ns = -1;
    r->confirmed_ns = now;
    Stack s = resolve_record(t, record);
    if (s.shown)
        book(t, t->scratch, s.depth, record->time_ns, weight);
    if (r->asleep)
        keep_sleep(r, t->scratch, s.depth, s.shown);
    if (s.cut && sp_recording_lock()) {
        sp_recording_profile()->truncated++;
        sp_recording_unlock();
    }
}

/* Does the thread still wait where it was last seen to? */
static void look(SpThreadState *t)
{
    SpReader *r = t->reader;
    SpCapture capture;
    int64_t now = sp_virtual_now_ns(), cpu = sp_tape_cpu_ns(r->tape);
    if (options->clock == SP_CLOCK_CPU || (!r->asleep && !sp_capture_only_looks()))
        return;
    if (r->asleep && cpu == r->sleep_cpu_ns) {
        r->confirmed_ns = now;
        return;
    }
    if (!sp_tape_look(r->tape, &capture)) {
        if (r->asleep && cpu - r->cpu_ns > 2 * sp_capture_cpu_tick_ns())
            sp_tape_wake(r->tape);
        return;
    }
    Stack s = resolve(t, &capture, true);
    if (r->asleep)
        book_sleep(t, r->confirmed_ns, r->cpu_ns);
    r->asleep = true;
    r->sleep_cpu_ns = cpu;
    r->confirmed_ns = now;
    keep_sleep(r, t->scratch, s.depth, s.shown);
}

static void drain_thread(SpThreadState *t, void *until_now)
{
    const SpCaptureRecord *record;
    SpReader *r = t->reader;
    if (!r)
        return;
    while ((record = sp_tape_next(r->tape))) {
        drain_record(t, record);
        sp_tape_done(r->tape, record);
    }
    look(t);
    if (until_now && r->asleep)
        book_sleep(t, sp_virtual_now_ns(), sp_tape_cpu_ns(r->tape));
}

/* With drain_lock. */
static void take_in_news(void)
{
    sp_registry_update(registry);
    sp_objects_refresh(objects);
}

static bool lock_for_drain(void)
{
    if (!sp_host_lock_within(&drain_lock, 2))
        return false; /* its holder died in the host; what is recorded can still be written */
    take_in_news();
    return true;
}

static void drain(bool until_now)
{
    if (!lock_for_drain())
        return;
    sp_threads_for_each(drain_thread, until_now ? &until_now : NULL);
    pthread_mutex_unlock(&drain_lock);
}

static void on_tick(void)
{
    if (!sp_mode_attach_thread())
        return;
    pthread_mutex_lock(&turns_lock);
    uint64_t turn = ++turns_begun;
    pthread_mutex_unlock(&turns_lock);
    drain(false);
    pthread_mutex_lock(&turns_lock);
    turns_done = turn;
    pthread_cond_broadcast(&turns_changed);
    pthread_mutex_unlock(&turns_lock);
}

/* Lets the ticker's thread, which the host knows, do a whole drain from now on. */
static void wait_for_turn(void)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 1;
    pthread_mutex_lock(&turns_lock);
    uint64_t wanted = turns_begun + 1;
    while (turns_begun && turns_done < wanted && pthread_cond_timedwait(&turns_changed, &turns_lock, &deadline) == 0)
        ;
    pthread_mutex_unlock(&turns_lock);
}

static void settle(void)
{
    if (!sp_thread_self)
        wait_for_turn();
    drain(true);
}

static void forget(MonoMethod *method, MonoDomain *domain)
{
    if (!lock_for_drain())
        return;
    sp_threads_for_each(drain_thread, NULL);
    if (method)
        sp_registry_remove_method(registry, method);
    if (domain)
        sp_registry_remove_domain(registry, domain);
    pthread_mutex_unlock(&drain_lock);
}

/* ---- Threads and start ------------------------------------------------------------------------------------------- */

static void start_thread(SpThreadState *t)
{
    GError *error = NULL;
    SpTape *tape = sp_tape_start(&error);
    if (!tape) {
        if (!__atomic_exchange_n(&thread_failed, true, __ATOMIC_RELAXED) && !options->quiet)
            sp_message("a thread is not sampled: %s", error->message);
        g_error_free(error);
        return;
    }
    t->reader = g_new0(SpReader, 1);
    t->reader->tape = tape;
    t->reader->root = SP_NONE;
    t->reader->cpu_ns = sp_clock_thread_ns();
    t->accounted_ns = options->clock == SP_CLOCK_CPU ? t->reader->cpu_ns : sp_virtual_now_ns();
    sp_thread_root(t);
}

static void end_thread(SpThreadState *t)
{
    SpReader *r = t->reader;
    if (!r)
        return;
    sp_tape_stop(r->tape);
    sp_host_lock(&drain_lock);
    take_in_news();
    drain_thread(t, r);
    t->reader = NULL;
    pthread_mutex_unlock(&drain_lock);
    sp_tape_free(r->tape);
    g_free(r->sleep_frames);
    g_free(r);
}

static void on_thread_started(MonoProfiler *p, uintptr_t tid)
{
    sp_thread_get();
}

const char *sp_mode_copy_refusal(void)
{
    if (!sp_host.mono_profiler_set_jit_done_callback || !sp_host.mono_profiler_set_jit_code_buffer_callback ||
        !sp_host.mono_jit_info_get_code_start || !sp_host.mono_jit_info_get_code_size ||
        !sp_host.mono_jit_info_get_method)
        return "the host does not tell where its code lies";
    if (sp_host_uses_llvm())
        return "LLVM's code is laid out in another way";
    return NULL;
}

static bool start(MonoProfilerHandle handle, const SpOptions *o, GError **error)
{
    options = o;
    main_thread = (uint64_t)getpid();
    registry = sp_registry_new();
    objects = sp_objects_new();
    if (!sp_capture_start(o->interval_ns, o->clock == SP_CLOCK_CPU, o->snapshot_signal, error))
        return false;
    SpTape *trial = sp_tape_start(error); /* the limit on pending signals may leave none for us */
    if (!trial)
        return false;
    sp_tape_stop(trial);
    sp_tape_free(trial);
    if (!sp_ticker_start(MIN(o->interval_ns * 20, DRAIN_MAX_NS), on_tick, error))
        return false;
    sp_thread_on_start = start_thread;
    sp_thread_on_end = end_thread;
    sp_host.mono_profiler_set_jit_done_callback(handle, on_jit_done);
    sp_host.mono_profiler_set_jit_code_buffer_callback(handle, on_code_buffer);
    sp_host.mono_profiler_set_thread_started_callback(handle, on_thread_started);
    sp_thread_get();
    return true;
}

const SpModeInfo sp_mode_copy = {.start = start, .settle = settle, .forget = forget};
