/*
 * check-unwind.c - exceptions on hand-made IR: catch, finally, fault, filters, rethrow, frames left once, stack overflow.
 */
#include <string.h>

#include "tests/exec/support.h"

/* Slots of the methods here: 0 argument, 1 exception, 2-4 state of a finally, 5 log. */
enum { EXCEPTION = 1, STATE = 2, LOG = 5 };

static InterpClause clause(uint32_t kind, uint32_t try_start, uint32_t try_end, uint32_t handler_start,
                           uint32_t handler_end)
{
    return (InterpClause){.kind = kind, .try_start = try_start, .try_end = try_end, .handler_start = handler_start,
                          .handler_end = handler_end, .catch_class = mono_defaults.exception,
                          .exception_slot = EXCEPTION, .state_slot = STATE};
}

static void set_clauses(Hand *hand, InterpClause *clauses, uint32_t count)
{
    hand->imethod.clauses = clauses;
    hand->imethod.clause_count = count;
}

/* try { 7 / arg } catch { 42 } */
static void dividing(Hand *hand, InterpClause *clauses)
{
    HAND(hand, 1, /* 0 */ MINT_LDC_I4_S, 6, 7, /* 3 */ MINT_DIV_I4, 6, 6, 0, /* 7 */ MINT_BR, WIDE(6), MINT_NOP, MINT_NOP,
         MINT_NOP, /* 13 */ MINT_RET, 6, /* 15: catch */ MINT_LDC_I4_S, 6, 42, /* 18 */ MINT_RET, 6);
    clauses[0] = clause(MONO_EXCEPTION_CLAUSE_NONE, 0, 13, 15, 20);
    set_clauses(hand, clauses, 1);
}

START_TEST(caught)
{
    start_runtime();
    Hand hand;
    InterpClause clauses[1];
    dividing(&hand, clauses);
    const MonoSlot one[] = {{.i4 = 1}}, zero[] = {{.i4 = 0}};
    ck_assert_int_eq(hand_run(&hand, one).i4, 7);
    ck_assert_int_eq(hand_run(&hand, zero).i4, 42);
    clauses[0].catch_class = mono_class_from_name(mono_defaults.corlib, "System", "OverflowException");
    hand_throws(&hand, zero, "DivideByZeroException");
    clauses[0].catch_class = mono_class_from_name(mono_defaults.corlib, "System", "ArithmeticException");
    ck_assert_int_eq(hand_run(&hand, zero).i4, 42);
}
END_TEST

/* caller: try { callee(arg) } catch { return log } - callee: try { 7 / arg } finally { *log += 1 } */
START_TEST(finally_on_the_way)
{
    start_runtime();
    static int32_t log;
    Hand caller, callee;
    InterpClause in_caller[1], in_callee[1];
    HAND(&callee, 1, /* 0 */ MINT_LDC_I4_S, 6, 7, /* 3 */ MINT_DIV_I4, 6, 6, 0, /* 7 */ MINT_CALL_HANDLER, STATE, WIDE(6),
         /* 11 */ MINT_RET, 6, /* 13: finally */ MINT_LDPTR, 7, 0, MINT_LDIND_I4, 8, 7, MINT_ADD_IMM_I4, 8, 8, 1,
         MINT_STIND_I4, 7, 8, MINT_ENDFINALLY, STATE, 0);
    callee.data[0] = &log;
    in_callee[0] = clause(MONO_EXCEPTION_CLAUSE_FINALLY, 0, 11, 13, 30);
    set_clauses(&callee, in_callee, 1);
    HAND(&caller, 1, /* 0 */ MINT_MOV, 20, 0, /* 3 */ MINT_CALL, 10, 0, 20, /* 7 */ MINT_RET, 10,
         /* 9: catch */ MINT_LDC_I4_S, 6, 42, MINT_RET, 6);
    caller.data[0] = &callee.imethod;
    in_caller[0] = clause(MONO_EXCEPTION_CLAUSE_NONE, 0, 7, 9, 14);
    set_clauses(&caller, in_caller, 1);
    const MonoSlot one[] = {{.i4 = 1}}, zero[] = {{.i4 = 0}};
    ck_assert_int_eq(hand_run(&caller, one).i4, 7);
    ck_assert_int_eq(log, 1);
    ck_assert_int_eq(hand_run(&caller, zero).i4, 42);
    ck_assert_int_eq(log, 2);
    hand_throws(&callee, zero, "DivideByZeroException"); /* out of the loop: the finally ran before */
    ck_assert_int_eq(log, 3);
    in_callee[0].kind = MONO_EXCEPTION_CLAUSE_FAULT;
    ck_assert_int_eq(hand_run(&caller, zero).i4, 42);
    ck_assert_int_eq(log, 4);
}
END_TEST

