/*
 * read-speedscope.c - speedscope files, ours (profiler/export/speedscope.c has the grammar) and any other maker's.
 *
 * Each profile of the file becomes a thread, except those we marked "merged" ourselves, which repeat the others.
 * Members may come in any order. Units of time become nanoseconds exactly; with "none" the weights are the
 * samples. A sampled entry is one sample (our "counts" say otherwise) and, with a unit of time, an entry of the
 * timeline; an evented O..C is a call. In our own files the header fields say whether that is so.
 *
 * Refused, with the byte offset: invalid JSON, a missing member, a frame index out of range, weights that are negative
 * or of another number than the samples, events that fall in time, close another frame than the innermost or leave one
 * open.
 */
#include "profiler/export/writing.h"
#include "profiler/import/reading.h"

#include <string.h>

enum { TYPE, NAME, UNIT, START, SAMPLES, WEIGHTS, COUNTS, EVENTS, MERGED, THREAD, MEMBERS };

typedef struct {
    SpBuild b;
    GArray *frames; /* uint32_t: index in the file -> frame */
    SpNest nest;
    bool ours, has_lines;
    bool wants_calls, wants_timeline; /* what evented bars and sampled entries mean in this file */
    bool any_time, any_untimed, any_bytes;
} Reader;

static bool fail(Reader *r, const SpJson *j, const char *message)
{
    return sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", sp_json_offset(j), "%s", message);
}

/* ---- Frames ----------------------------------------------------------------------------------------------------- */

static uint32_t small_number(SpMember *m)
{
    const char *text = sp_member_text(m);
    int64_t value;
    return text && sp_decimal(text, strlen(text), 0, &value) && value > 0 && value <= UINT32_MAX ? (uint32_t)value : 0;
}

static const char *own_text(Reader *r, SpMember *m)
{
    return sp_profile_string(r->b.p, sp_member_text(m));
}

static bool read_frame(Reader *r, SpJson *j)
{
    SpMember m[] = {{.key = "name"}, {.key = "file"}, {.key = "line"}, {.key = "raw_name"},
                    {.key = "module"}, {.key = "start_line"}, {.key = "kind"}, {.key = "tier"}};
    SpJson at = *j;
    if (!sp_json_members(&r->b, j, m, G_N_ELEMENTS(m)))
        return false;
    if (!sp_member_text(&m[0])) {
        sp_json_next(&at);
        return fail(r, &at, "a frame needs a name");
    }
    SpFunction f = {.name = own_text(r, &m[0]), .file = own_text(r, &m[1])};
    uint32_t line = small_number(&m[2]);
    SpTier tier = SP_TIER_UNKNOWN;
    if (r->ours) {
        size_t length = strlen(f.name);
        tier = sp_tier_by_word(m[7].found ? sp_member_text(&m[7]) : NULL);
        if (tier && sp_tier_of_mark(f.name, &length) == tier)
            f.name = sp_profile_string_len(r->b.p, f.name, length);
        f.raw_name = m[3].found ? own_text(r, &m[3]) : NULL;
        f.module = own_text(r, &m[4]);
        f.start_line = r->has_lines ? small_number(&m[5]) : line;
        f.kind = (uint8_t)MIN(small_number(&m[6]), SP_FUNCTION_SYNTHETIC);
        line = r->has_lines ? line : 0;
    }
    uint32_t frame = sp_profile_frame(r->b.p, sp_profile_function(r->b.p, &f), line, tier);
    g_array_append_val(r->frames, frame);
    return true;
}

static bool is_value(SpJsonToken t)
{
    return t != SP_JSON_ERROR && t != SP_JSON_END && t != SP_JSON_OBJECT_END && t != SP_JSON_ARRAY_END;
}

/* True if another element follows; it is not consumed. Ends and errors are told apart by j->message. */
static bool more_elements(SpJson *j)
{
    SpJson peek = *j;
    if (is_value(sp_json_next(&peek)))
        return true;
    *j = peek;
    return false;
}

