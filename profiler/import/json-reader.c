/*
 * json-reader.c - a pull parser for JSON (RFC 8259): strict, without recursion, of bounded depth.
 *
 * State: the stack of open objects and arrays, and what may come next. Strings come out as UTF-8 that a C string can
 * hold: a NUL, a lone surrogate and a byte that is no UTF-8 become U+FFFD and their hexadecimal digits, so that
 * different strings stay different. Numbers stay text; sp_decimal() turns them into exact integers.
 */
#include "profiler/export/writing.h"
#include "profiler/import/reading.h"

#include <string.h>

enum { /* SpJson.expect */
    VALUE,        /* a value */
    FIRST_VALUE,  /* a value, or the end of the array just begun */
    FIRST_KEY,    /* a key, or the end of the object just begun */
    COMMA_OR_END, /* after a member or element */
    NOTHING,      /* after the whole text's value: only blanks */
};

void sp_json_init(SpJson *j, const char *text, size_t size)
{
    memset(j, 0, sizeof *j);
    j->start = j->at = j->token = text;
    j->end = text + size;
    j->text = g_string_new(NULL);
}

void sp_json_free(SpJson *j)
{
    g_string_free(j->text, TRUE);
}

size_t sp_json_offset(const SpJson *j)
{
    return (size_t)(j->token - j->start);
}

static SpJsonToken fail(SpJson *j, const char *message)
{
    if (!j->message) {
        j->message = message;
        j->offset = (size_t)(j->at - j->start);
    }
    return SP_JSON_ERROR;
}

static void skip_blanks(SpJson *j)
{
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\n' || *j->at == '\r' || *j->at == '\t'))
        j->at++;
}

/* ---- Strings ---------------------------------------------------------------------------------------------------- */

static int hex4(const SpJson *j)
{
    if (j->end - j->at < 4)
        return -1;
    int value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = g_ascii_xdigit_value(j->at[i]);
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* After "\u". */
static bool read_code_unit(SpJson *j)
{
    int unit = hex4(j), low = -1;
    if (unit < 0)
        return fail(j, "\\u needs four hexadecimal digits") != SP_JSON_ERROR;
    j->at += 4;
    if (unit >= 0xd800 && unit < 0xdc00 && j->end - j->at >= 6 && j->at[0] == '\\' && j->at[1] == 'u') {
        j->at += 2;
        low = hex4(j);
        if (low >= 0xdc00 && low < 0xe000) {
            j->at += 4;
            g_string_append_unichar(j->text, 0x10000 + (gunichar)((unit - 0xd800) << 10 | (low - 0xdc00)));
            return true;
        }
        j->at -= 2;
    }
    if (unit == 0)
        g_string_append(j->text, "\xEF\xBF\xBD" "00");
    else if (unit >= 0xd800 && unit < 0xe000)
        g_string_append_printf(j->text, "\xEF\xBF\xBD%04X", unit);
    else
        g_string_append_unichar(j->text, (gunichar)unit);
    return true;
}

static bool read_escape(SpJson *j)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (j->at == j->end)
        return fail(j, "the string does not end") != SP_JSON_ERROR;
    char c = *j->at;
    const char *found = c ? strchr(from, c) : NULL;
    if (c != 'u' && !found)
        return fail(j, "unknown escape in a string") != SP_JSON_ERROR;
    j->at++;
    if (c == 'u')
        return read_code_unit(j);
    g_string_append_c(j->text, to[found - from]);
    return true;
}

/* A stretch without escapes. */
static void append_plain(SpJson *j, const char *from, size_t n)
{
    if (g_utf8_validate(from, (gssize)n, NULL)) {
        g_string_append_len(j->text, from, (gssize)n);
        return;
    }
    char *repaired = sp_visible_utf8(from, n);
    g_string_append(j->text, repaired);
    g_free(repaired);
}

