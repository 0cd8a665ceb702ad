/*
 * error.c - GError: a domain, a code, a message.
 */
#include "glib.h"

/* Domains are few. */
GQuark g_quark_from_static_string(const char *text)
{
    static GPtrArray *known;
    if (!known)
        known = g_ptr_array_new();
    for (guint i = 0; i < known->len; i++)
        if (!strcmp(g_ptr_array_index(known, i), text))
            return i + 1;
    g_ptr_array_add(known, (char *)text);
    return known->len;
}

/* Takes the message. */
static void set(GError **error, GQuark domain, gint code, char *message)
{
    if (!error) {
        g_free(message);
        return;
    }
    *error = g_new(GError, 1);
    **error = (GError){domain, code, message};
}

void g_set_error(GError **error, GQuark domain, gint code, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    set(error, domain, code, g_strdup_vprintf(format, ap));
    va_end(ap);
}

void g_set_error_literal(GError **error, GQuark domain, gint code, const char *message)
{
    set(error, domain, code, g_strdup(message));
}

static void prefix(GError *error, const char *format, va_list ap)
{
    char *before = g_strdup_vprintf(format, ap), *message = g_strconcat(before, error->message, NULL);
    g_free(before);
    g_free(error->message);
    error->message = message;
}

void g_prefix_error(GError **error, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    if (error && *error)
        prefix(*error, format, ap);
    va_end(ap);
}

void g_propagate_prefixed_error(GError **to, GError *from, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    prefix(from, format, ap);
    va_end(ap);
    if (to)
        *to = from;
    else
        g_error_free(from);
}

void g_error_free(GError *error)
{
    g_free(error->message);
    g_free(error);
}

void g_clear_error(GError **error)
{
    if (error && *error)
        g_error_free(*error);
    if (error)
        *error = NULL;
}
