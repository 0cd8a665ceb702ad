/*
 * read-pprof.c - pprof's profile.proto, unpacked; ours (profiler/export/pprof.c has the grammar) and any other maker's.
 *
 * The fields of a profile may come in any order, so a first pass collects strings, types and symbols and a second reads
 * the samples. The file is believed only as far as it is consistent. Refused, with the byte offset: a broken varint or
 * length, a group or unknown wire type, a first string that is not empty, a string, function, location or mapping that
 * is named and missing, an id that is 0 or stands twice, a sample with another number of values than there are types.
 * Fields this reader does not know are passed over.
 *
 * Which value is what:
 *   time     the type whose unit is one of time: the file's default type if it is such a one, else the last ("cpu" of
 *            a Go profile); converted to nanoseconds
 *   samples  "samples", else, beside a time, the first of unit "count" that is not "calls"; without a time, the file's
 *            default type or the last, as pprof itself shows
 *   bytes    with neither time nor "samples", where that default type's unit is bytes (a heap profile's bytes in use):
 *            the profile is in bytes, and the type of unit "count" before it are its objects
 *   calls    "calls" of unit "count"
 * Labels thread, thread_name, "thread name" (text) and thread_id, tid, "thread id" (number) name the thread. A location
 * of several lines is several frames (inlined calls). One without lines shows its address. A mapping whose build id is
 * the word of a tier says the tier of its locations. Comments of our own files
 * give the header fields back.
 */
#include "profiler/export/writing.h"
#include "profiler/import/reading.h"

#include <string.h>

enum { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 }; /* wire types */

typedef struct {
    uint32_t number, type;
    uint64_t value;    /* VARINT, fixed */
    SpBytes bytes;     /* BYTES */
    const uint8_t *at; /* where the field begins */
} Field;

typedef struct {
    uint64_t type, unit; /* strings */
} ValueType;

/* What the samples refer to: (id, SpBytes of the message) until resolve() makes frames of them. */
typedef struct {
    uint64_t id;
    uint32_t first_frame, frame_count; /* of Reader.frames, leaf first */
} Location;

typedef struct {
    const char *name;
    SpTier tier;
} Mapping;

typedef struct {
    SpBuild b;
    GArray *strings;         /* SpBytes */
    GArray *types;           /* ValueType */
    GArray *comments;        /* uint64_t, strings */
    GArray *messages[3];     /* SpBytes: mappings, locations, functions */
    GHashTable *functions;   /* id -> SpFunction, module still empty */
    GHashTable *mappings;    /* id -> Mapping */
    GHashTable *locations;   /* id -> index + 1 of location_list */
    GArray *location_list;   /* Location */
    GArray *frames;          /* uint32_t */
    ValueType period_type;
    int64_t period, time_nanos, duration_nanos;
    uint64_t default_type;
    int time_column, samples_column, calls_column; /* -1: none */
    int time_shift;                                /* decimal places from its unit to nanoseconds */
    GArray *ids, *values;                          /* of the sample in hand */
} Reader;

enum { MAPPINGS, LOCATIONS, FUNCTIONS };

/* ---- Protobuf --------------------------------------------------------------------------------------------------- */

static bool fail(Reader *r, const uint8_t *at, const char *message)
{
    return sp_build_fail_at(&r->b, SP_ERROR_FORMAT, at, "%s", message);
}

/* False at the end and on error. */
static bool next_field(Reader *r, SpBytes *b, Field *f)
{
    uint64_t key, size;
    if (b->at == b->end || r->b.error)
        return false;
    f->at = b->at;
    if (!sp_bytes_varint(&r->b, b, &key))
        return false;
    if (key >> 3 == 0 || key >> 32)
        return fail(r, f->at, "not pprof: a field number out of range");
    f->number = (uint32_t)(key >> 3);
    f->type = key & 7;
    switch (f->type) {
    case VARINT:
        return sp_bytes_varint(&r->b, b, &f->value);
    case BYTES:
        return sp_bytes_varint(&r->b, b, &size) && sp_bytes_take(&r->b, b, size, &f->bytes);
    case FIXED64:
    case FIXED32:
        return sp_bytes_take(&r->b, b, f->type == FIXED64 ? 8 : 4, &f->bytes);
    default:
        return fail(r, f->at, "not pprof: an unknown wire type");
    }
}

