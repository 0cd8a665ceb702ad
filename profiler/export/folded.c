/*
 * folded.c - folded ("collapsed") stacks: text, UTF-8, LF, one line a stack.
 *
 *   file   = { line }
 *   line   = frame { ";" frame } " " count LF        root first; every stack stands once
 *   count  = decimal integer >= 1
 *   frame  = 1*( character | escape ) [ mark ]        escape = "\x" and two lower-case hexadecimal digits, a byte
 *   mark   = "_[0]" | "_[j]" | "_[a]"                 the tier (tiers.c), where the profile wants marks
 *
 * What is escaped, so that a line stays a line and a name stays a name: ';', controls (C0, DEL, C1), line and paragraph
 * separators, U+FEFF, a space at either end of a frame, bytes that are no UTF-8, the backslash of a text that would read
 * as an escape, and the '[' of what would read as a mark. A frame "\x00" alone is the empty name. All else, other
 * backslashes too, stands for itself.
 *
 * count is the number of samples where there are any, else (calls mode, which takes none) the self time in nanoseconds,
 * exactly; of allocations the bytes. Stacks whose frames print alike are one line, their counts added: folded text knows a frame by its name
 * only. Stacks without weight are left out; so are negative ones, which sp_export() refuses before it comes to that.
 */
#include "profiler/export/writing.h"

#include <string.h>

/* A frame's escaped text, with its mark. Frames of equal texts share one `id`. */
typedef struct {
    const char *text;
    uint32_t length, id;
} Printed;

typedef struct {
    const SpProfile *p;
    Printed *of_frame;
    GStringChunk *texts;
    GHashTable *ids; /* text (interned in texts) -> id + 1 */
    bool unique;     /* no two frames print alike */
} Names;

static bool reads_as_escape(const char *s)
{
    return s[0] == '\\' && s[1] == 'x' && s[2] && strchr("0123456789abcdef", s[2]) && s[3] &&
           strchr("0123456789abcdef", s[3]);
}

enum { LINE_SEPARATOR = 0x2028, PARAGRAPH_SEPARATOR = 0x2029 };

static bool must_escape(gunichar c)
{
    return c == ';' || c == 0xfeff || g_unichar_iscntrl(c) || c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR;
}

static void append_escaped(GString *to, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        g_string_append_printf(to, "\\x%02x", (uint8_t)s[i]);
}

static void append_frame(GString *to, const char *name)
{
    size_t length = strlen(name), unmarked = length;
    bool marked = sp_tier_of_mark(name, &unmarked) != SP_TIER_UNKNOWN;
    if (!length)
        g_string_append(to, "\\x00");
    for (size_t i = 0; i < length;) {
        gunichar c = g_utf8_get_char_validated(name + i, (gssize)(length - i));
        bool valid = c != (gunichar)-1 && c != (gunichar)-2;
        size_t n = valid ? (size_t)g_utf8_skip[(uint8_t)name[i]] : 1;
        bool space_at_end = name[i] == ' ' && (i == 0 || i + 1 == length);
        bool of_mark = marked && i == unmarked + 1;
        if (!valid || space_at_end || of_mark || must_escape(c) || reads_as_escape(name + i))
            append_escaped(to, name + i, n);
        else
            g_string_append_len(to, name + i, (gssize)n);
        i += n;
    }
}

static Printed print_name(Names *names, const char *name, SpTier tier)
{
    GString *buffer = g_string_new(NULL);
    append_frame(buffer, name);
    if (names->p->marks_tiers)
        g_string_append(buffer, sp_tier_mark(tier));
    const char *text = g_string_chunk_insert_const(names->texts, buffer->str);
    uint32_t length = (uint32_t)buffer->len, id = GPOINTER_TO_UINT(g_hash_table_lookup(names->ids, text));
    if (id)
        names->unique = false;
    else
        g_hash_table_insert(names->ids, (gpointer)text, GUINT_TO_POINTER(id = g_hash_table_size(names->ids) + 1));
    g_string_free(buffer, TRUE);
    return (Printed){text, length, id - 1};
}

