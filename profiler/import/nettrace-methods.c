/*
 * nettrace-methods.c - what the method and module events of a nettrace file say.
 *
 * A method has a range of code for each time it was compiled, and most ranges are named several times: when they are
 * loaded and again at the end. Where ranges of different methods overlap (memory of collected code is used again, and
 * nothing tells when), the one that begins first keeps what it has, and among equal ones the one named first.
 */
#include "profiler/import/nettrace-methods.h"

#include "profiler/eventpipe/nettrace.h"
#include "profiler/export/writing.h"

#include <string.h>

#define UNKNOWN_FRAME "?!?" /* as PerfView and dotnet-trace show it */

typedef struct {
    uint64_t start, end; /* code */
    uint64_t module;
    uint32_t flags;
    SpBytes class_name, name, signature;
} Method;

typedef struct {
    uint64_t start, end;
    uint32_t frame;
} Range;

void sp_nettrace_methods_init(SpNettraceMethods *m, SpBuild *b)
{
    m->b = b;
    m->methods = g_array_new(FALSE, FALSE, sizeof(Method));
    m->ranges = g_array_new(FALSE, FALSE, sizeof(Range));
    m->modules = g_hash_table_new_full(sp_hash_int64, g_int64_equal, g_free, g_free);
    m->unknown = SP_NONE;
}

void sp_nettrace_methods_free(SpNettraceMethods *m)
{
    g_array_unref(m->methods);
    g_array_unref(m->ranges);
    g_hash_table_unref(m->modules);
}

bool sp_nettrace_add_method(SpNettraceMethods *m, SpBytes payload)
{
    SpBytes fixed;
    Method method;
    if (!sp_bytes_take(m->b, &payload, NETTRACE_METHOD_STRINGS, &fixed) ||
        !sp_nettrace_string(m->b, &payload, &method.class_name) || !sp_nettrace_string(m->b, &payload, &method.name) ||
        !sp_nettrace_string(m->b, &payload, &method.signature))
        return false;
    uint32_t size = sp_nettrace_u32(fixed.at + NETTRACE_METHOD_SIZE);
    method.start = sp_nettrace_u64(fixed.at + NETTRACE_METHOD_START);
    method.end = method.start + MIN(size, UINT64_MAX - method.start);
    method.module = sp_nettrace_u64(fixed.at + NETTRACE_METHOD_MODULE);
    method.flags = sp_nettrace_u32(fixed.at + NETTRACE_METHOD_FLAGS);
    g_array_append_val(m->methods, method);
    return true;
}

/* "/usr/share/dotnet/System.Linq.dll" -> "System.Linq" */
static char *simple_name(SpBytes path)
{
    char *text = sp_nettrace_utf8(path), *name = text;
    for (char *s = text; *s; s++)
        if (*s == '/' || *s == '\\')
            name = s + 1;
    size_t n = strlen(name);
    if (n > 4 && (!g_ascii_strcasecmp(name + n - 4, ".dll") || !g_ascii_strcasecmp(name + n - 4, ".exe")))
        name[n - 4] = 0;
    name = g_strdup(name);
    g_free(text);
    return name;
}

bool sp_nettrace_add_module(SpNettraceMethods *m, SpBytes payload, size_t strings)
{
    SpBytes fixed, path;
    if (!sp_bytes_take(m->b, &payload, strings, &fixed) || !sp_nettrace_string(m->b, &payload, &path))
        return false;
    uint64_t id = sp_nettrace_u64(fixed.at);
    if (!g_hash_table_contains(m->modules, &id))
        g_hash_table_insert(m->modules, g_memdup2(&id, sizeof id), simple_name(path));
    return true;
}

/* ---- Addresses -------------------------------------------------------------------------------------------------- */

static uint32_t frame_of_method(SpNettraceMethods *m, const Method *method)
{
    char *class_name = sp_nettrace_utf8(method->class_name), *name = sp_nettrace_utf8(method->name);
    char *signature = sp_nettrace_utf8(method->signature);
    char *raw = sp_dotnet_full_name(class_name, name, signature), *pretty = sp_pretty_name(raw);
    SpFunction f = {.name = pretty, .raw_name = raw, .module = g_hash_table_lookup(m->modules, &method->module)};
    uint32_t frame = sp_profile_frame(m->b->p, sp_profile_function(m->b->p, &f), 0,
                                      method->flags & NETTRACE_METHOD_JITTED ? SP_TIER_JIT : SP_TIER_AOT);
    g_free(class_name);
    g_free(name);
    g_free(signature);
    g_free(raw);
    g_free(pretty);
    return frame;
}

static int compare_ranges(gconstpointer a, gconstpointer b, gpointer unused)
{
    const Range *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

void sp_nettrace_methods_settle(SpNettraceMethods *m)
{
    SpFunction unknown = {.name = UNKNOWN_FRAME, .kind = SP_FUNCTION_NATIVE};
    for (guint i = 0; i < m->methods->len; i++) {
        const Method *method = &g_array_index(m->methods, Method, i);
        Range range = {method->start, method->end, frame_of_method(m, method)};
        g_array_append_val(m->ranges, range);
    }
    m->unknown = sp_profile_frame(m->b->p, sp_profile_function(m->b->p, &unknown), 0, SP_TIER_UNKNOWN);
    if (m->ranges->len) /* stable: among equals the first stays first */
        g_qsort_with_data(m->ranges->data, (gint)MIN(m->ranges->len, (guint)G_MAXINT), sizeof(Range), compare_ranges,
                          NULL);
    uint64_t taken = 0;
    guint kept = 0;
    for (guint i = 0; i < m->ranges->len; i++) {
        Range range = g_array_index(m->ranges, Range, i);
        range.start = MAX(range.start, taken);
        if (range.start >= range.end)
            continue;
        taken = range.end;
        g_array_index(m->ranges, Range, kept++) = range;
    }
    g_array_set_size(m->ranges, kept);
}

static int compare_address(const void *key, const void *element)
{
    uint64_t address = *(const uint64_t *)key;
    const Range *range = element;
    return address < range->start ? -1 : address >= range->end;
}

static const Range *range_at(const SpNettraceMethods *m, uint64_t address)
{
    return m->ranges->len ? bsearch(&address, m->ranges->data, m->ranges->len, sizeof(Range), compare_address) : NULL;
}

uint32_t sp_nettrace_frame(const SpNettraceMethods *m, uint64_t address, bool is_caller)
{
    const Range *range = range_at(m, address);
    if (!range && is_caller && address)
        range = range_at(m, address - 1);
    return range ? range->frame : m->unknown;
}