/* The field must have the wire type that profile.proto gives it. */
static bool expect(Reader *r, const Field *f, uint32_t type)
{
    return f->type == type || fail(r, f->at, "a field of the wrong wire type");
}

/* Repeated numbers stand packed or one by one. */
static bool read_numbers(Reader *r, const Field *f, GArray *numbers)
{
    uint64_t value = f->value;
    if (f->type == VARINT) {
        g_array_append_val(numbers, value);
        return true;
    }
    SpBytes b = f->bytes;
    while (expect(r, f, BYTES) && b.at < b.end && sp_bytes_varint(&r->b, &b, &value))
        g_array_append_val(numbers, value);
    return !r->b.error;
}

/* ---- First pass: what the fields of Profile are ----------------------------------------------------------------- */

static bool read_value_type(Reader *r, const Field *field, ValueType *type)
{
    Field f;
    SpBytes b = field->bytes;
    *type = (ValueType){0};
    if (!expect(r, field, BYTES))
        return false;
    while (next_field(r, &b, &f)) {
        if (f.number == 1 && expect(r, &f, VARINT))
            type->type = f.value;
        else if (f.number == 2 && expect(r, &f, VARINT))
            type->unit = f.value;
    }
    return !r->b.error;
}

static bool keep_bytes(Reader *r, const Field *f, GArray *list)
{
    if (!expect(r, f, BYTES))
        return false;
    g_array_append_val(list, f->bytes);
    return true;
}

static bool keep_number(Reader *r, const Field *f, int64_t *number)
{
    *number = (int64_t)f->value;
    return expect(r, f, VARINT);
}

static bool scan_field(Reader *r, const Field *f)
{
    ValueType type;
    switch (f->number) {
    case 1:
        if (!read_value_type(r, f, &type))
            return false;
        g_array_append_val(r->types, type);
        return true;
    case 2:
        return expect(r, f, BYTES);
    case 3:
        return keep_bytes(r, f, r->messages[MAPPINGS]);
    case 4:
        return keep_bytes(r, f, r->messages[LOCATIONS]);
    case 5:
        return keep_bytes(r, f, r->messages[FUNCTIONS]);
    case 6:
        return keep_bytes(r, f, r->strings);
    case 9:
        return keep_number(r, f, &r->time_nanos);
    case 10:
        return keep_number(r, f, &r->duration_nanos);
    case 11:
        return read_value_type(r, f, &r->period_type);
    case 12:
        return keep_number(r, f, &r->period);
    case 13:
        return read_numbers(r, f, r->comments);
    case 14:
        r->default_type = f->value;
        return expect(r, f, VARINT);
    default:
        return true;
    }
}

/* The string as repaired UTF-8; NULL and an error if there is none. Free with g_free(). */
static char *string_at(Reader *r, uint64_t index, const uint8_t *where)
{
    if (index >= r->strings->len) {
        fail(r, where, "a string index past the string table");
        return NULL;
    }
    SpBytes b = g_array_index(r->strings, SpBytes, index);
    return sp_visible_utf8((const char *)b.at, (size_t)(b.end - b.at));
}

static bool string_is(const Reader *r, uint64_t index, const char *text)
{
    if (index >= r->strings->len)
        return false;
    SpBytes b = g_array_index(r->strings, SpBytes, index);
    return (size_t)(b.end - b.at) == strlen(text) && !memcmp(b.at, text, strlen(text));
}

