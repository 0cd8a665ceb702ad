/*
 * builder.c - see builder.h. One section at RVA 0x2000: code, resources, debug directory, CLI header, metadata.
 */
#include "tests/metadata/builder.h"

#include <check.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FIXED, STRING, GUID, BLOB, ROW, CODED };

typedef struct {
    uint8_t table, kind, argument;
} Column;

static const Column columns[] = {
#define SKIP(NAME, number, text)
#define COLUMN(TABLE, NAME, kind, argument) {MONO_TABLE_##TABLE, kind, (uint8_t)(argument)},
    MONO_TABLES(SKIP, COLUMN)
#undef SKIP
#undef COLUMN
};

/* Tag bits by kind of coded index, and a bit mask of the tables that it chooses from (ECMA-335 II.24.2.6). */
#define M(TABLE) (1ull << MONO_TABLE_##TABLE)
static const struct {
    unsigned bits;
    uint64_t tables;
} coded[MONO_CODED_COUNT] = {
    [MONO_CODED_TYPE_DEF_OR_REF] = {2, M(TYPEDEF) | M(TYPEREF) | M(TYPESPEC)},
    [MONO_CODED_HAS_CONSTANT] = {2, M(FIELD) | M(PARAM) | M(PROPERTY)},
    [MONO_CODED_HAS_CUSTOM_ATTRIBUTE] = {5, M(METHOD) | M(FIELD) | M(TYPEREF) | M(TYPEDEF) | M(PARAM) |
                                                M(INTERFACEIMPL) | M(MEMBERREF) | M(MODULE) | M(DECLSECURITY) |
                                                M(PROPERTY) | M(EVENT) | M(STANDALONESIG) | M(MODULEREF) | M(TYPESPEC) |
                                                M(ASSEMBLY) | M(ASSEMBLYREF) | M(FILE) | M(EXPORTEDTYPE) |
                                                M(MANIFESTRESOURCE) | M(GENERICPARAM) | M(GENERICPARAMCONSTRAINT) |
                                                M(METHODSPEC)},
    [MONO_CODED_HAS_FIELD_MARSHAL] = {1, M(FIELD) | M(PARAM)},
    [MONO_CODED_HAS_DECL_SECURITY] = {2, M(TYPEDEF) | M(METHOD) | M(ASSEMBLY)},
    [MONO_CODED_MEMBER_REF_PARENT] = {3, M(TYPEDEF) | M(TYPEREF) | M(MODULEREF) | M(METHOD) | M(TYPESPEC)},
    [MONO_CODED_HAS_SEMANTICS] = {1, M(EVENT) | M(PROPERTY)},
    [MONO_CODED_METHOD_DEF_OR_REF] = {1, M(METHOD) | M(MEMBERREF)},
    [MONO_CODED_MEMBER_FORWARDED] = {1, M(FIELD) | M(METHOD)},
    [MONO_CODED_IMPLEMENTATION] = {2, M(FILE) | M(ASSEMBLYREF) | M(EXPORTEDTYPE)},
    [MONO_CODED_CUSTOM_ATTRIBUTE_TYPE] = {3, M(METHOD) | M(MEMBERREF)},
    [MONO_CODED_RESOLUTION_SCOPE] = {2, M(MODULE) | M(MODULEREF) | M(ASSEMBLYREF) | M(TYPEREF)},
    [MONO_CODED_TYPE_OR_METHOD_DEF] = {1, M(TYPEDEF) | M(METHOD)},
    [MONO_CODED_HAS_CUSTOM_DEBUG_INFORMATION] = {5, ~0ull},
};

void put(GByteArray *b, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        uint8_t byte = i < 8 ? (uint8_t)(value >> (8 * i)) : 0;
        g_byte_array_append(b, &byte, 1);
    }
}

void poke(GByteArray *b, size_t offset, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        b->data[offset + i] = (uint8_t)(value >> (8 * i));
}

static void align(GByteArray *b, unsigned to)
{
    while (b->len % to)
        put(b, 0, 1);
}

