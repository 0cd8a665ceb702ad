/*
 * assembly.c - .exe or .dll -> names of its methods.
 *
 *   PE headers -> section table -> CLI header -> metadata root -> streams #~ (or #-) and #Strings -> tables -> rows
 *
 * Section numbers are those of ECMA-335, 6th edition; numbers are little-endian (II.25, II.24.2). The file is
 * untrusted: every offset is checked where it is used, against the file for structures and against the heap for
 * strings, and an error names table, row and offset in the file. Tables that are not wanted are only measured.
 */
#include "profiler/report/assembly.h"

#include <string.h>
#include <sys/stat.h>

/* ---- Wire values -------------------------------------------------------------------------------------------- */

enum {
    DOS_PE_OFFSET = 0x3c,       /* II.25.2.1: where the offset of the PE signature stands */
    COFF_SIZE = 20,             /* II.25.2.2 */
    COFF_SECTIONS = 2,          /* II.25.2.2: Number of Sections */
    COFF_OPTIONAL_SIZE = 16,    /* II.25.2.2: Optional Header Size */
    OPTIONAL_PE32 = 0x10b,      /* II.25.2.3.1: Magic */
    OPTIONAL_PE32_PLUS = 0x20b, /* PE32+ of Microsoft's PE format */
    PE32_DIRECTORY_COUNT = 92,  /* II.25.2.3.2 */
    PE32_PLUS_DIRECTORY_COUNT = 108,
    DIRECTORY_CLI = 14,           /* II.25.2.3.3: CLI Header */
    SECTION_SIZE = 40,            /* II.25.3 */
    SECTION_VIRTUAL_SIZE = 8,     /* II.25.3 */
    SECTION_VIRTUAL_ADDRESS = 12, /* II.25.3 */
    SECTION_RAW_SIZE = 16,        /* II.25.3 */
    SECTION_RAW_OFFSET = 20,      /* II.25.3 */
    CLI_SIZE = 72,                /* II.25.3.3 */
    CLI_METADATA = 8,             /* II.25.3.3: MetaData */
    CLI_ENTRY_POINT = 20,         /* II.25.3.3: EntryPointToken */
    ROOT_SIGNATURE = 0x424a5342,  /* II.24.2.1 */
    ROOT_VERSION_LENGTH = 12,     /* II.24.2.1 */
    TABLES_HEAP_SIZES = 6,        /* II.24.2.6 */
    TABLES_VALID = 8,             /* II.24.2.6 */
    TABLES_ROWS = 24,             /* II.24.2.6 */
    HEAP_STRINGS_WIDE = 0x01,     /* II.24.2.6 */
    HEAP_GUID_WIDE = 0x02,        /* II.24.2.6 */
    HEAP_BLOB_WIDE = 0x04,        /* II.24.2.6 */
    HEAP_EXTRA_DATA = 0x40,       /* not in ECMA-335: four more bytes after the row counts of a #- stream */
};

/* II.22: tables by number. FieldPtr to PropertyPtr occur in #- streams only and are not in ECMA-335. */
enum {
    T_MODULE = 0x00,   /* II.22.30 */
    T_TYPE_REF = 0x01, /* II.22.38 */
    T_TYPE_DEF = 0x02, /* II.22.37 */
    T_FIELD_PTR = 0x03,
    T_FIELD = 0x04, /* II.22.15 */
    T_METHOD_PTR = 0x05,
    T_METHOD_DEF = 0x06, /* II.22.26 */
    T_PARAM_PTR = 0x07,
    T_PARAM = 0x08,            /* II.22.33 */
    T_INTERFACE_IMPL = 0x09,   /* II.22.23 */
    T_MEMBER_REF = 0x0a,       /* II.22.25 */
    T_CONSTANT = 0x0b,         /* II.22.9 */
    T_CUSTOM_ATTRIBUTE = 0x0c, /* II.22.10 */
    T_FIELD_MARSHAL = 0x0d,    /* II.22.17 */
    T_DECL_SECURITY = 0x0e,    /* II.22.11 */
    T_CLASS_LAYOUT = 0x0f,     /* II.22.8 */
    T_FIELD_LAYOUT = 0x10,     /* II.22.16 */
    T_STAND_ALONE_SIG = 0x11,  /* II.22.36 */
    T_EVENT_MAP = 0x12,        /* II.22.12 */
    T_EVENT_PTR = 0x13,
    T_EVENT = 0x14,        /* II.22.13 */
    T_PROPERTY_MAP = 0x15, /* II.22.35 */
    T_PROPERTY_PTR = 0x16,
    T_PROPERTY = 0x17,         /* II.22.34 */
    T_METHOD_SEMANTICS = 0x18, /* II.22.28 */
    T_METHOD_IMPL = 0x19,      /* II.22.27 */
    T_MODULE_REF = 0x1a,       /* II.22.31 */
    T_TYPE_SPEC = 0x1b,        /* II.22.39 */
    T_IMPL_MAP = 0x1c,         /* II.22.22 */
    T_FIELD_RVA = 0x1d,        /* II.22.18 */
    T_ENC_LOG = 0x1e,
    T_ENC_MAP = 0x1f,
    T_ASSEMBLY = 0x20,                 /* II.22.2 */
    T_ASSEMBLY_PROCESSOR = 0x21,       /* II.22.4 */
    T_ASSEMBLY_OS = 0x22,              /* II.22.3 */
    T_ASSEMBLY_REF = 0x23,             /* II.22.5 */
    T_ASSEMBLY_REF_PROCESSOR = 0x24,   /* II.22.7 */
    T_ASSEMBLY_REF_OS = 0x25,          /* II.22.6 */
    T_FILE = 0x26,                     /* II.22.19 */
    T_EXPORTED_TYPE = 0x27,            /* II.22.14 */
    T_MANIFEST_RESOURCE = 0x28,        /* II.22.24 */
    T_NESTED_CLASS = 0x29,             /* II.22.32 */
    T_GENERIC_PARAM = 0x2a,            /* II.22.20 */
    T_METHOD_SPEC = 0x2b,              /* II.22.29 */
    T_GENERIC_PARAM_CONSTRAINT = 0x2c, /* II.22.21 */
    TABLE_COUNT = 0x2d,
};

