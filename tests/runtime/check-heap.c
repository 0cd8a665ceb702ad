/*
 * check-heap.c - the heap alone: collection against a shadow model, roots, weak things, finalizers, ephemerons,
 * monitors, events. What is memory's is in check-heap-blocks.c.
 */
#include "tests/runtime/heap-fakes.h"
#include "tests/suite.h"

/* ---- Random graphs ----------------------------------------------------------------------------------------------- */

enum { NODES = 6000, ROOTS = 64, MAX_EDGES = 6 };

typedef struct {
    uintptr_t object; /* hidden */
    uint32_t kind, edges;
    int edge[MAX_EDGES]; /* node, -1 = NULL */
    bool known_dead, reachable;
} Node;

static Node *nodes;
static int root_nodes[ROOTS];
static MonoVTable *graph_vtables[5];
static uint32_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % limit;
}

typedef struct {
    uint32_t number;
    MonoObject *reference;
    uint16_t small;
} PairElement;

static void make_graph_vtables(void)
{
    MonoClass *pair = g_new0(MonoClass, 1);
    pair->reference_count = 1;
    pair->reference_offsets = g_new0(uint32_t, 1);
    pair->reference_offsets[0] = MONO_OBJECT_HEADER_SIZE + offsetof(PairElement, reference);
    graph_vtables[0] = plain(MAX_EDGES, 0);
    graph_vtables[1] = plain(MAX_EDGES, 400);
    graph_vtables[2] = array_of(MONO_GC_KIND_REFERENCE_ARRAY, sizeof(void *), NULL);
    graph_vtables[3] = array_of(MONO_GC_KIND_VALUE_ARRAY, sizeof(PairElement), pair);
    graph_vtables[4] = array_of(MONO_GC_KIND_REFERENCE_ARRAY, sizeof(void *), NULL); /* made long: large or huge */
}

static MonoObject **edge_slot(Node *node, unsigned index)
{
    MonoObject *object = SHOW(node->object);
    if (node->kind <= 1)
        return reference(object, index);
    MonoArray *array = (MonoArray *)object;
    if (node->kind == 3)
        return &mono_array_get(array, PairElement, index).reference;
    return &mono_array_get(array, MonoObject *, node->kind == 4 ? array->length - 1 - index : index);
}

static void make_node(int number)
{
    Node *node = &nodes[number];
    memset(node, 0, sizeof *node);
    uint32_t dice = random_below(1000);
    node->kind = dice < 500 ? 0 : dice < 700 ? 1 : dice < 850 ? 2 : dice < 995 ? 3 : 4;
    node->edges = MAX_EDGES;
    MonoVTable *vtable = graph_vtables[node->kind];
    uintptr_t length = node->kind == 4 ? 2000 + random_below(200000) : MAX_EDGES;
    node->object = HIDE(node->kind <= 1 ? new_plain(vtable) : &new_array(vtable, length)->object);
    ck_assert(SHOW(node->object));
    for (unsigned i = 0; i < MAX_EDGES; i++) {
        node->edge[i] = -1;
        ck_assert_ptr_null(*edge_slot(node, i));
    }
}

static void visit(int number, GArray *todo)
{
    if (number < 0 || nodes[number].reachable)
        return;
    nodes[number].reachable = true;
    g_array_append_val(todo, number);
}

static void find_reachable(void)
{
    GArray *todo = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0; i < NODES; i++)
        nodes[i].reachable = false;
    for (int i = 0; i < ROOTS; i++)
        visit(root_nodes[i], todo);
    while (todo->len) {
        Node *node = &nodes[g_array_index(todo, int, --todo->len)];
        for (unsigned i = 0; i < node->edges; i++)
            visit(node->edge[i], todo);
    }
    g_array_free(todo, TRUE);
}

/* Only reachable nodes may be touched: an edge or a root is set between two of them. */
static void change_something(void)
{
    int from = (int)random_below(NODES), to = (int)random_below(NODES);
    if (random_below(40) == 0) {
        unsigned root = random_below(ROOTS);
        root_nodes[root] = nodes[to].reachable ? to : -1;
        root_slots[root] = nodes[to].reachable ? SHOW(nodes[to].object) : NULL;
    } else if (nodes[from].reachable && nodes[to].reachable) {
        unsigned edge = random_below(MAX_EDGES);
        nodes[from].edge[edge] = random_below(3) ? to : -1;
        *edge_slot(&nodes[from], edge) = nodes[from].edge[edge] < 0 ? NULL : SHOW(nodes[to].object);
    }
}

