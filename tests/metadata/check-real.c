/*
 * check-real.c - the class library and the C# compiler as Debian has them: tables as `monodis` prints them, every
 * signature read to its last byte, every body.
 */
#include "interp/metadata/metadata.h"

#include <check.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const files[] = {"/usr/lib/mono/4.5/mscorlib.dll", "/usr/lib/mono/4.5/mcs.exe",
                                    "/usr/lib/mono/4.5/System.Core.dll"};

static MonoImage *open_file(const char *path)
{
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_file(path, &error);
    ck_assert_msg(image != NULL, "%s", error.message);
    return image;
}

/* Lines that monodis prints for an option; g_strfreev them. */
static char **monodis(const char *option, const char *path)
{
    char *arguments[] = {"monodis", (char *)path, (char *)option, NULL}, *output = NULL;
    GError *failure = NULL;
    if (!*option)
        arguments[2] = NULL;
    ck_assert_msg(g_spawn_sync(NULL, arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                               &output, NULL, NULL, &failure),
                  "%s", failure ? failure->message : "");
    /* Not g_strsplit: under a sanitizer it measures the rest of the text at each line. */
    GPtrArray *lines = g_ptr_array_new();
    for (char *line = output, *end = output + strlen(output), *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        g_ptr_array_add(lines, g_strndup(line, (gsize)(stop - line)));
    }
    g_ptr_array_add(lines, NULL);
    g_free(output);
    return (char **)g_ptr_array_free(lines, FALSE);
}

static uint32_t cell(const MonoImage *image, MonoTableId table, uint32_t row, unsigned column)
{
    return mono_image_row(image, table, row, column);
}

static const char *text(const MonoImage *image, MonoTableId table, uint32_t row, unsigned column)
{
    return mono_image_string(image, cell(image, table, row, column));
}

/* ---- Against monodis --------------------------------------------------------------------------------------------- */

static void put_full_name(const MonoImage *image, uint32_t row, GString *name, unsigned depth)
{
    uint32_t outer = depth < 20 ? mono_image_enclosing_typedef(image, row) : 0;
    const char *space = text(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE);
    if (outer) {
        put_full_name(image, outer, name, depth + 1);
        g_string_append_c(name, '/');
    }
    g_string_append_printf(name, "%s%s%s", space, *space ? "." : "",
                           text(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME));
}

/* Each checks one line; false = the line is not about a row. */
static bool check_typedef(const MonoImage *image, const char *line)
{
    unsigned row, fields, methods, flags, extends;
    const char *list = g_strrstr(line, " (flist=");
    if (!list || sscanf(line, "%u: ", &row) != 1 ||
        sscanf(list, " (flist=%u, mlist=%u, flags=0x%x, extends=0x%x)", &fields, &methods, &flags, &extends) != 4)
        return false;
    ck_assert_uint_eq(cell(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_FIELD_LIST), fields);
    ck_assert_uint_eq(cell(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_METHOD_LIST), methods);
    ck_assert_uint_eq(cell(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_FLAGS), flags);
    ck_assert_uint_eq(cell(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_EXTENDS), extends);
    const char *start = strchr(line, ' ') + 1;
    GString *name = g_string_new(NULL);
    put_full_name(image, row, name, 0);
    if (row > 1) /* the first is printed as (null) */
        ck_assert_msg(strlen(name->str) == (size_t)(list - start) && strncmp(name->str, start, name->len) == 0,
                      "row %u: %s: %s", row, name->str, line);
    g_string_free(name, TRUE);
    return true;
}

static bool check_nested(const MonoImage *image, const char *line)
{
    unsigned row, nested, enclosing;
    if (sscanf(line, "%u: %u %u: ", &row, &nested, &enclosing) != 3)
        return false;
    ck_assert_uint_eq(cell(image, MONO_TABLE_NESTEDCLASS, row, MONO_NESTEDCLASS_NESTED), nested);
    ck_assert_uint_eq(mono_image_enclosing_typedef(image, nested), enclosing);
    return true;
}

