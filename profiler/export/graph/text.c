/*
 * text.c - names from a profile as text that can be shown: nothing invisible, nothing XML forbids, no two names alike.
 */
#include "profiler/export/graph/graph.h"

#include <math.h>
#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD"
#define ELLIPSIS "\xE2\x80\xA6"

/* U+FFFD is escaped too: it is the escape character, so that no plain text can look like an escape. */
static bool is_hidden(gunichar c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff || (c >= 0xfffd && c <= 0xffff);
}

void sp_text_visible(GString *out, const char *s)
{
    while (*s) {
        gunichar c = g_utf8_get_char_validated(s, -1);
        if (c == (gunichar)-1 || c == (gunichar)-2) {
            g_string_append_printf(out, REPLACEMENT "[x%02X]", (unsigned char)*s);
            s++;
            continue;
        }
        const char *next = g_utf8_next_char(s);
        if (is_hidden(c))
            g_string_append_printf(out, REPLACEMENT "[%X]", (unsigned)c);
        else
            g_string_append_len(out, s, next - s);
        s = next;
    }
}

void sp_text_xml(GString *out, const char *s)
{
    for (; *s; s++) {
        switch (*s) {
        case '<':
            g_string_append(out, "&lt;");
            break;
        case '>':
            g_string_append(out, "&gt;");
            break;
        case '&':
            g_string_append(out, "&amp;");
            break;
        case '"':
            g_string_append(out, "&quot;");
            break;
        case '\'':
            g_string_append(out, "&apos;");
            break;
        default:
            g_string_append_c(out, *s);
        }
    }
}

/* Width in em of wide sans-serif faces (DejaVu, Verdana), so that text also stays inside its box with narrower ones. */
static double em_width(gunichar c)
{
    if (c < 0x80) {
        if (strchr("ijlI.,:;|'!", (int)c))
            return 0.36;
        if (strchr("()[]{}frt/\\ `\"-", (int)c))
            return 0.43;
        if (strchr("mwMWQOGD@%&<>=+~#", (int)c))
            return 0.89;
        return c >= 'A' && c <= 'Z' ? 0.71 : 0.63;
    }
    return g_unichar_iswide(c) ? 1.05 : g_unichar_iszerowidth(c) ? 0 : 0.72;
}

/* How many bytes of s fit in `em`; all of them when the whole fits. */
static size_t bytes_that_fit(const char *s, size_t length, double em)
{
    const char *at = s, *end = s + length;
    while (at < end) {
        em -= em_width(g_utf8_get_char(at));
        if (em < 0)
            break;
        at = g_utf8_next_char(at);
    }
    return (size_t)(at - s);
}

typedef struct {
    const char *from;
    size_t length;
} Piece;

/* The whole; without arguments; Type.Method; Method. Dots inside <> are no separators. */
static void pieces_of(const char *name, Piece pieces[4])
{
    size_t end = 0, last = 0, before = 0;
    int depth = 0;
    for (; name[end] && (name[end] != '(' || end == 0); end++) {
        if (name[end] == '<')
            depth++;
        else if (name[end] == '>' && depth > 0)
            depth--;
        else if (name[end] == '.' && depth == 0 && end > 0) {
            before = last;
            last = end + 1;
        }
    }
    pieces[0] = (Piece){name, strlen(name)};
    pieces[1] = (Piece){name, end};
    pieces[2] = (Piece){name + before, end - before};
    pieces[3] = (Piece){name + last, end - last};
}

char *sp_text_fit(const char *visible, double width, double font_px)
{
    Piece pieces[4];
    pieces_of(visible, pieces);
    double em = width / font_px;
    for (int i = 0; i < 4; i++)
        if (pieces[i].length && bytes_that_fit(pieces[i].from, pieces[i].length, em) == pieces[i].length)
            return g_strndup(pieces[i].from, pieces[i].length);
    Piece shortest = pieces[3].length ? pieces[3] : pieces[0];
    size_t fits = bytes_that_fit(shortest.from, shortest.length, em - em_width(0x2026));
    const char *second = shortest.length ? g_utf8_next_char(shortest.from) : shortest.from;
    if (fits == 0 || shortest.from + fits < second + 1) /* fewer than two letters say nothing */
        return g_strdup("");
    return g_strdup_printf("%.*s" ELLIPSIS, (int)fits, shortest.from);
}

char *sp_text_cut(const char *visible, double width, double font_px)
{
    size_t length = strlen(visible);
    if (bytes_that_fit(visible, length, width / font_px) == length)
        return g_strdup(visible);
    size_t fits = bytes_that_fit(visible, length, width / font_px - em_width(0x2026));
    return g_strdup_printf("%.*s" ELLIPSIS, (int)fits, visible);
}

char *sp_text_duration(char *buffer, size_t size, int64_t ns)
{
    static const struct {
        double ns;
        const char *unit;
    } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "\xC2\xB5s"}, {1, "ns"}};
    size_t u = 0;
    double size_ns = fabs((double)ns);
    while (u + 1 < G_N_ELEMENTS(units) && size_ns < units[u].ns)
        u++;
    double value = (double)ns / units[u].ns;
    char number[48];
    sp_format_double(number, sizeof number, value, fabs(value) >= 100 ? 0 : fabs(value) >= 10 ? 1 : 2);
    g_snprintf(buffer, size, "%s %s", number, ns == 0 ? "s" : units[u].unit);
    return buffer;
}

char *sp_text_weight(char *buffer, size_t size, const SpProfile *p, int64_t weight)
{
    return p->in_bytes ? sp_format_bytes(buffer, size, weight) : sp_text_duration(buffer, size, weight);
}

char *sp_text_percent(char *buffer, size_t size, int64_t part, int64_t whole)
{
    return sp_format_double(buffer, size, whole ? 100.0 * (double)part / (double)whole : 0, 2);
}
