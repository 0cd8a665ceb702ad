/*
 * check-round-trip.c - what is written and read again is what was recorded, in every format that our readers take.
 */
#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>

static const Write timed_writers[] = {sp_write_speedscope, sp_write_pprof, sp_write_chrome};

/* Invalid UTF-8 is made visible in JSON and protobuf, so there the names are compared as those formats show them. */
static SpProfile *valid_names_only(void)
{
    SpProfile *p = timed_profile();
    int64_t now = 0;
    for (size_t i = 0; i < nasty_name_count; i++)
        if (g_utf8_validate(nasty_names[i], -1, NULL))
            take_sample(p, stack(p, 0, "Main", nasty_names[i], nasty_names[nasty_name_count - 1 - i % 3], NULL),
                        now += 1000 + (int64_t)i, 1000 + (int64_t)i);
    return p;
}

static void assert_distinct_stacks(const SpProfile *have, const SpProfile *want)
{
    GHashTable *a = stacks_of(have, NANOSECONDS, true), *b = stacks_of(want, NANOSECONDS, true);
    ck_assert_uint_eq(g_hash_table_size(a), g_hash_table_size(b));
    g_hash_table_unref(a);
    g_hash_table_unref(b);
}

START_TEST(r24_every_valid_name_survives_every_format_unchanged)
{
    SpProfile *p = valid_names_only();
    for (size_t i = 0; i < G_N_ELEMENTS(timed_writers); i++) {
        SpProfile *again = read_back(p, timed_writers[i]);
        assert_same_stacks(again, p, NANOSECONDS, true);
        sp_profile_free(again);
    }
    sp_profile_free(p);
}
END_TEST

START_TEST(r21_no_two_names_become_one_in_any_format)
{
    SpProfile *p = nasty_profile();
    for (size_t i = 0; i < G_N_ELEMENTS(timed_writers); i++) {
        SpProfile *again = read_back(p, timed_writers[i]);
        assert_distinct_stacks(again, p);
        ck_assert_int_eq(sp_profile_sum(again).ns, sp_profile_sum(p).ns);
        sp_profile_free(again);
    }
    sp_profile_free(p);
}
END_TEST

START_TEST(header_fields_survive)
{
    SpProfile *p = valid_names_only();
    p->dropped = 3;
    p->truncated = 4;
    for (size_t i = 0; i < G_N_ELEMENTS(timed_writers); i++) {
        SpProfile *again = read_back(p, timed_writers[i]);
        ck_assert_str_eq(again->program, p->program);
        ck_assert_str_eq(again->command, p->command);
        ck_assert_str_eq(again->runtime, p->runtime);
        ck_assert_str_eq(again->mode, p->mode);
        ck_assert_str_eq(again->trigger, p->trigger);
        ck_assert_uint_eq(again->pid, p->pid);
        ck_assert_int_eq(again->start_unix_ns, p->start_unix_ns);
        ck_assert_int_eq(again->duration_ns, p->duration_ns);
        ck_assert_int_eq(again->interval_ns, p->interval_ns);
        ck_assert_int_eq(again->mean_interval_ns, p->mean_interval_ns);
        ck_assert_int_eq(again->dropped, 3);
        ck_assert_int_eq(again->truncated, 4);
        ck_assert(again->has_time && !again->has_calls);
        sp_profile_free(again);
    }
    sp_profile_free(p);
}
END_TEST

static SpProfile *recursion_in_calls_mode(void)
{
    SpProfile *p = timed_profile();
    sp_profile_add_thread(p, 200, "Worker");
    uint32_t m = stack(p, 0, "M", NULL), r1 = stack(p, 0, "M", "R", NULL), r2 = stack(p, 0, "M", "R", "R", NULL);
    make_call(p, m, 0, 100, 40);
    make_call(p, r1, 10, 70, 30);
    make_call(p, r2, 20, 30, 10);
    make_call(p, r2, 30, 50, 20);
    make_call(p, stack(p, 1, "W", NULL), 60, 90, 30);
    return p;
}

START_TEST(calls_and_their_counts_survive)
{
    SpProfile *p = recursion_in_calls_mode();
    for (size_t i = 0; i < G_N_ELEMENTS(timed_writers); i++) {
        SpProfile *again = read_back(p, timed_writers[i]);
        ck_assert(again->has_calls);
        assert_same_stacks(again, p, NANOSECONDS, true);
        assert_same_stacks(again, p, CALLS, true);
        sp_profile_free(again);
    }
    sp_profile_free(p);
}
END_TEST

