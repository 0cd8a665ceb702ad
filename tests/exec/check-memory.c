/*
 * check-memory.c - the loop on hand-made IR: fields, statics, arrays, calls and events that C# programs rarely make.
 */
#include <string.h>

#include "tests/exec/support.h"

#include "interp/corlib/icalls.h"

START_TEST(fields)
{
    start_runtime();
    Hand hand;
    static uint8_t memory[100000] __attribute__((aligned(8)));
    memory[70000] = 0x81;
    memory[70001] = 0xff;
    const MonoSlot args[] = {{.p = memory}};
    HAND(&hand, 1, MINT_LDFLDA_W, 9, 0, WIDE(70000), MINT_LDIND_I1, 9, 9, MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, args).i4, -127);
    HAND(&hand, 1, MINT_LDFLDA, 9, 0, 60000, MINT_LDFLD_U2, 9, 9, 10000, MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, args).i4, 0xff81);
    const MonoSlot null[] = {{.p = NULL}};
    hand_throws(&hand, null, "NullReferenceException");
    const MonoSlot value[] = {{.i8 = 0x1122334455667788}, {.i8 = -2}};
    HAND(&hand, 2, MINT_LDVTFLD_I8, 9, 0, 8, MINT_RET, 9);
    ck_assert_int_eq(hand_run(&hand, value).i8, -2);
    HAND(&hand, 2, MINT_LDVTFLD_VT, 2, 0, 4, WIDE(8), MINT_RET, 2);
    ck_assert_int_eq(hand_run(&hand, value).u8, 0xfffffffe11223344);
    HAND(&hand, 2, MINT_STVTFLD_VT, 0, 4, 1, WIDE(4), MINT_RET, 0);
    ck_assert_int_eq(hand_run(&hand, value).u8, 0xfffffffe55667788);
}
END_TEST

/* The twin runs the class constructor once, then the op itself stands in its place. */
START_TEST(statics)
{
    start_runtime();
    Hand hand;
    MonoError error = MONO_ERROR_INIT;
    static int8_t small = -3;
    static int16_t middle = -300;
    MonoVTable *vtable = mono_class_vtable_checked(mono_defaults.string, &error);
    HAND(&hand, 0, MINT_LDSFLD_I1_INIT, 9, 0, MINT_RET, 9);
    hand.data[0] = &small;
    hand.data[1] = vtable;
    ck_assert_int_eq(hand_run(&hand, NULL).i4, -3);
    ck_assert_int_eq(hand.code[0], MINT_LDSFLD_I1);
    ck_assert_int_eq(hand_run(&hand, NULL).i4, -3);
    HAND(&hand, 0, MINT_LDSFLD_I2_INIT, 9, 0, MINT_RET, 9);
    hand.data[0] = &middle;
    hand.data[1] = vtable;
    ck_assert_int_eq(hand_run(&hand, NULL).i4, -300);
    ck_assert_int_eq(hand_run(&hand, NULL).i4, -300);
    HAND(&hand, 0, MINT_CLASS_INIT, 0, MINT_LDC_I4_S, 9, 1, MINT_RET, 9);
    hand.data[0] = vtable;
    ck_assert_int_eq(hand_run(&hand, NULL).i4, 1);
    ck_assert_int_eq(hand.code[0], MINT_NOP2);
    ck_assert_int_eq(hand_run(&hand, NULL).i4, 1);
}
END_TEST

START_TEST(objects)
{
    start_runtime();
    Hand hand;
    MonoError error = MONO_ERROR_INIT;
    HAND(&hand, 0, MINT_ALLOC, 9, 0, MINT_RET, 9);
    hand.data[0] = mono_class_vtable_checked(mono_defaults.object, &error);
    MonoObject *object = hand_run(&hand, NULL).o;
    ck_assert_ptr_eq(mono_object_class(object), mono_defaults.object);
    MonoArray *array = mono_array_new(mono_defaults.int32, 3);
    const MonoSlot args[] = {{.p = array}};
    HAND(&hand, 1, MINT_CHECK_ARRAY_CLASS, 0, 0, MINT_LDLEN, 9, 0, MINT_RET, 9);
    hand.data[0] = mono_class_array(mono_defaults.int32, 1, true);
    ck_assert_int_eq(hand_run(&hand, args).i8, 3);
    hand.data[0] = mono_class_array(mono_defaults.object, 1, true);
    hand_throws(&hand, args, "ArrayTypeMismatchException");
}
END_TEST