/* A column is an index of a table (its number) or one of these. */
enum {
    C_CODED = 0x40, /* + index of coded[] */
    C_TYPE_DEF_OR_REF = C_CODED,
    C_HAS_CONSTANT,
    C_HAS_CUSTOM_ATTRIBUTE,
    C_HAS_FIELD_MARSHAL,
    C_HAS_DECL_SECURITY,
    C_MEMBER_REF_PARENT,
    C_HAS_SEMANTICS,
    C_METHOD_DEF_OR_REF,
    C_MEMBER_FORWARDED,
    C_IMPLEMENTATION,
    C_CUSTOM_ATTRIBUTE_TYPE,
    C_RESOLUTION_SCOPE,
    C_TYPE_OR_METHOD_DEF,
    C_CODED_END,
    C_U16 = 0x80,
    C_U32,
    C_STRING,
    C_GUID,
    C_BLOB,
    C_END,
};

/* II.24.2.6: tag bits and the tables a coded index chooses from, ended by 0xff. */
static const struct {
    uint8_t tag_bits, tables[24];
} coded[C_CODED_END - C_CODED] = {
    [C_TYPE_DEF_OR_REF - C_CODED] = {2, {T_TYPE_DEF, T_TYPE_REF, T_TYPE_SPEC, 0xff}},
    [C_HAS_CONSTANT - C_CODED] = {2, {T_FIELD, T_PARAM, T_PROPERTY, 0xff}},
    [C_HAS_CUSTOM_ATTRIBUTE - C_CODED] = {5,
                                          {T_METHOD_DEF,
                                           T_FIELD,
                                           T_TYPE_REF,
                                           T_TYPE_DEF,
                                           T_PARAM,
                                           T_INTERFACE_IMPL,
                                           T_MEMBER_REF,
                                           T_MODULE,
                                           T_DECL_SECURITY,
                                           T_PROPERTY,
                                           T_EVENT,
                                           T_STAND_ALONE_SIG,
                                           T_MODULE_REF,
                                           T_TYPE_SPEC,
                                           T_ASSEMBLY,
                                           T_ASSEMBLY_REF,
                                           T_FILE,
                                           T_EXPORTED_TYPE,
                                           T_MANIFEST_RESOURCE,
                                           T_GENERIC_PARAM,
                                           T_GENERIC_PARAM_CONSTRAINT,
                                           T_METHOD_SPEC,
                                           0xff}},
    [C_HAS_FIELD_MARSHAL - C_CODED] = {1, {T_FIELD, T_PARAM, 0xff}},
    [C_HAS_DECL_SECURITY - C_CODED] = {2, {T_TYPE_DEF, T_METHOD_DEF, T_ASSEMBLY, 0xff}},
    [C_MEMBER_REF_PARENT - C_CODED] = {3, {T_TYPE_DEF, T_TYPE_REF, T_MODULE_REF, T_METHOD_DEF, T_TYPE_SPEC, 0xff}},
    [C_HAS_SEMANTICS - C_CODED] = {1, {T_EVENT, T_PROPERTY, 0xff}},
    [C_METHOD_DEF_OR_REF - C_CODED] = {1, {T_METHOD_DEF, T_MEMBER_REF, 0xff}},
    [C_MEMBER_FORWARDED - C_CODED] = {1, {T_FIELD, T_METHOD_DEF, 0xff}},
    [C_IMPLEMENTATION - C_CODED] = {2, {T_FILE, T_ASSEMBLY_REF, T_EXPORTED_TYPE, 0xff}},
    [C_CUSTOM_ATTRIBUTE_TYPE - C_CODED] = {3, {T_METHOD_DEF, T_MEMBER_REF, 0xff}},
    [C_RESOLUTION_SCOPE - C_CODED] = {2, {T_MODULE, T_MODULE_REF, T_ASSEMBLY_REF, T_TYPE_REF, 0xff}},
    [C_TYPE_OR_METHOD_DEF - C_CODED] = {1, {T_TYPE_DEF, T_METHOD_DEF, 0xff}},
};

