/*
 * check-call-cursor.c - mode calls of the whole module in a host that moves its call cursor. Each run is a child process,
 * which looks into the module's tree and ends with a code of its own where that is wrong.
 */
#include "profiler/plugin/thread.h"
#include "tests/plugin/fake-host.h"
#include "tests/plugin/folded.h"
#include "tests/suite.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static MonoClass app = {"My.App", "Work"};
static MonoMethod main_method = {"My.App.Work:Main ()", "Main", &app, 0};
static MonoMethod loop = {"My.App.Work:Loop ()", "Loop", &app, 0};
static MonoMethod tiny = {"My.App.Work:Tiny ()", "Tiny", &app, 0};

#define OUTPUT "call-cursor.folded"

/* The scenario's exit status. Times are left in OUTPUT. */
static int run_child(const char *options, const char *exact_calls, void (*scenario)(void))
{
    int status;
    g_unlink(OUTPUT);
    pid_t child = fork();
    if (child == 0) {
        fake_has_call_cursor = true;
        if (exact_calls)
            g_setenv("SAMPLEPOINT_EXACT_CALLS", exact_calls, TRUE);
        char desc[256];
        g_snprintf(desc, sizeof desc, "browser:quiet,mode=calls,out=" OUTPUT "%s%s", *options ? "," : "", options);
        mono_profiler_init_browser(desc);
        fake_startup();
        fake_compile(&main_method);
        fake_compile(&loop);
        fake_compile(&tiny);
        scenario();
        exit(0);
    }
    waitpid(child, &status, 0);
    return status;
}

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "not so: %s\n", what);
    _exit(2);
}
#define MUST(condition) must(condition, #condition)

static SpCallNode *top(void)
{
    return sp_call_tree_root(sp_thread_self->calls);
}

/* Of a method's nodes below a node, all together. */
static uint64_t calls_of(const SpCallNode *node, const MonoMethod *method)
{
    uint64_t calls = 0;
    for (const SpCallNode *n = node->first_child; n; n = n->next_sibling)
        calls += calls_of(n, method) + (n->method == method ? n->calls : 0);
    return calls;
}

static int64_t time_of(const char *stack)
{
    char *text = NULL;
    ck_assert(g_file_get_contents(OUTPUT, &text, NULL, NULL));
    int64_t sum = folded_sum(text, stack);
    g_free(text);
    return sum;
}

static void call(MonoMethod *method, int times)
{
    for (int i = 0; i < times; i++) {
        fake_enter(method);
        fake_leave(method);
    }
}

static uint32_t epoch(void)
{
    return __atomic_load_n(&sp_tick.epoch, __ATOMIC_ACQUIRE);
}

/* So long by the ticks, whose times are what is booked: on a busy machine they come late. A tick tells its time, its epoch,
 * and asks for a visit, in this order; two later all that is done. */
static void spin_ms(int64_t ms)
{
    for (int64_t end = sp_virtual_now_ns() + ms * 1000000; __atomic_load_n(&sp_tick.time_ns, __ATOMIC_RELAXED) < end;)
        ;
    for (uint32_t told = epoch(); epoch() - told < 2;)
        ;
}

static void many_calls(void)
{
    fake_enter(&main_method);
    for (int i = 0; i < 100; i++) {
        fake_enter(&loop);
        spin_ms(2);
        call(&tiny, 1000);
        fake_leave(&loop);
    }
    spin_ms(100);
    MUST(calls_of(top(), &main_method) == 1);
    MUST(calls_of(top(), &loop) == 100);
    MUST(calls_of(top(), &tiny) == 100000);
    MUST(fake_callbacks < 5000); /* of 200 000: one or two a tick */
    fake_leave(&main_method);
    MUST(*mono_profiler_get_call_cursor() == (MonoProfilerCallNode *)(void *)top());
    fake_shutdown();
}

START_TEST(calls_are_counted_without_callbacks_and_times_are_shares)
{
    ck_assert_int_eq(run_child("", "0", many_calls), 0);
    int64_t in_main = time_of("My.App.Work.Main()"), in_loop = time_of("My.App.Work.Main();My.App.Work.Loop()");
    ck_assert_msg(in_main >= 90000000, "Main's own 100 ms: %" G_GINT64_FORMAT " ns", in_main);
    ck_assert_msg(in_loop >= 150000000, "Loop's own 200 ms: %" G_GINT64_FORMAT " ns", in_loop);
}
END_TEST