static bool check_strings(Reader *r)
{
    SpBytes first = r->strings->len ? g_array_index(r->strings, SpBytes, 0) : (SpBytes){r->b.start, r->b.start + 1};
    if (first.at != first.end)
        return fail(r, first.at, "not pprof: the string table does not begin with an empty string");
    for (uint32_t i = 0; i < r->types->len; i++) {
        const ValueType *t = &g_array_index(r->types, ValueType, i);
        if (t->type >= r->strings->len || t->unit >= r->strings->len)
            return fail(r, r->b.start, "a sample type's string index past the string table");
    }
    return r->types->len > 0 || fail(r, r->b.start, "not pprof: no sample types");
}

/* ---- Which value is what ---------------------------------------------------------------------------------------- */

static int shift_of_unit(const Reader *r, uint64_t unit)
{
    static const struct {
        const char *unit;
        int shift;
    } units[] = {{"nanoseconds", 0}, {"ns", 0}, {"microseconds", 3}, {"us", 3}, {"milliseconds", 6}, {"ms", 6},
                 {"seconds", 9}, {"s", 9}};
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
        if (string_is(r, unit, units[i].unit))
            return units[i].shift;
    return -1;
}

static void choose_columns(Reader *r)
{
    int count = -1, by_default = -1, last = (int)r->types->len - 1;
    bool time_is_default = false;
    r->time_column = r->samples_column = r->calls_column = -1;
    for (int i = 0; i <= last; i++) {
        const ValueType *t = &g_array_index(r->types, ValueType, i);
        bool is_default = r->default_type && t->type == r->default_type, is_count = string_is(r, t->unit, "count");
        int shift = shift_of_unit(r, t->unit);
        if (is_default)
            by_default = i;
        if (shift >= 0 && !time_is_default) {
            r->time_column = i;
            r->time_shift = shift;
            time_is_default = is_default;
        }
        if (is_count && string_is(r, t->type, "calls"))
            r->calls_column = i;
        else if (string_is(r, t->type, "samples"))
            r->samples_column = i;
        else if (is_count && count < 0)
            count = i;
    }
    int shown = by_default >= 0 ? by_default : last;
    r->b.p->in_bytes = r->samples_column < 0 && r->time_column < 0 &&
                       string_is(r, g_array_index(r->types, ValueType, shown).unit, "bytes");
    if (r->b.p->in_bytes) {
        bool counted = shown > 0 && string_is(r, g_array_index(r->types, ValueType, shown - 1).unit, "count");
        r->time_column = shown;
        r->time_shift = 0;
        r->samples_column = counted ? shown - 1 : -1;
    } else if (r->samples_column < 0 && r->time_column >= 0) {
        r->samples_column = count;
    } else if (r->samples_column < 0) {
        r->samples_column = shown;
    }
    r->b.p->has_time = r->time_column >= 0;
    r->b.p->has_calls = r->calls_column >= 0;
}

/* ---- Symbols ---------------------------------------------------------------------------------------------------- */

static uint64_t *id_key(uint64_t id)
{
    return g_memdup2(&id, sizeof id);
}

static bool add_id(Reader *r, GHashTable *table, uint64_t id, gpointer value, SpBytes message, const char *twice)
{
    if (id && g_hash_table_insert(table, id_key(id), value))
        return true;
    return fail(r, message.at, id ? twice : "an id of 0");
}

static bool read_mapping(Reader *r, SpBytes message)
{
    Field f;
    SpBytes b = message;
    uint64_t id = 0, file = 0, build_id = 0;
    while (next_field(r, &b, &f)) {
        if (f.number == 1 && expect(r, &f, VARINT))
            id = f.value;
        else if (f.number == 5 && expect(r, &f, VARINT))
            file = f.value;
        else if (f.number == 6 && expect(r, &f, VARINT))
            build_id = f.value;
    }
    char *path = r->b.error ? NULL : string_at(r, file, message.at);
    char *build = path ? string_at(r, build_id, message.at) : NULL;
    bool good = build && (id || fail(r, message.at, "an id of 0"));
    if (good) {
        Mapping *mapping = g_new(Mapping, 1);
        char *base = *path ? g_path_get_basename(path) : g_strdup("");
        *mapping = (Mapping){sp_profile_string(r->b.p, base), sp_tier_by_word(build)};
        g_free(base);
        good = add_id(r, r->mappings, id, mapping, message, "a mapping's id stands twice");
    }
    g_free(build);
    g_free(path);
    return good;
}

