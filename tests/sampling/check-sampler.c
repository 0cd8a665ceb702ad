/* check-sampler.c - steering of N under clocks and visit rates that a program may bring; the clock is simulated. */
#include "profiler/sampling/sampling.h"
#include "tests/suite.h"

#include <math.h>

#define MS 1000000

/* A program that passes `rate` visits per millisecond, seen through a clock that shows multiples of quantum_ns. */
typedef struct {
    SpSampler sampler;
    double time_ns, rate;
    int64_t quantum_ns;
    int64_t samples, checks;
    int64_t first_ns, last_ns;
    uint32_t largest_n;
} Run;

static int64_t shown(const Run *r)
{
    return r->quantum_ns > 1 ? (int64_t)(r->time_ns / (double)r->quantum_ns) * r->quantum_ns : (int64_t)r->time_ns;
}

static void start(Run *r, int64_t interval_ns, int64_t quantum_ns, double rate)
{
    *r = (Run){.time_ns = 5e9, .rate = rate, .quantum_ns = quantum_ns};
    sp_sampler_init(&r->sampler, interval_ns, 12345);
}

/* Lets the program run for `ms` milliseconds; one step is one check, N visits later. */
static void run(Run *r, double ms)
{
    double end = r->time_ns + ms * MS;
    for (;;) {
        double next = r->time_ns + r->sampler.n / r->rate * MS;
        if (next > end) { /* the visits until then stay counted down in the real thing; here they are begun anew */
            r->time_ns = end;
            return;
        }
        r->time_ns = next;
        r->checks++;
        if (sp_sampler_should_record_frame(&r->sampler, shown(r))) {
            if (!r->samples++)
                r->first_ns = shown(r);
            r->last_ns = shown(r);
        }
        ck_assert_uint_ge(r->sampler.n, 1);
        ck_assert_uint_le(r->sampler.n, SP_SAMPLER_MAX_N);
        r->largest_n = MAX(r->largest_n, r->sampler.n);
    }
}

static double mean_interval_ms(const Run *r)
{
    return (double)(r->last_ns - r->first_ns) / (double)MAX(r->samples - 1, 1) / MS;
}

START_TEST(mean_interval_is_the_one_asked_for)
{
    const double intervals_ms[] = {0.1, 1, 10, 100}, rates[] = {50, 500, 5000, 1000000};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 4; k++) {
            Run r;
            start(&r, (int64_t)(intervals_ms[i] * MS), 1, rates[k]);
            run(&r, intervals_ms[i] * 500);
            ck_assert_msg(fabs(mean_interval_ms(&r) / intervals_ms[i] - 1) < 0.05 || rates[k] * intervals_ms[i] < 10,
                          "asked %g ms at %g visits/ms, got %g ms", intervals_ms[i], rates[k], mean_interval_ms(&r));
        }
}
END_TEST

START_TEST(reads_the_clock_a_few_times_an_interval)
{
    Run r;
    start(&r, MS, 1, 1000);
    run(&r, 10000);
    ck_assert_msg(r.checks < r.samples * (SP_SAMPLER_CHECKS_PER_INTERVAL + 2), "%ld checks for %ld samples", (long)r.checks,
                  (long)r.samples);
}
END_TEST

START_TEST(r33_coarse_clocks_do_not_stop_sampling)
{
    const int64_t quanta[] = {16000, 100000, 1000000, 16000000};
    const double intervals_ms[] = {1, 10};
    for (size_t q = 0; q < 4; q++)
        for (size_t i = 0; i < 2; i++) {
            Run r;
            start(&r, (int64_t)(intervals_ms[i] * MS), quanta[q], 300);
            for (int second = 0; second < 10; second++) {
                int64_t before = r.samples;
                run(&r, 1000);
                double expected = 1000 / MAX(intervals_ms[i], (double)quanta[q] / MS);
                ck_assert_msg((double)(r.samples - before) > expected * 0.7,
                              "quantum %ld ns, interval %g ms: %ld samples in second %d, expected about %g", (long)quanta[q],
                              intervals_ms[i], (long)(r.samples - before), second, expected);
            }
        }
}
END_TEST

START_TEST(a_clock_that_stands_still_gives_no_sample_and_recovers)
{
    Run r;
    start(&r, MS, 1, 500);
    run(&r, 100);
    int64_t frozen = shown(&r);
    for (int i = 0; i < 1000; i++)
        ck_assert(!sp_sampler_should_record_frame(&r.sampler, frozen));
    r.sampler.checked_ns = frozen;
    int64_t before = r.samples;
    run(&r, 120000);
    ck_assert_int_gt(r.samples - before, 1000);
}
END_TEST

