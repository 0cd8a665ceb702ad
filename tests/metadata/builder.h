/*
 * builder.h - PE files with CLI metadata made by hand: every table, both streams, both PE forms, narrow and wide
 * indexes.
 *
 *   Builder b = builder_new();
 *   builder_row(&b, MONO_TABLE_MODULE, 0, builder_string(&b, "m.dll"), 1, 0, 0);
 *   GByteArray *file = builder_file(&b);
 */
#ifndef TESTS_METADATA_BUILDER_H
#define TESTS_METADATA_BUILDER_H

#include <glib.h>

#include "interp/metadata/metadata.h"

typedef struct {
    uint32_t value[MONO_TABLE_MAX_COLUMNS];
} BuilderRow;

typedef struct {
    bool pe32_plus, wide_strings, wide_guids, wide_blobs, uncompressed, extra_data;
    bool no_metadata_around; /* a metadata root alone, as a portable PDB is */
    uint64_t sorted;         /* as the stream says */
    uint32_t entry_point, cli_flags;
    uint32_t zero_tail; /* bytes that the section is longer in memory than in the file */
    uint8_t mvid[16];
    GByteArray *strings, *user_strings, *blobs, *code, *resources, *pdb; /* pdb: stream #Pdb, left out while empty */
    GByteArray *debug_directory; /* entries of 28 bytes; data offsets count from the start of `code` */
    GArray *rows[MONO_TABLE_COUNT];
    uint32_t external_rows[MONO_TABLE_COUNT]; /* for the widths of a PDB's indexes */
    /* Set by builder_file: offsets in the file. */
    size_t cli_offset, root_offset, tables_offset, strings_offset, code_offset;
} Builder;

enum { BUILDER_SECTION_RVA = 0x2000, BUILDER_SECTION_OFFSET = 0x200 };

Builder builder_new(void);
void builder_free(Builder *b);
uint32_t builder_string(Builder *b, const char *text);
uint32_t builder_blob(Builder *b, const void *data, size_t size);
uint32_t builder_user_string(Builder *b, const char *ascii);
/* Columns in order; the rest is 0. Returns the row's number. */
uint32_t builder_row_array(Builder *b, MonoTableId table, const uint32_t *columns, unsigned count);
#define builder_row(b, table, ...)                                                                                     \
    builder_row_array(b, table, (const uint32_t[]){__VA_ARGS__},                                                       \
                      sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
/* Bytes that stay at an RVA, known already; aligned to four. */
uint32_t builder_code(Builder *b, const void *data, size_t size);
/* A manifest resource's bytes; returns its Offset column. */
uint32_t builder_resource(Builder *b, const void *data, size_t size);
GByteArray *builder_file(Builder *b);
void builder_write(Builder *b, const char *path);
/* Module and Assembly rows. Token: 8 bytes are no key, so the key is any bytes, NULL = none. */
void builder_assembly(Builder *b, const char *name, unsigned major, const char *culture, const char *key);

void put(GByteArray *b, uint64_t value, unsigned size);
void poke(GByteArray *b, size_t offset, uint64_t value, unsigned size);
/* The bytes at the end of a page with none behind it: a read past them ends the process. Never freed. */
const uint8_t *guarded(const void *data, size_t size);

#endif
