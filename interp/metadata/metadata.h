/*
 * metadata.h - the door of interp/metadata: PE files, CLI tables and heaps, method bodies, assemblies, debug data.
 *
 * This room only reads. It knows nothing of classes or objects; interp/runtime makes those from what is read here.
 *
 *   file -> PE headers -> CLI header -> streams -> tables -> rows
 *
 * Bounds are checked in one place each: mono_image_open() checks headers, streams and table extents; row and heap
 * accessors check their index; a bad index gives 0, "" or false, never a read outside the file. Images are mapped and
 * live until the process ends, so pointers into them stay valid.
 *
 * Numbers and names are ECMA-335's (6th edition, partition II); section numbers stand beside the lists.
 */
#ifndef MONOSP_METADATA_H
#define MONOSP_METADATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profiler/include/mono-profiler-abi.h"
#include "interp/metadata/error.h"
#include "interp/metadata/tables.h"

/* ---- Images ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const uint8_t *data;
    uint32_t size_bytes;
} MonoBlob;

typedef struct {
    const uint8_t *base; /* first row, NULL while the table is absent */
    uint32_t rows;
    uint16_t row_size;                            /* bytes */
    uint8_t column_offset[MONO_TABLE_MAX_COLUMNS]; /* bytes from the row's start */
    uint8_t column_size[MONO_TABLE_MAX_COLUMNS];   /* 1, 2 or 4; 0 after the last column */
} MonoTableInfo;

struct _MonoImage {
    char *filename;          /* absolute path, owned */
    const char *name;        /* simple name of its assembly; of a netmodule, the module's name */
    const char *module_name; /* Module table */
    char guid[37];           /* MVID as text, lower case */
    const uint8_t *data;     /* the mapped file */
    size_t size_bytes;
    bool pe32_plus;
    uint32_t entry_point;     /* MethodDef or File token, 0 = none */
    uint32_t cli_flags;       /* II.25.3.3.1 */
    const char *runtime_version; /* metadata root's version text */
    MonoBlob strings, user_strings, blobs, guids;
    MonoTableInfo tables[MONO_TABLE_COUNT];
    uint64_t sorted_tables; /* bit mask from the tables stream */
    MonoAssembly *assembly; /* set by the assembly loader */
    void *debug;            /* owned by debug.c; NULL until asked, see mono_image_debug() */
    void *runtime;          /* owned by interp/runtime: caches by token */
    struct MonoImagePrivate *priv;
};

/* Maps and checks a file. NULL with a message naming file, part and offset when it is no CLI image. */
MonoImage *mono_image_open_file(const char *path, MonoError *error);
/* The same for bytes in memory, which must outlive the image (the caller gives them away). name is for messages. */
MonoImage *mono_image_open_from_memory(const uint8_t *data, size_t size_bytes, const char *name, MonoError *error);
/* Only for tests and refused images: frees everything. */
void mono_image_free(MonoImage *image);

/* Bytes at a relative virtual address up to the end of its section. NULL when outside. */
const uint8_t *mono_image_rva(const MonoImage *image, uint32_t rva, uint32_t *available_bytes);
/* Bytes of an embedded ManifestResource (its Implementation is 0), NULL when it lies outside the file. */
const uint8_t *mono_image_resource(const MonoImage *image, uint32_t resource_row, uint32_t *size_bytes);

/* ---- Tables and heaps -------------------------------------------------------------------------------------------- */

static inline uint32_t mono_image_rows(const MonoImage *image, MonoTableId table)
{
    return image->tables[table].rows;
}
/* row is 1-based as in tokens; column is a MONO_<TABLE>_<COLUMN> of tables.h. 0 when out of range. Raw value: heap
 * index, row number, or coded token (decode with mono_coded_token). */
