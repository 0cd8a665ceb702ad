/* check-capture.c - ticks of running and of waiting threads, and what is on their tapes; no host is needed. */
#include "profiler/plugin/capture.h"
#include "tests/suite.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MS INT64_C(1000000)

static SpTape *start_tape(int64_t interval_ns, bool cpu)
{
    GError *error = NULL;
    ck_assert(sp_capture_start(interval_ns, cpu, 0, &error));
    SpTape *t = sp_tape_start(&error);
    ck_assert_msg(t != NULL, "%s", error ? error->message : "");
    return t;
}

static volatile uint64_t sink;

static void spin(int64_t ns)
{
    int64_t end = sp_clock_thread_ns() + ns;
    while (sp_clock_thread_ns() < end)
        for (int i = 0; i < 2000; i++)
            sink += (uint64_t)i * sink;
}

typedef struct {
    int records, asleep, awake, with_stack;
    int64_t first_ns, last_ns;
} Seen;

static Seen read_tape(SpTape *t)
{
    Seen seen = {0};
    const SpCaptureRecord *r;
    while ((r = sp_tape_next(t))) {
        ck_assert_uint_eq(r->size % 8, 0);
        ck_assert_uint_le(sizeof *r + r->stack_size, r->size);
        ck_assert_int_ge(r->time_ns, seen.last_ns);
        seen.first_ns = seen.records ? seen.first_ns : r->time_ns;
        seen.last_ns = r->time_ns;
        seen.records++;
        seen.asleep += (r->flags & SP_CAPTURE_ASLEEP) != 0;
        seen.awake += (r->flags & SP_CAPTURE_AWAKE) != 0;
        seen.with_stack += r->stack_size > 64 && r->stack_at == (r->registers[SP_RSP] & ~UINT64_C(7));
        sp_tape_done(t, r);
    }
    return seen;
}

static void end_tape(SpTape *t)
{
    sp_tape_stop(t);
    sp_tape_free(t);
}

START_TEST(a_running_thread_is_copied_every_interval)
{
    SpTape *t = start_tape(MS, false);
    spin(200 * MS);
    Seen seen = read_tape(t);
    /* a crowded machine lets it run in a part of the time only, but never more often than asked */
    ck_assert_int_ge(seen.records, 40);
    ck_assert_int_le(seen.records, (seen.last_ns - seen.first_ns) / MS + 3);
    ck_assert_int_eq(seen.with_stack, seen.records);
    end_tape(t);
}
END_TEST

START_TEST(a_waiting_thread_is_left_alone_and_sees_no_interruption)
{
    SpTape *t = start_tape(MS, false);
    spin(20 * MS);
    read_tape(t);
    for (int i = 0; i < 3; i++) {
        struct timespec wait = {0, 100 * MS};
        ck_assert_int_eq(nanosleep(&wait, NULL), 0);
        ck_assert_int_eq(poll(NULL, 0, 100), 0);
    }
    Seen seen = read_tape(t);
    ck_assert_int_ge(seen.asleep, 1);
    ck_assert_int_le(seen.records, 10);
    spin(20 * MS);
    seen = read_tape(t);
    ck_assert_int_eq(seen.awake, 1);
    ck_assert_int_ge(seen.records, 3);
    end_tape(t);
}
END_TEST

START_TEST(long_intervals_tick_by_cpu_time_only)
{
    SpTape *t = start_tape(30 * MS, false);
    ck_assert(sp_capture_only_looks());
    ck_assert_int_eq(poll(NULL, 0, 200), 0);
    ck_assert_int_eq(read_tape(t).records, 0);
    spin(200 * MS);
    int records = read_tape(t).records;
    ck_assert_int_ge(records, 4);
    ck_assert_int_le(records, 11); /* 20 ms apart */
    end_tape(t);
}
END_TEST

static pthread_barrier_t barrier;
static SpTape *others_tape;
static volatile bool go_on;

static void *wait_in_poll(void *unused)
{
    others_tape = sp_tape_start(NULL);
    pthread_barrier_wait(&barrier);
    poll(NULL, 0, 400);
    while (!go_on)
        sink++;
    pthread_barrier_wait(&barrier);
    sp_tape_stop(others_tape);
    return NULL;
}

START_TEST(a_waiting_thread_can_be_looked_at_a_running_one_not)
{
    pthread_t thread;
    SpCapture c;
    pthread_barrier_init(&barrier, NULL, 2);
    end_tape(start_tape(30 * MS, false));
    ck_assert_int_eq(pthread_create(&thread, NULL, wait_in_poll, NULL), 0);
    pthread_barrier_wait(&barrier);
    poll(NULL, 0, 100);
    ck_assert(sp_tape_look(others_tape, &c));
    ck_assert_uint_eq(c.known, 1u << SP_RSP | 1u << SP_RIP);
    ck_assert_uint_gt(c.stack.size, 64);
    ck_assert_uint_eq(c.stack.at, c.registers[SP_RSP] & ~UINT64_C(7));
    poll(NULL, 0, 500); /* it spins by now */
    ck_assert(!sp_tape_look(others_tape, &c));
    ck_assert_int_gt(sp_tape_cpu_ns(others_tape), 0);
    go_on = true;
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    sp_tape_free(others_tape);
}
END_TEST

