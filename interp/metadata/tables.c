/*
 * tables.c - CLI tables: their shapes, their extents in a file, searching them.
 *
 *   #~ stream -> row counts -> widths of indexes -> row sizes -> base of each table      mono_tables_parse
 *   coded index <-> token                                                               mono_coded_*
 *   key column -> rows; list column -> range; member -> owner; name -> TypeDef           mono_image_*
 *
 * Extents are checked when the stream is parsed; rows are read by mono_image_row(), which checks their number.
 */
#include "interp/metadata/internal.h"

#include <glib.h>
#include <string.h>

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

enum { KIND_NONE, KIND_FIXED, KIND_STRING, KIND_GUID, KIND_BLOB, KIND_ROW, KIND_CODED };

typedef struct {
    uint8_t table, column, kind, argument;
} ColumnShape;

/* All columns, in order of tables and columns. */
static const ColumnShape column_shapes[] = {
#define TABLE_SHAPE(NAME, number, text)
#define COLUMN_SHAPE(TABLE, COLUMN, kind, argument)                                                                    \
    {MONO_TABLE_##TABLE, MONO_##TABLE##_##COLUMN, KIND_##kind, (uint8_t)(argument)},
    MONO_TABLES(TABLE_SHAPE, COLUMN_SHAPE)
#undef TABLE_SHAPE
#undef COLUMN_SHAPE
};

static const char *const table_names[MONO_TABLE_COUNT] = {
#define TABLE_NAME(NAME, number, text) [number] = text,
#define COLUMN_NAME(TABLE, COLUMN, kind, argument)
    MONO_TABLES(TABLE_NAME, COLUMN_NAME)
#undef TABLE_NAME
#undef COLUMN_NAME
};

enum { T_NONE = 0xff };

#define T(NAME) MONO_TABLE_##NAME
/* II.24.2.6: bits of the tag, and the tables it chooses from. */
static const struct {
    uint8_t tag_bits, count, tables[27];
} coded_shapes[MONO_CODED_COUNT] = {
    [MONO_CODED_TYPE_DEF_OR_REF] = {2, 3, {T(TYPEDEF), T(TYPEREF), T(TYPESPEC)}},
    [MONO_CODED_HAS_CONSTANT] = {2, 3, {T(FIELD), T(PARAM), T(PROPERTY)}},
    [MONO_CODED_HAS_CUSTOM_ATTRIBUTE] = {5, 22, {T(METHOD),           T(FIELD),        T(TYPEREF),
                                                 T(TYPEDEF),          T(PARAM),        T(INTERFACEIMPL),
                                                 T(MEMBERREF),        T(MODULE),       T(DECLSECURITY),
                                                 T(PROPERTY),         T(EVENT),        T(STANDALONESIG),
                                                 T(MODULEREF),        T(TYPESPEC),     T(ASSEMBLY),
                                                 T(ASSEMBLYREF),      T(FILE),         T(EXPORTEDTYPE),
                                                 T(MANIFESTRESOURCE), T(GENERICPARAM), T(GENERICPARAMCONSTRAINT),
                                                 T(METHODSPEC)}},
    [MONO_CODED_HAS_FIELD_MARSHAL] = {1, 2, {T(FIELD), T(PARAM)}},
    [MONO_CODED_HAS_DECL_SECURITY] = {2, 3, {T(TYPEDEF), T(METHOD), T(ASSEMBLY)}},
    [MONO_CODED_MEMBER_REF_PARENT] = {3, 5, {T(TYPEDEF), T(TYPEREF), T(MODULEREF), T(METHOD), T(TYPESPEC)}},
    [MONO_CODED_HAS_SEMANTICS] = {1, 2, {T(EVENT), T(PROPERTY)}},
    [MONO_CODED_METHOD_DEF_OR_REF] = {1, 2, {T(METHOD), T(MEMBERREF)}},
    [MONO_CODED_MEMBER_FORWARDED] = {1, 2, {T(FIELD), T(METHOD)}},
    [MONO_CODED_IMPLEMENTATION] = {2, 3, {T(FILE), T(ASSEMBLYREF), T(EXPORTEDTYPE)}},
    [MONO_CODED_CUSTOM_ATTRIBUTE_TYPE] = {3, 5, {T_NONE, T_NONE, T(METHOD), T(MEMBERREF), T_NONE}},
    [MONO_CODED_RESOLUTION_SCOPE] = {2, 4, {T(MODULE), T(MODULEREF), T(ASSEMBLYREF), T(TYPEREF)}},
    [MONO_CODED_TYPE_OR_METHOD_DEF] = {1, 2, {T(TYPEDEF), T(METHOD)}},
    [MONO_CODED_HAS_CUSTOM_DEBUG_INFORMATION] = {5,
                                                 27,
                                                 {T(METHOD),           T(FIELD),         T(TYPEREF),
                                                  T(TYPEDEF),          T(PARAM),         T(INTERFACEIMPL),
                                                  T(MEMBERREF),        T(MODULE),        T(DECLSECURITY),
                                                  T(PROPERTY),         T(EVENT),         T(STANDALONESIG),
                                                  T(MODULEREF),        T(TYPESPEC),      T(ASSEMBLY),
                                                  T(ASSEMBLYREF),      T(FILE),          T(EXPORTEDTYPE),
                                                  T(MANIFESTRESOURCE), T(GENERICPARAM),  T(GENERICPARAMCONSTRAINT),
                                                  T(METHODSPEC),       T(DOCUMENT),      T(LOCALSCOPE),
                                                  T(LOCALVARIABLE),    T(LOCALCONSTANT), T(IMPORTSCOPE)}},
};

uint32_t mono_coded_token(MonoCodedIndex kind, uint32_t coded)
{
    unsigned bits = coded_shapes[kind].tag_bits, tag = coded & ((1u << bits) - 1);
    if (tag >= coded_shapes[kind].count || coded_shapes[kind].tables[tag] == T_NONE)
        return 0;
    uint32_t row = coded >> bits;
    return row > 0xffffff ? 0 : MONO_TOKEN(coded_shapes[kind].tables[tag], row);
}

uint32_t mono_coded_index(MonoCodedIndex kind, uint32_t token)
{
    for (unsigned tag = 0; tag < coded_shapes[kind].count; tag++)
        if (coded_shapes[kind].tables[tag] == MONO_TOKEN_TABLE(token))
            return MONO_TOKEN_ROW(token) << coded_shapes[kind].tag_bits | tag;
    return 0;
}

/* ---- Extents ----------------------------------------------------------------------------------------------------- */

enum {
    STREAM_HEAP_SIZES = 6, /* II.24.2.6 */
    STREAM_VALID = 8,
    STREAM_SORTED = 16,
    STREAM_ROWS = 24,
    HEAP_STRINGS_WIDE = 0x01,
    HEAP_GUID_WIDE = 0x02,
    HEAP_BLOB_WIDE = 0x04,
    HEAP_EXTRA_DATA = 0x40, /* not in ECMA-335: four more bytes after the row counts of a #- stream */
    MAX_ROWS = 0xffffff,    /* a token has 24 bits for the row */
};

static unsigned column_width(const ColumnShape *shape, const uint32_t *rows, unsigned heap_flags)
{
    switch (shape->kind) {
    case KIND_FIXED:
        return shape->argument;
    case KIND_STRING:
        return heap_flags & HEAP_STRINGS_WIDE ? 4 : 2;
    case KIND_GUID:
        return heap_flags & HEAP_GUID_WIDE ? 4 : 2;
    case KIND_BLOB:
        return heap_flags & HEAP_BLOB_WIDE ? 4 : 2;
    case KIND_ROW:
        return rows[shape->argument] > 0xffff ? 4 : 2;
    default:
        for (unsigned i = 0; i < coded_shapes[shape->argument].count; i++) {
            unsigned table = coded_shapes[shape->argument].tables[i];
            if (table != T_NONE && rows[table] > 0xffffu >> coded_shapes[shape->argument].tag_bits)
                return 4;
        }
        return 2;
    }
}

static void set_shapes(MonoImage *image, const uint32_t *rows, unsigned heap_flags)
{
    for (size_t i = 0; i < G_N_ELEMENTS(column_shapes); i++) {
        const ColumnShape *shape = &column_shapes[i];
        MonoTableInfo *table = &image->tables[shape->table];
        unsigned width = column_width(shape, rows, heap_flags);
        table->column_offset[shape->column] = (uint8_t)table->row_size;
        table->column_size[shape->column] = (uint8_t)width;
        table->row_size = (uint16_t)(table->row_size + width);
    }
}

void mono_tables_wide(MonoImage *image)
{
    uint32_t rows[MONO_TABLE_COUNT];
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++)
        rows[i] = MAX_ROWS;
    set_shapes(image, rows, HEAP_STRINGS_WIDE | HEAP_GUID_WIDE | HEAP_BLOB_WIDE);
}

