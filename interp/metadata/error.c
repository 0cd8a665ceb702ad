/*
 * error.c - errors as values; see error.h.
 */
#include "interp/metadata/error.h"

#include <glib.h>
#include <stdarg.h>

void mono_error_set(MonoError *error, MonoErrorCode code, const char *detail, const char *format, ...)
{
    if (!mono_error_ok(error))
        return;
    va_list arguments;
    va_start(arguments, format);
    error->message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    error->code = code;
    error->detail = g_strdup(detail);
}

void mono_error_clear(MonoError *error)
{
    g_free(error->message);
    g_free(error->detail);
    *error = MONO_ERROR_INIT;
}

void mono_error_move(MonoError *to, MonoError *from)
{
    if (mono_error_ok(to))
        *to = *from;
    else
        mono_error_clear(from);
    *from = MONO_ERROR_INIT;
}