static inline uint32_t mono_image_row(const MonoImage *image, MonoTableId table, uint32_t row, unsigned column)
{
    const MonoTableInfo *t = &image->tables[table];
    if (row - 1u >= t->rows || column >= MONO_TABLE_MAX_COLUMNS)
        return 0;
    const uint8_t *p = t->base + (size_t)(row - 1u) * t->row_size + t->column_offset[column];
    switch (t->column_size[column]) {
    case 1:
        return p[0];
    case 2:
        return (uint32_t)(p[0] | p[1] << 8);
    case 4:
        return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    default:
        return 0;
    }
}
/* Token from a coded index (II.24.2.6), 0 when its tag is unused. A row of 0 gives a token with row 0. */
uint32_t mono_coded_token(MonoCodedIndex kind, uint32_t coded);
uint32_t mono_coded_index(MonoCodedIndex kind, uint32_t token);
/* UTF-8, NUL-terminated inside the heap; "" when out of range. */
const char *mono_image_string(const MonoImage *image, uint32_t index);
bool mono_image_blob(const MonoImage *image, uint32_t index, MonoBlob *blob);
/* UTF-16LE characters of a #US entry (unaligned); the trailing flag byte is not counted. */
bool mono_image_user_string(const MonoImage *image, uint32_t index, const uint8_t **utf16, uint32_t *length_chars);

/* Rows of `table` whose `column` equals value. The tables that the standard wants sorted are searched by halves,
 * others (and unsorted #- images) from the start. Returns the first row (1-based) and how many follow each other; 0 =
 * none. For an unsorted table with scattered rows use mono_image_next_row. */
uint32_t mono_image_find_rows(const MonoImage *image, MonoTableId table, unsigned column, uint32_t value,
                              uint32_t *count);
/* Next row > after whose column equals value, 0 = none. */
uint32_t mono_image_next_row(const MonoImage *image, MonoTableId table, unsigned column, uint32_t value,
                             uint32_t after);

/* List columns (II.22.37: FieldList, MethodList, ParamList, EventList, PropertyList): [first, first + count) of the
 * owned table for `row` of `table`, the *Ptr tables of #- images resolved by mono_image_ptr(). */
void mono_image_list(const MonoImage *image, MonoTableId table, uint32_t row, unsigned column, MonoTableId owned,
                     uint32_t *first, uint32_t *count);
/* Param row of a MethodDef token for a sequence (0 = return value, 1 = first parameter), 0 = none. */
uint32_t mono_method_param_row(const MonoImage *image, uint32_t method_token, unsigned sequence);
/* Row of `owned` (Field, MethodDef, Param, Event, Property) for position `index` of a list; identity without *Ptr. */
uint32_t mono_image_ptr(const MonoImage *image, MonoTableId owned, uint32_t index);
/* TypeDef row owning a Field or MethodDef row; 0 = none. */
uint32_t mono_image_owner_typedef(const MonoImage *image, MonoTableId owned, uint32_t row);
/* Enclosing TypeDef row of a nested one, 0 = not nested. */
uint32_t mono_image_enclosing_typedef(const MonoImage *image, uint32_t typedef_row);
/* TypeDef row of a top-level type by name, 0 = none (hash, made at first use). */
uint32_t mono_image_find_typedef(MonoImage *image, const char *name_space, const char *name);

/* ---- Images that are written at run time (dynamic.c) ------------------------------------------------------------- */