START_TEST(clock_going_back_keeps_n_in_bounds_and_sampling_alive)
{
    Run r;
    start(&r, MS, 1, 500);
    run(&r, 1000);
    r.time_ns -= 3600.0 * 1e9;
    int64_t before = r.samples;
    run(&r, 1000);
    ck_assert_int_gt(r.samples - before, 900);
}
END_TEST

START_TEST(rate_changing_a_thousandfold_is_followed)
{
    Run r;
    start(&r, MS, 1, 10);
    const double rates[] = {10, 10000, 10, 10000, 10};
    for (size_t i = 0; i < 5; i++) {
        r.rate = rates[i];
        run(&r, 300); /* an N of the fast phase takes 250 ms of the slow one */
        int64_t before = r.samples;
        run(&r, 1000);
        ck_assert_msg(llabs(r.samples - before - 1000) < 100, "%g visits/ms: %ld samples in 1000 ms", rates[i],
                      (long)(r.samples - before));
    }
}
END_TEST

START_TEST(a_long_pause_is_followed_by_no_burst)
{
    Run r;
    start(&r, MS, 1, 500);
    run(&r, 1000);
    r.time_ns += 10e9;
    int64_t before = r.samples;
    run(&r, 100);
    ck_assert_int_le(r.samples - before, 103);
}
END_TEST

START_TEST(interval_zero_takes_every_visit)
{
    SpSampler s;
    sp_sampler_init(&s, 0, 1);
    for (int i = 0; i < 1000; i++) {
        ck_assert(sp_sampler_should_record_frame(&s, i / 7));
        ck_assert_uint_eq(s.n, 1);
    }
}
END_TEST

START_TEST(first_visit_starts_the_clock_and_takes_no_sample)
{
    SpSampler s;
    sp_sampler_init(&s, MS, 1);
    ck_assert_uint_eq(s.n, 1);
    ck_assert(!sp_sampler_should_record_frame(&s, 123456789));
    ck_assert(sp_sampler_should_record_frame(&s, 123456789 + MS));
}
END_TEST

START_TEST(extreme_times_and_intervals_stay_defined)
{
    const int64_t times[] = {0, 1, -5, INT64_MAX / 2, INT64_MIN / 2, INT64_MAX / 2, 7};
    const int64_t intervals[] = {1, MS, 3600000LL * MS};
    for (size_t i = 0; i < 3; i++) {
        SpSampler s;
        sp_sampler_init(&s, intervals[i], 0);
        for (size_t k = 0; k < 7; k++) {
            sp_sampler_should_record_frame(&s, times[k]);
            ck_assert(s.n >= 1 && s.n <= SP_SAMPLER_MAX_N);
        }
    }
}
END_TEST

START_TEST(visit_counter_overflow_saturates)
{
    SpSampler s;
    sp_sampler_init(&s, MS, 1);
    sp_sampler_should_record_frame(&s, 1000);
    for (int i = 0; i < 2000; i++) { /* the clock stands still for 2000 x up to 2^24 visits */
        sp_sampler_should_record_frame(&s, 1000);
        ck_assert(s.n >= 1 && s.n <= SP_SAMPLER_MAX_N);
    }
    ck_assert_uint_eq(s.since, UINT32_MAX);
}
END_TEST

START_TEST(n_is_randomised_around_its_mean)
{
    Run r;
    start(&r, 10 * MS, 1, 1000);
    run(&r, 1000);
    uint32_t smallest = UINT32_MAX, largest = 0;
    for (int i = 0; i < 100; i++) {
        run(&r, 10);
        smallest = MIN(smallest, r.sampler.n);
        largest = MAX(largest, r.sampler.n);
    }
    ck_assert_msg(largest > smallest * 3 / 2, "N from %u to %u", smallest, largest);
}
END_TEST

START_TEST(random_below_stays_below_and_covers)
{
    uint32_t state = 0;
    bool seen[8] = {false};
    for (int i = 0; i < 1000; i++) {
        uint32_t x = sp_random_below(&state, 8);
        ck_assert_uint_lt(x, 8);
        seen[x] = true;
    }
    for (int i = 0; i < 8; i++)
        ck_assert(seen[i]);
    ck_assert_uint_eq(sp_random_below(&state, 1), 0);
}
END_TEST

SUITE("sampler", 60, mean_interval_is_the_one_asked_for, reads_the_clock_a_few_times_an_interval,
      r33_coarse_clocks_do_not_stop_sampling, a_clock_that_stands_still_gives_no_sample_and_recovers,
      clock_going_back_keeps_n_in_bounds_and_sampling_alive, rate_changing_a_thousandfold_is_followed,
      a_long_pause_is_followed_by_no_burst, interval_zero_takes_every_visit,
      first_visit_starts_the_clock_and_takes_no_sample, extreme_times_and_intervals_stay_defined,
      visit_counter_overflow_saturates, n_is_randomised_around_its_mean, random_below_stays_below_and_covers)