static bool read_frames(Reader *r, SpMember *shared)
{
    SpMember frames = {.key = "frames"};
    SpJson at = shared->value;
    if (!sp_json_members(&r->b, &at, &frames, 1))
        return false;
    if (!frames.found)
        return fail(r, &at, "no member 'frames' in 'shared'");
    at = frames.value;
    if (sp_json_next(&at) != SP_JSON_ARRAY)
        return sp_json_fail(&r->b, &at, "an array of frames");
    while (more_elements(&at))
        if (!read_frame(r, &at))
            return false;
    return true;
}

static bool frame_at(Reader *r, const SpJson *j, uint32_t *frame)
{
    int64_t index;
    if (!sp_decimal(j->number, j->number_length, 0, &index) || index < 0 || index >= r->frames->len)
        return fail(r, j, "a frame index out of range");
    *frame = g_array_index(r->frames, uint32_t, index);
    return true;
}

/* ---- Numbers with a unit ---------------------------------------------------------------------------------------- */

/* Decimal places to nanoseconds; -1 for what is no time. Bytes are weights like time, in a profile in_bytes. */
static int shift_of_unit(SpMember *unit)
{
    static const char *const units[] = {"nanoseconds", "microseconds", "milliseconds", "seconds"};
    for (int i = 0; i < 4; i++)
        if (sp_member_is(unit, units[i]))
            return i * 3;
    return sp_member_is(unit, "bytes") ? 0 : -1;
}

static bool read_amount(Reader *r, SpJson *j, int shift, int64_t *amount)
{
    if (sp_json_next(j) != SP_JSON_NUMBER)
        return sp_json_fail(&r->b, j, "a number");
    return sp_decimal(j->number, j->number_length, MAX(0, shift), amount) || fail(r, j, "a number beyond 2^63");
}

static bool overflow(Reader *r, const SpJson *j)
{
    return sp_build_fail(&r->b, SP_ERROR_LIMIT, "byte", sp_json_offset(j), "the weights add up to 2^63 or more");
}

/* ---- Sampled ---------------------------------------------------------------------------------------------------- */

static bool read_stack(Reader *r, SpJson *j, uint32_t root, uint32_t *node)
{
    if (sp_json_next(j) != SP_JSON_ARRAY)
        return sp_json_fail(&r->b, j, "a stack, an array of frame indexes");
    SpJsonToken t;
    for (*node = root; (t = sp_json_next(j)) == SP_JSON_NUMBER;) {
        uint32_t frame = 0;
        if (!frame_at(r, j, &frame))
            return false;
        *node = sp_build_child(&r->b, *node, frame);
    }
    return t == SP_JSON_ARRAY_END ? !r->b.error : sp_json_fail(&r->b, j, "a frame index");
}

static bool open_array(Reader *r, const SpMember *m, SpJson *at, const SpJson *profile)
{
    if (!m->found) {
        char *message = g_strdup_printf("a profile without the member '%s'", m->key);
        fail(r, profile, message);
        g_free(message);
        return false;
    }
    *at = m->value;
    return sp_json_next(at) == SP_JSON_ARRAY || sp_json_fail(&r->b, at, "an array");
}

static bool read_entry(Reader *r, SpJson *weights, int shift, uint32_t node, int64_t count, int64_t *now)
{
    int64_t weight;
    if (!more_elements(weights))
        return sp_json_fail(&r->b, weights, "as many weights as samples");
    if (!read_amount(r, weights, shift, &weight))
        return false;
    if (weight < 0)
        return fail(r, weights, "a negative weight");
    bool timed = shift >= 0;
    if (!sp_build_add(&r->b, node, timed ? count : weight, timed ? weight : 0, 0) ||
        __builtin_add_overflow(*now, weight, now))
        return overflow(r, weights);
    if (timed && r->wants_timeline)
        sp_profile_add_sample(r->b.p, *now, weight, node);
    return true;
}