START_TEST(cpu_clock_is_on_every_record_when_asked)
{
    SpTape *t = start_tape(MS, true);
    spin(50 * MS);
    const SpCaptureRecord *r;
    int64_t before = 0;
    int records = 0;
    for (; (r = sp_tape_next(t)); records++) {
        ck_assert_int_gt(r->cpu_ns, before);
        before = r->cpu_ns;
        sp_tape_done(t, r);
    }
    ck_assert_int_gt(records, 5);
    end_tape(t);
}
END_TEST

START_TEST(a_full_tape_drops_and_goes_on_when_read)
{
    SpTape *t = start_tape(100000, false);
    char deep[64 * 1024]; /* so that each copy is a large one */
    memset(deep, 1, sizeof deep);
    sink += (uint64_t)deep[sink % sizeof deep];
    spin(1500 * MS);
    int first = read_tape(t).records;
    ck_assert_int_gt(first, 10);
    int more = 0;
    for (int i = 0; i < 20; i++) { /* round the ring several times */
        sp_tape_wake(t);           /* on a crowded machine the kernel may take its time to tell that it runs */
        spin(20 * MS);
        more += read_tape(t).records;
    }
    ck_assert_int_gt(more, 20);
    end_tape(t);
}
END_TEST

START_TEST(a_forked_child_has_no_ticks)
{
    SpTape *t = start_tape(MS, false);
    pid_t child = fork();
    if (child == 0) {
        while (sp_tape_next(t))
            sp_tape_done(t, sp_tape_next(t));
        spin(30 * MS);
        _exit(sp_tape_next(t) == NULL ? 0 : 1);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        ck_assert_int_eq(errno, EINTR);
    ck_assert_int_eq(status, 0);
    end_tape(t);
}
END_TEST

START_TEST(nothing_comes_after_the_stop)
{
    SpTape *t = start_tape(MS, false);
    spin(10 * MS);
    sp_tape_stop(t);
    read_tape(t);
    spin(30 * MS);
    ck_assert_int_eq(read_tape(t).records, 0);
    sp_tape_free(t);
}
END_TEST

static void on_user_signal(int number)
{
}

START_TEST(signals_of_the_program_and_the_one_to_avoid_are_left_alone)
{
    struct sigaction now;
    signal(SIGRTMIN + 7, on_user_signal);
    GError *error = NULL;
    ck_assert(sp_capture_start(MS, false, SIGRTMIN + 8, &error));
    sigaction(SIGRTMIN + 7, NULL, &now);
    ck_assert_ptr_eq(now.sa_handler, on_user_signal);
    sigaction(SIGRTMIN + 8, NULL, &now);
    ck_assert(now.sa_handler == SIG_DFL);
    sigaction(SIGPROF, NULL, &now);
    ck_assert(now.sa_handler == SIG_DFL);
    sigaction(SIGRTMIN + 9, NULL, &now);
    ck_assert(now.sa_flags & SA_SIGINFO && now.sa_flags & SA_RESTART && now.sa_flags & SA_ONSTACK);
}
END_TEST

START_TEST(no_timer_is_an_error_that_says_so)
{
    GError *error = NULL;
    struct rlimit before, none;
    ck_assert(sp_capture_start(MS, false, 0, &error));
    ck_assert_int_eq(getrlimit(RLIMIT_SIGPENDING, &before), 0);
    none = before;
    none.rlim_cur = 0;
    ck_assert_int_eq(setrlimit(RLIMIT_SIGPENDING, &none), 0);
    ck_assert_ptr_null(sp_tape_start(&error));
    /* Check itself takes another clock when it can make no timer, and then the test's duration overflows. */
    ck_assert_int_eq(setrlimit(RLIMIT_SIGPENDING, &before), 0);
    ck_assert_int_eq(error->code, SP_ERROR_IO);
    ck_assert_ptr_nonnull(strstr(error->message, "no timer"));
    g_error_free(error);
}
END_TEST

SUITE("capture", 60, a_running_thread_is_copied_every_interval, a_waiting_thread_is_left_alone_and_sees_no_interruption,
      long_intervals_tick_by_cpu_time_only, a_waiting_thread_can_be_looked_at_a_running_one_not,
      cpu_clock_is_on_every_record_when_asked, a_full_tape_drops_and_goes_on_when_read, a_forked_child_has_no_ticks,
      nothing_comes_after_the_stop, signals_of_the_program_and_the_one_to_avoid_are_left_alone,
      no_timer_is_an_error_that_says_so)