static bool read_function(Reader *r, SpBytes message)
{
    Field f;
    SpBytes b = message;
    uint64_t numbers[6] = {0}; /* by field number */
    while (next_field(r, &b, &f))
        if (f.number <= 5 && expect(r, &f, VARINT))
            numbers[f.number] = f.value;
    char *text[3] = {NULL}; /* name, system name, file */
    for (int i = 0; i < 3 && !r->b.error; i++)
        text[i] = string_at(r, numbers[2 + i], message.at);
    bool good = !r->b.error && (numbers[1] || fail(r, message.at, "an id of 0"));
    if (good) {
        const char *raw = *text[1] ? text[1] : text[0], *name = *text[0] ? text[0] : raw;
        SpFunction *function = g_new0(SpFunction, 1);
        function->name = sp_profile_string(r->b.p, name);
        function->raw_name = sp_profile_string(r->b.p, raw);
        function->file = sp_profile_string(r->b.p, text[2]);
        function->start_line = numbers[5] <= UINT32_MAX ? (uint32_t)numbers[5] : 0;
        function->kind = (uint8_t)sp_build_kind_of(raw);
        good = add_id(r, r->functions, numbers[1], function, message, "a function's id stands twice");
    }
    for (int i = 0; i < 3; i++)
        g_free(text[i]);
    return good;
}

static void add_frame(Reader *r, const SpFunction *f, uint64_t line, SpTier tier)
{
    uint32_t function = sp_profile_function(r->b.p, f);
    uint32_t frame = sp_profile_frame(r->b.p, function, line <= UINT32_MAX ? (uint32_t)line : 0, tier);
    g_array_append_val(r->frames, frame);
}

static bool read_line(Reader *r, const Field *field, const Mapping *mapping)
{
    Field f;
    SpBytes b = field->bytes;
    uint64_t id = 0, line = 0;
    while (next_field(r, &b, &f)) {
        if (f.number == 1 && expect(r, &f, VARINT))
            id = f.value;
        else if (f.number == 2 && expect(r, &f, VARINT))
            line = f.value;
    }
    if (r->b.error)
        return false;
    const SpFunction *found = g_hash_table_lookup(r->functions, &id);
    if (!found)
        return fail(r, field->at, "a line names a function that is not there");
    SpFunction function = *found;
    function.module = mapping->name;
    add_frame(r, &function, line, mapping->tier);
    return true;
}

static bool read_location(Reader *r, SpBytes message)
{
    Field f;
    SpBytes b = message;
    uint64_t mapping = 0, address = 0;
    Location l = {.first_frame = r->frames->len};
    /* The mapping may come after the lines, whose frames need its name. */
    while (next_field(r, &b, &f)) {
        if (f.number == 1 && expect(r, &f, VARINT))
            l.id = f.value;
        else if (f.number == 2 && expect(r, &f, VARINT))
            mapping = f.value;
        else if (f.number == 3 && expect(r, &f, VARINT))
            address = f.value;
    }
    static const Mapping none = {"", SP_TIER_UNKNOWN};
    const Mapping *found = mapping && !r->b.error ? g_hash_table_lookup(r->mappings, &mapping) : &none;
    if (!found)
        return fail(r, message.at, "a location names a mapping that is not there");
    b = message;
    while (next_field(r, &b, &f))
        if (f.number == 4 && expect(r, &f, BYTES))
            read_line(r, &f, found);
    if (r->b.error)
        return false;
    if (r->frames->len == l.first_frame) {
        char *name = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", address);
        SpFunction function = {.name = name, .module = found->name, .kind = SP_FUNCTION_NATIVE};
        add_frame(r, &function, 0, found->tier);
        g_free(name);
    }
    l.frame_count = r->frames->len - l.first_frame;
    g_array_append_val(r->location_list, l);
    return add_id(r, r->locations, l.id, GUINT_TO_POINTER(r->location_list->len), message,
                  "a location's id stands twice");
}

