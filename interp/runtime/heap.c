/*
 * heap.c - allocation and sweeping: size classes in blocks, large objects in runs of blocks, huge ones alone.
 *
 *   mono_gc_alloc -> bin of the size class: bump pointer within a run of free, zeroed slots     (the quick way)
 *                 -> next run: the mark bits of the last collection tell which slots are free   (lazy sweeping)
 *                 -> a fresh block -> a fresh chunk -> heap limit: NULL
 *
 * Accounting is by run and by block, not by object: a run counts as allocated when a bin takes it.
 */
#include "interp/runtime/heap.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CLASSES = 48, LEAF = MAX_CLASSES, MIN_THRESHOLD_BYTES = 32 << 20 };

typedef struct {
    uint8_t *cursor, *limit; /* the run: zeroed, a whole number of slots; first, as in MonoGCBin */
    HeapBlock *block;        /* the block of the run */
    HeapBlock *unswept;      /* list: blocks with free slots by their marks */
    uint32_t slot_bytes;
} Bin;

static Bin bins[2 * MAX_CLASSES]; /* from LEAF on: the same sizes again, for objects without references */
static uint8_t class_of_granules[HEAP_SMALL_MAX / HEAP_GRANULE + 1]; /* by size in granules, rounded up */
static GPtrArray *chunks;                                            /* of the common size */
static GPtrArray *huge;
static unsigned first_fit[HEAP_BLOCKS]; /* by blocks wanted: chunks before this one have no such gap */
static uint64_t committed_bytes;        /* blocks in use and huge mappings */
static uint64_t limit_bytes;
static uint64_t live_bytes;      /* after the last collection */
static uint64_t allocated_bytes; /* since the last collection, runs counted whole */
static uint64_t allocated_before_bytes;
static uint64_t threshold_bytes = MIN_THRESHOLD_BYTES;
static bool collection_due;
bool heap_poisons;
unsigned heap_stress;

static uint8_t *block_start(const HeapBlock *block)
{
    HeapChunk *chunk = heap_chunk_of(block);
    return (uint8_t *)chunk + (size_t)(block - chunk->blocks) * HEAP_BLOCK_BYTES;
}

/* Bytes of a block that hold slots. */
static size_t block_slots_bytes(const HeapBlock *block)
{
    return HEAP_BLOCK_BYTES / block->slot_bytes * block->slot_bytes;
}

/* Slot sizes: 16 bytes apart up to 128, then four steps a doubling, rounded to what fills a block best. */
static void make_classes(void)
{
    unsigned count = 0;
    for (uint32_t size = HEAP_GRANULE; size <= 128; size += HEAP_GRANULE)
        bins[count++].slot_bytes = size;
    for (uint32_t base = 128; base < HEAP_SMALL_MAX; base *= 2) {
        for (uint32_t step = 1; step <= 4; step++) {
            uint32_t slots = HEAP_BLOCK_BYTES / (base + base / 4 * step);
            uint32_t size = HEAP_BLOCK_BYTES / slots / HEAP_GRANULE * HEAP_GRANULE;
            if (size > bins[count - 1].slot_bytes)
                bins[count++].slot_bytes = size;
        }
    }
    g_assert(count <= MAX_CLASSES && bins[count - 1].slot_bytes == HEAP_SMALL_MAX);
    for (unsigned i = 0; i < count; i++)
        bins[LEAF + i].slot_bytes = bins[i].slot_bytes;
    for (unsigned granules = 0, bin = 0; granules < G_N_ELEMENTS(class_of_granules); granules++) {
        if (granules * HEAP_GRANULE > bins[bin].slot_bytes)
            bin++;
        class_of_granules[granules] = (uint8_t)bin;
    }
}

static void request_collection(void)
{
    collection_due = true;
    mono_thread_state.safepoint_pending = 1;
}

bool heap_collection_due(void)
{
    return collection_due;
}

/* 0 = not set; a set value that is no number counts as 1. */
static unsigned environment_number(const char *name)
{
    const char *value = g_getenv(name);
    if (!value || !*value || !strcmp(value, "0"))
        return 0;
    return (unsigned)MAX(atoi(value), 1);
}

