/*
 * pprof.c - pprof's profile.proto (github.com/google/pprof, proto/profile.proto), protobuf in one gzip member.
 *
 * Protobuf: a message is fields, each a varint key (number << 3 | wire type), then a varint (wire type 0, negative
 * numbers as 64-bit two's complement) or a varint length and bytes (wire type 2: messages, strings, packed numbers).
 *
 *   Profile  1 sample_type*  2 sample*  3 mapping*  4 location*  5 function*  6 string_table*  9 time_nanos
 *            10 duration_nanos  11 period_type  12 period  13 comment*  14 default_sample_type
 *   ValueType 1 type 2 unit · Sample 1 location_id* (leaf first) 2 value* 3 label* · Label 1 key 2 str 3 num
 *   Mapping  1 id 5 filename 6 build_id 7 has_functions 8 has_filenames 9 has_line_numbers · Location 1 id 2 mapping_id 4 line
 *   Line     1 function_id 2 line · Function 1 id 2 name 3 system_name 4 filename 5 start_line
 *
 * What we put in:
 *   sample types   samples/count; time/nanoseconds when the profile has time (then the default); calls/count when
 *                  calls were counted. Values may be negative: a difference. Of allocations: alloc_objects/count and
 *                  alloc_space/bytes, the default
 *   location       one a frame, id = frame index + 1, one line each; function id = function index + 1
 *   system_name    the raw name where it differs from the name
 *   mapping        1 is the program (no location lies in it), then one a module and tier, so that both travel along:
 *                  code of another tier lies elsewhere. build_id is the tier's word
 *   sample         one a call tree node with any value; labels thread (text), thread_id (number) and tier (text, of the
 *                  leaf) where known
 *   period         achieved interval, else the asked one, in time/nanoseconds; of allocations space/bytes
 *   comment        "written by samplepoint", then "key: value" for each field of metadata.c
 *
 * A reader ignores fields it does not know; ours refuses what contradicts itself (see profiler/import/read-pprof.c).
 */
#include "profiler/export/gzip.h"
#include "profiler/export/writing.h"

#include <string.h>

enum { VARINT = 0, BYTES = 2 }; /* wire types */

enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING = 6,
    PROFILE_TIME_NANOS = 9,
    PROFILE_DURATION_NANOS = 10,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    PROFILE_COMMENT = 13,
    PROFILE_DEFAULT_SAMPLE_TYPE = 14,
};

typedef struct {
    const SpProfile *p;
    SpGzip *gzip;
    GHashTable *string_ids;  /* text -> index */
    GPtrArray *strings;      /* index -> text, owned */
    GByteArray *message;     /* the one in hand, a field of Profile */
    GByteArray *inner;       /* a message inside it */
    GHashTable *mapping_ids[SP_TIER_COUNT]; /* module (interned in p) -> id */
    uint32_t mappings;
    uint32_t thread_roots, no_stack; /* ids of locations (and functions) that no frame has */
} Writer;

/* ---- Protobuf --------------------------------------------------------------------------------------------------- */

static void put_varint(GByteArray *to, uint64_t value)
{
    uint8_t bytes[10];
    guint n = 0;
    for (; value >= 0x80; value >>= 7)
        bytes[n++] = (uint8_t)(value | 0x80);
    bytes[n++] = (uint8_t)value;
    g_byte_array_append(to, bytes, n);
}

static void put_number(GByteArray *to, uint32_t field, uint64_t value)
{
    if (!value) /* 0 is what an absent field means */
        return;
    put_varint(to, field << 3 | VARINT);
    put_varint(to, value);
}

static void put_bytes(GByteArray *to, uint32_t field, const void *bytes, size_t size)
{
    put_varint(to, field << 3 | BYTES);
    put_varint(to, size);
    g_byte_array_append(to, bytes, (guint)size);
}

/* Ends the message in hand: it becomes a field of Profile. */
static void emit(Writer *w, uint32_t field)
{
    GByteArray *head = w->inner;
    g_byte_array_set_size(head, 0);
    put_varint(head, field << 3 | BYTES);
    put_varint(head, w->message->len);
    sp_gzip_write(w->gzip, head->data, head->len);
    sp_gzip_write(w->gzip, w->message->data, w->message->len);
    g_byte_array_set_size(w->message, 0);
    g_byte_array_set_size(w->inner, 0);
}

static void emit_number(Writer *w, uint32_t field, int64_t value)
{
    g_byte_array_set_size(w->message, 0);
    put_number(w->message, field, (uint64_t)value);
    sp_gzip_write(w->gzip, w->message->data, w->message->len);
    g_byte_array_set_size(w->message, 0);
}

static uint32_t string_id(Writer *w, const char *text)
{
    gpointer id;
    if (g_hash_table_lookup_extended(w->string_ids, text, NULL, &id))
        return GPOINTER_TO_UINT(id);
    char *copy = g_strdup(text);
    g_ptr_array_add(w->strings, copy);
    g_hash_table_insert(w->string_ids, copy, GUINT_TO_POINTER(w->strings->len - 1));
    return w->strings->len - 1;
}

