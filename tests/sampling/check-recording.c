/* check-recording.c - the profile being recorded: limits, timeline in and out of its file, threads. */
#include "profiler/sampling/sampling.h"
#include "tests/suite.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static uint32_t frame_named(const char *name)
{
    SpFunction f = {.name = name};
    return sp_recording_frame(&f, 0, SP_TIER_JIT);
}

static uint32_t child(uint32_t parent, uint32_t frame)
{
    ck_assert(sp_recording_lock());
    uint32_t node = sp_recording_child(parent, frame);
    sp_recording_unlock();
    return node;
}

START_TEST(a_snapshot_holds_what_was_recorded_and_its_timeline_from_the_start)
{
    sp_recording_start();
    uint32_t root = sp_recording_thread(7, "Main"), a = child(root, frame_named("A"));
    ck_assert(sp_recording_lock());
    for (int i = 0; i < 20000; i++) /* more than a block, so part of it went to the file */
        sp_recording_add(a, 1000 + i, 2, 1);
    sp_recording_unlock();
    sp_recording_dropped(3);
    SpProfile *p = sp_recording_snapshot(1000);
    ck_assert_ptr_nonnull(p);
    ck_assert_int_eq(sp_profile_sum(p).samples, 20000);
    ck_assert_int_eq(sp_profile_sum(p).ns, 40000);
    ck_assert(p->samples_complete);
    ck_assert_uint_eq(p->samples->len, 20000);
    for (int i = 0; i < 20000; i++)
        ck_assert_int_eq(g_array_index(p->samples, SpSample, i).time_ns, i);
    ck_assert_int_eq(p->dropped, 3);
    ck_assert_uint_eq(sp_thread(p, 0)->id, 7);
    sp_profile_free(p);
    p = sp_recording_snapshot(1000); /* a snapshot takes nothing away */
    ck_assert_uint_eq(p->samples->len, 20000);
    sp_profile_free(p);
}
END_TEST

START_TEST(samples_of_several_threads_come_out_in_time_order)
{
    sp_recording_start();
    uint32_t one = sp_recording_thread(1, "1"), two = sp_recording_thread(2, "2"), f = frame_named("F");
    uint32_t a = child(one, f), b = child(two, f);
    ck_assert(sp_recording_lock());
    sp_recording_add(a, 30, 10, 1);
    sp_recording_add(b, 10, 10, 1);
    sp_recording_add(a, 20, 10, 1);
    sp_recording_unlock();
    SpProfile *p = sp_recording_snapshot(0);
    for (guint i = 0; i < 3; i++)
        ck_assert_int_eq(g_array_index(p->samples, SpSample, i).time_ns, 10 * ((int)i + 1));
    sp_profile_free(p);
}
END_TEST

START_TEST(r73_ever_new_stacks_are_bounded_and_counted)
{
    sp_recording_start();
    uint32_t root = sp_recording_thread(1, "Main");
    uint32_t *frames = g_new(uint32_t, 2000);
    for (int i = 0; i < 2000; i++) {
        char name[16];
        g_snprintf(name, sizeof name, "f%d", i);
        frames[i] = frame_named(name);
    }
    ck_assert(sp_recording_lock());
    int64_t added = 0;
    for (int i = 0; i < 2000; i++)
        for (int k = 0; k < 600; k++, added++)
            sp_recording_add(sp_recording_child(sp_recording_child(root, frames[i]), frames[k]), added, 1, 1);
    ck_assert_uint_le(sp_recording_profile()->nodes->len, SP_MAX_NODES);
    ck_assert_int_gt(sp_recording_profile()->truncated, 0);
    sp_recording_unlock();
    SpProfile *p = sp_recording_snapshot(0);
    ck_assert_int_eq(sp_profile_sum(p).samples, added);
    sp_profile_free(p);
    g_free(frames);
}
END_TEST

START_TEST(r63_threads_beyond_the_limit_share_one_root)
{
    sp_recording_start();
    for (uint64_t i = 0; i < SP_MAX_THREADS; i++)
        sp_recording_thread(i + 1, "worker");
    uint32_t a = sp_recording_thread(100001, "late"), b = sp_recording_thread(100002, "later");
    ck_assert_uint_eq(a, b);
    sp_recording_name_thread(a, "renamed"); /* not for a root that many share */
    SpProfile *p = sp_recording_snapshot(0);
    ck_assert_uint_eq(p->threads->len, SP_MAX_THREADS + 1);
    ck_assert_str_eq(sp_thread(p, SP_MAX_THREADS)->name, "Other threads");
    sp_profile_free(p);
}
END_TEST