Builder builder_new(void)
{
    Builder b = {.sorted = ~0ull};
    for (unsigned i = 0; i < 16; i++)
        b.mvid[i] = (uint8_t)(i + 1);
    GByteArray **heaps[] = {&b.strings, &b.user_strings, &b.blobs, &b.code, &b.resources, &b.pdb, &b.debug_directory};
    for (unsigned i = 0; i < G_N_ELEMENTS(heaps); i++)
        *heaps[i] = g_byte_array_new();
    put(b.strings, 0, 1);
    put(b.user_strings, 0, 1);
    put(b.blobs, 0, 1);
    return b;
}

void builder_free(Builder *b)
{
    GByteArray *heaps[] = {b->strings, b->user_strings, b->blobs, b->code, b->resources, b->pdb, b->debug_directory};
    for (unsigned i = 0; i < G_N_ELEMENTS(heaps); i++)
        g_byte_array_unref(heaps[i]);
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++)
        if (b->rows[i])
            g_array_unref(b->rows[i]);
}

uint32_t builder_string(Builder *b, const char *text)
{
    uint32_t at = b->strings->len;
    if (*text == 0)
        return 0;
    g_byte_array_append(b->strings, (const guint8 *)text, (guint)strlen(text) + 1);
    return at;
}

static void put_length(GByteArray *b, size_t size)
{
    if (size < 0x80) {
        put(b, size, 1);
    } else if (size < 0x4000) {
        put(b, 0x80 | size >> 8, 1);
        put(b, size, 1);
    } else {
        put(b, 0xc0 | size >> 24, 1);
        put(b, size >> 16, 1);
        put(b, size >> 8, 1);
        put(b, size, 1);
    }
}

uint32_t builder_blob(Builder *b, const void *data, size_t size)
{
    uint32_t at = b->blobs->len;
    put_length(b->blobs, size);
    g_byte_array_append(b->blobs, data, (guint)size);
    return at;
}

uint32_t builder_user_string(Builder *b, const char *ascii)
{
    uint32_t at = b->user_strings->len;
    put_length(b->user_strings, strlen(ascii) * 2 + 1);
    for (; *ascii; ascii++)
        put(b->user_strings, (uint8_t)*ascii, 2);
    put(b->user_strings, 0, 1);
    return at;
}

uint32_t builder_row_array(Builder *b, MonoTableId table, const uint32_t *values, unsigned count)
{
    BuilderRow row = {0};
    memcpy(row.value, values, count * sizeof *values);
    if (!b->rows[table])
        b->rows[table] = g_array_new(FALSE, TRUE, sizeof row);
    g_array_append_val(b->rows[table], row);
    return b->rows[table]->len;
}

uint32_t builder_code(Builder *b, const void *data, size_t size)
{
    align(b->code, 4);
    uint32_t at = BUILDER_SECTION_RVA + b->code->len;
    g_byte_array_append(b->code, data, (guint)size);
    return at;
}

uint32_t builder_resource(Builder *b, const void *data, size_t size)
{
    uint32_t at = b->resources->len;
    put(b->resources, size, 4);
    g_byte_array_append(b->resources, data, (guint)size);
    return at;
}

void builder_assembly(Builder *b, const char *name, unsigned major, const char *culture, const char *key)
{
    builder_row(b, MONO_TABLE_MODULE, 0, builder_string(b, name), 1, 0, 0);
    builder_row(b, MONO_TABLE_TYPEDEF, 0, builder_string(b, "<Module>"), 0, 0, 1, 1);
    builder_row(b, MONO_TABLE_ASSEMBLY, 0x8004, major, 2, 3, 4, 0, key ? builder_blob(b, key, strlen(key)) : 0,
                builder_string(b, name), builder_string(b, culture));
}

/* ---- Metadata ---------------------------------------------------------------------------------------------------- */

