/* Suite of profiler/export/graph/html.c and payload.c, and of their reader profiler/import/read-html.c. */
#include "profiler/export/graph/payload.h"
#include "profiler/import/import.h"
#include "synthetic.h"
#include "tests/suite.h"
#include "tests/export/support.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#ifdef __SANITIZE_ADDRESS__
#define SLOWNESS 6 /* of a build that checks every access */
#else
#define SLOWNESS 1
#endif

static SpProfile *read_page(const char *page, size_t size)
{
    GError *error = NULL;
    SpProfile *p = sp_import_html(page, size, "test.html", &error);
    ck_assert_msg(p != NULL, "%s", error ? error->message : "no message");
    return p;
}

static SpProfile *round_trip(const SpProfile *p)
{
    size_t size;
    char *page = written(p, sp_write_html, &size);
    SpProfile *back = read_page(page, size);
    g_free(page);
    return back;
}

/* ---- Equality ----------------------------------------------------------------------------------------------- */

static void assert_same_header(const SpProfile *a, const SpProfile *b)
{
    ck_assert_str_eq(a->program, b->program);
    ck_assert_str_eq(a->command, b->command);
    ck_assert_str_eq(a->runtime, b->runtime);
    ck_assert_str_eq(a->mode, b->mode);
    ck_assert_str_eq(a->trigger, b->trigger);
    ck_assert_uint_eq(a->pid, b->pid);
    ck_assert_int_eq(a->start_unix_ns, b->start_unix_ns);
    ck_assert_int_eq(a->duration_ns, b->duration_ns);
    ck_assert_int_eq(a->interval_ns, b->interval_ns);
    ck_assert_int_eq(a->mean_interval_ns, b->mean_interval_ns);
    ck_assert_int_eq(a->interval_bytes, b->interval_bytes);
    ck_assert(a->in_bytes == b->in_bytes);
    ck_assert_uint_eq(a->clock, b->clock);
    ck_assert(a->has_calls == b->has_calls);
    ck_assert(a->has_time == b->has_time);
    ck_assert(a->has_lines == b->has_lines);
    ck_assert(a->threads_as_roots == b->threads_as_roots);
    ck_assert(a->samples_complete == b->samples_complete);
    ck_assert(a->spans_complete == b->spans_complete);
    ck_assert_int_eq(a->dropped, b->dropped);
    ck_assert_int_eq(a->truncated, b->truncated);
    ck_assert_int_eq(a->pruned, b->pruned);
}

static void assert_same_functions(const SpProfile *a, const SpProfile *b)
{
    ck_assert_uint_eq(a->functions->len, b->functions->len);
    for (uint32_t i = 0; i < a->functions->len; i++) {
        const SpFunction *x = sp_function(a, i), *y = sp_function(b, i);
        ck_assert_str_eq(x->name, y->name);
        ck_assert_str_eq(x->raw_name, y->raw_name);
        ck_assert_str_eq(x->module, y->module);
        ck_assert_str_eq(x->file, y->file);
        ck_assert_uint_eq(x->start_line, y->start_line);
        ck_assert_uint_eq(x->kind, y->kind);
    }
    ck_assert_uint_eq(a->frames->len, b->frames->len);
    for (uint32_t i = 0; i < a->frames->len; i++) {
        ck_assert_uint_eq(sp_frame(a, i)->function, sp_frame(b, i)->function);
        ck_assert_uint_eq(sp_frame(a, i)->line, sp_frame(b, i)->line);
        ck_assert_uint_eq(sp_frame(a, i)->tier, sp_frame(b, i)->tier);
    }
}