static bool read_sampled(Reader *r, SpMember *m, const SpJson *profile, uint32_t root)
{
    SpJson samples, weights, counts;
    int shift = shift_of_unit(&m[UNIT]);
    int64_t now = 0, count = 1;
    bool has_counts = r->ours && m[COUNTS].found;
    if (!open_array(r, &m[SAMPLES], &samples, profile) || !open_array(r, &m[WEIGHTS], &weights, profile) ||
        (has_counts && !open_array(r, &m[COUNTS], &counts, profile)))
        return false;
    const char *start = sp_member_text(&m[START]);
    if (start && !sp_decimal(start, strlen(start), MAX(0, shift), &now))
        now = 0;
    while (more_elements(&samples)) {
        uint32_t node = root;
        if (!read_stack(r, &samples, root, &node) || (has_counts && !read_amount(r, &counts, 0, &count)) ||
            !read_entry(r, &weights, shift, node, count, &now))
            return false;
    }
    return !more_elements(&weights) || sp_json_fail(&r->b, &weights, "as many samples as weights");
}

/* ---- Evented ---------------------------------------------------------------------------------------------------- */

static bool read_event(Reader *r, SpJson *j, int shift, int64_t *last)
{
    SpMember m[] = {{.key = "type"}, {.key = "frame"}, {.key = "at"}};
    SpJson begin = *j;
    if (!sp_json_members(&r->b, j, m, G_N_ELEMENTS(m)))
        return false;
    sp_json_next(&begin);
    bool opens = sp_member_is(&m[0], "O");
    if ((!opens && !sp_member_is(&m[0], "C")) || !m[1].found || !m[2].found)
        return fail(r, &begin, "an event needs 'type' (O or C), 'frame' and 'at'");
    uint32_t frame = 0;
    int64_t at;
    if (sp_json_next(&m[1].value) != SP_JSON_NUMBER || !frame_at(r, &m[1].value, &frame) ||
        !read_amount(r, &m[2].value, shift, &at))
        return r->b.error ? false : sp_json_fail(&r->b, &m[1].value, "a frame index");
    if (at < *last)
        return fail(r, &begin, "an event is earlier than the one before");
    *last = at;
    if (opens) {
        sp_nest_open(&r->nest, frame, at);
    } else {
        GArray *open = r->nest.open;
        if (!open->len || g_array_index(open, SpOpenFrame, open->len - 1).frame != frame)
            return fail(r, &begin, "an event closes a frame that is not the innermost open one");
        sp_nest_close(&r->nest, at);
    }
    return r->nest.overflowed ? overflow(r, &begin) : !r->b.error;
}

static bool read_evented(Reader *r, SpMember *m, const SpJson *profile, uint32_t thread)
{
    SpJson events;
    int shift = shift_of_unit(&m[UNIT]);
    if (!open_array(r, &m[EVENTS], &events, profile))
        return false;
    sp_nest_start_thread(&r->nest, thread);
    r->nest.time = shift >= 0;
    r->nest.calls = r->wants_calls && shift >= 0;
    r->nest.timeline = r->ours && r->wants_timeline && !r->wants_calls && shift >= 0;
    int64_t last = INT64_MIN;
    while (more_elements(&events))
        if (!read_event(r, &events, shift, &last))
            return false;
    if (r->nest.open->len && !events.message)
        return fail(r, &events, "the events end with a frame still open");
    return true;
}

/* ---- The file --------------------------------------------------------------------------------------------------- */

static uint32_t thread_of_profile(Reader *r, SpMember *m)
{
    if (!r->ours || !m[THREAD].found) {
        const char *name = sp_member_text(&m[NAME]);
        return sp_profile_add_thread(r->b.p, 0, name);
    }
    SpMember members[] = {{.key = "id"}, {.key = "name"}};
    SpJson at = m[THREAD].value;
    guint64 id = 0;
    if (!sp_json_members(&r->b, &at, members, 2))
        return SP_NONE;
    const char *text = sp_member_text(&members[0]);
    if (text)
        g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, &id, NULL);
    return sp_profile_add_thread(r->b.p, id, sp_member_text(&members[1]));
}

