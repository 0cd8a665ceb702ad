/*
 * speedscope.c - speedscope's own file format: JSON, UTF-8.
 *
 *   file    = { "$schema", "exporter", "name", "activeProfileIndex": 0, "samplepoint": fields,
 *               "shared": { "frames": [ frame ] }, "profiles": [ profile ] }
 *   frame   = { "name", "file"?, "line"?, "raw_name"?, "module"?, "start_line"?, "kind"?, "tier"? }
 *   profile = { "type": "sampled", "name", "unit", "startValue", "endValue", "samples": [ [ index ] ],
 *               "weights": [ number ], "counts"?, "merged"?, "thread"? }          stacks are root first
 *           | { "type": "evented", "name", "unit", "startValue": 0, "endValue", "events": [ event ], "thread"? }
 *   thread  = { "id": integer, "name" }
 *   event   = { "type": "O" | "C", "frame", "at" }                                     nested, "at" never falls
 *
 * The unit is "nanoseconds", of allocations "bytes" ("counts" are objects then), or "none" (weights are sample counts) for a profile without time. Every number is an
 * integer. Values are exact in the file; a viewer that reads them as doubles rounds above 2^53.
 *
 * One profile a thread: evented when calls were recorded, else sampled, one entry a sample in the order taken. Without
 * a complete timeline the tree is written, one entry a stack, with "counts" holding the samples of each. With several
 * threads a merged sampled profile "All threads" comes first ("merged": true); its total is the sum of the others.
 *
 * `fields` (see metadata.c) and the members marked "?" except file and line are ours; speedscope ignores what it does
 * not know. A frame is a function, or a function at a line where lines were recorded ("line" is that line then, else
 * the line the function starts at). Without samples there is one profile with no entries, named "... (0 samples)".
 */
#include "profiler/export/writing.h"

#include <string.h>

#define I64 "%" G_GINT64_FORMAT

typedef struct {
    const SpProfile *p;
    SpOutput *o;
    uint32_t *frame_index; /* model frame -> index in the file */
    uint32_t frame_count, no_stack, first_thread_frame;
    GArray *stack;
} Writer;

/* ---- Frames ----------------------------------------------------------------------------------------------------- */

static void write_member(SpOutput *o, const char *key, const char *value)
{
    if (!*value)
        return;
    sp_output_printf(o, ",\"%s\":", key);
    sp_write_json_string(o, value);
}

static void write_named_frame(Writer *w, const char *name)
{
    sp_output_puts(w->o, w->frame_count ? ",\n{\"name\":" : "\n{\"name\":");
    sp_write_json_string(w->o, name);
    w->frame_count++;
}

static void write_frame(Writer *w, const SpFunction *f, uint32_t line, SpTier tier)
{
    char *name = g_strconcat(f->name, sp_tier_mark(tier), NULL);
    write_named_frame(w, name);
    g_free(name);
    if (tier)
        write_member(w->o, "tier", sp_tier_word(tier));
    write_member(w->o, "file", f->file);
    uint32_t shown = w->p->has_lines ? line : f->start_line;
    if (shown)
        sp_output_printf(w->o, ",\"line\":%u", shown);
    if (w->p->has_lines && f->start_line)
        sp_output_printf(w->o, ",\"start_line\":%u", f->start_line);
    if (strcmp(f->name, f->raw_name))
        write_member(w->o, "raw_name", f->raw_name);
    write_member(w->o, "module", f->module);
    if (f->kind)
        sp_output_printf(w->o, ",\"kind\":%u", f->kind);
    sp_output_puts(w->o, "}");
}

