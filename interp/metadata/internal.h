/*
 * internal.h - what the files of interp/metadata share and nobody else needs.
 */
#ifndef MONOSP_METADATA_INTERNAL_H
#define MONOSP_METADATA_INTERNAL_H

#include "interp/metadata/metadata.h"

typedef struct {
    uint32_t rva, virtual_size, raw_offset, raw_size; /* raw_size is cut to the file */
    uint8_t *zeros; /* the part that is longer in memory than in the file, made when asked for */
} MonoSection;

typedef struct {
    uint32_t rva, size_bytes;
} MonoDirectory;

struct MonoImagePrivate {
    bool mapped;       /* data is ours to unmap */
    bool uncompressed; /* tables stream #- */
    unsigned section_count;
    MonoSection *sections;
    MonoDirectory resources, debug_directory;
    char *version_text;
    MonoBlob pdb; /* stream #Pdb, portable PDB files only */
    /* Tables whose key column was looked at (bit mask), and those of them that are in order. */
    uint64_t order_known, order_good;
    uint32_t *typedef_slots; /* open addressing by name hash, 0 = free; NULL until asked */
    uint32_t typedef_mask;
    MonoAssembly **references; /* by AssemblyRef row - 1, NULL = not loaded yet */
    struct MonoDynamicImage *dynamic; /* dynamic.c: of an image that is written at run time, else NULL */
};

/* Little-endian numbers at any alignment. */
static inline uint16_t mono_read16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}
static inline uint32_t mono_read32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint64_t mono_read64(const uint8_t *p)
{
    return mono_read32(p) | (uint64_t)mono_read32(p + 4) << 32;
}

/* A blob that starts with its compressed length (II.24.2.4) at `offset` of a heap. */
bool mono_heap_blob(MonoBlob heap, uint32_t offset, MonoBlob *blob);

/* Streams and tables from a metadata root (II.24.2.1), which may be a whole portable PDB file. */
bool mono_image_parse_root(MonoImage *image, const uint8_t *root, size_t size_bytes, MonoError *error);
/* Table extents from the #~ or #- stream (II.24.2.6). external_rows: row counts of tables in another file (the
 * #Pdb stream), NULL = none; they only decide how wide an index is. */
bool mono_tables_parse(MonoImage *image, MonoBlob stream, const uint32_t *external_rows, MonoError *error);
/* Shapes for an image that grows: every index is four bytes wide. */
void mono_tables_wide(MonoImage *image);
/* dynamic.c: lists and owners of an image that is written at run time; false: read the column. */
bool mono_dynamic_list(const MonoImage *image, MonoTableId table, uint32_t row, unsigned column, uint32_t *first,
                       uint32_t *count);
void mono_dynamic_free(MonoImage *image); /* tables and heaps as they are last; nothing for other images */
uint32_t mono_dynamic_owner(const MonoImage *image, MonoTableId owned, uint32_t row);
/* An image of bytes without a PE file around: a portable PDB. */
MonoImage *mono_image_open_pdb(const uint8_t *data, size_t size_bytes, const char *name, MonoError *error);

/* mapping.c: the only place that reads files. NULL with *error set. Empty files are refused. */
const uint8_t *mono_file_map(const char *path, size_t *size_bytes, MonoError *error);
void mono_file_unmap(const uint8_t *data, size_t size_bytes);
/* contents.c, one for each kind of host: the bytes of an open file, for mono_file_unmap(). NULL with *error set. */
const uint8_t *mono_file_contents(int fd, const char *path, size_t size_bytes, MonoError *error);
/* find-files.c */
bool mono_file_exists(const char *path);
/* Path without symbolic links, g_free it; NULL when there is no such file. */
char *mono_file_real_path(const char *path);
/* LIBDIR of the mono that is on PATH, or of a usual place, NULL = none has a class library. g_free it. */
char *mono_file_find_libdir(void);

/* 16 bytes of a GUID -> text, lower case. */
void mono_guid_text(const uint8_t *guid, char text[37]);

/* assembly.c: calls the load hook, if any. */
void mono_load_raise(MonoLoadStage stage, MonoImage *image, MonoAssembly *assembly);
/* debug.c: frees image->debug. */
void mono_debug_free(MonoImage *image);

#endif