static void assert_same_profile(const SpProfile *a, const SpProfile *b)
{
    assert_same_header(a, b);
    assert_same_functions(a, b);
    ck_assert_uint_eq(a->threads->len, b->threads->len);
    for (uint32_t i = 0; i < a->threads->len; i++) {
        ck_assert_uint_eq(sp_thread(a, i)->id, sp_thread(b, i)->id);
        ck_assert_str_eq(sp_thread(a, i)->name, sp_thread(b, i)->name);
        ck_assert_uint_eq(sp_thread(a, i)->root, sp_thread(b, i)->root);
    }
    ck_assert_uint_eq(a->nodes->len, b->nodes->len);
    for (uint32_t i = 0; i < a->nodes->len; i++) {
        const SpNode *x = sp_node(a, i), *y = sp_node(b, i);
        ck_assert_uint_eq(x->parent, y->parent);
        ck_assert_uint_eq(x->frame, y->frame);
        ck_assert_uint_eq(x->thread, y->thread);
        ck_assert_int_eq(x->samples, y->samples);
        ck_assert_int_eq(x->self_ns, y->self_ns);
        ck_assert_int_eq(x->calls, y->calls);
    }
    ck_assert_uint_eq(a->samples->len, b->samples->len);
    for (uint32_t i = 0; i < a->samples->len; i++) {
        const SpSample *x = &g_array_index(a->samples, SpSample, i), *y = &g_array_index(b->samples, SpSample, i);
        ck_assert_int_eq(x->time_ns, y->time_ns);
        ck_assert_int_eq(x->weight_ns, y->weight_ns);
        ck_assert_uint_eq(x->node, y->node);
    }
    ck_assert_uint_eq(a->spans->len, b->spans->len);
    for (uint32_t i = 0; i < a->spans->len; i++) {
        const SpSpan *x = &g_array_index(a->spans, SpSpan, i), *y = &g_array_index(b->spans, SpSpan, i);
        ck_assert_int_eq(x->start_ns, y->start_ns);
        ck_assert_int_eq(x->end_ns, y->end_ns);
        ck_assert_uint_eq(x->node, y->node);
    }
}

static void assert_round_trip(SpProfile *p)
{
    SpProfile *back = round_trip(p);
    assert_same_profile(p, back);
    sp_profile_free(back);
    sp_profile_free(p);
}

START_TEST(page_read_back_is_the_same_profile)
{
    assert_round_trip(synthetic_program());
    assert_round_trip(synthetic_calls());
    assert_round_trip(synthetic_empty());
    assert_round_trip(synthetic_deep(30000));
    assert_round_trip(synthetic_large(20000, 9));
}
END_TEST

START_TEST(allocations_stay_in_bytes)
{
    SpProfile *p = sp_profile_new();
    sp_profile_add_thread(p, 1, "Main");
    p->in_bytes = p->has_time = true;
    p->interval_bytes = 524288;
    sp_profile_add(p, stack(p, 0, "Main()", "Make()", NULL), 100, 1572864, 0);
    SpProfile *again = round_trip(p);
    ck_assert(again->in_bytes);
    ck_assert_int_eq(again->interval_bytes, 524288);
    sp_profile_free(again);
    assert_round_trip(p);
}
END_TEST

START_TEST(extreme_values_survive)
{
    SpProfile *p = synthetic_empty();
    sp_profile_add_thread(p, UINT64_MAX, "top");
    p->pid = UINT32_MAX;
    p->dropped = INT64_MAX;
    p->pruned = 77;
    p->clock = SP_CLOCK_CPU;
    p->threads_as_roots = true;
    uint32_t node = synthetic_stack(p, 0, "A();B()", (INT64_C(1) << 53) + 1, -((INT64_C(1) << 60) + 3));
    SpFunction unused = {.name = "never called", .start_line = UINT32_MAX - 1, .kind = SP_FUNCTION_SYNTHETIC};
    sp_profile_function(p, &unused);
    sp_profile_add_sample(p, (INT64_C(1) << 61) + 1, (INT64_C(1) << 60) + 7, node);
    assert_round_trip(p);
}
END_TEST

START_TEST(r22_r24_hostile_names_come_back_byte_for_byte)
{
    SpProfile *p = sp_profile_new();
    sp_profile_add_thread(p, 1, "t\"1\n");
    for (unsigned i = 0; i < synthetic_hostile_count; i++)
        if (g_utf8_validate(synthetic_hostile_names[i], -1, NULL))
            synthetic_stack(p, 0, synthetic_hostile_names[i], i + 1, 0);
    assert_round_trip(p);
}
END_TEST

START_TEST(bytes_that_are_no_utf8_are_repaired_and_stay_apart)
{
    SpProfile *p = sp_profile_new();
    sp_profile_add_thread(p, 1, "Main");
    synthetic_stack(p, 0,
                    "a\xFF"
                    "b",
                    1, 0);
    synthetic_stack(p, 0,
                    "a\xFE"
                    "b",
                    2, 0);
    synthetic_stack(p, 0,
                    "a\xEF\xBF\xBD"
                    "b",
                    3, 0);
    SpProfile *back = round_trip(p);
    ck_assert_uint_eq(back->functions->len, 3);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert(g_utf8_validate(sp_function(back, i)->name, -1, NULL));
    ck_assert_str_ne(sp_function(back, 0)->name, sp_function(back, 1)->name);
    sp_profile_free(back);
    sp_profile_free(p);
}
END_TEST

