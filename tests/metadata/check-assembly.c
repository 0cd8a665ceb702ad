/* check-assembly.c - names of assemblies, the search path, what is loaded already, modules, hooks. */
#include "tests/metadata/builder.h"
#include "tests/suite.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static char *root; /* a folder of this test alone: app/, path/, lib/ */

static void remove_folder(const char *path)
{
    GDir *folder = g_dir_open(path, 0, NULL);
    for (const char *name; folder && (name = g_dir_read_name(folder));) {
        char *entry = g_build_filename(path, name, NULL);
        if (g_file_test(entry, G_FILE_TEST_IS_DIR) && !g_file_test(entry, G_FILE_TEST_IS_SYMLINK))
            remove_folder(entry);
        else
            g_unlink(entry);
        g_free(entry);
    }
    if (folder)
        g_dir_close(folder);
    g_rmdir(path);
}

static void at_end(void)
{
    remove_folder(root);
    g_free(root);
}

static char *place(const char *path)
{
    return g_build_filename(root, path, NULL);
}

static void write_built(Builder *b, const char *path)
{
    char *file = place(path), *folder = g_path_get_dirname(file);
    g_mkdir_with_parents(folder, 0755);
    builder_write(b, file);
    g_free(file);
    g_free(folder);
}

static void write_assembly(const char *path, const char *name, unsigned major, const char *culture, const char *key)
{
    Builder b = builder_new();
    builder_assembly(&b, name, major, culture, key);
    write_built(&b, path);
    builder_free(&b);
}

static void start(void)
{
    root = g_dir_make_tmp("metadata-XXXXXX", NULL);
    atexit(at_end);
    write_assembly("lib/4.5/mscorlib.dll", "mscorlib", 4, "", "core");
    char *app = place("app"), *path = place("path"), *lib = place("lib"), *list = g_strconcat(":", path, "::/no", NULL);
    g_setenv("MONO_PATH", list, TRUE);
    g_unsetenv("MONO_GAC_PREFIX");
    mono_assembly_init(app, lib);
    ck_assert_str_eq(mono_assembly_libdir(), lib);
    g_free(app);
    g_free(path);
    g_free(lib);
    g_free(list);
}

static MonoAssembly *load(const char *text, MonoError *error)
{
    MonoAssemblyName name;
    ck_assert_msg(mono_assembly_name_parse_text(text, &name), "%s", text);
    MonoAssembly *assembly = mono_assembly_load_name(&name, NULL, error);
    ck_assert(assembly || !mono_error_ok(error));
    g_free((char *)name.name);
    g_free((char *)name.culture);
    return assembly;
}

/* The file, seen from the root, that a name gives; NULL = none. */
static const char *found(const char *text)
{
    MonoError error = MONO_ERROR_INIT;
    MonoAssembly *assembly = load(text, &error);
    if (!assembly) {
        ck_assert_int_eq(error.code, MONO_ERROR_FILE_NOT_FOUND);
        mono_error_clear(&error);
        return NULL;
    }
    ck_assert(g_str_has_prefix(assembly->image->filename, root));
    return assembly->image->filename + strlen(root) + 1;
}