bool mono_tables_parse(MonoImage *image, MonoBlob stream, const uint32_t *external_rows, MonoError *error)
{
    size_t at = (size_t)(stream.data - image->data);
    if (stream.size_bytes < STREAM_ROWS) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename,
                       "%s: offset 0x%zx: the tables stream has %u bytes, its header alone needs %u", image->filename,
                       at, stream.size_bytes, STREAM_ROWS);
        return false;
    }
    unsigned heap_flags = stream.data[STREAM_HEAP_SIZES];
    uint64_t valid = mono_read64(stream.data + STREAM_VALID);
    image->sorted_tables = mono_read64(stream.data + STREAM_SORTED);
    uint32_t rows[MONO_TABLE_COUNT] = {0}, widths[MONO_TABLE_COUNT];
    size_t offset = STREAM_ROWS;
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++) {
        if (!(valid >> i & 1))
            continue;
        if (!table_names[i]) {
            mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: offset 0x%zx: unknown table 0x%02x",
                           image->filename, at + STREAM_VALID, i);
            return false;
        }
        if (stream.size_bytes - offset < 4) {
            mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename,
                           "%s: offset 0x%zx: the tables stream ends before the row count of %s", image->filename,
                           at + offset, table_names[i]);
            return false;
        }
        rows[i] = mono_read32(stream.data + offset);
        if (rows[i] > MAX_ROWS) {
            mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: offset 0x%zx: table %s has %u rows",
                           image->filename, at + offset, table_names[i], rows[i]);
            return false;
        }
        offset += 4;
    }
    if (heap_flags & HEAP_EXTRA_DATA)
        offset += 4; /* a stream too short for it fails at its first table */
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++)
        widths[i] = external_rows && external_rows[i] > rows[i] ? external_rows[i] : rows[i];
    set_shapes(image, widths, heap_flags);
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++) {
        MonoTableInfo *table = &image->tables[i];
        uint64_t size = (uint64_t)rows[i] * table->row_size;
        if (rows[i] == 0)
            continue;
        if (offset > stream.size_bytes || size > stream.size_bytes - offset) {
            mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename,
                           "%s: offset 0x%zx: table %s with %u rows of %u bytes exceeds the tables stream",
                           image->filename, at + offset, table_names[i], rows[i], table->row_size);
            return false;
        }
        table->base = stream.data + offset;
        table->rows = rows[i];
        offset += (size_t)size;
    }
    return true;
}

