/*
 * check-assembly.c - reading the methods of an .exe or .dll: made by hand in every layout, real ones, and broken ones.
 */
#include "profiler/report/assembly.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A small assembly made by hand --------------------------------------------------------------------------- */

typedef struct {
    bool pe32_plus, wide_heaps, uncompressed, method_pointers, extra_data, no_manifest;
    unsigned methods; /* at least 4 */
} Layout;

typedef struct {
    GByteArray *file;
    size_t cli, root, tables, type_defs, nested, strings; /* offsets in the file */
    size_t type_def_size;
} Built;

static void put(GByteArray *b, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        uint8_t byte = i < 8 ? (uint8_t)(value >> (8 * i)) : 0;
        g_byte_array_append(b, &byte, 1);
    }
}

static void poke(GByteArray *b, size_t offset, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        b->data[offset + i] = (uint8_t)(value >> (8 * i));
}

static void pad(GByteArray *b, size_t to)
{
    while (b->len < to)
        put(b, 0, 1);
}

static const char strings[] = "\0<Module>\0Acme\0Outer\0Inner`1\0Deep\0.ctor\0Run\0Go\0Dive\0hand";
enum {
    S_MODULE = 1,
    S_ACME = 10,
    S_OUTER = 15,
    S_INNER = 21,
    S_DEEP = 29,
    S_CTOR = 34,
    S_RUN = 40,
    S_GO = 44,
    S_DIVE = 47,
    S_HAND = 52
};

static void put_type(GByteArray *b, const Layout *l, unsigned name, unsigned name_space, unsigned methods)
{
    unsigned heap = l->wide_heaps ? 4 : 2;
    put(b, 0, 4);
    put(b, name, heap);
    put(b, name_space, heap);
    put(b, 0, 2);
    put(b, 1, 2);
    put(b, methods, l->methods > 0xffff ? 4 : 2);
}

static void put_methods(GByteArray *b, const Layout *l)
{
    static const unsigned names[] = {S_CTOR, S_RUN, S_GO};
    unsigned heap = l->wide_heaps ? 4 : 2;
    for (unsigned i = 0; i < l->methods; i++) {
        unsigned at = l->method_pointers ? l->methods - 1 - i : i; /* pointers run backwards */
        put(b, 0, 8);
        put(b, at < 3 ? names[at] : S_DIVE, heap);
        put(b, 0, heap);
        put(b, 1, 2);
    }
}

static void put_tables(Built *t, const Layout *l)
{
    GByteArray *b = t->file;
    unsigned heap = l->wide_heaps ? 4 : 2, method = l->methods > 0xffff ? 4 : 2;
    uint64_t valid = 1ull << 0 | 1ull << 2 | 1ull << 6 | 1ull << 0x29;
    valid |= (l->method_pointers ? 1ull << 5 : 0) | (l->no_manifest ? 0 : 1ull << 0x20);
    t->tables = b->len;
    put(b, 0, 4);
    put(b, 2, 2);
    put(b, (l->wide_heaps ? 7u : 0u) | (l->extra_data ? 0x40u : 0u), 1);
    put(b, 1, 1);
    put(b, valid, 8);
    put(b, 0, 8);
    put(b, 1, 4); /* Module */
    put(b, 4, 4); /* TypeDef */
    if (l->method_pointers)
        put(b, l->methods, 4);
    put(b, l->methods, 4);
    if (!l->no_manifest)
        put(b, 1, 4);
    put(b, 2, 4); /* NestedClass */
    if (l->extra_data)
        put(b, 0xdeadbeef, 4);
    put(b, 0, 2 + 4 * heap);
    t->type_defs = b->len;
    put_type(b, l, S_MODULE, 0, 1);
    t->type_def_size = b->len - t->type_defs;
    put_type(b, l, S_OUTER, S_ACME, 1);
    put_type(b, l, S_INNER, 0, 3);
    put_type(b, l, S_DEEP, 0, 4);
    for (unsigned i = 0; l->method_pointers && i < l->methods; i++)
        put(b, l->methods - i, method);
    put_methods(b, l);
    if (!l->no_manifest) {
        put(b, 0, 16);
        put(b, 0, heap);
        put(b, S_HAND, heap);
        put(b, 0, heap);
    }
    t->nested = b->len;
    put(b, 3, 2);
    put(b, 2, 2);
    put(b, 4, 2);
    put(b, 3, 2);
}

