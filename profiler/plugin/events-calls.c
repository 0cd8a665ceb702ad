/*
 * events-calls.c - mode calls: exact counts, inclusive and exclusive times. calls-balanced.c has our own runtime's events.
 *
 *   event -> book the time since the last event on the node that ran -> push or pop, counting at the push
 *
 * A thread counts in a tree of its own, without locks; the tree joins the recording when the thread ends, and a
 * snapshot reads the trees of live threads as they are.
 */
#include "profiler/plugin/calls.h"

const SpOptions *sp_calls_options;
static uint64_t start_ticks;

static double ns_per_tick(void)
{
    return sp_calls_options->clock == SP_CLOCK_CPU ? 1.0 : sp_clock_ns_per_tick();
}

static void start_thread(SpThreadState *t)
{
    t->calls = sp_call_tree_new();
    t->shadow.bottom->call_node = sp_call_tree_root(t->calls);
    t->last_ticks = sp_calls_now();
    sp_calls_balanced_start_thread(t);
}

static void on_enter(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    uintptr_t anchor = SP_ANCHOR();
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t, 0) && !(t = sp_thread_get()))
        return;
    uint64_t now = sp_calls_now();
    sp_calls_book(t, t->shadow.top, now);
    sp_calls_pop_to(t, sp_shadow_live_at_enter(&t->shadow, anchor), now);
    SpCallNode *n = sp_calls_child(t, t->shadow.top->call_node, method);
    n->calls++;
    SpShadowFrame *before = t->shadow.top;
    sp_shadow_push(&t->shadow, method, anchor);
    if (__builtin_expect(t->shadow.top != before, 1)) {
        t->shadow.top->entered = now;
        __atomic_store_n(&t->shadow.top->call_node, n, __ATOMIC_RELEASE);
    }
}

static void leave(MonoMethod *method, uintptr_t anchor)
{
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t, 0))
        return;
    uint64_t now = sp_calls_now();
    sp_calls_book(t, t->shadow.top, now);
    sp_calls_pop_to(t, sp_shadow_live_at_leave(&t->shadow, anchor), now);
    SpShadowFrame *top = t->shadow.top;
    if (__builtin_expect(top->anchor == anchor, 1) || (top->method == method && sp_method_has_localloc(method)))
        sp_calls_pop_to(t, top - 1, now);
}

static void on_leave(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    leave(method, SP_ANCHOR());
}

static void on_tail_call(MonoProfiler *p, MonoMethod *method, MonoMethod *target)
{
    leave(method, SP_ANCHOR());
}

static void on_unwind(MonoProfiler *p, MonoMethod *method, MonoObject *exception)
{
    uintptr_t anchor = SP_ANCHOR();
    SpThreadState *t = sp_thread_self;
    if (!t)
        return;
    uint64_t now = sp_calls_now();
    sp_calls_book(t, t->shadow.top, now);
    sp_calls_pop_to(t, sp_shadow_live_at_enter(&t->shadow, anchor), now);
    if (sp_shadow_unwind_pops_top(&t->shadow, method, anchor)) {
        sp_call_tree_add_span(t->calls, t->shadow.top->call_node, t->shadow.top->entered, now);
        sp_shadow_pop_unwound(&t->shadow);
    }
}

/* ---- Nodes and threads ---- */

__attribute__((noinline)) SpCallNode *sp_calls_new_node(SpThreadState *t, SpCallNode *parent, MonoMethod *method)
{
    SpCallNode *n = sp_call_tree_find(t->calls, parent, method);
    return n ? n : sp_call_tree_add(t->calls, parent, method, sp_thread_frame(t, method));
}

__attribute__((noinline)) void sp_calls_forget_freed(SpThreadState *t, uint32_t generation)
{
    t->calls_generation = generation;
    sp_call_tree_forget_where(t->calls, sp_method_is_gone);
}

static MonoProfilerCallInstrumentationFlags filter(MonoProfiler *p, MonoMethod *method)
{
    return sp_method_selected(method)
               ? MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
                     MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL | MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE
               : MONO_PROFILER_CALL_INSTRUMENTATION_NONE;
}

static void add_thread(SpThreadState *t, SpProfile *p, uint32_t root)
{
    double scale = ns_per_tick();
    sp_call_tree_add_to(t->calls, p, root, scale);
    if (sp_calls_options->clock == SP_CLOCK_WALL)
        sp_call_tree_spans_to(t->calls, p, start_ticks, scale);
}