static bool read_string(SpJson *j)
{
    g_string_truncate(j->text, 0);
    const char *plain = ++j->at;
    for (;;) {
        while (j->at < j->end && *j->at != '"' && *j->at != '\\' && (uint8_t)*j->at >= 0x20)
            j->at++;
        append_plain(j, plain, (size_t)(j->at - plain));
        if (j->at == j->end)
            return fail(j, "the string does not end") != SP_JSON_ERROR;
        if ((uint8_t)*j->at < 0x20)
            return fail(j, "a control character in a string must be escaped") != SP_JSON_ERROR;
        if (*j->at++ == '"')
            return true;
        if (!read_escape(j))
            return false;
        plain = j->at;
    }
}

/* ---- Other values ----------------------------------------------------------------------------------------------- */

static bool digits(SpJson *j)
{
    const char *first = j->at;
    while (j->at < j->end && g_ascii_isdigit(*j->at))
        j->at++;
    return j->at > first;
}

static SpJsonToken read_number(SpJson *j)
{
    j->number = j->at;
    if (*j->at == '-')
        j->at++;
    bool zero = j->at < j->end && *j->at == '0';
    bool good = digits(j) && !(zero && j->at - j->number > (*j->number == '-' ? 2 : 1));
    if (good && j->at < j->end && *j->at == '.') {
        j->at++;
        good = digits(j);
    }
    if (good && j->at < j->end && (*j->at == 'e' || *j->at == 'E')) {
        j->at++;
        if (j->at < j->end && (*j->at == '+' || *j->at == '-'))
            j->at++;
        good = digits(j);
    }
    if (!good)
        return fail(j, "not a number");
    j->number_length = (size_t)(j->at - j->number);
    return SP_JSON_NUMBER;
}

static SpJsonToken read_word(SpJson *j, const char *word, SpJsonToken token)
{
    size_t n = strlen(word);
    if ((size_t)(j->end - j->at) < n || memcmp(j->at, word, n))
        return fail(j, "not a JSON value");
    j->at += n;
    return token;
}

static SpJsonToken open_container(SpJson *j, char what)
{
    if (j->depth == SP_JSON_MAX_DEPTH)
        return fail(j, "nested more than 128 deep");
    j->at++;
    j->stack[j->depth++] = (uint8_t)what;
    j->expect = what == '{' ? FIRST_KEY : FIRST_VALUE;
    return what == '{' ? SP_JSON_OBJECT : SP_JSON_ARRAY;
}

static void value_done(SpJson *j)
{
    j->expect = j->depth ? COMMA_OR_END : NOTHING;
}

static SpJsonToken close_container(SpJson *j)
{
    bool object = j->stack[--j->depth] == '{';
    j->at++;
    value_done(j);
    return object ? SP_JSON_OBJECT_END : SP_JSON_ARRAY_END;
}

static SpJsonToken read_scalar(SpJson *j)
{
    switch (*j->at) {
    case '"':
        return read_string(j) ? SP_JSON_STRING : SP_JSON_ERROR;
    case 't':
        return read_word(j, "true", SP_JSON_TRUE);
    case 'f':
        return read_word(j, "false", SP_JSON_FALSE);
    case 'n':
        return read_word(j, "null", SP_JSON_NULL);
    default:
        return *j->at == '-' || g_ascii_isdigit(*j->at) ? read_number(j) : fail(j, "not a JSON value");
    }
}

static SpJsonToken read_value(SpJson *j)
{
    if (*j->at == '{' || *j->at == '[')
        return open_container(j, *j->at);
    SpJsonToken t = read_scalar(j);
    value_done(j);
    return t;
}

static SpJsonToken read_key(SpJson *j)
{
    if (*j->at != '"')
        return fail(j, "expected a member name in quotes");
    if (!read_string(j))
        return SP_JSON_ERROR;
    skip_blanks(j);
    if (j->at == j->end || *j->at != ':')
        return fail(j, "expected ':' after a member name");
    j->at++;
    j->expect = VALUE;
    return SP_JSON_KEY;
}

static bool is_end(const SpJson *j)
{
    return j->depth && *j->at == (j->stack[j->depth - 1] == '{' ? '}' : ']');
}