/* II.22: columns of each table in file order. */
static const struct {
    const char *name;
    uint8_t columns[10];
} schema[TABLE_COUNT] = {
    [T_MODULE] = {"Module", {C_U16, C_STRING, C_GUID, C_GUID, C_GUID, C_END}},
    [T_TYPE_REF] = {"TypeRef", {C_RESOLUTION_SCOPE, C_STRING, C_STRING, C_END}},
    [T_TYPE_DEF] = {"TypeDef", {C_U32, C_STRING, C_STRING, C_TYPE_DEF_OR_REF, T_FIELD, T_METHOD_DEF, C_END}},
    [T_FIELD_PTR] = {"FieldPtr", {T_FIELD, C_END}},
    [T_FIELD] = {"Field", {C_U16, C_STRING, C_BLOB, C_END}},
    [T_METHOD_PTR] = {"MethodPtr", {T_METHOD_DEF, C_END}},
    [T_METHOD_DEF] = {"MethodDef", {C_U32, C_U16, C_U16, C_STRING, C_BLOB, T_PARAM, C_END}},
    [T_PARAM_PTR] = {"ParamPtr", {T_PARAM, C_END}},
    [T_PARAM] = {"Param", {C_U16, C_U16, C_STRING, C_END}},
    [T_INTERFACE_IMPL] = {"InterfaceImpl", {T_TYPE_DEF, C_TYPE_DEF_OR_REF, C_END}},
    [T_MEMBER_REF] = {"MemberRef", {C_MEMBER_REF_PARENT, C_STRING, C_BLOB, C_END}},
    [T_CONSTANT] = {"Constant", {C_U16, C_HAS_CONSTANT, C_BLOB, C_END}},
    [T_CUSTOM_ATTRIBUTE] = {"CustomAttribute", {C_HAS_CUSTOM_ATTRIBUTE, C_CUSTOM_ATTRIBUTE_TYPE, C_BLOB, C_END}},
    [T_FIELD_MARSHAL] = {"FieldMarshal", {C_HAS_FIELD_MARSHAL, C_BLOB, C_END}},
    [T_DECL_SECURITY] = {"DeclSecurity", {C_U16, C_HAS_DECL_SECURITY, C_BLOB, C_END}},
    [T_CLASS_LAYOUT] = {"ClassLayout", {C_U16, C_U32, T_TYPE_DEF, C_END}},
    [T_FIELD_LAYOUT] = {"FieldLayout", {C_U32, T_FIELD, C_END}},
    [T_STAND_ALONE_SIG] = {"StandAloneSig", {C_BLOB, C_END}},
    [T_EVENT_MAP] = {"EventMap", {T_TYPE_DEF, T_EVENT, C_END}},
    [T_EVENT_PTR] = {"EventPtr", {T_EVENT, C_END}},
    [T_EVENT] = {"Event", {C_U16, C_STRING, C_TYPE_DEF_OR_REF, C_END}},
    [T_PROPERTY_MAP] = {"PropertyMap", {T_TYPE_DEF, T_PROPERTY, C_END}},
    [T_PROPERTY_PTR] = {"PropertyPtr", {T_PROPERTY, C_END}},
    [T_PROPERTY] = {"Property", {C_U16, C_STRING, C_BLOB, C_END}},
    [T_METHOD_SEMANTICS] = {"MethodSemantics", {C_U16, T_METHOD_DEF, C_HAS_SEMANTICS, C_END}},
    [T_METHOD_IMPL] = {"MethodImpl", {T_TYPE_DEF, C_METHOD_DEF_OR_REF, C_METHOD_DEF_OR_REF, C_END}},
    [T_MODULE_REF] = {"ModuleRef", {C_STRING, C_END}},
    [T_TYPE_SPEC] = {"TypeSpec", {C_BLOB, C_END}},
    [T_IMPL_MAP] = {"ImplMap", {C_U16, C_MEMBER_FORWARDED, C_STRING, T_MODULE_REF, C_END}},
    [T_FIELD_RVA] = {"FieldRVA", {C_U32, T_FIELD, C_END}},
    [T_ENC_LOG] = {"ENCLog", {C_U32, C_U32, C_END}},
    [T_ENC_MAP] = {"ENCMap", {C_U32, C_END}},
    [T_ASSEMBLY] = {"Assembly", {C_U32, C_U16, C_U16, C_U16, C_U16, C_U32, C_BLOB, C_STRING, C_STRING, C_END}},
    [T_ASSEMBLY_PROCESSOR] = {"AssemblyProcessor", {C_U32, C_END}},
    [T_ASSEMBLY_OS] = {"AssemblyOS", {C_U32, C_U32, C_U32, C_END}},
    [T_ASSEMBLY_REF] = {"AssemblyRef", {C_U16, C_U16, C_U16, C_U16, C_U32, C_BLOB, C_STRING, C_STRING, C_BLOB, C_END}},
    [T_ASSEMBLY_REF_PROCESSOR] = {"AssemblyRefProcessor", {C_U32, T_ASSEMBLY_REF, C_END}},
    [T_ASSEMBLY_REF_OS] = {"AssemblyRefOS", {C_U32, C_U32, C_U32, T_ASSEMBLY_REF, C_END}},
    [T_FILE] = {"File", {C_U32, C_STRING, C_BLOB, C_END}},
    [T_EXPORTED_TYPE] = {"ExportedType", {C_U32, C_U32, C_STRING, C_STRING, C_IMPLEMENTATION, C_END}},
    [T_MANIFEST_RESOURCE] = {"ManifestResource", {C_U32, C_U32, C_STRING, C_IMPLEMENTATION, C_END}},
    [T_NESTED_CLASS] = {"NestedClass", {T_TYPE_DEF, T_TYPE_DEF, C_END}},
    [T_GENERIC_PARAM] = {"GenericParam", {C_U16, C_U16, C_TYPE_OR_METHOD_DEF, C_STRING, C_END}},
    [T_METHOD_SPEC] = {"MethodSpec", {C_METHOD_DEF_OR_REF, C_BLOB, C_END}},
    [T_GENERIC_PARAM_CONSTRAINT] = {"GenericParamConstraint", {T_GENERIC_PARAM, C_TYPE_DEF_OR_REF, C_END}},
};

