/*
 * file.c - paths, small files, the environment.
 */
#include "glib.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct GMappedFile {
    char *contents;
    gsize bytes;
};

const char *g_getenv(const char *name)
{
    return getenv(name);
}

gboolean g_setenv(const char *name, const char *value, gboolean overwrite)
{
    return setenv(name, value, overwrite) == 0;
}

void g_unsetenv(const char *name)
{
    unsetenv(name);
}

char *g_get_current_dir(void)
{
    char *folder = getcwd(NULL, 0), *copy = g_strdup(folder ? folder : "/");
    free(folder);
    return copy;
}

const char *g_get_tmp_dir(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

/* ---- Paths ---- */

char *g_build_filename(const char *first, ...)
{
    GString *path = g_string_new(NULL);
    va_list ap;
    va_start(ap, first);
    for (const char *part = first; part; part = va_arg(ap, const char *)) {
        if (!*part)
            continue;
        bool begins = path->len == 0;
        while (!begins && *part == '/')
            part++;
        while (path->len > 1 && path->str[path->len - 1] == '/')
            g_string_truncate(path, path->len - 1);
        if (!begins && path->str[path->len - 1] != '/')
            g_string_append_c(path, '/');
        g_string_append(path, part);
    }
    va_end(ap);
    return g_string_free(path, FALSE);
}

char *g_path_get_dirname(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return g_strdup(".");
    while (slash > path && slash[-1] == '/')
        slash--;
    return slash == path ? g_strdup("/") : g_strndup(path, (gsize)(slash - path));
}

char *g_path_get_basename(const char *path)
{
    gsize end = strlen(path);
    while (end && path[end - 1] == '/')
        end--;
    if (!end)
        return g_strdup(*path ? "/" : ".");
    gsize start = end;
    while (start && path[start - 1] != '/')
        start--;
    return g_strndup(path + start, end - start);
}

gboolean g_path_is_absolute(const char *path)
{
    return *path == '/';
}

char *g_canonicalize_filename(const char *path, const char *relative_to)
{
    char *folder = relative_to ? g_strdup(relative_to) : g_get_current_dir();
    char *whole = *path == '/' ? g_strdup(path) : g_strconcat(folder, "/", path, NULL);
    char **parts = g_strsplit(whole, "/", -1);
    GString *out = g_string_new(NULL);
    for (char **part = parts; *part; part++) {
        if (!**part || !strcmp(*part, "."))
            continue;
        if (strcmp(*part, "..") != 0) {
            g_string_append_c(out, '/');
            g_string_append(out, *part);
        } else if (out->len) {
            g_string_truncate(out, (gsize)(strrchr(out->str, '/') - out->str));
        }
    }
    if (!out->len)
        g_string_append_c(out, '/');
    g_strfreev(parts);
    g_free(whole);
    g_free(folder);
    return g_string_free(out, FALSE);
}

char *g_filename_to_uri(const char *path, const char *host, GError **error)
{
    static const char plain[] = "!$&'()*+,-./:=@_~"; /* beside letters and digits */
    if (*path != '/')
        return NULL;
    GString *uri = g_string_new("file://");
    for (const char *c = path; *c; c++)
        if (g_ascii_isalnum(*c) || strchr(plain, *c))
            g_string_append_c(uri, *c);
        else
            g_string_append_printf(uri, "%%%02X", (guchar)*c);
    return g_string_free(uri, FALSE);
}

char *g_filename_from_uri(const char *uri, char **host, GError **error)
{
    if (!g_str_has_prefix(uri, "file:///"))
        return NULL;
    GString *path = g_string_new(NULL);
    for (const char *c = uri + strlen("file://"); *c; c++) {
        gint high = *c == '%' ? g_ascii_xdigit_value(c[1]) : -1;
        gint low = high >= 0 ? g_ascii_xdigit_value(c[2]) : -1;
        g_string_append_c(path, low >= 0 ? (char)(high * 16 + low) : *c);
        c += low >= 0 ? 2 : 0;
    }
    return g_string_free(path, FALSE);
}

/* ---- Files ---- */

gboolean g_file_test(const char *path, GFileTest test)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return FALSE;
    return (test & G_FILE_TEST_EXISTS) || ((test & G_FILE_TEST_IS_DIR) && S_ISDIR(st.st_mode)) ||
           ((test & G_FILE_TEST_IS_REGULAR) && S_ISREG(st.st_mode));
}

gboolean g_file_get_contents(const char *path, char **contents, gsize *bytes, GError **error)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return FALSE;
    GString *all = g_string_new(NULL);
    char part[16384];
    ssize_t got;
    while ((got = read(fd, part, sizeof part)) > 0)
        g_string_append_len(all, part, got);
    close(fd);
    if (bytes)
        *bytes = all->len;
    *contents = g_string_free(all, got != 0);
    return got == 0;
}

char *g_file_read_link(const char *path, GError **error)
{
    char target[4096];
    ssize_t length = readlink(path, target, sizeof target);
    return length < 0 ? NULL : g_strndup(target, (gsize)length);
}

char *g_find_program_in_path(const char *program)
{
    const char *path = getenv("PATH");
    if (strchr(program, '/'))
        return g_file_test(program, G_FILE_TEST_IS_REGULAR) ? g_strdup(program) : NULL;
    char **folders = g_strsplit(path ? path : "/bin:/usr/bin", ":", -1), *found = NULL;
    for (char **folder = folders; *folder && !found; folder++) {
        char *file = g_build_filename(**folder ? *folder : ".", program, NULL);
        if (g_file_test(file, G_FILE_TEST_IS_REGULAR))
            found = file;
        else
            g_free(file);
    }
    g_strfreev(folders);
    return found;
}

GDir *g_dir_open(const char *path, guint flags, GError **error)
{
    return (GDir *)opendir(path);
}

const char *g_dir_read_name(GDir *dir)
{
    struct dirent *entry;
    do
        entry = readdir((DIR *)dir);
    while (entry && (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")));
    return entry ? entry->d_name : NULL;
}

void g_dir_close(GDir *dir)
{
    closedir((DIR *)dir);
}

GMappedFile *g_mapped_file_new(const char *path, gboolean writable, GError **error)
{
    GMappedFile *file = g_new0(GMappedFile, 1);
    if (g_file_get_contents(path, &file->contents, &file->bytes, NULL))
        return file;
    g_free(file);
    return NULL;
}

char *g_mapped_file_get_contents(GMappedFile *file)
{
    return file->contents;
}

gsize g_mapped_file_get_length(GMappedFile *file)
{
    return file->bytes;
}

void g_mapped_file_unref(GMappedFile *file)
{
    g_free(file->contents);
    g_free(file);
}
