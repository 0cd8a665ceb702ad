/*
 * import.h - file -> profile. The format is told by the content, never by the file's name.
 *
 *   gzip             unpacked first, then as below (limit: 1 GiB unpacked)
 *   "Nettrace"       nettrace of version 4, as .NET's runtime and dotnet-trace write it
 *   other binary     pprof
 *   {...} or [...]   speedscope, or Chrome trace events
 *   HTML             our own page
 *   other text       folded stacks; an empty file is a folded file without stacks
 *
 * SVG, PNG and other known kinds are refused with the list of what is accepted. Every byte string gives a
 * profile or an error that names the file and the line or byte offset; memory is bounded by the limits below.
 */
#ifndef SAMPLEPOINT_IMPORT_H
#define SAMPLEPOINT_IMPORT_H

#include "profiler/model/model.h"

#define SP_IMPORT_MAX_FILE ((size_t)4 << 30)     /* bytes of a file */
#define SP_IMPORT_MAX_UNPACKED ((size_t)1 << 30) /* bytes a gzip file may unpack to */
#define SP_IMPORT_MAX_NODES 50000000u            /* call tree nodes, 40 bytes each */

/* path "-" reads stdin. NULL and an error when the file cannot be read or is not understood. */
SpProfile *sp_import(const char *path, GError **error);

/* The same for bytes in memory; `name` stands for the file in messages and titles. */
SpProfile *sp_import_bytes(const uint8_t *bytes, size_t size, const char *name, GError **error);

/* One reader a file. */
SpProfile *sp_import_folded(const uint8_t *bytes, size_t size, const char *name, GError **error);
SpProfile *sp_import_pprof(const uint8_t *bytes, size_t size, const char *name, GError **error); /* unpacked */
SpProfile *sp_import_speedscope(const uint8_t *bytes, size_t size, const char *name, GError **error);
SpProfile *sp_import_chrome(const uint8_t *bytes, size_t size, const char *name, GError **error);
SpProfile *sp_import_nettrace(const uint8_t *bytes, size_t size, const char *name, GError **error);
SpProfile *sp_import_html(const char *text, size_t size, const char *name, GError **error);

#endif
