/*
 * calls-balanced.c - mode calls on a host that interprets all frames in one native frame.
 *
 * Its events say nothing about the stack pointer of an activation, but they are balanced: every enter has one leave, tail
 * call or exceptional leave of the same method, the youngest first. Anchors are made up, each below the last.
 *
 * A thread's activations are held in one of two ways:
 *
 *   shadow stack   as on other hosts; every event comes here
 *   cursor         the host moves a cursor in the call tree and counts (mono_profiler_get_call_cursor()); the tree's path
 *                  down to the cursor is the stack, and few events come here: a method's first call from a place, and
 *                  one visit a tick
 *
 * and its time is told in one of two ways: exactly, the clock read at each event; or sampled, the time between two ticks
 * going to the node that ran when the second one was noticed. Without a cursor, and with interval 0, all is exact and on
 * the shadow stack. With a cursor, so it is while all single calls are kept; when they are given up, time is sampled, and
 * the cursor moves as soon as the stack is a path of the tree.
 */
#include "profiler/plugin/calls.h"

/* Such a host's stacks can be hundreds of thousands of frames deep, and what a format writes grows with the square of the
 * depth. So activations below this depth stand as called from the frame there; counts and own times stay exact. They are
 * no path of the tree: while there are any, the shadow stack holds what lies above the last node of one. */
#define BALANCED_DEPTH 10240

/* What the host works on begins every node. */
#define SAME_PLACE(ours, hosts) (offsetof(SpCallNode, ours) == offsetof(MonoProfilerCallNode, hosts))
G_STATIC_ASSERT(SAME_PLACE(method, method) && SAME_PLACE(parent, parent) && SAME_PLACE(last_found, last_child) &&
                SAME_PLACE(calls, calls));

#define EXACT_CALLS "SAMPLEPOINT_EXACT_CALLS"

static bool by_cursor;

/* ---- Time ---- */

static inline bool cursor_moves(const SpThreadState *t)
{
    return t->cursor && *t->cursor != &sp_call_none;
}

static SpCallNode *running(const SpThreadState *t)
{
    return cursor_moves(t) ? *t->cursor : t->shadow.top->call_node;
}

/* From now on time is sampled. */
static __attribute__((noinline)) void begin_sampling(SpThreadState *t, uint64_t now)
{
    sp_calls_book(t, t->shadow.top, now);
    t->times_sampled = true;
    t->epoch = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
    t->accounted_ns = sp_calls_options->clock == SP_CLOCK_CPU ? (int64_t)now : sp_virtual_now_ns();
}

static inline void book_tick(SpThreadState *t)
{
    uint32_t epoch = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
    if (epoch == t->epoch)
        return;
    t->epoch = epoch;
    running(t)->self_ns += sp_mode_weigh(t, sp_calls_options, __atomic_load_n(&sp_tick.time_ns, __ATOMIC_RELAXED));
}

/* At each event on the shadow stack; returns the time, where it is read. */
static inline uint64_t book(SpThreadState *t)
{
    if (t->times_sampled) {
        book_tick(t);
        return 0;
    }
    uint64_t now = sp_calls_now();
    if (__builtin_expect(by_cursor && !sp_call_spans_complete(), 0))
        begin_sampling(t, now);
    else
        sp_calls_book(t, t->shadow.top, now);
    return now;
}

/* ---- The two ways ---- */

/* If the activations on the shadow stack are the tree's path from the node at its bottom, the cursor takes over. */
static inline void leave_shadow(SpThreadState *t)
{
    const SpCallNode *bottom = t->shadow.bottom->call_node;
    SpCallNode *top = t->shadow.top->call_node;
    if (!t->times_sampled || t->shadow.beyond || (uint64_t)(t->shadow.top - t->shadow.bottom) + bottom->depth != top->depth)
        return;
    *t->cursor = top;
    t->shadow.top = t->shadow.bottom;
}

static void enter_shadow(SpThreadState *t)
{
    t->shadow.bottom->call_node = *t->cursor;
    *t->cursor = &sp_call_none;
}

/* ---- Events ---- */

static void push(SpThreadState *t, MonoMethod *method)
{
    uint64_t now = book(t);
    SpShadowFrame *before = t->shadow.top;
    SpCallNode *parent = before->call_node;
    if (__builtin_expect(parent->depth > BALANCED_DEPTH, 0))
        parent = parent->parent;
    SpCallNode *n = sp_calls_child(t, parent, method);
    n->calls++;
    sp_shadow_push(&t->shadow, method, before->anchor - 1);
    if (__builtin_expect(t->shadow.top == before, 0)) {
        t->shadow.beyond++;
        return;
    }
    t->shadow.top->entered = now;
    __atomic_store_n(&t->shadow.top->call_node, n, __ATOMIC_RELEASE);
    leave_shadow(t);
}