static Names names_new(const SpProfile *p)
{
    Names n = {p, g_new(Printed, p->frames->len + 1), g_string_chunk_new(4096), g_hash_table_new(NULL, NULL), true};
    for (uint32_t i = 0; i < p->frames->len; i++)
        n.of_frame[i] = print_name(&n, sp_function(p, sp_frame(p, i)->function)->name, sp_frame(p, i)->tier);
    return n;
}

static void names_free(Names *n)
{
    g_free(n->of_frame);
    g_string_chunk_free(n->texts);
    g_hash_table_unref(n->ids);
}

/* The threads' trees as one, in which each name (with its mark) is one frame. */
static SpProfile *merged_by_name(const SpProfile *p)
{
    SpProfile *merged = sp_profile_new();
    merged->has_time = p->has_time;
    merged->in_bytes = p->in_bytes;
    merged->marks_tiers = p->marks_tiers;
    sp_profile_add_thread(merged, 0, "");
    uint32_t *map = g_new(uint32_t, p->nodes->len + 1);
    uint32_t *frames = g_new(uint32_t, p->frames->len + 1);
    memset(frames, 0xff, (p->frames->len + (size_t)1) * sizeof *frames);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        SpFunction f = {.name = ""};
        if (n->parent != SP_NONE && frames[n->frame] == SP_NONE) {
            SpTier tier = sp_frame(p, n->frame)->tier;
            bool marked = p->marks_tiers && *sp_tier_mark(tier);
            f.name = sp_node_function(p, i)->name;
            frames[n->frame] = sp_profile_frame(merged, sp_profile_function(merged, &f), 0,
                                                marked ? tier : SP_TIER_UNKNOWN);
        }
        if (n->parent != SP_NONE) {
            map[i] = sp_profile_child(merged, map[n->parent], frames[n->frame]);
        } else if (p->threads_as_roots) {
            f.name = sp_thread(p, n->thread)->name;
            uint32_t frame = sp_profile_frame(merged, sp_profile_function(merged, &f), 0, SP_TIER_UNKNOWN);
            map[i] = sp_profile_child(merged, 0, frame);
        } else {
            map[i] = 0;
        }
        sp_profile_add(merged, map[i], n->samples, n->self_ns, 0);
    }
    g_free(frames);
    g_free(map);
    return merged;
}

static bool any_samples(const SpProfile *p)
{
    for (uint32_t i = 0; i < p->nodes->len; i++)
        if (sp_node(p, i)->samples)
            return true;
    return false;
}

static void write_stack(const Names *names, uint32_t node, int64_t count, GArray *frames, SpOutput *o)
{
    sp_stack_of(names->p, node, frames);
    for (uint32_t i = frames->len; i-- > 0;) {
        uint32_t frame = g_array_index(frames, uint32_t, i);
        if (frame == SP_NONE)
            sp_output_puts(o, SP_NO_STACK);
        else
            sp_output_write(o, names->of_frame[frame].text, names->of_frame[frame].length);
        if (i)
            sp_output_write(o, ";", 1);
    }
    sp_output_printf(o, " %" G_GINT64_FORMAT "\n", count);
}

static void write_tree(const Names *names, SpOutput *o)
{
    const SpProfile *p = names->p;
    bool samples = !p->has_time || (!p->in_bytes && any_samples(p));
    GArray *frames = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        int64_t count = samples ? n->samples : n->self_ns;
        if (count > 0)
            write_stack(names, i, count, frames, o);
    }
    g_array_unref(frames);
}

void sp_write_folded(const SpProfile *p, SpOutput *o)
{
    Names names = names_new(p);
    if (names.unique && p->threads->len <= 1 && !p->threads_as_roots) { /* a copy of a large tree would cost its size */
        write_tree(&names, o);
    } else {
        SpProfile *merged = merged_by_name(p);
        Names merged_names = names_new(merged);
        write_tree(&merged_names, o);
        names_free(&merged_names);
        sp_profile_free(merged);
    }
    names_free(&names);
}