START_TEST(no_name_appears_in_the_page_outside_the_payload)
{
    size_t hostile_size, benign_size;
    SpProfile *hostile = synthetic_names(true), *benign = synthetic_names(false);
    char *a = written(hostile, sp_write_html, &hostile_size), *b = written(benign, sp_write_html, &benign_size);
    ck_assert_uint_eq(count_of(a, "hacked"), 0);
    ck_assert_uint_eq(count_of(a, "onerror"), 0);
    ck_assert_uint_eq(count_of(a, SP_PAYLOAD_OPEN), 1);
    ck_assert_uint_eq(count_of(a, "<script"), count_of(b, "<script"));
    ck_assert_uint_eq(count_of(a, "://"), 0); /* needs no network */
    *strstr(a, SP_PAYLOAD_OPEN) = *strstr(b, SP_PAYLOAD_OPEN) = 0;
    ck_assert_str_eq(a, b);
    g_free(a);
    g_free(b);
    sp_profile_free(hostile);
    sp_profile_free(benign);
}
END_TEST

/* ---- Pruning ------------------------------------------------------------------------------------------------ */

static SpProfile *unpacked(GByteArray *packed)
{
    GError *error = NULL;
    char *base64 = g_base64_encode(packed->data, packed->len);
    char *page = g_strdup_printf("<html>%s%s%s", SP_PAYLOAD_OPEN, base64, SP_PAYLOAD_CLOSE);
    SpProfile *p = sp_import_html(page, strlen(page), "pruned", &error);
    ck_assert_msg(p != NULL, "%s", error ? error->message : "");
    g_free(page);
    g_free(base64);
    g_byte_array_unref(packed);
    return p;
}

START_TEST(pruned_profile_keeps_its_sums_and_says_what_went)
{
    SpPayloadLimits limits = {.max_nodes = 5000, .max_timeline = 1000, .max_bytes = SP_PAYLOAD_MAX_BYTES};
    SpProfile *p = synthetic_large(60000, 11);
    for (uint32_t i = 0; i < 1500; i++)
        sp_profile_add_sample(p, i, 1, i * 37 % p->nodes->len);
    p->samples_complete = true;
    SpProfile *small = unpacked(sp_payload_encode(p, &limits));
    SpSum want = sp_profile_sum(p), have = sp_profile_sum(small);
    ck_assert_int_eq(have.samples, want.samples);
    ck_assert_int_eq(have.ns, want.ns);
    ck_assert_uint_le(small->nodes->len, 5000);
    ck_assert_uint_gt(small->nodes->len, 500);
    ck_assert_int_eq(small->pruned + small->nodes->len, p->nodes->len);
    ck_assert_uint_eq(small->samples->len, 1000);
    ck_assert(!small->samples_complete);
    ck_assert_uint_lt(small->functions->len, p->functions->len + 1);
    sp_profile_free(small);
    sp_profile_free(p);
}
END_TEST

START_TEST(pruning_ends_also_where_weights_cannot_decide)
{
    SpPayloadLimits limits = {.max_nodes = 100, .max_timeline = 10, .max_bytes = 3000};
    SpProfile *p = sp_profile_new();
    sp_profile_add_thread(p, 1, "Main");
    for (unsigned i = 0; i < 4000; i++) {
        char name[32];
        g_snprintf(name, sizeof name, "F%u()", i * 2654435761u);
        synthetic_stack(p, 0, name, 0, 0);
    }
    GByteArray *packed = sp_payload_encode(p, &limits);
    ck_assert_uint_le(packed->len, 3000);
    SpProfile *small = unpacked(packed);
    ck_assert_int_eq(small->pruned + small->nodes->len, p->nodes->len);
    sp_profile_free(small);
    sp_profile_free(p);
}
END_TEST

START_TEST(r72_a_million_stacks_are_written_in_time_and_within_the_stated_size)
{
    size_t size;
    SpProfile *p = synthetic_large(1200000, 13);
    clock_t begun = clock(); /* time of the processor: the machine may be busy with other tests */
    char *page = written(p, sp_write_html, &size);
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    printf("# 1200000 nodes: HTML of %.1f MB in %.2f s\n", (double)size / 1e6, seconds);
    ck_assert_uint_lt(size, SP_PAYLOAD_MAX_BYTES / 3 * 4 + (1 << 20));
    ck_assert_double_lt(seconds, 5 * SLOWNESS);
    SpProfile *back = read_page(page, size);
    ck_assert_int_eq(sp_profile_sum(back).ns, sp_profile_sum(p).ns);
    sp_profile_free(back);
    g_free(page);
    sp_profile_free(p);
}
END_TEST

/* ---- Reader against bad pages --------------------------------------------------------------------------------- */