START_TEST(names_as_text)
{
    MonoAssemblyName name;
    ck_assert(mono_assembly_name_parse_text(
        " My.Lib , version=1.20.300.4000, CULTURE=de-DE,PublicKeyToken = b77a5c561934e089, Other=1", &name));
    ck_assert_str_eq(name.name, "My.Lib");
    ck_assert_str_eq(name.culture, "de-DE");
    ck_assert(name.major == 1 && name.minor == 20 && name.build == 300 && name.revision == 4000);
    char *text = mono_assembly_name_text(&name);
    ck_assert_str_eq(text, "My.Lib, Version=1.20.300.4000, Culture=de-DE, PublicKeyToken=b77a5c561934e089");
    g_free(text);
    g_free((char *)name.name);
    g_free((char *)name.culture);
    ck_assert(mono_assembly_name_parse_text("simple", &name));
    text = mono_assembly_name_text(&name);
    ck_assert_str_eq(text, "simple, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null");
    g_free(text);
    g_free((char *)name.name);
    g_free((char *)name.culture);
    /* the token of the standard's key is the one that every framework reference names */
    ck_assert(mono_assembly_name_parse_text("k, PublicKey=00000000000000000400000000000000, Culture=neutral", &name));
    text = mono_assembly_name_text(&name);
    ck_assert_str_eq(text, "k, Version=0.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");
    g_free(text);
    g_free((char *)name.name);
    g_free((char *)name.culture);
    static const char *const bad[] = {"",
                                      " , Version=1.0",
                                      "a, Version=x",
                                      "a, Version=1.2.3.4.5",
                                      "a, Version",
                                      "a, Version=70000.1.1.1",
                                      "a, PublicKeyToken=12",
                                      "a, PublicKeyToken=zz7a5c561934e089",
                                      "a, Version=1..2"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
        ck_assert_msg(!mono_assembly_name_parse_text(bad[i], &name) && !name.name, "%s", bad[i]);
}
END_TEST

START_TEST(the_search_path_in_its_order)
{
    start();
    write_assembly("app/A.dll", "A", 1, "", NULL);
    write_assembly("app/A.exe", "A", 1, "", NULL);
    write_assembly("path/A.dll", "A", 1, "", NULL);
    write_assembly("app/B.exe", "B", 1, "", NULL);
    write_assembly("path/C.dll", "C", 1, "", NULL);
    write_assembly("lib/4.5/C.dll", "C", 1, "", NULL);
    write_assembly("lib/4.5/D.dll", "D", 1, "", NULL);
    write_assembly("lib/4.5/Facades/D.dll", "D", 1, "", NULL);
    write_assembly("lib/4.5/Facades/E.dll", "E", 1, "", NULL);
    ck_assert_str_eq(found("A"), "app/A.dll");
    ck_assert_str_eq(found("B"), "app/B.exe");
    ck_assert_str_eq(found("C"), "path/C.dll");
    ck_assert_str_eq(found("D"), "lib/4.5/D.dll");
    ck_assert_str_eq(found("E"), "lib/4.5/Facades/E.dll");
    ck_assert_ptr_null(found("F"));
    ck_assert_ptr_null(found("../app/A"));
    unsigned count;
    MonoAssembly *const *loaded = mono_assembly_loaded(&count);
    ck_assert_uint_eq(count, 5);
    ck_assert_str_eq(loaded[1]->name.name, "B");
}
END_TEST

START_TEST(the_core_library_is_not_the_applications)
{
    start();
    write_assembly("app/mscorlib.dll", "mscorlib", 9, "", NULL);
    ck_assert_str_eq(found("mscorlib, Version=2.0.0.0, PublicKeyToken=b77a5c561934e089"), "lib/4.5/mscorlib.dll");
    ck_assert_str_eq(found("mscorlib, Version=4.0.0.0, PublicKeyToken=7cec85d7bea7798e"), "lib/4.5/mscorlib.dll");
}
END_TEST

START_TEST(framework_assemblies_are_one_whatever_the_version)
{
    start();
    write_assembly("lib/4.5/System.Core.dll", "System.Core", 4, "", "key");
    ck_assert_str_eq(found("System.Core, Version=3.5.0.0, PublicKeyToken=b77a5c561934e089"), "lib/4.5/System.Core.dll");
    MonoError error = MONO_ERROR_INIT;
    ck_assert(load("System.Core, Version=2.0.5.0", &error) ==
              load("System.Core, Version=4.0.0.0, PublicKeyToken=b77a5c561934e089", &error));
}
END_TEST

/* What token a key gives, as the loader computes it. */
static char *token_of(const char *path)
{
    char *file = place(path);
    MonoError error = MONO_ERROR_INIT;
    MonoAssembly *assembly = mono_assembly_open_file(file, &error);
    ck_assert_msg(assembly != NULL, "%s", error.message);
    g_free(file);
    char *text = mono_assembly_name_text(&assembly->name), *token = g_strdup(strstr(text, "PublicKeyToken=") + 15);
    g_free(text);
    return token;
}

START_TEST(strong_names_need_their_token_and_find_their_version_in_the_gac)
{
    start();
    write_assembly("other/K.dll", "K", 5, "", "one key");
    char *token = token_of("other/K.dll");
    char *gac1 = g_strdup_printf("lib/gac/K/1.2.3.4__%s/K.dll", token);
    char *gac2 = g_strdup_printf("lib/gac/K/2.2.3.4__%s/K.dll", token);
    write_assembly(gac1, "K", 1, "", "one key");
    write_assembly(gac2, "K", 2, "", "one key");
    write_assembly("app/K.dll", "K", 3, "", "another key");
    char *name = g_strdup_printf("K, Version=1.2.3.4, PublicKeyToken=%s", token);
    ck_assert_str_eq(found(name), gac1);
    name[11] = '2';
    ck_assert_str_eq(found(name), gac2);
    name[11] = '3';
    ck_assert_ptr_null(found(name));
    MonoError error = MONO_ERROR_INIT;
    name[11] = '2';
    MonoAssembly *assembly = load(name, &error);
    ck_assert(assembly->in_gac && assembly->name.major == 2);
    g_free(gac1);
    g_free(gac2);
    g_free(name);
    g_free(token);
}
END_TEST

START_TEST(a_link_into_the_gac_is_the_file_there)
{
    start();
    write_assembly("lib/gac/System/4.2.3.4__0000000000000000/System.dll", "System", 4, "", NULL);
    char *link = place("lib/4.5/System.dll");
    ck_assert_int_eq(symlink("../gac/System/4.2.3.4__0000000000000000/System.dll", link), 0);
    ck_assert_str_eq(found("System"), "lib/gac/System/4.2.3.4__0000000000000000/System.dll");
    MonoError error = MONO_ERROR_INIT;
    ck_assert(mono_assembly_open_file(link, &error) == load("System", &error));
    g_free(link);
}
END_TEST

START_TEST(satellites_stand_in_the_folder_of_their_culture)
{
    start();
    write_assembly("app/S.resources.dll", "S.resources", 1, "", NULL);
    write_assembly("app/de/S.resources.dll", "S.resources", 1, "de", NULL);
    ck_assert_str_eq(found("S.resources, Culture=de"), "app/de/S.resources.dll");
    ck_assert_str_eq(found("S.resources, Culture=neutral"), "app/S.resources.dll");
    ck_assert_ptr_null(found("S.resources, Culture=fr"));
}
END_TEST

START_TEST(a_file_with_another_name_inside_is_not_taken)
{
    start();
    write_assembly("app/N.dll", "Other", 1, "", NULL);
    write_assembly("path/N.dll", "N", 1, "", NULL);
    ck_assert_str_eq(found("N"), "path/N.dll");
}
END_TEST

START_TEST(a_damaged_file_is_an_error_and_not_passed_over)
{
    start();
    char *file = place("path/X.dll"), *folder = place("path");
    g_mkdir_with_parents(folder, 0755);
    ck_assert(g_file_set_contents(file, "no assembly at all", -1, NULL));
    write_assembly("lib/4.5/X.dll", "X", 1, "", NULL);
    MonoError error = MONO_ERROR_INIT;
    ck_assert_ptr_null(load("X", &error));
    ck_assert_int_eq(error.code, MONO_ERROR_BAD_IMAGE);
    ck_assert_ptr_nonnull(strstr(error.message, file));
    mono_error_clear(&error);
    g_free(file);
    g_free(folder);
}
END_TEST

START_TEST(what_is_not_found_names_the_full_name)
{
    start();
    MonoError error = MONO_ERROR_INIT;
    ck_assert_ptr_null(load("Gone, Version=1.0.0.0", &error));
    ck_assert_str_eq(error.detail, "Gone, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null");
    ck_assert_str_eq(error.message, "Could not load file or assembly 'Gone, Version=1.0.0.0, Culture=neutral, "
                                    "PublicKeyToken=null' or one of its dependencies.");
    mono_error_clear(&error);
}
END_TEST

START_TEST(references_are_resolved_once)
{
    start();
    Builder b = builder_new();
    builder_assembly(&b, "Uses", 1, "", NULL);
    builder_row(&b, MONO_TABLE_ASSEMBLYREF, 2, 0, 0, 0, 0, builder_blob(&b, "\xb7\x7a\x5c\x56\x19\x34\xe0\x89", 8),
                builder_string(&b, "mscorlib"), 0, 0);
    builder_row(&b, MONO_TABLE_ASSEMBLYREF, 1, 0, 0, 0, 0, 0, builder_string(&b, "Beside"), 0, 0);
    builder_row(&b, MONO_TABLE_ASSEMBLYREF, 1, 0, 0, 0, 0, 0, builder_string(&b, "Gone"), 0, 0);
    builder_row(&b, MONO_TABLE_ASSEMBLYREF, 1, 0, 0, 0, 1, builder_blob(&b, "\0\0\0\0\0\0\0\0\4\0\0\0\0\0\0", 16),
                builder_string(&b, "Key"), 0, 0);
    write_built(&b, "elsewhere/Uses.exe");
    builder_free(&b);
    write_assembly("elsewhere/Beside.dll", "Beside", 7, "", NULL);
    char *file = place("elsewhere/Uses.exe");
    MonoError error = MONO_ERROR_INIT;
    MonoAssembly *uses = mono_assembly_open_file(file, &error);
    ck_assert_ptr_nonnull(uses);
    ck_assert(mono_assembly_open_file(file, &error) == uses);
    MonoAssembly *core = mono_assembly_load_reference(uses->image, 1, &error);
    ck_assert(core && strcmp(core->name.name, "mscorlib") == 0);
    ck_assert(mono_assembly_load_reference(uses->image, 1, &error) == core);
    MonoAssembly *beside = mono_assembly_load_reference(uses->image, 2, &error);
    ck_assert(beside && beside->name.major == 7);
    for (uint32_t row = 3; row < 6; row++) {
        ck_assert_ptr_null(mono_assembly_load_reference(uses->image, row, &error));
        ck_assert_int_eq(error.code, row < 5 ? MONO_ERROR_FILE_NOT_FOUND : MONO_ERROR_BAD_IMAGE);
        mono_error_clear(&error);
    }
    ck_assert_ptr_null(mono_assembly_load_reference(uses->image, 0, &error));
    mono_error_clear(&error);
    MonoAssemblyName key;
    mono_image_assembly_ref(uses->image, 4, &key);
    ck_assert_int_eq(memcmp(key.public_key_token, "\xb7\x7a\x5c\x56\x19\x34\xe0\x89", 8), 0);
    g_free(file);
}
END_TEST

START_TEST(modules_of_an_assembly_of_several_files)
{
    start();
    write_assembly("app/Multi.dll", "Multi", 1, "", NULL);
    Builder b = builder_new();
    builder_row(&b, MONO_TABLE_MODULE, 0, builder_string(&b, "part.netmodule"), 1, 0, 0);
    write_built(&b, "app/part.netmodule");
    builder_free(&b);
    MonoError error = MONO_ERROR_INIT;
    MonoAssembly *multi = load("Multi", &error);
    MonoImage *part = mono_assembly_load_module(multi, "part.netmodule", &error);
    ck_assert_msg(part != NULL, "%s", error.message);
    ck_assert(part->assembly == multi && part != multi->image);
    ck_assert(mono_assembly_load_module(multi, "part.netmodule", &error) == part);
    static const char *const bad[] = {"gone.netmodule", "", "../app/part.netmodule"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        ck_assert_ptr_null(mono_assembly_load_module(multi, bad[i], &error));
        ck_assert_int_eq(error.code, MONO_ERROR_FILE_NOT_FOUND);
        mono_error_clear(&error);
    }
}
END_TEST

static GString *events;

static void record(MonoLoadStage stage, MonoImage *image, MonoAssembly *assembly)
{
    static const char *const names[] = {"image loading", "image loaded", "image failed", "assembly loading",
                                        "assembly loaded"};
    ck_assert_ptr_nonnull(image);
    ck_assert((assembly != NULL) == (stage >= MONO_LOAD_ASSEMBLY_LOADING));
    g_string_append_printf(events, "%s; ", names[stage]);
}

START_TEST(the_load_hook_is_told_in_order)
{
    start();
    write_assembly("app/H.dll", "H", 1, "", NULL);
    events = g_string_new(NULL);
    mono_assembly_set_load_hook(record);
    ck_assert_ptr_nonnull(found("H"));
    ck_assert_ptr_nonnull(found("H"));
    ck_assert_str_eq(events->str, "image loading; image loaded; assembly loading; assembly loaded; ");
    g_string_truncate(events, 0);
    MonoError error = MONO_ERROR_INIT;
    ck_assert_ptr_null(mono_image_open_from_memory((const uint8_t *)"MZ", 2, "bad", &error));
    ck_assert_str_eq(events->str, "image loading; image failed; ");
    mono_error_clear(&error);
    g_string_free(events, TRUE);
}
END_TEST

static MonoAssembly *answer;

static MonoAssembly *resolve(const MonoAssemblyName *name, const MonoAssembly *requesting)
{
    return strcmp(name->name, "Asked") == 0 ? answer : NULL;
}

START_TEST(the_resolve_hook_is_asked_last)
{
    start();
    write_assembly("app/R.dll", "R", 1, "", NULL);
    MonoError error = MONO_ERROR_INIT;
    answer = load("R", &error);
    mono_assembly_set_resolve_hook(resolve);
    ck_assert(load("Asked", &error) == answer);
    ck_assert_ptr_null(found("Unknown"));
}
END_TEST

SUITE("metadata-assembly", 30, names_as_text, the_search_path_in_its_order, the_core_library_is_not_the_applications,
      framework_assemblies_are_one_whatever_the_version,
      strong_names_need_their_token_and_find_their_version_in_the_gac, a_link_into_the_gac_is_the_file_there,
      satellites_stand_in_the_folder_of_their_culture, a_file_with_another_name_inside_is_not_taken,
      a_damaged_file_is_an_error_and_not_passed_over, what_is_not_found_names_the_full_name,
      references_are_resolved_once, modules_of_an_assembly_of_several_files, the_load_hook_is_told_in_order,
      the_resolve_hook_is_asked_last)
