/*
 * payload.c - a profile as gzip-compressed JSON, columns of numbers: the data inside our HTML.
 *
 * Encoding UTF-8, integers only, each in the range of its field in model.h (a reader in JavaScript rounds beyond 2^53).
 * A column is an array with one entry per item; all columns of a table are equally long.
 *
 *   { "format": "samplepoint", "version": 1,
 *     "header":   { one entry per scalar of SpProfile, booleans as 0/1, strings as strings },
 *     "pruned":   { "nodes", "weight", "calls", "samples", "spans" },
 *     "strings":  [ text ],
 *     "functions":{ "name", "raw_name", "module", "file": index of strings, "start_line", "kind",
 *                   "color": index of view.palette },
 *     "frames":   { "function", "line", "tier" },
 *     "threads":  { "id", "name": index of strings, "root": node },
 *     "nodes":    { "parent": own index - parent's index, 0 for a root, "frame": -1 for a root,
 *                   "samples", "self_ns", "calls" },
 *     "timeline": { "time": ns since the previous entry (the first: since 0), "weight", "node": minus previous node },
 *     "spans":    { "start": likewise, "length", "node": likewise },
 *     "view":     { "palette": [ [light, dark] ] } }
 *
 * The order is fixed: a table comes after those it refers to, threads before nodes excepted. Unknown keys are skipped
 * by readers; a change that would mislead an old reader raises the version.
 *
 * Pruning: a profile over the limits loses its lightest subtrees. Their samples and time move into the nearest kept
 * ancestor, so sums stay right; timeline entries move there too. "pruned" says how many nodes went, what weight moved,
 * how many calls are no longer told, and how many entries at the end of the timeline were cut.
 */
#include "profiler/export/graph/payload.h"
#include "profiler/export/graph/graph.h"
#include "profiler/export/gzip.h"

#include <string.h>

#define FIRST_PRUNED_SHARE (1.0 / 200000)
#define FAST_COMPRESSION_FROM 500000 /* nodes + timeline entries */

const SpPayloadLimits sp_payload_limits = {
    .max_nodes = 1500000, .max_timeline = 4000000, .max_bytes = SP_PAYLOAD_MAX_BYTES};

/* ---- JSON into gzip ----------------------------------------------------------------------------------------- */

typedef struct {
    SpGzip *gzip;
    unsigned char buffer[65536]; /* most pieces are a few bytes */
    size_t used;
} Packer;

static void pack(Packer *k)
{
    sp_gzip_write(k->gzip, k->buffer, k->used);
    k->used = 0;
}

static void put(Packer *k, const char *bytes, size_t size)
{
    while (size) {
        if (k->used == sizeof k->buffer)
            pack(k);
        size_t n = MIN(size, sizeof k->buffer - k->used);
        memcpy(k->buffer + k->used, bytes, n);
        k->used += n;
        bytes += n;
        size -= n;
    }
}

static void puts_(Packer *k, const char *s)
{
    put(k, s, strlen(s));
}

static void put_uint(Packer *k, uint64_t v, bool negative)
{
    char digits[24], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + v % 10);
    while (v /= 10);
    if (negative)
        *--at = '-';
    put(k, at, (size_t)(digits + sizeof digits - at));
}

static void put_int(Packer *k, int64_t v)
{
    put_uint(k, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, v < 0);
}

static void put_string(Packer *k, const char *s)
{
    char escape[8];
    puts_(k, "\"");
    while (*s) {
        gunichar c = g_utf8_get_char_validated(s, -1);
        bool invalid = c == (gunichar)-1 || c == (gunichar)-2;
        const char *next = invalid ? s + 1 : g_utf8_next_char(s);
        if (invalid) { /* strings of a profile are UTF-8; one that is not stays distinct and visible */
            g_snprintf(escape, sizeof escape, "[x%02X]", (unsigned char)*s);
            puts_(k, "\xEF\xBF\xBD");
            puts_(k, escape);
        } else if (c < 0x20 || c == '"' || c == '\\') {
            g_snprintf(escape, sizeof escape, "\\u%04x", (unsigned)c);
            puts_(k, escape);
        } else {
            put(k, s, (size_t)(next - s));
        }
        s = next;
    }
    puts_(k, "\"");
}

/* ---- What is kept ------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t *node; /* old index -> new index; of the nearest kept ancestor where the node itself is not kept */
    bool *node_kept;
    uint32_t *frame, *function; /* old index -> new index; SP_NONE = not kept */
    int64_t *samples, *self_ns; /* by new node index, with what was pruned below */
    uint32_t nodes, frames, functions;
    guint timeline, spans; /* how many entries from the start */
    uint64_t pruned_nodes;
    int64_t pruned_weight, pruned_calls;
} Kept;