static void hang_new_node(int number)
{
    make_node(number);
    unsigned root = random_below(ROOTS);
    int parent = root_nodes[root];
    nodes[number].reachable = true;
    if (parent >= 0 && random_below(8)) {
        unsigned edge = random_below(MAX_EDGES);
        nodes[parent].edge[edge] = number;
        *edge_slot(&nodes[parent], edge) = SHOW(nodes[number].object);
    } else {
        root_nodes[root] = number;
        root_slots[root] = SHOW(nodes[number].object);
    }
}

static unsigned check_graph(void)
{
    unsigned zombies = 0;
    for (int i = 0; i < NODES; i++) {
        Node *node = &nodes[i];
        if (node->known_dead)
            continue;
        if (!node->reachable) {
            zombies += mono_gc_is_object(SHOW(node->object));
            node->known_dead = true;
            continue;
        }
        ck_assert_msg(mono_gc_is_object(SHOW(node->object)), "node %d is gone", i);
        ck_assert(SHOW(node->object)->vtable == graph_vtables[node->kind]);
        for (unsigned e = 0; e < node->edges; e++)
            ck_assert(*edge_slot(node, e) == (node->edge[e] < 0 ? NULL : SHOW(nodes[node->edge[e]].object)));
    }
    return zombies;
}

static void run_graph(unsigned rounds)
{
    make_graph_vtables();
    nodes = g_new0(Node, NODES);
    for (int i = 0; i < ROOTS; i++)
        root_nodes[i] = -1;
    for (int i = 0; i < NODES; i++)
        nodes[i].known_dead = true;
    unsigned zombies = 0, deaths = 0;
    for (unsigned round = 0; round < rounds; round++) {
        for (int i = 0; i < NODES; i++)
            if (nodes[i].known_dead && random_below(4))
                hang_new_node(i);
        find_reachable();
        for (unsigned i = 0; i < 20000; i++)
            change_something();
        find_reachable();
        for (int i = 0; i < NODES; i++)
            deaths += !nodes[i].known_dead && !nodes[i].reachable;
        mono_gc_collect();
        zombies += check_graph();
    }
    ck_assert_uint_gt(deaths, NODES / 2);
    ck_assert_msg(zombies == 0, "%u of %u dead objects were kept", zombies, deaths);
}

START_TEST(random_graphs)
{
    setup();
    seed = 12345;
    run_graph(15);
}
END_TEST

START_TEST(random_graphs_poisoned)
{
    g_setenv("MONOSP_GC_POISON", "1", TRUE);
    setup();
    ck_assert(heap_poisons);
    seed = 777;
    run_graph(8);
}
END_TEST

START_TEST(long_list)
{
    setup();
    MonoVTable *vtable = plain(1, 0);
    enum { LENGTH = 1000000 };
    for (unsigned i = 0; i < LENGTH; i++) {
        MonoObject *object = new_plain(vtable);
        *reference(object, 0) = root_slots[0];
        root_slots[0] = object;
    }
    mono_gc_collect();
    unsigned length = 0;
    for (MonoObject *object = root_slots[0]; object; object = *reference(object, 0))
        length++;
    ck_assert_uint_eq(length, LENGTH);
}
END_TEST


/* ---- Roots ------------------------------------------------------------------------------------------------------- */

