/*
 * read-html.c - our own HTML page: the profile inside it, as profiler/export/graph/payload.c writes it.
 *
 *   page text --find the element--> base64 --> gzip --> JSON --> profile
 *
 * Everything is checked here, once: columns of a table are equally long, every index is in range, a parent precedes its
 * children, sums stay in int64. A page that was pruned when written gives a pruned profile, with a note in `pruned`.
 */
#include "profiler/export/graph/payload.h"
#include "profiler/import/reading.h"

#include <string.h>
#include <zlib.h>

/* A table of the payload, read into columns. */
#define MAX_COLUMNS 7
#define MAX_ENTRIES 100000000u
typedef struct {
    const char *row; /* "nodes row", for messages */
    const char *names[MAX_COLUMNS];
    GArray *columns[MAX_COLUMNS]; /* int64_t; NULL until read */
} Table;

enum { FUNCTION_NAME, FUNCTION_RAW_NAME, FUNCTION_MODULE, FUNCTION_FILE, FUNCTION_START_LINE, FUNCTION_KIND };
enum { FRAME_FUNCTION, FRAME_LINE, FRAME_TIER };
enum { THREAD_ID, THREAD_NAME, THREAD_ROOT };
enum { NODE_PARENT, NODE_FRAME, NODE_SAMPLES, NODE_SELF_NS, NODE_CALLS };
enum { ENTRY_TIME, ENTRY_LENGTH, ENTRY_NODE };

typedef struct {
    SpBuild b;
    GPtrArray *strings; /* owned by the profile */
    Table functions, frames, threads, nodes, timeline, spans;
    uint32_t *frame_map; /* frame of the payload -> frame of the profile */
    uint32_t *node_map;  /* likewise for nodes */
    uint32_t entries;    /* in all columns; the writer's own limits stay far below MAX_ENTRIES */
} Reader;

static bool fail(Reader *r, const char *table_row, uint64_t row, const char *column, const char *problem)
{
    return sp_build_fail(&r->b, SP_ERROR_FORMAT, table_row, row, "column %s %s", column, problem);
}

/* ---- Page -> JSON ------------------------------------------------------------------------------------------- */

static const char *find(const char *text, size_t size, const char *wanted)
{
    return memmem(text, size, wanted, strlen(wanted));
}

static int base64_digit(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Blanks may stand anywhere; padding only ends a quantum, since the writer encodes piece by piece. */
static GByteArray *decode_base64(Reader *r, const char *page, const char *at, const char *end)
{
    GByteArray *bytes = g_byte_array_sized_new((guint)((size_t)(end - at) / 4 * 3 + 3));
    uint32_t bits = 0;
    int digits = 0, padding = 0;
    for (; at < end; at++) {
        if (g_ascii_isspace(*at))
            continue;
        int digit = base64_digit((unsigned char)*at);
        if (*at == '=' && digits >= 2) {
            digit = 0;
            padding++;
        } else if (digit < 0 || padding) {
            sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", (uint64_t)(at - page),
                          "the profile in the page is no base64");
            break;
        }
        bits = bits << 6 | (uint32_t)digit;
        if (++digits < 4)
            continue;
        guint8 three[3] = {(guint8)(bits >> 16), (guint8)(bits >> 8), (guint8)bits};
        g_byte_array_append(bytes, three, (guint)(3 - padding));
        bits = 0;
        digits = padding = 0;
    }
    if (!r->b.error && digits)
        sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", (uint64_t)(end - page), "the profile in the page is cut");
    return bytes;
}

static GByteArray *unpack(Reader *r, const GByteArray *packed)
{
    GByteArray *json = g_byte_array_new();
    z_stream z = {.next_in = packed->data, .avail_in = packed->len};
    if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) {
        sp_build_fail(&r->b, SP_ERROR_LIMIT, "byte", 0, "no memory to unpack the profile");
        return json;
    }
    int rc = Z_OK;
    while (rc == Z_OK && json->len < SP_IMPORT_MAX_UNPACKED) {
        guint at = json->len, room = MAX(65536, MIN(at, 64u << 20));
        g_byte_array_set_size(json, at + room);
        z.next_out = json->data + at;
        z.avail_out = room;
        rc = inflate(&z, Z_NO_FLUSH);
        g_byte_array_set_size(json, at + room - z.avail_out);
    }
    uint64_t consumed = z.total_in;
    inflateEnd(&z);
    if (rc == Z_OK)
        sp_build_fail(&r->b, SP_ERROR_LIMIT, "byte", consumed, "the profile in the page unpacks to more than 1 GiB");
    else if (rc != Z_STREAM_END)
        sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", consumed, "the compressed profile in the page is damaged or cut");
    return json;
}

