/*
 * inflate.c - debug information that is compressed in its image, by zlib.
 */
#include "interp/metadata/debug-internal.h"

#include <zlib.h>

enum { MAX_DEFLATE_RATIO = 1032, MAX_INFLATED_SIZE = 1 << 28 };

uint8_t *debug_inflate(MonoBlob deflated, uint32_t size)
{
    if (size == 0 || size > MAX_INFLATED_SIZE || size / MAX_DEFLATE_RATIO > deflated.size_bytes)
        return NULL;
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)deflated.data, .avail_in = deflated.size_bytes};
    if (inflateInit2(&stream, -15) != Z_OK)
        return NULL;
    uint8_t *out = g_malloc(size);
    stream.next_out = out;
    stream.avail_out = size;
    bool good = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    if (good)
        return out;
    g_free(out);
    return NULL;
}
