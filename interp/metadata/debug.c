/*
 * debug.c - debug information.
 */
#include "interp/metadata/internal.h"

#include <glib.h>

bool mono_image_debug(MonoImage *image)
{
    return false;
}

bool mono_debug_find_line(MonoImage *image, uint32_t method_row, uint32_t il_offset, MonoLineInfo *line)
{
    return false;
}

const char *mono_debug_local_name(MonoImage *image, uint32_t method_row, unsigned local_index)
{
    return NULL;
}

void mono_debug_free(MonoImage *image)
{
    image->debug = NULL;
}