/* ---- JSON -> columns ---------------------------------------------------------------------------------------- */

static bool read_column(Reader *r, SpJson *j, GArray *column)
{
    if (sp_json_next(j) != SP_JSON_ARRAY)
        return sp_json_fail(&r->b, j, "a column of numbers");
    for (;;) {
        SpJsonToken token = sp_json_next(j);
        int64_t value;
        if (token == SP_JSON_ARRAY_END)
            return true;
        if (token != SP_JSON_NUMBER)
            return sp_json_fail(&r->b, j, "an integer");
        if (r->entries++ >= MAX_ENTRIES)
            return sp_build_fail(&r->b, SP_ERROR_LIMIT, "byte", sp_json_offset(j), "more than %u numbers", MAX_ENTRIES);
        /* Thread ids are unsigned: their upper half is kept as the negative number of the same bits. */
        char *end;
        if (!sp_decimal(j->number, j->number_length, 0, &value)) {
            guint64 large = g_ascii_strtoull(j->number, &end, 10);
            if (*j->number == '-' || end != j->number + j->number_length || j->number_length > 20)
                return sp_json_fail(&r->b, j, "an integer of 64 bits");
            value = (int64_t)large;
        }
        g_array_append_val(column, value);
    }
}

static bool read_table(Reader *r, SpJson *j, Table *t, const char *what)
{
    if (sp_json_next(j) != SP_JSON_OBJECT)
        return sp_json_fail(&r->b, j, "a table");
    for (SpJsonToken token; (token = sp_json_next(j)) != SP_JSON_OBJECT_END;) {
        int c = 0;
        if (token != SP_JSON_KEY)
            return sp_json_fail(&r->b, j, "a column's name");
        while (c < MAX_COLUMNS && (!t->names[c] || strcmp(t->names[c], j->text->str)))
            c++;
        if (c == MAX_COLUMNS) {
            if (!sp_json_skip(j))
                return sp_json_fail(&r->b, j, "a value");
            continue;
        }
        if (t->columns[c])
            return sp_json_fail(&r->b, j, "each column once");
        t->columns[c] = g_array_new(FALSE, FALSE, sizeof(int64_t));
        if (!read_column(r, j, t->columns[c]))
            return false;
    }
    for (int c = 0; c < MAX_COLUMNS && t->names[c]; c++)
        if (!t->columns[c] || t->columns[c]->len != t->columns[0]->len)
            return sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", sp_json_offset(j),
                                 "table %s: column %s is missing or has another length than %s", what, t->names[c],
                                 t->names[0]);
    return true;
}

static bool read_strings(Reader *r, SpJson *j)
{
    if (sp_json_next(j) != SP_JSON_ARRAY)
        return sp_json_fail(&r->b, j, "the array of strings");
    for (SpJsonToken token; (token = sp_json_next(j)) != SP_JSON_ARRAY_END;) {
        if (token != SP_JSON_STRING)
            return sp_json_fail(&r->b, j, "a string");
        g_ptr_array_add(r->strings, (char *)sp_profile_string(r->b.p, j->text->str));
    }
    return true;
}

static bool read_int(Reader *r, SpJson *j, int64_t *value)
{
    if (sp_json_next(j) == SP_JSON_NUMBER && sp_decimal(j->number, j->number_length, 0, value))
        return true;
    return sp_json_fail(&r->b, j, "an integer");
}

