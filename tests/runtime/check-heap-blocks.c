/*
 * check-heap-blocks.c - the heap as memory: sizes, what an address lies in, what is free and used again, what the
 * collector reads, the limit, poison.
 */
#include "tests/runtime/heap-fakes.h"
#include "tests/suite.h"

/* ---- Allocation -------------------------------------------------------------------------------------------------- */

static bool all_zero(const uint8_t *from, const uint8_t *to)
{
    while (from < to)
        if (*from++)
            return false;
    return true;
}

START_TEST(sizes)
{
    setup();
    MonoVTable *bytes = array_of(MONO_GC_KIND_NO_REFERENCES, 1, NULL);
    for (unsigned round = 0; round < 3; round++) {
        for (size_t length = 0; length < 5000000; length = length < 9000 ? length + 7 : length * 5 / 4) {
            MonoArray *array = new_array(bytes, length);
            ck_assert(array && (uintptr_t)array % HEAP_GRANULE == 0 && array->length == length);
            ck_assert(all_zero(array->data, array->data + length));
            memset(array->data, 0xAA, length);
            ck_assert(mono_gc_is_object(array));
            ck_assert(!mono_gc_is_object((uint8_t *)array + 8));
            ck_assert(heap_object_at((uint8_t *)array + 8) == &array->object);
            ck_assert(length == 0 || heap_object_at(array->data + length - 1) == &array->object);
        }
        mono_gc_collect();
    }
}
END_TEST

START_TEST(sizes_overflow)
{
    setup();
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *big = array_of(MONO_GC_KIND_NO_REFERENCES, UINT32_MAX, NULL);
    ck_assert_ptr_null(mono_array_new_checked(big, INT32_MAX, &error));
    ck_assert_int_eq(error.code, MONO_ERROR_OUT_OF_MEMORY);
    mono_error_clear(&error);
    ck_assert_ptr_null(mono_gc_alloc(big, SIZE_MAX - 100));
}
END_TEST

START_TEST(not_objects)
{
    setup();
    int local;
    MonoVTable *vtable = plain(1, 0);
    MonoObject *object = new_plain(vtable);
    ck_assert(mono_gc_is_object(object));
    ck_assert(!mono_gc_is_object(&local) && !mono_gc_is_object(NULL) && !mono_gc_is_object((void *)-8));
    ck_assert(!mono_gc_is_object(heap_chunk_of(object)));
    ck_assert(!mono_gc_is_object((uint8_t *)object + vtable->instance_size_bytes * 4)); /* not handed out yet */
}
END_TEST

START_TEST(interior_pointers)
{
    setup();
    MonoVTable *bytes = array_of(MONO_GC_KIND_NO_REFERENCES, 1, NULL);
    size_t lengths[] = {10, 100, 3000, 9000, 60000, 900000, 1100000, 7000000};
    uintptr_t hidden[G_N_ELEMENTS(lengths)];
    for (unsigned i = 0; i < G_N_ELEMENTS(lengths); i++) {
        MonoArray *array = new_array(bytes, lengths[i]);
        array->data[0] = (uint8_t)(i + 1);
        root_slots[i] = array->data + lengths[i] - 1;
        hidden[i] = HIDE(array);
    }
    mono_gc_collect();
    mono_gc_collect();
    for (unsigned i = 0; i < G_N_ELEMENTS(lengths); i++) {
        ck_assert(mono_gc_is_object(SHOW(hidden[i])));
        ck_assert_int_eq(((MonoArray *)SHOW(hidden[i]))->data[0], i + 1);
        root_slots[i] = NULL;
    }
    mono_gc_collect();
    for (unsigned i = 0; i < G_N_ELEMENTS(lengths); i++)
        ck_assert(!mono_gc_is_object(SHOW(hidden[i])));
}
END_TEST

static __attribute__((noinline)) void hide_new(uintptr_t *hidden, unsigned count, MonoVTable *vtable)
{
    for (unsigned i = 0; i < count; i++)
        hidden[i] = HIDE(new_plain(vtable));
}