/* ---- The parts -------------------------------------------------------------------------------------------------- */

static void emit_value_type(Writer *w, uint32_t field, const char *type, const char *unit)
{
    put_number(w->message, 1, string_id(w, type));
    put_number(w->message, 2, string_id(w, unit));
    emit(w, field);
}

static void emit_sample_types(Writer *w)
{
    bool bytes = w->p->in_bytes;
    const char *time = bytes ? "alloc_space" : "time", *samples = bytes ? "alloc_objects" : "samples";
    emit_value_type(w, PROFILE_SAMPLE_TYPE, samples, "count");
    if (w->p->has_time)
        emit_value_type(w, PROFILE_SAMPLE_TYPE, time, bytes ? "bytes" : "nanoseconds");
    if (w->p->has_calls)
        emit_value_type(w, PROFILE_SAMPLE_TYPE, "calls", "count");
    emit_number(w, PROFILE_DEFAULT_SAMPLE_TYPE, string_id(w, w->p->has_time ? time : samples));
    int64_t period = bytes ? w->p->interval_bytes : w->p->mean_interval_ns ? w->p->mean_interval_ns : w->p->interval_ns;
    if (period && w->p->has_time) {
        emit_value_type(w, PROFILE_PERIOD_TYPE, bytes ? "space" : "time", bytes ? "bytes" : "nanoseconds");
        emit_number(w, PROFILE_PERIOD, period);
    }
}

static void put_label(Writer *w, const char *key, const char *text, uint64_t number)
{
    g_byte_array_set_size(w->inner, 0);
    put_number(w->inner, 1, string_id(w, key));
    if (text)
        put_number(w->inner, 2, string_id(w, text));
    else
        put_number(w->inner, 3, number);
    put_bytes(w->message, 3, w->inner->data, w->inner->len);
}

static void emit_sample(Writer *w, uint32_t node, GArray *frames)
{
    const SpNode *n = sp_node(w->p, node);
    sp_stack_of(w->p, node, frames);
    g_byte_array_set_size(w->inner, 0);
    for (uint32_t i = 0; i < frames->len; i++) {
        uint32_t frame = g_array_index(frames, uint32_t, i);
        put_varint(w->inner, frame == SP_NONE ? w->no_stack : frame + 1);
    }
    if (w->p->threads_as_roots)
        put_varint(w->inner, w->thread_roots + n->thread);
    put_bytes(w->message, 1, w->inner->data, w->inner->len);
    g_byte_array_set_size(w->inner, 0);
    put_varint(w->inner, (uint64_t)n->samples);
    if (w->p->has_time)
        put_varint(w->inner, (uint64_t)n->self_ns);
    if (w->p->has_calls)
        put_varint(w->inner, (uint64_t)n->calls);
    put_bytes(w->message, 2, w->inner->data, w->inner->len);
    const SpThread *thread = sp_thread(w->p, n->thread);
    if (*thread->name)
        put_label(w, "thread", thread->name, 0);
    if (thread->id)
        put_label(w, "thread_id", NULL, thread->id);
    if (n->frame != SP_NONE && sp_frame(w->p, n->frame)->tier)
        put_label(w, "tier", sp_tier_word(sp_frame(w->p, n->frame)->tier), 0);
    emit(w, PROFILE_SAMPLE);
}

static void emit_samples(Writer *w)
{
    GArray *frames = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 0; i < w->p->nodes->len; i++) {
        const SpNode *n = sp_node(w->p, i);
        if (n->samples || n->self_ns || n->calls)
            emit_sample(w, i, frames);
    }
    g_array_unref(frames);
}

static void emit_mapping(Writer *w, const char *file, SpTier tier)
{
    put_number(w->message, 1, ++w->mappings);
    put_number(w->message, 5, string_id(w, file));
    if (tier)
        put_number(w->message, 6, string_id(w, sp_tier_word(tier)));
    for (uint32_t has = 7; has <= 9; has++) /* functions, file names, lines: there is nothing left to symbolise */
        put_number(w->message, has, 1);
    emit(w, PROFILE_MAPPING);
}

static void emit_mappings(Writer *w)
{
    emit_mapping(w, w->p->program, SP_TIER_UNKNOWN);
    for (uint32_t i = 0; i < w->p->frames->len; i++) {
        const SpFrame *f = sp_frame(w->p, i);
        const char *module = sp_function(w->p, f->function)->module;
        if ((!*module && !f->tier) || g_hash_table_contains(w->mapping_ids[f->tier], module))
            continue;
        emit_mapping(w, module, f->tier);
        g_hash_table_insert(w->mapping_ids[f->tier], (gpointer)module, GUINT_TO_POINTER(w->mappings));
    }
}