static bool read_symbols(Reader *r)
{
    static bool (*const readers[])(Reader *, SpBytes) = {
        [MAPPINGS] = read_mapping, [LOCATIONS] = read_location, [FUNCTIONS] = read_function};
    static const int order[] = {MAPPINGS, FUNCTIONS, LOCATIONS};
    for (int i = 0; i < 3; i++) {
        GArray *list = r->messages[order[i]];
        for (uint32_t k = 0; k < list->len; k++)
            if (!readers[order[i]](r, g_array_index(list, SpBytes, k)))
                return false;
    }
    return true;
}

/* ---- Samples ---------------------------------------------------------------------------------------------------- */

static bool is_thread_name(const Reader *r, uint64_t key)
{
    return string_is(r, key, "thread") || string_is(r, key, "thread_name") || string_is(r, key, "thread name");
}

static bool is_thread_id(const Reader *r, uint64_t key)
{
    return string_is(r, key, "thread_id") || string_is(r, key, "tid") || string_is(r, key, "thread id");
}

static bool read_label(Reader *r, const Field *field, uint64_t *thread_id, uint64_t *thread_name)
{
    Field f;
    SpBytes b = field->bytes;
    uint64_t numbers[5] = {0}; /* key, str, num, unit */
    if (!expect(r, field, BYTES))
        return false;
    while (next_field(r, &b, &f))
        if (f.number <= 4 && expect(r, &f, VARINT))
            numbers[f.number] = f.value;
    if (numbers[1] >= r->strings->len || numbers[2] >= r->strings->len)
        return fail(r, field->at, "a label's string index past the string table");
    if (is_thread_name(r, numbers[1]) && numbers[2])
        *thread_name = numbers[2];
    else if (is_thread_id(r, numbers[1]))
        *thread_id = numbers[3];
    return !r->b.error;
}

static int64_t value_of(const Reader *r, int column)
{
    return column < 0 ? 0 : (int64_t)g_array_index(r->values, uint64_t, column);
}

static bool scale_time(int64_t *value, int shift)
{
    for (; shift > 0; shift--)
        if (__builtin_mul_overflow(*value, 10, value))
            return false;
    return true;
}

static uint32_t node_of_stack(Reader *r, uint32_t root, const uint8_t *where)
{
    uint32_t node = root, skip = r->b.p->threads_as_roots; /* our own file's outermost frame is the thread */
    for (uint32_t i = r->ids->len; i-- > 0 && !r->b.error;) {
        uint64_t id = g_array_index(r->ids, uint64_t, i);
        uint32_t index = GPOINTER_TO_UINT(g_hash_table_lookup(r->locations, &id));
        if (!index) {
            fail(r, where, "a sample names a location that is not there");
            break;
        }
        const Location *l = &g_array_index(r->location_list, Location, index - 1);
        for (uint32_t k = l->frame_count; k-- > 0;) {
            if (!skip)
                node = sp_build_child(&r->b, node, g_array_index(r->frames, uint32_t, l->first_frame + k));
            skip = 0;
        }
    }
    return node;
}

static bool add_sample(Reader *r, const uint8_t *where, uint64_t thread_id, uint64_t thread_name)
{
    if (r->values->len != r->types->len)
        return fail(r, where, "a sample has another number of values than there are sample types");
    char *name = string_at(r, thread_name, where);
    uint32_t root = sp_thread(r->b.p, sp_build_thread(&r->b, thread_id, name))->root;
    g_free(name);
    uint32_t node = node_of_stack(r, root, where);
    int64_t ns = value_of(r, r->time_column);
    if (r->b.error)
        return false;
    if (scale_time(&ns, r->time_shift) &&
        sp_build_add(&r->b, node, value_of(r, r->samples_column), ns, value_of(r, r->calls_column)))
        return true;
    return sp_build_fail_at(&r->b, SP_ERROR_LIMIT, where, "the values add up to 2^63 or more");
}

