/*
 * calls.h - what the two halves of mode calls share.
 *
 *   events-calls.c    hosts whose events come from native frames (stock Mono), and what is the same for all
 *   calls-balanced.c  a host that interprets all frames in one native frame, with a call cursor or without
 */
#ifndef SAMPLEPOINT_CALLS_H
#define SAMPLEPOINT_CALLS_H

#include "profiler/plugin/modes.h"

extern const SpOptions *sp_calls_options;

static inline uint64_t sp_calls_now(void)
{
    return __builtin_expect(sp_calls_options->clock == SP_CLOCK_CPU, 0) ? (uint64_t)sp_clock_thread_ns()
                                                                        : sp_clock_ticks();
}

/* The node of a call by parent. */
SpCallNode *sp_calls_new_node(SpThreadState *t, SpCallNode *parent, MonoMethod *method);
/* A freed method's address may come back as another method: nodes that name it must not be found again. */
void sp_calls_forget_freed(SpThreadState *t, uint32_t generation);

static inline SpCallNode *sp_calls_child(SpThreadState *t, SpCallNode *parent, MonoMethod *method)
{
    uint32_t generation = __atomic_load_n(&sp_methods_generation, __ATOMIC_RELAXED);
    if (__builtin_expect(t->calls_generation != generation, 0))
        sp_calls_forget_freed(t, generation);
    SpCallNode *n = parent->last_found;
    return __builtin_expect(n->method == method, 1) ? n : sp_calls_new_node(t, parent, method);
}

static inline void sp_calls_book(SpThreadState *t, SpShadowFrame *top, uint64_t now)
{
    ((SpCallNode *)top->call_node)->self_ticks += (int64_t)(now - t->last_ticks);
    t->last_ticks = now;
}

/* Pops to `live`, each activation ending now. */
static inline void sp_calls_pop_to(SpThreadState *t, SpShadowFrame *live, uint64_t now)
{
    while (t->shadow.top != live) {
        SpShadowFrame *f = t->shadow.top--;
        sp_call_tree_add_span(t->calls, f->call_node, f->entered, now);
    }
}

/* ---- calls-balanced.c ---- */

/* Registers its callbacks. */
bool sp_calls_balanced_start(MonoProfilerHandle handle, GError **error);
void sp_calls_balanced_start_thread(SpThreadState *t);
void sp_calls_balanced_end_thread(SpThreadState *t);
/* Books the time up to now if the thread's time is sampled; false: it is read at every event. */
bool sp_calls_balanced_settle(SpThreadState *t);
/* The method, or if NULL all, goes away: the host's cursor must not meet its nodes. */
void sp_calls_balanced_forget(MonoMethod *method);

#endif
