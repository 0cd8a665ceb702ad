/*
 * page.c - text for people: columns, bars, colours, numbers.
 *
 * Names come from files and may hold anything, so whatever is printed goes through sp_printable(): no control character
 * reaches the terminal. Numbers never follow the locale.
 */
#include "profiler/report/report.h"

#include <langinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool sp_page_open(SpPage *page, const SpArgs *args, GError **error)
{
    const char *when = sp_args_get(args, "color"), *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool terminal = isatty(STDOUT_FILENO);
    bool plain = (no_color && *no_color) || (term && !strcmp(term, "dumb"));
    struct winsize size = {0};
    *page = (SpPage){.out = sp_output_open("-", error)};
    page->color = when && strcmp(when, "auto") ? !strcmp(when, "always") : terminal && !plain;
    page->unicode = !strcmp(nl_langinfo(CODESET), "UTF-8");
    if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        page->width = size.ws_col;
    return page->out != NULL;
}

bool sp_page_close(SpPage *page, GError **error)
{
    SpOutput *out = page->out;
    page->out = NULL;
    return sp_output_close(out, error);
}

void sp_page_style(SpPage *page, SpStyle style)
{
    static const char *const codes[] = {"0", "2", "1", "33", "1;31", "32"}; /* SGR parameters, by SpStyle */
    if (page->color)
        sp_output_printf(page->out, "\033[%sm", codes[style]);
}

SpStyle sp_page_heat(double share)
{
    return share >= 0.20 ? SP_STYLE_HOT : share >= 0.05 ? SP_STYLE_WARM : SP_STYLE_PLAIN;
}

static unsigned columns_of(gunichar c)
{
    return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

/* Controls, and the marks that reorder a line, would let a name in a file rewrite the screen. */
static bool is_unsafe(gunichar c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
           c == 0x2028 || c == 0x2029;
}

unsigned sp_columns(const char *text)
{
    unsigned columns = 0;
    for (const char *s = text; *s; s = g_utf8_next_char(s))
        columns += columns_of(g_utf8_get_char(s));
    return columns;
}

char *sp_printable(const char *text, unsigned limit, bool unicode)
{
    GString *safe = g_string_new(NULL);
    char *valid = g_utf8_make_valid(text, -1);
    for (const char *s = valid; *s; s = g_utf8_next_char(s)) {
        gunichar c = g_utf8_get_char(s);
        if (is_unsafe(c))
            g_string_append(safe, unicode ? "\xef\xbf\xbd" : "?");
        else
            g_string_append_unichar(safe, c);
    }
    g_free(valid);
    if (!limit || sp_columns(safe->str) <= limit)
        return g_string_free(safe, FALSE);
    const char *dots = unicode ? "\xe2\x80\xa6" : "..";
    unsigned room = limit - MIN(limit, unicode ? 1u : 2u), used = 0;
    const char *s = safe->str;
    while (*s && used + columns_of(g_utf8_get_char(s)) <= room) {
        used += columns_of(g_utf8_get_char(s));
        s = g_utf8_next_char(s);
    }
    g_string_truncate(safe, (gsize)(s - safe->str));
    g_string_append(safe, dots);
    return g_string_free(safe, FALSE);
}

void sp_page_text(SpPage *page, const char *text, unsigned columns)
{
    char *safe = sp_printable(text, columns, page->unicode);
    sp_output_puts(page->out, safe);
    g_free(safe);
}

void sp_page_bar(SpPage *page, double share, unsigned columns)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    share = share > 0 ? MIN(share, 1.0) : 0.0; /* also NaN */
    unsigned units = page->unicode ? 8 : 1;
    unsigned filled = (unsigned)lround(share * columns * units);
    if (share > 0 && !filled)
        filled = 1; /* something is never drawn as nothing */
    unsigned whole = filled / units, rest = filled % units;
    for (unsigned i = 0; i < whole; i++)
        sp_output_puts(page->out, page->unicode ? "█" : "#");
    if (rest)
        sp_output_puts(page->out, eighths[rest]);
    for (unsigned i = whole + (rest ? 1 : 0); i < columns; i++)
        sp_output_puts(page->out, " ");
}

/* ---- Numbers ------------------------------------------------------------------------------------------------ */

void sp_format_ns(char *buffer, size_t size, int64_t ns, bool unicode)
{
    static const struct {
        double ns;
        const char *name, *ascii;
    } units[] = {{1e9, "s", "s"}, {1e6, "ms", "ms"}, {1e3, "µs", "us"}, {1, "ns", "ns"}};
    double value = fabs((double)ns);
    size_t u = 0;
    while (u + 1 < G_N_ELEMENTS(units) && value < 0.9995 * units[u].ns)
        u++;
    double scaled = value / units[u].ns;
    int decimals = u + 1 == G_N_ELEMENTS(units) || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
    if (ns == 0)
        u = 0, decimals = 0;
    char number[G_ASCII_DTOSTR_BUF_SIZE], format[8];
    snprintf(format, sizeof format, "%%.%df", decimals);
    g_ascii_formatd(number, sizeof number, format, ns < 0 ? -scaled : scaled);
    const char *unit = unicode ? units[u].name : units[u].ascii;
    snprintf(buffer, size, "%*s %s", g_utf8_strlen(unit, -1) == 1 ? 5 : 4, number, unit);
}

void sp_format_weight(char *buffer, size_t size, int64_t weight, bool in_bytes, bool unicode)
{
    char text[64];
    if (!in_bytes)
        sp_format_ns(buffer, size, weight, unicode);
    else
        g_snprintf(buffer, size, "%7s", sp_format_bytes(text, sizeof text, weight));
}

void sp_format_count(char *buffer, size_t size, int64_t count)
{
    char digits[32], grouped[48];
    int n = snprintf(digits, sizeof digits, "%" G_GUINT64_FORMAT, count < 0 ? -(guint64)count : (guint64)count), j = 0;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            grouped[j++] = ' ';
        grouped[j++] = digits[i];
    }
    grouped[j] = 0;
    snprintf(buffer, size, "%s%s", count < 0 ? "-" : "", grouped);
}

double sp_share(int64_t part, int64_t whole)
{
    return whole ? (double)part / (double)whole : 0.0;
}

void sp_format_percent(char *buffer, size_t size, double share)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (share > 0 && share < 0.0005) {
        snprintf(buffer, size, "< 0.1 %%");
        return;
    }
    g_ascii_formatd(number, sizeof number, "%.1f", share * 100);
    snprintf(buffer, size, "%5s %%", number);
}