static bool read_sample(Reader *r, const Field *field)
{
    Field f;
    SpBytes b = field->bytes;
    uint64_t thread_id = 0, thread_name = 0;
    g_array_set_size(r->ids, 0);
    g_array_set_size(r->values, 0);
    while (next_field(r, &b, &f)) {
        if (f.number == 1)
            read_numbers(r, &f, r->ids);
        else if (f.number == 2)
            read_numbers(r, &f, r->values);
        else if (f.number == 3)
            read_label(r, &f, &thread_id, &thread_name);
    }
    return !r->b.error && add_sample(r, field->at, thread_id, thread_name);
}

/* ---- The whole -------------------------------------------------------------------------------------------------- */

static void read_comments(Reader *r)
{
    bool ours = false;
    for (uint32_t i = 0; i < r->comments->len; i++) {
        char *text = string_at(r, g_array_index(r->comments, uint64_t, i), r->b.start);
        char *colon = text ? strstr(text, ": ") : NULL;
        if (i == 0)
            ours = text && !strcmp(text, "written by " SP_WRITTEN_BY);
        if (ours && colon) {
            *colon = 0;
            sp_field_parse(r->b.p, text, colon + 2);
        }
        g_free(text);
    }
    if (!ours) {
        r->b.p->start_unix_ns = MAX(0, r->time_nanos);
        r->b.p->duration_ns = MAX(0, r->duration_nanos);
        int shift = shift_of_unit(r, r->period_type.unit);
        if (shift >= 0 && r->period > 0 && scale_time(&r->period, shift))
            r->b.p->interval_ns = r->period;
        if (string_is(r, r->period_type.unit, "bytes") && r->period > 0)
            r->b.p->interval_bytes = r->period;
        if (string_is(r, r->period_type.type, "cpu"))
            r->b.p->clock = SP_CLOCK_CPU;
    }
}

static bool read_profile(Reader *r, SpBytes all)
{
    Field f;
    for (SpBytes b = all; next_field(r, &b, &f);)
        scan_field(r, &f);
    if (r->b.error || !check_strings(r))
        return false;
    read_comments(r);
    choose_columns(r);
    r->b.p->samples_complete = false;
    if (!read_symbols(r))
        return false;
    for (SpBytes b = all; next_field(r, &b, &f);)
        if (f.number == 2)
            read_sample(r, &f);
    return !r->b.error;
}

SpProfile *sp_import_pprof(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    Reader r = {0};
    GArray **arrays[] = {&r.messages[0], &r.messages[1], &r.messages[2], &r.strings, &r.types, &r.comments, &r.ids,
                         &r.values, &r.location_list, &r.frames};
    static const guint sizes[] = {sizeof(SpBytes), sizeof(SpBytes), sizeof(SpBytes), sizeof(SpBytes), sizeof(ValueType),
                                  sizeof(uint64_t), sizeof(uint64_t), sizeof(uint64_t), sizeof(Location),
                                  sizeof(uint32_t)};
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
        *arrays[i] = g_array_new(FALSE, FALSE, sizes[i]);
    r.functions = g_hash_table_new_full(sp_hash_int64, g_int64_equal, g_free, g_free);
    r.mappings = g_hash_table_new_full(sp_hash_int64, g_int64_equal, g_free, g_free);
    r.locations = g_hash_table_new_full(sp_hash_int64, g_int64_equal, g_free, NULL);
    sp_build_init(&r.b, name);
    r.b.start = bytes;
    read_profile(&r, (SpBytes){bytes, bytes + size});
    g_hash_table_unref(r.functions);
    g_hash_table_unref(r.mappings);
    g_hash_table_unref(r.locations);
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
        g_array_unref(*arrays[i]);
    return sp_build_end(&r.b, error);
}
