/*
 * support.c - tests/exec/support.h for compiled code: every hand-made method gets a tier point that compiles it at its
 * first call, so the suites of the interpreter's loop run once more on machine code.
 */
#include "tests/exec/support.h"

#include <string.h>

#include "interp/corlib/icalls.h"
#include "jiterp/jiterp.h"

enum { POINT = 14 }; /* data[14], data[15]: the point's countdown and code */

void start_runtime(void)
{
    static bool started;
    MonoError error = MONO_ERROR_INIT;
    if (started)
        return;
    started = true;
    mono_assembly_init(".", NULL);
    mono_gc_init(0);
    interp_exec_init(0);
    mono_jiterp_option("--jiterp=eager");
    mono_jiterp_init();
    ck_assert_msg(interp_tier_points, "the jiterpreter has started");
    ck_assert_msg(mono_runtime_init_classes(&error), "%s", error.message ? error.message : "?");
    mono_exceptions_init();
    char *name = "test";
    ck_assert_msg(mono_corlib_init(1, &name, &error), "%s", error.message ? error.message : "?");
}

void hand_init(Hand *hand, const uint16_t *code, size_t units, unsigned arg_slots)
{
    memset(hand, 0, sizeof *hand);
    ck_assert_uint_le(units + 2, sizeof hand->code / sizeof *hand->code);
    hand->code[0] = MINT_TIER_ENTER;
    hand->code[1] = POINT;
    memcpy(hand->code + 2, code, units * sizeof *code);
    hand->method.klass = mono_defaults.object;
    hand->method.name = "Hand";
    hand->method.flags = MONO_METHOD_ATTR_STATIC;
    hand->method.interp = &hand->imethod;
    hand->imethod = (InterpMethod){.code = hand->code, .method = &hand->method, .data = hand->data,
                                   .arg_slots = arg_slots, .local_slots = 8, .frame_slots = FRAME_SLOTS, .ready = true,
                                   .return_slots = 1, .tier = interp_tier_entry, .tier_reals = interp_tier_entry, .code_units = (uint32_t)units + 2,
                                   .data_count = 16};
    hand->imethod.return_type.klass = mono_defaults.int64;
    hand->imethod.return_type.type = MONO_TYPE_I8;
}