static uint32_t rows_of(const Builder *b, unsigned table)
{
    uint32_t own = b->rows[table] ? b->rows[table]->len : 0;
    return MAX(own, b->external_rows[table]);
}

static unsigned width(const Builder *b, const Column *column)
{
    switch (column->kind) {
    case FIXED:
        return column->argument;
    case STRING:
        return b->wide_strings ? 4 : 2;
    case GUID:
        return b->wide_guids ? 4 : 2;
    case BLOB:
        return b->wide_blobs ? 4 : 2;
    case ROW:
        return rows_of(b, column->argument) > 0xffff ? 4 : 2;
    default:
        for (unsigned table = 0; table < MONO_TABLE_COUNT; table++)
            if (coded[column->argument].tables >> table & 1 &&
                rows_of(b, table) >= 1u << (16 - coded[column->argument].bits))
                return 4;
        return 2;
    }
}

static void put_tables(const Builder *b, GByteArray *file)
{
    uint64_t valid = 0;
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++)
        valid |= b->rows[i] ? 1ull << i : 0;
    put(file, 0, 4);
    put(file, 2, 2);
    put(file,
        (b->wide_strings ? 1u : 0) | (b->wide_guids ? 2u : 0) | (b->wide_blobs ? 4u : 0) | (b->extra_data ? 0x40u : 0),
        1);
    put(file, 1, 1);
    put(file, valid, 8);
    put(file, b->sorted, 8);
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++)
        if (b->rows[i])
            put(file, b->rows[i]->len, 4);
    if (b->extra_data)
        put(file, 0xdeadbeef, 4);
    for (size_t c = 0, end; c < G_N_ELEMENTS(columns); c = end) {
        unsigned table = columns[c].table;
        for (end = c; end < G_N_ELEMENTS(columns) && columns[end].table == table;)
            end++;
        for (guint row = 0; b->rows[table] && row < b->rows[table]->len; row++)
            for (size_t i = c; i < end; i++)
                put(file, g_array_index(b->rows[table], BuilderRow, row).value[i - c], width(b, &columns[i]));
    }
    align(file, 4);
}

static void put_root(Builder *b, GByteArray *file)
{
    struct {
        const char *name;
        const GByteArray *bytes;
        size_t header;
    } streams[] = {{b->uncompressed ? "#-" : "#~", NULL, 0},
                   {"#Strings", b->strings, 0},
                   {"#US", b->user_strings, 0},
                   {"#GUID", NULL, 0},
                   {"#Blob", b->blobs, 0},
                   {"#Pdb", b->pdb, 0}};
    unsigned count = b->pdb->len ? 6 : 5;
    size_t root = b->root_offset = file->len;
    put(file, 0x424a5342, 4);
    put(file, 0x00010001, 4);
    put(file, 0, 4);
    put(file, 12, 4);
    g_byte_array_append(file, (const guint8 *)"v4.0.30319\0", 12);
    put(file, 0, 2);
    put(file, count, 2);
    for (unsigned i = 0; i < count; i++) {
        streams[i].header = file->len;
        put(file, 0, 8);
        g_byte_array_append(file, (const guint8 *)streams[i].name, (guint)strlen(streams[i].name) + 1);
        while ((file->len - root) % 4)
            put(file, 0, 1);
    }
    for (unsigned i = 0; i < count; i++) {
        size_t start = file->len;
        if (i == 0)
            put_tables(b, file);
        else if (i == 3)
            g_byte_array_append(file, b->mvid, 16);
        else
            g_byte_array_append(file, streams[i].bytes->data, streams[i].bytes->len);
        poke(file, streams[i].header, start - root, 4);
        poke(file, streams[i].header + 4, file->len - start, 4);
        if (i == 0)
            b->tables_offset = start;
        if (i == 1)
            b->strings_offset = start;
        while ((file->len - root) % 4)
            put(file, 0, 1);
    }
}

/* ---- PE ---------------------------------------------------------------------------------------------------------- */

