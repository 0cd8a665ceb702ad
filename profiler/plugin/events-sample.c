/*
 * events-sample.c - sampling from enter and leave events (stock Mono): triggers timer and visits.
 *
 *   event -> drop activations that the anchor proves dead -> due? take a sample -> push or pop
 *
 * The sample is taken before the push or pop, so it shows the stack of the stretch of code that ran up to this event,
 * which is the stretch the tick fell into. That makes the timer trigger as unbiased as an interrupt: however rarely
 * events come, each tick is booked on the code that ran when it fell, once that code ends.
 *
 * Cost of an event without a sample: a thread-local load, three compares, the push or pop.
 */
#include "profiler/plugin/modes.h"

static const SpOptions *options;

#define TRUNCATED_LEAF_FRAMES 256

/* Node of the shadow stack's top, cached in its entries: a deep stack is walked once, later only what changed. */
static uint32_t resolve_top(SpThreadState *t, SpShadowFrame *top)
{
    bool own = t == sp_thread_self; /* else the thread may run on: each entry is read once and left as it is */
    SpShadowFrame *known = top;
    uint64_t cached = 0;
    while (known > t->shadow.bottom && !(cached = __atomic_load_n(&known->node, __ATOMIC_RELAXED)))
        known--;
    uint32_t node = known == t->shadow.bottom ? sp_thread_root(t) : (uint32_t)(cached - 1);
    size_t missing = (size_t)(top - known);
    uint32_t *frames = sp_thread_scratch(t, missing);
    for (size_t i = 0; i < missing; i++)
        frames[i] = sp_thread_frame(t, (MonoMethod *)known[i + 1].method);
    if (!sp_recording_lock())
        return SP_NONE;
    for (size_t i = 0; i < missing; i++) {
        if (frames[i] != SP_NONE)
            node = sp_recording_child(node, frames[i]);
        if (own)
            known[i + 1].node = (uint64_t)node + 1;
    }
    sp_recording_unlock();
    return node;
}

/* Deeper than maxDepth: the root end by its cached nodes, "[truncated]", and the last few frames, so that the cost of a
 * sample does not grow with the depth. */
static uint32_t resolve_truncated(SpThreadState *t, size_t depth, int max_depth, int64_t samples)
{
    size_t leaf_part = MIN((size_t)max_depth / 2, TRUNCATED_LEAF_FRAMES);
    uint32_t truncated = sp_mode_synthetic_frame("[truncated]"), frames[TRUNCATED_LEAF_FRAMES];
    for (size_t i = 0; i < leaf_part; i++)
        frames[i] = sp_thread_frame(t, (MonoMethod *)t->shadow.bottom[depth - leaf_part + i + 1].method);
    uint32_t node = resolve_top(t, t->shadow.bottom + ((size_t)max_depth - leaf_part));
    if (node == SP_NONE || !sp_recording_lock())
        return SP_NONE;
    node = sp_recording_child(node, truncated);
    for (size_t i = 0; i < leaf_part; i++)
        if (frames[i] != SP_NONE)
            node = sp_recording_child(node, frames[i]);
    sp_recording_profile()->truncated += samples;
    sp_recording_unlock();
    return node;
}

uint32_t sp_mode_shadow_node(SpThreadState *t, int max_depth, int64_t samples)
{
    size_t depth = (size_t)(t->shadow.top - t->shadow.bottom);
    return depth > (size_t)max_depth ? resolve_truncated(t, depth, max_depth, samples) : resolve_top(t, t->shadow.top);
}

/* An empty stack is native code that managed code has not called: not the program's, not recorded. */
static void record(SpThreadState *t, int64_t time_ns, int64_t weight_ns, int64_t samples)
{
    size_t depth = (size_t)(t->shadow.top - t->shadow.bottom);
    if (depth == 0 || (weight_ns == 0 && samples == 0))
        return;
    uint32_t node = sp_mode_shadow_node(t, options->max_depth, samples);
    if (node == t->root) /* none of its methods is shown */
        return;
    if (node == SP_NONE || !sp_recording_lock()) {
        sp_recording_dropped(samples);
        return;
    }
    sp_recording_add(node, time_ns, weight_ns, samples);
    sp_recording_unlock();
}