START_TEST(local_variables_are_roots)
{
    setup();
    native_stack_enabled = true;
    MonoVTable *vtable = plain(0, 40);
    MonoObject *volatile object = new_plain(vtable);
    enum { COUNT = 5000 };
    uintptr_t hidden[COUNT];
    hide_new(hidden, COUNT, vtable);
    mono_gc_collect();
    ck_assert(mono_gc_is_object(object));
    unsigned alive = 0;
    for (unsigned i = 0; i < COUNT; i++)
        alive += mono_gc_is_object(SHOW(hidden[i]));
    ck_assert_uint_lt(alive, 20); /* what earlier calls left on the stack */
}
END_TEST

START_TEST(memory_is_used_again)
{
    setup();
    MonoVTable *vtable = plain(2, 24), *bytes = array_of(MONO_GC_KIND_NO_REFERENCES, 1, NULL);
    uint64_t after_first = 0;
    for (unsigned round = 0; round < 8; round++) {
        for (unsigned i = 0; i < 100000; i++)
            new_plain(vtable);
        for (unsigned i = 0; i < 200; i++)
            new_array(bytes, 30000);
        new_array(bytes, 3000000);
        mono_gc_collect();
        if (round == 0)
            after_first = heap_committed_bytes();
    }
    ck_assert_uint_le(heap_committed_bytes(), after_first + (4 << 20));
    ck_assert_uint_ge(mono_gc_allocated_bytes(), (uint64_t)8 * 100000 * 56);
}
END_TEST

/* ---- What is free, and what is not read -------------------------------------------------------------------------- */

/* Objects without references share no block with others, and what lies in them keeps nothing. */
START_TEST(leaves_keep_nothing)
{
    setup();
    MonoVTable *bytes = array_of(MONO_GC_KIND_NO_REFERENCES, 1, NULL), *vtable = plain(1, 0);
    static const size_t lengths[] = {8, 1000, HEAP_SMALL_MAX + 100, HEAP_LARGE_MAX + 100};
    uintptr_t hidden[G_N_ELEMENTS(lengths)];
    for (unsigned i = 0; i < G_N_ELEMENTS(lengths); i++) {
        MonoArray *leaf = new_array(bytes, lengths[i]);
        MonoObject *object = new_plain(vtable);
        ck_assert(heap_is_leaf(leaf) && !heap_is_leaf(object));
        memcpy(leaf->data, &object, sizeof object);
        hidden[i] = HIDE(object);
        root_slots[i] = leaf;
    }
    mono_gc_collect();
    for (unsigned i = 0; i < G_N_ELEMENTS(lengths); i++)
        ck_assert(mono_gc_is_object(root_slots[i]) && !mono_gc_is_object(SHOW(hidden[i])));
}
END_TEST

/* Memory that leaves lay in holds references later. */
START_TEST(blocks_of_leaves_become_others)
{
    setup();
    MonoVTable *bytes = array_of(MONO_GC_KIND_NO_REFERENCES, 1, NULL), *vtable = plain(1, 0);
    MonoVTable *list = array_of(MONO_GC_KIND_REFERENCE_ARRAY, sizeof(void *), NULL);
    for (unsigned i = 0; i < 20000; i++)
        new_array(bytes, i % 50 == 0 ? 20000 : 20);
    mono_gc_collect();
    uint64_t before = heap_committed_bytes();
    for (unsigned i = 0; i < 20000; i++) {
        MonoArray *array = new_array(list, i % 50 == 0 ? 2500 : 2);
        mono_array_set(array, MonoObject *, 0, root_slots[0]);
        mono_array_set(array, MonoObject *, 1, new_plain(vtable));
        root_slots[0] = array;
    }
    mono_gc_collect();
    ck_assert_uint_lt(before, heap_committed_bytes());
    unsigned length = 0;
    for (MonoArray *array = root_slots[0]; array; array = mono_array_get(array, MonoArray *, 0), length++)
        ck_assert(!heap_is_leaf(array) && mono_gc_is_object(mono_array_get(array, MonoObject *, 1)));
    ck_assert_uint_eq(length, 20000);
}
END_TEST

