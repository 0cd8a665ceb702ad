/* modes.c - what the ways of recording share: the ticker, weights, and booking a stack of frames. */
#include "profiler/plugin/modes.h"

#define TICK_WHEN_UNTHINNED_NS 1000000 /* sampleIntervalMs=0: the ticker only watches for gaps */

bool sp_mode_start_ticker(const SpOptions *options, GError **error)
{
    return sp_ticker_start(options->interval_ns ? options->interval_ns : TICK_WHEN_UNTHINNED_NS, NULL, error);
}

int64_t sp_mode_weigh(SpThreadState *t, const SpOptions *options, int64_t now_ns)
{
    int64_t now = options->clock == SP_CLOCK_CPU ? sp_clock_thread_ns() : now_ns;
    int64_t weight = MAX(now - t->accounted_ns, 0);
    t->accounted_ns += weight;
    return weight;
}

int64_t sp_mode_samples(SpThreadState *t, int64_t weight_ns, int64_t interval_ns)
{
    if (interval_ns <= 0)
        return 1;
    if (t->rest_ns < 0)
        t->rest_ns = (int64_t)((double)interval_ns * sp_random_below(&t->random, 1u << 20) / (1u << 20));
    t->rest_ns += weight_ns;
    int64_t samples = t->rest_ns / interval_ns;
    t->rest_ns %= interval_ns;
    return samples;
}

uint32_t sp_mode_synthetic_frame(const char *name)
{
    SpFunction f = {.name = name, .kind = SP_FUNCTION_SYNTHETIC};
    return sp_recording_frame(&f, 0, SP_TIER_UNKNOWN);
}

void sp_mode_record_stack(SpThreadState *t, const uint32_t *frames, size_t depth, int max_depth, int64_t time_ns,
                          int64_t weight_ns, int64_t samples)
{
    uint32_t node = sp_thread_root(t);
    size_t max = (size_t)max_depth, root_part = depth > max ? max / 2 : depth;
    size_t leaf_start = depth > max ? depth - (max - root_part) : depth;
    uint32_t truncated = depth > max ? sp_mode_synthetic_frame("[truncated]") : SP_NONE;
    if (!sp_recording_lock())
        return;
    for (size_t i = 0; i < root_part; i++)
        if (frames[i] != SP_NONE)
            node = sp_recording_child(node, frames[i]);
    if (truncated != SP_NONE) {
        node = sp_recording_child(node, truncated);
        sp_recording_profile()->truncated += samples;
    }
    for (size_t i = leaf_start; i < depth; i++)
        if (frames[i] != SP_NONE)
            node = sp_recording_child(node, frames[i]);
    sp_recording_add(node, time_ns, weight_ns, samples);
    sp_recording_unlock();
}
