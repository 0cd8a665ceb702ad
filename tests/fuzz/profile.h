/* profile.h - what must hold for every profile a reader lets through: it is sound, and every writer copes with it. */
#ifndef TESTS_FUZZ_PROFILE_H
#define TESTS_FUZZ_PROFILE_H

#include "profiler/export/export.h"
#include "profiler/export/writing.h"
#include "profiler/import/import.h"
#include "tests/fuzz/fuzz.h"

typedef SpProfile *(*Reader)(const uint8_t *bytes, size_t size, const char *name, GError **error);

static void check_tree(const SpProfile *p)
{
    FUZZ_CHECK(p->threads->len > 0);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        FUZZ_CHECK(n->parent == SP_NONE || n->parent < i);
        FUZZ_CHECK((n->parent == SP_NONE) == (n->frame == SP_NONE));
        FUZZ_CHECK(n->thread < p->threads->len && (n->frame == SP_NONE || n->frame < p->frames->len));
    }
    for (uint32_t i = 0; i < p->samples->len; i++)
        FUZZ_CHECK(g_array_index(p->samples, SpSample, i).node < p->nodes->len &&
                   g_array_index(p->samples, SpSample, i).weight_ns >= 0);
    for (uint32_t i = 0; i < p->spans->len; i++)
        FUZZ_CHECK(g_array_index(p->spans, SpSpan, i).node < p->nodes->len &&
                   g_array_index(p->spans, SpSpan, i).start_ns <= g_array_index(p->spans, SpSpan, i).end_ns);
}

static void check_writers(const SpProfile *p)
{
    static void (*const writers[])(const SpProfile *, SpOutput *) = {sp_write_folded, sp_write_speedscope,
                                                                     sp_write_pprof, sp_write_chrome};
    for (size_t i = 0; i < G_N_ELEMENTS(writers); i++) {
        SpOutput *o = sp_output_open("/dev/null", NULL);
        FUZZ_CHECK(o != NULL);
        writers[i](p, o);
        FUZZ_CHECK(sp_output_close(o, NULL));
    }
}

static int check_reader(Reader read, const uint8_t *data, size_t size)
{
    GError *error = NULL;
    SpProfile *p = read(data, size, "input", &error);
    FUZZ_CHECK((p != NULL) != (error != NULL));
    if (error)
        FUZZ_CHECK(strstr(error->message, "input") != NULL && !strchr(error->message, '\n'));
    if (p) {
        check_tree(p);
        check_writers(p);
    }
    sp_profile_free(p);
    g_clear_error(&error);
    return 0;
}

#endif