/* ---- Searching --------------------------------------------------------------------------------------------------- */

/* II.22 and the portable PDB format: the column that orders a table. EventMap and PropertyMap need not be in order, but
 * every compiler's are. Whether a file keeps the rule is looked at once, so that a wrong one is searched from the start
 * and not with wrong results. */
static int key_column(MonoTableId table)
{
    switch (table) {
    case MONO_TABLE_CLASSLAYOUT:
        return MONO_CLASSLAYOUT_PARENT;
    case MONO_TABLE_CONSTANT:
        return MONO_CONSTANT_PARENT;
    case MONO_TABLE_CUSTOMATTRIBUTE:
        return MONO_CUSTOMATTRIBUTE_PARENT;
    case MONO_TABLE_DECLSECURITY:
        return MONO_DECLSECURITY_PARENT;
    case MONO_TABLE_EVENTMAP:
        return MONO_EVENTMAP_PARENT;
    case MONO_TABLE_FIELDLAYOUT:
        return MONO_FIELDLAYOUT_FIELD;
    case MONO_TABLE_FIELDMARSHAL:
        return MONO_FIELDMARSHAL_PARENT;
    case MONO_TABLE_FIELDRVA:
        return MONO_FIELDRVA_FIELD;
    case MONO_TABLE_GENERICPARAM:
        return MONO_GENERICPARAM_OWNER;
    case MONO_TABLE_GENERICPARAMCONSTRAINT:
        return MONO_GENERICPARAMCONSTRAINT_OWNER;
    case MONO_TABLE_IMPLMAP:
        return MONO_IMPLMAP_MEMBER;
    case MONO_TABLE_INTERFACEIMPL:
        return MONO_INTERFACEIMPL_CLASS;
    case MONO_TABLE_METHODIMPL:
        return MONO_METHODIMPL_CLASS;
    case MONO_TABLE_METHODSEMANTICS:
        return MONO_METHODSEMANTICS_ASSOCIATION;
    case MONO_TABLE_NESTEDCLASS:
        return MONO_NESTEDCLASS_NESTED;
    case MONO_TABLE_PROPERTYMAP:
        return MONO_PROPERTYMAP_PARENT;
    case MONO_TABLE_LOCALSCOPE:
        return MONO_LOCALSCOPE_METHOD;
    case MONO_TABLE_STATEMACHINEMETHOD:
        return MONO_STATEMACHINEMETHOD_MOVE_NEXT;
    case MONO_TABLE_CUSTOMDEBUGINFORMATION:
        return MONO_CUSTOMDEBUGINFORMATION_PARENT;
    default:
        return -1;
    }
}

