/*
 * check-samplepoint-host.c - the whole module in a host that raises method_samplepoint. Each run is a child process,
 * since the module writes when its process ends.
 */
#include "tests/plugin/fake-host.h"
#include "tests/plugin/folded.h"
#include "tests/suite.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static MonoClass app = {"My.App", "Work"}, library = {"Lib", "Noise"};
static MonoMethod main_method = {"My.App.Work:Main ()", "Main", &app, 0};
static MonoMethod loop = {"My.App.Work:Loop ()", "Loop", &app, 0};
static MonoMethod noise = {"Lib.Noise:Make ()", "Make", &library, 0};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void spin_in(MonoMethod *method, int64_t ms)
{
    for (int64_t end = now_ms() + ms; now_ms() < end;)
        for (int i = 0; i < 100; i++)
            fake_samplepoint(method);
}

static void compile_all(void)
{
    fake_compile(&main_method);
    fake_compile(&loop);
    fake_compile(&noise);
}

/* Runs the scenario in a child under the options, with out= and quiet added; gives its folded output and exit status. */
static char *run_child(const char *options, void (*scenario)(void), int *status)
{
    char *path = g_strdup_printf("samplepoint-host-%d.folded", (int)getpid()), *text = NULL;
    g_unlink(path);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGTERM, SIG_DFL); /* Check has a handler of its own */
        char desc[256];
        g_snprintf(desc, sizeof desc, "browser:quiet,out=%s%s%s", path, *options ? "," : "", options);
        mono_profiler_init_browser(desc);
        fake_startup();
        compile_all();
        scenario();
        exit(0);
    }
    waitpid(child, status, 0);
    g_file_get_contents(path, &text, NULL, NULL);
    g_unlink(path);
    g_free(path);
    return text;
}

