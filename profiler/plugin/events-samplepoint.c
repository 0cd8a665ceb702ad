/*
 * events-samplepoint.c - sampling on a host that raises method_samplepoint: real safepoints, stacks by walking.
 *
 *   visit -> (the host's inlined test of its skip counter) -> callback -> due? -> walk -> book -> set the counter to N
 *
 * Visits are samplepoints and, at a method's two ends, its enter and leave. With trigger timer the ticker's thread
 * requests every thread's next visit; with trigger visits the counter is N. A host that has neither calls at each visit,
 * and the test is made here; one with a counter only gets a 0 for a request, which a tight loop may overwrite: between
 * its load and its store of the counter there is always time for it to be lost.
 */
#include "profiler/plugin/modes.h"

#define NEVER INT32_MAX /* counter of trigger timer between two ticks */
#define DEAR_NS 200000
#define RESTING_VISITS 100

static const SpOptions *options;
static bool by_request; /* visits come when the ticker asks the host for one */

static int32_t *skip_counter(void)
{
    return sp_host.mono_profiler_get_skip_counter && !by_request ? sp_host.mono_profiler_get_skip_counter() : NULL;
}

typedef struct {
    SpThreadState *thread;
    size_t depth;
} Walk;

static mono_bool add_frame(MonoMethod *method, int32_t native_offset, int32_t il_offset, mono_bool managed, void *data)
{
    Walk *w = data;
    if (!method)
        return 0;
    sp_thread_scratch(w->thread, w->depth + 1)[w->depth] =
        options->lines ? sp_method_frame_at(method, sp_host.mono_domain_get ? sp_host.mono_domain_get() : NULL,
                                            native_offset)
                       : sp_thread_frame(w->thread, method);
    w->depth++;
    return 0;
}

static bool is_any_shown(const Walk *w)
{
    for (size_t i = 0; i < w->depth; i++)
        if (w->thread->scratch[i] != SP_NONE)
            return true;
    return false;
}

/* A walk costs as much as the stack is deep; one of 100 000 frames takes longer than the interval, and then every visit
 * would be due. So after a dear one no sample is taken for four times as long; the next one weighs accordingly. */
static void note_cost(SpThreadState *t, int64_t started_ns)
{
    if (!options->interval_ns)
        return;
    int64_t now = sp_clock_wall_ns(), cost_ns = now - started_ns;
    t->not_before_ns = cost_ns > DEAR_NS ? now + 4 * cost_ns : 0;
}

static bool resting(const SpThreadState *t)
{
    return __builtin_expect(t->not_before_ns != 0, 0) && sp_clock_wall_ns() < t->not_before_ns;
}

static void take_sample(SpThreadState *t, bool at_enter, int64_t time_ns, int64_t weight_ns, int64_t samples)
{
    int64_t started_ns = options->interval_ns ? sp_clock_wall_ns() : 0;
    Walk w = {.thread = t};
    if (options->lines && sp_host.mono_stack_walk)
        sp_host.mono_stack_walk(add_frame, &w);
    else
        sp_host.mono_stack_walk_no_il(add_frame, &w);
    uint32_t *frames = t->scratch;
    for (size_t i = 0; i < w.depth / 2; i++) { /* leaf first -> root first */
        uint32_t f = frames[i];
        frames[i] = frames[w.depth - 1 - i];
        frames[w.depth - 1 - i] = f;
    }
    if (at_enter && w.depth)
        w.depth--;
    if (is_any_shown(&w)) /* else what ran is none of the program's that is to be seen */
        sp_mode_record_stack(t, frames, w.depth, options->max_depth, time_ns, weight_ns, samples);
    note_cost(t, started_ns);
}

static void tick_visit(SpThreadState *t, bool at_enter)
{
    uint32_t epoch = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
    if (epoch == t->epoch)
        return;
    int64_t time_ns = __atomic_load_n(&sp_tick.time_ns, __ATOMIC_RELAXED);
    int64_t weight_ns = sp_mode_weigh(t, options, time_ns);
    int64_t samples = options->clock == SP_CLOCK_CPU ? sp_mode_samples(t, weight_ns, options->interval_ns)
                                                     : (int64_t)(uint32_t)(epoch - t->epoch);
    t->epoch = epoch;
    if (samples || weight_ns)
        take_sample(t, at_enter, time_ns, weight_ns, samples);
}

static void counted_visit(SpThreadState *t, bool at_enter)
{
    int64_t now = sp_virtual_now_ns();
    if (sp_sampler_should_record_frame(&t->sampler, now))
        take_sample(t, at_enter, now, sp_mode_weigh(t, options, now), 1);
    t->countdown = (int32_t)t->sampler.n;
}

static void visit(bool at_enter)
{
    SpThreadState *t = sp_thread_get();
    if (!t)
        return;
    if (resting(t)) {
        t->countdown = RESTING_VISITS; /* the clock is not read at each */
    } else if (options->trigger == SP_TRIGGER_TIMER) {
        tick_visit(t, at_enter);
    } else if (t->skip_counter || --t->countdown <= 0) {
        counted_visit(t, at_enter);
    }
    if (t->skip_counter)
        __atomic_store_n(t->skip_counter, options->trigger == SP_TRIGGER_TIMER ? NEVER : t->countdown,
                         __ATOMIC_RELAXED);
}

static void on_visit(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    visit(false);
}

/* What ran up to here is the caller's. */
static void on_enter(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    visit(true);
}

static void expire(SpThreadState *t, void *unused)
{
    if (t->skip_counter)
        __atomic_store_n(t->skip_counter, 0, __ATOMIC_RELAXED);
}

static void on_tick(void)
{
    if (by_request)
        sp_host.mono_profiler_request_samplepoint();
    else
        sp_threads_for_each(expire, NULL);
}

static void start_thread(SpThreadState *t)
{
    t->accounted_ns = options->clock == SP_CLOCK_CPU ? sp_clock_thread_ns() : sp_virtual_now_ns();
    t->skip_counter = skip_counter();
    sp_sampler_init(&t->sampler, options->interval_ns, t->random);
    t->countdown = 1;
}

static MonoProfilerCallInstrumentationFlags filter(MonoProfiler *p, MonoMethod *method)
{
    return sp_method_selected(method) ? MONO_PROFILER_CALL_INSTRUMENTATION_ENTER |
                                            MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
                                            MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT
                                      : MONO_PROFILER_CALL_INSTRUMENTATION_NONE;
}

static bool start(MonoProfilerHandle handle, const SpOptions *o, GError **error)
{
    options = o;
    by_request = o->trigger == SP_TRIGGER_TIMER && sp_host.mono_profiler_request_samplepoint &&
                 sp_host.mono_profiler_enable_samplepoint_requests &&
                 sp_host.mono_profiler_enable_samplepoint_requests(handle);
    sp_thread_on_start = start_thread;
    if (!sp_host.mono_stack_walk_no_il) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "this host raises samplepoints but has no mono_stack_walk_no_il");
        return false;
    }
    int64_t interval = o->interval_ns ? o->interval_ns : 1000000;
    if (!sp_ticker_start(interval, o->trigger == SP_TRIGGER_TIMER ? on_tick : NULL, error))
        return false;
    sp_host.mono_profiler_set_method_samplepoint_callback(handle, on_visit);
    sp_host.mono_profiler_set_method_enter_callback(handle, on_enter);
    sp_host.mono_profiler_set_method_leave_callback(handle, on_visit);
    sp_host.mono_profiler_set_call_instrumentation_filter_callback(handle, filter);
    return true;
}

const SpModeInfo sp_mode_samplepoint = {.start = start};