static void put_stream(GByteArray *b, const char *name)
{
    put(b, 0, 8);
    g_byte_array_append(b, (const uint8_t *)name, (guint)strlen(name));
    put(b, 0, 4 - strlen(name) % 4);
}

static void put_metadata(Built *t, const Layout *l)
{
    GByteArray *b = t->file;
    t->root = b->len;
    put(b, 0x424a5342, 4);
    put(b, 0x00010001, 4);
    put(b, 0, 4);
    put(b, 12, 4);
    g_byte_array_append(b, (const uint8_t *)"v4.0.30319\0", 12);
    put(b, 0, 2);
    put(b, 2, 2);
    size_t headers = b->len;
    put_stream(b, l->uncompressed ? "#-" : "#~");
    put_stream(b, "#Strings");
    put_tables(t, l);
    poke(b, headers, t->tables - t->root, 4);
    poke(b, headers + 4, b->len - t->tables, 4);
    t->strings = b->len;
    g_byte_array_append(b, (const uint8_t *)strings, sizeof strings);
    poke(b, headers + 12, t->strings - t->root, 4);
    poke(b, headers + 16, sizeof strings, 4);
}

static Built build(const Layout *l)
{
    Built t = {.file = g_byte_array_new()};
    GByteArray *b = t.file;
    size_t optional_size = l->pe32_plus ? 240 : 224, directories = l->pe32_plus ? 108 : 92;
    put(b, 'M' | 'Z' << 8, 2);
    pad(b, 60);
    put(b, 64, 4);
    put(b, 'P' | 'E' << 8, 4);
    put(b, 0x14c, 2);
    put(b, 1, 2); /* sections */
    put(b, 0, 12);
    put(b, optional_size, 2);
    put(b, 0x2102, 2);
    size_t optional = b->len;
    put(b, l->pe32_plus ? 0x20b : 0x10b, 2);
    pad(b, optional + directories);
    put(b, 16, 4);
    pad(b, optional + directories + 4 + 14 * 8);
    put(b, 0x2000, 4);
    put(b, 72, 4);
    pad(b, optional + optional_size);
    size_t section = b->len;
    pad(b, section + 40);
    pad(b, 0x400);
    t.cli = b->len;
    put(b, 72, 4);
    pad(b, t.cli + 72);
    put_metadata(&t, l);
    poke(b, t.cli + 8, 0x2000 + 72, 4);
    poke(b, t.cli + 12, b->len - t.root, 4);
    poke(b, t.cli + 20, 0x06000001, 4);
    poke(b, section + 8, b->len - t.cli, 4);
    poke(b, section + 12, 0x2000, 4);
    poke(b, section + 16, b->len - t.cli, 4);
    poke(b, section + 20, 0x400, 4);
    return t;
}

static SpAssembly *parse(const Built *t, GError **error)
{
    return sp_assembly_parse(t->file->data, t->file->len, "hand.exe", error);
}

static const Layout layouts[] = {
    {.methods = 4},
    {.methods = 4, .pe32_plus = true},
    {.methods = 4, .wide_heaps = true},
    {.methods = 70000},
    {.methods = 70000, .wide_heaps = true, .pe32_plus = true},
    {.methods = 4, .uncompressed = true},
    {.methods = 6, .uncompressed = true, .method_pointers = true},
    {.methods = 70000, .uncompressed = true, .method_pointers = true, .extra_data = true},
    {.methods = 4, .no_manifest = true},
};

static const SpAssemblyMethod *method(const SpAssembly *a, guint i)
{
    return &g_array_index(a->methods, SpAssemblyMethod, i);
}

/* The n-th method of the type list; tokens run backwards behind pointers. */
static const SpAssemblyMethod *listed(const SpAssembly *a, const Layout *l, guint n)
{
    return method(a, l->method_pointers ? l->methods - 1 - n : n);
}

