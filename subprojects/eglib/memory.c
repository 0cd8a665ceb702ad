/*
 * memory.c - allocation that never fails, messages on standard error.
 */
#include "glib.h"

#include <stdio.h>

static gpointer checked(gpointer memory, gsize bytes)
{
    if (!memory && bytes)
        g_error("no memory for %zu bytes", bytes);
    return memory;
}

static gsize product(gsize count, gsize bytes)
{
    gsize all;
    if (__builtin_mul_overflow(count, bytes, &all))
        g_error("no memory for %zu times %zu bytes", count, bytes);
    return all;
}

gpointer g_malloc(gsize bytes)
{
    return bytes ? checked(malloc(bytes), bytes) : NULL;
}

gpointer g_malloc0(gsize bytes)
{
    return bytes ? checked(calloc(1, bytes), bytes) : NULL;
}

gpointer g_realloc(gpointer memory, gsize bytes)
{
    if (bytes)
        return checked(realloc(memory, bytes), bytes);
    free(memory);
    return NULL;
}

gpointer g_malloc_n(gsize count, gsize bytes)
{
    return g_malloc(product(count, bytes));
}

gpointer g_malloc0_n(gsize count, gsize bytes)
{
    return g_malloc0(product(count, bytes));
}

gpointer g_realloc_n(gpointer memory, gsize count, gsize bytes)
{
    return g_realloc(memory, product(count, bytes));
}

void g_free(gpointer memory)
{
    free(memory);
}

gpointer g_memdup2(gconstpointer memory, gsize bytes)
{
    return memory && bytes ? memcpy(g_malloc(bytes), memory, bytes) : NULL;
}

void g_printerr(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
}

void g_error(const char *format, ...)
{
    va_list ap;
    fflush(stdout);
    fputs("ERROR: ", stderr);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}
