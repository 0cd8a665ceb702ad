/*
 * read-nettrace.c - nettrace of version 4, as .NET's runtime and dotnet-trace write it; its grammar is in
 * profiler/eventpipe/nettrace.h.
 *
 *   samples   of the runtime's sample profiler. A stack stands for the time up to its thread's next sample, as other
 *             readers of the format have it; a thread's last one for the sampling interval. A sample of a thread that
 *             was in native code, or waited there, ends in "[native]" (dotnet-trace: UNMANAGED_CODE_TIME).
 *   methods   by load, unload and rundown events; an address that none of them covers is the frame "?!?". A frame's
 *             tier is JIT, or AOT where the code comes from a precompiled image. All methods that the events name are
 *             functions of the profile, in a stack or not: they are the ones that ran, or were prepared to.
 *   threads   the one whose id is the process's is "Main", as on Linux
 *
 * Most names come after the samples, so stacks stay addresses until the end of the file.
 */
#include "profiler/import/nettrace-methods.h"

#include "profiler/eventpipe/nettrace.h"
#include "profiler/export/writing.h"

#include <string.h>

typedef enum { IGNORED, SAMPLE, PROCESS, INFORMATION, METHOD, MODULE, DOMAIN_MODULE } Kind;

typedef struct {
    int64_t time_ns; /* since the trace's sync time, >= 0 */
    uint64_t thread;
    uint32_t stack; /* index of Reader.stacks; SP_NONE = none */
    bool is_external;
} Sample;

typedef struct {
    SpBuild b;
    SpNettraceTrace trace;
    SpNettraceMethods methods;
    GHashTable *kinds;     /* metadata id -> Kind + 1 */
    GHashTable *stack_ids; /* since the last sequence point: id -> index + 1 of stacks */
    GArray *stacks;        /* SpBytes, addresses */
    GArray *samples;       /* Sample */
    GHashTable *nodes;     /* thread and stack, as one number -> node */
} Reader;

/* ---- Definitions ------------------------------------------------------------------------------------------------ */

static const struct {
    const char *provider;
    uint32_t event;
    Kind kind;
} known[] = {
    {NETTRACE_SAMPLER, NETTRACE_THREAD_SAMPLE, SAMPLE},
    {NETTRACE_EVENTPIPE, NETTRACE_PROCESS_INFO, PROCESS},
    {NETTRACE_RUNTIME, NETTRACE_RUNTIME_INFORMATION, INFORMATION},
    {NETTRACE_RUNDOWN, NETTRACE_RUNTIME_INFORMATION, INFORMATION},
    {NETTRACE_RUNTIME, NETTRACE_METHOD_LOAD_VERBOSE, METHOD},
    {NETTRACE_RUNTIME, NETTRACE_METHOD_UNLOAD_VERBOSE, METHOD},
    {NETTRACE_RUNDOWN, NETTRACE_METHOD_START_VERBOSE, METHOD},
    {NETTRACE_RUNDOWN, NETTRACE_METHOD_END_VERBOSE, METHOD},
    {NETTRACE_RUNTIME, NETTRACE_MODULE_LOAD, MODULE},
    {NETTRACE_RUNTIME, NETTRACE_MODULE_UNLOAD, MODULE},
    {NETTRACE_RUNDOWN, NETTRACE_MODULE_START, MODULE},
    {NETTRACE_RUNDOWN, NETTRACE_MODULE_END, MODULE},
    {NETTRACE_RUNTIME, NETTRACE_DOMAIN_MODULE_LOAD, DOMAIN_MODULE},
    {NETTRACE_RUNDOWN, NETTRACE_DOMAIN_MODULE_START, DOMAIN_MODULE},
    {NETTRACE_RUNDOWN, NETTRACE_DOMAIN_MODULE_END, DOMAIN_MODULE},
};

static Kind kind_of(SpBytes provider, uint32_t event)
{
    char *name = sp_nettrace_utf8(provider);
    Kind kind = IGNORED;
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (known[i].event == event && !strcmp(known[i].provider, name))
            kind = known[i].kind;
    g_free(name);
    return kind;
}

/* Fields and tags behind the level describe events for those who do not know them. */
static bool on_definition(void *data, const SpNettraceBlob *blob)
{
    Reader *r = data;
    SpBytes from = blob->payload, id, provider, event, name, level;
    if (!sp_bytes_take(&r->b, &from, 4, &id) || !sp_nettrace_string(&r->b, &from, &provider) ||
        !sp_bytes_take(&r->b, &from, 4, &event) || !sp_nettrace_string(&r->b, &from, &name) ||
        !sp_bytes_take(&r->b, &from, 8 + 4 + 4, &level))
        return false;
    uint32_t number = sp_nettrace_u32(id.at);
    Kind kind = kind_of(provider, sp_nettrace_u32(event.at));
    if (!number || !g_hash_table_insert(r->kinds, GUINT_TO_POINTER(number), GINT_TO_POINTER(kind + 1)))
        return sp_build_fail_at(&r->b, SP_ERROR_FORMAT, id.at, "%s %u",
                                number ? "a second definition of metadata" : "a definition of metadata", number);
    return true;
}