static bool check_memberref(const MonoImage *image, const char *line)
{
    unsigned row, class_row;
    char kind[32], name[600];
    if (sscanf(line, "%u: %30[A-Za-z][%u] %599s", &row, kind, &class_row, name) != 4)
        return false;
    uint32_t token =
        mono_coded_token(MONO_CODED_MEMBER_REF_PARENT, cell(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_CLASS));
    ck_assert_uint_eq(MONO_TOKEN_ROW(token), class_row);
    if (strcmp(kind, "TypeRef") == 0)
        ck_assert_uint_eq(MONO_TOKEN_TABLE(token), MONO_TABLE_TYPEREF);
    ck_assert_str_eq(text(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_NAME), name);
    return true;
}

static bool check_constant(const MonoImage *image, const char *line)
{
    unsigned row, parent;
    char kind[16];
    if (sscanf(line, "%u: Parent= %15[A-Za-z]: %u ", &row, kind, &parent) != 3)
        return false;
    MonoTableId table = strcmp(kind, "Field") == 0   ? MONO_TABLE_FIELD
                        : strcmp(kind, "Param") == 0 ? MONO_TABLE_PARAM
                                                     : MONO_TABLE_PROPERTY;
    uint32_t coded = cell(image, MONO_TABLE_CONSTANT, row, MONO_CONSTANT_PARENT), count;
    ck_assert_uint_eq(mono_coded_token(MONO_CODED_HAS_CONSTANT, coded), MONO_TOKEN(table, parent));
    ck_assert_uint_eq(mono_image_find_rows(image, MONO_TABLE_CONSTANT, MONO_CONSTANT_PARENT, coded, &count), row);
    ck_assert_uint_eq(count, 1);
    return true;
}

static bool check_fieldrva(const MonoImage *image, const char *line)
{
    unsigned row, field, rva;
    if (sscanf(line, "%u: Field %u: %x", &row, &field, &rva) != 3)
        return false;
    ck_assert_uint_eq(cell(image, MONO_TABLE_FIELDRVA, row, MONO_FIELDRVA_FIELD), field);
    ck_assert_uint_eq(cell(image, MONO_TABLE_FIELDRVA, row, MONO_FIELDRVA_RVA), rva);
    uint32_t available;
    ck_assert_ptr_nonnull(mono_image_rva(image, rva, &available));
    return true;
}

static bool check_signature(const MonoImage *image, const char *line)
{
    unsigned row, index, byte;
    if (sscanf(line, "%u: blob[%x] = ", &row, &index) != 2)
        return false;
    MonoBlob blob;
    ck_assert_uint_eq(cell(image, MONO_TABLE_STANDALONESIG, row, MONO_STANDALONESIG_SIGNATURE), index);
    ck_assert(mono_image_blob(image, index, &blob));
    const char *at = strstr(line, "= ") + 2;
    for (uint32_t i = 0; i < blob.size_bytes; i++, at += 3) {
        ck_assert_int_eq(sscanf(at, "%x", &byte), 1);
        ck_assert_uint_eq(blob.data[i], byte);
    }
    ck_assert_str_eq(at, "");
    return true;
}

static bool check_param(const MonoImage *image, const char *line)
{
    unsigned row, flags, sequence;
    if (sscanf(line, "%u: 0x%x %u ", &row, &flags, &sequence) != 3)
        return false;
    ck_assert_uint_eq(cell(image, MONO_TABLE_PARAM, row, MONO_PARAM_FLAGS), flags);
    ck_assert_uint_eq(cell(image, MONO_TABLE_PARAM, row, MONO_PARAM_SEQUENCE), sequence);
    ck_assert_str_eq(text(image, MONO_TABLE_PARAM, row, MONO_PARAM_NAME), g_strrstr(line, " ") + 1);
    return true;
}

static bool check_generic(const MonoImage *image, const char *line)
{
    unsigned row, number, flags, owner;
    char name[200];
    if (sscanf(line, "%u: %u, flags=%u, owner=%x %199s", &row, &number, &flags, &owner, name) != 5)
        return false;
    ck_assert_uint_eq(cell(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_NUMBER), number);
    ck_assert_uint_eq(cell(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_FLAGS), flags);
    ck_assert_uint_eq(cell(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_OWNER), owner);
    ck_assert_str_eq(text(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_NAME), name);
    return true;
}

static bool check_semantics(const MonoImage *image, const char *line)
{
    unsigned row, coded, method;
    char kind[32];
    if (sscanf(line, "%u: [%u] %31[a-z-] method: %u ", &row, &coded, kind, &method) != 4)
        return false;
    ck_assert_uint_eq(cell(image, MONO_TABLE_METHODSEMANTICS, row, MONO_METHODSEMANTICS_ASSOCIATION), coded);
    ck_assert_uint_eq(cell(image, MONO_TABLE_METHODSEMANTICS, row, MONO_METHODSEMANTICS_METHOD), method + 1); /* sic */
    return true;
}

