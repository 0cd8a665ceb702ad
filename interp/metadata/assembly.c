/*
 * assembly.c - assemblies: names, the search path, what is loaded.
 *
 *   AssemblyRef or text -> MonoAssemblyName -> loaded? -> search path -> resolve hook -> FileNotFoundException
 *
 * Search path, in this order: application folder, MONO_PATH, LIBDIR/4.5, LIBDIR/4.5/Facades, gac folders
 * (NAME/VERSION_CULTURE_TOKEN/), the folder of the assembly that asks. The core library comes from MONO_PATH or LIBDIR
 * only. Framework assemblies (System*, Microsoft*, mscorlib) are one whatever version a reference names, as in Mono.
 */
#include "interp/metadata/internal.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASSEMBLY_FLAG_PUBLIC_KEY = 1, TOKEN_SIZE = 8, SHA1_SIZE = 20 };

static struct {
    char *app_dir, *libdir;
    GPtrArray *mono_path; /* folders, in order */
    GPtrArray *gacs;      /* gac folders, in order */
    GPtrArray *assemblies;
    GHashTable *images; /* path without links -> MonoImage that was opened from it */
    MonoLoadHook load_hook;
    MonoResolveHook resolve_hook;
} loader;

/* ---- Hooks and start --------------------------------------------------------------------------------------------- */

void mono_load_raise(MonoLoadStage stage, MonoImage *image, MonoAssembly *assembly)
{
    if (loader.load_hook)
        loader.load_hook(stage, image, assembly);
}

void mono_assembly_set_load_hook(MonoLoadHook hook)
{
    loader.load_hook = hook;
}

void mono_assembly_set_resolve_hook(MonoResolveHook hook)
{
    loader.resolve_hook = hook;
}