START_TEST(statics)
{
    setup();
    MonoVTable *vtable = plain(0, 0);
    MonoClass *inner = g_new0(MonoClass, 1);
    inner->valuetype = true;
    inner->reference_count = 1;
    inner->reference_offsets = g_new0(uint32_t, 1);
    inner->reference_offsets[0] = MONO_OBJECT_HEADER_SIZE + 8;
    MonoClassField fields[] = {
        {.type = {.type = MONO_TYPE_CLASS}, .flags = MONO_FIELD_ATTR_STATIC, .offset = 0},
        {.type = {.type = MONO_TYPE_I8}, .flags = MONO_FIELD_ATTR_STATIC, .offset = 8},
        {.type = {.type = MONO_TYPE_VALUETYPE, .klass = inner}, .flags = MONO_FIELD_ATTR_STATIC, .offset = 16},
        {.type = {.type = MONO_TYPE_STRING}, .flags = 0, .offset = 16},
    };
    vtable->klass->fields = fields;
    vtable->klass->field_count = G_N_ELEMENTS(fields);
    vtable->static_data = g_malloc0(32);
    mono_runtime_vtables = g_ptr_array_new();
    g_ptr_array_add(mono_runtime_vtables, vtable);
    void **data = (void **)(void *)vtable->static_data;
    uintptr_t hidden[4];
    for (unsigned i = 0; i < 4; i++) {
        data[i] = new_plain(vtable);
        hidden[i] = HIDE(data[i]);
    }
    vtable->init_exception = new_plain(vtable);
    mono_gc_collect();
    ck_assert(mono_gc_is_object(SHOW(hidden[0])) && mono_gc_is_object(SHOW(hidden[3])));
    ck_assert(mono_gc_is_object(vtable->init_exception));
    ck_assert(!mono_gc_is_object(SHOW(hidden[1])) && !mono_gc_is_object(SHOW(hidden[2])));
}
END_TEST

static MonoObject *scanned[2];
static void scanner(void)
{
    mono_gc_scan_conservative(scanned, scanned + 2);
}

START_TEST(other_roots)
{
    setup();
    MonoVTable *vtable = plain(0, 0);
    mono_gc_set_stack_scanner(scanner);
    scanned[1] = new_plain(vtable);
    uintptr_t kept = HIDE(new_plain(vtable));
    mono_gc_keep(SHOW(kept));
    mono_thread_state.thread_object = new_plain(vtable);
    mono_thread_state.pending_exception = (MonoException *)new_plain(vtable);
    mono_gc_collect();
    ck_assert(mono_gc_is_object(scanned[1]) && mono_gc_is_object(SHOW(kept)));
    ck_assert(mono_gc_is_object(mono_thread_state.thread_object));
    ck_assert(mono_gc_is_object(mono_thread_state.pending_exception));
    uintptr_t hidden = HIDE(new_plain(vtable));
    root_slots[5] = SHOW(hidden);
    mono_gc_unregister_root(root_slots);
    mono_gc_collect();
    ck_assert(!mono_gc_is_object(SHOW(hidden)));
}
END_TEST

/* ---- Handles, finalizers, ephemerons ----------------------------------------------------------------------------- */

START_TEST(handles)
{
    setup();
    MonoVTable *vtable = plain(0, 0);
    uint32_t normal = mono_gchandle_new_kind(new_plain(vtable), MONO_GC_HANDLE_NORMAL);
    uint32_t pinned = mono_gchandle_new_kind(new_plain(vtable), MONO_GC_HANDLE_PINNED);
    uint32_t weak = mono_gchandle_new_kind(new_plain(vtable), MONO_GC_HANDLE_WEAK);
    uint32_t tracking = mono_gchandle_new_kind(new_plain(vtable), MONO_GC_HANDLE_WEAK_TRACK_RESURRECTION);
    ck_assert(normal && pinned && weak && tracking);
    mono_gc_collect();
    ck_assert(mono_gc_is_object(mono_gchandle_target(normal)) && mono_gc_is_object(mono_gchandle_target(pinned)));
    ck_assert_ptr_null(mono_gchandle_target(weak));
    ck_assert_ptr_null(mono_gchandle_target(tracking));
    ck_assert_int_eq(mono_gchandle_type(tracking), MONO_GC_HANDLE_WEAK_TRACK_RESURRECTION);
    root_slots[0] = new_plain(vtable);
    mono_gchandle_set_target(weak, root_slots[0]);
    mono_gc_collect();
    ck_assert_ptr_eq(mono_gchandle_target(weak), root_slots[0]);
    mono_gchandle_release(normal);
    ck_assert(!mono_gchandle_is_valid(normal) && !mono_gchandle_is_valid(0) && !mono_gchandle_is_valid(0xFFFFFFF8));
    ck_assert_ptr_null(mono_gchandle_target(normal));
    mono_gchandle_release(normal); /* twice: nothing happens */
    ck_assert_uint_eq(mono_gchandle_new_kind(NULL, MONO_GC_HANDLE_NORMAL), normal);
    for (unsigned i = 0; i < 1000; i++)
        ck_assert(mono_gchandle_is_valid(mono_gchandle_new_kind(NULL, MONO_GC_HANDLE_WEAK)));
}
END_TEST