static uint64_t magnitude(int64_t v)
{
    return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

static uint64_t saturating_add(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* Inclusive weights by magnitude: a subtree whose parts cancel out is not light. */
static uint64_t *magnitudes(const SpProfile *p, uint64_t *all)
{
    uint32_t n = p->nodes->len;
    uint64_t *totals = g_new(uint64_t, (size_t)n + 1);
    *all = 0;
    for (uint32_t i = 0; i < n; i++)
        totals[i] = magnitude(sp_node_weight(p, sp_node(p, i)));
    for (uint32_t i = n; i-- > 0;) {
        uint32_t parent = sp_node(p, i)->parent;
        uint64_t *to = parent == SP_NONE ? all : &totals[parent];
        *to = saturating_add(*to, totals[i]);
    }
    return totals;
}

/* The share below which nodes go so that at most max_nodes stay; 0 when all may stay. */
static double share_that_fits(const SpProfile *p, const uint64_t *totals, uint64_t all, uint32_t max_nodes,
                              double least)
{
    double share = p->nodes->len > max_nodes ? MAX(least, FIRST_PRUNED_SHARE) : least;
    for (; share > 0 && share < 1; share *= 2) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < p->nodes->len; i++)
            count += sp_node(p, i)->parent == SP_NONE || (double)totals[i] >= share * (double)all;
        if (count <= max_nodes)
            break;
    }
    return share;
}

/* A node goes with its parent, so what is kept is a tree. max_nodes also holds where weights cannot decide (all 0). */
static void choose_nodes(Kept *kept, const SpProfile *p, const uint64_t *totals, double least_weight,
                         uint32_t max_nodes)
{
    uint32_t n = p->nodes->len;
    kept->node = g_new(uint32_t, (size_t)n + 1);
    kept->node_kept = g_new0(bool, (size_t)n + 1);
    kept->samples = g_new0(int64_t, (size_t)n + 1);
    kept->self_ns = g_new0(int64_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const SpNode *node = sp_node(p, i);
        bool root = node->parent == SP_NONE;
        bool keep =
            root || (kept->node_kept[node->parent] && (double)totals[i] >= least_weight && kept->nodes < max_nodes);
        kept->node_kept[i] = keep;
        kept->node[i] = keep ? kept->nodes++ : kept->node[node->parent];
        if (!keep) {
            kept->pruned_nodes++;
            kept->pruned_weight += sp_node_weight(p, node);
            kept->pruned_calls += node->calls;
        }
        kept->samples[kept->node[i]] += node->samples;
        kept->self_ns[kept->node[i]] += node->self_ns;
    }
}

