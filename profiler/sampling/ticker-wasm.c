/*
 * ticker-wasm.c - no second thread, so nothing ticks: epoch stays 0, and no time is left out.
 */
#include "profiler/sampling/sampling.h"

SpTick sp_tick;

const char *sp_ticker_refusal(void)
{
    return "WebAssembly has no second thread that could tick";
}

int64_t sp_virtual_now_ns(void)
{
    return sp_clock_wall_ns();
}

int64_t sp_ticker_take(uint32_t *random)
{
    return sp_clock_wall_ns();
}

bool sp_ticker_start(int64_t interval_ns, void (*on_tick)(void), GError **error)
{
    if (!on_tick)
        return true;
    g_set_error_literal(error, SP_ERROR, SP_ERROR_OPTION, sp_ticker_refusal());
    return false;
}

void sp_ticker_stop(void)
{
}
