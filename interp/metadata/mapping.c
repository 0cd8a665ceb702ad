/*
 * mapping.c - files for the metadata reader: mapped read-only, pages come in when they are touched.
 *
 * The one file of this folder that a build without a file system leaves out or replaces.
 */
#include "interp/metadata/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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
    if (!S_ISREG(st.st_mode)) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, path, "%s: not a regular file", path);
    } else if (st.st_size == 0) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, path, "%s: the file is empty", path);
    } else {
        void *mapped = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (mapped == MAP_FAILED)
            mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, path, "%s: cannot map the file: %s", path,
                           g_strerror(errno));
        else
            data = mapped;
    }
    close(fd);
    *size_bytes = (size_t)st.st_size;
    return data;
}

void mono_file_unmap(const uint8_t *data, size_t size_bytes)
{
    if (data)
        munmap((void *)(uintptr_t)data, size_bytes);
}

bool mono_file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

char *mono_file_real_path(const char *path)
{
    char *resolved = realpath(path, NULL), *copy = g_strdup(resolved);
    free(resolved);
    return copy;
}

static bool has_class_library(const char *libdir)
{
    char *core = g_strconcat(libdir, "/4.5/mscorlib.dll", NULL);
    bool found = mono_file_exists(core);
    g_free(core);
    return found;
}

char *mono_file_find_libdir(void)
{
    char *program = g_find_program_in_path("mono"), *real = program ? mono_file_real_path(program) : NULL;
    char *folder = real ? g_path_get_dirname(real) : NULL, *beside = folder ? g_path_get_dirname(folder) : NULL;
    char *libdir = beside ? g_build_filename(beside, "lib", "mono", NULL) : NULL;
    g_free(program);
    g_free(real);
    g_free(folder);
    g_free(beside);
    static const char *const usual[] = {"/usr/lib/mono", "/usr/local/lib/mono"};
    for (unsigned i = 0; i < G_N_ELEMENTS(usual) && !(libdir && has_class_library(libdir)); i++) {
        g_free(libdir);
        libdir = g_strdup(usual[i]);
    }
    if (has_class_library(libdir))
        return libdir;
    g_free(libdir);
    return NULL;
}
