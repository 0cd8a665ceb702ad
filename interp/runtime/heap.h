/*
 * heap.h - inside of the collected heap: heap-memory.c, heap.c, gc.c, handles.c, finalize.c. Others use runtime.h.
 *
 *   chunk   1 MB, aligned to 1 MB: header (block 0) + 63 blocks of 16 KB
 *   block   free, or slots of one size class, or part of a large object (several blocks); a leaf block holds objects
 *           without references, which the collector marks by their address alone and never reads
 *   huge    an object that fits no chunk has a mapping of its own, with the same header
 *
 * Objects never move. An object's mark bit is found from its address alone: chunk = address & ~(1 MB - 1), bit = the
 * 16-byte granule within. Free memory has a vtable word of NULL, or lies behind `swept_bytes` of its block unmarked: so
 * conservative roots are looked up before the marks of the last collection are cleared.
 */
#ifndef MONOSP_HEAP_H
#define MONOSP_HEAP_H

#include "interp/runtime/runtime.h"

enum {
    HEAP_CHUNK_BYTES = 1 << 20,
    HEAP_BLOCK_BYTES = 1 << 14,
    HEAP_BLOCKS = HEAP_CHUNK_BYTES / HEAP_BLOCK_BYTES, /* one bit each in a uint64_t; block 0 is the header */
    HEAP_GRANULE = 16,
    HEAP_SMALL_MAX = HEAP_BLOCK_BYTES / 2,
    HEAP_LARGE_MAX = (HEAP_BLOCKS - 1) * HEAP_BLOCK_BYTES,
    HEAP_POISON_BYTE = 0xDD,
};

typedef enum { HEAP_BLOCK_FREE, HEAP_BLOCK_SMALL, HEAP_BLOCK_LARGE, HEAP_BLOCK_LARGE_REST } HeapBlockKind;

typedef struct HeapBlock {
    struct HeapBlock *next; /* list of its size class: blocks that still have to be swept */
    uint8_t kind;           /* HeapBlockKind */
    uint8_t bin;            /* SMALL: where it is allocated from */
    uint8_t head;           /* LARGE_REST: number of the block where the object starts */
    uint8_t block_count;    /* LARGE */
    uint16_t slot_bytes;    /* SMALL */
    uint16_t swept_bytes;   /* SMALL: slots before this offset are in use, or zeroed and waiting for allocation */
} HeapBlock;

typedef struct {
    uint64_t free_blocks, dirty_blocks; /* dirty: has been used, so not zero */
    uint64_t leaf_blocks;               /* objects without references */
    size_t mapped_bytes;                /* more than HEAP_CHUNK_BYTES: a huge object */
    bool huge;
    HeapBlock blocks[HEAP_BLOCKS];
    uint64_t marks[HEAP_CHUNK_BYTES / HEAP_GRANULE / 64];
} HeapChunk;
_Static_assert(sizeof(HeapChunk) <= HEAP_BLOCK_BYTES, "the header fits block 0");

/* heap-memory.c: chunks and where they are. */
HeapChunk *heap_chunk_map(size_t bytes); /* zeroed, aligned; NULL = no memory. bytes: multiple of HEAP_CHUNK_BYTES */
void heap_chunk_unmap(HeapChunk *chunk); /* huge ones only */
void heap_discard(void *start, size_t bytes);  /* gives pages back: true zeroes from now on */
HeapChunk *heap_chunk_at(const void *address); /* NULL = not in the heap */

static inline HeapChunk *heap_chunk_of(const void *object)
{
    return (HeapChunk *)((uintptr_t)object & ~(uintptr_t)(HEAP_CHUNK_BYTES - 1));
}
static inline bool heap_is_marked(const void *object)
{
    size_t granule = ((uintptr_t)object & (HEAP_CHUNK_BYTES - 1)) / HEAP_GRANULE;
    return heap_chunk_of(object)->marks[granule / 64] >> (granule % 64) & 1;
}
/* True when it was not marked before. */
static inline bool heap_mark(const void *object)
{
    size_t granule = ((uintptr_t)object & (HEAP_CHUNK_BYTES - 1)) / HEAP_GRANULE;
    uint64_t *word = &heap_chunk_of(object)->marks[granule / 64], bit = (uint64_t)1 << (granule % 64);
    if (*word & bit)
        return false;
    *word |= bit;
    return true;
}
/* Nothing in it refers to another object. Does not touch the object. */
static inline bool heap_is_leaf(const void *object)
{
    size_t block = ((uintptr_t)object & (HEAP_CHUNK_BYTES - 1)) / HEAP_BLOCK_BYTES;
    return heap_chunk_of(object)->leaf_blocks >> block & 1;
}

/* heap.c */
extern bool heap_poisons;
extern unsigned heap_stress;                     /* collect at every heap_stress-th safepoint; 0 = off */
MonoObject *heap_object_at(const void *address); /* the object an address lies in, NULL = none */
void heap_begin_mark(void); /* clears all marks; heap_object_at() is not to be trusted until heap_sweep() */
void heap_sweep(void); /* frees what is unmarked (small objects lazily), sets the next threshold */
uint64_t heap_committed_bytes(void);

/* gc.c */
void gc_mark(MonoObject *object);        /* marks and queues an object for scanning; NULL is fine */
void gc_mark_root(MonoObject **address); /* of the scan for roots, before marking: what is here lives */
void gc_drain(void);                     /* scans everything that is queued */
bool gc_is_collecting(void);

/* native-stack.c: the native stack and registers of the one thread, through mono_gc_scan_conservative(). */
extern bool native_stack_enabled; /* tests switch it off, to tell exactly what lives */
void native_stack_init(void);
/* Calls a function with all registers saved on the stack, above the function's own frame. The collector's frames below
 * that are not scanned: what earlier calls left in them would keep dead objects. */
void native_stack_call(void (*function)(void));
void native_stack_scan(const void *top); /* from this frame address up */

/* handles.c */
void handles_mark(void);                        /* normal and pinned handles */
void handles_clear_dead(MonoGCHandleType type); /* weak handles whose object is not marked */

/* finalize.c */
void finalizers_register(MonoObject *object);
void finalizers_mark_queue(void); /* objects waiting for their finalizer are roots */
bool finalizers_queue_dead(void); /* unmarked objects go to the queue and are marked; true: there were some */
bool finalizers_pending(void);

/* monitor.c */
void monitor_free_dead_records(void);

bool heap_collection_due(void); /* asked for since the last one */
#endif