/* Empty but for its Module row. Names are copied. */
MonoImage *mono_image_new_dynamic(const char *name, const char *module_name, const uint8_t mvid[16]);
void mono_dynamic_rename(MonoImage *image, const char *module_name, const uint8_t mvid[16]);
bool mono_dynamic_is_image(const MonoImage *image);
/* A row of zeros at the end of a table; the interp/runtime caches by row must be told: mono_dynamic_row(). */
uint32_t mono_dynamic_add_row(MonoImage *image, MonoTableId table);
void mono_dynamic_set(MonoImage *image, MonoTableId table, uint32_t row, unsigned column, uint32_t value);
/* Heap indexes of new entries; strings are shared. */
uint32_t mono_dynamic_string(MonoImage *image, const char *text);
uint32_t mono_dynamic_blob(MonoImage *image, const void *bytes, uint32_t size_bytes);
uint32_t mono_dynamic_user_string(MonoImage *image, const uint16_t *chars, uint32_t length);
/* Bytes that an RVA can point to, at a multiple of eight. Returns the RVA. */
uint32_t mono_dynamic_data(MonoImage *image, const void *bytes, uint32_t size_bytes);
/* What a list column stands for: fields and methods of a TypeDef, parameters of a method, in this order. */
void mono_dynamic_set_list(MonoImage *image, MonoTableId table, uint32_t row, unsigned column, MonoTableId owned,
                           const uint32_t *rows, uint32_t count);
/* II.23.2 unsigned; returns how many of the bytes are used. */
unsigned mono_compressed_put(uint8_t bytes[4], uint32_t value);

/* ---- Blob reading ------------------------------------------------------------------------------------------------ */

/* A cursor over a signature or attribute blob. Past the end every read gives 0 and sets `bad`. */
typedef struct {
    const uint8_t *pos, *end;
    bool bad;
} MonoBlobReader;

static inline MonoBlobReader mono_blob_reader(MonoBlob blob)
{
    return (MonoBlobReader){blob.data, blob.data + blob.size_bytes, false};
}
uint8_t mono_blob_u8(MonoBlobReader *reader);
uint8_t mono_blob_peek(const MonoBlobReader *reader); /* 0 at the end */
uint16_t mono_blob_u16(MonoBlobReader *reader);
uint32_t mono_blob_u32(MonoBlobReader *reader);
uint64_t mono_blob_u64(MonoBlobReader *reader);
uint32_t mono_blob_compressed(MonoBlobReader *reader);       /* II.23.2 unsigned */
int32_t mono_blob_compressed_signed(MonoBlobReader *reader); /* II.23.2 signed */
/* TypeDefOrRefOrSpecEncoded (II.23.2.8) as a token. */
uint32_t mono_blob_type_token(MonoBlobReader *reader);
/* SerString (II.23.3): false at NULL string; not NUL-terminated. */
bool mono_blob_ser_string(MonoBlobReader *reader, const char **text, uint32_t *length_bytes);
/* Walks one type of a signature; false (and bad) when malformed or nested deeper than 64. */
bool mono_blob_skip_type(MonoBlobReader *reader);

/* ---- Method bodies (II.25.4) ------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t flags; /* MonoExceptionEnum */
    uint32_t try_offset, try_length, handler_offset, handler_length; /* IL offsets, checked to lie in the code */
    uint32_t token_or_filter;                                        /* catch type token, or IL offset of the filter */
} MonoClauseInfo;

typedef struct {
    const uint8_t *code;
    uint32_t code_size_bytes;
    uint16_t max_stack;
    bool init_locals;
    uint32_t locals_token; /* StandAloneSig, 0 = none */
    uint32_t clause_count;
    MonoClauseInfo *clauses; /* owned by the body; free with mono_method_body_clear */
} MonoMethodBody;

/* false with a message (InvalidProgramException) when RVA, header or sections are malformed. */
bool mono_method_body_read(const MonoImage *image, uint32_t method_row, MonoMethodBody *body, MonoError *error);
void mono_method_body_clear(MonoMethodBody *body);

/* ---- Assemblies -------------------------------------------------------------------------------------------------- */

struct _MonoAssemblyName {
    const char *name;
    const char *culture; /* "" = neutral */
    uint16_t major, minor, build, revision;
    uint32_t flags;
    uint8_t public_key_token[8];
    bool has_public_key_token;
    MonoBlob public_key; /* full key, if the file has one */
};

