/*
 * check-scale.c - depth and size. Deep stacks run under a small C stack, so that recursion anywhere would end the test.
 */
#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>
#include <sys/resource.h>
#include <time.h>

#ifdef __SANITIZE_ADDRESS__ /* which keeps freed memory and surrounds what is in use */
#define MOST_MEGABYTES 1600
#else
#define MOST_MEGABYTES 800
#endif

static const Write writers[] = {sp_write_folded, sp_write_speedscope, sp_write_pprof, sp_write_chrome};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static long peak_megabytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

START_TEST(r03_a_stack_of_30000_frames_goes_through_every_format)
{
    struct rlimit limit = {1 << 20, 1 << 20};
    ck_assert_int_eq(setrlimit(RLIMIT_STACK, &limit), 0);
    GString *text = g_string_new(NULL);
    for (int i = 0; i < 30000; i++)
        g_string_append_printf(text, "%sframe%d", i ? ";" : "", i % 1000);
    g_string_append(text, " 5\na;b;c 2\n");
    SpProfile *p = read_text(text->str);
    ck_assert_uint_eq(p->nodes->len, 30004);
    for (size_t i = 0; i < G_N_ELEMENTS(writers); i++) {
        SpProfile *again = read_back(p, writers[i]);
        ck_assert_uint_eq(again->nodes->len, 30004);
        ck_assert_int_eq(sp_profile_sum(again).samples, 7);
        sp_profile_free(again);
    }
    char *same = written(p, sp_write_folded, NULL);
    ck_assert_uint_eq(strlen(same), text->len);
    g_free(same);
    g_string_free(text, TRUE);
    sp_profile_free(p);
}
END_TEST

/* A tenth of the case's 10^6 stacks, so that the suite stays quick; time and memory grow with the number of nodes. */
START_TEST(r72_100000_stacks_of_depth_30_stay_within_a_tenth_of_a_minute_and_of_2_gigabytes)
{
    GString *text = g_string_new(NULL);
    for (uint32_t i = 0; i < 100000; i++) {
        for (uint32_t d = 0; d < 30; d++)
            g_string_append_printf(text, "f%u;", d < 20 ? (i >> (19 - d)) * 7 + d : (i * 31 + d * 17) % 997);
        g_string_append_printf(text, "leaf%u 1\n", i);
    }
    double start = seconds();
    SpProfile *p = read_text(text->str);
    for (size_t i = 0; i < G_N_ELEMENTS(writers); i++) {
        SpProfile *again = read_back(p, writers[i]);
        ck_assert_int_eq(sp_profile_sum(again).samples, 100000);
        sp_profile_free(again);
    }
    double took = seconds() - start;
    ck_assert_msg(took < 4 * 6 * 2, "four conversions and readings back took %.1f s", took);
    ck_assert_msg(peak_megabytes() < MOST_MEGABYTES, "%ld MB", peak_megabytes());
    g_string_free(text, TRUE);
    sp_profile_free(p);
}
END_TEST

SUITE("scale", 120, r03_a_stack_of_30000_frames_goes_through_every_format,
      r72_100000_stacks_of_depth_30_stay_within_a_tenth_of_a_minute_and_of_2_gigabytes)
