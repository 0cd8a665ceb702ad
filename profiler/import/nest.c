/*
 * nest.c - from bars that open and close to a call tree. Whatever stretch of time passes while a frame is innermost is
 * that frame's own.
 */
#include "profiler/import/reading.h"

void sp_nest_init(SpNest *n, SpBuild *b)
{
    *n = (SpNest){.b = b, .open = g_array_new(FALSE, FALSE, sizeof(SpOpenFrame))};
}

void sp_nest_free(SpNest *n)
{
    g_array_unref(n->open);
}

void sp_nest_start_thread(SpNest *n, uint32_t thread)
{
    g_array_set_size(n->open, 0);
    n->root = sp_thread(n->b->p, thread)->root;
    n->now = INT64_MIN;
}

static void give_time(SpNest *n, int64_t until)
{
    if (n->open->len && until > n->now) {
        uint32_t node = g_array_index(n->open, SpOpenFrame, n->open->len - 1).node;
        int64_t length;
        bool fits = !__builtin_sub_overflow(until, n->now, &length);
        fits = fits && sp_build_add(n->b, node, n->time ? 0 : length, n->time ? length : 0, 0);
        n->overflowed = n->overflowed || !fits;
        if (n->timeline && fits)
            sp_profile_add_sample(n->b->p, until, length, node);
    }
    n->now = until;
}

void sp_nest_open(SpNest *n, uint32_t frame, int64_t at)
{
    give_time(n, at);
    uint32_t parent = n->open->len ? g_array_index(n->open, SpOpenFrame, n->open->len - 1).node : n->root;
    SpOpenFrame f = {sp_build_child(n->b, parent, frame), frame, at};
    g_array_append_val(n->open, f);
    if (n->calls)
        n->overflowed = !sp_build_add(n->b, f.node, 0, 0, 1) || n->overflowed;
}

void sp_nest_close(SpNest *n, int64_t at)
{
    give_time(n, at);
    SpOpenFrame f = g_array_index(n->open, SpOpenFrame, n->open->len - 1);
    g_array_set_size(n->open, n->open->len - 1);
    if (n->calls && n->time)
        sp_profile_add_span(n->b->p, f.start, at, f.node);
}

void sp_nest_end(SpNest *n)
{
    SpProfile *p = n->b->p;
    if (n->timeline)
        sp_build_sort_timeline(n->b);
    if (n->calls)
        sp_build_sort_spans(n->b);
    p->samples_complete = n->timeline && n->time;
    p->spans_complete = n->calls && n->time;
    p->has_calls = n->calls;
    p->has_time = n->time;
}
