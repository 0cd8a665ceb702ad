/*
 * heap-memory.c - where chunks come from: the system's pages, and the table that knows which addresses are chunks.
 *
 * Chunks of the common size are cut from regions and never returned to the system (their pages are, heap_discard);
 * a huge object's mapping is returned when it dies.
 */
#include "interp/runtime/heap.h"

#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <sys/mman.h>
#endif

enum { REGION_BYTES = 32 << 20 };

static GHashTable *chunk_by_number; /* address / HEAP_CHUNK_BYTES -> HeapChunk; huge ones have several numbers */
static uintptr_t lowest = UINTPTR_MAX, highest; /* all chunks lie in [lowest, highest) */
static uint8_t *region, *region_end;            /* not yet cut */

#ifdef __wasm__
static uint8_t *map_aligned(size_t bytes)
{
    uint8_t *memory = aligned_alloc(HEAP_CHUNK_BYTES, bytes);
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}

static void unmap(void *memory, size_t bytes)
{
    free(memory);
}

void heap_discard(void *start, size_t bytes)
{
    memset(start, 0, bytes);
}
#else
/* Maps more than needed and cuts off what is not aligned. */
static uint8_t *map_aligned(size_t bytes)
{
    size_t whole = bytes + HEAP_CHUNK_BYTES;
    if (whole < bytes)
        return NULL;
    uint8_t *memory = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)memory & (HEAP_CHUNK_BYTES - 1);
    if (before)
        munmap(memory, before);
    munmap(memory + before + bytes, HEAP_CHUNK_BYTES - before);
    return memory + before;
}

static void unmap(void *memory, size_t bytes)
{
    munmap(memory, bytes);
}

void heap_discard(void *start, size_t bytes)
{
    if (madvise(start, bytes, MADV_DONTNEED) != 0)
        memset(start, 0, bytes);
}
#endif

static void *chunk_number(const void *address)
{
    return (void *)((uintptr_t)address / HEAP_CHUNK_BYTES);
}

static uint8_t *cut_from_region(void)
{
    if (region == region_end) {
#ifdef __wasm__
        size_t bytes = HEAP_CHUNK_BYTES;
#else
        size_t bytes = REGION_BYTES;
#endif
        uint8_t *memory = map_aligned(bytes);
        if (!memory)
            return NULL;
        region = memory;
        region_end = memory + bytes;
    }
    uint8_t *chunk = region;
    region += HEAP_CHUNK_BYTES;
    return chunk;
}

HeapChunk *heap_chunk_map(size_t bytes)
{
    uint8_t *memory = bytes == HEAP_CHUNK_BYTES ? cut_from_region() : map_aligned(bytes);
    if (!memory)
        return NULL;
    if (!chunk_by_number)
        chunk_by_number = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (size_t offset = 0; offset < bytes; offset += HEAP_CHUNK_BYTES)
        g_hash_table_insert(chunk_by_number, chunk_number(memory + offset), memory);
    lowest = MIN(lowest, (uintptr_t)memory);
    highest = MAX(highest, (uintptr_t)memory + bytes);
    HeapChunk *chunk = (HeapChunk *)(void *)memory;
    chunk->mapped_bytes = bytes;
    return chunk;
}

void heap_chunk_unmap(HeapChunk *chunk)
{
    size_t bytes = chunk->mapped_bytes;
    for (size_t offset = 0; offset < bytes; offset += HEAP_CHUNK_BYTES)
        g_hash_table_remove(chunk_by_number, chunk_number((uint8_t *)chunk + offset));
    unmap(chunk, bytes);
}

HeapChunk *heap_chunk_at(const void *address)
{
    if ((uintptr_t)address < lowest || (uintptr_t)address >= highest)
        return NULL;
    return g_hash_table_lookup(chunk_by_number, chunk_number(address));
}