/* Columns of the tables that are read. */
enum {
    TYPE_DEF_NAME = 1,
    TYPE_DEF_NAMESPACE = 2,
    TYPE_DEF_METHODS = 5,
    METHOD_DEF_NAME = 3,
    METHOD_PTR_METHOD = 0,
    ASSEMBLY_NAME = 7,
    NESTED_CLASS_NESTED = 0,
    NESTED_CLASS_ENCLOSING = 1,
};

#define MAX_ROWS 0xffffffu /* II.22: a token has 24 bits for the row */
#define MAX_NESTING 128

/* ---- Bytes -------------------------------------------------------------------------------------------------- */

typedef struct {
    const uint8_t *bytes;
    size_t size;
    const char *file;
    GError **error;
    size_t sections, section_count;
    size_t metadata, metadata_size;
    size_t strings, strings_size; /* offset in the file */
    size_t tables, tables_size;
    uint32_t entry_point;
    uint8_t heap_sizes;
    uint32_t rows[64];
    size_t table_offset[TABLE_COUNT], row_size[TABLE_COUNT];
} Reader;

static bool fail(Reader *r, size_t offset, const char *format, ...) G_GNUC_PRINTF(3, 4);
static bool fail(Reader *r, size_t offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(r->error, SP_ERROR, SP_ERROR_FORMAT, "%s: offset 0x%zx: %s", r->file, offset, what);
    g_free(what);
    return false;
}

static bool inside(const Reader *r, size_t offset, size_t size)
{
    return offset <= r->size && size <= r->size - offset;
}

/* Callers have checked that the bytes are inside. */
static uint32_t u16(const Reader *r, size_t offset)
{
    return (uint32_t)r->bytes[offset] | (uint32_t)r->bytes[offset + 1] << 8;
}

static uint32_t u32(const Reader *r, size_t offset)
{
    return u16(r, offset) | u16(r, offset + 2) << 16;
}

static bool need(Reader *r, size_t offset, size_t size, const char *what)
{
    return inside(r, offset, size) ||
           fail(r, MIN(offset, r->size), "the file ends inside the %s (%zu bytes wanted at 0x%zx, file has 0x%zx)",
                what, size, offset, r->size);
}

/* ---- PE file (II.25) ---------------------------------------------------------------------------------------- */

