/*
 * open.c - a profile as a page in the browser.
 */
#include "profiler/report/report.h"
#include "profiler/report/serve.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The newest file of a folder whose name looks like a profile's; NULL and an error if there is none. */
static char *newest_profile(const char *folder, GError **error)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    char *newest = NULL;
    struct timespec when = {0};
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        struct stat st;
        SpFormat format = sp_format_by_path(name);
        if (format == SP_FORMAT_UNKNOWN || format == SP_FORMAT_SVG)
            continue;
        char *path = g_build_filename(folder, name, NULL);
        bool newer = stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
                     (!newest || st.st_mtim.tv_sec > when.tv_sec ||
                      (st.st_mtim.tv_sec == when.tv_sec && st.st_mtim.tv_nsec > when.tv_nsec));
        if (newer) {
            g_free(newest);
            newest = g_strdup(path);
            when = st.st_mtim;
        }
        g_free(path);
    }
    if (dir)
        g_dir_close(dir);
    if (!newest)
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "open: the folder '%s' holds no profile", folder);
    return newest;
}

/* The page of a profile, written by the HTML writer into a file that only this user can read and that is gone at once.
 */
static char *make_page(const SpProfile *p, size_t *size, GError **error)
{
    GError *why = NULL;
    char *folder = g_dir_make_tmp("samplepoint-XXXXXX", &why), *page = NULL;
    if (!folder) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "open: cannot make a temporary folder: %s", why->message);
        g_error_free(why);
        return NULL;
    }
    char *path = g_build_filename(folder, "page.html", NULL);
    if (sp_export_noted(p, SP_FORMAT_HTML, path, error) && !g_file_get_contents(path, &page, size, &why)) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "open: cannot read back the page: %s", why->message);
        g_error_free(why);
    }
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
    return page;
}

static bool serve(const SpArgs *args, char *page, size_t size, uint16_t port, const char *path, GError **error)
{
    SpPageToServe to_serve = {page, size, sp_args_has(args, "once")};
    int listener = sp_serve_listen(&port, error);
    if (listener < 0)
        return false;
    char *address = g_strdup_printf("http://127.0.0.1:%u/", port);
    printf("%s\n", address);
    fflush(stdout);
    sp_note("serving %s, Ctrl-C ends it", path);
    if (sp_args_has(args, "browser")) {
        const char *const command[] = {"xdg-open", address, NULL};
        GError *why = NULL;
        if (!g_spawn_async(NULL, (char **)command, NULL,
                           G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                           NULL, &why)) {
            sp_note("cannot start the browser: %s", why->message);
            g_error_free(why);
        }
    }
    g_free(address);
    sp_serve(listener, port, &to_serve);
    return true;
}

bool sp_run_open(const SpArgs *args, GError **error)
{
    const char *operand = sp_args_operand(args, 0);
    uint64_t port;
    if (!sp_args_number(args, "port", 1, 65535, 0, &port, error))
        return false;
    char *path = g_file_test(operand, G_FILE_TEST_IS_DIR) ? newest_profile(operand, error) : g_strdup(operand);
    SpProfile *p = path ? sp_load(path, error) : NULL;
    size_t size = 0;
    char *page = p ? make_page(p, &size, error) : NULL;
    sp_profile_free(p);
    bool ok = page && serve(args, page, size, (uint16_t)port, path, error);
    g_free(page);
    g_free(path);
    return ok;
}