void mono_gc_init(uint64_t heap_limit_bytes)
{
    limit_bytes = heap_limit_bytes;
    heap_stress = environment_number("MONOSP_GC_STRESS");
    heap_poisons = environment_number("MONOSP_GC_POISON") != 0;
    if (!chunks) {
        make_classes();
        chunks = g_ptr_array_new();
        huge = g_ptr_array_new();
    }
    native_stack_init();
    if (heap_stress)
        request_collection();
}

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

static uint64_t block_mask(unsigned first, unsigned count)
{
    return (count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1) << first;
}

/* Number of the first of `count` free blocks in a row, 0 = none (block 0 is never free). */
static unsigned find_gap(uint64_t free_blocks, unsigned count)
{
    while (count > 1) {
        unsigned half = count / 2;
        free_blocks &= free_blocks >> half;
        count -= half;
    }
    return free_blocks ? (unsigned)__builtin_ctzll(free_blocks) : 0;
}

static bool may_commit(uint64_t bytes)
{
    return !limit_bytes || (bytes <= limit_bytes && committed_bytes <= limit_bytes - bytes);
}

/* `count` blocks in a row, not yet zeroed. NULL at the limit. */
static HeapBlock *take_blocks(unsigned count)
{
    if (!may_commit((uint64_t)count * HEAP_BLOCK_BYTES))
        return NULL;
    unsigned index = first_fit[count - 1], first = 0;
    for (; index < chunks->len; index++)
        if ((first = find_gap(((HeapChunk *)chunks->pdata[index])->free_blocks, count)))
            break;
    first_fit[count - 1] = index;
    if (!first) {
        HeapChunk *fresh = heap_chunk_map(HEAP_CHUNK_BYTES);
        if (!fresh)
            return NULL;
        fresh->free_blocks = block_mask(1, HEAP_BLOCKS - 1);
        g_ptr_array_add(chunks, fresh);
        first = 1;
    }
    HeapChunk *chunk = chunks->pdata[index];
    chunk->free_blocks &= ~block_mask(first, count);
    committed_bytes += (uint64_t)count * HEAP_BLOCK_BYTES;
    return &chunk->blocks[first];
}

static void free_blocks(HeapBlock *block, unsigned count)
{
    HeapChunk *chunk = heap_chunk_of(block);
    unsigned first = (unsigned)(block - chunk->blocks);
    if (heap_poisons)
        memset(block_start(block), HEAP_POISON_BYTE, (size_t)count * HEAP_BLOCK_BYTES);
    memset(block, 0, count * sizeof *block);
    chunk->free_blocks |= block_mask(first, count);
    chunk->leaf_blocks &= ~block_mask(first, count);
    committed_bytes -= (uint64_t)count * HEAP_BLOCK_BYTES;
}

/* Makes new blocks all zero and remembers that they will not stay so. */
static void zero_blocks(HeapBlock *block, unsigned count, size_t used_bytes)
{
    HeapChunk *chunk = heap_chunk_of(block);
    uint64_t mask = block_mask((unsigned)(block - chunk->blocks), count);
    if (chunk->dirty_blocks & mask)
        memset(block_start(block), 0, used_bytes);
    chunk->dirty_blocks |= mask;
}

/* ---- Allocation -------------------------------------------------------------------------------------------------- */

static void count_allocation(uint64_t bytes)
{
    allocated_bytes += bytes;
    bool near_limit = limit_bytes && committed_bytes > limit_bytes / 4 * 3 && allocated_bytes > limit_bytes / 16;
    if (allocated_bytes > threshold_bytes || near_limit)
        request_collection();
}

/* Next run of unmarked slots of the bin's block; false = the block is used up. */
static bool next_run(Bin *bin)
{
    HeapBlock *block = bin->block;
    uint8_t *start = block_start(block), *end = start + block_slots_bytes(block);
    uint8_t *from = start + block->swept_bytes;
    while (from < end && heap_is_marked(from))
        from += bin->slot_bytes;
    uint8_t *to = from;
    while (to < end && !heap_is_marked(to))
        to += bin->slot_bytes;
    block->swept_bytes = (uint16_t)(to - start);
    if (from == to)
        return false;
    memset(from, 0, (size_t)(to - from));
    bin->cursor = from;
    bin->limit = to;
    count_allocation((uint64_t)(to - from));
    return true;
}