static bool in_order(const MonoImage *image, MonoTableId table, unsigned column)
{
    uint64_t bit = 1ull << table;
    struct MonoImagePrivate *priv = image->priv;
    if (key_column(table) != (int)column)
        return false;
    if (!(priv->order_known & bit)) {
        bool good = true;
        uint32_t rows = mono_image_rows(image, table), last = 0;
        for (uint32_t row = 1; row <= rows && good; row++) {
            uint32_t value = mono_image_row(image, table, row, column);
            good = value >= last;
            last = value;
        }
        priv->order_known |= bit;
        if (good)
            priv->order_good |= bit;
    }
    return (priv->order_good & bit) != 0;
}

/* First row whose column is >= value, rows + 1 if none. The table is in order. */
static uint32_t lower_bound(const MonoImage *image, MonoTableId table, unsigned column, uint32_t value)
{
    uint32_t low = 1, high = mono_image_rows(image, table) + 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (mono_image_row(image, table, middle, column) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t mono_image_find_rows(const MonoImage *image, MonoTableId table, unsigned column, uint32_t value,
                              uint32_t *count)
{
    uint32_t rows = mono_image_rows(image, table), first = 1;
    *count = 0;
    if (in_order(image, table, column))
        first = lower_bound(image, table, column, value);
    else
        while (first <= rows && mono_image_row(image, table, first, column) != value)
            first++;
    uint32_t end = first;
    while (end <= rows && mono_image_row(image, table, end, column) == value)
        end++;
    *count = end - first;
    return end > first ? first : 0;
}

uint32_t mono_image_next_row(const MonoImage *image, MonoTableId table, unsigned column, uint32_t value, uint32_t after)
{
    uint32_t rows = mono_image_rows(image, table);
    if (after >= rows)
        return 0;
    if (in_order(image, table, column)) {
        uint32_t first = after + 1, found = lower_bound(image, table, column, value);
        first = first > found ? first : found;
        return mono_image_row(image, table, first, column) == value && first <= rows ? first : 0;
    }
    for (uint32_t row = after + 1; row <= rows; row++)
        if (mono_image_row(image, table, row, column) == value)
            return row;
    return 0;
}

/* ---- Lists and owners -------------------------------------------------------------------------------------------- */

/* The Ptr table that stands between a list column and `owned` in #- images, and its column. */
static int pointer_table(MonoTableId owned)
{
    switch (owned) {
    case MONO_TABLE_FIELD:
        return MONO_TABLE_FIELDPTR;
    case MONO_TABLE_METHOD:
        return MONO_TABLE_METHODPTR;
    case MONO_TABLE_PARAM:
        return MONO_TABLE_PARAMPTR;
    case MONO_TABLE_EVENT:
        return MONO_TABLE_EVENTPTR;
    case MONO_TABLE_PROPERTY:
        return MONO_TABLE_PROPERTYPTR;
    default:
        return -1;
    }
}

/* The table that list columns count in: the Ptr table if it has rows. */
static MonoTableId listed_table(const MonoImage *image, MonoTableId owned)
{
    int pointers = pointer_table(owned);
    return pointers >= 0 && mono_image_rows(image, (MonoTableId)pointers) ? (MonoTableId)pointers : owned;
}

void mono_image_list(const MonoImage *image, MonoTableId table, uint32_t row, unsigned column, MonoTableId owned,
                     uint32_t *first, uint32_t *count)
{
    if (image->priv->dynamic && mono_dynamic_list(image, table, row, column, first, count))
        return;
    uint32_t end = mono_image_rows(image, listed_table(image, owned)) + 1;
    uint32_t start = mono_image_row(image, table, row, column);
    if (row < mono_image_rows(image, table)) {
        uint32_t next = mono_image_row(image, table, row + 1, column);
        end = next < end ? next : end;
    }
    *first = start;
    *count = start != 0 && start < end ? end - start : 0;
}

uint32_t mono_method_param_row(const MonoImage *image, uint32_t method_token, unsigned sequence)
{
    uint32_t first, count;
    if (MONO_TOKEN_TABLE(method_token) != MONO_TABLE_METHOD || !MONO_TOKEN_ROW(method_token))
        return 0;
    mono_image_list(image, MONO_TABLE_METHOD, MONO_TOKEN_ROW(method_token), MONO_METHOD_PARAM_LIST, MONO_TABLE_PARAM,
                    &first, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = mono_image_ptr(image, MONO_TABLE_PARAM, first + i);
        if (mono_image_row(image, MONO_TABLE_PARAM, row, MONO_PARAM_SEQUENCE) == sequence)
            return row;
    }
    return 0;
}

uint32_t mono_image_ptr(const MonoImage *image, MonoTableId owned, uint32_t index)
{
    MonoTableId listed = listed_table(image, owned);
    return listed == owned ? index : mono_image_row(image, listed, index, 0);
}

uint32_t mono_image_owner_typedef(const MonoImage *image, MonoTableId owned, uint32_t row)
{
    MonoTableId listed = listed_table(image, owned);
    unsigned column = owned == MONO_TABLE_FIELD ? MONO_TYPEDEF_FIELD_LIST : MONO_TYPEDEF_METHOD_LIST;
    if (row - 1u >= mono_image_rows(image, owned) || (owned != MONO_TABLE_FIELD && owned != MONO_TABLE_METHOD))
        return 0;
    if (image->priv->dynamic)
        return mono_dynamic_owner(image, owned, row);
    uint32_t position = listed == owned ? row : mono_image_next_row(image, listed, 0, row, 0);
    /* The last TypeDef whose list starts at or before it: empty lists that start there too come earlier. */
    uint32_t low = 0, high = mono_image_rows(image, MONO_TABLE_TYPEDEF);
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (mono_image_row(image, MONO_TABLE_TYPEDEF, middle, column) <= position)
            low = middle;
        else
            high = middle - 1;
    }
    uint32_t first, count;
    mono_image_list(image, MONO_TABLE_TYPEDEF, low, column, owned, &first, &count);
    return position >= first && position - first < count ? low : 0;
}

uint32_t mono_image_enclosing_typedef(const MonoImage *image, uint32_t typedef_row)
{
    uint32_t count;
    uint32_t row = mono_image_find_rows(image, MONO_TABLE_NESTEDCLASS, MONO_NESTEDCLASS_NESTED, typedef_row, &count);
    return mono_image_row(image, MONO_TABLE_NESTEDCLASS, row, MONO_NESTEDCLASS_ENCLOSING);
}

/* ---- Types by name ----------------------------------------------------------------------------------------------- */

static uint32_t hash_text(uint32_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 16777619u; /* FNV-1a */
    return hash;
}

enum { HASH_START = 0x811c9dc5u, TYPE_VISIBILITY_MASK = 7, TYPE_NESTED_PUBLIC = 2 /* and above: nested */ };

static uint32_t hash_name(uint32_t namespace_hash, const char *name)
{
    uint32_t hash = hash_text(namespace_hash * 31, name);
    return hash ^ hash >> 15;
}

static bool typedef_is(const MonoImage *image, uint32_t row, const char *name_space, const char *name)
{
    uint32_t name_index = mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME);
    uint32_t namespace_index = mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE);
    return strcmp(mono_image_string(image, name_index), name) == 0 &&
           strcmp(mono_image_string(image, namespace_index), name_space) == 0;
}

