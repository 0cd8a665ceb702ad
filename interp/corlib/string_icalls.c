/*
 * string_icalls.c - System.String: allocation, interning, constructors.
 *
 * A string constructor makes its object: `this` is not used (may be anything) and the new string is the result. Most
 * callers come here for none of them, for the transform calls String.CreateString; rows stand for reflection.
 */
#include "interp/corlib/glue.h"

ICALL(string_allocate)
{
    MonoError error = MONO_ERROR_INIT;
    ret->p = mono_string_new_length(args[0].i4, &error);
    glue_ok(&error);
}

/* As in mono, a string met for the first time is not itself the interned one: a copy of it is. */
ICALL(string_intern)
{
    MonoString *string = args[0].p, *interned = mono_string_is_interned(string);
    if (!interned)
        interned = mono_string_intern(mono_string_new_utf16(string->chars, string->length));
    ret->p = interned;
}

ICALL(string_is_interned)
{
    ret->p = mono_string_is_interned(args[0].p);
}

static void out_of_range(const char *param)
{
    mono_set_pending_exception(mono_exception_argument_out_of_range(param));
}

ICALL(string_from_chars)
{
    MonoArray *chars = args[1].p;
    ret->p = mono_string_new_utf16(chars ? (uint16_t *)(void *)chars->data : NULL, chars ? (int32_t)chars->length : 0);
}

ICALL(string_from_char_range)
{
    MonoArray *chars = args[1].p;
    int32_t start = args[2].i4, length = args[3].i4;
    if (!chars)
        mono_set_pending_exception(mono_exception_argument_null("value"));
    else if (start < 0)
        out_of_range("startIndex");
    else if (length < 0)
        out_of_range("length");
    else if ((uint64_t)start + (uint64_t)length > chars->length)
        out_of_range("startIndex");
    else
        ret->p = mono_string_new_utf16((uint16_t *)(void *)chars->data + start, length);
}

ICALL(string_repeat)
{
    int32_t count = args[2].i4;
    if (count < 0) {
        out_of_range("count");
        return;
    }
    MonoError error = MONO_ERROR_INIT;
    MonoString *string = mono_string_new_length(count, &error);
    if (glue_ok(&error))
        for (int32_t i = 0; i < count; i++)
            string->chars[i] = (uint16_t)args[1].i4;
    ret->p = string;
}

ICALL(string_from_pointer)
{
    const uint16_t *chars = args[1].p;
    int32_t length = 0;
    while (chars && chars[length])
        length++;
    ret->p = mono_string_new_utf16(chars, length);
}

ICALL(string_from_pointer_range)
{
    const uint16_t *chars = args[1].p;
    int32_t start = args[2].i4, length = args[3].i4;
    if (start < 0 || length < 0)
        out_of_range(start < 0 ? "startIndex" : "length");
    else if (!chars && length)
        out_of_range("ptr");
    else
        ret->p = mono_string_new_utf16(length ? chars + start : NULL, length);
}

ICALL(string_from_bytes)
{
    const char *bytes = args[1].p;
    ret->p = bytes ? mono_string_new(bytes) : mono_string_new_utf16(NULL, 0);
}

ICALL(string_from_byte_range)
{
    const char *bytes = args[1].p;
    int32_t start = args[2].i4, length = args[3].i4;
    if (start < 0 || length < 0)
        out_of_range(start < 0 ? "startIndex" : "length");
    else
        ret->p = length ? mono_string_new_len(bytes + start, (size_t)length) : mono_string_new_utf16(NULL, 0);
}

/* ReadOnlySpan<char>: { ByReference<char>, int } */
ICALL(string_from_span)
{
    int32_t length = args[2].i4;
    ret->p = mono_string_new_utf16(length ? args[1].p : NULL, length);
}

const MonoICallRow mono_icalls_string_icalls[] = {
    {"System.String::.ctor(System.ReadOnlySpan`1<char>)", string_from_span},
    {"System.String::.ctor(char*)", string_from_pointer},
    {"System.String::.ctor(char*,int,int)", string_from_pointer_range},
    {"System.String::.ctor(char,int)", string_repeat},
    {"System.String::.ctor(char[])", string_from_chars},
    {"System.String::.ctor(char[],int,int)", string_from_char_range},
    {"System.String::.ctor(sbyte*)", string_from_bytes},
    {"System.String::.ctor(sbyte*,int,int)", string_from_byte_range},
    {"System.String::.ctor(sbyte*,int,int,System.Text.Encoding)", string_from_byte_range},
    {"System.String::FastAllocateString", string_allocate},
    {"System.String::InternalIntern", string_intern},
    {"System.String::InternalIsInterned", string_is_interned},
    {0},
};