static bool check_typeref(const MonoImage *image, const char *line)
{
    unsigned row;
    if (sscanf(line, "%u: ", &row) != 1)
        return false;
    const char *name = text(image, MONO_TABLE_TYPEREF, row, MONO_TYPEREF_NAME);
    ck_assert_msg(g_str_has_suffix(line, name), "%s: %s", name, line);
    return true;
}

START_TEST(tables_are_what_monodis_prints)
{
    static const struct {
        const char *option;
        MonoTableId table;
        bool (*check)(const MonoImage *image, const char *line);
    } options[] = {
        {"--typedef", MONO_TABLE_TYPEDEF, check_typedef},
        {"--nested", MONO_TABLE_NESTEDCLASS, check_nested},
        {"--memberref", MONO_TABLE_MEMBERREF, check_memberref},
        {"--constant", MONO_TABLE_CONSTANT, check_constant},
        {"--fieldrva", MONO_TABLE_FIELDRVA, check_fieldrva},
        {"--standalonesig", MONO_TABLE_STANDALONESIG, check_signature},
        {"--param", MONO_TABLE_PARAM, check_param},
        {"--genericpar", MONO_TABLE_GENERICPARAM, check_generic},
        {"--methodsem", MONO_TABLE_METHODSEMANTICS, check_semantics},
        {"--typeref", MONO_TABLE_TYPEREF, check_typeref},
    };
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        MonoImage *image = open_file(files[f]);
        for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
            char **lines = monodis(options[i].option, files[f]);
            uint32_t rows = 0;
            for (char **line = lines; *line; line++)
                rows += options[i].check(image, *line);
            ck_assert_msg(rows == mono_image_rows(image, options[i].table), "%s %s: %u lines, %u rows", files[f],
                          options[i].option, rows, mono_image_rows(image, options[i].table));
            g_strfreev(lines);
        }
        mono_image_free(image);
    }
}
END_TEST

START_TEST(row_counts_are_what_monodis_says)
{
    static const struct {
        const char *option;
        MonoTableId table;
    } options[] = {
        {"--method", MONO_TABLE_METHOD},
        {"--property", MONO_TABLE_PROPERTY},
        {"--event", MONO_TABLE_EVENT},
        {"--customattr", MONO_TABLE_CUSTOMATTRIBUTE},
        {"--interface", MONO_TABLE_INTERFACEIMPL},
        {"--classlayout", MONO_TABLE_CLASSLAYOUT},
        {"--methodimpl", MONO_TABLE_METHODIMPL},
        {"--implmap", MONO_TABLE_IMPLMAP},
        {"--moduleref", MONO_TABLE_MODULEREF},
        {"--methodspec", MONO_TABLE_METHODSPEC},
        {"--declsec", MONO_TABLE_DECLSECURITY},
        {"--exported", MONO_TABLE_EXPORTEDTYPE},
    };
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        MonoImage *image = open_file(files[f]);
        for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
            char **lines = monodis(options[i].option, files[f]);
            unsigned rows = 0, headers = 0;
            for (char **line = lines; *line && headers == 0; line++) {
                const char *range = strstr(*line, " (1..");
                headers += range && sscanf(range, " (1..%u)", &rows) == 1;
            }
            ck_assert_msg(headers == 1 && rows == mono_image_rows(image, options[i].table), "%s %s: %u", files[f],
                          options[i].option, rows);
            g_strfreev(lines);
        }
        mono_image_free(image);
    }
}
END_TEST

START_TEST(user_strings_stand_where_monodis_finds_them)
{
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        MonoImage *image = open_file(files[f]);
        char **lines = monodis("--userstrings", files[f]);
        unsigned checked = 0;
        for (char **line = lines + 1; lines[0] && *line; line++) {
            unsigned index, length;
            const uint8_t *utf16;
            if (sscanf(*line, "%x: \"", &index) != 1 || !g_str_has_suffix(*line, "\""))
                continue;
            ck_assert(mono_image_user_string(image, index, &utf16, &length));
            const char *quoted = strchr(*line, '"') + 1;
            bool plain = strlen(quoted) == length + 1u;
            for (unsigned i = 0; i < length && plain; i++)
                ck_assert_msg(quoted[i] == (char)utf16[2 * i] || (quoted[i] & 0x80) || quoted[i] == '\\', "%s", *line);
            checked++;
        }
        ck_assert_uint_gt(checked, 300);
        g_strfreev(lines);
        mono_image_free(image);
    }
}
END_TEST

