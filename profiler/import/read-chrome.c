/*
 * read-chrome.c - Chrome trace events, ours (profiler/export/chrome.c has the grammar) and those of other makers.
 *
 * The file is an array of events or an object with "traceEvents". X events and pairs of B and E become frames; M events
 * name processes and threads; all other phases are passed over. A thread is a (pid, tid). Its X events may come in any
 * order: they are sorted by start, longer first, and nested. Where two overlap without one holding the other, the inner
 * one is cut at the end of the outer. A B without E ends with its thread's last event; an E without B is passed over.
 *
 * ts and dur are microseconds and become nanoseconds exactly. In a file of another maker every bar is a call, and time
 * 0 is its first event. In our own the header fields say what bars are: calls, or what neighbouring samples share; then
 * self time becomes the timeline.
 *
 * Refused, with the byte offset: invalid JSON, an event that is no object, an X, B or E without a number in ts, a
 * negative duration, a time beyond 2^61 ns.
 */
#include "profiler/export/writing.h"
#include "profiler/import/reading.h"

#include <string.h>

#define NO_SAMPLES "[0 samples]"
#define MAX_TIME ((int64_t)1 << 61)

typedef struct {
    int64_t start, end;
    uint32_t thread, frame; /* thread: index of Reader.threads */
} Bar;

typedef struct {
    char *name;    /* from thread_name, or NULL */
    uint64_t id;   /* from tid, or our thread_name's "id" */
    GArray *begun; /* indexes of bars: B without E so far */
    int64_t last;  /* latest time seen */
} Thread;

typedef struct {
    SpBuild b;
    GArray *bars, *threads;
    GHashTable *thread_index; /* "pid tid" -> index + 1 */
    GHashTable *frame_index;  /* name, NUL, category -> frame + 1 */
    GString *key;             /* scratch */
    bool ours;
    int shift; /* decimal places from ts to nanoseconds, or 0 for counts */
} Reader;

/* The members of an event that matter. */
typedef struct {
    GString *name, *category, *pid, *tid, *args_name;
    char phase;
    bool has_ts, has_dur;
    int64_t ts, dur;
    uint64_t args_id;
} Event;

static bool fail(Reader *r, const SpJson *j, const char *message)
{
    return sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", sp_json_offset(j), "%s", message);
}

/* ---- One event -------------------------------------------------------------------------------------------------- */

static bool read_time(Reader *r, SpJson *j, SpJsonToken t, int64_t *out, bool *has)
{
    *has = t == SP_JSON_NUMBER;
    if (*has && (!sp_decimal(j->number, j->number_length, r->shift, out) || *out > MAX_TIME || *out < -MAX_TIME))
        return sp_build_fail(&r->b, SP_ERROR_LIMIT, "byte", sp_json_offset(j), "a time beyond 2^61 nanoseconds");
    return true;
}

static void keep_text(const SpJson *j, SpJsonToken t, GString *to)
{
    g_string_truncate(to, 0);
    if (t == SP_JSON_STRING)
        g_string_append_len(to, j->text->str, (gssize)j->text->len);
    else if (t == SP_JSON_NUMBER)
        g_string_append_len(to, j->number, (gssize)j->number_length);
}

/* "args" of an M event; its opening brace has been read. */
static bool read_args(SpJson *j, Event *e)
{
    SpJsonToken t;
    while ((t = sp_json_next(j)) == SP_JSON_KEY) {
        bool name = !strcmp(j->text->str, "name"), id = !strcmp(j->text->str, "id");
        t = sp_json_next(j);
        if (name && t == SP_JSON_STRING)
            keep_text(j, t, e->args_name);
        int64_t value;
        if (id && t == SP_JSON_NUMBER && sp_decimal(j->number, j->number_length, 0, &value) && value >= 0)
            e->args_id = (uint64_t)value;
        if (!sp_json_skip_rest(j, t))
            return false;
    }
    return t == SP_JSON_OBJECT_END;
}

enum { OTHER_KEY, NAME, CATEGORY, PHASE, TS, DUR, PID, TID, ARGS };