static unsigned count_lines(const char *text)
{
    unsigned lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void main_and_loop(void)
{
    fake_enter(&main_method);
    spin_in(&main_method, 100);
    fake_enter(&loop);
    spin_in(&loop, 200);
    fake_leave(&loop);
    fake_leave(&main_method);
    fake_shutdown();
}

static void with_counter(void)
{
    main_and_loop();
    if (fake_callbacks > 30000)
        _exit(3); /* the counter was to keep the callbacks away: some 300 ticks, not millions of visits */
}

static void expect_main_and_loop(const char *options, void (*scenario)(void))
{
    int status;
    char *folded = run_child(options, scenario, &status);
    ck_assert_int_eq(status, 0);
    ck_assert_ptr_nonnull(folded);
    long in_main = folded_sum(folded, "My.App.Work.Main()"), in_loop = folded_sum(folded, "My.App.Work.Main();My.App.Work.Loop()");
    ck_assert_msg(in_main > 0 && in_loop > 0, "%s: Main %ld, Loop %ld", options, in_main, in_loop);
    g_free(folded);
}

START_TEST(samples_come_from_samplepoints_with_walked_stacks)
{
    expect_main_and_loop("", main_and_loop);
    expect_main_and_loop("trigger=timer", main_and_loop);
    expect_main_and_loop("trigger=visits", main_and_loop);
}
END_TEST

START_TEST(a_host_with_a_skip_counter_is_called_when_a_sample_is_due)
{
    fake_has_skip_counter = true;
    expect_main_and_loop("trigger=timer", with_counter);
    expect_main_and_loop("trigger=visits", with_counter);
    fake_has_skip_counter = false;
}
END_TEST

START_TEST(a_host_with_requests_is_asked_once_a_tick_and_counts_when_it_must)
{
    fake_has_skip_counter = fake_has_requests = true;
    expect_main_and_loop("trigger=timer", with_counter);
    expect_main_and_loop("trigger=visits", with_counter);
    fake_has_skip_counter = fake_has_requests = false;
}
END_TEST

static void known_visits(void)
{
    fake_enter(&main_method);
    for (int i = 0; i < 1000; i++)
        fake_samplepoint(&main_method);
    fake_leave(&main_method);
    fake_shutdown();
}

START_TEST(interval_zero_takes_every_visit)
{
    int status;
    char *folded = run_child("sampleIntervalMs=0", known_visits, &status);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(folded_sum(folded, "My.App.Work.Main()"), 1001); /* samplepoints and the leave: what ran before the first enter is nobody's */
    g_free(folded);
}
END_TEST

static void noise_below_main(void)
{
    if (noise.flags || !(main_method.flags & MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT))
        _exit(4);
    fake_enter(&main_method);
    fake_enter(&noise);
    fake_enter(&loop);
    spin_in(&loop, 50);
    fake_shutdown();
}

START_TEST(r44_methods_outside_the_callspec_are_neither_instrumented_nor_shown)
{
    int status;
    char *folded = run_child("callspec=N:My.App", noise_below_main, &status);
    ck_assert_int_eq(status, 0);
    ck_assert_int_gt(folded_sum(folded, "My.App.Work.Main();My.App.Work.Loop()"), 0);
    ck_assert_ptr_null(strstr(folded, "Noise"));
    g_free(folded);
}
END_TEST

static void freed_methods(void)
{
    char full_name[64], name[] = "M";
    MonoMethod reused = {full_name, name, &app, 0};
    fake_enter(&main_method);
    for (int i = 0; i < 3; i++) {
        g_snprintf(full_name, sizeof full_name, "My.App.Work:Dynamic%d ()", i);
        fake_compile(&reused);
        fake_enter(&reused);
        spin_in(&reused, 20);
        fake_leave(&reused);
        fake_free_method(&reused);
        memset(full_name, 'x', 10);
    }
    fake_leave(&main_method);
    fake_shutdown();
}

START_TEST(r67_an_address_that_comes_back_as_another_method_gets_its_own_name)
{
    int status;
    char *folded = run_child("", freed_methods, &status);
    ck_assert_int_eq(status, 0);
    for (int i = 0; i < 3; i++) {
        char stack[80];
        g_snprintf(stack, sizeof stack, "My.App.Work.Main();My.App.Work.Dynamic%d()", i);
        ck_assert_msg(folded_sum(folded, stack) > 0, "no sample in Dynamic%d:\n%s", i, folded);
    }
    ck_assert_ptr_null(strstr(folded, "xxx"));
    g_free(folded);
}
END_TEST

static void killed(void)
{
    fake_enter(&main_method);
    spin_in(&main_method, 50);
    kill(getpid(), SIGTERM);
    spin_in(&main_method, 10000);
}

START_TEST(r53_an_ending_signal_writes_and_still_ends_the_process)
{
    int status;
    char *folded = run_child("", killed, &status);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), SIGTERM);
    ck_assert_int_gt(folded_sum(folded, "My.App.Work.Main()"), 0);
    g_free(folded);
}
END_TEST

START_TEST(trigger_signal_is_refused_where_samplepoints_serve)
{
    int status;
    char *folded = run_child("trigger=signal", main_and_loop, &status);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    ck_assert_ptr_null(folded);
}
END_TEST

START_TEST(r70_a_second_load_is_refused)
{
    pid_t child = fork();
    int status;
    if (child == 0) {
        mono_profiler_init_browser("browser:quiet,out=/dev/null,format=folded");
        mono_profiler_init_browser("browser:quiet,out=/dev/null,format=folded");
        _exit(0);
    }
    waitpid(child, &status, 0);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
}
END_TEST

/* ---- Allocations ------------------------------------------------------------------------------------------------- */

static void allocate(void)
{
    fake_enter(&main_method);
    fake_allocate(&app, 40);
    fake_enter(&loop);
    for (int i = 0; i < 10; i++)
        fake_allocate(&library, 100);
    fake_enter(&noise);
    fake_allocate(&app, 1000);
    fake_leave(&noise);
    fake_leave(&loop);
    fake_leave(&main_method);
    fake_allocate(&app, 7); /* by no method */
}