static void settle_thread(SpThreadState *t)
{
    if (!sp_calls_balanced_settle(t))
        sp_calls_book(t, t->shadow.top, sp_calls_now());
}

static void end_thread(SpThreadState *t)
{
    settle_thread(t);
    sp_calls_pop_to(t, t->shadow.bottom, t->last_ticks);
    sp_calls_balanced_end_thread(t);
    uint32_t root = sp_thread_root(t);
    if (sp_recording_lock()) {
        add_thread(t, sp_recording_profile(), root);
        sp_recording_unlock();
    }
    sp_call_tree_free(t->calls);
    t->calls = NULL;
}

static void make_root(SpThreadState *t, void *unused)
{
    sp_thread_root(t);
}

/* The writer's own thread is up to date; another one may run on, its last stretch is then not booked yet. */
static void settle(void)
{
    SpThreadState *t = sp_thread_self;
    if (t && t->calls)
        settle_thread(t);
    sp_threads_for_each(make_root, NULL);
}

static void add_live_thread(SpThreadState *t, void *snapshot)
{
    SpProfile *p = snapshot;
    if (!t->calls || t->root == SP_NONE || t->root >= p->nodes->len)
        return;
    add_thread(t, p, t->root);
    if (sp_calls_options->clock != SP_CLOCK_WALL || !sp_call_spans_complete())
        return;
    /* Activations still open end where the profile ends. The thread may run on: an entry that it has just pushed has no
     * node yet, and one that it pops and pushes anew may have begun before the one below it. */
    double scale = ns_per_tick();
    uint64_t now = sp_calls_now(), entered = start_ticks;
    const SpShadowFrame *top = __atomic_load_n(&t->shadow.top, __ATOMIC_ACQUIRE);
    for (SpShadowFrame *f = t->shadow.bottom + 1; f <= top; f++) {
        const SpCallNode *n = __atomic_load_n((SpCallNode **)&f->call_node, __ATOMIC_ACQUIRE);
        entered = CLAMP(f->entered, entered, now);
        if (n && n->frame != SP_NONE && n->profile_node)
            sp_profile_add_span(p, (int64_t)((double)(entered - start_ticks) * scale),
                                (int64_t)((double)(now - start_ticks) * scale), n->profile_node);
    }
}

static gint compare_spans(gconstpointer a, gconstpointer b)
{
    const SpSpan *x = a, *y = b;
    if (x->start_ns != y->start_ns)
        return x->start_ns < y->start_ns ? -1 : 1;
    if (x->end_ns != y->end_ns)
        return x->end_ns > y->end_ns ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static void add_to(SpProfile *snapshot)
{
    /* spans of ended threads lie in the recording with the same node indexes */
    if (sp_call_spans_complete() && sp_recording_lock()) {
        GArray *ended = sp_recording_profile()->spans;
        g_array_append_vals(snapshot->spans, ended->data, ended->len);
        sp_recording_unlock();
    }
    sp_threads_for_each(add_live_thread, snapshot);
    snapshot->has_calls = true;
    if (sp_call_spans_complete() && sp_calls_options->clock == SP_CLOCK_WALL) {
        g_array_sort(snapshot->spans, compare_spans);
        snapshot->spans_complete = true;
    } else {
        g_array_set_size(snapshot->spans, 0);
    }
}

static bool start(MonoProfilerHandle handle, const SpOptions *o, GError **error)
{
    sp_calls_options = o;
    sp_clock_calibrate_start();
    start_ticks = sp_calls_now();
    sp_thread_on_start = start_thread;
    sp_thread_on_end = end_thread;
    sp_host.mono_profiler_set_call_instrumentation_filter_callback(handle, filter);
    if (sp_host_has_samplepoints())
        return sp_calls_balanced_start(handle, error);
    sp_host.mono_profiler_set_method_enter_callback(handle, on_enter);
    sp_host.mono_profiler_set_method_leave_callback(handle, on_leave);
    sp_host.mono_profiler_set_method_tail_call_callback(handle, on_tail_call);
    sp_host.mono_profiler_set_method_exception_leave_callback(handle, on_unwind);
    return true;
}

static void forget(MonoMethod *method, MonoDomain *domain)
{
    sp_calls_balanced_forget(method);
}

const SpModeInfo sp_mode_calls = {.start = start, .settle = settle, .add_to = add_to, .forget = forget};