struct _MonoAssembly {
    MonoAssemblyName name;
    MonoImage *image; /* of the manifest module */
    char *base_dir;   /* folder of the file */
    bool in_gac;
    bool reflection_only;
    void *reflection; /* System.Reflection.Assembly object, owned by interp/runtime */
};

/* The search path: application folder first, then MONO_PATH, then Mono's library folders (4.5, 4.5/Facades, gac). Set
 * once at start; reads MONO_PATH and the MONO_GAC_PREFIX; libdir NULL = found from the installed mono. */
void mono_assembly_init(const char *app_dir, const char *libdir);
const char *mono_assembly_libdir(void); /* e.g. /usr/lib/mono */
/* By file. The same file again gives the same assembly. Calls the load hook. */
MonoAssembly *mono_assembly_open_file(const char *path, MonoError *error);
MonoAssembly *mono_assembly_from_image(MonoImage *image, MonoError *error);
/* By name, as an AssemblyRef of `requesting` (may be NULL). Already loaded ones first. FileNotFoundException else. */
MonoAssembly *mono_assembly_load_name(const MonoAssemblyName *name, const MonoAssembly *requesting, MonoError *error);
/* AssemblyRef row of an image, cached. */
MonoAssembly *mono_assembly_load_reference(MonoImage *image, uint32_t row, MonoError *error);
/* Other modules of a multi-module assembly: ModuleRef or File row. */
MonoImage *mono_assembly_load_module(MonoAssembly *assembly, const char *file_name, MonoError *error);
void mono_image_assembly_ref(const MonoImage *image, uint32_t row, MonoAssemblyName *name);
/* All loaded, in order of loading. */
MonoAssembly *const *mono_assembly_loaded(unsigned *count);
/* "name, Version=1.2.3.4, Culture=neutral, PublicKeyToken=..."; g_free it. */
char *mono_assembly_name_text(const MonoAssemblyName *name);
/* Parses such a text; only the simple name is required. Strings are owned by *name's caller via g_free of name and
 * culture. */
bool mono_assembly_name_parse_text(const char *text, MonoAssemblyName *name);
/* Called for each assembly and image as it loads (the runtime raises profiler events from it). stage: loading, loaded. */
typedef enum {
    MONO_LOAD_IMAGE_LOADING,
    MONO_LOAD_IMAGE_LOADED,
    MONO_LOAD_IMAGE_FAILED,
    MONO_LOAD_ASSEMBLY_LOADING,
    MONO_LOAD_ASSEMBLY_LOADED,
} MonoLoadStage;
typedef void (*MonoLoadHook)(MonoLoadStage stage, MonoImage *image, MonoAssembly *assembly);
void mono_assembly_set_load_hook(MonoLoadHook hook);
/* Asked when a name is not found by the search path (AppDomain.AssemblyResolve). */
typedef MonoAssembly *(*MonoResolveHook)(const MonoAssemblyName *name, const MonoAssembly *requesting);
void mono_assembly_set_resolve_hook(MonoResolveHook hook);

/* ---- Debug information: .mdb beside the file, portable PDB beside it or embedded --------------------------------- */

typedef struct {
    const char *file; /* owned by the image's debug information */
    uint32_t line, column;     /* 1-based; column 0 = unknown */
    uint32_t il_offset;        /* of the sequence point that was found */
} MonoLineInfo;

/* True when the image has debug information that matches its MVID or PDB id; opened at the first call. */
bool mono_image_debug(MonoImage *image);
/* The same from bytes of either format (Assembly.Load with symbols), which must outlive the image. */
bool mono_image_debug_from_memory(MonoImage *image, const uint8_t *data, size_t size_bytes);
/* The last visible sequence point at or before il_offset. */
bool mono_debug_find_line(MonoImage *image, uint32_t method_row, uint32_t il_offset, MonoLineInfo *line);
/* Name of a local variable, NULL = unknown. */
const char *mono_debug_local_name(MonoImage *image, uint32_t method_row, unsigned local_index);

#endif
