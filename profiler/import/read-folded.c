/*
 * read-folded.c - folded stacks, ours (profiler/export/folded.c has the grammar) and those of other tools.
 *
 * What is taken, beyond what we write:
 *   line ends    LF, CRLF or a lone CR; the last line needs none
 *   encoding     UTF-8 with or without a byte-order mark; UTF-16 with one; a byte that is no UTF-8 is made visible
 *                (U+FFFD and its digits)
 *   blanks       blank lines are passed over; blanks around a line and between stack and count do not count, others
 *                belong to the name
 *   marks        a tier's mark behind a frame ("_[j]") is its tier and no part of the name
 *   frames       may be empty (";a;;b 2": the first and third frame have the empty name); "\x00" alone is empty too
 *   count        0 keeps the stack, without weight; equal stacks add up
 *   empty file   a profile without samples
 *
 * What is refused, with its line number: a line without a count, without a stack, with a count that is negative, no
 * whole number ("1.5") or above 2^63-1 (one line's or all lines' sum), and a NUL byte (UTF-16 without its mark).
 * A folded file knows no time, threads, files or lines: counts are samples, and the profile has one thread.
 */
#include "profiler/export/writing.h"
#include "profiler/import/reading.h"

#include <string.h>

/* Frame texts as they stand in the file -> frame. Tables of GLib would need a copy of each text first. */
typedef struct {
    const char *text;
    uint32_t length, hash, frame;
} Slot;

typedef struct {
    SpBuild b;
    uint64_t line;
    Slot *slots;
    uint32_t mask, used;
    GArray *path, *last_path; /* frames of this line and the one before, root first */
    GArray *nodes;            /* of last_path; [0] is the root */
} Reader;