static void index_typedefs(MonoImage *image)
{
    uint32_t rows = mono_image_rows(image, MONO_TABLE_TYPEDEF), size = 4;
    while (size < rows * 2)
        size *= 2;
    uint32_t *slots = g_new0(uint32_t, size);
    uint32_t last_namespace = 0, namespace_hash = hash_text(HASH_START, mono_image_string(image, 0));
    for (uint32_t row = 1; row <= rows; row++) {
        uint32_t flags = mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_FLAGS);
        if ((flags & TYPE_VISIBILITY_MASK) >= TYPE_NESTED_PUBLIC)
            continue;
        uint32_t name_space = mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE);
        if (name_space != last_namespace) {
            namespace_hash = hash_text(HASH_START, mono_image_string(image, name_space));
            last_namespace = name_space;
        }
        uint32_t name = mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME);
        uint32_t slot = hash_name(namespace_hash, mono_image_string(image, name)) & (size - 1);
        while (slots[slot])
            slot = (slot + 1) & (size - 1);
        slots[slot] = row;
    }
    image->priv->typedef_slots = slots;
    image->priv->typedef_mask = size - 1;
}

uint32_t mono_image_find_typedef(MonoImage *image, const char *name_space, const char *name)
{
    if (!image->priv->typedef_slots)
        index_typedefs(image);
    const uint32_t *slots = image->priv->typedef_slots;
    uint32_t mask = image->priv->typedef_mask;
    uint32_t slot = hash_name(hash_text(HASH_START, name_space ? name_space : ""), name) & mask;
    for (; slots[slot]; slot = (slot + 1) & mask)
        if (typedef_is(image, slots[slot], name_space ? name_space : "", name))
            return slots[slot];
    return 0;
}