/* Offset in the file of an address, for `size` bytes that must lie in one section. */
static bool rva_to_offset(Reader *r, uint32_t rva, uint32_t size, const char *what, size_t at, size_t *offset)
{
    for (size_t i = 0; i < r->section_count; i++) {
        size_t section = r->sections + i * SECTION_SIZE;
        uint32_t start = u32(r, section + SECTION_VIRTUAL_ADDRESS), raw_size = u32(r, section + SECTION_RAW_SIZE);
        if (rva < start || rva - start >= raw_size || size > raw_size - (rva - start))
            continue;
        *offset = (size_t)u32(r, section + SECTION_RAW_OFFSET) + (rva - start);
        return need(r, *offset, size, what);
    }
    return fail(r, at, "the %s (address 0x%x, %u bytes) lies in no section (ECMA-335 II.25.3)", what, rva, size);
}

static bool find_metadata(Reader *r, uint32_t cli_rva, uint32_t cli_size, size_t at)
{
    size_t cli;
    if (!cli_rva)
        return fail(r, at, "a native program: it has no CLI header (ECMA-335 II.25.3.3)");
    if (cli_size < CLI_SIZE)
        return fail(r, at, "the CLI header has %u bytes instead of %d (ECMA-335 II.25.3.3)", cli_size, CLI_SIZE);
    if (!rva_to_offset(r, cli_rva, CLI_SIZE, "CLI header", at, &cli))
        return false;
    r->entry_point = u32(r, cli + CLI_ENTRY_POINT);
    r->metadata_size = u32(r, cli + CLI_METADATA + 4);
    return rva_to_offset(r, u32(r, cli + CLI_METADATA), (uint32_t)r->metadata_size, "metadata", cli + CLI_METADATA,
                         &r->metadata);
}

static bool read_pe(Reader *r)
{
    if (!inside(r, 0, 64) || r->bytes[0] != 'M' || r->bytes[1] != 'Z')
        return fail(r, 0, "no .exe or .dll: it does not begin with an MS-DOS header (ECMA-335 II.25.2.1)");
    size_t pe = u32(r, DOS_PE_OFFSET);
    if (!need(r, pe, 4 + COFF_SIZE, "PE header"))
        return false;
    if (memcmp(r->bytes + pe, "PE\0\0", 4))
        return fail(r, pe, "no PE signature (ECMA-335 II.25.2.1)");
    size_t coff = pe + 4, optional = coff + COFF_SIZE, optional_size = u16(r, coff + COFF_OPTIONAL_SIZE);
    if (!need(r, optional, MAX(optional_size, 2), "optional header"))
        return false;
    uint32_t magic = u16(r, optional);
    if (magic != OPTIONAL_PE32 && magic != OPTIONAL_PE32_PLUS)
        return fail(r, optional, "magic number 0x%x is neither PE32 nor PE32+ (ECMA-335 II.25.2.3.1)", magic);
    size_t count_at = magic == OPTIONAL_PE32 ? PE32_DIRECTORY_COUNT : PE32_PLUS_DIRECTORY_COUNT;
    size_t entry = count_at + 4 + DIRECTORY_CLI * 8;
    if (optional_size < entry + 8 || u32(r, optional + count_at) <= DIRECTORY_CLI)
        return fail(r, optional, "a native program: its header has no entry for a CLI header (ECMA-335 II.25.2.3.3)");
    r->sections = optional + optional_size;
    r->section_count = u16(r, coff + COFF_SECTIONS);
    return need(r, r->sections, r->section_count * SECTION_SIZE, "section table") &&
           find_metadata(r, u32(r, optional + entry), u32(r, optional + entry + 4), optional + entry);
}

/* ---- Metadata root and streams (II.24.2) --------------------------------------------------------------------- */

/* Takes note of one stream; *at moves behind its header. */
static bool read_stream(Reader *r, size_t *at)
{
    size_t end = r->metadata + r->metadata_size;
    if (end - *at < 12)
        return fail(r, *at, "the stream headers run over the end of the metadata (ECMA-335 II.24.2.2)");
    uint32_t offset = u32(r, *at), size = u32(r, *at + 4);
    const char *name = (const char *)r->bytes + *at + 8;
    size_t length = strnlen(name, MIN(32, end - *at - 8));
    if (length == MIN(32, end - *at - 8))
        return fail(r, *at + 8, "a stream's name has no end (ECMA-335 II.24.2.2)");
    if (offset > r->metadata_size || size > r->metadata_size - offset)
        return fail(r, *at,
                    "stream '%s' (offset 0x%x, %u bytes) leaves the metadata of 0x%zx bytes (ECMA-335 "
                    "II.24.2.2)",
                    name[0] == '#' ? name : "?", offset, size, r->metadata_size);
    if (!strcmp(name, "#Strings")) {
        r->strings = r->metadata + offset;
        r->strings_size = size;
    } else if (!strcmp(name, "#~") || !strcmp(name, "#-")) {
        r->tables = r->metadata + offset;
        r->tables_size = size;
    }
    *at += 8 + (length + 4) / 4 * 4;
    return *at <= end || fail(r, end, "the stream headers run over the end of the metadata (ECMA-335 II.24.2.2)");
}

