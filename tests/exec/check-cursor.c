/*
 * check-cursor.c - the call cursor on hand-made IR: Outer calls Inner as often as its argument says. The listener keeps a
 * tree of two nodes.
 */
#include "tests/exec/support.h"

struct _MonoProfiler {
    int enters, leaves, exceptions;
    int wait;     /* enters until the tree begins; till then the cursor stays where no event can be spared */
    int requests; /* to be made at the next enters */
};
static MonoProfiler seen;
static MonoProfilerCallNode none = {.last_child = &none}, root, outer_node, inner_node;
static Hand outer, inner;

static void on_enter(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *context)
{
    MonoProfilerCallNode **cursor = mono_profiler_get_call_cursor();
    p->enters++;
    if (p->requests-- > 0)
        mono_profiler_request_samplepoint();
    if (p->wait > 0 && --p->wait == 0) { /* the tree begins with Inner */
        *cursor = &outer_node;
    } else if (p->wait > 0) {
        return;
    }
    MonoProfilerCallNode *node = method == &outer.method ? &outer_node : &inner_node;
    node->calls++;
    node->parent->last_child = node;
    *cursor = node;
}

static void on_leave(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *context)
{
    MonoProfilerCallNode **cursor = mono_profiler_get_call_cursor();
    p->leaves++;
    if ((*cursor)->parent)
        *cursor = (*cursor)->parent;
}

static void on_exception(MonoProfiler *p, MonoMethod *method, MonoObject *exception)
{
    MonoProfilerCallNode **cursor = mono_profiler_get_call_cursor();
    p->exceptions++;
    ck_assert_ptr_eq((*cursor)->method, method);
    *cursor = (*cursor)->parent;
}

/* do { Inner() } while (--arg); Inner divides 1 by its argument. */
static void start(int divisor)
{
    start_runtime();
    MonoProfilerHandle handle = mono_profiler_create(&seen);
    mono_profiler_set_method_enter_callback(handle, on_enter);
    mono_profiler_set_method_leave_callback(handle, on_leave);
    mono_profiler_set_method_exception_leave_callback(handle, on_exception);
    ck_assert(mono_profiler_enable_call_cursor(handle));
    ck_assert(mono_profiler_state.moves_call_cursor);
    mono_profiler_runtime_started();
    HAND(&inner, 1, MINT_PROF_ENTER_CURSOR, MINT_LDC_I4_S, 5, 1, MINT_DIV_I4, 0, 5, 0, MINT_PROF_EXIT_CURSOR, MINT_RET, 0);
    HAND(&outer, 1, MINT_PROF_ENTER_CURSOR, MINT_LDC_I4_S, 12, (uint16_t)divisor, MINT_CALL, 9, 0, 12, MINT_ADD_IMM_I4, 0, 0,
         LOW(-1), MINT_BRTRUE_I4, 0, WIDE(-11), MINT_PROF_EXIT_CURSOR, MINT_RET, 9);
    outer.data[0] = &inner.imethod;
    inner.imethod.prof_flags = outer.imethod.prof_flags =
        MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
        MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE;
    root = (MonoProfilerCallNode){.last_child = &none};
    outer_node = (MonoProfilerCallNode){.method = &outer.method, .parent = &root, .last_child = &none};
    inner_node = (MonoProfilerCallNode){.method = &inner.method, .parent = &outer_node, .last_child = &none};
}

static void expect(unsigned outer_calls, unsigned inner_calls, int enters, int leaves)
{
    ck_assert_uint_eq(outer_node.calls, outer_calls);
    ck_assert_uint_eq(inner_node.calls, inner_calls);
    ck_assert_int_eq(seen.enters, enters);
    ck_assert_int_eq(seen.leaves, leaves);
}

static const MonoSlot thousand[] = {{.i4 = 1000}};

START_TEST(known_calls_are_counted_without_events)
{
    start(1);
    *mono_profiler_get_call_cursor() = &root;
    ck_assert_int_eq(hand_run(&outer, thousand).i4, 1);
    expect(1, 1000, 2, 0);
    ck_assert_ptr_eq(*mono_profiler_get_call_cursor(), &root);
    hand_run(&outer, thousand);
    expect(2, 2000, 2, 0);
    ck_assert_ptr_eq(*mono_profiler_get_call_cursor(), &root);
}
END_TEST

START_TEST(a_request_raises_the_next_enter_or_leave)
{
    start(1);
    *mono_profiler_get_call_cursor() = &root;
    hand_run(&outer, thousand);
    mono_profiler_request_samplepoint();
    hand_run(&outer, thousand);
    expect(2, 2000, 3, 0);
    mono_profiler_request_samplepoint();
    seen.requests = 2; /* Outer's enter, then Inner's: the next is Inner's leave */
    hand_run(&outer, thousand);
    expect(3, 3000, 5, 1);
    ck_assert_int_eq(mono_thread_state.samplepoint_requested, 0);
    ck_assert_ptr_eq(*mono_profiler_get_call_cursor(), &root);
}
END_TEST

START_TEST(without_a_tree_each_event_is_raised)
{
    start(1);
    seen.wait = 5000;
    ck_assert_ptr_null((*mono_profiler_get_call_cursor())->method);
    hand_run(&outer, thousand);
    expect(0, 0, 1001, 1001);
    *mono_profiler_get_call_cursor() = &none;
    hand_run(&outer, thousand);
    expect(0, 0, 2002, 2002);
}
END_TEST

/* Outer was entered before: its leave has an event. Inner is new at that moment, so its own is not needed. */
START_TEST(a_tree_that_begins_late_hears_the_leaves_of_what_ran)
{
    start(1);
    seen.wait = 11;
    hand_run(&outer, thousand);
    expect(0, 991, 11, 9 + 1);
    ck_assert_ptr_eq(*mono_profiler_get_call_cursor(), &root);
}
END_TEST

START_TEST(exceptional_leaves_are_always_raised)
{
    start(0);
    *mono_profiler_get_call_cursor() = &root;
    for (int i = 1; i <= 3; i++) {
        hand_throws(&outer, thousand, "DivideByZeroException");
        ck_assert_int_eq(seen.exceptions, 2 * i);
        ck_assert_ptr_eq(*mono_profiler_get_call_cursor(), &root);
    }
    expect(3, 3, 2, 0);
}
END_TEST

START_TEST(who_listens_beside_hears_every_event)
{
    start_runtime();
    MonoProfilerHandle has_cursor = mono_profiler_create(&seen), has_none = mono_profiler_create(&seen);
    mono_profiler_set_method_enter_callback(has_cursor, on_enter);
    ck_assert(mono_profiler_enable_call_cursor(has_cursor));
    ck_assert(mono_profiler_state.moves_call_cursor);
    mono_profiler_set_method_leave_callback(has_none, on_leave);
    ck_assert(!mono_profiler_state.moves_call_cursor);
    mono_profiler_set_method_leave_callback(has_none, NULL);
    ck_assert(mono_profiler_state.moves_call_cursor);
    mono_profiler_runtime_started();
    ck_assert(!mono_profiler_enable_call_cursor(has_none)); /* code may be there already */
}
END_TEST

SUITE("exec-cursor", 60, known_calls_are_counted_without_events, a_request_raises_the_next_enter_or_leave,
      without_a_tree_each_event_is_raised, a_tree_that_begins_late_hears_the_leaves_of_what_ran,
      exceptional_leaves_are_always_raised, who_listens_beside_hears_every_event)
