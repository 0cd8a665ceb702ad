/* support.c - see support.h. */
#include "tests/exec/support.h"

#include <string.h>

#include "interp/corlib/icalls.h"
#include "interp/exec/tools.h"

void start_runtime(void)
{
    static bool started;
    MonoError error = MONO_ERROR_INIT;
    if (started)
        return;
    started = true;
    atexit(interp_write_op_coverage);
    mono_assembly_init(".", NULL);
    mono_gc_init(0);
    interp_exec_init(0);
    ck_assert_msg(mono_runtime_init_classes(&error), "%s", error.message ? error.message : "?");
    mono_exceptions_init();
    char *name = "test";
    ck_assert_msg(mono_corlib_init(1, &name, &error), "%s", error.message ? error.message : "?");
}

void hand_init(Hand *hand, const uint16_t *code, size_t units, unsigned arg_slots)
{
    memset(hand, 0, sizeof *hand);
    ck_assert_uint_le(units, sizeof hand->code / sizeof *hand->code);
    memcpy(hand->code, code, units * sizeof *code);
    hand->method.klass = mono_defaults.object;
    hand->method.name = "Hand";
    hand->method.flags = MONO_METHOD_ATTR_STATIC;
    hand->method.interp = &hand->imethod;
    hand->imethod = (InterpMethod){.code = hand->code, .method = &hand->method, .data = hand->data,
                                   .arg_slots = arg_slots, .local_slots = 8, .frame_slots = FRAME_SLOTS, .ready = true,
                                   .code_units = (uint32_t)units, .data_count = 16};
}