static void two_slots(MonoSlot *args, MonoSlot *ret)
{
    ret[0].i8 = args[0].i8 + 1;
    ret[1].i8 = args[0].i8 + 2;
}

START_TEST(calls)
{
    start_runtime();
    Hand hand, callee;
    const MonoSlot args[] = {{.i8 = 5}};
    HAND(&hand, 1, MINT_MOV, 12, 0, MINT_ICALL_VT, 9, 0, 12, MINT_ADD_I8, 9, 9, 10, MINT_RET, 9);
    hand.data[0] = (void *)two_slots;
    ck_assert_int_eq(hand_run(&hand, args).i8, 13);
    /* a tail call through a pointer: the callee takes this frame */
    HAND(&callee, 1, MINT_MUL_IMM_I4, 9, 0, 3, MINT_RET, 9);
    HAND(&hand, 1, MINT_ADD_IMM_I4, 12, 0, 1, MINT_LDPTR, 13, 0, MINT_TAIL_CALL_DYNAMIC, 12, 13, 1, 0);
    hand.data[0] = &callee.method;
    ck_assert_int_eq(hand_run(&hand, args).i4, 18);
}
END_TEST

/* ---- Events ---- */

struct _MonoProfiler {
    int enters, leaves, visits, tails, exceptions, begun, done;
    MonoMethod *made;
    int32_t next;
};
static MonoProfiler seen;

static void on_enter(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *context)
{
    p->enters++;
}

static void on_leave(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *context)
{
    p->leaves++;
}

static void on_visit(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *context)
{
    p->visits++;
    *mono_profiler_get_skip_counter() = p->next;
}

static void on_tail(MonoProfiler *p, MonoMethod *method, MonoMethod *target)
{
    p->tails++;
}

static void on_exception(MonoProfiler *p, MonoMethod *method, MonoObject *exception)
{
    p->exceptions++;
}

/* do { samplepoint } while (--arg) between enter and leave */
START_TEST(events)
{
    start_runtime();
    Hand hand;
    MonoProfilerHandle handle = mono_profiler_create(&seen);
    mono_profiler_set_method_enter_callback(handle, on_enter);
    mono_profiler_set_method_leave_callback(handle, on_leave);
    mono_profiler_set_method_samplepoint_callback(handle, on_visit);
    mono_profiler_set_method_tail_call_callback(handle, on_tail);
    mono_profiler_set_method_exception_leave_callback(handle, on_exception);
    mono_profiler_runtime_started();
    HAND(&hand, 1, MINT_PROF_ENTER, MINT_PROF_SAMPLEPOINT, MINT_ADD_IMM_I4, 0, 0, LOW(-1), MINT_BRTRUE_I4, 0, WIDE(-5),
         MINT_PROF_EXIT, 0, MINT_RET, 0);
    hand.imethod.prof_flags = MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE;
    const MonoSlot args[] = {{.i4 = 1000}};
    hand_run(&hand, args);
    ck_assert_int_eq(seen.enters, 1); /* no samplepoint flag: each enter and leave */
    ck_assert_int_eq(seen.leaves, 1);
    ck_assert_int_eq(seen.visits, 1000);
    seen = (MonoProfiler){.next = 10};
    hand.imethod.prof_flags |= MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT;
    *mono_profiler_get_skip_counter() = 10;
    hand_run(&hand, args); /* 1002 visits, every tenth raises */
    ck_assert_int_eq(seen.enters, 0);
    ck_assert_int_eq(seen.leaves, 0);
    ck_assert_int_eq(seen.visits, 100);
    HAND(&hand, 1, MINT_PROF_EXIT_VOID, MINT_RET, 0);
    hand_run(&hand, args);
    ck_assert_int_eq(seen.leaves, 1);
    HAND(&hand, 1, MINT_PROF_TAIL_CALL, 0, MINT_DIV_I4, 0, 0, 0, MINT_RET, 0);
    hand.imethod.prof_flags = MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE;
    const MonoSlot zero[] = {{.i4 = 0}};
    hand_throws(&hand, zero, "DivideByZeroException");
    ck_assert_int_eq(seen.tails, 1);
    ck_assert_int_eq(seen.exceptions, 1);
}
END_TEST

static void on_begin(MonoProfiler *p, MonoMethod *method)
{
    p->begun += method == p->made;
}