SpJsonToken sp_json_next(SpJson *j)
{
    if (j->message)
        return SP_JSON_ERROR;
    skip_blanks(j);
    j->token = j->at;
    if (j->at == j->end)
        return j->expect == NOTHING ? SP_JSON_END : fail(j, "the text ends too early");
    if (j->expect == NOTHING)
        return fail(j, "text after the end of the value");
    if (j->expect != VALUE && is_end(j))
        return close_container(j);
    bool in_object = j->depth && j->stack[j->depth - 1] == '{';
    if (j->expect == COMMA_OR_END) {
        if (*j->at != ',')
            return fail(j, in_object ? "expected ',' or '}'" : "expected ',' or ']'");
        j->at++;
        skip_blanks(j);
        j->token = j->at;
        if (j->at == j->end)
            return fail(j, "the text ends too early");
        return in_object ? read_key(j) : read_value(j);
    }
    return j->expect == FIRST_KEY ? read_key(j) : read_value(j);
}

bool sp_json_skip_rest(SpJson *j, SpJsonToken first)
{
    int depth = j->depth - (first == SP_JSON_OBJECT || first == SP_JSON_ARRAY);
    SpJsonToken t = first;
    while (t != SP_JSON_ERROR && j->depth > depth)
        t = sp_json_next(j);
    return t != SP_JSON_ERROR;
}

bool sp_json_skip(SpJson *j)
{
    return sp_json_skip_rest(j, sp_json_next(j));
}

bool sp_json_fail(SpBuild *b, const SpJson *j, const char *what)
{
    if (j->message)
        return sp_build_fail(b, SP_ERROR_FORMAT, "byte", j->offset, "%s", j->message);
    return sp_build_fail(b, SP_ERROR_FORMAT, "byte", sp_json_offset(j), "expected %s", what);
}

/* ---- Members ---------------------------------------------------------------------------------------------------- */

bool sp_json_members(SpBuild *b, SpJson *j, SpMember *members, size_t count)
{
    if (sp_json_next(j) != SP_JSON_OBJECT)
        return sp_json_fail(b, j, "an object");
    SpJsonToken t;
    while ((t = sp_json_next(j)) == SP_JSON_KEY) {
        for (size_t i = 0; i < count; i++) {
            if (strcmp(members[i].key, j->text->str))
                continue;
            members[i].value = *j;
            members[i].found = true;
        }
        if (!sp_json_skip(j))
            return sp_json_fail(b, j, "a value");
    }
    return t == SP_JSON_OBJECT_END || sp_json_fail(b, j, "a member");
}

const char *sp_member_text(SpMember *m)
{
    if (!m->found)
        return NULL;
    SpJson at = m->value; /* a copy: the member can be read again */
    switch (sp_json_next(&at)) {
    case SP_JSON_STRING:
        return at.text->str;
    case SP_JSON_NUMBER:
        g_string_truncate(at.text, 0);
        g_string_append_len(at.text, at.number, (gssize)at.number_length);
        return at.text->str;
    case SP_JSON_TRUE:
        return "true";
    case SP_JSON_FALSE:
        return "false";
    default:
        return NULL;
    }
}

bool sp_member_is(SpMember *m, const char *text)
{
    const char *have = sp_member_text(m);
    return have && !strcmp(have, text);
}

bool sp_member_fields(SpBuild *b, SpMember *m)
{
    SpMember members[SP_FIELD_COUNT + 1] = {{.key = "written_by"}};
    for (size_t i = 0; i < SP_FIELD_COUNT; i++)
        members[i + 1].key = sp_fields[i].key;
    SpJson at = m->value;
    if (!m->found || !sp_json_members(b, &at, members, G_N_ELEMENTS(members)) ||
        !sp_member_is(&members[0], SP_WRITTEN_BY))
        return false;
    for (size_t i = 1; i < G_N_ELEMENTS(members); i++) {
        const char *text = sp_member_text(&members[i]);
        char *copy = text ? g_strdup(text) : NULL;
        if (copy)
            sp_field_parse(b->p, members[i].key, copy);
        g_free(copy);
    }
    return true;
}