/* ---- Events ----------------------------------------------------------------------------------------------------- */

/* Nanoseconds since the sync time; what is before it counts as then. */
static bool time_of(Reader *r, const SpNettraceBlob *blob, int64_t *ns)
{
    __extension__ typedef __int128 Wide;
    Wide time = ((Wide)blob->time - r->trace.sync) * 1000000000 / r->trace.frequency;
    if (time > INT64_MAX)
        return sp_build_fail_at(&r->b, SP_ERROR_LIMIT, blob->at, "a time of 2^63 ns or more");
    *ns = time < 0 ? 0 : (int64_t)time;
    r->b.p->duration_ns = MAX(r->b.p->duration_ns, *ns);
    return true;
}

static bool add_sample(Reader *r, const SpNettraceBlob *blob, int64_t time_ns)
{
    Sample sample = {.time_ns = time_ns, .thread = blob->thread, .stack = SP_NONE};
    if (blob->stack) {
        gpointer index = g_hash_table_lookup(r->stack_ids, GUINT_TO_POINTER(blob->stack));
        if (!index)
            return sp_build_fail_at(&r->b, SP_ERROR_FORMAT, blob->at, "a sample with stack %u, which has not come",
                                    blob->stack);
        sample.stack = GPOINTER_TO_UINT(index) - 1;
    }
    size_t size = (size_t)(blob->payload.end - blob->payload.at);
    sample.is_external = size >= 4 && sp_nettrace_u32(blob->payload.at) == NETTRACE_SAMPLE_EXTERNAL;
    g_array_append_val(r->samples, sample);
    return true;
}

static bool set_command(Reader *r, SpBytes from)
{
    SpBytes text;
    if (!sp_nettrace_string(&r->b, &from, &text))
        return false;
    char *command = sp_nettrace_utf8(text);
    r->b.p->command = sp_profile_string(r->b.p, command);
    g_free(command);
    return true;
}

static bool set_runtime(Reader *r, SpBytes from)
{
    SpBytes fixed;
    if (!sp_bytes_take(&r->b, &from, NETTRACE_INFORMATION_SIZE, &fixed))
        return false;
    uint32_t kind = sp_nettrace_u16(fixed.at + NETTRACE_INFORMATION_KIND), version[4];
    for (int i = 0; i < 4; i++)
        version[i] = sp_nettrace_u16(fixed.at + NETTRACE_INFORMATION_VERSION + 2 * i);
    const char *name = kind == NETTRACE_KIND_DESKTOP ? "CLR" : kind == NETTRACE_KIND_MONO ? "Mono" : "CoreCLR";
    char *text = g_strdup_printf("%s %u.%u.%u.%u", name, version[0], version[1], version[2], version[3]);
    r->b.p->runtime = sp_profile_string(r->b.p, text);
    g_free(text);
    return true;
}

static bool on_event(void *data, const SpNettraceBlob *blob)
{
    Reader *r = data;
    int64_t time_ns = 0;
    gpointer kind = g_hash_table_lookup(r->kinds, GUINT_TO_POINTER(blob->metadata));
    if (!kind)
        return sp_build_fail_at(&r->b, SP_ERROR_FORMAT, blob->at, "an event of metadata %u, which is not defined",
                                blob->metadata);
    if (!time_of(r, blob, &time_ns))
        return false;
    switch (GPOINTER_TO_INT(kind) - 1) {
    case SAMPLE:
        return add_sample(r, blob, time_ns);
    case PROCESS:
        return set_command(r, blob->payload);
    case INFORMATION:
        return set_runtime(r, blob->payload);
    case METHOD:
        return sp_nettrace_add_method(&r->methods, blob->payload);
    case MODULE:
        return sp_nettrace_add_module(&r->methods, blob->payload, NETTRACE_MODULE_STRINGS);
    case DOMAIN_MODULE:
        return sp_nettrace_add_module(&r->methods, blob->payload, NETTRACE_DOMAIN_MODULE_STRINGS);
    default:
        return true;
    }
}

/* ---- Stacks ----------------------------------------------------------------------------------------------------- */

static bool on_trace(void *data, const SpNettraceTrace *trace)
{
    Reader *r = data;
    r->trace = *trace;
    r->b.p->start_unix_ns = trace->unix_ns;
    r->b.p->interval_ns = trace->interval_ns;
    r->b.p->pid = trace->process;
    return true;
}

static bool on_stack(void *data, uint32_t id, SpBytes addresses)
{
    Reader *r = data;
    g_array_append_val(r->stacks, addresses);
    if (g_hash_table_insert(r->stack_ids, GUINT_TO_POINTER(id), GUINT_TO_POINTER(r->stacks->len)))
        return true;
    return sp_build_fail_at(&r->b, SP_ERROR_FORMAT, addresses.at, "a second stack %u", id);
}