static bool read_header(Reader *r, SpJson *j)
{
    SpProfile *p = r->b.p;
    const struct {
        const char *key;
        const char **text;
        int64_t *number;
        bool *flag;
    } fields[] = {
        {"program", &p->program, NULL, NULL},
        {"command", &p->command, NULL, NULL},
        {"runtime", &p->runtime, NULL, NULL},
        {"mode", &p->mode, NULL, NULL},
        {"trigger", &p->trigger, NULL, NULL},
        {"pid", NULL, (int64_t *)&p->pid, NULL},
        {"start_unix_ns", NULL, &p->start_unix_ns, NULL},
        {"duration_ns", NULL, &p->duration_ns, NULL},
        {"interval_ns", NULL, &p->interval_ns, NULL},
        {"mean_interval_ns", NULL, &p->mean_interval_ns, NULL},
        {"interval_bytes", NULL, &p->interval_bytes, NULL},
        {"dropped", NULL, &p->dropped, NULL},
        {"truncated", NULL, &p->truncated, NULL},
        {"has_calls", NULL, NULL, &p->has_calls},
        {"has_time", NULL, NULL, &p->has_time},
        {"in_bytes", NULL, NULL, &p->in_bytes},
        {"threads_as_roots", NULL, NULL, &p->threads_as_roots},
        {"samples_complete", NULL, NULL, &p->samples_complete},
        {"spans_complete", NULL, NULL, &p->spans_complete},
    };
    if (sp_json_next(j) != SP_JSON_OBJECT)
        return sp_json_fail(&r->b, j, "the header");
    for (SpJsonToken token; (token = sp_json_next(j)) != SP_JSON_OBJECT_END;) {
        size_t f = 0;
        int64_t number;
        if (token != SP_JSON_KEY)
            return sp_json_fail(&r->b, j, "a header field");
        if (!strcmp(j->text->str, "clock")) {
            if (!read_int(r, j, &number))
                return false;
            p->clock = number == SP_CLOCK_CPU ? SP_CLOCK_CPU : SP_CLOCK_WALL;
            continue;
        }
        while (f < G_N_ELEMENTS(fields) && strcmp(fields[f].key, j->text->str))
            f++;
        if (f == G_N_ELEMENTS(fields)) {
            if (!sp_json_skip(j))
                return sp_json_fail(&r->b, j, "a value");
        } else if (fields[f].text) {
            if (sp_json_next(j) != SP_JSON_STRING)
                return sp_json_fail(&r->b, j, "a string");
            *fields[f].text = sp_profile_string(p, j->text->str);
        } else {
            if (!read_int(r, j, &number))
                return false;
            if (fields[f].number)
                *fields[f].number = number;
            else
                *fields[f].flag = number != 0;
        }
    }
    return true;
}

static bool read_pruned(Reader *r, SpJson *j)
{
    if (sp_json_next(j) != SP_JSON_OBJECT)
        return sp_json_fail(&r->b, j, "what was pruned");
    for (SpJsonToken token; (token = sp_json_next(j)) != SP_JSON_OBJECT_END;) {
        int64_t number;
        bool nodes = token == SP_JSON_KEY && !strcmp(j->text->str, "nodes");
        if (token != SP_JSON_KEY)
            return sp_json_fail(&r->b, j, "a count of what was pruned");
        if (!read_int(r, j, &number))
            return false;
        if (nodes)
            r->b.p->pruned = number;
    }
    return true;
}

static bool read_version(Reader *r, SpJson *j)
{
    int64_t version;
    if (!read_int(r, j, &version))
        return false;
    if (version != SP_PAYLOAD_VERSION)
        return sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", sp_json_offset(j),
                             "the profile in the page has version %d; version %d is read", (int)version,
                             SP_PAYLOAD_VERSION);
    return true;
}

static bool read_json(Reader *r, SpJson *j)
{
    const struct {
        const char *key;
        Table *table;
    } tables[] = {{"functions", &r->functions}, {"frames", &r->frames},     {"threads", &r->threads},
                  {"nodes", &r->nodes},         {"timeline", &r->timeline}, {"spans", &r->spans}};
    if (sp_json_next(j) != SP_JSON_OBJECT)
        return sp_json_fail(&r->b, j, "a profile");
    for (SpJsonToken token; (token = sp_json_next(j)) != SP_JSON_OBJECT_END;) {
        if (token != SP_JSON_KEY)
            return sp_json_fail(&r->b, j, "a part of the profile");
        const char *key = j->text->str;
        size_t t = 0;
        while (t < G_N_ELEMENTS(tables) && strcmp(tables[t].key, key))
            t++;
        bool ok = t < G_N_ELEMENTS(tables)  ? read_table(r, j, tables[t].table, tables[t].key)
                  : !strcmp(key, "version") ? read_version(r, j)
                  : !strcmp(key, "header")  ? read_header(r, j)
                  : !strcmp(key, "pruned")  ? read_pruned(r, j)
                  : !strcmp(key, "strings") ? read_strings(r, j)
                  : sp_json_skip(j)         ? true
                                            : sp_json_fail(&r->b, j, "a value");
        if (!ok)
            return false;
    }
    for (size_t t = 0; t < G_N_ELEMENTS(tables); t++)
        if (!tables[t].table->columns[0])
            return sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", sp_json_offset(j),
                                 "the profile in the page has no table %s", tables[t].key);
    return true;
}

/* ---- Columns -> profile ------------------------------------------------------------------------------------- */

static uint32_t rows(const Table *t)
{
    return t->columns[0]->len;
}

static int64_t cell(const Table *t, int column, uint32_t row)
{
    return g_array_index(t->columns[column], int64_t, row);
}

