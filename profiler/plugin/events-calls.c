/*
 * events-calls.c - mode calls: exact counts, inclusive and exclusive times.
 *
 *   event -> book the time since the last event on the node that ran -> push or pop, counting at the push
 *
 * A thread counts in a tree of its own, without locks; the tree joins the recording when the thread ends, and a
 * snapshot reads the trees of live threads as they are.
 */
#include "profiler/plugin/modes.h"

static const SpOptions *options;
static uint64_t start_ticks;

#define ANCHOR() ((uintptr_t)__builtin_dwarf_cfa())

static inline uint64_t now_ticks(void)
{
    return __builtin_expect(options->clock == SP_CLOCK_CPU, 0) ? (uint64_t)sp_clock_thread_ns() : sp_clock_ticks();
}

static double ns_per_tick(void)
{
    return options->clock == SP_CLOCK_CPU ? 1.0 : sp_clock_ns_per_tick();
}

static void start_thread(SpThreadState *t)
{
    t->calls = sp_call_tree_new();
    t->shadow.bottom->call_node = sp_call_tree_root(t->calls);
    t->last_ticks = now_ticks();
}

/* A freed method's address may come back as another method: nodes that name it must not be found again. */
static __attribute__((noinline)) void forget_freed(SpThreadState *t, uint32_t generation);

static __attribute__((noinline)) SpCallNode *new_node(SpThreadState *t, SpCallNode *parent, MonoMethod *method)
{
    SpCallNode *n = sp_call_tree_find(t->calls, parent, method);
    return n ? n : sp_call_tree_add(t->calls, parent, method, sp_thread_frame(t, method));
}

static inline SpCallNode *child(SpThreadState *t, SpCallNode *parent, MonoMethod *method)
{
    uint32_t generation = __atomic_load_n(&sp_methods_generation, __ATOMIC_RELAXED);
    if (__builtin_expect(t->calls_generation != generation, 0))
        forget_freed(t, generation);
    SpCallNode *n = parent->last_found;
    return __builtin_expect(n && n->method == method, 1) ? n : new_node(t, parent, method);
}

static inline void book(SpThreadState *t, SpShadowFrame *top, uint64_t now)
{
    ((SpCallNode *)top->call_node)->self_ticks += (int64_t)(now - t->last_ticks);
    t->last_ticks = now;
}

/* Pops to `live`, each activation ending now. */
static inline void pop_to(SpThreadState *t, SpShadowFrame *live, uint64_t now)
{
    while (t->shadow.top != live) {
        SpShadowFrame *f = t->shadow.top--;
        sp_call_tree_add_span(t->calls, f->call_node, f->entered, now);
    }
}

static void on_enter(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    uintptr_t anchor = ANCHOR();
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t, 0) && !(t = sp_thread_get()))
        return;
    uint64_t now = now_ticks();
    book(t, t->shadow.top, now);
    pop_to(t, sp_shadow_live_at_enter(&t->shadow, anchor), now);
    SpCallNode *n = child(t, t->shadow.top->call_node, method);
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
    uint64_t now = now_ticks();
    book(t, t->shadow.top, now);
    pop_to(t, sp_shadow_live_at_leave(&t->shadow, anchor), now);
    SpShadowFrame *top = t->shadow.top;
    if (__builtin_expect(top->anchor == anchor, 1) || (top->method == method && sp_method_has_localloc(method)))
        pop_to(t, top - 1, now);
}

static void on_leave(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    leave(method, ANCHOR());
}

static void on_tail_call(MonoProfiler *p, MonoMethod *method, MonoMethod *target)
{
    leave(method, ANCHOR());
}

static void on_unwind(MonoProfiler *p, MonoMethod *method, MonoObject *exception)
{
    uintptr_t anchor = ANCHOR();
    SpThreadState *t = sp_thread_self;
    if (!t)
        return;
    uint64_t now = now_ticks();
    book(t, t->shadow.top, now);
    pop_to(t, sp_shadow_live_at_enter(&t->shadow, anchor), now);
    if (sp_shadow_unwind_pops_top(&t->shadow, method, anchor)) {
        sp_call_tree_add_span(t->calls, t->shadow.top->call_node, t->shadow.top->entered, now);
        sp_shadow_pop_unwound(&t->shadow);
    }
}

/* ---- A host that interprets all frames in one native frame --------------------------------------------------------- */

