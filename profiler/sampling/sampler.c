/*
 * sampler.c - steering of N.
 *
 *   visit -> countdown 0 -> read clock -> due? -> record; in any case estimate visits per interval from the visits
 *   counted since the clock last advanced, and hand out the next N, a quarter of that, randomised
 *
 * Words: a visit is a pass of a samplepoint; a check is a visit that reads the clock; N the visits between two checks.
 */
#include "profiler/sampling/sampling.h"

/* A sample later than this many intervals restarts the schedule: what was missed is not made up by a burst. */
#define MAX_LATE_INTERVALS 1

uint32_t sp_random_below(uint32_t *state, uint32_t bound)
{
    uint32_t x = *state ? *state : 0x9e3779b9u;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return (uint32_t)(((uint64_t)x * bound) >> 32);
}

void sp_sampler_init(SpSampler *s, int64_t interval_ns, uint32_t seed)
{
    *s = (SpSampler){.interval_ns = interval_ns, .checked_ns = INT64_MIN, .n = 1, .random = seed};
}

/* Uniform in [n/2, 3n/2], so the mean is n and no pattern of visits stays in step with it. */
static uint32_t randomised(SpSampler *s, uint64_t n)
{
    uint64_t wanted = n < 2 ? n : n / 2 + sp_random_below(&s->random, (uint32_t)n + 1);
    return (uint32_t)CLAMP(wanted, 1, SP_SAMPLER_MAX_N);
}

static uint32_t saturating_add(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

/* Visits between checks for the rate `visits` in elapsed_ns; at most fourfold the last N, so one odd reading of the
 * clock cannot put the next check out of reach. */
static uint64_t next_n(const SpSampler *s, uint32_t visits, int64_t elapsed_ns)
{
    uint64_t limit = MIN((uint64_t)s->n * 4, SP_SAMPLER_MAX_N);
    double per_interval = (double)visits * ((double)s->interval_ns / (double)elapsed_ns);
    double wanted = per_interval / SP_SAMPLER_CHECKS_PER_INTERVAL;
    return wanted >= (double)limit ? limit : wanted < 1 ? 1 : (uint64_t)wanted;
}

bool sp_sampler_should_record_frame(SpSampler *s, int64_t now_ns)
{
    if (s->interval_ns <= 0) {
        s->n = 1;
        s->checked_ns = now_ns;
        return true;
    }
    if (s->checked_ns == INT64_MIN || now_ns < s->checked_ns) { /* the first check, or the clock went back: start over */
        s->checked_ns = now_ns;
        s->due_ns = now_ns + s->interval_ns;
        s->since = 0;
        return false;
    }
    s->since = saturating_add(s->since, s->n);
    int64_t elapsed = now_ns - s->checked_ns;
    if (elapsed == 0) { /* coarse clock: nothing learned; look twice as seldom until it moves */
        s->n = randomised(s, MIN((uint64_t)s->n * 2, SP_SAMPLER_MAX_N));
        return false;
    }
    s->n = randomised(s, next_n(s, s->since, elapsed));
    s->since = 0;
    s->checked_ns = now_ns;
    if (now_ns < s->due_ns)
        return false;
    s->due_ns += s->interval_ns;
    if (now_ns - s->due_ns > MAX_LATE_INTERVALS * s->interval_ns)
        s->due_ns = now_ns + s->interval_ns;
    return true;
}
