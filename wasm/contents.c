/*
 * contents.c - a file's bytes for the metadata reader: read into memory, whole.
 */
#include "interp/metadata/internal.h"

#include <stdlib.h>
#include <unistd.h>

static bool read_all(int fd, uint8_t *data, size_t size_bytes)
{
    while (size_bytes) {
        ssize_t got = read(fd, data, size_bytes);
        if (got <= 0)
            return false;
        data += got;
        size_bytes -= (size_t)got;
    }
    return true;
}

const uint8_t *mono_file_contents(int fd, const char *path, size_t size_bytes, MonoError *error)
{
    uint8_t *data = malloc(size_bytes);
    if (data && read_all(fd, data, size_bytes))
        return data;
    mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, path, "%s: cannot read the file", path);
    free(data);
    return NULL;
}

void mono_file_unmap(const uint8_t *data, size_t size_bytes)
{
    free((void *)(uintptr_t)data);
}
