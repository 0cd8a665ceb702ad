/*
 * json.c - text that JSON and protobuf readers accept, whatever bytes a name is made of.
 *
 * Runtimes allow any name: quotes, line breaks, lone surrogates (which arrive here as invalid UTF-8). JSON must be
 * valid UTF-8 without raw controls, and two different names must not become one.
 */
#include "profiler/export/writing.h"

#include <string.h>

/* Length of the well-formed character at s, 0 if there is none. */
static size_t character_length(const char *s, size_t left)
{
    gunichar c = g_utf8_get_char_validated(s, (gssize)left);
    return c == (gunichar)-1 || c == (gunichar)-2 ? 0 : (size_t)(g_utf8_skip[(uint8_t)*s]);
}

char *sp_visible_utf8(const char *s, size_t length)
{
    if (g_utf8_validate(s, (gssize)length, NULL))
        return g_strndup(s, length);
    GString *text = g_string_sized_new(length + 16);
    for (size_t i = 0; i < length;) {
        size_t n = s[i] ? character_length(s + i, length - i) : 0;
        if (n)
            g_string_append_len(text, s + i, (gssize)n);
        else
            g_string_append_printf(text, "\xEF\xBF\xBD%02X", (uint8_t)s[i]); /* U+FFFD and the byte */
        i += n ? n : 1;
    }
    return g_string_free(text, FALSE);
}

/* "</" and "<!" could end or comment out the script element that holds the string in a page. */
static const char *escape_of(const char *s, char buffer[8])
{
    switch (*s) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    case '<':
        return s[1] == '/' || s[1] == '!' ? "\\u003c" : NULL;
    default:
        if ((uint8_t)*s >= 0x20 && *s != 0x7f)
            return NULL;
        g_snprintf(buffer, 8, "\\u%04x", (uint8_t)*s);
        return buffer;
    }
}

static void write_escaped(SpOutput *o, const char *s)
{
    const char *plain = s;
    for (; *s; s++) {
        char buffer[8];
        const char *escape = escape_of(s, buffer);
        if (!escape)
            continue;
        sp_output_write(o, plain, (size_t)(s - plain));
        sp_output_puts(o, escape);
        plain = s + 1;
    }
    sp_output_write(o, plain, (size_t)(s - plain));
}

void sp_write_json_string(SpOutput *o, const char *s)
{
    sp_output_puts(o, "\"");
    size_t length = strlen(s);
    if (g_utf8_validate(s, (gssize)length, NULL)) {
        write_escaped(o, s);
    } else {
        char *repaired = sp_visible_utf8(s, length);
        write_escaped(o, repaired);
        g_free(repaired);
    }
    sp_output_puts(o, "\"");
}