START_TEST(bodies_are_what_monodis_disassembles)
{
    const char *path = files[1];
    MonoImage *image = open_file(path);
    char **lines = monodis("", path);
    GHashTable *rows = g_hash_table_new(NULL, NULL);
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_METHOD); row++)
        g_hash_table_insert(rows, GUINT_TO_POINTER(cell(image, MONO_TABLE_METHOD, row, MONO_METHOD_RVA)),
                            GUINT_TO_POINTER(row));
    unsigned rva = 0, size, stack, bodies = 0;
    MonoMethodBody body = {0};
    for (char **line = lines; *line; line++) {
        const char *at = *line + strspn(*line, " \t");
        if (*at != '/' && *at != '.')
            continue;
        if (sscanf(at, "// Method begins at RVA 0x%x", &rva) == 1) {
            if (rva == 0)
                continue; /* P/Invoke */
            MonoError error = MONO_ERROR_INIT;
            uint32_t row = GPOINTER_TO_UINT(g_hash_table_lookup(rows, GUINT_TO_POINTER(rva)));
            mono_method_body_clear(&body);
            ck_assert_msg(mono_method_body_read(image, row, &body, &error), "%s", error.message);
            bodies++;
        } else if (sscanf(at, "// Code size %u", &size) == 1) {
            ck_assert_uint_eq(body.code_size_bytes, size);
        } else if (sscanf(at, ".maxstack %u", &stack) == 1) {
            ck_assert_uint_eq(body.max_stack, stack);
        }
    }
    ck_assert_uint_gt(bodies, 10000);
    mono_method_body_clear(&body);
    g_hash_table_unref(rows);
    g_strfreev(lines);
    mono_image_free(image);
}
END_TEST

/* ---- Against themselves ------------------------------------------------------------------------------------------ */

/* A signature of any kind (II.23.2) to its last byte. */
static bool whole_signature(const MonoImage *image, uint32_t index)
{
    MonoBlob blob;
    if (!mono_image_blob(image, index, &blob) || blob.size_bytes == 0)
        return false;
    MonoBlobReader reader = mono_blob_reader(blob);
    uint8_t kind = mono_blob_u8(&reader);
    uint32_t types = 1;
    switch (kind & 0x0f) {
    case 6: /* field */
        break;
    case 7:  /* locals */
    case 10: /* method instance */
        types = mono_blob_compressed(&reader);
        break;
    default: /* method, property */
        if (kind & 0x10)
            mono_blob_compressed(&reader);
        types = mono_blob_compressed(&reader) + 1;
    }
    while (types-- > 0) {
        if (mono_blob_peek(&reader) == MONO_TYPE_SENTINEL)
            mono_blob_u8(&reader);
        if (!mono_blob_skip_type(&reader))
            return false;
    }
    return reader.pos == reader.end;
}

START_TEST(every_signature_ends_where_its_blob_ends)
{
    static const struct {
        MonoTableId table;
        unsigned column;
    } places[] = {
        {MONO_TABLE_FIELD, MONO_FIELD_SIGNATURE},         {MONO_TABLE_METHOD, MONO_METHOD_SIGNATURE},
        {MONO_TABLE_MEMBERREF, MONO_MEMBERREF_SIGNATURE}, {MONO_TABLE_STANDALONESIG, MONO_STANDALONESIG_SIGNATURE},
        {MONO_TABLE_PROPERTY, MONO_PROPERTY_SIGNATURE},   {MONO_TABLE_METHODSPEC, MONO_METHODSPEC_INSTANTIATION},
    };
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        MonoImage *image = open_file(files[f]);
        for (size_t i = 0; i < G_N_ELEMENTS(places); i++)
            for (uint32_t row = 1; row <= mono_image_rows(image, places[i].table); row++)
                ck_assert_msg(whole_signature(image, cell(image, places[i].table, row, places[i].column)),
                              "%s: table 0x%02x row %u", files[f], places[i].table, row);
        for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPESPEC); row++) {
            MonoBlob blob;
            ck_assert(mono_image_blob(image, cell(image, MONO_TABLE_TYPESPEC, row, 0), &blob));
            MonoBlobReader reader = mono_blob_reader(blob);
            ck_assert(mono_blob_skip_type(&reader) && reader.pos == reader.end);
        }
        mono_image_free(image);
    }
}
END_TEST

