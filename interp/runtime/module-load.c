/*
 * module-load.c - `--profile=NAME:ARGS`: finds a profiler module and calls its mono_profiler_init_NAME(descriptor).
 *
 * Looked for in this order: the program's own symbols (linked in), the folders around this runtime's own file, where the
 * dynamic loader looks. Files are called libmono-profiler-NAME.so or mono-profiler-NAME.so. What goes wrong is said in one line.
 */
#include "interp/runtime/runtime.h"

#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <dlfcn.h>
#include <unistd.h>
#endif

typedef void (*ModuleInit)(const char *desc);

static bool is_name(const char *name)
{
    if (!*name)
        return false;
    for (; *name; name++)
        if (!g_ascii_isalnum(*name) && *name != '-' && *name != '_')
            return false;
    return true;
}

#ifdef __wasm__
/* Modules are linked in; the build lists them. */
__attribute__((weak)) void mono_profiler_init_browser(const char *desc);

static char **own_dirs(void)
{
    return NULL;
}

static ModuleInit find_init(const char *name, const char *const *search_dirs)
{
    if (!strcmp(name, "browser") && mono_profiler_init_browser)
        return mono_profiler_init_browser;
    g_printerr("monosp: profiler module '%s': not linked into this program\n", name);
    return NULL;
}
#else
static const char *const prefixes[] = {"libmono-profiler-", "mono-profiler-"};

/* NULL and no message: nothing there. NULL and a message in *why: there, but it cannot be loaded. */
static void *open_in(const char *dir, const char *name, char **why)
{
    void *handle = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(prefixes) && !handle && !*why; i++) {
        char *lib = g_strconcat(prefixes[i], name, ".so", NULL);
        char *path = dir ? g_build_filename(dir, lib, NULL) : g_strdup(lib);
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        const char *message = handle ? NULL : dlerror();
        if (!handle && (dir ? access(path, F_OK) == 0 : !strstr(message, "No such file")))
            *why = g_strdup(message);
        g_free(path);
        g_free(lib);
    }
    return handle;
}

/* Beside the file that holds this code (the command, libmonosp.so, the embedding program), in its prefix's library folder,
 * and where a build folder has modules. */
static char **own_dirs(void)
{
    static const char *const from_own[] = {".", "../lib", "..", "../profiler/plugin", "../../profiler/plugin"};
    GPtrArray *dirs = g_ptr_array_new();
    Dl_info info = {0};
    void *own = NULL;
    *(void (**)(const char *))&own = mono_profiler_load;
    char *real = dladdr(own, &info) && info.dli_fname ? realpath(info.dli_fname, NULL) : NULL;
    char *folder = real ? g_path_get_dirname(real) : NULL;
    for (size_t i = 0; folder && i < G_N_ELEMENTS(from_own); i++)
        g_ptr_array_add(dirs, g_build_filename(folder, from_own[i], NULL));
    g_ptr_array_add(dirs, NULL);
    free(real);
    g_free(folder);
    return (char **)g_ptr_array_free(dirs, FALSE);
}

static ModuleInit find_init(const char *name, const char *const *search_dirs)
{
    char *symbol = g_strconcat("mono_profiler_init_", name, NULL), *why = NULL;
    GString *places = g_string_new(NULL);
    ModuleInit init = NULL;
    *(void **)&init = dlsym(RTLD_DEFAULT, symbol);
    void *module = NULL;
    for (size_t i = 0; !init && search_dirs[i] && !module && !why; i++) {
        module = open_in(search_dirs[i], name, &why);
        g_string_append_printf(places, "%s, ", search_dirs[i]);
    }
    if (!init && !module && !why)
        module = open_in(NULL, name, &why);
    if (module)
        *(void **)&init = dlsym(module, symbol);
    if (why)
        g_printerr("monosp: profiler module '%s': %s\n", name, why);
    else if (module && !init)
        g_printerr("monosp: profiler module '%s' has no function %s\n", name, symbol);
    else if (!init)
        g_printerr("monosp: no profiler module '%s': libmono-profiler-%s.so is neither in %snor where the dynamic "
                   "loader looks\n",
                   name, name, places->str);
    g_string_free(places, TRUE);
    g_free(symbol);
    g_free(why);
    return init;
}
#endif

bool mono_profiler_load_module(const char *descriptor, const char *const *search_dirs)
{
    size_t length = strcspn(descriptor, ":=");
    char *name = g_strndup(descriptor, length);
    char **own = search_dirs ? NULL : own_dirs();
    ModuleInit init = NULL;
    if (is_name(name))
        init = find_init(name, search_dirs ? search_dirs : (const char *const *)own);
    else
        g_printerr("monosp: --profile=%s: that is no NAME or NAME:OPTIONS\n", descriptor);
    g_strfreev(own);
    g_free(name);
    if (init)
        init(descriptor);
    return init != NULL;
}