/* An unpruned profile keeps also frames and functions that no node uses. */
static void choose_functions(Kept *kept, const SpProfile *p)
{
    bool all = kept->pruned_nodes == 0;
    kept->frame = g_new(uint32_t, (size_t)p->frames->len + 1);
    kept->function = g_new(uint32_t, (size_t)p->functions->len + 1);
    memset(kept->frame, all ? 0 : 0xff, ((size_t)p->frames->len + 1) * sizeof(uint32_t));
    memset(kept->function, all ? 0 : 0xff, ((size_t)p->functions->len + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        uint32_t frame = sp_node(p, i)->frame;
        if (frame == SP_NONE || !kept->node_kept[i])
            continue;
        kept->frame[frame] = 0;
        kept->function[sp_frame(p, frame)->function] = 0;
    }
    for (uint32_t i = 0; i < p->functions->len; i++)
        if (kept->function[i] != SP_NONE)
            kept->function[i] = kept->functions++;
    for (uint32_t i = 0; i < p->frames->len; i++)
        if (kept->frame[i] != SP_NONE)
            kept->frame[i] = kept->frames++;
}

static Kept choose(const SpProfile *p, const uint64_t *totals, uint64_t all, double share,
                   const SpPayloadLimits *limits)
{
    Kept kept = {0};
    choose_nodes(&kept, p, totals, share * (double)all, MAX(limits->max_nodes, p->threads->len));
    choose_functions(&kept, p);
    kept.timeline = MIN(p->samples->len, limits->max_timeline);
    kept.spans = MIN(p->spans->len, limits->max_timeline);
    return kept;
}

static void kept_clear(Kept *kept)
{
    g_free(kept->node);
    g_free(kept->node_kept);
    g_free(kept->frame);
    g_free(kept->function);
    g_free(kept->samples);
    g_free(kept->self_ns);
}

/* ---- Tables ------------------------------------------------------------------------------------------------- */

typedef struct {
    Packer *k;
    const SpProfile *p;
    const Kept *kept;
    GHashTable *string_index; /* text -> index + 1 */
    GPtrArray *strings;
} Writer;

static uint32_t string_index(Writer *w, const char *s)
{
    uint32_t have = GPOINTER_TO_UINT(g_hash_table_lookup(w->string_index, s));
    if (have)
        return have - 1;
    g_ptr_array_add(w->strings, (char *)s);
    g_hash_table_insert(w->string_index, (char *)s, GUINT_TO_POINTER(w->strings->len));
    return w->strings->len - 1;
}

typedef int64_t (*Column)(Writer *w, uint32_t i);

/* Entries whose index maps to SP_NONE are left out; map == NULL keeps all. */
static void put_column(Writer *w, const char *name, uint32_t count, const uint32_t *map, Column value)
{
    bool first = true;
    puts_(w->k, name[0] == '{' ? "{\"" : ",\"");
    puts_(w->k, name[0] == '{' ? name + 1 : name);
    puts_(w->k, "\":[");
    for (uint32_t i = 0; i < count; i++) {
        if (map && map[i] == SP_NONE)
            continue;
        if (!first)
            put(w->k, ",", 1);
        first = false;
        put_int(w->k, value(w, i));
    }
    puts_(w->k, "]");
}

static int64_t function_name(Writer *w, uint32_t i)
{
    return string_index(w, sp_function(w->p, i)->name);
}
static int64_t function_raw_name(Writer *w, uint32_t i)
{
    return string_index(w, sp_function(w->p, i)->raw_name);
}
static int64_t function_module(Writer *w, uint32_t i)
{
    return string_index(w, sp_function(w->p, i)->module);
}
static int64_t function_file(Writer *w, uint32_t i)
{
    return string_index(w, sp_function(w->p, i)->file);
}
static int64_t function_start_line(Writer *w, uint32_t i)
{
    return sp_function(w->p, i)->start_line;
}
static int64_t function_kind(Writer *w, uint32_t i)
{
    return sp_function(w->p, i)->kind;
}
static int64_t function_color(Writer *w, uint32_t i)
{
    return sp_palette_of(sp_function(w->p, i));
}
static int64_t frame_function(Writer *w, uint32_t i)
{
    return w->kept->function[sp_frame(w->p, i)->function];
}
static int64_t frame_line(Writer *w, uint32_t i)
{
    return sp_frame(w->p, i)->line;
}
static int64_t frame_tier(Writer *w, uint32_t i)
{
    return sp_frame(w->p, i)->tier;
}
static int64_t thread_name(Writer *w, uint32_t i)
{
    return string_index(w, sp_thread(w->p, i)->name);
}
static int64_t thread_root(Writer *w, uint32_t i)
{
    return w->kept->node[sp_thread(w->p, i)->root];
}
/* Times are in order, but may lie further apart than int64 holds. */
static int64_t difference(int64_t later, int64_t earlier)
{
    int64_t d;
    return __builtin_sub_overflow(later, earlier, &d) ? INT64_MAX : d;
}
static int64_t sample_time(Writer *w, uint32_t i)
{
    const SpSample *s = &g_array_index(w->p->samples, SpSample, i);
    return i ? difference(s->time_ns, s[-1].time_ns) : s->time_ns;
}
static int64_t sample_weight(Writer *w, uint32_t i)
{
    return g_array_index(w->p->samples, SpSample, i).weight_ns;
}
static int64_t sample_node(Writer *w, uint32_t i)
{
    const SpSample *s = &g_array_index(w->p->samples, SpSample, i);
    return (int64_t)w->kept->node[s->node] - (i ? w->kept->node[s[-1].node] : 0);
}
static int64_t span_start(Writer *w, uint32_t i)
{
    const SpSpan *s = &g_array_index(w->p->spans, SpSpan, i);
    return i ? difference(s->start_ns, s[-1].start_ns) : s->start_ns;
}
static int64_t span_length(Writer *w, uint32_t i)
{
    const SpSpan *s = &g_array_index(w->p->spans, SpSpan, i);
    return difference(s->end_ns, s->start_ns);
}
static int64_t span_node(Writer *w, uint32_t i)
{
    const SpSpan *s = &g_array_index(w->p->spans, SpSpan, i);
    return (int64_t)w->kept->node[s->node] - (i ? w->kept->node[s[-1].node] : 0);
}

static void put_values(Writer *w, const char *key, const int64_t *values, uint32_t count)
{
    puts_(w->k, key);
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            put(w->k, ",", 1);
        put_int(w->k, values[i]);
    }
    puts_(w->k, "]");
}