START_TEST(every_allocation_is_booked_in_bytes)
{
    int status;
    char *folded = run_child("mode=alloc,allocInterval=0", allocate, &status);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(folded_sum(folded, "My.App.Work.Main()"), 40);
    ck_assert_int_eq(folded_sum(folded, "My.App.Work.Main();My.App.Work.Loop()"), 1000);
    ck_assert_int_eq(folded_sum(folded, "My.App.Work.Main();My.App.Work.Loop();Lib.Noise.Make()"), 1000);
    ck_assert_uint_eq(count_lines(folded), 3);
    g_free(folded);
}
END_TEST

START_TEST(allocations_outside_the_callspec_count_for_their_callers)
{
    int status;
    char *folded = run_child("mode=alloc,allocInterval=0,callspec=M:My.App.Work:Loop", allocate, &status);
    ck_assert_int_eq(folded_sum(folded, "My.App.Work.Loop()"), 2000);
    ck_assert_uint_eq(count_lines(folded), 1);
    g_free(folded);
}
END_TEST

START_TEST(types_are_frames_where_asked_for)
{
    int status;
    char *folded = run_child("mode=alloc,allocInterval=0,allocTypes", allocate, &status);
    ck_assert_int_eq(folded_sum(folded, "My.App.Work.Main();[alloc] My.App.Work<System.Int32>"), 40);
    ck_assert_int_eq(
        folded_sum(folded, "My.App.Work.Main();My.App.Work.Loop();[alloc] Lib.Noise<System.Int32>"), 1000);
    ck_assert_uint_eq(count_lines(folded), 3);
    g_free(folded);
}
END_TEST

/* 64 MB in small objects, 64 MB in large ones. */
static void allocate_much(void)
{
    fake_enter(&main_method);
    fake_enter(&loop);
    for (int i = 0; i < 1 << 20; i++)
        fake_allocate(&library, 64);
    fake_leave(&loop);
    fake_enter(&noise);
    for (int i = 0; i < 1 << 10; i++)
        fake_allocate(&library, 1 << 16);
    fake_leave(&noise);
    fake_leave(&main_method);
}

/* With an interval of 16 KB some 4 000 samples stand for each: a standard deviation of 1.6 % for the small ones, less
 * for the large ones, of which most are sampled. Six of them is the margin. */
START_TEST(sampled_sums_are_right_for_small_and_large_objects)
{
    int status;
    char *folded = run_child("mode=alloc,allocInterval=16K", allocate_much, &status);
    double all = 64 << 20, small = (double)folded_sum(folded, "My.App.Work.Main();My.App.Work.Loop()"),
           large = (double)folded_sum(folded, "My.App.Work.Main();Lib.Noise.Make()");
    ck_assert_msg(small > 0.9 * all && small < 1.1 * all, "%g of %g bytes in small objects", small, all);
    ck_assert_msg(large > 0.97 * all && large < 1.03 * all, "%g of %g bytes in large objects", large, all);
    g_free(folded);
}
END_TEST

SUITE("samplepoint-host", 60, samples_come_from_samplepoints_with_walked_stacks,
      a_host_with_a_skip_counter_is_called_when_a_sample_is_due,
      a_host_with_requests_is_asked_once_a_tick_and_counts_when_it_must, interval_zero_takes_every_visit,
      r44_methods_outside_the_callspec_are_neither_instrumented_nor_shown,
      r67_an_address_that_comes_back_as_another_method_gets_its_own_name,
      r53_an_ending_signal_writes_and_still_ends_the_process, trigger_signal_is_refused_where_samplepoints_serve,
      r70_a_second_load_is_refused,
      every_allocation_is_booked_in_bytes, allocations_outside_the_callspec_count_for_their_callers,
      types_are_frames_where_asked_for, sampled_sums_are_right_for_small_and_large_objects)