static uint32_t hash_text(const char *s, size_t n)
{
    uint64_t h = n * 0x9e3779b97f4a7c15u, word;
    for (; n >= 8; s += 8, n -= 8) {
        memcpy(&word, s, 8);
        h = (h ^ word) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    for (; n; s++, n--)
        h = (h ^ (uint8_t)*s) * 0x100000001b3u;
    h *= 0xc4ceb9fe1a85ec53u;
    return (uint32_t)(h >> 32);
}

/* ---- Frames ----------------------------------------------------------------------------------------------------- */

static int escaped_byte(const char *s, const char *end)
{
    static const char digits[] = "0123456789abcdef";
    if (end - s < 4 || s[0] != '\\' || s[1] != 'x' || !s[2] || !s[3])
        return -1;
    const char *high = strchr(digits, s[2]), *low = strchr(digits, s[3]);
    return high && low ? (int)((high - digits) * 16 + (low - digits)) : -1;
}

static char *frame_name(const char *text, size_t length)
{
    if (length == 4 && !memcmp(text, "\\x00", 4))
        return g_strdup("");
    char *repaired = sp_visible_utf8(text, length); /* valid text stays as it is */
    if (!strstr(repaired, "\\x"))
        return repaired;
    GString *name = g_string_new(NULL);
    const char *end = repaired + strlen(repaired);
    for (const char *s = repaired; s < end;) {
        int byte = escaped_byte(s, end);
        if (byte > 0) { /* not \x00: a name cannot hold it, so it stays as text */
            g_string_append_c(name, (char)byte);
            s += 4;
        } else {
            g_string_append_c(name, *s++);
        }
    }
    g_free(repaired);
    return g_string_free(name, FALSE);
}

static Slot *find_slot(Slot *slots, uint32_t mask, const char *text, size_t length, uint32_t hash)
{
    uint32_t i = hash & mask;
    while (slots[i].text && (slots[i].hash != hash || slots[i].length != length || memcmp(slots[i].text, text, length)))
        i = (i + 1) & mask;
    return &slots[i];
}

static void grow(Reader *r)
{
    uint32_t mask = r->mask * 2 + 1;
    Slot *slots = g_new0(Slot, mask + (size_t)1);
    for (uint32_t i = 0; i <= r->mask; i++)
        if (r->slots[i].text)
            *find_slot(slots, mask, r->slots[i].text, r->slots[i].length, r->slots[i].hash) = r->slots[i];
    g_free(r->slots);
    r->slots = slots;
    r->mask = mask;
}

static uint32_t frame_of(Reader *r, const char *text, size_t length)
{
    uint32_t hash = hash_text(text, length);
    Slot *slot = find_slot(r->slots, r->mask, text, length, hash);
    if (slot->text)
        return slot->frame;
    size_t unmarked = length;
    SpTier tier = sp_tier_of_mark(text, &unmarked);
    char *name = frame_name(text, unmarked);
    uint32_t frame = sp_build_named_frame(&r->b, name, NULL, 0, tier);
    g_free(name);
    *slot = (Slot){text, (uint32_t)length, hash, frame};
    if (++r->used * 4 > r->mask * 3)
        grow(r);
    return frame;
}

/* ---- Lines ------------------------------------------------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool fail(Reader *r, SpErrorCode code, const char *message, const char *text, size_t length)
{
    char *shown = sp_visible_utf8(text, MIN(length, 40));
    sp_build_fail(&r->b, code, "line", r->line, "%s, found '%s'", message, shown);
    g_free(shown);
    return false;
}

static bool read_count(Reader *r, const char *text, size_t length, int64_t *count)
{
    if (text[0] == '-')
        return fail(r, SP_ERROR_FORMAT, "a count must not be negative", text, length);
    for (size_t i = 0; i < length; i++)
        if (!g_ascii_isdigit(text[i]))
            return fail(r, SP_ERROR_FORMAT, "a line is 'frame;frame COUNT', COUNT a whole number", text, length);
    if (!sp_decimal(text, length, 0, count))
        return fail(r, SP_ERROR_LIMIT, "a count must be below 2^63", text, length);
    return true;
}

static void split_stack(Reader *r, const char *s, const char *end)
{
    g_array_set_size(r->path, 0);
    for (;;) {
        const char *semicolon = memchr(s, ';', (size_t)(end - s));
        const char *stop = semicolon ? semicolon : end;
        uint32_t frame = frame_of(r, s, (size_t)(stop - s));
        g_array_append_val(r->path, frame);
        if (!semicolon)
            return;
        s = semicolon + 1;
    }
}

/* Neighbouring lines mostly share their first frames: those need no look-up. */
static uint32_t node_of_path(Reader *r)
{
    uint32_t same = 0, depth = r->path->len;
    while (same < depth && same < r->last_path->len &&
           g_array_index(r->path, uint32_t, same) == g_array_index(r->last_path, uint32_t, same))
        same++;
    g_array_set_size(r->nodes, same + 1);
    uint32_t node = g_array_index(r->nodes, uint32_t, same);
    for (uint32_t i = same; i < depth && !r->b.error; i++) {
        node = sp_build_child(&r->b, node, g_array_index(r->path, uint32_t, i));
        g_array_append_val(r->nodes, node);
    }
    GArray *swap = r->path;
    r->path = r->last_path;
    r->last_path = swap;
    return node;
}

static bool read_line(Reader *r, const char *s, const char *end)
{
    while (s < end && is_blank(*s))
        s++;
    while (end > s && is_blank(end[-1]))
        end--;
    if (s == end)
        return true;
    if (memchr(s, 0, (size_t)(end - s)))
        return fail(r, SP_ERROR_FORMAT, "a NUL byte cannot stand in folded stacks", s, (size_t)(end - s));
    const char *count = end;
    while (count > s && !is_blank(count[-1]))
        count--;
    if (count == s)
        return fail(r, SP_ERROR_FORMAT, "a line needs a stack and a count", s, (size_t)(end - s));
    int64_t samples;
    if (!read_count(r, count, (size_t)(end - count), &samples))
        return false;
    while (is_blank(count[-1]))
        count--;
    split_stack(r, s, count);
    uint32_t node = node_of_path(r);
    if (!r->b.error && !sp_build_add(&r->b, node, samples, 0, 0))
        return fail(r, SP_ERROR_LIMIT, "the counts add up to 2^63 or more", s, (size_t)(end - s));
    return !r->b.error;
}

static void read_lines(Reader *r, const char *s, const char *end)
{
    while (s < end) {
        const char *stop = s;
        while (stop < end && *stop != '\n' && *stop != '\r')
            stop++;
        r->line++;
        if (!read_line(r, s, stop))
            return;
        s = stop + 1;
        if (stop < end && *stop == '\r' && s < end && *s == '\n')
            s++;
    }
}

/* ---- Encodings -------------------------------------------------------------------------------------------------- */

/* The text as UTF-8 without a mark. *owned is to be freed. NULL and an error if it is broken UTF-16. */
static const char *as_utf8(Reader *r, const uint8_t *bytes, size_t *size, char **owned)
{
    *owned = NULL;
    if (*size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3)) {
        *size -= 3;
        return (const char *)bytes + 3;
    }
    bool little = *size >= 2 && bytes[0] == 0xff && bytes[1] == 0xfe;
    bool big = *size >= 2 && bytes[0] == 0xfe && bytes[1] == 0xff;
    if (!little && !big)
        return (const char *)bytes;
    gsize read = 0, written = 0;
    *owned = g_convert((const char *)bytes + 2, (gssize)(*size - 2), "UTF-8", little ? "UTF-16LE" : "UTF-16BE", &read,
                       &written, NULL);
    if (!*owned || read != *size - 2) /* a character cut off at the end is no error to g_convert() */
        sp_build_fail(&r->b, SP_ERROR_FORMAT, "byte", read + 2, "invalid UTF-16");
    *size = written;
    return *owned;
}

SpProfile *sp_import_folded(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    Reader r = {.mask = 1023};
    sp_build_init(&r.b, name);
    r.slots = g_new0(Slot, r.mask + (size_t)1);
    r.path = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    r.last_path = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    r.nodes = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    uint32_t root = sp_thread(r.b.p, sp_build_thread(&r.b, 0, ""))->root;
    g_array_append_val(r.nodes, root);
    char *owned;
    const char *text = as_utf8(&r, bytes, &size, &owned);
    if (text)
        read_lines(&r, text, text + size);
    g_free(owned);
    g_array_unref(r.path);
    g_array_unref(r.last_path);
    g_array_unref(r.nodes);
    g_free(r.slots);
    return sp_build_end(&r.b, error);
}