static void assert_refused(const char *page, size_t size, const char *part)
{
    GError *error = NULL;
    SpProfile *p = sp_import_html(page, size, "bad.html", &error);
    ck_assert_ptr_null(p);
    ck_assert_ptr_nonnull(error);
    ck_assert_msg(g_str_has_prefix(error->message, "bad.html: ") && strstr(error->message, part),
                  "'%s' does not say '%s'", error->message, part);
    g_error_free(error);
}

static char *page_of_json(const char *json, size_t *size)
{
    unsigned char packed[4096];
    z_stream z = {.next_in = (unsigned char *)json,
                  .avail_in = (uInt)strlen(json),
                  .next_out = packed,
                  .avail_out = sizeof packed};
    ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    char *base64 = g_base64_encode(packed, z.total_out);
    char *page = g_strdup_printf("%s\n%s\n%s", SP_PAYLOAD_OPEN, base64, SP_PAYLOAD_CLOSE);
    deflateEnd(&z);
    g_free(base64);
    *size = strlen(page);
    return page;
}

#define JSON(functions, frames, threads, nodes, timeline)                                                              \
    "{\"version\":1,\"header\":{},\"strings\":[\"a\"],\"functions\":" functions ",\"frames\":" frames                  \
    ",\"threads\":" threads ",\"nodes\":" nodes ",\"timeline\":" timeline                                              \
    ",\"spans\":{\"start\":[],\"length\":[],\"node\":[]}}"
#define FUNCTIONS "{\"name\":[0],\"raw_name\":[0],\"module\":[0],\"file\":[0],\"start_line\":[0],\"kind\":[0]}"
#define FRAMES "{\"function\":[0],\"line\":[0],\"tier\":[0]}"
#define THREADS "{\"id\":[1],\"name\":[0],\"root\":[0]}"
#define NODES "{\"parent\":[0,1],\"frame\":[-1,0],\"samples\":[0,1],\"self_ns\":[0,1],\"calls\":[0,0]}"
#define TIMELINE "{\"time\":[],\"weight\":[],\"node\":[]}"

START_TEST(small_page_of_good_json_is_read)
{
    size_t size;
    char *page = page_of_json(JSON(FUNCTIONS, FRAMES, THREADS, NODES, TIMELINE), &size);
    SpProfile *p = read_page(page, size);
    ck_assert_uint_eq(p->nodes->len, 2);
    sp_profile_free(p);
    g_free(page);
}
END_TEST

