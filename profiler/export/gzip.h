/*
 * gzip.h - bytes into one gzip member (RFC 1952): gzip-zlib.c compresses, gzip-stored.c, where there is no zlib, does
 * not.
 *
 * The header's time is 0, so equal profiles give equal files.
 */
#ifndef SAMPLEPOINT_GZIP_H
#define SAMPLEPOINT_GZIP_H

#include <stddef.h>
#include <stdint.h>

typedef struct SpGzip SpGzip;
typedef void (*SpGzipSink)(void *to, const uint8_t *bytes, size_t size);

/* level: zlib's, 1 the fastest to 9. What comes out goes to the sink, piece by piece. */
SpGzip *sp_gzip_new(int level, SpGzipSink sink, void *to);
void sp_gzip_write(SpGzip *z, const void *bytes, size_t size);
/* Ends the member and frees z. */
void sp_gzip_end(SpGzip *z);

#endif