static bool read_root(Reader *r)
{
    size_t root = r->metadata;
    if (r->metadata_size < 20)
        return fail(r, root, "the metadata has only %zu bytes (ECMA-335 II.24.2.1)", r->metadata_size);
    if (u32(r, root) != ROOT_SIGNATURE)
        return fail(r, root, "no metadata signature (ECMA-335 II.24.2.1)");
    size_t version = u32(r, root + ROOT_VERSION_LENGTH);
    if (version > 255 || 16 + version + 4 > r->metadata_size)
        return fail(r, root + ROOT_VERSION_LENGTH, "version string of %zu bytes (ECMA-335 II.24.2.1)", version);
    size_t at = root + 16 + version + 4;
    uint32_t streams = u16(r, at - 2);
    for (uint32_t i = 0; i < streams; i++)
        if (!read_stream(r, &at))
            return false;
    return r->tables || fail(r, root, "no stream of tables, '#~' or '#-' (ECMA-335 II.24.2.6)");
}

/* ---- Tables (II.24.2.6) -------------------------------------------------------------------------------------- */

static size_t index_size(const Reader *r, uint8_t column)
{
    switch (column) {
    case C_U16:
        return 2;
    case C_U32:
        return 4;
    case C_STRING:
        return r->heap_sizes & HEAP_STRINGS_WIDE ? 4 : 2;
    case C_GUID:
        return r->heap_sizes & HEAP_GUID_WIDE ? 4 : 2;
    case C_BLOB:
        return r->heap_sizes & HEAP_BLOB_WIDE ? 4 : 2;
    default:
        break;
    }
    if (column < TABLE_COUNT)
        return r->rows[column] > 0xffff ? 4 : 2;
    uint32_t most = 0, bits = coded[column - C_CODED].tag_bits;
    for (const uint8_t *t = coded[column - C_CODED].tables; *t != 0xff; t++)
        most = MAX(most, r->rows[*t]);
    return most >= 1u << (16 - bits) ? 4 : 2;
}

static bool read_row_counts(Reader *r, size_t *at)
{
    size_t end = r->tables + r->tables_size;
    if (r->tables_size < TABLES_ROWS)
        return fail(r, r->tables, "the stream of tables has only %zu bytes (ECMA-335 II.24.2.6)", r->tables_size);
    r->heap_sizes = r->bytes[r->tables + TABLES_HEAP_SIZES];
    uint64_t valid = (uint64_t)u32(r, r->tables + TABLES_VALID + 4) << 32 | u32(r, r->tables + TABLES_VALID);
    *at = r->tables + TABLES_ROWS;
    for (int t = 0; t < 64; t++) {
        if (!(valid >> t & 1))
            continue;
        if (end - *at < 4)
            return fail(r, *at, "the row counts run over the end of the tables (ECMA-335 II.24.2.6)");
        r->rows[t] = u32(r, *at);
        if (r->rows[t] > MAX_ROWS)
            return fail(r, *at, "table 0x%02x has %u rows, more than %u (ECMA-335 II.22)", t, r->rows[t], MAX_ROWS);
        *at += 4;
    }
    if (r->heap_sizes & HEAP_EXTRA_DATA)
        *at += 4;
    return true;
}

/* Where each table stands. Tables from 0x2d on follow those that matter and are passed over. */
static bool read_tables(Reader *r)
{
    size_t at = 0, end = r->tables + r->tables_size;
    if (!read_row_counts(r, &at))
        return false;
    for (int t = 0; t < TABLE_COUNT; t++) {
        r->table_offset[t] = at;
        for (const uint8_t *c = schema[t].columns; *c != C_END; c++)
            r->row_size[t] += index_size(r, *c);
        size_t bytes = r->row_size[t] * r->rows[t];
        if (at > end || bytes > end - at)
            return fail(r, at,
                        "table %s with %u rows of %zu bytes runs over the end of the tables (ECMA-335 II.24.2.6)",
                        schema[t].name, r->rows[t], r->row_size[t]);
        at += bytes;
    }
    return true;
}

static size_t cell_offset(const Reader *r, int table, uint32_t row, int column)
{
    size_t at = r->table_offset[table] + (size_t)(row - 1) * r->row_size[table];
    for (int c = 0; c < column; c++)
        at += index_size(r, schema[table].columns[c]);
    return at;
}

/* row is 1-based and known to exist. */
static uint32_t cell(const Reader *r, int table, uint32_t row, int column)
{
    size_t at = cell_offset(r, table, row, column);
    return index_size(r, schema[table].columns[column]) == 4 ? u32(r, at) : u16(r, at);
}

