/*
 * chunk.c - GStringChunk: strings side by side in blocks that are freed together.
 */
#include "glib.h"

typedef struct Block {
    struct Block *previous;
    char text[];
} Block;

struct GStringChunk {
    Block *block;
    gsize block_bytes, used, room;
    GHashTable *known; /* of insert_const(); NULL: never called */
};

GStringChunk *g_string_chunk_new(gsize block_bytes)
{
    GStringChunk *chunk = g_new0(GStringChunk, 1);
    chunk->block_bytes = block_bytes;
    return chunk;
}

void g_string_chunk_free(GStringChunk *chunk)
{
    for (Block *block = chunk->block, *previous; block; block = previous) {
        previous = block->previous;
        g_free(block);
    }
    if (chunk->known)
        g_hash_table_destroy(chunk->known);
    g_free(chunk);
}

char *g_string_chunk_insert_len(GStringChunk *chunk, const char *text, gssize bytes)
{
    gsize length = bytes < 0 ? strlen(text) : (gsize)bytes;
    if (length + 1 > chunk->room - chunk->used) {
        chunk->room = MAX(chunk->block_bytes, length + 1);
        chunk->used = 0;
        Block *block = g_malloc(sizeof(Block) + chunk->room);
        block->previous = chunk->block;
        chunk->block = block;
    }
    char *copy = chunk->block->text + chunk->used;
    memcpy(copy, text, length);
    copy[length] = 0;
    chunk->used += length + 1;
    return copy;
}

char *g_string_chunk_insert_const(GStringChunk *chunk, const char *text)
{
    if (!chunk->known)
        chunk->known = g_hash_table_new(g_str_hash, g_str_equal);
    char *copy = g_hash_table_lookup(chunk->known, text);
    if (copy)
        return copy;
    copy = g_string_chunk_insert_len(chunk, text, -1);
    g_hash_table_add(chunk->known, copy);
    return copy;
}

const char *g_intern_string(const char *text)
{
    static GStringChunk *interned;
    if (!interned)
        interned = g_string_chunk_new(4096);
    return text ? g_string_chunk_insert_const(interned, text) : NULL;
}
