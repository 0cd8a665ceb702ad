/*
 * native-library.c - finds native libraries: dllmap entries of mono's configuration, then the names a library may have.
 */
#include "interp/corlib/native-library.h"

#include <dlfcn.h>
#include <string.h>

static GHashTable *maps;      /* library name -> target; "i:" names in lower case with the prefix kept */
static GHashTable *libraries; /* name asked for -> handle */

static bool os_fits(const char *os)
{
    if (!os)
        return true;
    bool negative = *os == '!';
    char **names = g_strsplit(os + negative, ",", -1);
    bool named = g_strv_contains((const char *const *)names, "linux");
    g_strfreev(names);
    return named != negative;
}

static void config_element(GMarkupParseContext *context, const char *element, const char **names, const char **values,
                           void *data, GError **error)
{
    const char *dll = NULL, *target = NULL, *os = NULL;
    if (strcmp(element, "dllmap") != 0)
        return;
    for (unsigned i = 0; names[i]; i++) {
        if (strcmp(names[i], "dll") == 0)
            dll = values[i];
        else if (strcmp(names[i], "target") == 0)
            target = values[i];
        else if (strcmp(names[i], "os") == 0)
            os = values[i];
        else if (strcmp(names[i], "name") == 0)
            return; /* one function only */
    }
    if (dll && target && os_fits(os))
        g_hash_table_replace(data, g_str_has_prefix(dll, "i:") ? g_ascii_strdown(dll, -1) : g_strdup(dll),
                             g_strdup(target));
}

static void read_config(const char *path, GHashTable *into)
{
    static const GMarkupParser parser = {.start_element = config_element};
    char *text = NULL;
    gsize length;
    if (!g_file_get_contents(path, &text, &length, NULL))
        return;
    GMarkupParseContext *context = g_markup_parse_context_new(&parser, 0, into, NULL);
    g_markup_parse_context_parse(context, text, (gssize)length, NULL); /* what is wrong in it is left out */
    g_markup_parse_context_free(context);
    g_free(text);
}

static char *lookup_map(GHashTable *map, const char *name)
{
    const char *target = g_hash_table_lookup(map, name);
    if (!target) {
        char *lower = g_ascii_strdown(name, -1), *key = g_strconcat("i:", lower, NULL);
        target = g_hash_table_lookup(map, key);
        g_free(lower);
        g_free(key);
    }
    return g_strdup(target);
}

static char *library_folder(void)
{
    const char *libdir = mono_assembly_libdir(); /* PREFIX/lib/mono */
    return libdir ? g_path_get_dirname(libdir) : g_strdup("/usr/lib");
}

/* Target of a name: the assembly's own .config first, then the system's; "$mono_libdir" filled in. */
static char *map_name(const char *name, const MonoAssembly *from)
{
    char *target = NULL;
    if (from && from->image && from->image->filename) {
        GHashTable *own = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        char *path = g_strconcat(from->image->filename, ".config", NULL);
        read_config(path, own);
        target = lookup_map(own, name);
        g_free(path);
        g_hash_table_destroy(own);
    }
    if (!maps) {
        const char *folder = g_getenv("MONO_CFG_DIR");
        char *path = g_build_filename(folder ? folder : "/etc", "mono", "config", NULL);
        maps = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        read_config(path, maps);
        g_free(path);
    }
    if (!target)
        target = lookup_map(maps, name);
    if (!target)
        return g_strdup(name);
    static const char variable[] = "$mono_libdir/";
    if (g_str_has_prefix(target, variable)) {
        char *folder = library_folder();
        char *full = g_build_filename(folder, target + strlen(variable), NULL);
        g_free(folder);
        g_free(target);
        target = full;
    }
    return target;
}

static void *try_open(const char *folder, const char *prefix, const char *name, const char *suffix)
{
    char *file = g_strconcat(prefix, name, suffix, NULL);
    char *path = folder ? g_build_filename(folder, file, NULL) : g_strdup(file);
    void *library = dlopen(path, RTLD_LAZY);
    g_free(path);
    g_free(file);
    return library;
}

static void *open_any(const char *target, const MonoAssembly *from)
{
    void *library = dlopen(target, RTLD_LAZY);
    if (library || g_path_is_absolute(target))
        return library;
    char *stem = g_str_has_suffix(target, ".dll") ? g_strndup(target, strlen(target) - 4) : g_strdup(target);
    char *mono_folder = library_folder();
    const char *folders[] = {from ? from->base_dir : NULL, NULL, mono_folder};
    static const char *const forms[][2] = {{"", ""}, {"", ".so"}, {"lib", ".so"}, {"lib", ""}};
    for (unsigned i = 0; i < G_N_ELEMENTS(folders) && !library; i++)
        for (unsigned j = 0; j < G_N_ELEMENTS(forms) && !library; j++) {
            if (i == 0 && !folders[i])
                continue;
            library = try_open(folders[i], forms[j][0], stem, forms[j][1]);
        }
    g_free(mono_folder);
    g_free(stem);
    return library;
}

void *native_library_open(const char *name, const MonoAssembly *from)
{
    if (!libraries)
        libraries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    void *library = g_hash_table_lookup(libraries, name);
    if (library)
        return library;
    if (strcmp(name, "__Internal") == 0) {
        library = dlopen(NULL, RTLD_LAZY);
    } else {
        char *target = map_name(name, from);
        library = strcmp(target, "__Internal") == 0 ? dlopen(NULL, RTLD_LAZY) : open_any(target, from);
        g_free(target);
    }
    if (library)
        g_hash_table_insert(libraries, g_strdup(name), library);
    return library;
}

void *native_library_symbol(void *library, const char *name)
{
    return dlsym(library, name);
}