static uintptr_t make_finalizable(void)
{
    MonoObject *object = new_plain(finalizable(1));
    *reference(object, 0) = new_plain(plain(0, 0));
    return HIDE(object);
}

START_TEST(finalizers_and_resurrection)
{
    setup();
    uintptr_t object = make_finalizable(), child = HIDE(*reference(SHOW(object), 0));
    uint32_t weak = mono_gchandle_new_kind(SHOW(object), MONO_GC_HANDLE_WEAK);
    uint32_t tracking = mono_gchandle_new_kind(SHOW(object), MONO_GC_HANDLE_WEAK_TRACK_RESURRECTION);
    ck_assert(!mono_gc_run_finalizers());
    mono_gc_collect();
    /* Dead, but waiting for its finalizer: it and what it refers to live on. */
    ck_assert_ptr_null(mono_gchandle_target(weak));
    ck_assert_ptr_eq(mono_gchandle_target(tracking), SHOW(object));
    ck_assert(mono_gc_is_object(SHOW(object)) && mono_gc_is_object(SHOW(child)));
    mono_gc_collect();
    ck_assert(mono_gc_is_object(SHOW(object)));
    resurrect_into = &root_slots[3];
    ck_assert(mono_gc_run_finalizers());
    ck_assert_uint_eq(finalized, 1);
    ck_assert_uint_eq(last_finalized, object);
    ck_assert(!mono_gc_run_finalizers());
    resurrect_into = NULL;
    mono_gc_collect();
    ck_assert(mono_gc_is_object(SHOW(object))); /* resurrected */
    mono_gc_reregister_finalize(SHOW(object));
    mono_gc_reregister_finalize(SHOW(object)); /* once is enough */
    root_slots[3] = NULL;
    mono_gc_collect();
    ck_assert(mono_gc_run_finalizers());
    ck_assert_uint_eq(finalized, 2);
    mono_gc_collect();
    ck_assert(!mono_gc_run_finalizers());
    ck_assert(!mono_gc_is_object(SHOW(object)) && !mono_gc_is_object(SHOW(child)));
    ck_assert_ptr_null(mono_gchandle_target(tracking));
}
END_TEST

START_TEST(suppressed_finalizers)
{
    setup();
    enum { COUNT = 1000 };
    for (unsigned i = 0; i < COUNT; i++) {
        uintptr_t object = make_finalizable();
        if (i % 3 == 0)
            mono_gc_suppress_finalize(SHOW(object));
    }
    mono_gc_collect();
    while (mono_gc_run_finalizers())
        ;
    unsigned expected = COUNT - (COUNT + 2) / 3;
    ck_assert_uint_eq(finalized, expected);
    mono_gc_finalize_all();
    ck_assert_uint_eq(finalized, expected);
}
END_TEST

START_TEST(finalizers_at_exit_and_under_locks)
{
    setup();
    MonoObject *lock = root_slots[0] = new_plain(plain(0, 0));
    root_slots[1] = SHOW(make_finalizable());
    make_finalizable();
    mono_monitor_enter_object(lock);
    mono_gc_collect();
    mono_safepoint();
    ck_assert_uint_eq(finalized, 0); /* not while a lock is held */
    mono_monitor_exit_object(lock);
    ck_assert(mono_thread_state.safepoint_pending);
    mono_safepoint();
    ck_assert_uint_eq(finalized, 1);
    mono_gc_finalize_all();
    ck_assert_uint_eq(finalized, 2);
}
END_TEST

typedef struct {
    MonoObject *key, *value;
} Entry;

