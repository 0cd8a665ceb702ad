/*
 * mapping.c - files for the metadata reader: opened, looked at, and left to contents.c of the host.
 */
#include "interp/metadata/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <sys/stat.h>
#include <unistd.h>

const uint8_t *mono_file_map(const char *path, size_t *size_bytes, MonoError *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) {
        MonoErrorCode code = errno == ENOENT || errno == ENOTDIR ? MONO_ERROR_FILE_NOT_FOUND : MONO_ERROR_BAD_IMAGE;
        mono_error_set(error, code, path, "%s: %s", path, g_strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    const uint8_t *data = NULL;
    *size_bytes = (size_t)st.st_size;
    if (!S_ISREG(st.st_mode))
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, path, "%s: not a regular file", path);
    else if (st.st_size == 0)
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, path, "%s: the file is empty", path);
    else
        data = mono_file_contents(fd, path, *size_bytes, error);
    close(fd);
    return data;
}