static void make_registry(void)
{
    if (loader.assemblies)
        return;
    loader.assemblies = g_ptr_array_new();
    loader.images = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/* Folders of a list with colons, each with `suffix` behind; empty ones are left out. */
static void add_folders(GPtrArray *to, const char *list, const char *suffix)
{
    char **parts = g_strsplit(list ? list : "", ":", -1);
    for (char **part = parts; *part; part++)
        if (**part)
            g_ptr_array_add(to, g_strconcat(*part, suffix, NULL));
    g_strfreev(parts);
}

void mono_assembly_init(const char *app_dir, const char *libdir)
{
    make_registry();
    if (loader.mono_path)
        g_ptr_array_unref(loader.mono_path);
    if (loader.gacs)
        g_ptr_array_unref(loader.gacs);
    g_free(loader.app_dir);
    g_free(loader.libdir);
    loader.app_dir = g_strdup(app_dir);
    loader.libdir = libdir ? g_strdup(libdir) : mono_file_find_libdir();
    loader.mono_path = g_ptr_array_new_with_free_func(g_free);
    loader.gacs = g_ptr_array_new_with_free_func(g_free);
    add_folders(loader.mono_path, getenv("MONO_PATH"), "");
    add_folders(loader.gacs, getenv("MONO_GAC_PREFIX"), "/lib/mono/gac");
    if (loader.libdir)
        g_ptr_array_add(loader.gacs, g_strconcat(loader.libdir, "/gac", NULL));
}

const char *mono_assembly_libdir(void)
{
    return loader.libdir;
}

MonoAssembly *const *mono_assembly_loaded(unsigned *count)
{
    make_registry();
    *count = loader.assemblies->len;
    return (MonoAssembly *const *)loader.assemblies->pdata;
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

/* II.6.3: the last eight bytes of the key's SHA-1, backwards. */
static void set_token_from_key(MonoAssemblyName *name, const uint8_t *key, size_t size)
{
    uint8_t digest[SHA1_SIZE];
    gsize length = sizeof digest;
    GChecksum *sha1 = g_checksum_new(G_CHECKSUM_SHA1);
    g_checksum_update(sha1, key, (gssize)size);
    g_checksum_get_digest(sha1, digest, &length);
    g_checksum_free(sha1);
    for (unsigned i = 0; i < TOKEN_SIZE; i++)
        name->public_key_token[i] = digest[SHA1_SIZE - 1 - i];
    name->has_public_key_token = true;
}

static void assembly_def(const MonoImage *image, MonoAssemblyName *name)
{
    const MonoTableId table = MONO_TABLE_ASSEMBLY;
    *name = (MonoAssemblyName){
        .name = mono_image_string(image, mono_image_row(image, table, 1, MONO_ASSEMBLY_NAME)),
        .culture = mono_image_string(image, mono_image_row(image, table, 1, MONO_ASSEMBLY_CULTURE)),
        .major = (uint16_t)mono_image_row(image, table, 1, MONO_ASSEMBLY_MAJOR),
        .minor = (uint16_t)mono_image_row(image, table, 1, MONO_ASSEMBLY_MINOR),
        .build = (uint16_t)mono_image_row(image, table, 1, MONO_ASSEMBLY_BUILD),
        .revision = (uint16_t)mono_image_row(image, table, 1, MONO_ASSEMBLY_REVISION),
        .flags = mono_image_row(image, table, 1, MONO_ASSEMBLY_FLAGS),
    };
    uint32_t key = mono_image_row(image, table, 1, MONO_ASSEMBLY_PUBLIC_KEY);
    if (key && mono_image_blob(image, key, &name->public_key) && name->public_key.size_bytes)
        set_token_from_key(name, name->public_key.data, name->public_key.size_bytes);
}

void mono_image_assembly_ref(const MonoImage *image, uint32_t row, MonoAssemblyName *name)
{
    const MonoTableId table = MONO_TABLE_ASSEMBLYREF;
    *name = (MonoAssemblyName){
        .name = mono_image_string(image, mono_image_row(image, table, row, MONO_ASSEMBLYREF_NAME)),
        .culture = mono_image_string(image, mono_image_row(image, table, row, MONO_ASSEMBLYREF_CULTURE)),
        .major = (uint16_t)mono_image_row(image, table, row, MONO_ASSEMBLYREF_MAJOR),
        .minor = (uint16_t)mono_image_row(image, table, row, MONO_ASSEMBLYREF_MINOR),
        .build = (uint16_t)mono_image_row(image, table, row, MONO_ASSEMBLYREF_BUILD),
        .revision = (uint16_t)mono_image_row(image, table, row, MONO_ASSEMBLYREF_REVISION),
        .flags = mono_image_row(image, table, row, MONO_ASSEMBLYREF_FLAGS),
    };
    MonoBlob key;
    uint32_t index = mono_image_row(image, table, row, MONO_ASSEMBLYREF_PUBLIC_KEY);
    if (index == 0 || !mono_image_blob(image, index, &key) || key.size_bytes == 0)
        return;
    if (name->flags & ASSEMBLY_FLAG_PUBLIC_KEY) {
        name->public_key = key;
        set_token_from_key(name, key.data, key.size_bytes);
    } else if (key.size_bytes == TOKEN_SIZE) {
        memcpy(name->public_key_token, key.data, TOKEN_SIZE);
        name->has_public_key_token = true;
    }
}

static void token_text(const MonoAssemblyName *name, char text[2 * TOKEN_SIZE + 1])
{
    for (unsigned i = 0; i < TOKEN_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", name->public_key_token[i]);
}

char *mono_assembly_name_text(const MonoAssemblyName *name)
{
    char token[2 * TOKEN_SIZE + 1];
    token_text(name, token);
    const char *quote = g_ascii_isspace(name->name[0]) ? "\"" : "";
    return g_strdup_printf(
        "%s%s%s, Version=%u.%u.%u.%u, Culture=%s, PublicKeyToken=%s%s", quote, name->name, quote, name->major,
        name->minor, name->build, name->revision, name->culture && *name->culture ? name->culture : "neutral",
        name->has_public_key_token ? token : "null", name->flags & 0x100 ? ", Retargetable=Yes" : "");
}

static bool parse_version(const char *text, MonoAssemblyName *name)
{
    uint16_t *const parts[] = {&name->major, &name->minor, &name->build, &name->revision};
    for (unsigned i = 0; i < 4; i++) {
        char *end;
        if (!g_ascii_isdigit(*text))
            return false;
        unsigned long value = strtoul(text, &end, 10);
        if (value > UINT16_MAX)
            return false;
        *parts[i] = (uint16_t)value;
        if (*end == 0)
            return true;
        if (*end != '.')
            return false;
        text = end + 1;
    }
    return false;
}

/* Bytes of hexadecimal text, g_free them; NULL when malformed. */
static uint8_t *parse_hex(const char *text, size_t *size)
{
    size_t length = strlen(text);
    uint8_t *bytes = g_malloc(length / 2 + 1);
    for (size_t i = 0; i < length; i++) {
        int digit = g_ascii_xdigit_value(text[i]);
        if (digit < 0 || length % 2) {
            g_free(bytes);
            return NULL;
        }
        bytes[i / 2] = (uint8_t)(i % 2 ? bytes[i / 2] << 4 | digit : digit);
    }
    *size = length / 2;
    return bytes;
}

static bool parse_key(const char *value, bool full, MonoAssemblyName *name)
{
    if (g_ascii_strcasecmp(value, "null") == 0 || *value == 0)
        return true;
    size_t size;
    uint8_t *bytes = parse_hex(value, &size);
    bool good = bytes && (full || size == TOKEN_SIZE);
    if (good && full) {
        set_token_from_key(name, bytes, size);
    } else if (good) {
        memcpy(name->public_key_token, bytes, TOKEN_SIZE);
        name->has_public_key_token = true;
    }
    g_free(bytes);
    return good;
}

/* One "Key=Value" behind the simple name. Keys that say nothing to the loader are accepted. */
static bool parse_part(char *part, MonoAssemblyName *name)
{
    char *equals = strchr(part, '=');
    if (!equals)
        return false;
    *equals = 0;
    const char *key = g_strstrip(part), *value = g_strstrip(equals + 1);
    if (g_ascii_strcasecmp(key, "Version") == 0)
        return parse_version(value, name);
    if (g_ascii_strcasecmp(key, "Culture") == 0) {
        g_free((char *)name->culture);
        name->culture = g_strdup(g_ascii_strcasecmp(value, "neutral") == 0 ? "" : value);
        return true;
    }
    if (g_ascii_strcasecmp(key, "PublicKeyToken") == 0)
        return parse_key(value, false, name);
    if (g_ascii_strcasecmp(key, "PublicKey") == 0)
        return parse_key(value, true, name);
    if (g_ascii_strcasecmp(key, "Retargetable") == 0) {
        name->flags |= g_ascii_strcasecmp(value, "Yes") == 0 ? 0x100u : 0;
        return true;
    }
    return *key != 0;
}

bool mono_assembly_name_parse_text(const char *text, MonoAssemblyName *name)
{
    *name = (MonoAssemblyName){0};
    char **parts = g_strsplit(text, ",", -1);
    char *simple = parts[0] ? g_strstrip(parts[0]) : NULL;
    size_t length = simple ? strlen(simple) : 0;
    if (length >= 2 && simple[0] == '"' && simple[length - 1] == '"') {
        simple[length - 1] = 0;
        simple++;
        length -= 2;
    }
    bool good = length != 0;
    name->name = g_strdup(good ? simple : "");
    name->culture = g_strdup("");
    for (char **part = parts + 1; good && *part; part++)
        good = parse_part(*part, name);
    g_strfreev(parts);
    if (!good) {
        g_free((char *)name->name);
        g_free((char *)name->culture);
        *name = (MonoAssemblyName){0};
    }
    return good;
}

/* ---- Matching ---------------------------------------------------------------------------------------------------- */

static bool is_framework(const char *name)
{
    return strcmp(name, "mscorlib") == 0 || strcmp(name, "System") == 0 || strcmp(name, "netstandard") == 0 ||
           strcmp(name, "WindowsBase") == 0 || g_str_has_prefix(name, "System.") ||
           g_str_has_prefix(name, "Microsoft.");
}

static bool same_version(const MonoAssemblyName *a, const MonoAssemblyName *b)
{
    return a->major == b->major && a->minor == b->minor && a->build == b->build && a->revision == b->revision;
}

static bool same_culture(const MonoAssemblyName *a, const MonoAssemblyName *b)
{
    return g_ascii_strcasecmp(a->culture ? a->culture : "", b->culture ? b->culture : "") == 0;
}

/* May a file with the name `found` stand for a reference to `wanted`? A version is for the folder to say. */
static bool satisfies(const MonoAssemblyName *wanted, const MonoAssemblyName *found)
{
    if (g_ascii_strcasecmp(wanted->name, found->name) != 0 || !same_culture(wanted, found))
        return false;
    return !wanted->has_public_key_token || is_framework(found->name) ||
           (found->has_public_key_token && memcmp(wanted->public_key_token, found->public_key_token, TOKEN_SIZE) == 0);
}

static MonoAssembly *find_loaded(const MonoAssemblyName *name)
{
    for (guint i = 0; i < loader.assemblies->len; i++) {
        MonoAssembly *assembly = loader.assemblies->pdata[i];
        if (assembly->reflection_only || !satisfies(name, &assembly->name))
            continue;
        if (!name->has_public_key_token || is_framework(name->name) || same_version(name, &assembly->name))
            return assembly;
    }
    return NULL;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static bool in_gac(const char *path)
{
    for (guint i = 0; loader.gacs && i < loader.gacs->len; i++) {
        const char *gac = loader.gacs->pdata[i];
        size_t length = strlen(gac);
        if (strncmp(path, gac, length) == 0 && path[length] == '/')
            return true;
    }
    return false;
}

/* The image of a file, opened once a process. LIBDIR/4.5 is mostly links into the gac; such a file is known by its
 * path there, as in Mono. Others keep the path that was given. */
static MonoImage *image_of_file(const char *path, MonoError *error)
{
    make_registry();
    char *real = mono_file_real_path(path);
    MonoImage *image = real ? g_hash_table_lookup(loader.images, real) : NULL;
    if (!image) {
        image = mono_image_open_file(real && in_gac(real) ? real : path, error);
        if (image && real) {
            g_hash_table_insert(loader.images, real, image);
            return image;
        }
    }
    g_free(real);
    return image;
}

MonoAssembly *mono_assembly_from_image(MonoImage *image, MonoError *error)
{
    make_registry();
    if (image->assembly)
        return image->assembly;
    if (mono_image_rows(image, MONO_TABLE_ASSEMBLY) == 0) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename,
                       "%s: the file is a module, not an assembly: it has no manifest", image->filename);
        return NULL;
    }
    MonoAssembly *assembly = g_new0(MonoAssembly, 1);
    assembly_def(image, &assembly->name);
    assembly->image = image;
    assembly->base_dir = g_path_get_dirname(image->filename);
    assembly->in_gac = in_gac(image->filename);
    image->assembly = assembly;
    mono_load_raise(MONO_LOAD_ASSEMBLY_LOADING, image, assembly);
    g_ptr_array_add(loader.assemblies, assembly);
    mono_load_raise(MONO_LOAD_ASSEMBLY_LOADED, image, assembly);
    return assembly;
}

MonoAssembly *mono_assembly_open_file(const char *path, MonoError *error)
{
    MonoImage *image = image_of_file(path, error);
    return image ? mono_assembly_from_image(image, error) : NULL;
}

MonoImage *mono_assembly_load_module(MonoAssembly *assembly, const char *file_name, MonoError *error)
{
    if (strchr(file_name, '/') || *file_name == 0) {
        mono_error_set(error, MONO_ERROR_FILE_NOT_FOUND, file_name, "%s: module \"%s\" is not the name of a file",
                       assembly->image->filename, file_name);
        return NULL;
    }
    char *path = g_build_filename(assembly->base_dir, file_name, NULL);
    MonoImage *image = image_of_file(path, error);
    g_free(path);
    if (image && !image->assembly && mono_image_rows(image, MONO_TABLE_ASSEMBLY) == 0)
        image->assembly = assembly;
    return image;
}

/* ---- The search path --------------------------------------------------------------------------------------------- */

/* An assembly in a file, if there is one that satisfies the reference. *error is set only by a file that is damaged. */
static MonoAssembly *try_file(const char *path, const MonoAssemblyName *name, MonoError *error)
{
    if (!mono_error_ok(error) || !mono_file_exists(path))
        return NULL;
    MonoImage *image = image_of_file(path, error);
    if (!image || mono_image_rows(image, MONO_TABLE_ASSEMBLY) == 0)
        return NULL;
    MonoAssemblyName found;
    assembly_def(image, &found);
    return satisfies(name, &found) ? mono_assembly_from_image(image, error) : NULL;
}

/* NAME.dll, then NAME.exe, in a folder; of a satellite in its culture's folder. */
static MonoAssembly *try_folder(const char *folder, const MonoAssemblyName *name, MonoError *error)
{
    static const char *const suffixes[] = {".dll", ".exe"};
    MonoAssembly *assembly = NULL;
    for (unsigned i = 0; folder && i < 2 && !assembly && mono_error_ok(error); i++) {
        char *path = name->culture && *name->culture
                         ? g_strconcat(folder, "/", name->culture, "/", name->name, suffixes[i], NULL)
                         : g_strconcat(folder, "/", name->name, suffixes[i], NULL);
        assembly = try_file(path, name, error);
        g_free(path);
    }
    return assembly;
}

static MonoAssembly *try_gac(const char *gac, const MonoAssemblyName *name, MonoError *error)
{
    char token[2 * TOKEN_SIZE + 1];
    token_text(name, token);
    char *folder = g_strdup_printf("%s/%s/%u.%u.%u.%u_%s_%s", gac, name->name, name->major, name->minor, name->build,
                                   name->revision, name->culture ? name->culture : "", token);
    static const char *const suffixes[] = {".dll", ".exe"};
    MonoAssembly *assembly = NULL;
    for (unsigned i = 0; i < 2 && !assembly; i++) {
        char *path = g_strconcat(folder, "/", name->name, suffixes[i], NULL);
        assembly = try_file(path, name, error);
        g_free(path);
    }
    g_free(folder);
    return assembly;
}

static MonoAssembly *search(const MonoAssemblyName *name, const MonoAssembly *requesting, MonoError *error)
{
    bool core = strcmp(name->name, "mscorlib") == 0;
    MonoAssembly *found = core ? NULL : try_folder(loader.app_dir, name, error);
    for (guint i = 0; !found && loader.mono_path && i < loader.mono_path->len; i++)
        found = try_folder(loader.mono_path->pdata[i], name, error);
    static const char *const library_folders[] = {"/4.5", "/4.5/Facades"};
    for (unsigned i = 0; !found && loader.libdir && i < G_N_ELEMENTS(library_folders); i++) {
        char *folder = g_strconcat(loader.libdir, library_folders[i], NULL);
        found = try_folder(folder, name, error);
        g_free(folder);
    }
    for (guint i = 0; !found && loader.gacs && i < loader.gacs->len && name->has_public_key_token; i++)
        found = try_gac(loader.gacs->pdata[i], name, error);
    if (!found && !core && requesting)
        found = try_folder(requesting->base_dir, name, error);
    return found;
}

MonoAssembly *mono_assembly_load_name(const MonoAssemblyName *name, const MonoAssembly *requesting, MonoError *error)
{
    make_registry();
    MonoAssembly *assembly = find_loaded(name);
    bool usable = *name->name && !strchr(name->name, '/') && !(name->culture && strchr(name->culture, '/'));
    MonoError damaged = MONO_ERROR_INIT;
    if (!assembly && usable)
        assembly = search(name, requesting, &damaged);
    if (!assembly && mono_error_ok(&damaged) && loader.resolve_hook)
        assembly = loader.resolve_hook(name, requesting);
    if (assembly)
        return assembly;
    if (!mono_error_ok(&damaged)) {
        mono_error_move(error, &damaged);
        return NULL;
    }
    char *text = mono_assembly_name_text(name);
    mono_error_set(error, MONO_ERROR_FILE_NOT_FOUND, text,
                   "Could not load file or assembly '%s' or one of its dependencies.", text);
    g_free(text);
    return NULL;
}

MonoAssembly *mono_assembly_load_reference(MonoImage *image, uint32_t row, MonoError *error)
{
    uint32_t rows = mono_image_rows(image, MONO_TABLE_ASSEMBLYREF);
    if (row - 1u >= rows) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: there is no AssemblyRef row %u",
                       image->filename, row);
        return NULL;
    }
    struct MonoImagePrivate *priv = image->priv;
    if (!priv->references)
        priv->references = g_new0(MonoAssembly *, rows);
    if (!priv->references[row - 1]) {
        MonoAssemblyName name;
        mono_image_assembly_ref(image, row, &name);
        priv->references[row - 1] = mono_assembly_load_name(&name, image->assembly, error);
    }
    return priv->references[row - 1];
}
