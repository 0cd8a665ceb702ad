/*
 * inflate.c - no zlib here: debug information that is compressed in its image is left out.
 */
#include "interp/metadata/debug-internal.h"

uint8_t *debug_inflate(MonoBlob deflated, uint32_t size)
{
    return NULL;
}
