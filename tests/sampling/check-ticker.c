/* check-ticker.c - clocks and the timer thread. Nothing here depends on how fast the machine is. */
#include "profiler/sampling/sampling.h"
#include "tests/suite.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int ticks_seen; /* atomic */

static void count(void)
{
    __atomic_add_fetch(&ticks_seen, 1, __ATOMIC_RELAXED);
}

static void wait_for_epochs(uint32_t n)
{
    uint32_t start = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
    while (__atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE) - start < n)
        usleep(1000);
}

START_TEST(clocks_go_forward)
{
    int64_t wall = sp_clock_wall_ns(), cpu = sp_clock_thread_ns();
    uint64_t ticks = sp_clock_ticks();
    for (int i = 0; i < 1000; i++) {
        ck_assert_int_ge(sp_clock_wall_ns(), wall);
        ck_assert_int_ge(sp_clock_thread_ns(), cpu);
        ck_assert_uint_ge(sp_clock_ticks(), ticks);
    }
}
END_TEST

START_TEST(ticks_measure_the_same_time_as_the_wall_clock)
{
    sp_clock_calibrate_start();
    int64_t wall = sp_clock_wall_ns();
    uint64_t ticks = sp_clock_ticks();
    usleep(50000);
    double by_ticks = (double)(sp_clock_ticks() - ticks) * sp_clock_ns_per_tick();
    double by_wall = (double)(sp_clock_wall_ns() - wall);
    ck_assert_msg(by_ticks > by_wall * 0.9 && by_ticks < by_wall * 1.1, "%g ns by ticks, %g by the clock", by_ticks, by_wall);
}
END_TEST

START_TEST(every_tick_publishes_time_and_epoch_and_calls_back)
{
    GError *error = NULL;
    ck_assert(sp_ticker_start(1000000, count, &error));
    int64_t before = __atomic_load_n(&sp_tick.time_ns, __ATOMIC_RELAXED);
    wait_for_epochs(20);
    sp_ticker_stop();
    ck_assert_int_gt(sp_tick.time_ns, before);
    ck_assert_int_ge(__atomic_load_n(&ticks_seen, __ATOMIC_RELAXED), 20);
    uint32_t stopped = sp_tick.epoch;
    usleep(20000);
    ck_assert_uint_eq(sp_tick.epoch, stopped);
}
END_TEST

START_TEST(a_ticker_whose_ticks_nobody_takes_slows_down_and_is_woken)
{
    uint32_t random = 1;
    ck_assert(sp_ticker_start(1000000, NULL, NULL));
    usleep(1000000);
    uint32_t untaken = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
    ck_assert_msg(untaken >= 5 && untaken < 50, "%u ticks in a second without takers", untaken);
    int64_t taken = sp_ticker_take(&random), now = sp_virtual_now_ns();
    ck_assert_msg(taken >= now - 200000000 && taken <= now, "taken %ld, now %ld", (long)taken, (long)now);
    for (int64_t end = sp_clock_wall_ns() + 500000000; sp_clock_wall_ns() < end; usleep(200))
        sp_ticker_take(&random);
    uint32_t ticks = __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE) - untaken;
    ck_assert_msg(ticks > 20, "%u ticks in half a second with a taker", ticks);
    sp_ticker_stop();
}
END_TEST

/* The child stops as a whole; its parent lets it go on after longer than a gap. */
START_TEST(r35_a_stop_of_the_whole_process_is_left_out)
{
    int pipes[2];
    ck_assert_int_eq(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        sp_ticker_start(1000000, NULL, NULL);
        wait_for_epochs(5);
        int64_t real = sp_clock_wall_ns(), virtual = sp_virtual_now_ns();
        raise(SIGSTOP);
        wait_for_epochs(5);
        int64_t spans[2] = {sp_clock_wall_ns() - real, sp_virtual_now_ns() - virtual};
        _exit(write(pipes[1], spans, sizeof spans) == sizeof spans ? 0 : 1);
    }
    int status;
    waitpid(child, &status, WUNTRACED);
    ck_assert(WIFSTOPPED(status));
    usleep(1500000);
    kill(child, SIGCONT);
    int64_t spans[2];
    ck_assert_int_eq(read(pipes[0], spans, sizeof spans), sizeof spans);
    waitpid(child, &status, 0);
    ck_assert_int_ge(spans[0], 1500000000);
    ck_assert_msg(spans[1] < spans[0] - 1200000000, "real %ld ns, without the gap %ld", (long)spans[0], (long)spans[1]);
}
END_TEST

SUITE("ticker", 60, clocks_go_forward, ticks_measure_the_same_time_as_the_wall_clock,
      every_tick_publishes_time_and_epoch_and_calls_back, a_ticker_whose_ticks_nobody_takes_slows_down_and_is_woken,
      r35_a_stop_of_the_whole_process_is_left_out)