START_TEST(every_layout_gives_the_same_methods)
{
    const Layout *l = &layouts[_i];
    GError *error = NULL;
    Built t = build(l);
    SpAssembly *a = parse(&t, &error);
    ck_assert_msg(a != NULL, "%s", error ? error->message : "");
    ck_assert_str_eq(a->name, "hand");
    ck_assert(a->is_program);
    ck_assert_uint_eq(a->methods->len, l->methods);
    for (guint i = 0; i < a->methods->len; i++)
        ck_assert_uint_eq(method(a, i)->token, 0x06000001 + i);
    ck_assert_str_eq(listed(a, l, 0)->method, ".ctor");
    ck_assert_str_eq(listed(a, l, 0)->type_path, "Outer");
    ck_assert_str_eq(listed(a, l, 0)->name_space, "Acme");
    ck_assert_str_eq(listed(a, l, 1)->method, "Run");
    ck_assert_str_eq(listed(a, l, 2)->method, "Go");
    ck_assert_str_eq(listed(a, l, 2)->type_path, "Outer/Inner`1");
    ck_assert_str_eq(listed(a, l, 2)->type_name, "Inner`1");
    ck_assert_str_eq(listed(a, l, 2)->name_space, "");
    ck_assert_str_eq(listed(a, l, 2)->outer_namespace, "Acme");
    ck_assert_str_eq(listed(a, l, l->methods - 1)->type_path, "Outer/Inner`1/Deep");
    ck_assert_str_eq(listed(a, l, l->methods - 1)->outer_namespace, "Acme");
    ck_assert_str_eq(listed(a, l, l->methods - 1)->method, "Dive");
    sp_assembly_free(a);
    g_byte_array_unref(t.file);
}
END_TEST

/* ---- Errors -------------------------------------------------------------------------------------------------- */

static void expect_error(Built *t, const char *words)
{
    GError *error = NULL;
    SpAssembly *a = parse(t, &error);
    ck_assert_msg(!a && error, "accepted, expected an error with '%s'", words);
    ck_assert(g_error_matches(error, SP_ERROR, SP_ERROR_FORMAT));
    ck_assert_msg(g_str_has_prefix(error->message, "hand.exe: offset 0x"), "%s", error->message);
    ck_assert_msg(strstr(error->message, words) != NULL, "expected '%s', found '%s'", words, error->message);
    g_error_free(error);
    g_byte_array_unref(t->file);
}

START_TEST(methods_out_of_order_name_the_row)
{
    Built t = build(&layouts[0]);
    poke(t.file, t.type_defs + 3 * t.type_def_size - 2, 5, 2); /* Inner: past Deep's, but a legal row + 1 */
    expect_error(&t, "TypeDef row 4: its methods begin out of order");
    t = build(&layouts[0]);
    poke(t.file, t.type_defs + 4 * t.type_def_size - 2, 6, 2);
    expect_error(&t, "TypeDef row 4: its methods begin out of order, at row 0x6");
}
END_TEST

START_TEST(a_name_outside_of_the_heap_names_the_row)
{
    Built t = build(&layouts[0]);
    poke(t.file, t.type_defs + t.type_def_size + 4, 0x7fff, 2);
    expect_error(&t, "TypeDef row 2: a name outside of #Strings, at 0x7fff");
    t = build(&layouts[0]);
    t.file->data[t.strings + sizeof strings - 1] = 'x'; /* the heap's last name loses its end, twice over */
    t.file->data[t.strings + sizeof strings - 2] = 'x';
    expect_error(&t, "Assembly row 1: a name without an end in #Strings");
}
END_TEST

START_TEST(a_type_nested_in_itself_is_refused)
{
    Built t = build(&layouts[0]);
    poke(t.file, t.nested + 2, 4, 2); /* 3 in 4, and 4 in 3 */
    expect_error(&t, "NestedClass");
    t = build(&layouts[0]);
    poke(t.file, t.nested, 9, 2);
    expect_error(&t, "NestedClass row 1: no such TypeDef row: 0x9");
}
END_TEST

START_TEST(a_table_larger_than_its_stream_is_named)
{
    Built t = build(&layouts[0]);
    poke(t.file, t.tables + 24 + 8, 60000, 4); /* rows of MethodDef */
    expect_error(&t, "table MethodDef with 60000 rows");
    t = build(&layouts[0]);
    poke(t.file, t.tables + 24 + 8, 0x1000000, 4);
    expect_error(&t, "table 0x06 has 16777216 rows");
}
END_TEST