/* Of a large object, the head's. */
static void note_leaf(const HeapBlock *block)
{
    HeapChunk *chunk = heap_chunk_of(block);
    chunk->leaf_blocks |= block_mask((unsigned)(block - chunk->blocks), 1);
}

static bool refill(Bin *bin)
{
    for (;;) {
        if (bin->block && next_run(bin))
            return true;
        bin->block = bin->unswept;
        if (!bin->block)
            break;
        bin->unswept = bin->block->next;
    }
    HeapBlock *block = take_blocks(1);
    if (!block)
        return false;
    block->kind = HEAP_BLOCK_SMALL;
    block->bin = (uint8_t)(bin - bins);
    if (block->bin >= LEAF)
        note_leaf(block);
    block->slot_bytes = (uint16_t)bin->slot_bytes;
    size_t bytes = block_slots_bytes(block);
    block->swept_bytes = (uint16_t)bytes;
    zero_blocks(block, 1, HEAP_BLOCK_BYTES);
    bin->block = block;
    bin->cursor = block_start(block);
    bin->limit = bin->cursor + bytes;
    count_allocation(bytes);
    return true;
}

static void *alloc_large(size_t bytes, bool leaf)
{
    unsigned count = (unsigned)((bytes + HEAP_BLOCK_BYTES - 1) / HEAP_BLOCK_BYTES);
    HeapBlock *block = take_blocks(count);
    if (!block)
        return NULL;
    unsigned first = (unsigned)(block - heap_chunk_of(block)->blocks);
    zero_blocks(block, count, bytes);
    block->kind = HEAP_BLOCK_LARGE;
    block->block_count = (uint8_t)count;
    if (leaf)
        note_leaf(block);
    for (unsigned i = 1; i < count; i++) {
        block[i].kind = HEAP_BLOCK_LARGE_REST;
        block[i].head = (uint8_t)first;
    }
    count_allocation((uint64_t)count * HEAP_BLOCK_BYTES);
    return block_start(block);
}

static void *alloc_huge(size_t bytes, bool leaf)
{
    if (bytes > SIZE_MAX - 2 * HEAP_CHUNK_BYTES)
        return NULL;
    size_t mapped = (bytes + HEAP_BLOCK_BYTES + HEAP_CHUNK_BYTES - 1) / HEAP_CHUNK_BYTES * HEAP_CHUNK_BYTES;
    HeapChunk *chunk = may_commit(mapped) ? heap_chunk_map(mapped) : NULL;
    if (!chunk)
        return NULL;
    chunk->huge = true;
    if (leaf)
        note_leaf(&chunk->blocks[1]);
    committed_bytes += mapped;
    g_ptr_array_add(huge, chunk);
    count_allocation(mapped);
    return (uint8_t *)chunk + HEAP_BLOCK_BYTES;
}

static bool is_leaf(const MonoVTable *vtable)
{
    return vtable->kind == MONO_GC_KIND_NO_REFERENCES || vtable->kind == MONO_GC_KIND_STRING;
}

static Bin *bin_of(const MonoVTable *vtable, size_t small_bytes)
{
    return &bins[class_of_granules[(small_bytes + HEAP_GRANULE - 1) / HEAP_GRANULE] + (is_leaf(vtable) ? LEAF : 0)];
}

static void *alloc_slow(const MonoVTable *vtable, size_t bytes)
{
    void *memory;
    if (bytes <= HEAP_SMALL_MAX) {
        Bin *bin = bin_of(vtable, bytes);
        memory = refill(bin) ? bin->cursor : NULL;
        if (memory)
            bin->cursor += bin->slot_bytes;
    } else {
        memory = bytes <= HEAP_LARGE_MAX ? alloc_large(bytes, is_leaf(vtable)) : alloc_huge(bytes, is_leaf(vtable));
    }
    if (!memory)
        request_collection(); /* the next try may do better */
    return memory;
}

/* Arrays and strings raise gc_allocation themselves, once their length is set. */
static void after_allocation(MonoObject *object)
{
    if (object->vtable->has_finalizer)
        finalizers_register(object);
    if (object->vtable->rank == 0 && object->vtable->kind != MONO_GC_KIND_STRING)
        MONO_PROFILER_RAISE(gc_allocation, (NULL, object));
}