/* The filter sees the frame's locals, its writes stay, and its answer decides; what it throws means no. */
START_TEST(filters)
{
    start_runtime();
    Hand hand;
    InterpClause clauses[1];
    HAND(&hand, 2, /* 0 */ MINT_DIV_I4, 6, 0, 0, /* 4 */ MINT_RET, 6, /* 6: filter */ MINT_ADD_IMM_I4, LOG, LOG, 5,
         /* 10 */ MINT_CEQ_IMM_I4, 7, 1, 3, /* 14 */ MINT_ENDFILTER, 7, /* 16: handler */ MINT_ADD_I4, 6, LOG, 7,
         MINT_RET, LOG);
    clauses[0] = clause(MONO_EXCEPTION_CLAUSE_FILTER, 0, 4, 16, 22);
    clauses[0].filter_start = 6;
    clauses[0].exception_slot = 8;
    set_clauses(&hand, clauses, 1);
    const MonoSlot yes[] = {{.i4 = 0}, {.i4 = 3}}, no[] = {{.i4 = 0}, {.i4 = 4}};
    ck_assert_int_eq(hand_run(&hand, yes).i4, 5);
    hand_throws(&hand, no, "DivideByZeroException");
    hand.code[10] = MINT_DIV_I4; /* fp[7] = fp[1] / fp[9], a local that is 0: throws inside the filter */
    hand.code[13] = 9;
    hand_throws(&hand, yes, "DivideByZeroException");
}
END_TEST

/* Rethrow: to the outer clause of the same method, with the same object. */
START_TEST(rethrown)
{
    start_runtime();
    Hand hand;
    InterpClause clauses[2];
    HAND(&hand, 1, /* 0 */ MINT_DIV_I4, 6, 0, 0, /* 4 */ MINT_RET, 6, /* 6: inner */ MINT_RETHROW, EXCEPTION,
         /* 8: outer */ MINT_CEQ_I8, 6, EXCEPTION, 7, MINT_RET, 6);
    clauses[0] = clause(MONO_EXCEPTION_CLAUSE_NONE, 0, 4, 6, 8);
    clauses[1] = clause(MONO_EXCEPTION_CLAUSE_NONE, 0, 8, 8, 14);
    clauses[1].exception_slot = 7;
    set_clauses(&hand, clauses, 2);
    const MonoSlot zero[] = {{.i4 = 0}};
    ck_assert_int_eq(hand_run(&hand, zero).i4, 1);
    hand.imethod.clause_count = 1;
    hand_throws(&hand, zero, "DivideByZeroException");
}
END_TEST

/* Recursion without end: an exception, also from the catch of the deepest frame; the stack is usable afterwards. */
START_TEST(stack_overflow)
{
    start_runtime();
    Hand hand;
    HAND(&hand, 1, MINT_ADD_IMM_I4, 10, 0, 1, MINT_CALL, 10, 0, 10, MINT_RET, 10);
    hand.data[0] = &hand.imethod;
    const MonoSlot zero[] = {{.i4 = 0}};
    hand_throws(&hand, zero, "StackOverflowException");
    hand.code[0] = MINT_NOP2; /* a frame that needs no slot of its own: the frames' limit */
    hand.code[2] = MINT_NOP2;
    hand.code[7] = 0;
    hand.imethod.frame_slots = 16;
    hand.imethod.arg_slots = 0;
    hand_throws(&hand, zero, "StackOverflowException");
    InterpClause clauses[1];
    dividing(&hand, clauses);
    ck_assert_int_eq(hand_run(&hand, zero).i4, 42);
}
END_TEST

START_TEST(null_throw)
{
    start_runtime();
    Hand hand;
    const MonoSlot null[] = {{.p = NULL}};
    HAND(&hand, 1, MINT_THROW, 0);
    hand_throws(&hand, null, "NullReferenceException");
    MonoException *own = mono_exception_new("System", "ApplicationException", "x");
    const MonoSlot exception[] = {{.o = &own->object}};
    hand_throws(&hand, exception, "ApplicationException");
    MonoMethod *method;
    uint32_t il_offset;
    ck_assert(interp_exception_frame(own, 0, &method, &il_offset));
    ck_assert_ptr_eq(method, &hand.method);
    ck_assert(!interp_exception_frame(own, 1, &method, &il_offset));
}
END_TEST

SUITE("exec-unwind", 60, caught, finally_on_the_way, filters, rethrown, stack_overflow, null_throw)