static uint32_t rva_of(size_t offset)
{
    return (uint32_t)(offset - BUILDER_SECTION_OFFSET + BUILDER_SECTION_RVA);
}

/* Headers up to the first section; returns where the directories start. */
static size_t put_headers(const Builder *b, GByteArray *file, size_t *section)
{
    put(file, 'M' | 'Z' << 8, 2);
    put(file, 0, 0x3a);
    put(file, 0x80, 4);
    put(file, 0, 0x40);
    g_byte_array_append(file, (const guint8 *)"PE\0\0", 4);
    put(file, b->pe32_plus ? 0x8664 : 0x14c, 2);
    put(file, 1, 2);
    put(file, 0, 12);
    put(file, b->pe32_plus ? 112 + 128 : 96 + 128, 2);
    put(file, 0x2102, 2);
    put(file, b->pe32_plus ? 0x20b : 0x10b, 2);
    put(file, 0, b->pe32_plus ? 106 : 90);
    put(file, 16, 4);
    size_t directories = file->len;
    put(file, 0, 128);
    *section = file->len;
    g_byte_array_append(file, (const guint8 *)".text\0\0", 8);
    put(file, 0, 32);
    while (file->len < BUILDER_SECTION_OFFSET)
        put(file, 0, 1);
    return directories;
}

GByteArray *builder_file(Builder *b)
{
    GByteArray *file = g_byte_array_new();
    if (b->no_metadata_around) {
        put_root(b, file);
        return file;
    }
    size_t section, directories = put_headers(b, file, &section);
    b->code_offset = file->len;
    g_byte_array_append(file, b->code->data, b->code->len);
    align(file, 4);
    size_t resources = file->len;
    g_byte_array_append(file, b->resources->data, b->resources->len);
    align(file, 4);
    size_t debug = file->len;
    for (guint at = 0; at + 28 <= b->debug_directory->len; at += 28) {
        uint32_t offset =
            (uint32_t)(b->code_offset + *(const uint32_t *)(const void *)(b->debug_directory->data + at + 24));
        g_byte_array_append(file, b->debug_directory->data + at, 24);
        put(file, offset, 4);
    }
    b->cli_offset = file->len;
    put(file, 72, 4);
    put(file, 2 | 5 << 16, 4);
    put(file, 0, 8);
    put(file, b->cli_flags, 4);
    put(file, b->entry_point, 4);
    put(file, b->resources->len ? rva_of(resources) : 0, 4);
    put(file, b->resources->len, 4);
    put(file, 0, 40);
    put_root(b, file);
    poke(file, b->cli_offset + 8, rva_of(b->root_offset), 4);
    poke(file, b->cli_offset + 12, file->len - b->root_offset, 4);
    poke(file, directories + 6 * 8, b->debug_directory->len ? rva_of(debug) : 0, 4);
    poke(file, directories + 6 * 8 + 4, b->debug_directory->len, 4);
    poke(file, directories + 14 * 8, rva_of(b->cli_offset), 4);
    poke(file, directories + 14 * 8 + 4, 72, 4);
    poke(file, section + 8, file->len - BUILDER_SECTION_OFFSET + b->zero_tail, 4);
    poke(file, section + 12, BUILDER_SECTION_RVA, 4);
    poke(file, section + 16, file->len - BUILDER_SECTION_OFFSET, 4);
    poke(file, section + 20, BUILDER_SECTION_OFFSET, 4);
    return file;
}

void builder_write(Builder *b, const char *path)
{
    GByteArray *file = builder_file(b);
    ck_assert(g_file_set_contents(path, (const char *)file->data, file->len, NULL));
    g_byte_array_unref(file);
}

const uint8_t *guarded(const void *data, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (size + page - 1) / page + 1;
    uint8_t *area = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(area != MAP_FAILED);
    uint8_t *start = area + (pages - 1) * page - size;
    if (size)
        memcpy(start, data, size);
    ck_assert_int_eq(mprotect(area + (pages - 1) * page, page, PROT_NONE), 0);
    return start;
}