MonoGCBin *mono_gc_bin(const MonoVTable *vtable, uint32_t *slot_bytes)
{
    if (vtable->instance_size_bytes > HEAP_SMALL_MAX)
        return NULL;
    Bin *bin = bin_of(vtable, vtable->instance_size_bytes);
    *slot_bytes = bin->slot_bytes;
    return (MonoGCBin *)(void *)bin;
}

MonoGCBin *mono_gc_bins(size_t *size_bytes)
{
    if (size_bytes)
        *size_bytes = sizeof bins;
    return (MonoGCBin *)(void *)bins;
}

void *mono_gc_alloc(MonoVTable *vtable, size_t size_bytes)
{
    MonoObject *object = NULL;
    if (G_LIKELY(size_bytes <= HEAP_SMALL_MAX)) {
        Bin *bin = bin_of(vtable, size_bytes);
        if (G_LIKELY(bin->cursor != bin->limit)) {
            object = (MonoObject *)(void *)bin->cursor;
            bin->cursor += bin->slot_bytes;
        }
    }
    if (G_UNLIKELY(!object) && !(object = alloc_slow(vtable, size_bytes)))
        return NULL;
    object->vtable = vtable;
    if (G_UNLIKELY(vtable->has_finalizer) || MONO_PROFILER_ENABLED(gc_allocation))
        after_allocation(object);
    return object;
}

static uint64_t unused_run_bytes(void)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(bins); i++)
        bytes += (uint64_t)(bins[i].limit - bins[i].cursor);
    return bytes;
}

uint64_t mono_gc_used_bytes(void)
{
    return live_bytes + allocated_bytes - unused_run_bytes();
}

uint64_t mono_gc_allocated_bytes(void)
{
    return allocated_before_bytes + allocated_bytes - unused_run_bytes();
}

uint64_t heap_committed_bytes(void)
{
    return committed_bytes;
}

/* ---- Lookup ------------------------------------------------------------------------------------------------------ */

static MonoObject *small_object_at(HeapBlock *block, const uint8_t *address)
{
    uint8_t *start = block_start(block);
    size_t slot = (size_t)(address - start) / block->slot_bytes * block->slot_bytes;
    if (slot >= block_slots_bytes(block) || (slot >= block->swept_bytes && !heap_is_marked(start + slot)))
        return NULL;
    return (MonoObject *)(void *)(start + slot);
}

MonoObject *heap_object_at(const void *address)
{
    HeapChunk *chunk = heap_chunk_at(address);
    if (!chunk)
        return NULL;
    size_t offset = (size_t)((const uint8_t *)address - (uint8_t *)chunk);
    MonoObject *object = NULL;
    if (offset < HEAP_BLOCK_BYTES)
        return NULL;
    if (chunk->huge) {
        object = (MonoObject *)(void *)((uint8_t *)chunk + HEAP_BLOCK_BYTES);
    } else {
        HeapBlock *block = &chunk->blocks[offset / HEAP_BLOCK_BYTES];
        if (block->kind == HEAP_BLOCK_LARGE_REST)
            block = &chunk->blocks[block->head];
        if (block->kind == HEAP_BLOCK_LARGE)
            object = (MonoObject *)(void *)block_start(block);
        else if (block->kind == HEAP_BLOCK_SMALL)
            object = small_object_at(block, address);
    }
    return object && object->vtable ? object : NULL;
}

bool mono_gc_is_object(const void *address)
{
    return address && heap_object_at(address) == address;
}

/* ---- Sweeping ---------------------------------------------------------------------------------------------------- */

static void poison_block(HeapBlock *block)
{
    uint8_t *start = block_start(block), *end = start + block_slots_bytes(block);
    for (uint8_t *slot = start; slot < end; slot += block->slot_bytes) {
        if (heap_is_marked(slot))
            continue;
        memset(slot, HEAP_POISON_BYTE, block->slot_bytes);
        ((MonoObject *)(void *)slot)->vtable = NULL;
    }
}

/* What was still to be swept no longer is. Nobody asks for the object at an address before the next sweep, or memory is
 * poisoned, and then what is free has no vtable. */
