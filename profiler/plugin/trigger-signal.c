/*
 * trigger-signal.c - sampling by the host's own signals (desktop Mono, JIT), to hold trigger-copy.c against.
 *
 * Never used unless SAMPLEPOINT_SIGNAL_ENGINE=host asks for it: Mono 6.8's walk allocates when it meets precompiled code
 * for the first time, and in a handler that interrupted malloc() that is a deadlock.
 *
 *   signal -> handler: clock, bounded walk, record into the thread's ring -> ticker thread drains: names, lines, booking
 *
 * The handler runs between any two instructions of the program. It allocates nothing, takes no lock and calls only the
 * host's walk made for this place. It drops and counts what does not fit.
 *
 * Ring of 64-bit words, one writer (the handler of the owning thread) and one reader (whoever holds drain_lock):
 *   record = depth | cut << 32, time, weight, samples, gap at that time, domain, depth x (method, native offset)
 *
 * While the runtime unwinds an exception, and in some of its other native code, a walk finds no managed frame. Such a
 * hit is booked as "[native]" below the thread's last root for the main thread, which runs nothing but the program, and
 * for another one if it used the processor; a worker that waits for work is not the program's time.
 */
#include "profiler/plugin/modes.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define RING_WORDS (1u << 16) /* 512 KiB a thread, committed as used; a power of two */
#define HEADER_WORDS 6
#define WALK_LIMIT 1024 /* frames of one walk: at some 0.1 us each, a tenth of a millisecond */
#define DRAIN_MAX_NS 20000000
#define SIGNAL_COST_NS 100000 /* CPU time that hits of a waiting thread may use */
#define WALK_SHARE 4 /* a walk may take 1/4 of the time; deeper stacks are sampled more seldom */

struct SpRing {
    uint32_t written, read; /* words so far, modulo 2^32; written: by the handler, read: by the drain */
    int64_t pending_samples; /* hits passed over since the last record; their weight goes to the next */
    int64_t pass;            /* hits to pass over, after a costly walk */
    int64_t cpu_ns;          /* CPU time of the thread when last looked at */
    uint32_t last_root;      /* root frame of the last whole stack, SP_NONE before: the root of a cut one */
    uint64_t words[RING_WORDS];
};

static const SpOptions *options;
static int walk_limit;
static uint64_t main_thread; /* its id is the process's */
static pthread_mutex_t drain_lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct {
    SpRing *ring;
    uint32_t at; /* next word */
    int depth;
    bool cut;
    MonoDomain *domain;
} Walk;

static inline void put(SpRing *r, uint32_t at, uint64_t word)
{
    r->words[at % RING_WORDS] = word;
}

static mono_bool add_frame(MonoMethod *method, MonoDomain *domain, void *base_address, int offset, void *data)
{
    Walk *w = data;
    if (!method)
        return 0;
    if (w->depth == walk_limit) {
        w->cut = true;
        return 1;
    }
    if (!w->domain)
        w->domain = domain;
    put(w->ring, w->at++, (uintptr_t)method);
    put(w->ring, w->at++, (uint32_t)(w->depth ? offset - 1 : offset)); /* a return address lies behind its call */
    w->depth++;
    return 0;
}

static int64_t clock_now(void)
{
    return options->clock == SP_CLOCK_CPU ? sp_clock_thread_ns() : sp_virtual_now_ns();
}

/* Less than a signal's own cost is none. On a crowded machine a busy thread may get a small share of the time. */
static bool used_processor(SpRing *r, int64_t weight_ns)
{
    int64_t cpu = sp_clock_thread_ns(), used = cpu - r->cpu_ns;
    r->cpu_ns = cpu;
    return used > MIN(weight_ns / 4, SIGNAL_COST_NS);
}

static void on_hit(MonoProfiler *p, const mono_byte *ip, const void *context)
{
    SpThreadState *t = sp_thread_self;
    if (!t || !t->ring)
        return; /* a thread that has not started or has ended for us runs no managed code to speak of */
    SpRing *r = t->ring;
    r->pending_samples++;
    if (r->pass > 0) {
        r->pass--;
        return;
    }
    uint32_t start = r->written;
    uint32_t used = start - __atomic_load_n(&r->read, __ATOMIC_ACQUIRE);
    if (RING_WORDS - used < HEADER_WORDS + 2u * (uint32_t)walk_limit) {
        sp_recording_dropped(1);
        return;
    }
    int64_t before = sp_virtual_now_ns();
    Walk w = {.ring = r, .at = start + HEADER_WORDS};
    sp_host.mono_stack_walk_async_safe(add_frame, (void *)context, &w);
    int64_t now = clock_now(), weight = now - t->accounted_ns, samples = r->pending_samples;
    t->accounted_ns = now;
    r->pending_samples = 0;
    if (w.depth == 0 && t->id != main_thread && !used_processor(r, weight))
        return;
    put(r, start, (uint32_t)w.depth | (uint64_t)w.cut << 32);
    put(r, start + 1, (uint64_t)before);
    put(r, start + 2, (uint64_t)MAX(weight, 0));
    put(r, start + 3, (uint64_t)samples);
    put(r, start + 4, (uint64_t)sp_tick.gap_ns);
    put(r, start + 5, (uintptr_t)w.domain);
    __atomic_store_n(&r->written, w.at, __ATOMIC_RELEASE);
    if (w.depth > walk_limit / 8)
        r->pass = (sp_virtual_now_ns() - before) * WALK_SHARE / options->interval_ns;
}

static uint64_t get(const SpRing *r, uint32_t at)
{
    return r->words[at % RING_WORDS];
}