/* Frames that differ only by tier are one in the file, unless marks are wanted. */
static void write_frames(Writer *w)
{
    const SpProfile *p = w->p;
    GHashTable *seen_in[SP_TIER_COUNT];
    for (int tier = 0; tier < SP_TIER_COUNT; tier++)
        seen_in[tier] = g_hash_table_new_full(sp_hash_int64, g_int64_equal, g_free, NULL);
    sp_output_puts(w->o, "\"shared\":{\"frames\":[");
    for (uint32_t i = 0; i < p->frames->len; i++) {
        const SpFrame *f = sp_frame(p, i);
        SpTier tier = p->marks_tiers ? f->tier : SP_TIER_UNKNOWN;
        int64_t key = (int64_t)((uint64_t)f->function << 32 | f->line);
        GHashTable *seen = seen_in[tier];
        gpointer have;
        if (g_hash_table_lookup_extended(seen, &key, NULL, &have)) {
            w->frame_index[i] = GPOINTER_TO_UINT(have);
            continue;
        }
        w->frame_index[i] = w->frame_count;
        g_hash_table_insert(seen, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(w->frame_count));
        write_frame(w, sp_function(p, f->function), f->line, tier);
    }
    for (int tier = 0; tier < SP_TIER_COUNT; tier++)
        g_hash_table_unref(seen_in[tier]);
    w->first_thread_frame = w->frame_count;
    for (uint32_t i = 0; p->threads_as_roots && i < p->threads->len; i++) {
        write_named_frame(w, sp_thread(p, i)->name);
        sp_output_printf(w->o, ",\"kind\":%u}", SP_FUNCTION_SYNTHETIC);
    }
    for (uint32_t i = 0; i < p->threads->len; i++) {
        const SpNode *root = sp_node(p, sp_thread(p, i)->root);
        if (w->no_stack == SP_NONE && (root->samples || root->self_ns)) {
            w->no_stack = w->frame_count;
            write_named_frame(w, SP_NO_STACK);
            sp_output_printf(w->o, ",\"kind\":%u}", SP_FUNCTION_SYNTHETIC);
        }
    }
    sp_output_puts(w->o, "]},\n");
}

static uint32_t file_frame(const Writer *w, uint32_t frame)
{
    return frame == SP_NONE ? w->no_stack : w->frame_index[frame];
}

/* ---- Sampled ---------------------------------------------------------------------------------------------------- */

/* One entry of a sampled profile: a stack and what it weighs. */
typedef struct {
    uint32_t node;
    int64_t weight, count;
} Entry;

/* The entries of one profile, and the time at which the first begins. */
typedef struct {
    GArray *list;
    int64_t start;
} Entries;

static char *append_number(char *at, uint32_t value)
{
    char digits[10];
    int n = 0;
    do
        digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    while (n)
        *at++ = digits[--n];
    return at;
}

static void write_stack(Writer *w, uint32_t node, bool thread_root)
{
    char buffer[4096], *at = buffer;
    *at++ = '[';
    if (thread_root) {
        at = append_number(at, w->first_thread_frame + sp_node(w->p, node)->thread);
        *at++ = ',';
    }
    sp_stack_of(w->p, node, w->stack);
    for (uint32_t i = w->stack->len; i-- > 0;) {
        at = append_number(at, file_frame(w, g_array_index(w->stack, uint32_t, i)));
        *at++ = i ? ',' : ']';
        if (at > buffer + sizeof buffer - 16) {
            sp_output_write(w->o, buffer, (size_t)(at - buffer));
            at = buffer;
        }
    }
    sp_output_write(w->o, buffer, (size_t)(at - buffer));
}

static void write_profile_head(Writer *w, const char *type, const char *name, int64_t start, int64_t end)
{
    sp_output_printf(w->o, "{\"type\":\"%s\",\"name\":", type);
    sp_write_json_string(w->o, name);
    sp_output_printf(w->o, ",\"unit\":\"%s\",\"startValue\":" I64 ",\"endValue\":" I64,
                     w->p->in_bytes ? "bytes" : w->p->has_time ? "nanoseconds" : "none", start, end);
}

static void write_numbers(SpOutput *o, const char *key, const GArray *entries, size_t offset)
{
    sp_output_printf(o, ",\n\"%s\":[", key);
    for (uint32_t i = 0; i < entries->len; i++) {
        const char *entry = (const char *)&g_array_index(entries, Entry, i);
        sp_output_printf(o, i ? "," I64 : I64, *(const int64_t *)(const void *)(entry + offset));
    }
    sp_output_puts(o, "]");
}