/* A string by its index; NULL and an error when there is none. */
static const char *string_cell(Reader *r, const Table *t, int column, uint32_t row)
{
    int64_t index = cell(t, column, row);
    if (index >= 0 && index < r->strings->len)
        return g_ptr_array_index(r->strings, (guint)index);
    fail(r, t->row, row, t->names[column], "names a string that does not exist");
    return NULL;
}

static bool in_range(Reader *r, const Table *t, int column, uint32_t row, int64_t limit)
{
    int64_t value = cell(t, column, row);
    return (value >= 0 && value < limit) || fail(r, t->row, row, t->names[column], "holds a value out of range");
}

static bool build_frames(Reader *r)
{
    uint32_t *functions = g_new(uint32_t, (size_t)rows(&r->functions) + 1);
    r->frame_map = g_new(uint32_t, (size_t)rows(&r->frames) + 1);
    bool ok = true;
    for (uint32_t i = 0; ok && i < rows(&r->functions); i++) {
        const Table *t = &r->functions;
        SpFunction f = {string_cell(r, t, FUNCTION_NAME, i),
                        string_cell(r, t, FUNCTION_RAW_NAME, i),
                        string_cell(r, t, FUNCTION_MODULE, i),
                        string_cell(r, t, FUNCTION_FILE, i),
                        0,
                        0};
        ok = !r->b.error && in_range(r, t, FUNCTION_START_LINE, i, UINT32_MAX) &&
             in_range(r, t, FUNCTION_KIND, i, SP_FUNCTION_SYNTHETIC + 1);
        if (!ok)
            break;
        f.start_line = (uint32_t)cell(t, FUNCTION_START_LINE, i);
        f.kind = (uint8_t)cell(t, FUNCTION_KIND, i);
        functions[i] = sp_profile_function(r->b.p, &f);
    }
    for (uint32_t i = 0; ok && i < rows(&r->frames); i++) {
        const Table *t = &r->frames;
        ok = in_range(r, t, FRAME_FUNCTION, i, rows(&r->functions)) && in_range(r, t, FRAME_LINE, i, UINT32_MAX) &&
             in_range(r, t, FRAME_TIER, i, SP_TIER_COUNT);
        if (ok)
            r->frame_map[i] = sp_profile_frame(r->b.p, functions[cell(t, FRAME_FUNCTION, i)],
                                               (uint32_t)cell(t, FRAME_LINE, i), (SpTier)cell(t, FRAME_TIER, i));
    }
    g_free(functions);
    return ok;
}

/* Sums over all nodes must stay in int64, for every later addition. */
static bool add_values(Reader *r, uint32_t row)
{
    SpBuild *b = &r->b;
    int64_t samples = cell(&r->nodes, NODE_SAMPLES, row), ns = cell(&r->nodes, NODE_SELF_NS, row);
    int64_t calls = cell(&r->nodes, NODE_CALLS, row);
    if (samples == INT64_MIN || ns == INT64_MIN || calls == INT64_MIN ||
        __builtin_add_overflow(b->samples, ABS(samples), &b->samples) ||
        __builtin_add_overflow(b->ns, ABS(ns), &b->ns) || __builtin_add_overflow(b->calls, ABS(calls), &b->calls))
        return fail(r, r->nodes.row, row, "samples, self_ns or calls", "passes 64 bits in sum");
    sp_profile_add(b->p, r->node_map[row], samples, ns, calls);
    return true;
}

static bool build_node(Reader *r, uint32_t i, const uint32_t *thread_of_root, uint32_t *threads_seen)
{
    const Table *t = &r->nodes;
    int64_t distance = cell(t, NODE_PARENT, i), frame = cell(t, NODE_FRAME, i);
    if (distance < 0 || distance > i)
        return fail(r, t->row, i, t->names[NODE_PARENT], "does not lead to an earlier row");
    if (distance == 0) { /* roots come in the order of their threads, as sp_profile_add_thread() makes them */
        uint32_t thread = thread_of_root[i];
        if (thread == SP_NONE || thread != *threads_seen || frame != -1)
            return fail(r, t->row, i, t->names[NODE_PARENT], "is 0 in a row that is not the next thread's root");
        const char *name = string_cell(r, &r->threads, THREAD_NAME, thread);
        if (!name)
            return false;
        sp_profile_add_thread(r->b.p, (uint64_t)cell(&r->threads, THREAD_ID, thread), name);
        r->node_map[i] = sp_thread(r->b.p, thread)->root;
        (*threads_seen)++;
        return add_values(r, i);
    }
    if (!in_range(r, t, NODE_FRAME, i, rows(&r->frames)))
        return false;
    r->node_map[i] = sp_profile_child(r->b.p, r->node_map[i - (uint32_t)distance], r->frame_map[frame]);
    return add_values(r, i);
}