/* Nodes are many: columns are gathered first, so that no value costs a call through a pointer. */
static void put_nodes(Writer *w)
{
    const Kept *kept = w->kept;
    int64_t *parent = g_new(int64_t, 3 * ((size_t)kept->nodes + 1));
    int64_t *frame = parent + kept->nodes, *calls = frame + kept->nodes;
    for (uint32_t i = 0; i < w->p->nodes->len; i++) {
        const SpNode *node = sp_node(w->p, i);
        uint32_t to = kept->node[i];
        if (!kept->node_kept[i])
            continue;
        parent[to] = node->parent == SP_NONE ? 0 : (int64_t)to - kept->node[node->parent];
        frame[to] = node->frame == SP_NONE ? -1 : (int64_t)kept->frame[node->frame];
        calls[to] = node->calls;
    }
    put_values(w, ",\n\"nodes\":{\"parent\":[", parent, kept->nodes);
    put_values(w, ",\n\"frame\":[", frame, kept->nodes);
    put_values(w, ",\n\"samples\":[", kept->samples, kept->nodes);
    put_values(w, ",\n\"self_ns\":[", kept->self_ns, kept->nodes);
    put_values(w, ",\n\"calls\":[", calls, kept->nodes);
    puts_(w->k, "}");
    g_free(parent);
}

static void put_entry(Writer *w, const char *key, int64_t value)
{
    puts_(w->k, key);
    put_int(w->k, value);
}

static void put_text_entry(Writer *w, const char *key, const char *value)
{
    puts_(w->k, key);
    put_string(w->k, value);
}

static void put_header(Writer *w)
{
    const SpProfile *p = w->p;
    const Kept *kept = w->kept;
    bool cut_samples = kept->timeline < p->samples->len, cut_spans = kept->spans < p->spans->len;
    put_entry(w, "{\"format\":\"samplepoint\",\"version\":", SP_PAYLOAD_VERSION);
    put_text_entry(w, ",\n\"header\":{\"program\":", p->program);
    put_text_entry(w, ",\"command\":", p->command);
    put_text_entry(w, ",\"runtime\":", p->runtime);
    put_text_entry(w, ",\"mode\":", p->mode);
    put_text_entry(w, ",\"trigger\":", p->trigger);
    puts_(w->k, ",\"pid\":");
    put_uint(w->k, p->pid, false);
    put_entry(w, ",\"start_unix_ns\":", p->start_unix_ns);
    put_entry(w, ",\"duration_ns\":", p->duration_ns);
    put_entry(w, ",\"interval_ns\":", p->interval_ns);
    put_entry(w, ",\"mean_interval_ns\":", p->mean_interval_ns);
    put_entry(w, ",\"interval_bytes\":", p->interval_bytes);
    put_entry(w, ",\"clock\":", p->clock);
    put_entry(w, ",\"in_bytes\":", p->in_bytes);
    put_entry(w, ",\"has_calls\":", p->has_calls);
    put_entry(w, ",\"has_time\":", p->has_time);
    put_entry(w, ",\"has_lines\":", p->has_lines);
    put_entry(w, ",\"threads_as_roots\":", p->threads_as_roots);
    put_entry(w, ",\"samples_complete\":", p->samples_complete && !cut_samples);
    put_entry(w, ",\"spans_complete\":", p->spans_complete && !cut_spans);
    put_entry(w, ",\"dropped\":", p->dropped);
    put_entry(w, ",\"truncated\":", p->truncated);
    put_entry(w, "},\n\"pruned\":{\"nodes\":",
              (int64_t)MIN(saturating_add(kept->pruned_nodes, (uint64_t)MAX(p->pruned, 0)), INT64_MAX));
    put_entry(w, ",\"weight\":", kept->pruned_weight);
    put_entry(w, ",\"calls\":", kept->pruned_calls);
    put_entry(w, ",\"samples\":", p->samples->len - kept->timeline);
    put_entry(w, ",\"spans\":", p->spans->len - kept->spans);
    puts_(w->k, "}");
}

/* Strings precede the columns that name them, so the indexes are given out first. */
static void put_strings(Writer *w)
{
    for (uint32_t i = 0; i < w->p->functions->len; i++) {
        if (w->kept->function[i] == SP_NONE)
            continue;
        function_name(w, i);
        function_raw_name(w, i);
        function_module(w, i);
        function_file(w, i);
    }
    for (uint32_t i = 0; i < w->p->threads->len; i++)
        thread_name(w, i);
    puts_(w->k, ",\n\"strings\":[");
    for (guint i = 0; i < w->strings->len; i++) {
        if (i)
            puts_(w->k, ",");
        put_string(w->k, g_ptr_array_index(w->strings, i));
    }
    puts_(w->k, "]");
}