START_TEST(bytes_and_objects_survive)
{
    SpProfile *p = timed_profile();
    p->in_bytes = true;
    p->mode = "alloc";
    p->interval_ns = p->mean_interval_ns = 0;
    p->interval_bytes = 524288;
    sp_profile_add(p, stack(p, 0, "Main", "Make", "[alloc] System.String", NULL), 100, 1572864, 0);
    sp_profile_add(p, stack(p, 0, "Main", NULL), 3, 96, 0);
    static const Write writers[] = {sp_write_speedscope, sp_write_pprof, sp_write_chrome};
    for (size_t i = 0; i < G_N_ELEMENTS(writers); i++) {
        SpProfile *again = read_back(p, writers[i]);
        ck_assert(again->in_bytes);
        ck_assert(again->has_time);
        ck_assert_int_eq(again->interval_bytes, 524288);
        ck_assert_str_eq(again->mode, "alloc");
        assert_same_stacks(again, p, NANOSECONDS, true);
        if (writers[i] != sp_write_chrome) /* has no place for a second number */
            assert_same_stacks(again, p, SAMPLES, true);
        sp_profile_free(again);
    }
    SpProfile *folded = read_back(p, sp_write_folded);
    ck_assert_int_eq(sp_profile_sum(folded).samples, 1572864 + 96); /* bytes, which it cannot say */
    sp_profile_free(folded);
    sp_profile_free(p);
}
END_TEST

START_TEST(order_in_time_survives_json)
{
    static const Write ordered[] = {sp_write_speedscope, sp_write_chrome};
    for (int calls = 0; calls <= 1; calls++) {
        SpProfile *p = calls ? recursion_in_calls_mode() : valid_names_only();
        p->marks_tiers = true;
        char *want = written(p, sp_write_chrome, NULL);
        for (size_t i = 0; i < G_N_ELEMENTS(ordered); i++) {
            SpProfile *again = read_back(p, ordered[i]);
            ck_assert(calls ? again->spans_complete : again->samples_complete);
            char *have = written(again, sp_write_chrome, NULL);
            ck_assert_str_eq(have, want);
            g_free(have);
            sp_profile_free(again);
        }
        g_free(want);
        sp_profile_free(p);
    }
}
END_TEST

START_TEST(incomplete_order_falls_back_to_the_tree_with_the_same_weights)
{
    for (int calls = 0; calls <= 1; calls++) {
        SpProfile *p = calls ? recursion_in_calls_mode() : valid_names_only();
        p->samples_complete = p->spans_complete = false;
        g_array_set_size(p->samples, 1);
        for (size_t i = 0; i < G_N_ELEMENTS(timed_writers); i++) {
            SpProfile *again = read_back(p, timed_writers[i]);
            assert_same_stacks(again, p, NANOSECONDS, true);
            ck_assert(!again->samples_complete && !again->spans_complete);
            sp_profile_free(again);
        }
        sp_profile_free(p);
    }
}
END_TEST

START_TEST(samples_survive_where_the_format_counts_them)
{
    SpProfile *p = valid_names_only();
    for (int complete = 1; complete >= 0; complete--) {
        p->samples_complete = complete;
        for (size_t i = 0; i < 2; i++) { /* not trace events */
            SpProfile *again = read_back(p, timed_writers[i]);
            assert_same_stacks(again, p, SAMPLES, true);
            sp_profile_free(again);
        }
    }
    sp_profile_free(p);
}
END_TEST

START_TEST(r17_r22_a_folded_file_goes_through_every_format_and_back)
{
    SpProfile *p = nasty_profile();
    char *folded = written(p, sp_write_folded, NULL);
    SpProfile *read = read_text(folded);
    char *same = written(read, sp_write_folded, NULL);
    ck_assert_str_eq(same, folded);
    for (size_t i = 0; i < G_N_ELEMENTS(timed_writers); i++) {
        SpProfile *again = read_back(read, timed_writers[i]);
        ck_assert(!again->has_time);
        ck_assert_int_eq(sp_profile_sum(again).samples, sp_profile_sum(p).samples);
        sp_profile_free(again);
    }
    g_free(same);
    g_free(folded);
    sp_profile_free(read);
    sp_profile_free(p);
}
END_TEST

START_TEST(lines_and_functions_survive_where_the_format_has_them)
{
    SpProfile *p = timed_profile();
    SpFunction f = {.name = "(wrapper x) W", .module = "m", .file = "dir/a \"b\".cs", .start_line = 10,
                    .kind = SP_FUNCTION_WRAPPER};
    uint32_t function = sp_profile_function(p, &f);
    take_sample(p, sp_profile_child(p, 0, sp_profile_frame(p, function, 11, SP_TIER_JIT)), 10, 10);
    take_sample(p, sp_profile_child(p, 0, sp_profile_frame(p, function, 12, SP_TIER_JIT)), 30, 20);
    for (size_t i = 0; i < 2; i++) {
        SpProfile *again = read_back(p, timed_writers[i]);
        ck_assert(again->has_lines);
        ck_assert_uint_eq(again->functions->len, 1);
        ck_assert_str_eq(sp_function(again, 0)->file, f.file);
        ck_assert_str_eq(sp_function(again, 0)->module, "m");
        ck_assert_uint_eq(sp_function(again, 0)->start_line, 10);
        ck_assert_uint_eq(sp_function(again, 0)->kind, SP_FUNCTION_WRAPPER);
        ck_assert_uint_eq(sp_frame(again, 0)->line, 11);
        ck_assert_uint_eq(sp_frame(again, 1)->line, 12);
        sp_profile_free(again);
    }
    sp_profile_free(p);
}
END_TEST

