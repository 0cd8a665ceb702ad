/*
 * error.h - errors as values: which .NET exception they would be, and a message with the place.
 *
 * The last parameter of functions that can fail. The caller starts with `MonoError error = MONO_ERROR_INIT;` and ends
 * with mono_error_clear(). Managed exceptions are made from it in one place: interp/runtime, mono_error_exception().
 */
#ifndef MONOSP_ERROR_H
#define MONOSP_ERROR_H

#include <stdbool.h>

typedef enum {
    MONO_ERROR_NONE = 0,
    MONO_ERROR_BAD_IMAGE,       /* BadImageFormatException */
    MONO_ERROR_FILE_NOT_FOUND,  /* FileNotFoundException */
    MONO_ERROR_TYPE_LOAD,       /* TypeLoadException */
    MONO_ERROR_MISSING_METHOD,  /* MissingMethodException */
    MONO_ERROR_MISSING_FIELD,   /* MissingFieldException */
    MONO_ERROR_INVALID_PROGRAM, /* InvalidProgramException */
    MONO_ERROR_NOT_SUPPORTED,   /* NotSupportedException */
    MONO_ERROR_PLATFORM_NOT_SUPPORTED,
    MONO_ERROR_ARGUMENT,
    MONO_ERROR_OUT_OF_MEMORY,
    MONO_ERROR_METHOD_ACCESS, /* MethodAccessException */
    MONO_ERROR_FIELD_ACCESS,  /* FieldAccessException */
    MONO_ERROR_EXECUTION_ENGINE,
    MONO_ERROR_EXCEPTION, /* `exception` is the managed exception itself */
} MonoErrorCode;

typedef struct {
    MonoErrorCode code;
    char *message;   /* owned, NULL = none */
    char *detail;    /* owned: file name, type name or member name the exception class wants; may be NULL */
    void *exception; /* MonoObject*, only for MONO_ERROR_EXCEPTION */
} MonoError;

#define MONO_ERROR_INIT ((MonoError){0})

static inline bool mono_error_ok(const MonoError *error)
{
    return error->code == MONO_ERROR_NONE;
}
/* The first error wins: setting one over another keeps the old. detail may be NULL. */
void mono_error_set(MonoError *error, MonoErrorCode code, const char *detail, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void mono_error_clear(MonoError *error);
void mono_error_move(MonoError *to, MonoError *from);

#endif
