/*
 * unicode.c - UTF-8 and UTF-16, letters by the C library, decompositions and compositions by tables (unicode-data.py).
 */
#include "glib.h"

#include <wchar.h>
#include <wctype.h>

typedef struct {
    uint32_t code;
    uint8_t compatible, again, count; /* again: the pair composes to the character */
    uint32_t start;
} Decomposition;

typedef struct {
    uint32_t first, last;
    uint8_t combining_class;
} Class;

#include "unicode-data.inc"

enum { S_BASE = 0xac00, L_BASE = 0x1100, V_BASE = 0x1161, T_BASE = 0x11a7, L_COUNT = 19, V_COUNT = 21, T_COUNT = 28,
       S_COUNT = L_COUNT * V_COUNT * T_COUNT }; /* Hangul, Unicode 3.12 */

/* ---- Encodings ---- */

gint g_unichar_to_utf8(gunichar c, char *bytes)
{
    gint count = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : c < 0x200000 ? 4 : c < 0x4000000 ? 5 : 6;
    static const guchar lead[] = {0, 0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc};
    if (!bytes)
        return count;
    for (gint i = count - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    bytes[0] = (char)(lead[count] | c);
    return count;
}

/* Bytes of the character that begins here; 0: none. */
static gsize valid_bytes(const guchar *c, gsize left)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    gsize count = *c < 0x80 ? 1 : *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : *c >= 0xc0 ? 2 : 0;
    if (!count || count > left || *c >= 0xf8)
        return 0;
    if (count == 1)
        return *c != 0;
    uint32_t code = *c & (0xffu >> (count + 1));
    for (gsize i = 1; i < count; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    return code >= least[count] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? count : 0;
}

gboolean g_utf8_validate(const char *text, gssize bytes, const char **end)
{
    const guchar *c = (const guchar *)text;
    gsize left = bytes < 0 ? strlen(text) : (gsize)bytes, count = 0;
    while (left && (count = valid_bytes(c, left))) {
        c += count;
        left -= count;
    }
    if (end)
        *end = (const char *)c;
    return !left;
}

/* Each byte that belongs to no character becomes U+FFFD. */
char *g_utf8_make_valid(const char *text, gssize bytes)
{
    gsize left = bytes < 0 ? strlen(text) : (gsize)bytes;
    GString *valid = g_string_new(NULL);
    for (const char *end; left; text = end) {
        bool whole = g_utf8_validate(text, (gssize)left, &end);
        g_string_append_len(valid, text, end - text);
        left -= (gsize)(end - text);
        if (whole)
            break;
        g_string_append(valid, "\xef\xbf\xbd");
        end++;
        left--;
    }
    return g_string_free(valid, FALSE);
}

#define TIMES_4(n) n, n, n, n
#define TIMES_16(n) TIMES_4(n), TIMES_4(n), TIMES_4(n), TIMES_4(n)
#define TIMES_64(n) TIMES_16(n), TIMES_16(n), TIMES_16(n), TIMES_16(n)
const guint8 g_utf8_skip[256] = {TIMES_64(1), TIMES_64(1), TIMES_64(1), TIMES_16(2), TIMES_16(2), TIMES_16(3),
                                 TIMES_4(4),  TIMES_4(4),  TIMES_4(5),  6,           6,           1,           1};

static gunichar code_of(const guchar *c, gsize bytes)
{
    gunichar code = bytes == 1 ? *c : *c & (0xffu >> (bytes + 1));
    for (gsize i = 1; i < bytes; i++)
        code = code << 6 | (c[i] & 0x3f);
    return code;
}

gunichar g_utf8_get_char(const char *c)
{
    return code_of((const guchar *)c, g_utf8_skip[*(const guchar *)c]);
}

gunichar g_utf8_get_char_validated(const char *c, gssize bytes)
{
    const guchar *first = (const guchar *)c;
    gsize left = bytes < 0 ? strnlen(c, 4) : (gsize)bytes, wanted = g_utf8_skip[*first];
    if (bytes < 0 && !left)
        return 0;
    gsize count = left ? valid_bytes(first, left) : 0;
    if (count)
        return code_of(first, count);
    for (gsize i = 1; i < MIN(left, wanted); i++)
        if ((first[i] & 0xc0) != 0x80)
            return (gunichar)-1;
    return left < wanted && *first >= 0xc0 ? (gunichar)-2 : (gunichar)-1;
}

char *g_utf16_to_utf8(const gunichar2 *text, glong units, glong *read, glong *written, GError **error)
{
    GString *out = g_string_new(NULL);
    glong i = 0;
    for (; units < 0 ? text[i] != 0 : i < units; i++) {
        gunichar c = text[i];
        bool high = c >= 0xd800 && c < 0xdc00;
        if (high && (units < 0 || i + 1 < units) && text[i + 1] >= 0xdc00 && text[i + 1] < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (text[i + 1] - 0xdc00u);
            i++;
        } else if (c >= 0xd800 && c < 0xe000) {
            g_string_free(out, TRUE);
            return NULL;
        }
        g_string_append_unichar(out, c);
    }
    if (read)
        *read = i;
    if (written)
        *written = (glong)out->len;
    return g_string_free(out, FALSE);
}

char *g_convert(const char *text, gssize bytes, const char *to, const char *from, gsize *read, gsize *written,
                GError **error)
{
    return NULL;
}

/* ---- Letters ---- */

gunichar g_unichar_tolower(gunichar c)
{
    return (gunichar)towlower((wint_t)c);
}

gboolean g_unichar_islower(gunichar c)
{
    return iswlower((wint_t)c) != 0;
}

gboolean g_unichar_isalnum(gunichar c)
{
    return iswalnum((wint_t)c) != 0;
}

gboolean g_unichar_iscntrl(gunichar c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

gboolean g_unichar_iswide(gunichar c)
{
    return wcwidth((wchar_t)c) == 2;
}

gboolean g_unichar_iszerowidth(gunichar c)
{
    return c && wcwidth((wchar_t)c) == 0;
}

static int by_range(const void *key, const void *entry)
{
    gunichar c = *(const gunichar *)key;
    const Class *range = entry;
    return c < range->first ? -1 : c > range->last;
}

gint g_unichar_combining_class(gunichar c)
{
    const Class *range = bsearch(&c, classes, G_N_ELEMENTS(classes), sizeof *classes, by_range);
    return range ? range->combining_class : 0;
}

/* ---- Decompositions ---- */

static int by_code(const void *key, const void *entry)
{
    gunichar c = *(const gunichar *)key, code = ((const Decomposition *)entry)->code;
    return c < code ? -1 : c > code;
}

static const Decomposition *decomposition_of(gunichar c)
{
    return bsearch(&c, decompositions, G_N_ELEMENTS(decompositions), sizeof *decompositions, by_code);
}

gboolean g_unichar_decompose(gunichar c, gunichar *a, gunichar *b)
{
    uint32_t s = c - S_BASE;
    const Decomposition *row = decomposition_of(c);
    *a = c;
    *b = 0;
    if (s < S_COUNT) {
        bool two = s % T_COUNT == 0;
        *a = two ? L_BASE + s / (V_COUNT * T_COUNT) : S_BASE + s / T_COUNT * T_COUNT;
        *b = two ? V_BASE + s / T_COUNT % V_COUNT : T_BASE + s % T_COUNT;
        return TRUE;
    }
    if (!row || row->compatible)
        return FALSE;
    *a = steps[row->start];
    *b = row->count > 1 ? steps[row->start + 1] : 0;
    return TRUE;
}

static gsize decompose(gunichar c, bool compatible, gunichar *result, gsize room, gsize at)
{
    gunichar a, b;
    const Decomposition *row = decomposition_of(c);
    if (row && row->compatible && compatible) {
        for (unsigned i = 0; i < row->count; i++)
            at = decompose(steps[row->start + i], true, result, room, at);
    } else if (g_unichar_decompose(c, &a, &b)) {
        at = decompose(a, compatible, result, room, at);
        if (b)
            at = decompose(b, compatible, result, room, at);
    } else {
        if (at < room)
            result[at] = c;
        at++;
    }
    return at;
}

gsize g_unichar_fully_decompose(gunichar c, gboolean compatible, gunichar *result, gsize room)
{
    return decompose(c, compatible, result, room, 0);
}

gboolean g_unichar_compose(gunichar a, gunichar b, gunichar *c)
{
    if (a - L_BASE < L_COUNT && b - V_BASE < V_COUNT) {
        *c = S_BASE + ((a - L_BASE) * V_COUNT + (b - V_BASE)) * T_COUNT;
        return TRUE;
    }
    if (a - S_BASE < S_COUNT && (a - S_BASE) % T_COUNT == 0 && b - T_BASE - 1 < T_COUNT - 1) {
        *c = a + (b - T_BASE);
        return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(decompositions); i++) {
        const Decomposition *row = &decompositions[i];
        if (row->again && steps[row->start] == a && steps[row->start + 1] == b) {
            *c = row->code;
            return TRUE;
        }
    }
    return FALSE;
}
