/*
 * chrome.c - Chrome trace events (Trace Event Format): JSON, UTF-8. For chrome://tracing, Perfetto, DevTools,
 * speedscope.
 *
 *   file  = { "traceEvents": [ event ], "otherData": fields }
 *   event = { "ph": "M", "name": "process_name" | "thread_name", "ts": 0, "pid", "tid", "args": { "name", "id"? } }
 *         | { "ph": "X", "name", "cat", "ts", "dur", "pid", "tid" }
 *
 * ts and dur are microseconds since the recording began, with three decimals, so a nanosecond is exact and bars that
 * touch do not overlap. In a profile without time a sample counts as one microsecond, in one of allocations a byte as
 * one nanosecond. X events of a thread come in pre-order: by start, a caller before its callees where both start at
 * once. How bars are made from samples: bars.c.
 *
 * cat is the function's module, or "method"; and the frame's tier where known, "app,jiterp": viewers filter by it. The
 * event has no args: speedscope would print them as part of the name. Every event has ts, since some readers refuse a
 * file in which one has none. "displayTimeUnit" is left out: an older Perfetto took it for the unit of ts. tid is the system's thread id; a thread whose id is unknown, taken already (the
 * system uses ids again) or above 2^53 gets a free number, and thread_name's "id" always tells the system's.
 * Without samples there is one bar of no length, "[0 samples]", as viewers refuse a trace without any.
 */
#include "profiler/export/writing.h"

#include <string.h>

#define NO_SAMPLES "[0 samples]"
#define MAX_EXACT ((uint64_t)1 << 53) /* of a number in JavaScript */

typedef struct {
    const SpProfile *p;
    SpOutput *o;
    uint64_t pid, *tid_of_thread;
    uint64_t bars;
} Writer;

static uint64_t *thread_ids(const SpProfile *p)
{
    uint64_t *ids = g_new0(uint64_t, p->threads->len + 1), free_id = 1;
    GHashTable *taken = g_hash_table_new_full(sp_hash_int64, g_int64_equal, g_free, NULL);
    for (uint32_t i = 0; i < p->threads->len; i++) {
        uint64_t id = sp_thread(p, i)->id;
        if (id && id < MAX_EXACT && g_hash_table_add(taken, g_memdup2(&id, sizeof id)))
            ids[i] = id;
    }
    for (uint32_t i = 0; i < p->threads->len; i++) {
        if (ids[i])
            continue;
        while (g_hash_table_contains(taken, &free_id))
            free_id++;
        ids[i] = free_id++;
    }
    g_hash_table_unref(taken);
    return ids;
}

static void write_microseconds(const Writer *w, const char *key, int64_t value)
{
    if (w->p->has_time)
        sp_output_printf(w->o, ",\"%s\":%" G_GINT64_FORMAT ".%03d", key, value / 1000, (int)(value % 1000));
    else
        sp_output_printf(w->o, ",\"%s\":%" G_GINT64_FORMAT, key, value);
}

static void write_place(const Writer *w, uint64_t tid)
{
    sp_output_printf(w->o, ",\"pid\":%" G_GUINT64_FORMAT ",\"tid\":%" G_GUINT64_FORMAT, w->pid, tid);
}

static void write_name(Writer *w, const char *what, uint64_t tid, const char *name)
{
    sp_output_printf(w->o, "{\"ph\":\"M\",\"name\":\"%s\",\"ts\":0", what);
    write_place(w, tid);
    sp_output_puts(w->o, ",\"args\":{\"name\":");
    sp_write_json_string(w->o, name);
}

static void write_names(Writer *w)
{
    const SpProfile *p = w->p;
    write_name(w, "process_name", p->threads->len ? w->tid_of_thread[0] : 1, p->program);
    sp_output_puts(w->o, "}}");
    for (uint32_t i = 0; i < p->threads->len; i++) {
        sp_output_puts(w->o, ",\n");
        write_name(w, "thread_name", w->tid_of_thread[i], sp_thread(p, i)->name);
        sp_output_printf(w->o, ",\"id\":%" G_GUINT64_FORMAT "}}", sp_thread(p, i)->id);
    }
}

static void write_bar(void *context, const SpBar *bar)
{
    Writer *w = context;
    const SpNode *n = sp_node(w->p, bar->node);
    const char *name = SP_NO_STACK, *module = "";
    SpTier tier = SP_TIER_UNKNOWN;
    if (n->frame != SP_NONE) {
        name = sp_node_function(w->p, bar->node)->name;
        module = sp_node_function(w->p, bar->node)->module;
        tier = sp_frame(w->p, n->frame)->tier;
    }
    sp_output_puts(w->o, ",\n{\"ph\":\"X\",\"name\":");
    sp_write_json_string(w->o, name);
    sp_output_puts(w->o, ",\"cat\":");
    char *categories = g_strconcat(*module ? module : "method", tier ? "," : "", tier ? sp_tier_word(tier) : "", NULL);
    sp_write_json_string(w->o, categories);
    g_free(categories);
    write_microseconds(w, "ts", bar->start);
    write_microseconds(w, "dur", bar->end - bar->start);
    write_place(w, w->tid_of_thread[n->thread]);
    sp_output_puts(w->o, "}");
    w->bars++;
}

static void write_no_samples(Writer *w)
{
    sp_output_puts(w->o, ",\n{\"ph\":\"X\",\"name\":\"" NO_SAMPLES "\",\"cat\":\"method\",\"ts\":0,\"dur\":0");
    write_place(w, w->p->threads->len ? w->tid_of_thread[0] : 1);
    sp_output_puts(w->o, "}");
}

void sp_write_chrome(const SpProfile *p, SpOutput *o)
{
    Writer w = {.p = p, .o = o, .pid = p->pid ? p->pid : 1, .tid_of_thread = thread_ids(p)};
    sp_output_puts(o, "{\"traceEvents\":[\n");
    write_names(&w);
    sp_each_bar(p, write_bar, &w);
    if (!w.bars)
        write_no_samples(&w);
    sp_output_puts(o, "\n],\n\"otherData\":");
    sp_write_json_fields(p, o);
    sp_output_puts(o, "}\n");
    g_free(w.tid_of_thread);
}