/* A root may hold the address of something freed: nothing lives there, whether or not its block was swept. */
START_TEST(stale_roots)
{
    setup();
    MonoVTable *vtable = plain(1, 24), *leaf = plain(0, 24);
    enum { COUNT = 200 };
    uintptr_t hidden[COUNT];
    root_slots[COUNT] = new_plain(vtable); /* keep the blocks */
    root_slots[COUNT + 1] = new_plain(leaf);
    for (unsigned i = 0; i < COUNT; i++) {
        MonoObject *object = new_plain(i % 2 ? leaf : vtable);
        if (i % 2 == 0)
            *reference(object, 0) = (MonoObject *)(uintptr_t)0xDEAD0; /* to be read by nobody */
        hidden[i] = HIDE(object);
    }
    mono_gc_collect();
    for (unsigned i = 0; i < COUNT; i++)
        root_slots[i] = SHOW(hidden[i]);
    uint64_t used = mono_gc_used_bytes();
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < COUNT; i++)
            ck_assert(!mono_gc_is_object(SHOW(hidden[i])));
        mono_gc_collect();
        ck_assert_uint_eq(mono_gc_used_bytes(), used);
    }
    MonoObject *taken = new_plain(vtable); /* sweeps the block's first run only */
    ck_assert_ptr_eq(taken, SHOW(hidden[0]));
    mono_gc_collect();
    for (unsigned i = 0; i < COUNT; i++)
        ck_assert(mono_gc_is_object(SHOW(hidden[i])) == (i == 0));
}
END_TEST

START_TEST(poison)
{
    g_setenv("MONOSP_GC_POISON", "1", TRUE);
    setup();
    MonoVTable *vtable = plain(0, 100);
    uintptr_t hidden[100];
    root_slots[0] = new_plain(vtable); /* keeps the block */
    for (unsigned i = 0; i < 100; i++)
        hidden[i] = HIDE(new_plain(vtable));
    mono_gc_collect();
    unsigned poisoned = 0;
    for (unsigned i = 0; i < 100; i++) {
        uint8_t *memory = (uint8_t *)SHOW(hidden[i]);
        poisoned += !mono_gc_is_object(memory) && memory[20] == HEAP_POISON_BYTE && memory[100] == HEAP_POISON_BYTE;
    }
    ck_assert_uint_eq(poisoned, 100);
    for (unsigned i = 0; i < 1000; i++) {
        uint8_t *memory = (uint8_t *)new_plain(vtable);
        ck_assert(all_zero(memory + sizeof(void *), memory + vtable->instance_size_bytes));
    }
}
END_TEST
/* ---- Limit ------------------------------------------------------------------------------------------------------- */

START_TEST(limit)
{
    setup();
    enum { LIMIT = 16 << 20 };
    mono_gc_init(LIMIT);
    MonoVTable *bytes = array_of(MONO_GC_KIND_NO_REFERENCES, 1, NULL);
    MonoVTable *list = array_of(MONO_GC_KIND_REFERENCE_ARRAY, sizeof(void *), NULL);
    MonoArray *all = root_slots[0] = new_array(list, 100000);
    unsigned count = 0;
    MonoArray *last;
    while ((last = new_array(bytes, 1000)))
        mono_array_set(all, MonoObject *, count++, &last->object);
    ck_assert_uint_gt(count, LIMIT / 1400 / 10 * 8);
    ck_assert_uint_lt(count, LIMIT / 1000);
    ck_assert(mono_thread_state.safepoint_pending);
    ck_assert_ptr_null(new_array(bytes, LIMIT));
    mono_safepoint();
    ck_assert_ptr_null(new_array(bytes, 1000000)); /* all is alive */
    root_slots[0] = all = NULL;
    mono_gc_collect();
    ck_assert_ptr_nonnull(new_array(bytes, 1000000));
    ck_assert_uint_lt(mono_gc_used_bytes(), 4 << 20);
}
END_TEST

START_TEST(collections_become_due)
{
    setup();
    MonoVTable *vtable = plain(1, 0);
    unsigned collections = 0;
    for (unsigned i = 0; i < 5000000; i++) {
        new_plain(vtable);
        if (mono_thread_state.safepoint_pending) {
            mono_safepoint();
            collections++;
        }
    }
    ck_assert_uint_eq(collections, 4); /* 160 MB, 32 MB each */
    ck_assert_uint_eq(mono_gc_collection_count(), collections);
}
END_TEST

SUITE("heap-blocks", 60, sizes, sizes_overflow, not_objects, interior_pointers, local_variables_are_roots,
      memory_is_used_again, leaves_keep_nothing, blocks_of_leaves_become_others, stale_roots, poison, limit,
      collections_become_due)
