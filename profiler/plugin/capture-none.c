/* capture-none.c - for processors whose registers and system calls capture-x64.c does not know. */
#include "profiler/plugin/capture.h"

bool sp_capture_start(int64_t interval_ns, bool cpu, int avoid, GError **error)
{
    g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "stacks are copied on x86-64 only");
    return false;
}

SpTape *sp_tape_start(GError **error)
{
    g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "stacks are copied on x86-64 only");
    return NULL;
}

void sp_tape_stop(SpTape *tape)
{
    g_assert_not_reached(); /* no tape was ever started */
}

void sp_tape_free(SpTape *tape)
{
    g_assert_not_reached();
}

const SpCaptureRecord *sp_tape_next(SpTape *tape)
{
    return NULL;
}

void sp_tape_done(SpTape *tape, const SpCaptureRecord *record)
{
    g_assert_not_reached();
}

int64_t sp_tape_cpu_ns(const SpTape *tape)
{
    return 0;
}

bool sp_tape_look(const SpTape *tape, SpCapture *capture)
{
    return false;
}

size_t sp_tape_outer_words(const SpTape *tape, uint64_t *words, size_t max)
{
    return 0;
}

void sp_tape_wake(SpTape *tape)
{
}

int64_t sp_capture_cpu_tick_ns(void)
{
    return 0;
}

bool sp_capture_only_looks(void)
{
    return false;
}