static bool row_fail(Reader *r, int table, uint32_t row, int column, const char *section, const char *what,
                     uint32_t value)
{
    return fail(r, cell_offset(r, table, row, column), "%s row %u: %s 0x%x (ECMA-335 %s)", schema[table].name, row,
                what, value, section);
}

/* A string of #Strings (II.24.2.3), or NULL and an error. Valid UTF-8 afterwards. */
static const char *string_cell(Reader *r, SpAssembly *a, int table, uint32_t row, int column)
{
    uint32_t index = cell(r, table, row, column);
    if (index == 0 && r->strings_size == 0)
        return "";
    const char *heap = (const char *)r->bytes + r->strings;
    size_t room = index < r->strings_size ? r->strings_size - index : 0,
           length = strnlen(heap + MIN(index, r->strings_size), room);
    if (length == room) {
        row_fail(r, table, row, column, "II.24.2.3",
                 room ? "a name without an end in #Strings, at" : "a name outside of #Strings, at", index);
        return NULL;
    }
    if (length > 0xffff) {
        row_fail(r, table, row, column, "II.24.2.3", "a name of more than 65535 bytes in #Strings, at", index);
        return NULL;
    }
    char *valid = g_utf8_make_valid(heap + index, (gssize)length);
    const char *kept = g_string_chunk_insert_const(a->strings, valid);
    g_free(valid);
    return kept;
}

/* ---- Types and methods --------------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *name_space, *path, *outer_namespace;
    uint32_t enclosing;  /* row; 0 = not nested */
    uint32_t first, end; /* methods [first, end) of the method list */
} Type;

static bool read_nesting(Reader *r, Type *types)
{
    for (uint32_t row = 1; row <= r->rows[T_NESTED_CLASS]; row++) {
        uint32_t nested = cell(r, T_NESTED_CLASS, row, NESTED_CLASS_NESTED);
        uint32_t enclosing = cell(r, T_NESTED_CLASS, row, NESTED_CLASS_ENCLOSING);
        if (!nested || nested > r->rows[T_TYPE_DEF])
            return row_fail(r, T_NESTED_CLASS, row, NESTED_CLASS_NESTED, "II.22.32", "no such TypeDef row:", nested);
        if (!enclosing || enclosing > r->rows[T_TYPE_DEF])
            return row_fail(r, T_NESTED_CLASS, row, NESTED_CLASS_ENCLOSING, "II.22.32",
                            "no such TypeDef row:", enclosing);
        types[nested].enclosing = enclosing;
    }
    return true;
}

static bool read_types(Reader *r, SpAssembly *a, Type *types)
{
    uint32_t count = r->rows[T_TYPE_DEF], methods = MAX(r->rows[T_METHOD_PTR], r->rows[T_METHOD_DEF]), last = 1;
    for (uint32_t row = 1; row <= count; row++) {
        Type *t = &types[row];
        t->name = string_cell(r, a, T_TYPE_DEF, row, TYPE_DEF_NAME);
        t->name_space = t->name ? string_cell(r, a, T_TYPE_DEF, row, TYPE_DEF_NAMESPACE) : NULL;
        if (!t->name_space)
            return false;
        t->first = cell(r, T_TYPE_DEF, row, TYPE_DEF_METHODS);
        if (t->first < last || t->first > methods + 1)
            return row_fail(r, T_TYPE_DEF, row, TYPE_DEF_METHODS, "II.22.37", "its methods begin out of order, at row",
                            t->first);
        types[row - 1].end = t->first; /* row 0 is a spare */
        last = t->first;
    }
    types[count].end = methods + 1;
    return true;
}

/* "Outer/Inner", made from the outermost type inwards. */
static bool name_type(Reader *r, SpAssembly *a, Type *types, uint32_t row, size_t *bytes)
{
    uint32_t chain[MAX_NESTING], depth = 0;
    for (uint32_t t = row; t && !types[t].path; t = types[t].enclosing) {
        if (depth == MAX_NESTING)
            return fail(r, r->table_offset[T_NESTED_CLASS],
                        "NestedClass: TypeDef row %u is nested more than %d deep, "
                        "or in itself (ECMA-335 II.22.32)",
                        row, MAX_NESTING);
        chain[depth++] = t;
    }
    while (depth--) {
        Type *t = &types[chain[depth]];
        const Type *outer = t->enclosing ? &types[t->enclosing] : NULL;
        *bytes += strlen(t->name) + (outer ? strlen(outer->path) : 0);
        if (*bytes > SP_ASSEMBLY_MAX_NAMES) {
            g_set_error(r->error, SP_ERROR, SP_ERROR_LIMIT, "%s: the names of its types take more than %zu bytes",
                        r->file, SP_ASSEMBLY_MAX_NAMES);
            return false;
        }
        char *path = outer ? g_strconcat(outer->path, "/", t->name, NULL) : NULL;
        t->path = path ? g_string_chunk_insert(a->strings, path) : t->name;
        t->outer_namespace = outer ? outer->outer_namespace : t->name_space;
        g_free(path);
    }
    return true;
}

