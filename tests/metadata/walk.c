/* walk.c - see walk.h. */
#include "tests/metadata/walk.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

enum { MAX_ROWS = 3000 /* of one table: a damaged file may claim many rows that all lie in it */ };

typedef struct {
    uint64_t sum;
} Sum;

static void add(Sum *sum, uint64_t value)
{
    sum->sum = (sum->sum ^ value) * 0x100000001b3u;
}

static void add_bytes(Sum *sum, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        add(sum, bytes[i]);
}

static uint32_t rows_of(const MonoImage *image, MonoTableId table)
{
    uint32_t rows = mono_image_rows(image, table);
    return rows < MAX_ROWS ? rows : MAX_ROWS;
}

/* The value is taken for a coded index of each kind. Most cells of a small image are 0, which would take most of the time. */
static void check_coded(uint32_t value)
{
    for (unsigned kind = 0; kind < MONO_CODED_COUNT && value; kind++) {
        uint32_t token = mono_coded_token((MonoCodedIndex)kind, value);
        FUZZ_CHECK(token == 0 || mono_coded_index((MonoCodedIndex)kind, token) == value);
    }
}

static void walk_rows(const MonoImage *image, Sum *sum)
{
    for (unsigned table = 0; table < MONO_TABLE_COUNT; table++) {
        uint32_t rows = rows_of(image, (MonoTableId)table);
        unsigned columns = rows ? MONO_TABLE_MAX_COLUMNS + 1 : 1; /* most tables of an input are empty */
        for (uint32_t row = rows ? 0 : 1; row <= rows + 1; row++) /* one too many at each end */
            for (unsigned column = 0; column < columns; column++) {
                uint32_t value = mono_image_row(image, (MonoTableId)table, row, column), count;
                add(sum, value);
                const char *text = mono_image_string(image, value);
                add(sum, text[0] ? text[strlen(text) - 1] : 0);
                MonoBlob blob;
                if (mono_image_blob(image, value, &blob) && blob.size_bytes)
                    add(sum, blob.data[0] + blob.data[blob.size_bytes - 1]);
                if (row <= 2)
                    check_coded(value);
                if (row > 3 || column >= MONO_TABLE_MAX_COLUMNS)
                    continue;
                uint32_t first = mono_image_find_rows(image, (MonoTableId)table, column, value, &count);
                FUZZ_CHECK((first == 0) == (count == 0));
                FUZZ_CHECK(first == 0 || mono_image_row(image, (MonoTableId)table, first, column) == value);
                FUZZ_CHECK(count <= mono_image_rows(image, (MonoTableId)table));
                uint32_t next = mono_image_next_row(image, (MonoTableId)table, column, value, first);
                FUZZ_CHECK(next == 0 ||
                           (next > first && mono_image_row(image, (MonoTableId)table, next, column) == value));
            }
    }
}

static void walk_list(const MonoImage *image, MonoTableId table, unsigned column, MonoTableId owned, Sum *sum)
{
    for (uint32_t row = 0; row <= rows_of(image, table) + 1; row++) {
        uint32_t first, count;
        mono_image_list(image, table, row, column, owned, &first, &count);
        FUZZ_CHECK(count == 0 || first != 0);
        for (uint32_t i = 0; i < count && i < 100; i++)
            add(sum, mono_image_ptr(image, owned, first + i));
        if (count)
            FUZZ_CHECK(mono_image_ptr(image, owned, first + count - 1) <= 0xffffff);
    }
}

static void walk_types(MonoImage *image, Sum *sum)
{
    walk_list(image, MONO_TABLE_TYPEDEF, MONO_TYPEDEF_FIELD_LIST, MONO_TABLE_FIELD, sum);
    walk_list(image, MONO_TABLE_TYPEDEF, MONO_TYPEDEF_METHOD_LIST, MONO_TABLE_METHOD, sum);
    walk_list(image, MONO_TABLE_METHOD, MONO_METHOD_PARAM_LIST, MONO_TABLE_PARAM, sum);
    walk_list(image, MONO_TABLE_EVENTMAP, MONO_EVENTMAP_EVENT_LIST, MONO_TABLE_EVENT, sum);
    walk_list(image, MONO_TABLE_PROPERTYMAP, MONO_PROPERTYMAP_PROPERTY_LIST, MONO_TABLE_PROPERTY, sum);
    for (uint32_t row = 0; row <= rows_of(image, MONO_TABLE_TYPEDEF) + 1; row++) {
        const char *name = mono_image_string(image, mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME));
        const char *space =
            mono_image_string(image, mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE));
        uint32_t found = mono_image_find_typedef(image, space, name);
        FUZZ_CHECK(found <= mono_image_rows(image, MONO_TABLE_TYPEDEF));
        add(sum, found);
        add(sum, mono_image_enclosing_typedef(image, row));
    }
    for (uint32_t row = 0; row <= rows_of(image, MONO_TABLE_FIELD) + 1; row++)
        add(sum, mono_image_owner_typedef(image, MONO_TABLE_FIELD, row));
}

