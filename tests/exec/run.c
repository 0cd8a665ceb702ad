/* run.c - running hand-made methods, interpreted or compiled: see support.h. */
#include "tests/exec/support.h"

MonoSlot hand_run(Hand *hand, const MonoSlot *args)
{
    MonoSlot ret = {0};
    MonoException *exception = interp_invoke(&hand->imethod, args, &ret);
    ck_assert_msg(!exception, "%s came out", exception ? exception->object.vtable->klass->name : "");
    ck_assert_ptr_eq(mono_thread_state.frames_top, interp_frames - 1);
    return ret;
}

void hand_throws(Hand *hand, const MonoSlot *args, const char *name)
{
    MonoSlot ret = {0};
    MonoException *exception = interp_invoke(&hand->imethod, args, &ret);
    ck_assert_msg(exception != NULL, "%s was to come out", name);
    ck_assert_str_eq(exception->object.vtable->klass->name, name);
    ck_assert_ptr_eq(mono_thread_state.frames_top, interp_frames - 1);
}