static int key_of(const char *key)
{
    static const char *const keys[] = {[NAME] = "name", [CATEGORY] = "cat", [PHASE] = "ph", [TS] = "ts",
                                       [DUR] = "dur", [PID] = "pid", [TID] = "tid", [ARGS] = "args"};
    for (int i = NAME; i <= ARGS; i++)
        if (!strcmp(key, keys[i]))
            return i;
    return OTHER_KEY;
}

static bool read_member(Reader *r, SpJson *j, int key, Event *e)
{
    SpJsonToken t = sp_json_next(j);
    GString *texts[] = {[NAME] = e->name, [CATEGORY] = e->category, [PID] = e->pid, [TID] = e->tid};
    switch (key) {
    case NAME:
    case CATEGORY:
    case PID:
    case TID:
        keep_text(j, t, texts[key]);
        break;
    case PHASE:
        e->phase = t == SP_JSON_STRING && j->text->len == 1 ? j->text->str[0] : 0;
        break;
    case TS:
        if (!read_time(r, j, t, &e->ts, &e->has_ts))
            return false;
        break;
    case DUR:
        if (!read_time(r, j, t, &e->dur, &e->has_dur))
            return false;
        break;
    case ARGS:
        if (t == SP_JSON_OBJECT)
            return read_args(j, e);
        break;
    default:
        break;
    }
    return sp_json_skip_rest(j, t);
}

static void clear_event(Event *e)
{
    GString *texts[] = {e->name, e->category, e->pid, e->tid, e->args_name};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_string_truncate(texts[i], 0);
    e->phase = 0;
    e->has_ts = e->has_dur = false;
    e->ts = e->dur = 0;
    e->args_id = 0;
}

/* ---- Its meaning ------------------------------------------------------------------------------------------------ */

static uint32_t thread_of(Reader *r, const Event *e)
{
    g_string_assign(r->key, e->pid->str);
    g_string_append_c(r->key, ' ');
    g_string_append_len(r->key, e->tid->str, (gssize)e->tid->len);
    uint32_t index = GPOINTER_TO_UINT(g_hash_table_lookup(r->thread_index, r->key->str));
    if (index)
        return index - 1;
    Thread t = {.begun = g_array_new(FALSE, FALSE, sizeof(uint32_t)), .last = -MAX_TIME};
    g_ascii_string_to_unsigned(e->tid->str, 10, 0, G_MAXUINT64, &t.id, NULL);
    g_array_append_val(r->threads, t);
    g_hash_table_insert(r->thread_index, g_strdup(r->key->str), GUINT_TO_POINTER(r->threads->len));
    return r->threads->len - 1;
}

static uint32_t frame_of(Reader *r, const Event *e)
{
    g_string_assign(r->key, e->name->str);
    g_string_append_c(r->key, '\n'); /* a name's own line breaks come before the last one */
    g_string_append(r->key, e->category->str);
    uint32_t frame = GPOINTER_TO_UINT(g_hash_table_lookup(r->frame_index, r->key->str));
    if (frame)
        return frame - 1;
    const char *comma = r->ours ? strrchr(e->category->str, ',') : NULL;
    SpTier tier = comma ? sp_tier_by_word(comma + 1) : SP_TIER_UNKNOWN;
    char *module = tier ? g_strndup(e->category->str, (gsize)(comma - e->category->str)) : g_strdup(e->category->str);
    bool has_module = r->ours && strcmp(module, "method");
    frame = sp_build_named_frame(&r->b, e->name->str, has_module ? module : "", 0, tier);
    g_free(module);
    g_hash_table_insert(r->frame_index, g_strdup(r->key->str), GUINT_TO_POINTER(frame + 1));
    return frame;
}

static Thread *thread_at(Reader *r, uint32_t index)
{
    return &g_array_index(r->threads, Thread, index);
}

static void name_something(Reader *r, const Event *e)
{
    if (!strcmp(e->name->str, "process_name") && !r->ours && e->args_name->len)
        r->b.p->program = sp_profile_string(r->b.p, e->args_name->str);
    if (strcmp(e->name->str, "thread_name"))
        return;
    Thread *t = thread_at(r, thread_of(r, e));
    g_free(t->name);
    t->name = g_strdup(e->args_name->str);
    if (r->ours)
        t->id = e->args_id;
}