START_TEST(ephemerons)
{
    setup();
    setup(); /* twice changes nothing */
    MonoVTable *vtable = plain(1, 0), *entries_vtable = array_of(MONO_GC_KIND_EPHEMERON_ARRAY, sizeof(Entry), NULL);
    MonoArray *table = new_array(entries_vtable, 8);
    Entry *entries = (Entry *)(void *)table->data;
    root_slots[0] = table;
    /* 0: live key. 1: its key is reachable from the value of 0 only. 2: a dead key whose value refers to the key. */
    for (unsigned i = 0; i < 3; i++)
        entries[i] = (Entry){new_plain(vtable), new_plain(vtable)};
    root_slots[1] = entries[0].key;
    *reference(entries[0].value, 0) = entries[1].key;
    *reference(entries[2].value, 0) = entries[2].key;
    uintptr_t values[] = {HIDE(entries[0].value), HIDE(entries[1].value), HIDE(entries[2].value)};
    mono_gc_collect();
    ck_assert_ptr_eq(entries[0].value, SHOW(values[0]));
    ck_assert_ptr_eq(entries[1].value, SHOW(values[1]));
    ck_assert(mono_gc_is_object(SHOW(values[0])) && mono_gc_is_object(SHOW(values[1])));
    ck_assert_ptr_null(entries[2].value);
    ck_assert(!mono_gc_is_object(SHOW(values[2])));
    ck_assert_ptr_null(entries[3].key);
    root_slots[1] = NULL;
    mono_gc_collect();
    ck_assert_ptr_null(entries[0].value);
    ck_assert_ptr_null(entries[1].value);
}
END_TEST

/* An entry whose key is only alive for its finalizer keeps its value until that has run. */
START_TEST(ephemeron_of_finalizable_key)
{
    setup();
    MonoVTable *entries_vtable = array_of(MONO_GC_KIND_EPHEMERON_ARRAY, sizeof(Entry), NULL);
    MonoArray *table = root_slots[0] = new_array(entries_vtable, 2);
    Entry *entries = (Entry *)(void *)table->data;
    entries[0] = (Entry){SHOW(make_finalizable()), new_plain(plain(0, 0))};
    mono_gc_collect();
    ck_assert(mono_gc_is_object(entries[0].value));
    ck_assert(mono_gc_run_finalizers());
    mono_gc_collect();
    ck_assert_ptr_null(entries[0].value);
}
END_TEST

/* ---- Safepoints, monitors, events ------------------------------------------------------------------------- */

START_TEST(stress)
{
    g_setenv("MONOSP_GC_STRESS", "1", TRUE);
    setup();
    for (unsigned i = 0; i < 5; i++) {
        ck_assert(mono_thread_state.safepoint_pending);
        mono_safepoint();
    }
    ck_assert_uint_eq(mono_gc_collection_count(), 5);
}
END_TEST

static unsigned requests;
static void on_request(void)
{
    requests++;
}

START_TEST(requests_at_safepoints)
{
    setup();
    mono_safepoint_set_hook(on_request);
    mono_safepoint_request();
    ck_assert(mono_thread_state.safepoint_pending);
    mono_safepoint();
    mono_safepoint();
    ck_assert_uint_eq(requests, 1);
    ck_assert_uint_eq(mono_gc_collection_count(), 0);
}
END_TEST