/* All ticks since the last sample fell into the code that ends here: no event came in between. */
static __attribute__((noinline)) void sample_ticks(SpThreadState *t)
{
    if (pthread_mutex_trylock(&t->booking) != 0)
        return; /* being settled; the ticks are still due at the next event */
    uint32_t epoch = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
    int64_t time_ns = sp_ticker_take(&t->random);
    int64_t weight_ns = sp_mode_weigh(t, options, time_ns);
    int64_t samples = (int64_t)(uint32_t)(epoch - t->epoch);
    t->epoch = epoch;
    bool ticks_were_missing = weight_ns > (samples + 1) * options->interval_ns * 5 / 4;
    if (options->clock == SP_CLOCK_CPU || ticks_were_missing)
        samples = sp_mode_samples(t, weight_ns, options->interval_ns);
    record(t, time_ns, weight_ns, samples);
    pthread_mutex_unlock(&t->booking);
}

static __attribute__((noinline)) void sample_visit(SpThreadState *t)
{
    int64_t now = sp_virtual_now_ns();
    bool due = sp_sampler_should_record_frame(&t->sampler, now);
    t->countdown = (int32_t)t->sampler.n;
    if (due && pthread_mutex_trylock(&t->booking) == 0) { /* else being settled: its time is booked just now */
        record(t, now, sp_mode_weigh(t, options, now), 1);
        pthread_mutex_unlock(&t->booking);
    }
}

/* Trigger visits: time that managed code did not spend is left out. A tick tells that by itself, a count does not. */
static void begin_root(SpThreadState *t)
{
    t->accounted_ns = options->clock == SP_CLOCK_CPU ? sp_clock_thread_ns() : sp_virtual_now_ns();
}

/* Trigger visits: what came since the last sample is booked before the thread's outermost activation goes. */
static void end_root(SpThreadState *t)
{
    if (options->interval_ns == 0 || pthread_mutex_trylock(&t->booking) != 0)
        return;
    int64_t now = sp_virtual_now_ns(), weight_ns = sp_mode_weigh(t, options, now);
    record(t, now, weight_ns, sp_mode_samples(t, weight_ns, options->interval_ns));
    pthread_mutex_unlock(&t->booking);
}

static void start_thread(SpThreadState *t)
{
    t->epoch = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE) - 1; /* so that a slow ticker is woken */
    begin_root(t);
    sp_sampler_init(&t->sampler, options->interval_ns, t->random);
    t->countdown = 1;
}

static inline __attribute__((always_inline)) bool due(SpThreadState *t, bool visits)
{
    return visits ? --t->countdown <= 0 : t->epoch != __atomic_load_n(&sp_tick.epoch, __ATOMIC_RELAXED);
}

/* Takes the sample if one is due. A visit that came here before due() counted it is not counted: it is one of many. */
static void test(SpThreadState *t, bool visits)
{
    if (visits && t->countdown <= 0)
        sample_visit(t);
    else if (!visits && t->epoch != __atomic_load_n(&sp_tick.epoch, __ATOMIC_RELAXED))
        sample_ticks(t);
}

static __attribute__((noinline)) void enter_slowly(MonoMethod *method, uintptr_t anchor, bool visits)
{
    SpThreadState *t = sp_thread_get();
    if (!t)
        return;
    t->shadow.top = sp_shadow_live_at_enter(&t->shadow, anchor);
    test(t, visits);
    if (visits && t->shadow.top == t->shadow.bottom)
        begin_root(t);
    sp_shadow_push(&t->shadow, method, anchor);
}

/* The common case needs no stack frame of its own: no dead activations, no sample due, room for the push. */
static inline __attribute__((always_inline)) void enter(MonoMethod *method, uintptr_t anchor, bool visits)
{
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t || t->shadow.top->anchor <= anchor || t->shadow.top == t->shadow.limit || due(t, visits) ||
                             (visits && t->shadow.top == t->shadow.bottom),
                         0))
        enter_slowly(method, anchor, visits);
    else
        sp_shadow_push_unchecked(&t->shadow, method, anchor);
}

static __attribute__((noinline)) void leave_slowly(MonoMethod *method, uintptr_t anchor, bool visits)
{
    SpThreadState *t = sp_thread_self;
    if (!t)
        return;
    SpShadowFrame *top = t->shadow.top = sp_shadow_live_at_leave(&t->shadow, anchor);
    test(t, visits);
    if (top->anchor != anchor && (top->method != method || !sp_method_has_localloc(method)))
        return;
    if (visits && top - 1 == t->shadow.bottom)
        end_root(t);
    t->shadow.top = top - 1;
}

