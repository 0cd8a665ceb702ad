/*
 * debug-internal.h - what debug.c keeps for an image, and the two formats behind it.
 */
#ifndef MONOSP_METADATA_DEBUG_INTERNAL_H
#define MONOSP_METADATA_DEBUG_INTERNAL_H

#include <glib.h>

#include "interp/metadata/internal.h"

typedef struct {
    MonoBlob mdb;       /* Mono symbol file that matches the image, else no data */
    MonoImage *pdb;     /* portable PDB that matches the image, else NULL */
    const uint8_t *map; /* the file that was mapped for either, NULL = bytes of the image or of the caller */
    size_t map_size_bytes;
    uint8_t *inflated; /* embedded PDB, owned */
    GHashTable *names; /* texts that were handed out: set of owned strings */
} MonoDebug;

/* A text that lives as long as the debug information. */
const char *mono_debug_intern(MonoDebug *debug, const char *text, size_t length_bytes);

/* mdb: are these bytes a symbol file of the module with this MVID? */
bool mono_mdb_matches(MonoBlob mdb, const char *guid);
bool mono_mdb_find_line(MonoDebug *debug, uint32_t method_row, uint32_t il_offset, MonoLineInfo *line);
const char *mono_mdb_local_name(MonoDebug *debug, uint32_t method_row, unsigned local_index);

bool mono_pdb_find_line(MonoDebug *debug, uint32_t method_row, uint32_t il_offset, MonoLineInfo *line);
const char *mono_pdb_local_name(MonoDebug *debug, uint32_t method_row, unsigned local_index);

/* inflate.c: raw deflate of exactly `size` bytes, NULL when it is anything else. g_free it. */
uint8_t *debug_inflate(MonoBlob deflated, uint32_t size);

#endif
