/*
 * ending-wasm.c - the profile is written once, when the program calls exit() or its host ends the runtime. There are no
 * signals here, and no children.
 */
#include "profiler/plugin/ending.h"
#include "profiler/plugin/write-out.h"

#include <stdlib.h>

static bool begun; /* an abort while the profile is written comes back here */

void sp_ending_now(void)
{
    if (!begun) {
        begun = true;
        sp_write_out(false);
    }
}

bool sp_ending_start(const SpOptions *options, GError **error)
{
    if (atexit(sp_ending_now) == 0)
        return true;
    g_set_error_literal(error, SP_ERROR, SP_ERROR_IO, "cannot prepare for the end of the program");
    return false;
}
