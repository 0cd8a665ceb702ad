/* check-events-calls.c - what a snapshot sees of a thread that runs on, and threads that end beside one. */
#include "profiler/plugin/events-calls.c"
#include "tests/suite.h"

#include <pthread.h>
#include <unistd.h>

static const SpOptions wall_options = {.clock = SP_CLOCK_WALL};

static void set_up(SpThreadState *t)
{
    sp_calls_options = &wall_options;
    start_ticks = sp_calls_now();
    sp_clock_calibrate_start();
    sp_recording_start();
    *t = (SpThreadState){.root = sp_recording_thread(1, "Main")};
    ck_assert(sp_shadow_init(&t->shadow));
    start_thread(t);
}

static void tear_down(SpThreadState *t)
{
    sp_call_tree_free(t->calls);
    sp_shadow_free(&t->shadow);
}

static SpCallNode *called(SpThreadState *t, SpCallNode *parent, const char *name)
{
    SpFunction f = {.name = name};
    SpCallNode *n = sp_call_tree_add(t->calls, parent, name, sp_recording_frame(&f, 0, SP_TIER_JIT));
    n->calls = 1;
    return n;
}

START_TEST(an_activation_that_is_being_pushed_is_left_out)
{
    SpThreadState t;
    set_up(&t);
    SpCallNode *a = called(&t, sp_call_tree_root(t.calls), "A");
    sp_shadow_push(&t.shadow, "A", 1000);
    t.shadow.top->call_node = a;
    t.shadow.top->entered = sp_calls_now();
    sp_shadow_push(&t.shadow, "B", 900); /* its node comes a moment later */
    SpProfile *p = sp_recording_snapshot(0);
    add_live_thread(&t, p);
    ck_assert_uint_eq(p->spans->len, 1);
    sp_profile_free(p);
    tear_down(&t);
}
END_TEST

START_TEST(an_activation_pushed_anew_begins_no_earlier_than_its_caller)
{
    SpThreadState t;
    set_up(&t);
    SpCallNode *a = called(&t, sp_call_tree_root(t.calls), "A"), *b = called(&t, a, "B");
    uint64_t entered = sp_calls_now();
    sp_shadow_push(&t.shadow, "A", 1000);
    t.shadow.top->call_node = a;
    t.shadow.top->entered = entered;
    sp_shadow_push(&t.shadow, "B", 900);
    t.shadow.top->call_node = b;
    t.shadow.top->entered = 0; /* left by the entry's last use */
    SpProfile *p = sp_recording_snapshot(0);
    add_live_thread(&t, p);
    ck_assert_uint_eq(p->spans->len, 2);
    const SpSpan *outer = &g_array_index(p->spans, SpSpan, 0), *inner = &g_array_index(p->spans, SpSpan, 1);
    ck_assert_int_ge(outer->start_ns, 0);
    ck_assert_int_ge(inner->start_ns, outer->start_ns);
    ck_assert_int_le(inner->end_ns, outer->end_ns);
    sp_profile_free(p);
    tear_down(&t);
}
END_TEST

static int ended; /* atomic */

static void note_end(SpThreadState *t)
{
    __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
}

static void *live_briefly(void *unused)
{
    sp_thread_get();
    sp_thread_end();
    return NULL;
}

START_TEST(no_thread_ends_while_a_snapshot_holds_them)
{
    pthread_t thread;
    sp_thread_on_end = note_end;
    ck_assert(sp_threads_hold());
    pthread_create(&thread, NULL, live_briefly, NULL);
    usleep(50000);
    ck_assert_int_eq(__atomic_load_n(&ended, __ATOMIC_ACQUIRE), 0);
    sp_threads_let_go();
    pthread_join(thread, NULL);
    ck_assert_int_eq(ended, 1);
}
END_TEST

SUITE("events-calls", 30, an_activation_that_is_being_pushed_is_left_out,
      an_activation_pushed_anew_begins_no_earlier_than_its_caller, no_thread_ends_while_a_snapshot_holds_them)