static void on_done(MonoProfiler *p, MonoMethod *method, MonoJitInfo *info)
{
    p->done += method == p->made;
}

START_TEST(a_method_is_made_once)
{
    start_runtime();
    seen.made = mono_class_find_method(mono_defaults.string, "IsNullOrWhiteSpace", 1);
    ck_assert_ptr_nonnull(seen.made);
    MonoProfilerHandle handle = mono_profiler_create(&seen);
    mono_profiler_set_jit_begin_callback(handle, on_begin);
    mono_profiler_set_jit_done_callback(handle, on_done);
    mono_profiler_runtime_started();
    Hand hand;
    HAND(&hand, 1, MINT_CALL, 9, 0, 0, MINT_RET, 9);
    hand.data[0] = interp_method_get(seen.made);
    const MonoSlot args[] = {{.o = NULL}};
    for (int turn = 0; turn < 2; turn++)
        ck_assert_int_eq(hand_run(&hand, args).i4, 1);
    ck_assert_int_eq(seen.begun, 1);
    ck_assert_int_eq(seen.done, 1);
}
END_TEST

static void on_requested(MonoProfiler *p, MonoMethod *method, MonoProfilerCallContext *context)
{
    p->visits++;
    if (p->visits < 7)
        mono_profiler_request_samplepoint();
}

/* Who asked for requests hears of no other visit, and nothing is counted. */
START_TEST(requested_visits)
{
    start_runtime();
    Hand hand;
    MonoProfilerHandle handle = mono_profiler_create(&seen);
    mono_profiler_set_method_samplepoint_callback(handle, on_requested);
    mono_profiler_set_method_enter_callback(handle, on_enter);
    mono_profiler_set_method_leave_callback(handle, on_leave);
    ck_assert(mono_profiler_enable_samplepoint_requests(handle));
    mono_profiler_runtime_started();
    HAND(&hand, 1, MINT_PROF_SAMPLEPOINT_POLL, MINT_ADD_IMM_I4, 0, 0, LOW(-1), MINT_BRTRUE_I4, 0, WIDE(-5), MINT_PROF_RET_POLL,
         0);
    hand.imethod.polled_at_entry = true;
    hand.imethod.prof_flags = MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
                              MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT;
    const MonoSlot args[] = {{.i4 = 1000}};
    ck_assert_int_eq(mono_thread_state.samplepoint_requested, -1);
    mono_thread_state.samplepoint_requested = 0;
    *mono_profiler_get_skip_counter() = 5;
    hand_run(&hand, args);
    ck_assert_int_eq(seen.visits + seen.enters + seen.leaves, 0);
    ck_assert_int_eq(*mono_profiler_get_skip_counter(), 5);
    mono_profiler_request_samplepoint();
    hand_run(&hand, args);
    ck_assert_int_eq(seen.enters, 1); /* the request is taken back: one event for it */
    ck_assert_int_eq(seen.visits + seen.leaves, 0);
    hand.imethod.polled_at_entry = false;
    mono_profiler_request_samplepoint();
    hand_run(&hand, args);
    ck_assert_int_eq(seen.visits, 7);
    HAND(&hand, 1, MINT_PROF_RET_VOID_POLL);
    mono_profiler_request_samplepoint();
    hand_run(&hand, args);
    ck_assert_int_eq(seen.leaves, 1);
}
END_TEST

/* One listener that wants every visit is enough to have them counted. */
START_TEST(a_listener_without_requests_hears_of_every_visit)
{
    start_runtime();
    MonoProfilerHandle asks = mono_profiler_create(&seen), does_not = mono_profiler_create(&seen);
    mono_profiler_set_method_samplepoint_callback(asks, on_requested);
    ck_assert(mono_profiler_enable_samplepoint_requests(asks));
    ck_assert(mono_profiler_state.raises_by_request);
    mono_profiler_set_method_samplepoint_callback(does_not, on_visit);
    ck_assert(!mono_profiler_state.raises_by_request);
    mono_profiler_runtime_started();
    ck_assert(!mono_profiler_enable_samplepoint_requests(does_not)); /* code may count already */
    ck_assert(!mono_profiler_state.raises_by_request);
}
END_TEST

SUITE("exec-memory", 60, fields, statics, objects, calls, events, a_method_is_made_once, requested_visits,
      a_listener_without_requests_hears_of_every_visit)