static void on_enter(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t, 0) && !(t = sp_thread_get()))
        return;
    if (cursor_moves(t)) {
        SpCallNode *parent = *t->cursor;
        if (parent->depth <= BALANCED_DEPTH) {
            book_tick(t);
            SpCallNode *n = sp_calls_child(t, parent, method);
            n->calls++;
            *t->cursor = n;
            return;
        }
        enter_shadow(t);
    }
    push(t, method);
}

static void pop(SpThreadState *t, MonoMethod *method)
{
    if (__builtin_expect(t->shadow.beyond != 0, 0)) {
        t->shadow.beyond--;
        return;
    }
    SpShadowFrame *f = t->shadow.top;
    while (__builtin_expect(f != t->shadow.bottom && f->method != method, 0))
        f--;
    uint64_t now = book(t);
    if (f != t->shadow.bottom) /* else it was entered before the first event */
        sp_calls_pop_to(t, f - 1, now);
    leave_shadow(t);
}

static void leave(MonoMethod *method)
{
    SpThreadState *t = sp_thread_self;
    if (__builtin_expect(!t, 0))
        return;
    if (!cursor_moves(t)) {
        pop(t, method);
        return;
    }
    book_tick(t);
    SpCallNode *n = *t->cursor; /* without a method: it was freed, which does not keep it from being left */
    while (__builtin_expect(n->parent && n->method && n->method != method, 0))
        n = n->parent;
    if (n->parent)
        *t->cursor = n->parent;
}

static void on_leave(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *c)
{
    leave(method);
}

static void on_tail_call(MonoProfiler *p, MonoMethod *method, MonoMethod *target)
{
    leave(method);
}

static void on_unwind(MonoProfiler *p, MonoMethod *method, MonoObject *exception)
{
    leave(method);
}

/* ---- Freed methods ---- */

static MonoMethod *freed; /* NULL: all */

static bool is_freed(const void *method, uint32_t frame)
{
    return !freed || method == freed;
}

static void forget_in(SpThreadState *t, void *unused)
{
    if (t->cursor)
        sp_call_tree_forget_where(t->calls, is_freed);
}

void sp_calls_balanced_forget(MonoMethod *method)
{
    freed = method;
    if (by_cursor)
        sp_threads_for_each(forget_in, NULL);
}

/* ---- Start and end ---- */

void sp_calls_balanced_start_thread(SpThreadState *t)
{
    t->cursor = by_cursor ? (SpCallNode **)(void *)sp_host.mono_profiler_get_call_cursor() : NULL;
    if (t->cursor)
        *t->cursor = &sp_call_none;
}

void sp_calls_balanced_end_thread(SpThreadState *t)
{
    if (t->cursor)
        *t->cursor = &sp_call_none;
}

bool sp_calls_balanced_settle(SpThreadState *t)
{
    if (t->times_sampled)
        running(t)->self_ns += sp_mode_weigh(t, sp_calls_options, sp_virtual_now_ns());
    return t->times_sampled;
}

bool sp_calls_times_sampled(void)
{
    return by_cursor && !sp_call_spans_complete();
}

static void on_tick(void)
{
    sp_host.mono_profiler_request_samplepoint();
}

bool sp_calls_have_cursor(const SpOptions *o)
{
    return o->interval_ns && !sp_ticker_refusal() && sp_host.mono_profiler_get_call_cursor &&
           sp_host.mono_profiler_enable_call_cursor && sp_host.mono_profiler_request_samplepoint;
}

/* For tests and measurements: the cursor moves earlier. */
static bool limit_exact_calls(GError **error)
{
    const char *text = g_getenv(EXACT_CALLS);
    guint64 limit;
    if (!text)
        return true;
    if (!g_ascii_string_to_unsigned(text, 10, 0, SP_MAX_SPANS, &limit, NULL)) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s=%.40s is no whole number up to %d", EXACT_CALLS, text,
                    SP_MAX_SPANS);
        return false;
    }
    sp_call_spans_set_limit((int64_t)limit);
    return true;
}

bool sp_calls_balanced_start(MonoProfilerHandle handle, GError **error)
{
    by_cursor = sp_calls_have_cursor(sp_calls_options) && sp_host.mono_profiler_enable_call_cursor(handle);
    if (by_cursor && (!limit_exact_calls(error) || !sp_ticker_start(sp_calls_options->interval_ns, on_tick, error)))
        return false;
    sp_host.mono_profiler_set_method_enter_callback(handle, on_enter);
    sp_host.mono_profiler_set_method_leave_callback(handle, on_leave);
    sp_host.mono_profiler_set_method_tail_call_callback(handle, on_tail_call);
    sp_host.mono_profiler_set_method_exception_leave_callback(handle, on_unwind);
    return true;
}
