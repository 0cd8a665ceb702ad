/* check-events-sample.c - a thread that samples itself while a profile is written. */
#include "profiler/plugin/events-sample.c"
#include "tests/suite.h"

#include <pthread.h>

#define METHODS 64
#define RUN_NS 1000000000

static const SpOptions test_options = {.interval_ns = 1000000, .max_depth = 100000};
static uint32_t frames[METHODS];
static int finished; /* atomic */

static MonoMethod *method(int i)
{
    return (MonoMethod *)(uintptr_t)(16 * (i + 1));
}

/* Known methods, so that no host is asked. */
static void fill_cache(SpThreadState *t)
{
    MonoFrameTier tier = sp_host_tier();
    for (int i = 0; i < METHODS; i++) {
        size_t slot = (size_t)(i + 1) + tier;
        t->cache[slot].method = method(i);
        t->cache[slot].tier = tier;
        t->cache[slot].frame = frames[i];
    }
}

static void *go_up_and_down(void *unused)
{
    SpThreadState *t = sp_thread_get();
    fill_cache(t);
    t->accounted_ns = sp_virtual_now_ns();
    uint32_t random = 1;
    for (int64_t end = sp_clock_wall_ns() + RUN_NS; sp_clock_wall_ns() < end;) {
        int depth = 1 + (int)sp_random_below(&random, 300);
        for (int i = 0; i < depth; i++)
            sp_shadow_push(&t->shadow, method((int)sp_random_below(&random, METHODS)), 100000 - (uintptr_t)i);
        sp_tick.epoch++;
        sp_tick.time_ns = sp_virtual_now_ns();
        sample_ticks(t);
        t->shadow.top = t->shadow.bottom;
        pthread_mutex_lock(&t->booking);
        t->scratch_size = 0; /* so that the next stack moves it, as an ever deeper one does */
        pthread_mutex_unlock(&t->booking);
    }
    __atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
    return NULL;
}

START_TEST(time_is_booked_once_however_often_it_is_settled)
{
    options = &test_options;
    sp_recording_start();
    for (int i = 0; i < METHODS; i++) {
        char name[16];
        g_snprintf(name, sizeof name, "f%d", i);
        SpFunction f = {.name = name};
        frames[i] = sp_recording_frame(&f, 0, SP_TIER_JIT);
    }
    int64_t start = sp_clock_wall_ns();
    pthread_t thread;
    pthread_create(&thread, NULL, go_up_and_down, NULL);
    while (!__atomic_load_n(&finished, __ATOMIC_ACQUIRE))
        settle();
    pthread_join(thread, NULL);
    SpProfile *p = sp_recording_snapshot(0);
    int64_t booked = sp_profile_sum(p).ns;
    ck_assert_int_gt(booked, 0);
    ck_assert_int_le(booked, sp_clock_wall_ns() - start);
    sp_profile_free(p);
}
END_TEST

SUITE("events-sample", 30, time_is_booked_once_however_often_it_is_settled)