static void *hold_lock(void *unused)
{
    sp_recording_lock();
    return NULL;
}

START_TEST(r92_a_lock_that_is_never_released_gives_no_hang)
{
    sp_recording_start();
    pthread_t thread;
    pthread_create(&thread, NULL, hold_lock, NULL);
    pthread_join(thread, NULL);
    ck_assert_ptr_null(sp_recording_snapshot(0));
}
END_TEST

START_TEST(frames_at_lines_are_frames_of_the_same_function)
{
    sp_recording_start();
    uint32_t plain = frame_named("A"), at = sp_recording_frame_at_line(plain, 12);
    ck_assert_uint_ne(plain, at);
    ck_assert_uint_eq(sp_recording_frame_at_line(plain, 12), at);
    SpProfile *p = sp_recording_snapshot(0);
    ck_assert_uint_eq(sp_frame(p, at)->function, sp_frame(p, plain)->function);
    ck_assert_uint_eq(sp_frame(p, at)->line, 12);
    ck_assert(p->has_lines);
    sp_profile_free(p);
}
END_TEST

/* More than a block, so part of it goes to the file. */
static void record_many(uint32_t node, int count)
{
    ck_assert(sp_recording_lock());
    for (int i = 0; i < count; i++)
        sp_recording_add(node, i, 1, 1);
    sp_recording_unlock();
}

START_TEST(the_timeline_never_goes_into_a_file_of_the_program)
{
    int number = dup(STDERR_FILENO); /* the first one free, which the temporary file gets */
    close(number);
    sp_recording_start();
    uint32_t node = child(sp_recording_thread(1, "Main"), frame_named("A"));
    record_many(node, 10000);
    close(number); /* as daemons do with all files they do not know */
    char name[] = "/tmp/check-recording-XXXXXX";
    int file = mkstemp(name);
    unlink(name);
    ck_assert_int_eq(file, number);
    record_many(node, 20000);
    ck_assert_int_eq(lseek(file, 0, SEEK_END), 0);
    SpProfile *p = sp_recording_snapshot(0);
    ck_assert_int_eq(sp_profile_sum(p).samples, 30000);
    ck_assert(!p->samples_complete);
    sp_profile_free(p);
    ck_assert_int_eq(fcntl(file, F_GETFD), 0); /* still open */
    close(file);
}
END_TEST

START_TEST(numbers_of_closed_standard_files_stay_free)
{
    int saved = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    close(STDIN_FILENO);
    sp_recording_start();
    record_many(child(sp_recording_thread(1, "Main"), frame_named("A")), 10000);
    bool taken = fcntl(STDIN_FILENO, F_GETFD) != -1;
    dup2(saved, STDIN_FILENO);
    close(saved);
    ck_assert(!taken);
}
END_TEST

START_TEST(r58_under_a_file_size_limit_the_timeline_stays_in_memory)
{
    struct rlimit limit, small;
    getrlimit(RLIMIT_FSIZE, &limit);
    small = limit;
    small.rlim_cur = 100000;
    sp_recording_start();
    uint32_t node = child(sp_recording_thread(1, "Main"), frame_named("A"));
    setrlimit(RLIMIT_FSIZE, &small);
    record_many(node, 20000);
    setrlimit(RLIMIT_FSIZE, &limit);
    SpProfile *p = sp_recording_snapshot(0);
    ck_assert(p->samples_complete);
    ck_assert_uint_eq(p->samples->len, 20000);
    sp_profile_free(p);
}
END_TEST

SUITE("recording", 60, a_snapshot_holds_what_was_recorded_and_its_timeline_from_the_start,
      samples_of_several_threads_come_out_in_time_order, r73_ever_new_stacks_are_bounded_and_counted,
      r63_threads_beyond_the_limit_share_one_root, r92_a_lock_that_is_never_released_gives_no_hang,
      frames_at_lines_are_frames_of_the_same_function, the_timeline_never_goes_into_a_file_of_the_program,
      numbers_of_closed_standard_files_stay_free, r58_under_a_file_size_limit_the_timeline_stays_in_memory)