START_TEST(monitors_and_hashes)
{
    setup();
    enum { COUNT = 100 };
    MonoVTable *vtable = plain(0, 0);
    int32_t hashes[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        root_slots[i] = new_plain(vtable);
    for (unsigned i = 0; i < COUNT; i++) {
        MonoObject *object = root_slots[i];
        if (i % 2)
            hashes[i] = mono_object_hash(object);
        for (unsigned n = 0; n < 3; n++)
            mono_monitor_enter_object(object);
        if (i % 2 == 0)
            hashes[i] = mono_object_hash(object);
        ck_assert_int_ge(hashes[i], 0);
    }
    ck_assert_uint_eq(mono_monitor_held_count(), COUNT);
    mono_gc_collect();
    for (unsigned i = 0; i < COUNT; i++) {
        MonoObject *object = root_slots[i];
        ck_assert_int_eq(mono_object_hash(object), hashes[i]);
        for (unsigned n = 0; n < 3; n++) {
            ck_assert(mono_monitor_is_entered(object));
            ck_assert(mono_monitor_exit_object(object));
        }
        ck_assert(!mono_monitor_is_entered(object) && !mono_monitor_exit_object(object));
        ck_assert_int_eq(mono_object_hash(object), hashes[i]);
        ck_assert(i == 0 || hashes[i] != hashes[i - 1]);
    }
    ck_assert_uint_eq(mono_monitor_held_count(), 0);
}
END_TEST

struct _MonoProfiler {
    GString *log;
    unsigned allocations;
    uintptr_t size;
};

static void on_gc(MonoProfiler *prof, MonoProfilerGCEvent event, uint32_t generation, mono_bool serial)
{
    g_string_append_printf(prof->log, "%d ", event);
}
static void on_allocation(MonoProfiler *prof, MonoObject *object)
{
    prof->allocations += object->vtable->rank == 0 || ((MonoArray *)object)->length == 7;
}
static void on_resize(MonoProfiler *prof, uintptr_t size)
{
    prof->size = size;
}
static void on_handle(MonoProfiler *prof, uint32_t handle, MonoGCHandleType type, MonoObject *object)
{
    g_string_append_printf(prof->log, "h%d ", type);
}
static void on_finalizing(MonoProfiler *prof)
{
    g_string_append(prof->log, "f ");
}
static void on_finalized_object(MonoProfiler *prof, MonoObject *object)
{
    g_string_append(prof->log, "o ");
}

static MonoObject *expected_root;
static void on_roots(MonoProfiler *prof, uint64_t count, const mono_byte *const *addresses, MonoObject *const *objects)
{
    for (uint64_t i = 0; i < count; i++) {
        ck_assert_ptr_eq(*(MonoObject *const *)(const void *)addresses[i], objects[i]);
        prof->allocations += objects[i] == expected_root;
    }
}

START_TEST(root_events)
{
    setup();
    MonoProfiler prof = {NULL, 0, 0};
    mono_profiler_set_gc_roots_callback(mono_profiler_create(&prof), on_roots);
    expected_root = new_plain(plain(0, 0));
    root_slots[7] = expected_root;
    mono_gchandle_new_kind(expected_root, MONO_GC_HANDLE_NORMAL);
    mono_gc_keep(expected_root);
    mono_gc_collect();
    ck_assert_uint_eq(prof.allocations, 3);
}
END_TEST

START_TEST(events)
{
    setup();
    MonoProfiler prof = {g_string_new(NULL), 0, 0};
    MonoVTable *bytes = array_of(MONO_GC_KIND_NO_REFERENCES, 1, NULL);
    MonoProfilerHandle handle = mono_profiler_create(&prof);
    mono_profiler_set_gc_event_callback(handle, on_gc);
    mono_profiler_set_gc_allocation_callback(handle, on_allocation);
    mono_profiler_set_gc_resize_callback(handle, on_resize);
    mono_profiler_set_gc_handle_created_callback(handle, on_handle);
    mono_profiler_set_gc_finalizing_callback(handle, on_finalizing);
    mono_profiler_set_gc_finalized_object_callback(handle, on_finalized_object);
    new_array(bytes, 7);
    ck_assert_uint_eq(prof.allocations, 0); /* not asked for */
    ck_assert(mono_profiler_enable_allocations());
    new_array(bytes, 7);
    make_finalizable();
    ck_assert_uint_eq(prof.allocations, 3);
    mono_gchandle_new_kind(NULL, MONO_GC_HANDLE_PINNED);
    mono_gc_collect();
    mono_gc_run_finalizers();
    ck_assert_str_eq(prof.log->str, "h3 6 10 7 0 5 8 11 9 f o ");
    ck_assert_uint_eq(prof.size, heap_committed_bytes());
    mono_profiler_set_gc_event_callback(handle, NULL);
    ck_assert_uint_eq(mono_profiler_state.gc_event_count, 0);
    mono_profiler_runtime_started();
    ck_assert(!mono_profiler_enable_allocations()); /* too late */
}
END_TEST

SUITE("heap", 60, random_graphs, random_graphs_poisoned, long_list, statics, other_roots, handles,
      finalizers_and_resurrection, suppressed_finalizers, finalizers_at_exit_and_under_locks, ephemerons,
      ephemeron_of_finalizable_key, stress, requests_at_safepoints, monitors_and_hashes, root_events, events)