static void write_sampled(Writer *w, const char *name, const Entries *e, bool counts, bool thread_roots)
{
    const GArray *entries = e->list;
    int64_t end = e->start;
    for (uint32_t i = 0; i < entries->len; i++)
        end += g_array_index(entries, Entry, i).weight;
    write_profile_head(w, "sampled", name, e->start, end);
    sp_output_puts(w->o, ",\n\"samples\":[");
    for (uint32_t i = 0; i < entries->len; i++) {
        sp_output_puts(w->o, i ? "," : "");
        write_stack(w, g_array_index(entries, Entry, i).node, thread_roots);
    }
    sp_output_puts(w->o, "]");
    write_numbers(w->o, "weights", entries, offsetof(Entry, weight));
    if (counts)
        write_numbers(w->o, "counts", entries, offsetof(Entry, count));
}

/* The stacks of one thread, or of all with SP_NONE. */
static Entries entries_of_tree(const SpProfile *p, uint32_t thread)
{
    Entries entries = {g_array_new(FALSE, FALSE, sizeof(Entry)), 0};
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        Entry e = {i, MAX(0, sp_node_weight(p, n)), MAX(0, n->samples)};
        if ((thread == SP_NONE || n->thread == thread) && (e.weight || e.count))
            g_array_append_val(entries.list, e);
    }
    return entries;
}

static Entries entries_of_timeline(const SpProfile *p, const SpByThread *g, uint32_t thread)
{
    Entries entries = {g_array_new(FALSE, FALSE, sizeof(Entry)), 0};
    for (uint32_t i = g->first[thread]; i < g->first[thread + 1]; i++) {
        const SpSample *s = &g_array_index(p->samples, SpSample, g->items[i]);
        Entry e = {s->node, s->weight_ns, 1};
        if (!entries.list->len && p->clock == SP_CLOCK_WALL)
            entries.start = s->time_ns - s->weight_ns;
        g_array_append_val(entries.list, e);
    }
    return entries;
}

/* A title for people: viewers list the profiles by it. */
static const char *title_of(const SpProfile *p, uint32_t thread)
{
    const char *name = sp_thread(p, thread)->name;
    return *name ? name : p->program;
}

static void write_thread(Writer *w, uint32_t thread)
{
    const SpThread *t = sp_thread(w->p, thread);
    sp_output_printf(w->o, ",\n\"thread\":{\"id\":%" G_GUINT64_FORMAT ",\"name\":", t->id);
    sp_write_json_string(w->o, t->name);
    sp_output_puts(w->o, "}}");
}

static void write_sampled_threads(Writer *w)
{
    const SpProfile *p = w->p;
    bool ordered = p->has_time && p->samples_complete && p->samples->len;
    SpByThread g = sp_samples_by_thread(p);
    for (uint32_t t = 0; t < p->threads->len; t++) {
        sp_output_puts(w->o, t ? ",\n" : "");
        Entries entries = ordered ? entries_of_timeline(p, &g, t) : entries_of_tree(p, t);
        write_sampled(w, title_of(p, t), &entries, !ordered && p->has_time, false);
        write_thread(w, t);
        g_array_unref(entries.list);
    }
    sp_by_thread_free(&g);
}

static void write_all_threads(Writer *w)
{
    Entries entries = entries_of_tree(w->p, SP_NONE);
    write_sampled(w, "All threads", &entries, false, w->p->threads_as_roots);
    sp_output_puts(w->o, ",\"merged\":true},\n");
    g_array_unref(entries.list);
}

/* ---- Evented ---------------------------------------------------------------------------------------------------- */

typedef struct {
    Writer *w;
    GArray *open; /* SpBar */
    uint32_t thread;
    bool first;
    const int64_t *ends; /* end of each thread's last bar */
} Events;

