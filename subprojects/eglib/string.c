/*
 * string.c - C strings, GString, base64.
 */
#include "glib.h"

#include <stdio.h>

/* ---- Copies ---- */

char *g_strdup(const char *text)
{
    return text ? g_memdup2(text, strlen(text) + 1) : NULL;
}

char *g_strndup(const char *text, gsize bytes)
{
    if (!text)
        return NULL;
    gsize length = strnlen(text, bytes);
    char *copy = g_malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *g_strdup_vprintf(const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    gsize bytes = length < 0 ? 1 : (gsize)length + 1;
    char *text = g_malloc0(bytes);
    vsnprintf(text, bytes, format, ap);
    return text;
}

char *g_strdup_printf(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    char *text = g_strdup_vprintf(format, ap);
    va_end(ap);
    return text;
}

gint g_snprintf(char *text, gsize bytes, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int length = vsnprintf(text, bytes, format, ap);
    va_end(ap);
    return length;
}

char *g_strconcat(const char *first, ...)
{
    GString *all = g_string_new(NULL);
    va_list ap;
    va_start(ap, first);
    for (const char *text = first; text; text = va_arg(ap, const char *))
        g_string_append(all, text);
    va_end(ap);
    return g_string_free(all, FALSE);
}

/* ---- Parts ---- */

char **g_strsplit(const char *text, const char *delimiter, gint most)
{
    GPtrArray *parts = g_ptr_array_new();
    gsize length = strlen(delimiter);
    const char *end;
    while (*text && (most < 1 || (gint)parts->len < most - 1) && (end = strstr(text, delimiter))) {
        g_ptr_array_add(parts, g_strndup(text, (gsize)(end - text)));
        text = end + length;
        if (!*text)
            g_ptr_array_add(parts, g_strdup(""));
    }
    if (*text)
        g_ptr_array_add(parts, g_strdup(text));
    g_ptr_array_add(parts, NULL);
    return (char **)g_ptr_array_free(parts, FALSE);
}

char **g_strsplit_set(const char *text, const char *delimiters, gint most)
{
    GPtrArray *parts = g_ptr_array_new();
    bool more = *text != 0;
    while (more) {
        bool last = most > 0 && (gint)parts->len == most - 1;
        gsize length = last ? strlen(text) : strcspn(text, delimiters);
        g_ptr_array_add(parts, g_strndup(text, length));
        more = text[length] != 0;
        text += length + more;
    }
    g_ptr_array_add(parts, NULL);
    return (char **)g_ptr_array_free(parts, FALSE);
}

void g_strfreev(char **strings)
{
    for (char **s = strings; s && *s; s++)
        g_free(*s);
    g_free(strings);
}

guint g_strv_length(char **strings)
{
    guint length = 0;
    while (strings[length])
        length++;
    return length;
}

gboolean g_strv_contains(const char *const *strings, const char *text)
{
    for (; *strings; strings++)
        if (!strcmp(*strings, text))
            return TRUE;
    return FALSE;
}

gboolean g_str_has_prefix(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

gboolean g_str_has_suffix(const char *text, const char *suffix)
{
    gsize length = strlen(text), tail = strlen(suffix);
    return length >= tail && !strcmp(text + length - tail, suffix);
}

char *g_strrstr_len(const char *text, gssize bytes, const char *wanted)
{
    gsize length = strlen(wanted), all = bytes < 0 ? strlen(text) : strnlen(text, (gsize)bytes);
    for (gsize at = all + 1; at-- > 0;)
        if (all - at >= length && !memcmp(text + at, wanted, length))
            return (char *)(uintptr_t)text + at;
    return NULL;
}

/* ---- In place ---- */

char *g_strchug(char *text)
{
    gsize skipped = 0;
    while (g_ascii_isspace(text[skipped]))
        skipped++;
    memmove(text, text + skipped, strlen(text + skipped) + 1);
    return text;
}

char *g_strchomp(char *text)
{
    gsize length = strlen(text);
    while (length && g_ascii_isspace(text[length - 1]))
        text[--length] = 0;
    return text;
}

char *g_strdelimit(char *text, const char *delimiters, char replacement)
{
    for (char *c = text; *c; c++)
        if (strchr(delimiters, *c))
            *c = replacement;
    return text;
}

/* Undoes C's escapes. */
char *g_strcompress(const char *text)
{
    static const char letters[] = "bfnrtv", codes[] = "\b\f\n\r\t\v";
    GString *out = g_string_new(NULL);
    for (const char *c = text; *c; c++) {
        const char *letter;
        if (*c != '\\' || !c[1]) {
            g_string_append_c(out, *c);
            continue;
        }
        c++;
        if (*c >= '0' && *c <= '7') {
            unsigned code = 0, digits = 0;
            for (; digits < 3 && *c >= '0' && *c <= '7'; digits++)
                code = code * 8 + (unsigned)(*c++ - '0');
            c--;
            g_string_append_c(out, (char)code);
        } else {
            letter = strchr(letters, *c);
            g_string_append_c(out, letter ? codes[letter - letters] : *c);
        }
    }
    return g_string_free(out, FALSE);
}

/* ---- Comparing, letters, numbers ---- */

gint g_strcmp0(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

const char *g_strerror(gint number)
{
    return strerror(number);
}

char g_ascii_tolower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

char g_ascii_toupper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

gint g_ascii_strcasecmp(const char *a, const char *b)
{
    while (*a && g_ascii_tolower(*a) == g_ascii_tolower(*b)) {
        a++;
        b++;
    }
    return (guchar)g_ascii_tolower(*a) - (guchar)g_ascii_tolower(*b);
}

static char *mapped(const char *text, gssize bytes, char (*map)(char))
{
    char *copy = bytes < 0 ? g_strdup(text) : g_strndup(text, (gsize)bytes);
    for (char *c = copy; *c; c++)
        *c = map(*c);
    return copy;
}

char *g_ascii_strdown(const char *text, gssize bytes)
{
    return mapped(text, bytes, g_ascii_tolower);
}

char *g_ascii_strup(const char *text, gssize bytes)
{
    return mapped(text, bytes, g_ascii_toupper);
}

gint g_ascii_xdigit_value(char c)
{
    char lower = g_ascii_tolower(c);
    return g_ascii_isdigit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

gboolean g_ascii_string_to_unsigned(const char *text, guint base, guint64 least, guint64 most, guint64 *value,
                                    GError **error)
{
    guint64 number = 0;
    const char *c = text;
    for (gint digit; (digit = g_ascii_xdigit_value(*c)) >= 0 && (guint)digit < base; c++)
        if (__builtin_mul_overflow(number, base, &number) || __builtin_add_overflow(number, (guint)digit, &number))
            return FALSE;
    if (c == text || *c || number < least || number > most)
        return FALSE;
    *value = number;
    return TRUE;
}

gboolean g_ascii_string_to_signed(const char *text, guint base, gint64 least, gint64 most, gint64 *value,
                                  GError **error)
{
    bool negative = *text == '-';
    guint64 size;
    if (!g_ascii_string_to_unsigned(text + negative, base, 0, (guint64)INT64_MAX + negative, &size, NULL))
        return FALSE;
    gint64 number = negative ? (gint64)(0 - size) : (gint64)size;
    if (number < least || number > most)
        return FALSE;
    *value = number;
    return TRUE;
}

char *g_ascii_formatd(char *text, gint bytes, const char *format, gdouble value)
{
    snprintf(text, (gsize)bytes, format, value);
    return text;
}

char *g_base64_encode(const guchar *bytes, gsize count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = g_malloc((count + 2) / 3 * 4 + 1), *to = text;
    for (gsize i = 0; i < count; i += 3) {
        gsize left = count - i;
        guint group = (guint)bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
        for (gsize k = 0; k < 4; k++)
            *to++ = k <= left ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    *to = 0;
    return text;
}

/* ---- GString ---- */

static void make_room(GString *string, gsize more)
{
    if (string->len + more < string->allocated_len)
        return;
    while (string->len + more >= string->allocated_len)
        string->allocated_len *= 2;
    string->str = g_realloc(string->str, string->allocated_len);
}

static GString *insert(GString *string, gsize at, const char *text, gsize bytes)
{
    make_room(string, bytes);
    memmove(string->str + at + bytes, string->str + at, string->len - at + 1);
    memcpy(string->str + at, text, bytes);
    string->len += bytes;
    return string;
}

GString *g_string_new_len(const char *text, gssize bytes)
{
    GString *string = g_new(GString, 1);
    *string = (GString){g_malloc0(16), 0, 16};
    return g_string_append_len(string, text ? text : "", bytes);
}

GString *g_string_new(const char *text)
{
    return g_string_new_len(text, -1);
}

GString *g_string_sized_new(gsize bytes)
{
    GString *string = g_string_new(NULL);
    make_room(string, bytes);
    return string;
}

GString *g_string_assign(GString *string, const char *text)
{
    return g_string_append(g_string_truncate(string, 0), text);
}

char *g_string_free(GString *string, gboolean with_text)
{
    char *text = string->str;
    g_free(string);
    if (!with_text)
        return text;
    g_free(text);
    return NULL;
}

GString *g_string_append_len(GString *string, const char *text, gssize bytes)
{
    return insert(string, string->len, text, bytes < 0 ? strlen(text) : (gsize)bytes);
}

GString *g_string_append(GString *string, const char *text)
{
    return insert(string, string->len, text, strlen(text));
}

GString *g_string_append_c(GString *string, char c)
{
    make_room(string, 1);
    string->str[string->len++] = c;
    string->str[string->len] = 0;
    return string;
}

GString *g_string_append_unichar(GString *string, gunichar c)
{
    char bytes[6];
    return insert(string, string->len, bytes, (gsize)g_unichar_to_utf8(c, bytes));
}

GString *g_string_prepend(GString *string, const char *text)
{
    return insert(string, 0, text, strlen(text));
}

GString *g_string_prepend_c(GString *string, char c)
{
    return insert(string, 0, &c, 1);
}

GString *g_string_truncate(GString *string, gsize bytes)
{
    string->len = MIN(string->len, bytes);
    string->str[string->len] = 0;
    return string;
}

static void append_vprintf(GString *string, const char *format, va_list ap)
{
    char *text = g_strdup_vprintf(format, ap);
    g_string_append(string, text);
    g_free(text);
}

void g_string_printf(GString *string, const char *format, ...)
{
    va_list ap;
    g_string_truncate(string, 0);
    va_start(ap, format);
    append_vprintf(string, format, ap);
    va_end(ap);
}

void g_string_append_printf(GString *string, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    append_vprintf(string, format, ap);
    va_end(ap);
}
