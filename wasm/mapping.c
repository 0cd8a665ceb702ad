/*
 * mapping.c - files for the metadata reader: read into memory, whole.
 */
#include "interp/metadata/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

const uint8_t *mono_file_map(const char *path, size_t *size_bytes, MonoError *error)
{
    int fd = open(path, O_RDONLY);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) {
        MonoErrorCode code = errno == ENOENT || errno == ENOTDIR ? MONO_ERROR_FILE_NOT_FOUND : MONO_ERROR_BAD_IMAGE;
        mono_error_set(error, code, path, "%s: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    uint8_t *data = NULL;
    *size_bytes = (size_t)st.st_size;
    if (!S_ISREG(st.st_mode)) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, path, "%s: not a regular file", path);
    } else if (st.st_size == 0) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, path, "%s: the file is empty", path);
    } else if (!(data = malloc(*size_bytes)) || !read_all(fd, data, *size_bytes)) {
        mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, path, "%s: cannot read the file", path);
        free(data);
        data = NULL;
    }
    close(fd);
    return data;
}

void mono_file_unmap(const uint8_t *data, size_t size_bytes)
{
    free((void *)(uintptr_t)data);
}