static bool add_method(Reader *r, SpAssembly *a, const Type *t, uint32_t index)
{
    uint32_t row = index;
    if (r->rows[T_METHOD_PTR]) {
        row = cell(r, T_METHOD_PTR, index, METHOD_PTR_METHOD);
        if (!row || row > r->rows[T_METHOD_DEF])
            return row_fail(r, T_METHOD_PTR, index, METHOD_PTR_METHOD, "II.22.26", "no such MethodDef row:", row);
    }
    const char *name = string_cell(r, a, T_METHOD_DEF, row, METHOD_DEF_NAME);
    SpAssemblyMethod m = {t->name_space, t->name, t->outer_namespace, t->path, name, 0x06000000u | row};
    if (name)
        g_array_append_val(a->methods, m);
    return name != NULL;
}

static bool read_methods(Reader *r, SpAssembly *a, Type *types)
{
    size_t bytes = 0;
    if (r->rows[T_METHOD_PTR] && r->rows[T_METHOD_PTR] != r->rows[T_METHOD_DEF])
        return fail(r, r->table_offset[T_METHOD_PTR], "MethodPtr has %u rows, MethodDef %u: there must be as many",
                    r->rows[T_METHOD_PTR], r->rows[T_METHOD_DEF]);
    if (!read_types(r, a, types) || !read_nesting(r, types))
        return false;
    for (uint32_t row = 1; row <= r->rows[T_TYPE_DEF]; row++) {
        if (!name_type(r, a, types, row, &bytes))
            return false;
        for (uint32_t m = types[row].first; m < types[row].end; m++)
            if (!add_method(r, a, &types[row], m))
                return false;
    }
    return true;
}

static gint by_token(gconstpointer a, gconstpointer b)
{
    uint32_t x = ((const SpAssemblyMethod *)a)->token, y = ((const SpAssemblyMethod *)b)->token;
    return x < y ? -1 : x > y;
}

static bool read_assembly(Reader *r, SpAssembly *a)
{
    if (!read_pe(r) || !read_root(r) || !read_tables(r))
        return false;
    char *base = g_path_get_basename(r->file), *dot = strrchr(base, '.');
    if (dot && dot != base)
        *dot = 0;
    a->name =
        r->rows[T_ASSEMBLY] ? string_cell(r, a, T_ASSEMBLY, 1, ASSEMBLY_NAME) : g_string_chunk_insert(a->strings, base);
    g_free(base);
    a->is_program = r->entry_point != 0;
    a->types = r->rows[T_TYPE_DEF];
    Type *types = g_new0(Type, (size_t)a->types + 1);
    bool ok = a->name && read_methods(r, a, types);
    g_free(types);
    g_array_sort(a->methods, by_token);
    return ok;
}

/* ---- Doors -------------------------------------------------------------------------------------------------- */

SpAssembly *sp_assembly_parse(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    Reader r = {.bytes = bytes, .size = size, .file = name, .error = error};
    SpAssembly *a = g_new0(SpAssembly, 1);
    a->methods = g_array_new(FALSE, FALSE, sizeof(SpAssemblyMethod));
    a->strings = g_string_chunk_new(4096);
    if (read_assembly(&r, a))
        return a;
    sp_assembly_free(a);
    return NULL;
}

SpAssembly *sp_assembly_read(const char *path, GError **error)
{
    struct stat st;
    char *bytes = NULL;
    gsize size = 0;
    GError *why = NULL;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "cannot read '%s': it is no regular file", path);
        return NULL;
    }
    if (stat(path, &st) == 0 && (size_t)st.st_size > SP_ASSEMBLY_MAX_FILE) {
        g_set_error(error, SP_ERROR, SP_ERROR_LIMIT, "'%s' is larger than %zu bytes", path, SP_ASSEMBLY_MAX_FILE);
        return NULL;
    }
    if (!g_file_get_contents(path, &bytes, &size, &why)) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "cannot read '%s': %s", path, why->message);
        g_error_free(why);
        return NULL;
    }
    SpAssembly *a = sp_assembly_parse((const uint8_t *)bytes, size, path, error);
    g_free(bytes);
    return a;
}

void sp_assembly_free(SpAssembly *a)
{
    if (!a)
        return;
    g_array_unref(a->methods);
    g_string_chunk_free(a->strings);
    g_free(a);
}
