/*
 * gzip-stored.c - gzip members of stored blocks, for hosts without zlib: larger, and every reader of gzip reads them.
 *
 *   member = header *block crc size                                          (RFC 1952, numbers little-endian)
 *   block  = final (1 byte: 1 in the last, else 0) length ~length bytes      (RFC 1951, 3.2.4)
 */
#include "profiler/export/gzip.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define BLOCK_BYTES 65535 /* the most that a length of 16 bits holds */

struct SpGzip {
    SpGzipSink sink;
    void *to;
    uint32_t crc, size; /* of all so far; the size modulo 2^32 */
    uint32_t used;
    uint8_t block[BLOCK_BYTES];
};

static void put(SpGzip *g, uint32_t number, unsigned bytes)
{
    uint8_t little[4];
    for (unsigned i = 0; i < bytes; i++)
        little[i] = (uint8_t)(number >> 8 * i);
    g->sink(g->to, little, bytes);
}

SpGzip *sp_gzip_new(int level, SpGzipSink sink, void *to)
{
    /* deflate, no flags, no time, made by a system unknown */
    static const uint8_t header[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
    SpGzip *g = g_new0(SpGzip, 1);
    g->sink = sink;
    g->to = to;
    sink(to, header, sizeof header);
    return g;
}

static void put_block(SpGzip *g, bool final)
{
    put(g, final, 1);
    put(g, g->used, 2);
    put(g, ~g->used, 2);
    g->sink(g->to, g->block, g->used);
    g->used = 0;
}

/* CRC-32 as RFC 1952 has it, bits in reverse order, four at a time. */
static uint32_t crc_of(uint32_t crc, const uint8_t *bytes, size_t size)
{
    static uint32_t table[16];
    for (uint32_t i = 1; !table[15] && i < G_N_ELEMENTS(table); i++) {
        uint32_t rest = i;
        for (int bit = 0; bit < 4; bit++)
            rest = rest & 1 ? rest >> 1 ^ 0xedb88320u : rest >> 1;
        table[i] = rest;
    }
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

void sp_gzip_write(SpGzip *g, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    g->crc = crc_of(g->crc, from, size);
    g->size += (uint32_t)size;
    while (size) {
        if (g->used == BLOCK_BYTES)
            put_block(g, false);
        size_t n = MIN(size, BLOCK_BYTES - g->used);
        memcpy(g->block + g->used, from, n);
        g->used += (uint32_t)n;
        from += n;
        size -= n;
    }
}

void sp_gzip_end(SpGzip *g)
{
    put_block(g, true);
    put(g, g->crc, 4);
    put(g, g->size, 4);
    g_free(g);
}