static void write_event(Events *e, char type, const SpBar *bar)
{
    sp_output_printf(e->w->o, "%s{\"type\":\"%c\",\"frame\":%u,\"at\":" I64 "}", e->first ? "\n" : ",\n", type,
                     file_frame(e->w, sp_node(e->w->p, bar->node)->frame), type == 'O' ? bar->start : bar->end);
    e->first = false;
}

static void close_to(Events *e, uint32_t depth)
{
    for (; e->open->len > depth; g_array_set_size(e->open, e->open->len - 1))
        write_event(e, 'C', &g_array_index(e->open, SpBar, e->open->len - 1));
}

/* Ends the profile of the thread in hand and starts those up to `thread`. */
static void go_to_thread(Events *e, uint32_t thread)
{
    while (e->thread != thread) {
        if (e->thread != SP_NONE) {
            close_to(e, 0);
            sp_output_puts(e->w->o, "]");
            write_thread(e->w, e->thread);
            sp_output_puts(e->w->o, e->thread + 1 < e->w->p->threads->len ? ",\n" : "");
        }
        e->thread++;
        if (e->thread == e->w->p->threads->len)
            return;
        write_profile_head(e->w, "evented", title_of(e->w->p, e->thread), 0, e->ends[e->thread]);
        sp_output_puts(e->w->o, ",\n\"events\":[");
        e->first = true;
    }
}

static void note_end(void *context, const SpBar *bar)
{
    Events *e = context;
    int64_t *end = (int64_t *)&e->ends[sp_node(e->w->p, bar->node)->thread];
    *end = MAX(*end, bar->end);
}

static void write_bar(void *context, const SpBar *bar)
{
    Events *e = context;
    go_to_thread(e, sp_node(e->w->p, bar->node)->thread);
    close_to(e, bar->depth);
    write_event(e, 'O', bar);
    g_array_append_val(e->open, *bar);
}

static void write_evented_threads(Writer *w)
{
    int64_t *ends = g_new0(int64_t, w->p->threads->len + 1);
    Events e = {w, g_array_new(FALSE, FALSE, sizeof(SpBar)), SP_NONE, true, ends};
    sp_each_bar(w->p, note_end, &e);
    sp_each_bar(w->p, write_bar, &e);
    go_to_thread(&e, w->p->threads->len);
    g_array_unref(e.open);
    g_free(ends);
}

/* ---- The file --------------------------------------------------------------------------------------------------- */

static bool is_empty(const SpProfile *p)
{
    for (uint32_t i = 0; i < p->nodes->len; i++)
        if (sp_node(p, i)->samples || sp_node(p, i)->self_ns || sp_node(p, i)->calls)
            return false;
    return true;
}

static void write_empty(Writer *w)
{
    char *name = g_strdup_printf("%s (0 samples)", w->p->program);
    write_profile_head(w, "sampled", name, 0, 0);
    sp_output_puts(w->o, ",\"samples\":[],\"weights\":[],\"merged\":true}");
    g_free(name);
}

static void write_profiles(Writer *w)
{
    sp_output_puts(w->o, "\"profiles\":[\n");
    if (is_empty(w->p)) {
        write_empty(w);
    } else {
        if (w->p->threads->len > 1)
            write_all_threads(w);
        if (sp_is_calls(w->p))
            write_evented_threads(w);
        else
            write_sampled_threads(w);
    }
    sp_output_puts(w->o, "\n]}\n");
}

void sp_write_speedscope(const SpProfile *p, SpOutput *o)
{
    Writer w = {.p = p, .o = o, .no_stack = SP_NONE};
    w.frame_index = g_new(uint32_t, p->frames->len + 1);
    w.stack = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    sp_output_puts(o, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n\"exporter\":\""
                      SP_WRITTEN_BY "\",\n\"name\":");
    sp_write_json_string(o, p->program);
    sp_output_puts(o, ",\n\"activeProfileIndex\":0,\n\"samplepoint\":");
    sp_write_json_fields(p, o);
    sp_output_puts(o, ",\n");
    write_frames(&w);
    write_profiles(&w);
    g_array_unref(w.stack);
    g_free(w.frame_index);
}