static bool read_profile(Reader *r, SpJson *j)
{
    SpMember m[MEMBERS] = {{.key = "type"}, {.key = "name"}, {.key = "unit"}, {.key = "startValue"},
                           {.key = "samples"}, {.key = "weights"}, {.key = "counts"}, {.key = "events"},
                           {.key = "merged"}, {.key = "thread"}};
    SpJson begin = *j;
    if (!sp_json_members(&r->b, j, m, MEMBERS))
        return false;
    sp_json_next(&begin);
    if (r->ours && sp_member_is(&m[MERGED], "true"))
        return true;
    bool evented = sp_member_is(&m[TYPE], "evented");
    if (!evented && !sp_member_is(&m[TYPE], "sampled"))
        return fail(r, &begin, "a profile's type must be 'sampled' or 'evented'");
    uint32_t thread = thread_of_profile(r, m);
    if (thread == SP_NONE)
        return false;
    bool bytes = sp_member_is(&m[UNIT], "bytes");
    if ((bytes && (r->any_time || r->any_untimed)) || (!bytes && r->any_bytes))
        return fail(r, &begin, "profiles in bytes and in other units cannot be one");
    r->any_bytes = bytes;
    if (bytes)
        r->wants_timeline = r->wants_calls = false;
    else if (shift_of_unit(&m[UNIT]) >= 0)
        r->any_time = true;
    else
        r->any_untimed = true;
    if (evented)
        return read_evented(r, m, &begin, thread);
    return read_sampled(r, m, &begin, sp_thread(r->b.p, thread)->root);
}

static bool read_profiles(Reader *r, SpMember *profiles)
{
    SpJson at = profiles->value;
    if (sp_json_next(&at) != SP_JSON_ARRAY)
        return sp_json_fail(&r->b, &at, "an array of profiles");
    while (more_elements(&at))
        if (!read_profile(r, &at))
            return false;
    return true;
}

/* Timeline and spans speak for the profile only if they hold all of it. */
static void finish(Reader *r)
{
    SpProfile *p = r->b.p;
    bool all = !r->any_untimed;
    sp_build_sort_timeline(&r->b);
    sp_build_sort_spans(&r->b);
    int64_t in_timeline = 0, in_spans = 0;
    for (uint32_t i = 0; i < p->samples->len; i++)
        in_timeline += g_array_index(p->samples, SpSample, i).weight_ns;
    in_spans = p->spans->len;
    p->samples_complete = all && p->samples->len && in_timeline == r->b.ns;
    p->spans_complete = all && in_spans && !p->samples->len;
    p->has_calls = r->b.calls > 0;
    p->has_time = r->any_time || r->any_bytes;
    p->in_bytes = r->any_bytes;
}

static bool read_file(Reader *r, SpJson *j)
{
    SpMember m[] = {{.key = "shared"}, {.key = "profiles"}, {.key = "name"}, {.key = "samplepoint"}};
    if (!sp_json_members(&r->b, j, m, G_N_ELEMENTS(m)))
        return false;
    if (sp_json_next(j) != SP_JSON_END)
        return sp_json_fail(&r->b, j, "the end of the file");
    if (!m[0].found || !m[1].found)
        return fail(r, j, "JSON, but neither a speedscope file ('shared' and 'profiles') nor a trace ('traceEvents')");
    if (m[2].found && sp_member_text(&m[2]))
        r->b.p->program = own_text(r, &m[2]);
    r->ours = m[3].found && sp_member_fields(&r->b, &m[3]);
    r->has_lines = r->b.p->has_lines;
    r->wants_calls = !r->ours || r->b.p->spans_complete;
    r->wants_timeline = !r->ours || r->b.p->samples_complete;
    return !r->b.error && read_frames(r, &m[0]) && read_profiles(r, &m[1]);
}

SpProfile *sp_import_speedscope(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    Reader r = {.frames = g_array_new(FALSE, FALSE, sizeof(uint32_t))};
    SpJson j;
    size_t mark = size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    sp_build_init(&r.b, name);
    sp_nest_init(&r.nest, &r.b);
    sp_json_init(&j, (const char *)bytes, size);
    j.at += mark;
    if (read_file(&r, &j))
        finish(&r);
    sp_json_free(&j);
    sp_nest_free(&r.nest);
    g_array_unref(r.frames);
    return sp_build_end(&r.b, error);
}
