/*
 * read-html.c - our own HTML page.
 */
#include "profiler/import/import.h"

SpProfile *sp_import_html(const char *text, size_t size, const char *name, GError **error)
{
    g_set_error(error, SP_ERROR, SP_ERROR_FORMAT, "%s: this is an HTML page; folded stacks, pprof, speedscope and Chrome "
                "trace events are read", name);
    return NULL;
}