static void on_sequence_point(void *data)
{
    g_hash_table_remove_all(((Reader *)data)->stack_ids);
}

static uint64_t address_at(const Reader *r, const uint8_t *at)
{
    return r->trace.pointer_size == 8 ? sp_nettrace_u64(at) : sp_nettrace_u32(at);
}

static uint32_t make_node(Reader *r, uint32_t thread, uint32_t stack)
{
    SpBytes addresses = g_array_index(r->stacks, SpBytes, stack);
    uint32_t node = sp_thread(r->b.p, thread)->root;
    for (const uint8_t *at = addresses.end; at > addresses.at && !r->b.error;) {
        at -= r->trace.pointer_size;
        node = sp_build_child(&r->b, node, sp_nettrace_frame(&r->methods, address_at(r, at), at > addresses.at));
    }
    return node;
}

static uint32_t node_of(Reader *r, uint32_t thread, const Sample *sample, uint32_t native_frame)
{
    uint32_t node = sp_thread(r->b.p, thread)->root;
    if (sample->stack != SP_NONE) {
        uint64_t key = (uint64_t)thread << 32 | sample->stack;
        gpointer known_node = g_hash_table_lookup(r->nodes, &key);
        node = known_node ? GPOINTER_TO_UINT(known_node) : make_node(r, thread, sample->stack);
        if (!known_node)
            g_hash_table_insert(r->nodes, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(node));
    }
    return sample->is_external ? sp_build_child(&r->b, node, native_frame) : node;
}

/* ---- The whole -------------------------------------------------------------------------------------------------- */

static int compare_samples(gconstpointer a, gconstpointer b, gpointer unused)
{
    const Sample *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

static bool book(Reader *r, const Sample *sample, uint32_t node, int64_t weight)
{
    int64_t end;
    if (__builtin_add_overflow(sample->time_ns, weight, &end) || !sp_build_add(&r->b, node, 1, weight, 0))
        return sp_build_fail(&r->b, SP_ERROR_LIMIT, "byte", 0, "the times add up to 2^63 ns or more");
    sp_profile_add_sample(r->b.p, end, weight, node);
    return true;
}

static void book_samples(Reader *r)
{
    guint count = r->samples->len;
    uint32_t native = sp_build_named_frame(&r->b, "[native]", NULL, 0, SP_TIER_UNKNOWN);
    if (count)
        g_qsort_with_data(r->samples->data, (gint)MIN(count, (guint)G_MAXINT), sizeof(Sample), compare_samples, NULL);
    for (guint i = 0; i < count && !r->b.error; i++) {
        const Sample *sample = &g_array_index(r->samples, Sample, i), *next = sample + 1;
        bool is_main = sample->thread == r->trace.process;
        uint32_t thread = sp_build_thread(&r->b, sample->thread, is_main ? "Main" : "Thread");
        bool is_last = i + 1 == count || next->thread != sample->thread;
        uint32_t node = node_of(r, thread, sample, native);
        if (!r->b.error)
            book(r, sample, node, is_last ? r->trace.interval_ns : next->time_ns - sample->time_ns);
    }
    sp_build_sort_timeline(&r->b);
    if (count)
        r->b.p->mean_interval_ns = r->b.ns / count;
}

static void read_file(Reader *r, SpBytes file)
{
    static const SpNettraceVisitor visitor = {on_trace, on_definition, on_event, on_stack, on_sequence_point};
    SpProfile *p = r->b.p;
    p->mode = sp_profile_string(p, "sample");
    p->has_time = p->samples_complete = true;
    if (!sp_nettrace_read(&r->b, file, &visitor, r))
        return;
    sp_nettrace_methods_settle(&r->methods);
    book_samples(r);
}

SpProfile *sp_import_nettrace(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    Reader r = {0};
    sp_build_init(&r.b, name);
    r.b.start = bytes;
    sp_nettrace_methods_init(&r.methods, &r.b);
    r.kinds = g_hash_table_new(NULL, NULL);
    r.stack_ids = g_hash_table_new(NULL, NULL);
    r.stacks = g_array_new(FALSE, FALSE, sizeof(SpBytes));
    r.samples = g_array_new(FALSE, FALSE, sizeof(Sample));
    r.nodes = g_hash_table_new_full(sp_hash_int64, g_int64_equal, g_free, NULL);
    read_file(&r, (SpBytes){bytes, bytes + size});
    sp_nettrace_methods_free(&r.methods);
    g_hash_table_unref(r.kinds);
    g_hash_table_unref(r.stack_ids);
    g_array_unref(r.stacks);
    g_array_unref(r.samples);
    g_hash_table_unref(r.nodes);
    return sp_build_end(&r.b, error);
}
