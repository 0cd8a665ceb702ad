/*
 * contents.c - a file's bytes: mapped read-only, pages come in when they are touched.
 *
 * A host that cannot map files replaces this one (wasm/contents.c).
 */
#include "interp/metadata/internal.h"

#include <errno.h>
#include <glib.h>
#include <sys/mman.h>

const uint8_t *mono_file_contents(int fd, const char *path, size_t size_bytes, MonoError *error)
{
    void *mapped = mmap(NULL, size_bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapped != MAP_FAILED)
        return mapped;
    mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, path, "%s: cannot map the file: %s", path, g_strerror(errno));
    return NULL;
}

void mono_file_unmap(const uint8_t *data, size_t size_bytes)
{
    if (data)
        munmap((void *)(uintptr_t)data, size_bytes);
}