START_TEST(what_is_no_assembly_is_told_as_what_it_is)
{
    GError *error = NULL;
    ck_assert_ptr_null(sp_assembly_parse((const uint8_t *)"\x7f"
                                                          "ELF",
                                         4, "hand.exe", &error));
    ck_assert(strstr(error->message, "no .exe or .dll"));
    g_clear_error(&error);
    ck_assert_ptr_null(sp_assembly_parse(NULL, 0, "hand.exe", &error));
    g_clear_error(&error);
    Built t = build(&layouts[0]);
    poke(t.file, 88 + 92 + 4 + 14 * 8, 0, 4); /* the CLI entry of the optional header at 88 */
    expect_error(&t, "a native program");
    t = build(&layouts[0]);
    poke(t.file, t.root, 0, 4);
    expect_error(&t, "no metadata signature");
    t = build(&layouts[0]);
    poke(t.file, 88, 0x107, 2);
    expect_error(&t, "neither PE32 nor PE32+");
}
END_TEST

START_TEST(every_truncation_is_an_error_and_never_a_crash)
{
    Built t = build(&layouts[6]);
    for (guint size = 0; size < t.file->len; size++) {
        GError *error = NULL;
        uint8_t *copy = g_memdup2(t.file->data, size); /* its own block: reading past it shows under a sanitizer */
        SpAssembly *a = sp_assembly_parse(copy, size, "hand.exe", &error);
        ck_assert_msg(!a && error, "accepted %u of %u bytes", size, t.file->len);
        g_error_free(error);
        g_free(copy);
    }
    g_byte_array_unref(t.file);
}
END_TEST

/* ---- Mutations ----------------------------------------------------------------------------------------------- */

static uint32_t random_next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

/* Either the file is read, or there is an error of ours; sanitizers watch the rest. */
static void parse_mutation(const uint8_t *bytes, size_t size, uint32_t seed)
{
    static const uint32_t interesting[] = {0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, 0x80000000};
    uint8_t *copy = g_memdup2(bytes, size);
    uint32_t state = seed * 2654435761u + 1;
    GError *error = NULL;
    for (uint32_t n = random_next(&state) % 4 + 1; n; n--) {
        size_t at = random_next(&state) % size;
        uint32_t value = interesting[random_next(&state) % G_N_ELEMENTS(interesting)];
        for (size_t i = 0; i < 1u << random_next(&state) % 3 && at + i < size; i++)
            copy[at + i] = (uint8_t)(value >> (8 * i));
    }
    SpAssembly *a = sp_assembly_parse(copy, size, "mutation", &error);
    ck_assert_msg((a != NULL) != (error != NULL), "seed %u", seed);
    if (error)
        ck_assert_msg(error->domain == SP_ERROR, "seed %u", seed);
    sp_assembly_free(a);
    g_clear_error(&error);
    g_free(copy);
}

START_TEST(mutations_of_every_layout_are_read_or_refused)
{
    Layout small = layouts[_i];
    small.methods = MIN(small.methods, 6);
    Built t = build(&small);
    for (uint32_t seed = 0; seed < 3000; seed++)
        parse_mutation(t.file->data, t.file->len, seed);
    g_byte_array_unref(t.file);
}
END_TEST

/* A real program: nested types, generics, lambdas and an iterator, by mcs. */
static bool compile(char **bytes, gsize *size)
{
    static const char source[] =
        "using System;using System.Collections.Generic;\n"
        "namespace Acme.App { class Outer<T> { class Inner { public static void Go() {} }\n"
        " public IEnumerable<T> It(T t) { yield return t; } }\n"
        " static class P { static void Main() { int n = 0; Func<int> f = () => n++; f(); } } }\n";
    char *folder = g_dir_make_tmp("check-assembly-XXXXXX", NULL);
    char *cs = g_build_filename(folder, "p.cs", NULL), *exe = g_build_filename(folder, "p.exe", NULL);
    char *command = g_strdup_printf("mcs -out:%s %s", exe, cs);
    bool ok = g_file_set_contents(cs, source, -1, NULL) && g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL) &&
              g_file_get_contents(exe, bytes, size, NULL);
    char *clean = g_strdup_printf("rm -r %s", folder);
    g_spawn_command_line_sync(clean, NULL, NULL, NULL, NULL);
    g_free(clean);
    g_free(command);
    g_free(cs);
    g_free(exe);
    g_free(folder);
    return ok;
}