static void thousand_calls(void)
{
    fake_enter(&main_method);
    call(&tiny, 1000);
    fake_leave(&main_method);
    MUST(calls_of(top(), &tiny) == 1000);
}

static void each_event(void)
{
    thousand_calls();
    MUST(fake_callbacks == 2002);
}

static void events_up_to_the_limit(void)
{
    thousand_calls();
    MUST(fake_callbacks > 200 && fake_callbacks < 400);
}

START_TEST(few_calls_and_interval_zero_have_exact_times)
{
    ck_assert_int_eq(run_child("", NULL, each_event), 0);
    ck_assert_int_eq(run_child("sampleIntervalMs=0", "0", each_event), 0);
    ck_assert_int_eq(run_child("", "100", events_up_to_the_limit), 0);
}
END_TEST

static uint32_t deepest(const SpCallNode *node)
{
    uint32_t most = node->depth;
    for (const SpCallNode *n = node->first_child; n; n = n->next_sibling) {
        uint32_t depth = deepest(n);
        most = MAX(most, depth);
    }
    return most;
}

static void recurse(int depth)
{
    for (int i = 0; i < depth; i++)
        fake_enter(&loop);
    call(&tiny, 10);
    for (int i = 0; i < depth; i++)
        fake_leave(&loop);
}

static void deep_recursion(void)
{
    fake_enter(&main_method);
    for (int round = 1; round <= 3; round++) {
        recurse(20000);
        MUST(calls_of(top(), &loop) == (uint64_t)round * 20000);
        MUST(calls_of(top(), &tiny) == (uint64_t)round * 10);
        MUST(round == 1 || (*mono_profiler_get_call_cursor())->method == &main_method);
    }
    long before = fake_callbacks;
    recurse(10000);
    MUST(fake_callbacks - before < 200); /* shallow again: by the cursor */
    MUST(deepest(top()) == 10241);
    fake_leave(&main_method);
    _exit(0); /* a folded file of such stacks is a gigabyte */
}

/* The second limit lies in the middle of the second ascent. */
START_TEST(a_deep_recursion_is_cut_and_counted)
{
    ck_assert_int_eq(run_child("", "0", deep_recursion), 0);
    ck_assert_int_eq(run_child("", "25000", deep_recursion), 0);
}
END_TEST

static void exceptions(void)
{
    fake_enter(&main_method);
    for (int i = 0; i < 1000; i++) {
        fake_enter(&loop);
        fake_enter(&tiny);
        fake_leave_by_exception(&tiny);
        fake_leave_by_exception(&loop);
        MUST((*mono_profiler_get_call_cursor())->method == &main_method);
        call(&tiny, 2);
    }
    MUST(calls_of(top(), &loop) == 1000);
    MUST(calls_of(top(), &tiny) == 3000);
    fake_leave(&main_method);
}

START_TEST(exceptional_leaves_move_the_cursor)
{
    ck_assert_int_eq(run_child("", "0", exceptions), 0);
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
        call(&reused, 10);
        fake_enter(&reused);
        spin_ms(20);
        fake_leave(&reused);
        fake_free_method(&reused);
        MUST(calls_of(top(), &reused) == 0); /* no node has its address any more */
    }
    fake_leave(&main_method);
}

START_TEST(a_freed_methods_address_is_found_no_more)
{
    ck_assert_int_eq(run_child("", "0", freed_methods), 0);
    for (int i = 0; i < 3; i++) {
        char stack[80];
        g_snprintf(stack, sizeof stack, "My.App.Work.Main();My.App.Work.Dynamic%d()", i);
        ck_assert_msg(time_of(stack) >= 15000000, "Dynamic%d", i);
    }
}
END_TEST

SUITE("call-cursor", 60, calls_are_counted_without_callbacks_and_times_are_shares,
      few_calls_and_interval_zero_have_exact_times, a_deep_recursion_is_cut_and_counted,
      exceptional_leaves_move_the_cursor, a_freed_methods_address_is_found_no_more)