/* Its events say nothing about the stack pointer of an activation, but they are balanced: every enter has one leave, tail
 * call or exceptional leave of the same method, the youngest first. Anchors are made up, each below the last.
 *
 * Such a host's stacks can be hundreds of thousands of frames deep, and what a format writes grows with the square of the
 * depth. So activations below this depth stand as called from the frame there; counts and own times stay exact. */
#define BALANCED_DEPTH 10240

static void on_balanced_enter(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t, 0) && !(t = sp_thread_get()))
        return;
    uint64_t now = now_ticks();
    SpShadowFrame *before = t->shadow.top;
    book(t, before, now);
    SpShadowFrame *parent = before;
    if (__builtin_expect(parent - t->shadow.bottom > BALANCED_DEPTH, 0))
        parent = t->shadow.bottom + BALANCED_DEPTH;
    SpCallNode *n = child(t, parent->call_node, method);
    n->calls++;
    sp_shadow_push(&t->shadow, method, before->anchor - 1);
    if (__builtin_expect(t->shadow.top == before, 0)) {
        t->shadow.beyond++;
        return;
    }
    t->shadow.top->entered = now;
    __atomic_store_n(&t->shadow.top->call_node, n, __ATOMIC_RELEASE);
}

static void balanced_leave(MonoMethod *method)
{
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t, 0))
        return;
    if (__builtin_expect(t->shadow.beyond != 0, 0)) {
        t->shadow.beyond--;
        return;
    }
    SpShadowFrame *f = t->shadow.top;
    while (__builtin_expect(f != t->shadow.bottom && f->method != method, 0))
        f--;
    uint64_t now = now_ticks();
    book(t, t->shadow.top, now);
    if (f != t->shadow.bottom) /* else it was entered before the first event */
        pop_to(t, f - 1, now);
}

static void on_balanced_leave(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    balanced_leave(method);
}

static void on_balanced_tail_call(MonoProfiler *p, MonoMethod *method, MonoMethod *target)
{
    balanced_leave(method);
}

static void on_balanced_unwind(MonoProfiler *p, MonoMethod *method, MonoObject *exception)
{
    balanced_leave(method);
}

static void forget_freed(SpThreadState *t, uint32_t generation)
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
    if (options->clock == SP_CLOCK_WALL)
        sp_call_tree_spans_to(t->calls, p, start_ticks, scale);
}

static void end_thread(SpThreadState *t)
{
    uint64_t now = now_ticks();
    book(t, t->shadow.top, now);
    pop_to(t, t->shadow.bottom, now);
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
    if (t && t->calls) {
        uint64_t now = now_ticks();
        book(t, t->shadow.top, now);
    }
    sp_threads_for_each(make_root, NULL);
}

static void add_live_thread(SpThreadState *t, void *snapshot)
{
    SpProfile *p = snapshot;
    if (!t->calls || t->root == SP_NONE || t->root >= p->nodes->len)
        return;
    add_thread(t, p, t->root);
    if (options->clock != SP_CLOCK_WALL || !sp_call_spans_complete())
        return;
    /* Activations still open end where the profile ends. The thread may run on: an entry that it has just pushed has no
     * node yet, and one that it pops and pushes anew may have begun before the one below it. */
    double scale = ns_per_tick();
    uint64_t now = now_ticks(), entered = start_ticks;
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
    if (sp_call_spans_complete() && options->clock == SP_CLOCK_WALL) {
        g_array_sort(snapshot->spans, compare_spans);
        snapshot->spans_complete = true;
    } else {
        g_array_set_size(snapshot->spans, 0);
    }
}

static bool start(MonoProfilerHandle handle, const SpOptions *o, GError **error)
{
    options = o;
    sp_clock_calibrate_start();
    start_ticks = now_ticks();
    sp_thread_on_start = start_thread;
    sp_thread_on_end = end_thread;
    bool balanced = sp_host_has_samplepoints();
    sp_host.mono_profiler_set_method_enter_callback(handle, balanced ? on_balanced_enter : on_enter);
    sp_host.mono_profiler_set_method_leave_callback(handle, balanced ? on_balanced_leave : on_leave);
    sp_host.mono_profiler_set_method_tail_call_callback(handle, balanced ? on_balanced_tail_call : on_tail_call);
    sp_host.mono_profiler_set_method_exception_leave_callback(handle, balanced ? on_balanced_unwind : on_unwind);
    sp_host.mono_profiler_set_call_instrumentation_filter_callback(handle, filter);
    return true;
}

const SpModeInfo sp_mode_calls = {.start = start, .settle = settle, .add_to = add_to};