static bool build_nodes(Reader *r)
{
    uint32_t n = rows(&r->nodes), threads = rows(&r->threads), seen = 0;
    uint32_t *thread_of_root = g_new(uint32_t, (size_t)n + 1);
    memset(thread_of_root, 0xff, ((size_t)n + 1) * sizeof(uint32_t));
    r->node_map = g_new(uint32_t, (size_t)n + 1);
    bool ok = true;
    for (uint32_t i = 0; ok && i < threads; i++) {
        ok = in_range(r, &r->threads, THREAD_ROOT, i, n);
        if (ok)
            thread_of_root[cell(&r->threads, THREAD_ROOT, i)] = i;
    }
    for (uint32_t i = 0; ok && i < n; i++)
        ok = build_node(r, i, thread_of_root, &seen);
    if (ok && seen != threads)
        ok = fail(r, r->threads.row, seen, r->threads.names[THREAD_ROOT], "names no root");
    g_free(thread_of_root);
    return ok;
}

/* Timeline and spans have the same shape: times as differences, a length, nodes as differences. */
static bool build_entries(Reader *r, const Table *t, bool spans)
{
    int64_t time = 0, node = 0, end = 0;
    for (uint32_t i = 0; i < rows(t); i++) {
        int64_t step = cell(t, ENTRY_TIME, i), length = cell(t, ENTRY_LENGTH, i);
        if ((i && step < 0) || length < 0 || __builtin_add_overflow(time, step, &time) ||
            __builtin_add_overflow(time, spans ? length : 0, &end))
            return fail(r, t->row, i, t->names[ENTRY_TIME], "goes back or passes 64 bits");
        if (__builtin_add_overflow(node, cell(t, ENTRY_NODE, i), &node) || node < 0 || node >= rows(&r->nodes))
            return fail(r, t->row, i, t->names[ENTRY_NODE], "leads to no node");
        if (spans)
            sp_profile_add_span(r->b.p, time, end, r->node_map[node]);
        else
            sp_profile_add_sample(r->b.p, time, length, r->node_map[node]);
    }
    return true;
}

static void read_page(Reader *r, const char *text, size_t size)
{
    const char *open = find(text, size, SP_PAYLOAD_OPEN);
    if (!open) {
        sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", 0, "this HTML page holds no profile of ours");
        return;
    }
    const char *from = open + strlen(SP_PAYLOAD_OPEN);
    const char *to = find(from, (size_t)(text + size - from), SP_PAYLOAD_CLOSE);
    if (!to) {
        sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", size, "the page ends inside the profile");
        return;
    }
    GByteArray *packed = decode_base64(r, text, from, to);
    GByteArray *json = r->b.error ? g_byte_array_new() : unpack(r, packed);
    g_byte_array_unref(packed);
    if (!r->b.error) {
        SpJson j;
        sp_json_init(&j, (const char *)json->data, json->len);
        bool ok = read_json(r, &j) && build_frames(r) && build_nodes(r) && build_entries(r, &r->timeline, false) &&
                  build_entries(r, &r->spans, true);
        g_assert(ok || r->b.error);
        sp_json_free(&j);
    }
    g_byte_array_unref(json);
}

static void free_tables(Reader *r)
{
    Table *tables[] = {&r->functions, &r->frames, &r->threads, &r->nodes, &r->timeline, &r->spans};
    for (size_t t = 0; t < G_N_ELEMENTS(tables); t++)
        for (int c = 0; c < MAX_COLUMNS; c++)
            if (tables[t]->columns[c])
                g_array_unref(tables[t]->columns[c]);
}

SpProfile *sp_import_html(const char *text, size_t size, const char *name, GError **error)
{
    Reader r = {
        .functions = {"functions row", {"name", "raw_name", "module", "file", "start_line", "kind"}, {NULL}},
        .frames = {"frames row", {"function", "line", "tier"}, {NULL}},
        .threads = {"threads row", {"id", "name", "root"}, {NULL}},
        .nodes = {"nodes row", {"parent", "frame", "samples", "self_ns", "calls"}, {NULL}},
        .timeline = {"timeline row", {"time", "weight", "node"}, {NULL}},
        .spans = {"spans row", {"start", "length", "node"}, {NULL}},
    };
    sp_build_init(&r.b, name);
    r.strings = g_ptr_array_new();
    read_page(&r, text, size);
    g_ptr_array_unref(r.strings);
    free_tables(&r);
    g_free(r.frame_map);
    g_free(r.node_map);
    return sp_build_end(&r.b, error);
}