START_TEST(every_body_and_owner)
{
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        MonoImage *image = open_file(files[f]);
        uint32_t method = 1;
        for (uint32_t type = 1; type <= mono_image_rows(image, MONO_TABLE_TYPEDEF); type++) {
            uint32_t first, count;
            mono_image_list(image, MONO_TABLE_TYPEDEF, type, MONO_TYPEDEF_METHOD_LIST, MONO_TABLE_METHOD, &first,
                            &count);
            for (uint32_t i = 0; i < count; i++, method++) {
                ck_assert_uint_eq(first + i, method);
                ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_METHOD, method), type);
                if (cell(image, MONO_TABLE_METHOD, method, MONO_METHOD_RVA) == 0)
                    continue;
                MonoMethodBody body;
                MonoError error = MONO_ERROR_INIT;
                ck_assert_msg(mono_method_body_read(image, method, &body, &error), "%s", error.message);
                mono_method_body_clear(&body);
            }
        }
        ck_assert_uint_eq(method, mono_image_rows(image, MONO_TABLE_METHOD) + 1);
        mono_image_free(image);
    }
}
END_TEST

START_TEST(every_top_level_type_by_its_name)
{
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++) {
        MonoImage *image = open_file(files[f]);
        for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++) {
            uint32_t found =
                mono_image_find_typedef(image, text(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE),
                                        text(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME));
            if (mono_image_enclosing_typedef(image, row) == 0)
                ck_assert_uint_eq(found, row);
            else
                ck_assert_uint_ne(found, row);
        }
        mono_image_free(image);
    }
}
END_TEST

START_TEST(the_compiler_and_all_that_it_references_load)
{
    MonoError error = MONO_ERROR_INIT;
    mono_assembly_init("/usr/lib/mono/4.5", NULL);
    ck_assert_str_eq(mono_assembly_libdir(), "/usr/lib/mono");
    ck_assert_ptr_nonnull(mono_assembly_open_file(files[1], &error));
    unsigned count;
    for (unsigned i = 0; mono_assembly_loaded(&count), i < count; i++) {
        MonoImage *image = mono_assembly_loaded(&count)[i]->image;
        for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_ASSEMBLYREF); row++)
            ck_assert_msg(mono_assembly_load_reference(image, row, &error) != NULL, "%s", error.message);
    }
    ck_assert_uint_gt(count, 5);
    unsigned cores = 0;
    for (unsigned i = 0; i < count; i++)
        cores += strcmp(mono_assembly_loaded(&count)[i]->name.name, "mscorlib") == 0;
    ck_assert_uint_eq(cores, 1);
}
END_TEST

int main(void)
{
    char *program = g_find_program_in_path("monodis");
    bool all = program != NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++)
        all &= g_file_test(files[i], G_FILE_TEST_EXISTS);
    g_free(program);
    if (!all) {
        g_printerr("check-real: needs monodis, mcs.exe and the class library (packages mono-utils, mono-mcs, "
                   "libmono-corlib4.5-dll, libmono-system-core4.0-cil)\n");
        return g_strcmp0(g_getenv("CI"), "true") == 0 ? EXIT_FAILURE : 77;
    }
    Suite *suite = suite_create("metadata-real");
    TCase *tests = tcase_create("class library and compiler");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, tables_are_what_monodis_prints);
    tcase_add_test(tests, row_counts_are_what_monodis_says);
    tcase_add_test(tests, user_strings_stand_where_monodis_finds_them);
    tcase_add_test(tests, bodies_are_what_monodis_disassembles);
    tcase_add_test(tests, every_signature_ends_where_its_blob_ends);
    tcase_add_test(tests, every_body_and_owner);
    tcase_add_test(tests, every_top_level_type_by_its_name);
    tcase_add_test(tests, the_compiler_and_all_that_it_references_load);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner), ran = srunner_ntests_run(runner);
    srunner_free(runner);
    return failed == 0 && ran > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