static inline __attribute__((always_inline)) void leave(MonoMethod *method, uintptr_t anchor, bool visits)
{
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t || t->shadow.top->anchor != anchor || due(t, visits) ||
                             (visits && t->shadow.top - 1 == t->shadow.bottom),
                         0))
        leave_slowly(method, anchor, visits);
    else
        t->shadow.top--;
}

static void unwind(MonoMethod *method, uintptr_t anchor, bool visits)
{
    SpThreadState *t = sp_thread_self;
    if (!t)
        return;
    t->shadow.top = sp_shadow_live_at_enter(&t->shadow, anchor);
    test(t, visits);
    if (sp_shadow_unwind_pops_top(&t->shadow, method, anchor))
        sp_shadow_pop_unwound(&t->shadow);
}

#define CALLBACKS(suffix, visits)                                                                                      \
    static void enter_##suffix(MonoProfiler *p, MonoMethod *m, MonoProfilerCallContext *c)                             \
    {                                                                                                                  \
        enter(m, SP_ANCHOR(), visits);                                                                                 \
    }                                                                                                                  \
    static void leave_##suffix(MonoProfiler *p, MonoMethod *m, MonoProfilerCallContext *c)                             \
    {                                                                                                                  \
        leave(m, SP_ANCHOR(), visits);                                                                                 \
    }                                                                                                                  \
    static void tail_call_##suffix(MonoProfiler *p, MonoMethod *m, MonoMethod *target)                                 \
    {                                                                                                                  \
        leave(m, SP_ANCHOR(), visits);                                                                                 \
    }                                                                                                                  \
    static void unwind_##suffix(MonoProfiler *p, MonoMethod *m, MonoObject *exception)                                 \
    {                                                                                                                  \
        unwind(m, SP_ANCHOR(), visits);                                                                                \
    }

CALLBACKS(tick, false)
CALLBACKS(visit, true)

static MonoProfilerHandle profiler;

static void listen(void)
{
    bool visits = options->trigger == SP_TRIGGER_VISITS;
    sp_host.mono_profiler_set_method_enter_callback(profiler, visits ? enter_visit : enter_tick);
    sp_host.mono_profiler_set_method_leave_callback(profiler, visits ? leave_visit : leave_tick);
    sp_host.mono_profiler_set_method_tail_call_callback(profiler, visits ? tail_call_visit : tail_call_tick);
    sp_host.mono_profiler_set_method_exception_leave_callback(profiler, visits ? unwind_visit : unwind_tick);
}

/* A listener costs Mono's interpreter some 4 % of calls even where no method raises its event. So there is one from the
 * first method on that is selected; its code is not made yet. */
static MonoProfilerCallInstrumentationFlags filter(MonoProfiler *p, MonoMethod *method)
{
    static gsize listening;
    bool selected = sp_method_selected(method);
    if (selected && g_once_init_enter(&listening)) {
        listen();
        g_once_init_leave(&listening, 1);
    }
    return selected
               ? MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
                     MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL | MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE
               : MONO_PROFILER_CALL_INSTRUMENTATION_NONE;
}

static void settle_now(SpThreadState *t)
{
    int64_t now = sp_virtual_now_ns();
    bool own = t == sp_thread_self;
    if (t->shadow.top == t->shadow.bottom || (options->clock == SP_CLOCK_CPU && !own))
        return;
    int64_t weight_ns = sp_mode_weigh(t, options, now);
    int64_t samples = options->interval_ns ? sp_mode_samples(t, weight_ns, options->interval_ns) : 0;
    t->epoch = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
    record(t, now, weight_ns, samples);
}

/* The rest of a thread's time, up to now: it ends, or the profile is written while it waits in native code. A running
 * thread may change its stack meanwhile; each entry read is some true activation. One that takes a sample just now has
 * no rest to speak of. */
static void settle_thread(SpThreadState *t, void *unused)
{
    if (pthread_mutex_trylock(&t->booking) != 0)
        return;
    settle_now(t);
    pthread_mutex_unlock(&t->booking);
}

static void end_thread(SpThreadState *t)
{
    settle_thread(t, NULL);
}

static void settle(void)
{
    sp_threads_for_each(settle_thread, NULL);
}

static bool start(MonoProfilerHandle handle, const SpOptions *o, GError **error)
{
    options = o;
    sp_thread_on_start = start_thread;
    sp_thread_on_end = end_thread;
    if (!sp_mode_start_ticker(o, error))
        return false;
    profiler = handle;
    sp_host.mono_profiler_set_call_instrumentation_filter_callback(handle, filter);
    return true;
}

const SpModeInfo sp_mode_sample_events = {.start = start, .settle = settle};
