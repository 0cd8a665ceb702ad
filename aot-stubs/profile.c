/*
 * profile.c - --aot=profile=FILE: the methods that a profile names, in a stack or, as in a nettrace file, as loaded.
 */
#include "aot-stubs/compile.h"

#include <stdio.h>

#include "profiler/import/import.h"

GHashTable *aot_profile_read(const char *path)
{
    GError *error = NULL;
    SpProfile *profile = sp_import(path, &error);
    if (!profile) {
        fprintf(stderr, "--aot: profile=%s\n", error->message);
        g_error_free(error);
        return NULL;
    }
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < profile->functions->len; i++)
        g_hash_table_add(names, g_strdup(g_array_index(profile->functions, SpFunction, i).name));
    sp_profile_free(profile);
    return names;
}

static bool contains(GHashTable *names, char *full)
{
    char *name = sp_pretty_name(full);
    bool named = g_hash_table_contains(names, name);
    g_free(name);
    return named;
}

bool aot_profile_names(GHashTable *names, MonoMethod *method)
{
    char *full = mono_method_full_name(method, 1), *shared = aot_shared_name(method);
    bool named = contains(names, full) || contains(names, shared);
    g_free(shared);
    mono_free(full);
    return named;
}
