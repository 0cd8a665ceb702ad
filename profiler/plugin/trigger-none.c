/*
 * trigger-none.c - sampling by signals where there are none, which trigger-copy.c and trigger-signal.c do elsewhere;
 * and where there are no threads of the module's own (attach.c).
 */
#include "profiler/plugin/modes.h"

const char *sp_mode_copy_refusal(void)
{
    return "this system has no signals";
}

bool sp_mode_host_signals_asked(void)
{
    return false;
}

static bool start(MonoProfilerHandle handle, const SpOptions *options, GError **error)
{
    g_set_error_literal(error, SP_ERROR, SP_ERROR_OPTION, sp_mode_copy_refusal());
    return false;
}

const SpModeInfo sp_mode_copy = {.start = start}, sp_mode_signal = {.start = start};

void sp_mode_host_runs(bool runs)
{
}