static void add_bar(Reader *r, const Event *e)
{
    uint32_t index = thread_of(r, e);
    Bar bar = {e->ts, e->ts + e->dur, index, frame_of(r, e)};
    Thread *t = thread_at(r, index);
    t->last = MAX(t->last, bar.end);
    if (e->phase == 'B') {
        uint32_t number = r->bars->len;
        g_array_append_val(t->begun, number);
        bar.end = INT64_MAX; /* not known yet */
    }
    g_array_append_val(r->bars, bar);
}

static void end_bar(Reader *r, const Event *e)
{
    Thread *t = thread_at(r, thread_of(r, e));
    t->last = MAX(t->last, e->ts);
    if (!t->begun->len)
        return;
    Bar *bar = &g_array_index(r->bars, Bar, g_array_index(t->begun, uint32_t, t->begun->len - 1));
    bar->end = MAX(bar->start, e->ts);
    g_array_set_size(t->begun, t->begun->len - 1);
}

static bool use_event(Reader *r, const SpJson *at, const Event *e)
{
    if (e->phase == 'M') {
        name_something(r, e);
        return true;
    }
    if (e->phase != 'X' && e->phase != 'B' && e->phase != 'E')
        return true;
    if (!e->has_ts)
        return fail(r, at, "an event of phase X, B or E needs a number in 'ts'");
    if (e->dur < 0)
        return fail(r, at, "an event's duration is negative");
    if (e->phase == 'E')
        end_bar(r, e);
    else if (!r->ours || strcmp(e->name->str, NO_SAMPLES))
        add_bar(r, e);
    return true;
}

static bool read_event(Reader *r, SpJson *j, Event *e)
{
    SpJson begin = *j;
    clear_event(e);
    SpJsonToken t;
    while ((t = sp_json_next(j)) == SP_JSON_KEY)
        if (!read_member(r, j, key_of(j->text->str), e))
            return sp_json_fail(&r->b, j, "a value");
    return (t == SP_JSON_OBJECT_END || sp_json_fail(&r->b, j, "a member")) && use_event(r, &begin, e);
}

/* ---- All events ------------------------------------------------------------------------------------------------- */

static bool read_events(Reader *r, SpJson *j)
{
    GString *texts[5];
    for (int i = 0; i < 5; i++)
        texts[i] = g_string_new(NULL);
    Event e = {texts[0], texts[1], texts[2], texts[3], texts[4], 0, false, false, 0, 0, 0};
    bool good = sp_json_next(j) == SP_JSON_ARRAY || sp_json_fail(&r->b, j, "an array of events");
    while (good) {
        SpJsonToken t = sp_json_next(j);
        if (t == SP_JSON_ARRAY_END)
            break;
        good = (t == SP_JSON_OBJECT || sp_json_fail(&r->b, j, "an event, which is an object")) && read_event(r, j, &e);
    }
    for (int i = 0; i < 5; i++)
        g_string_free(texts[i], TRUE);
    return good;
}

static int compare_bars(gconstpointer a, gconstpointer b, gpointer unused)
{
    const Bar *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end; /* equal ones keep the file's order */
}

static void end_open_bars(Reader *r)
{
    for (uint32_t i = 0; i < r->bars->len; i++) {
        Bar *bar = &g_array_index(r->bars, Bar, i);
        if (bar->end == INT64_MAX)
            bar->end = MAX(bar->start, thread_at(r, bar->thread)->last);
    }
}

static int64_t first_start(const Reader *r)
{
    int64_t first = MAX_TIME;
    for (uint32_t i = 0; i < r->bars->len; i++)
        first = MIN(first, g_array_index(r->bars, Bar, i).start);
    return first;
}