static void emit_location(Writer *w, uint32_t id, uint32_t mapping, uint32_t function, uint32_t line)
{
    put_number(w->message, 1, id);
    put_number(w->message, 2, mapping);
    put_number(w->inner, 1, function);
    put_number(w->inner, 2, line);
    put_bytes(w->message, 4, w->inner->data, w->inner->len);
    emit(w, PROFILE_LOCATION);
}

static void emit_function(Writer *w, uint32_t id, const SpFunction *f)
{
    put_number(w->message, 1, id);
    put_number(w->message, 2, string_id(w, f->name));
    /* pprof takes equal names for a C++ symbol to demangle, and would cut "List<int>" to "List". */
    put_number(w->message, 3, strcmp(f->raw_name, f->name) ? string_id(w, f->raw_name) : 0);
    put_number(w->message, 4, string_id(w, f->file));
    put_number(w->message, 5, f->start_line);
    emit(w, PROFILE_FUNCTION);
}

/* A location and function for a name that is no frame of the profile. Both have the same id. */
static void emit_synthetic(Writer *w, uint32_t id, const char *name)
{
    SpFunction f = {.name = name, .raw_name = name, .file = ""};
    emit_function(w, id, &f);
    emit_location(w, id, 0, id, 0);
}

static void emit_symbols(Writer *w)
{
    const SpProfile *p = w->p;
    for (uint32_t i = 0; i < p->frames->len; i++) {
        const SpFrame *f = sp_frame(p, i);
        gpointer mapping = g_hash_table_lookup(w->mapping_ids[f->tier], sp_function(p, f->function)->module);
        emit_location(w, i + 1, GPOINTER_TO_UINT(mapping), f->function + 1, f->line);
    }
    for (uint32_t i = 0; i < p->functions->len; i++)
        emit_function(w, i + 1, sp_function(p, i));
    for (uint32_t i = 0; p->threads_as_roots && i < p->threads->len; i++)
        emit_synthetic(w, w->thread_roots + i, sp_thread(p, i)->name);
    for (uint32_t i = 0; i < p->threads->len; i++) {
        const SpNode *root = sp_node(p, sp_thread(p, i)->root);
        if (root->samples || root->self_ns || root->calls) {
            emit_synthetic(w, w->no_stack, SP_NO_STACK);
            break;
        }
    }
}

static void emit_comment(Writer *w, const char *text)
{
    emit_number(w, PROFILE_COMMENT, string_id(w, text));
}

static void emit_facts(Writer *w)
{
    emit_number(w, PROFILE_TIME_NANOS, w->p->start_unix_ns);
    emit_number(w, PROFILE_DURATION_NANOS, w->p->duration_ns);
    emit_comment(w, "written by " SP_WRITTEN_BY);
    for (size_t i = 0; i < SP_FIELD_COUNT; i++) {
        char *text = sp_field_text(w->p, &sp_fields[i]);
        char *line = text ? g_strdup_printf("%s: %s", sp_fields[i].key, text) : NULL;
        if (line)
            emit_comment(w, line);
        g_free(line);
        g_free(text);
    }
}

/* proto3 wants its strings in UTF-8. */
static void emit_strings(Writer *w)
{
    for (uint32_t i = 0; i < w->strings->len; i++) {
        const char *text = g_ptr_array_index(w->strings, i);
        char *valid = sp_visible_utf8(text, strlen(text));
        g_byte_array_append(w->message, (const uint8_t *)valid, (guint)strlen(valid));
        emit(w, PROFILE_STRING);
        g_free(valid);
    }
}

static void write_out(void *o, const uint8_t *bytes, size_t size)
{
    sp_output_write(o, bytes, size);
}

void sp_write_pprof(const SpProfile *p, SpOutput *o)
{
    uint32_t own_ids = MAX(p->frames->len, p->functions->len);
    Writer w = {.p = p, .no_stack = own_ids + 1, .thread_roots = own_ids + 2};
    w.string_ids = g_hash_table_new(g_str_hash, g_str_equal);
    w.strings = g_ptr_array_new_with_free_func(g_free);
    w.message = g_byte_array_new();
    w.inner = g_byte_array_new();
    for (int tier = 0; tier < SP_TIER_COUNT; tier++)
        w.mapping_ids[tier] = g_hash_table_new(NULL, NULL);
    w.gzip = sp_gzip_new(5, write_out, o); /* half the time of the usual level 6 at 2 % more size */
    string_id(&w, "");
    emit_sample_types(&w);
    emit_mappings(&w);
    emit_samples(&w);
    emit_symbols(&w);
    emit_facts(&w);
    emit_strings(&w);
    sp_gzip_end(w.gzip);
    for (int tier = 0; tier < SP_TIER_COUNT; tier++)
        g_hash_table_unref(w.mapping_ids[tier]);
    g_byte_array_unref(w.inner);
    g_byte_array_unref(w.message);
    g_hash_table_unref(w.string_ids);
    g_ptr_array_unref(w.strings);
}