START_TEST(mutations_of_a_compiled_program_are_read_or_refused)
{
    char *bytes = NULL;
    gsize size = 0;
    ck_assert(compile(&bytes, &size));
    SpAssembly *a = sp_assembly_parse((const uint8_t *)bytes, size, "p.exe", NULL);
    ck_assert_ptr_nonnull(a);
    ck_assert(a->is_program);
    ck_assert_uint_ge(a->methods->len, 6);
    sp_assembly_free(a);
    for (uint32_t seed = 0; seed < 5000; seed++)
        parse_mutation((const uint8_t *)bytes, size, seed);
    g_free(bytes);
}
END_TEST

/* ---- Against monodis ----------------------------------------------------------------------------------------- */

static const char *const installed[] = {
    "/usr/lib/mono/4.5/mscorlib.dll",
    "/usr/lib/mono/4.5/mcs.exe",
    "/usr/lib/mono/4.5/System.dll",
};

/* monodis prints one line "N: signature" a method below "Method Table (1..N)". */
static guint monodis_count(const char *path)
{
    char *out = NULL, *command = g_strdup_printf("monodis --method %s", path);
    ck_assert(g_spawn_command_line_sync(command, &out, NULL, NULL, NULL));
    guint count = 0;
    for (const char *s = out; s; s = strchr(s, '\n')) {
        s += *s == '\n';
        count += g_ascii_isdigit(*s);
    }
    g_free(out);
    g_free(command);
    return count;
}

START_TEST(an_installed_assembly_has_as_many_methods_as_monodis_says)
{
    const char *path = installed[_i];
    GError *error = NULL;
    SpAssembly *a = sp_assembly_read(path, &error);
    ck_assert_msg(a != NULL, "%s", error ? error->message : "");
    guint count = monodis_count(path);
    ck_assert_uint_gt(count, 1000);
    ck_assert_uint_eq(a->methods->len, count);
    char *base = g_path_get_basename(path);
    ck_assert_msg(g_str_has_prefix(base, a->name), "%s", a->name);
    ck_assert(a->is_program == g_str_has_suffix(path, ".exe"));
    g_free(base);
    sp_assembly_free(a);
}
END_TEST

START_TEST(what_is_no_regular_file_is_refused)
{
    static const char *const paths[] = {"/", "/dev/zero", "/no/such/file.exe"};
    for (size_t i = 0; i < G_N_ELEMENTS(paths); i++) {
        GError *error = NULL;
        ck_assert_ptr_null(sp_assembly_read(paths[i], &error));
        ck_assert(g_error_matches(error, SP_ERROR, SP_ERROR_IO));
        ck_assert(strstr(error->message, paths[i]));
        g_error_free(error);
    }
}
END_TEST

/* What the tests of real assemblies need and this machine lacks; NULL = nothing. */
static const char *missing(void)
{
    static const char *const programs[] = {"mcs", "monodis"};
    for (size_t i = 0; i < G_N_ELEMENTS(programs); i++) {
        char *path = g_find_program_in_path(programs[i]);
        g_free(path);
        if (!path)
            return programs[i];
    }
    for (size_t i = 0; i < G_N_ELEMENTS(installed); i++)
        if (!g_file_test(installed[i], G_FILE_TEST_EXISTS))
            return installed[i];
    return NULL;
}

int main(void)
{
    const char *lacks = missing();
    TCase *cases = tcase_create("assembly");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, every_layout_gives_the_same_methods, 0, G_N_ELEMENTS(layouts));
    tcase_add_test(cases, methods_out_of_order_name_the_row);
    tcase_add_test(cases, a_name_outside_of_the_heap_names_the_row);
    tcase_add_test(cases, a_type_nested_in_itself_is_refused);
    tcase_add_test(cases, a_table_larger_than_its_stream_is_named);
    tcase_add_test(cases, what_is_no_assembly_is_told_as_what_it_is);
    tcase_add_test(cases, every_truncation_is_an_error_and_never_a_crash);
    tcase_add_loop_test(cases, mutations_of_every_layout_are_read_or_refused, 0, G_N_ELEMENTS(layouts));
    if (!lacks || g_getenv("CI")) {
        tcase_add_test(cases, mutations_of_a_compiled_program_are_read_or_refused);
        tcase_add_loop_test(cases, an_installed_assembly_has_as_many_methods_as_monodis_says, 0,
                            G_N_ELEMENTS(installed));
    } else {
        printf("without %s: the tests of real assemblies are left out\n", lacks);
    }
    tcase_add_test(cases, what_is_no_regular_file_is_refused);
    Suite *suite = suite_create("assembly");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : lacks ? 77 : EXIT_SUCCESS;
}
