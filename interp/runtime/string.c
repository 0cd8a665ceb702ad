/*
 * string.c - strings: UTF-16 in the heap, to and from UTF-8, interning, ldstr.
 */
#include "interp/runtime/runtime.h"

#include <string.h>

enum { REPLACEMENT = 0xFFFD, MAX_LENGTH = (INT32_MAX - 64) / 2 };

static GHashTable *interned; /* MonoString -> itself, by content; kept objects */
static GHashTable *literals; /* place in an image's #US heap -> MonoString, interned */

MonoString *mono_string_new_length(int32_t length, MonoError *error)
{
    MonoVTable *vtable = mono_defaults.string->vtable;
    MonoString *string = NULL;
    if (!vtable && !(vtable = mono_class_vtable_checked(mono_defaults.string, error)))
        return NULL;
    if (length >= 0 && length <= MAX_LENGTH)
        string = mono_gc_alloc(vtable, offsetof(MonoString, chars) + ((size_t)length + 1) * 2);
    if (!string) {
        mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, NULL, "no memory for a string of %d chars", length);
        return NULL;
    }
    string->length = length;
    MONO_PROFILER_RAISE(gc_allocation, (NULL, &string->object));
    return string;
}

static MonoString *new_or_null(int32_t length)
{
    MonoError error = MONO_ERROR_INIT;
    MonoString *string = mono_string_new_length(length, &error);
    mono_error_clear(&error);
    return string;
}

MonoString *mono_string_new_utf16(const uint16_t *chars, int32_t length)
{
    MonoString *string = new_or_null(length);
    if (string && length)
        memcpy(string->chars, chars, (size_t)length * 2);
    return string;
}

/* ---- UTF-8 ------------------------------------------------------------------------------------------------------- */

/* One code point from [text, end), not empty; bytes that are no UTF-8 give U+FFFD, one for each longest wrong start. */
static uint32_t decode(const uint8_t **text, const uint8_t *end)
{
    const uint8_t *p = *text;
    uint8_t first = *p++;
    unsigned more = first < 0x80 ? 0 : first >= 0xC2 && first < 0xE0 ? 1 : first >= 0xE0 && first < 0xF0 ? 2 : 3;
    *text = p;
    if (more == 0)
        return first;
    if (first < 0xC2 || first > 0xF4)
        return REPLACEMENT;
    /* The second byte's range shuts out overlong forms, surrogates and what lies beyond U+10FFFF. */
    uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    uint32_t value = first & (0x3F >> more);
    for (unsigned i = 0; i < more; i++, low = 0x80, high = 0xBF) {
        if (p == end || *p < low || *p > high)
            return *text = p, REPLACEMENT;
        value = value << 6 | (*p++ & 0x3F);
    }
    *text = p;
    return value;
}

MonoString *mono_string_new_len(const char *utf8, size_t size_bytes)
{
    const uint8_t *start = (const uint8_t *)utf8, *end = start + size_bytes;
    size_t length = 0;
    for (const uint8_t *p = start; p < end;)
        length += decode(&p, end) >= 0x10000 ? 2 : 1;
    MonoString *string = length <= MAX_LENGTH ? new_or_null((int32_t)length) : NULL;
    if (!string)
        return NULL;
    uint16_t *out = string->chars;
    for (const uint8_t *p = start; p < end;) {
        uint32_t c = decode(&p, end);
        if (c >= 0x10000) {
            *out++ = (uint16_t)(0xD800 + ((c - 0x10000) >> 10));
            *out++ = (uint16_t)(0xDC00 + ((c - 0x10000) & 0x3FF));
        } else {
            *out++ = (uint16_t)c;
        }
    }
    return string;
}

MonoString *mono_string_new(const char *utf8)
{
    return utf8 ? mono_string_new_len(utf8, strlen(utf8)) : NULL;
}

char *mono_string_to_utf8(const MonoString *string)
{
    if (!string)
        return NULL;
    uint8_t *text = g_malloc((size_t)string->length * 3 + 1), *out = text;
    for (int32_t i = 0; i < string->length; i++) {
        uint32_t c = string->chars[i];
        if (c >= 0xD800 && c < 0xDC00 && i + 1 < string->length && (string->chars[i + 1] & 0xFC00) == 0xDC00)
            c = 0x10000 + ((c - 0xD800) << 10) + (string->chars[++i] - 0xDC00u);
        else if (c >= 0xD800 && c < 0xE000)
            c = REPLACEMENT;
        if (c < 0x80) {
            *out++ = (uint8_t)c;
        } else if (c < 0x800) {
            *out++ = (uint8_t)(0xC0 | c >> 6);
            *out++ = (uint8_t)(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            *out++ = (uint8_t)(0xE0 | c >> 12);
            *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
            *out++ = (uint8_t)(0x80 | (c & 0x3F));
        } else {
            *out++ = (uint8_t)(0xF0 | c >> 18);
            *out++ = (uint8_t)(0x80 | (c >> 12 & 0x3F));
            *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
            *out++ = (uint8_t)(0x80 | (c & 0x3F));
        }
    }
    *out = 0;
    return (char *)text;
}

/* ---- Content ----------------------------------------------------------------------------------------------------- */

bool mono_string_equal(const MonoString *a, const MonoString *b)
{
    if (a == b)
        return true;
    return a && b && a->length == b->length && memcmp(a->chars, b->chars, (size_t)a->length * 2) == 0;
}

uint32_t mono_string_hash_code(const MonoString *string)
{
    uint32_t hash = 0;
    for (int32_t i = 0; i < string->length; i++)
        hash = hash * 31 + string->chars[i];
    return hash;
}

static guint hash_key(gconstpointer string)
{
    return mono_string_hash_code(string);
}

static gboolean equal_keys(gconstpointer a, gconstpointer b)
{
    return mono_string_equal(a, b);
}

MonoString *mono_string_is_interned(MonoString *string)
{
    return interned && string ? g_hash_table_lookup(interned, string) : NULL;
}

MonoString *mono_string_intern(MonoString *string)
{
    MonoString *known = mono_string_is_interned(string);
    if (known || !string)
        return known;
    if (!interned)
        interned = g_hash_table_new(hash_key, equal_keys);
    g_hash_table_add(interned, string);
    mono_gc_keep(&string->object);
    return string;
}

MonoString *mono_ldstr(MonoImage *image, uint32_t token_row, MonoError *error)
{
    const uint8_t *utf16;
    uint32_t length;
    if (!mono_image_user_string(image, token_row, &utf16, &length) || length > MAX_LENGTH) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "no user string at offset 0x%x", token_row);
        return NULL;
    }
    if (!literals)
        literals = g_hash_table_new(g_direct_hash, g_direct_equal);
    const void *place = image->user_strings.data + token_row;
    MonoString *string = g_hash_table_lookup(literals, place);
    if (string)
        return string;
    string = mono_string_new_length((int32_t)length, error);
    if (!string)
        return NULL;
    memcpy(string->chars, utf16, (size_t)length * 2); /* both little-endian */
    string = mono_string_intern(string);
    g_hash_table_insert(literals, (void *)(uintptr_t)place, string);
    return string;
}