/* Main interpreted; Hot first interpreted, then compiled; and a name that looks marked. */
static SpProfile *two_tiers(void)
{
    static const SpTier leaf[] = {SP_TIER_INTERP, SP_TIER_JITERP, SP_TIER_AOT};
    SpProfile *p = timed_profile();
    SpFunction main_function = {.name = "Main", .module = "a,jit"}, hot = {.name = "Hot", .module = "m"};
    SpFunction marked = {.name = "Looks_[j]"};
    uint32_t root = sp_profile_child(
        p, 0, sp_profile_frame(p, sp_profile_function(p, &main_function), 0, SP_TIER_INTERP));
    for (int i = 0; i < 3; i++)
        take_sample(p, sp_profile_child(p, root, sp_profile_frame(p, sp_profile_function(p, &hot), 0, leaf[i])),
                    10 * (i + 1), 10);
    take_sample(p, sp_profile_child(p, root, sp_profile_frame(p, sp_profile_function(p, &marked), 0, SP_TIER_UNKNOWN)),
                40, 10);
    return p;
}

/* Some weight's leaf has the name and the tier. */
static bool ends_in(const SpProfile *p, const char *name, SpTier tier)
{
    bool found = false;
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        if (n->frame != SP_NONE && !strcmp(sp_node_function(p, i)->name, name) && sp_frame(p, n->frame)->tier == tier)
            found |= n->samples || n->self_ns;
    }
    return found;
}

START_TEST(tiers_survive_where_the_format_has_them)
{
    static const struct {
        Write write;
        bool needs_marks;
    } formats[] = {{sp_write_pprof, false}, {sp_write_chrome, false}, {sp_write_folded, true}, {sp_write_speedscope, true}};
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        SpProfile *p = two_tiers();
        p->marks_tiers = formats[i].needs_marks;
        SpProfile *again = read_back(p, formats[i].write);
        for (SpTier tier = SP_TIER_INTERP; tier < SP_TIER_COUNT; tier++)
            ck_assert_int_eq(ends_in(again, "Hot", tier), tier != SP_TIER_JIT);
        ck_assert(ends_in(again, "Looks_[j]", SP_TIER_UNKNOWN));
        ck_assert_uint_eq(again->functions->len, 3);
        ck_assert_uint_eq(sp_frame(again, sp_node(again, 1)->frame)->tier, SP_TIER_INTERP);
        if (formats[i].write != sp_write_folded)
            ck_assert_str_eq(sp_node_function(again, 1)->module, "a,jit");
        sp_profile_free(again);
        sp_profile_free(p);
    }
}
END_TEST

START_TEST(a_method_is_one_in_names_unless_marks_are_wanted)
{
    SpProfile *p = two_tiers();
    char *folded = written(p, sp_write_folded, NULL), *speedscope = written(p, sp_write_speedscope, NULL);
    ck_assert_str_eq(folded, "Main;Hot 3\nMain;Looks_\\x5bj] 1\n");
    ck_assert_uint_eq(count_of(speedscope, "\"name\":\"Hot"), 1);
    p->marks_tiers = true;
    char *marked = written(p, sp_write_folded, NULL);
    ck_assert_str_eq(marked, "Main_[0];Hot_[0] 1\nMain_[0];Hot_[j] 1\nMain_[0];Hot_[a] 1\nMain_[0];Looks_\\x5bj] 1\n");
    g_free(marked);
    g_free(speedscope);
    g_free(folded);
    sp_profile_free(p);
}
END_TEST

SUITE("round-trip", 30, r24_every_valid_name_survives_every_format_unchanged, r21_no_two_names_become_one_in_any_format,
      header_fields_survive, calls_and_their_counts_survive, bytes_and_objects_survive, order_in_time_survives_json,
      incomplete_order_falls_back_to_the_tree_with_the_same_weights, samples_survive_where_the_format_counts_them,
      r17_r22_a_folded_file_goes_through_every_format_and_back, lines_and_functions_survive_where_the_format_has_them,
      tiers_survive_where_the_format_has_them, a_method_is_one_in_names_unless_marks_are_wanted)