static void put_functions_and_frames(Writer *w)
{
    uint32_t functions = w->p->functions->len, frames = w->p->frames->len;
    const uint32_t *map = w->kept->function;
    puts_(w->k, ",\n\"functions\":");
    put_column(w, "{name", functions, map, function_name);
    put_column(w, "raw_name", functions, map, function_raw_name);
    put_column(w, "module", functions, map, function_module);
    put_column(w, "file", functions, map, function_file);
    put_column(w, "start_line", functions, map, function_start_line);
    put_column(w, "kind", functions, map, function_kind);
    put_column(w, "color", functions, map, function_color);
    puts_(w->k, "},\n\"frames\":");
    put_column(w, "{function", frames, w->kept->frame, frame_function);
    put_column(w, "line", frames, w->kept->frame, frame_line);
    put_column(w, "tier", frames, w->kept->frame, frame_tier);
    puts_(w->k, "}");
}

static void put_threads(Writer *w)
{
    puts_(w->k, ",\n\"threads\":{\"id\":[");
    for (uint32_t i = 0; i < w->p->threads->len; i++) {
        if (i)
            puts_(w->k, ",");
        put_uint(w->k, sp_thread(w->p, i)->id, false);
    }
    puts_(w->k, "]");
    put_column(w, "name", w->p->threads->len, NULL, thread_name);
    put_column(w, "root", w->p->threads->len, NULL, thread_root);
    puts_(w->k, "}");
}

static void put_timeline(Writer *w)
{
    puts_(w->k, ",\n\"timeline\":");
    put_column(w, "{time", w->kept->timeline, NULL, sample_time);
    put_column(w, "weight", w->kept->timeline, NULL, sample_weight);
    put_column(w, "node", w->kept->timeline, NULL, sample_node);
    puts_(w->k, "},\n\"spans\":");
    put_column(w, "{start", w->kept->spans, NULL, span_start);
    put_column(w, "length", w->kept->spans, NULL, span_length);
    put_column(w, "node", w->kept->spans, NULL, span_node);
    puts_(w->k, "}");
}

static void put_view(Writer *w)
{
    puts_(w->k, ",\n\"view\":{\"palette\":[");
    for (unsigned i = 0; i < SP_PALETTE_COUNT; i++) {
        puts_(w->k, i ? ",[" : "[");
        put_string(w->k, sp_palette[i].light);
        puts_(w->k, ",");
        put_string(w->k, sp_palette[i].dark);
        puts_(w->k, "]");
    }
    puts_(w->k, "]}}\n");
}

static void append(void *out, const uint8_t *bytes, size_t size)
{
    g_byte_array_append(out, bytes, (guint)size);
}

static GByteArray *encode_kept(const SpProfile *p, const Kept *kept)
{
    Packer *k = g_new0(Packer, 1);
    GByteArray *out = g_byte_array_new();
    bool large = (uint64_t)kept->nodes + kept->timeline + kept->spans > FAST_COMPRESSION_FROM;
    k->gzip = sp_gzip_new(large ? 1 : 6, append, out);
    Writer w = {k, p, kept, g_hash_table_new(g_str_hash, g_str_equal), g_ptr_array_new()};
    put_header(&w);
    put_strings(&w);
    put_functions_and_frames(&w);
    put_threads(&w);
    put_nodes(&w);
    put_timeline(&w);
    put_view(&w);
    pack(k);
    sp_gzip_end(k->gzip);
    g_hash_table_unref(w.string_index);
    g_ptr_array_unref(w.strings);
    g_free(k);
    return out;
}

GByteArray *sp_payload_encode(const SpProfile *p, const SpPayloadLimits *wanted)
{
    SpPayloadLimits limits = *wanted;
    uint64_t all;
    uint64_t *totals = magnitudes(p, &all);
    double share = 0;
    GByteArray *out = NULL;
    /* Each round halves every limit, so this ends; the threads and the header are all that cannot shrink. */
    for (int round = 0; round < 24; round++) {
        if (out)
            g_byte_array_unref(out);
        share = share_that_fits(p, totals, all, limits.max_nodes, share);
        Kept kept = choose(p, totals, all, share, &limits);
        out = encode_kept(p, &kept);
        limits.max_nodes = MIN(limits.max_nodes, kept.nodes) / 2;
        limits.max_timeline = MIN(limits.max_timeline, MAX(kept.timeline, kept.spans)) / 2;
        kept_clear(&kept);
        if (out->len <= limits.max_bytes)
            break;
    }
    g_free(totals);
    return out;
}