static void forget_unswept(Bin *bin)
{
    allocated_bytes -= (uint64_t)(bin->limit - bin->cursor);
    if (bin->block)
        bin->block->swept_bytes = (uint16_t)block_slots_bytes(bin->block);
    for (HeapBlock *block = bin->unswept; block; block = block->next)
        block->swept_bytes = (uint16_t)block_slots_bytes(block);
    bin->block = bin->unswept = NULL;
    bin->cursor = bin->limit = NULL;
}

void heap_begin_mark(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(bins); i++)
        forget_unswept(&bins[i]);
    for (unsigned i = 0; i < chunks->len; i++)
        memset(((HeapChunk *)chunks->pdata[i])->marks, 0, sizeof(((HeapChunk *)0)->marks));
    for (unsigned i = 0; i < huge->len; i++)
        memset(((HeapChunk *)huge->pdata[i])->marks, 0, sizeof(((HeapChunk *)0)->marks));
}

/* Marked slots of a block; every mark bit within it belongs to a slot's start. */
static unsigned count_marks(const HeapChunk *chunk, unsigned block)
{
    enum { WORDS = HEAP_BLOCK_BYTES / HEAP_GRANULE / 64 };
    unsigned count = 0;
    for (unsigned i = 0; i < WORDS; i++)
        count += (unsigned)__builtin_popcountll(chunk->marks[block * WORDS + i]);
    return count;
}

static void sweep_small(HeapChunk *chunk, unsigned number)
{
    HeapBlock *block = &chunk->blocks[number];
    unsigned marked = count_marks(chunk, number);
    if (!marked) {
        free_blocks(block, 1);
        return;
    }
    live_bytes += (uint64_t)marked * block->slot_bytes;
    if (marked == HEAP_BLOCK_BYTES / block->slot_bytes)
        return; /* full: swept_bytes already covers it */
    if (heap_poisons)
        poison_block(block);
    block->swept_bytes = 0;
    Bin *bin = &bins[block->bin];
    block->next = bin->unswept;
    bin->unswept = block;
}

static void sweep_chunk(HeapChunk *chunk)
{
    for (unsigned i = 1; i < HEAP_BLOCKS; i++) {
        HeapBlock *block = &chunk->blocks[i];
        if (block->kind == HEAP_BLOCK_SMALL) {
            sweep_small(chunk, i);
        } else if (block->kind == HEAP_BLOCK_LARGE) {
            unsigned count = block->block_count;
            if (heap_is_marked(block_start(block)))
                live_bytes += (uint64_t)count * HEAP_BLOCK_BYTES;
            else
                free_blocks(block, count);
            i += count - 1;
        }
    }
}

static void sweep_huge(void)
{
    for (unsigned i = 0; i < huge->len;) {
        HeapChunk *chunk = huge->pdata[i];
        if (heap_is_marked((uint8_t *)chunk + HEAP_BLOCK_BYTES)) {
            live_bytes += chunk->mapped_bytes;
            i++;
            continue;
        }
        committed_bytes -= chunk->mapped_bytes;
        heap_chunk_unmap(chunk);
        g_ptr_array_remove_index_fast(huge, i);
    }
}

/* Pages that allocation will not need before the next collection go back to the system. */
static void discard_empty_chunks(void)
{
    uint64_t kept_bytes = 0;
    for (unsigned i = 0; i < chunks->len; i++) {
        HeapChunk *chunk = chunks->pdata[i];
        if (chunk->free_blocks != block_mask(1, HEAP_BLOCKS - 1) || !chunk->dirty_blocks)
            continue;
        kept_bytes += HEAP_CHUNK_BYTES;
        if (kept_bytes <= threshold_bytes + threshold_bytes / 4)
            continue;
        heap_discard((uint8_t *)chunk + HEAP_BLOCK_BYTES, HEAP_CHUNK_BYTES - HEAP_BLOCK_BYTES);
        chunk->dirty_blocks = 0;
    }
}

void heap_sweep(void)
{
    live_bytes = 0;
    for (unsigned i = 0; i < chunks->len; i++)
        sweep_chunk(chunks->pdata[i]);
    sweep_huge();
    memset(first_fit, 0, sizeof first_fit);
    allocated_before_bytes += allocated_bytes;
    allocated_bytes = 0;
    collection_due = false;
    threshold_bytes = MAX(MIN_THRESHOLD_BYTES, live_bytes / 2);
    discard_empty_chunks();
}