static void close_until(SpNest *nest, GArray *ends, int64_t at)
{
    while (ends->len && g_array_index(ends, int64_t, ends->len - 1) <= at) {
        sp_nest_close(nest, g_array_index(ends, int64_t, ends->len - 1));
        g_array_set_size(ends, ends->len - 1);
    }
}

static void nest_bars(Reader *r, SpNest *nest)
{
    GArray *ends = g_array_new(FALSE, FALSE, sizeof(int64_t)); /* of open bars, outermost first, falling */
    int64_t zero = r->ours ? 0 : first_start(r);
    uint32_t thread = SP_NONE;
    for (uint32_t i = 0; i < r->bars->len && !r->b.error && !nest->overflowed; i++) {
        const Bar *bar = &g_array_index(r->bars, Bar, i);
        if (bar->thread != thread) {
            close_until(nest, ends, INT64_MAX);
            thread = bar->thread;
            sp_nest_start_thread(nest, thread);
        }
        int64_t end = bar->end - zero;
        close_until(nest, ends, bar->start - zero);
        if (ends->len)
            end = MIN(end, g_array_index(ends, int64_t, ends->len - 1));
        sp_nest_open(nest, bar->frame, bar->start - zero);
        g_array_append_val(ends, end);
    }
    close_until(nest, ends, INT64_MAX);
    g_array_unref(ends);
}

static void build_tree(Reader *r, bool time)
{
    SpProfile *p = r->b.p;
    SpNest nest;
    sp_nest_init(&nest, &r->b);
    nest.time = time;
    nest.calls = time && (!r->ours || p->spans_complete);
    nest.timeline = time && r->ours && p->samples_complete && !p->spans_complete;
    for (uint32_t i = 0; i < r->threads->len; i++)
        sp_profile_add_thread(p, thread_at(r, i)->id, thread_at(r, i)->name);
    end_open_bars(r);
    if (r->bars->len)
        g_qsort_with_data(r->bars->data, (gint)r->bars->len, sizeof(Bar), compare_bars, NULL);
    nest_bars(r, &nest);
    sp_nest_end(&nest);
    sp_nest_free(&nest);
    if (nest.overflowed)
        sp_build_fail(&r->b, SP_ERROR_LIMIT, "byte", 0, "the durations add up to 2^63 ns or more");
}

static bool read_file(Reader *r, SpJson *j)
{
    SpMember m[] = {{.key = "traceEvents"}, {.key = "otherData"}};
    SpJson peek = *j, events = *j;
    if (sp_json_next(&peek) == SP_JSON_OBJECT) {
        if (!sp_json_members(&r->b, j, m, 2))
            return false;
        if (!m[0].found)
            return fail(r, j, "JSON without the member 'traceEvents'");
        events = m[0].value;
        r->ours = m[1].found && sp_member_fields(&r->b, &m[1]);
    } else if (!sp_json_skip(j)) {
        return sp_json_fail(&r->b, j, "an array of events");
    }
    if (sp_json_next(j) != SP_JSON_END)
        return sp_json_fail(&r->b, j, "the end of the file");
    bool time = !r->ours || r->b.p->has_time;
    r->shift = time ? 3 : 0;
    if (r->b.error || !read_events(r, &events))
        return false;
    build_tree(r, time);
    return !r->b.error;
}

SpProfile *sp_import_chrome(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    Reader r = {.bars = g_array_new(FALSE, FALSE, sizeof(Bar)), .threads = g_array_new(FALSE, FALSE, sizeof(Thread))};
    SpJson j;
    r.thread_index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    r.frame_index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    r.key = g_string_new(NULL);
    sp_build_init(&r.b, name);
    sp_json_init(&j, (const char *)bytes, size);
    j.at += size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    read_file(&r, &j);
    for (uint32_t i = 0; i < r.threads->len; i++) {
        g_free(thread_at(&r, i)->name);
        g_array_unref(thread_at(&r, i)->begun);
    }
    sp_json_free(&j);
    g_string_free(r.key, TRUE);
    g_hash_table_unref(r.thread_index);
    g_hash_table_unref(r.frame_index);
    g_array_unref(r.bars);
    g_array_unref(r.threads);
    return sp_build_end(&r.b, error);
}