static void walk_signature(const MonoImage *image, uint32_t index, Sum *sum)
{
    MonoBlob blob;
    if (!mono_image_blob(image, index, &blob))
        return;
    MonoBlobReader reader = mono_blob_reader(blob);
    uint8_t kind = mono_blob_u8(&reader);
    uint32_t types = kind == 6 ? 1 : mono_blob_compressed(&reader) + 1;
    while (types-- > 0 && mono_blob_skip_type(&reader))
        add(sum, (uint64_t)(reader.pos - blob.data));
    reader = mono_blob_reader(blob);
    const char *text;
    uint32_t length;
    if (mono_blob_ser_string(&reader, &text, &length))
        add_bytes(sum, text, length);
    add(sum, (uint64_t)mono_blob_compressed_signed(&reader) + mono_blob_u16(&reader) + mono_blob_u32(&reader) +
                 mono_blob_u64(&reader) + mono_blob_type_token(&reader) + mono_blob_peek(&reader));
    FUZZ_CHECK(reader.pos <= reader.end);
}

static void walk_methods(MonoImage *image, Sum *sum)
{
    for (uint32_t row = 0; row <= rows_of(image, MONO_TABLE_METHOD) + 1; row++) {
        MonoMethodBody body;
        MonoError error = MONO_ERROR_INIT;
        bool read = mono_method_body_read(image, row, &body, &error);
        FUZZ_CHECK(read == mono_error_ok(&error));
        FUZZ_CHECK(read || (body.clauses == NULL && error.message));
        if (read)
            add_bytes(sum, body.code, body.code_size_bytes);
        for (uint32_t i = 0; i < body.clause_count; i++)
            FUZZ_CHECK((uint64_t)body.clauses[i].try_offset + body.clauses[i].try_length <= body.code_size_bytes &&
                       (uint64_t)body.clauses[i].handler_offset + body.clauses[i].handler_length <=
                           body.code_size_bytes);
        mono_method_body_clear(&body);
        mono_error_clear(&error);
        walk_signature(image, mono_image_row(image, MONO_TABLE_METHOD, row, MONO_METHOD_SIGNATURE), sum);
        add(sum, mono_image_owner_typedef(image, MONO_TABLE_METHOD, row));
        for (uint32_t offset = 0; offset < 64; offset += 9) {
            MonoLineInfo line;
            const char *local = mono_debug_local_name(image, row, offset / 9);
            add_bytes(sum, local ? local : "", local ? strlen(local) : 0);
            if (!mono_debug_find_line(image, row, offset, &line))
                continue;
            FUZZ_CHECK(line.file && line.line != 0 && line.il_offset <= offset);
            add_bytes(sum, line.file, strlen(line.file));
        }
    }
}

static void walk_rest(MonoImage *image, Sum *sum)
{
    static const struct {
        MonoTableId table;
        unsigned column;
    } signatures[] = {
        {MONO_TABLE_FIELD, MONO_FIELD_SIGNATURE},
        {MONO_TABLE_MEMBERREF, MONO_MEMBERREF_SIGNATURE},
        {MONO_TABLE_STANDALONESIG, MONO_STANDALONESIG_SIGNATURE},
        {MONO_TABLE_PROPERTY, MONO_PROPERTY_SIGNATURE},
        {MONO_TABLE_TYPESPEC, MONO_TYPESPEC_SIGNATURE},
        {MONO_TABLE_METHODSPEC, MONO_METHODSPEC_INSTANTIATION},
        {MONO_TABLE_CUSTOMATTRIBUTE, MONO_CUSTOMATTRIBUTE_VALUE},
    };
    for (unsigned i = 0; i < sizeof signatures / sizeof *signatures; i++)
        for (uint32_t row = 1; row <= rows_of(image, signatures[i].table); row++)
            walk_signature(image, mono_image_row(image, signatures[i].table, row, signatures[i].column), sum);
    for (uint32_t row = 0; row <= rows_of(image, MONO_TABLE_MANIFESTRESOURCE) + 1; row++) {
        uint32_t size;
        const uint8_t *data = mono_image_resource(image, row, &size);
        add_bytes(sum, data, data ? size : 0);
    }
    for (uint32_t row = 0; row <= rows_of(image, MONO_TABLE_FIELDRVA) + 1; row++) {
        uint32_t available;
        const uint8_t *data =
            mono_image_rva(image, mono_image_row(image, MONO_TABLE_FIELDRVA, row, MONO_FIELDRVA_RVA), &available);
        add(sum, data ? data[available - 1] : 0);
    }
    for (uint32_t row = 0; row <= rows_of(image, MONO_TABLE_ASSEMBLYREF) + 1; row++) {
        MonoAssemblyName name;
        mono_image_assembly_ref(image, row, &name);
        add_bytes(sum, name.name, strlen(name.name));
    }
    for (uint32_t index = 0; index < 600; index++) {
        const uint8_t *text;
        uint32_t length;
        if (mono_image_user_string(image, index, &text, &length))
            add_bytes(sum, text, length < 64 ? length * 2 : 0);
        if (length)
            add(sum, text[length * 2 - 1]);
    }
}

uint64_t walk_image(MonoImage *image)
{
    Sum sum = {0xcbf29ce484222325u};
    FUZZ_CHECK(strlen(image->guid) == 36);
    add_bytes(&sum, image->name, strlen(image->name));
    add_bytes(&sum, image->module_name, strlen(image->module_name));
    add_bytes(&sum, image->runtime_version, strlen(image->runtime_version));
    walk_rows(image, &sum);
    walk_types(image, &sum);
    walk_methods(image, &sum);
    walk_rest(image, &sum);
    return sum.sum;
}