/* Frames of one record into the thread's scratch, root first; SP_NONE where the callspec or a wrapper hides one. */
static size_t resolve(SpThreadState *t, uint32_t at, bool cut)
{
    SpRing *r = t->ring;
    uint32_t depth = (uint32_t)get(r, at);
    MonoDomain *domain = (MonoDomain *)(uintptr_t)get(r, at + 5);
    uint32_t *frames = sp_thread_scratch(t, depth + 2u), *to = frames;
    if (cut || depth == 0) {
        *to++ = r->last_root;
        *to++ = sp_mode_synthetic_frame(cut ? "[truncated]" : "[native]");
    }
    for (uint32_t i = depth; i-- > 0;) {
        MonoMethod *method = (MonoMethod *)(uintptr_t)get(r, at + HEADER_WORDS + 2 * i);
        *to++ = sp_method_frame_at(method, domain, (int32_t)get(r, at + HEADER_WORDS + 2 * i + 1));
    }
    for (uint32_t *f = frames; !cut && f < to; f++)
        if (*f != SP_NONE) {
            r->last_root = *f;
            break;
        }
    return (size_t)(to - frames);
}

static void drain_record(SpThreadState *t, uint32_t at)
{
    SpRing *r = t->ring;
    bool cut = get(r, at) >> 32;
    int64_t weight_ns = (int64_t)get(r, at + 2), samples = (int64_t)get(r, at + 3);
    int64_t gap_since = __atomic_load_n(&sp_tick.gap_ns, __ATOMIC_RELAXED) - (int64_t)get(r, at + 4);
    if (gap_since > 0 && weight_ns >= gap_since && options->clock == SP_CLOCK_WALL)
        weight_ns -= gap_since; /* taken after the process went on but before the ticker noticed the gap */
    if (options->clock == SP_CLOCK_CPU)
        samples = sp_mode_samples(t, weight_ns, options->interval_ns);
    size_t depth = resolve(t, at, cut);
    bool native_only = get(r, at) == 0, shown = native_only && t->scratch[0] != SP_NONE;
    for (size_t i = 0; i < depth && !shown && !native_only; i++)
        shown = t->scratch[i] != SP_NONE;
    if (shown && (samples || weight_ns))
        sp_mode_record_stack(t, t->scratch, depth, options->max_depth, (int64_t)get(r, at + 1), weight_ns, samples);
    if (cut && sp_recording_lock()) {
        sp_recording_profile()->truncated += samples;
        sp_recording_unlock();
    }
}

static void drain_thread(SpThreadState *t, void *unused)
{
    SpRing *r = t->ring;
    if (!r)
        return;
    uint32_t end = __atomic_load_n(&r->written, __ATOMIC_ACQUIRE);
    while (r->read != end) {
        uint32_t at = r->read;
        drain_record(t, at);
        __atomic_store_n(&r->read, at + HEADER_WORDS + 2 * (uint32_t)get(r, at), __ATOMIC_RELEASE);
    }
}

static void drain(void)
{
    if (!sp_host_lock_within(&drain_lock, 2))
        return; /* its holder died in the host; what is recorded can still be written */
    sp_threads_for_each(drain_thread, NULL);
    pthread_mutex_unlock(&drain_lock);
}

static void on_tick(void)
{
    if (sp_mode_attach_thread())
        drain();
}

static void start_thread(SpThreadState *t)
{
    void *memory = mmap(NULL, sizeof(SpRing), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return;
    t->ring = memory;
    t->ring->last_root = SP_NONE;
    t->accounted_ns = clock_now();
    sp_thread_root(t);
}

static void end_thread(SpThreadState *t)
{
    sp_host_lock(&drain_lock);
    drain_thread(t, NULL);
    SpRing *r = t->ring;
    t->ring = NULL;
    pthread_mutex_unlock(&drain_lock);
    if (r)
        munmap(r, sizeof *r);
}

static void on_thread_started(MonoProfiler *p, uintptr_t tid)
{
    sp_thread_get();
}

static bool start(MonoProfilerHandle handle, const SpOptions *o, GError **error)
{
    options = o;
    main_thread = (uint64_t)getpid();
    walk_limit = MIN(o->max_depth, WALK_LIMIT);
    sp_thread_on_start = start_thread;
    sp_thread_on_end = end_thread;
    if (!sp_host.mono_profiler_enable_sampling || !sp_host.mono_profiler_set_sample_mode ||
        !sp_host.mono_stack_walk_async_safe) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "this host has no sampling of its own");
        return false;
    }
    uint32_t hertz = (uint32_t)((1000000000 + o->interval_ns / 2) / o->interval_ns);
    if (!sp_host.mono_profiler_enable_sampling(handle) ||
        !sp_host.mono_profiler_set_sample_mode(handle, MONO_PROFILER_SAMPLE_MODE_REAL, hertz)) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION,
                    "trigger=signal: another profiler module owns the host's sampling; use trigger=timer");
        return false;
    }
    if (!sp_ticker_start(MIN(o->interval_ns * 20, DRAIN_MAX_NS), on_tick, error))
        return false;
    sp_host.mono_profiler_set_sample_hit_callback(handle, on_hit);
    sp_host.mono_profiler_set_thread_started_callback(handle, on_thread_started);
    sp_thread_get();
    return true;
}

/* The rings hold method pointers. */
static void forget(MonoMethod *method, MonoDomain *domain)
{
    drain();
}

bool sp_mode_host_signals_asked(void)
{
    return !g_strcmp0(g_getenv("SAMPLEPOINT_SIGNAL_ENGINE"), "host");
}

const SpModeInfo sp_mode_signal = {.start = start, .settle = drain, .forget = forget};
