/*
 * find-files.c - files by name: are they there, where are they really, where is the class library.
 */
#include "interp/metadata/internal.h"

#include <glib.h>
#include <stdlib.h>
#include <sys/stat.h>

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
