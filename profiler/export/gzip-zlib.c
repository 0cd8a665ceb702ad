/* gzip-zlib.c - gzip members by zlib. */
#include "profiler/export/gzip.h"

#include <glib.h>
#include <zlib.h>

#define OUT_BYTES 65536
#define GZIP_HEADER 16 /* added to the window's bits it asks for gzip's header and sums */

struct SpGzip {
    z_stream z;
    SpGzipSink sink;
    void *to;
    uint8_t out[OUT_BYTES];
};

SpGzip *sp_gzip_new(int level, SpGzipSink sink, void *to)
{
    SpGzip *g = g_new0(SpGzip, 1);
    g->sink = sink;
    g->to = to;
    if (deflateInit2(&g->z, level, Z_DEFLATED, MAX_WBITS + GZIP_HEADER, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        g_error("zlib has no memory to start compressing");
    return g;
}

static void deflate_all(SpGzip *g, const void *bytes, size_t size, int flush)
{
    g->z.next_in = (Bytef *)bytes;
    g->z.avail_in = (uInt)size;
    do {
        g->z.next_out = g->out;
        g->z.avail_out = OUT_BYTES;
        deflate(&g->z, flush);
        g->sink(g->to, g->out, OUT_BYTES - g->z.avail_out);
    } while (g->z.avail_out == 0);
}

void sp_gzip_write(SpGzip *g, const void *bytes, size_t size)
{
    deflate_all(g, bytes, size, Z_NO_FLUSH);
}

void sp_gzip_end(SpGzip *g)
{
    deflate_all(g, NULL, 0, Z_FINISH);
    deflateEnd(&g->z);
    g_free(g);
}