START_TEST(broken_tables_are_refused_with_table_and_row)
{
    static const struct {
        const char *json, *part;
    } cases[] = {
        {"[]", "byte 0"},
        {"{\"version\":2}", "version 2"},
        {"{\"version\":1}", "no table functions"},
        {"{\"version\":1,\"nodes\":{\"parent\":[0,}", "byte 34"},
        {JSON("{\"name\":[1],\"raw_name\":[0],\"module\":[0],\"file\":[0],\"start_line\":[0],\"kind\":[0]}", FRAMES,
              THREADS, NODES, TIMELINE),
         "functions row 0: column name"},
        {JSON("{\"name\":[0],\"raw_name\":[0],\"module\":[0],\"file\":[0],\"start_line\":[0],\"kind\":[9]}", FRAMES,
              THREADS, NODES, TIMELINE),
         "functions row 0: column kind"},
        {JSON("{\"name\":[0]}", FRAMES, THREADS, NODES, TIMELINE), "table functions: column raw_name is missing"},
        {JSON(FUNCTIONS, "{\"function\":[1],\"line\":[0],\"tier\":[0]}", THREADS, NODES, TIMELINE),
         "frames row 0: column function"},
        {JSON(FUNCTIONS, "{\"function\":[0],\"line\":[-1],\"tier\":[0]}", THREADS, NODES, TIMELINE),
         "frames row 0: column line"},
        {JSON(FUNCTIONS, FRAMES, "{\"id\":[1],\"name\":[0],\"root\":[7]}", NODES, TIMELINE),
         "threads row 0: column root"},
        {JSON(FUNCTIONS, FRAMES, "{\"id\":[1],\"name\":[0],\"root\":[1]}", NODES, TIMELINE),
         "nodes row 0: column parent"},
        {JSON(FUNCTIONS, FRAMES, THREADS,
              "{\"parent\":[0,2],\"frame\":[-1,0],\"samples\":[0,1],\"self_ns\":[0,1],\"calls\":[0,0]}", TIMELINE),
         "nodes row 1: column parent"},
        {JSON(FUNCTIONS, FRAMES, THREADS,
              "{\"parent\":[0,1],\"frame\":[-1,3],\"samples\":[0,1],\"self_ns\":[0,1],\"calls\":[0,0]}", TIMELINE),
         "nodes row 1: column frame"},
        {JSON(FUNCTIONS, FRAMES, THREADS,
              "{\"parent\":[0,1],\"frame\":[-1,0],\"samples\":[0],\"self_ns\":[0,1],\"calls\":[0,0]}", TIMELINE),
         "column samples"},
        {JSON(FUNCTIONS, FRAMES, THREADS,
              "{\"parent\":[0,1],\"frame\":[-1,0],\"samples\":[9223372036854775807,1],\"self_ns\":[0,1],\"calls\":[0,0]"
              "}",
              TIMELINE),
         "64 bits"},
        {JSON(FUNCTIONS, FRAMES, THREADS,
              "{\"parent\":[0,1],\"frame\":[-1,0],\"samples\":[99999999999999999999999,1],\"self_ns\":[0,1],\"calls\":["
              "0,0]}",
              TIMELINE),
         "integer"},
        {JSON(FUNCTIONS, FRAMES, THREADS, NODES, "{\"time\":[1,-1],\"weight\":[0,0],\"node\":[1,0]}"),
         "timeline row 1: column time"},
        {JSON(FUNCTIONS, FRAMES, THREADS, NODES, "{\"time\":[1],\"weight\":[0],\"node\":[2]}"),
         "timeline row 0: column node"},
        {JSON(FUNCTIONS, FRAMES, THREADS, NODES, "{\"time\":[1],\"weight\":[-5],\"node\":[1]}"), "timeline row 0"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        size_t size;
        char *page = page_of_json(cases[i].json, &size);
        assert_refused(page, size, cases[i].part);
        g_free(page);
    }
}
END_TEST

START_TEST(damaged_pages_are_refused_with_an_offset)
{
    static const char other[] = "<!DOCTYPE html><html><body>hello</body></html>";
    assert_refused(other, sizeof other - 1, "no profile of ours");
    assert_refused("", 0, "no profile of ours");
    assert_refused(SP_PAYLOAD_OPEN "AAAA", strlen(SP_PAYLOAD_OPEN) + 4, "ends inside the profile");
    const char *bad = SP_PAYLOAD_OPEN "AA*A" SP_PAYLOAD_CLOSE;
    assert_refused(bad, strlen(bad), "no base64");
    bad = SP_PAYLOAD_OPEN "AAA" SP_PAYLOAD_CLOSE;
    assert_refused(bad, strlen(bad), "cut");
    bad = SP_PAYLOAD_OPEN "AAAA" SP_PAYLOAD_CLOSE;
    assert_refused(bad, strlen(bad), "damaged");
}
END_TEST

START_TEST(any_flipped_or_missing_byte_gives_a_result_or_an_error)
{
    SpProfile *p = synthetic_names(true);
    GByteArray *packed = sp_payload_encode(p, &sp_payload_limits);
    unsigned refused = 0;
    for (guint at = 0; at < packed->len; at++) {
        for (int kind = 0; kind < 2; kind++) {
            guint8 *bytes = g_memdup2(packed->data, packed->len);
            bytes[at] ^= kind ? 0x10 : 0;
            char *base64 = g_base64_encode(bytes, kind ? packed->len : at);
            char *page = g_strdup_printf("%s%s%s", SP_PAYLOAD_OPEN, base64, SP_PAYLOAD_CLOSE);
            GError *error = NULL;
            SpProfile *back = sp_import_html(page, strlen(page), "x", &error);
            ck_assert((back != NULL) != (error != NULL));
            refused += error != NULL;
            g_clear_error(&error);
            sp_profile_free(back);
            g_free(page);
            g_free(base64);
            g_free(bytes);
        }
    }
    ck_assert_uint_gt(refused, packed->len);
    g_byte_array_unref(packed);
    sp_profile_free(p);
}
END_TEST

SUITE("export-html", 120, page_read_back_is_the_same_profile, allocations_stay_in_bytes, extreme_values_survive,
      r22_r24_hostile_names_come_back_byte_for_byte, bytes_that_are_no_utf8_are_repaired_and_stay_apart,
      no_name_appears_in_the_page_outside_the_payload, pruned_profile_keeps_its_sums_and_says_what_went,
      pruning_ends_also_where_weights_cannot_decide,
      r72_a_million_stacks_are_written_in_time_and_within_the_stated_size, small_page_of_good_json_is_read,
      broken_tables_are_refused_with_table_and_row, damaged_pages_are_refused_with_an_offset,
      any_flipped_or_missing_byte_gives_a_result_or_an_error)
