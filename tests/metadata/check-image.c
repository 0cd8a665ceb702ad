/* check-image.c - PE headers, sections, metadata root, heaps, resources; what is refused and how. */
#include "tests/metadata/builder.h"
#include "tests/metadata/walk.h"
#include "tests/suite.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static MonoImage *open_bytes(const GByteArray *file, MonoError *error)
{
    return mono_image_open_from_memory(guarded(file->data, file->len), file->len, "hand.dll", error);
}

static MonoImage *open_good(Builder *b)
{
    MonoError error = MONO_ERROR_INIT;
    GByteArray *file = builder_file(b);
    MonoImage *image = open_bytes(file, &error);
    ck_assert_msg(image != NULL, "%s", error.message);
    g_byte_array_unref(file);
    return image;
}

static void refused(const GByteArray *file, const char *why)
{
    MonoError error = MONO_ERROR_INIT;
    ck_assert_msg(open_bytes(file, &error) == NULL, "opened although: %s", why);
    ck_assert_int_eq(error.code, MONO_ERROR_BAD_IMAGE);
    ck_assert_str_eq(error.detail, "hand.dll");
    ck_assert_msg(g_str_has_prefix(error.message, "hand.dll: offset 0x") && strstr(error.message, why), "%s",
                  error.message);
    mono_error_clear(&error);
}

START_TEST(names_and_header_values)
{
    for (unsigned plus = 0; plus < 2; plus++) {
        Builder b = builder_new();
        b.pe32_plus = plus;
        b.entry_point = 0x06000001;
        b.cli_flags = 3;
        builder_row(&b, MONO_TABLE_MODULE, 0, builder_string(&b, "hand.exe"), 1, 0, 0);
        builder_row(&b, MONO_TABLE_ASSEMBLY, 0x8004, 1, 2, 3, 4, 0, 0, builder_string(&b, "hand"), 0);
        MonoImage *image = open_good(&b);
        ck_assert_str_eq(image->name, "hand");
        ck_assert_str_eq(image->module_name, "hand.exe");
        ck_assert_str_eq(image->guid, "04030201-0605-0807-090a-0b0c0d0e0f10");
        ck_assert_str_eq(image->runtime_version, "v4.0.30319");
        ck_assert_uint_eq(image->entry_point, 0x06000001);
        ck_assert_uint_eq(image->cli_flags, 3);
        ck_assert_int_eq(image->pe32_plus, plus);
        mono_image_free(image);
        b.cli_flags = 0x10; /* the entry point is native code */
        image = open_good(&b);
        ck_assert_uint_eq(image->entry_point, 0);
        mono_image_free(image);
        builder_free(&b);
    }
}
END_TEST

START_TEST(a_module_without_a_manifest_is_named_by_its_module)
{
    Builder b = builder_new();
    builder_row(&b, MONO_TABLE_MODULE, 0, builder_string(&b, "part.netmodule"), 0, 0, 0);
    MonoImage *image = open_good(&b);
    ck_assert_str_eq(image->name, "part.netmodule");
    ck_assert_str_eq(image->guid, "00000000-0000-0000-0000-000000000000");
    MonoError error = MONO_ERROR_INIT;
    ck_assert_ptr_null(mono_assembly_from_image(image, &error));
    ck_assert_int_eq(error.code, MONO_ERROR_BAD_IMAGE);
    mono_error_clear(&error);
    mono_image_free(image);
    builder_free(&b);
}
END_TEST

START_TEST(heap_entries_and_bad_indexes)
{
    Builder b = builder_new();
    builder_assembly(&b, "heaps", 1, "", NULL);
    char large[20000];
    memset(large, 'x', sizeof large);
    uint32_t text = builder_string(&b, "Grüße"), small = builder_blob(&b, "abc", 3);
    uint32_t middle = builder_blob(&b, large, 300), big = builder_blob(&b, large, sizeof large);
    uint32_t user = builder_user_string(&b, "hi");
    put(b.blobs, 0x7f, 1); /* a blob that ends behind its heap */
    uint32_t cut = b.blobs->len - 1;
    g_byte_array_append(b.strings, (const guint8 *)"open", 4); /* no NUL behind it */
    uint32_t open = b.strings->len - 4;
    MonoImage *image = open_good(&b);
    MonoBlob blob;
    const uint8_t *utf16;
    uint32_t length;
    ck_assert_str_eq(mono_image_string(image, text), "Grüße");
    ck_assert_str_eq(mono_image_string(image, text + 4), "ße");
    ck_assert_str_eq(mono_image_string(image, 0), "");
    ck_assert_str_eq(mono_image_string(image, open), "");
    ck_assert_str_eq(mono_image_string(image, 0xffffffff), "");
    ck_assert(mono_image_blob(image, small, &blob) && blob.size_bytes == 3 && memcmp(blob.data, "abc", 3) == 0);
    ck_assert(mono_image_blob(image, middle, &blob) && blob.size_bytes == 300);
    ck_assert(mono_image_blob(image, big, &blob) && blob.size_bytes == sizeof large);
    ck_assert(mono_image_blob(image, 0, &blob) && blob.size_bytes == 0);
    ck_assert(!mono_image_blob(image, cut, &blob) && blob.size_bytes == 0);
    ck_assert(!mono_image_blob(image, 0xffffffff, &blob) && blob.size_bytes == 0);
    ck_assert(mono_image_user_string(image, user, &utf16, &length));
    ck_assert(length == 2 && memcmp(utf16, "h\0i\0", 4) == 0);
    ck_assert(!mono_image_user_string(image, 0x100000, &utf16, &length) && length == 0);
    mono_image_free(image);
    builder_free(&b);
}
END_TEST

START_TEST(data_up_to_the_end_of_its_section_and_zeros_behind_the_file)
{
    Builder b = builder_new();
    builder_assembly(&b, "data", 1, "", NULL);
    uint32_t rva = builder_code(&b, "\1\2\3\4", 4), available;
    b.zero_tail = 1000;
    GByteArray *file = builder_file(&b);
    uint32_t raw = file->len - BUILDER_SECTION_OFFSET;
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = open_bytes(file, &error);
    const uint8_t *data = mono_image_rva(image, rva, &available);
    ck_assert(data && data[3] == 4 && available == raw);
    data = mono_image_rva(image, BUILDER_SECTION_RVA + raw - 1, &available);
    ck_assert(data && available == 1);
    data = mono_image_rva(image, BUILDER_SECTION_RVA + raw + 10, &available);
    ck_assert(data && available == 990 && data[0] == 0 && data[989] == 0);
    ck_assert_ptr_null(mono_image_rva(image, BUILDER_SECTION_RVA + raw + 1000, &available));
    ck_assert_uint_eq(available, 0);
    ck_assert_ptr_null(mono_image_rva(image, BUILDER_SECTION_RVA - 1, &available));
    ck_assert_ptr_null(mono_image_rva(image, 0, &available));
    ck_assert_ptr_null(mono_image_rva(image, 0xffffffff, &available));
    mono_image_free(image);
    g_byte_array_unref(file);
    b.zero_tail = 0x7fffffff; /* no memory for so many zeros */
    image = open_good(&b);
    ck_assert_ptr_null(mono_image_rva(image, BUILDER_SECTION_RVA + raw + 10, &available));
    mono_image_free(image);
    builder_free(&b);
}
END_TEST

START_TEST(embedded_resources)
{
    Builder b = builder_new();
    builder_assembly(&b, "res", 1, "", NULL);
    uint32_t first = builder_resource(&b, "hello", 5), second = builder_resource(&b, "", 0), size;
    builder_row(&b, MONO_TABLE_MANIFESTRESOURCE, first, 1, 0, 0);
    builder_row(&b, MONO_TABLE_MANIFESTRESOURCE, second, 1, 0, 0);
    builder_row(&b, MONO_TABLE_MANIFESTRESOURCE, second + 1, 1, 0, 0); /* the size is cut */
    builder_row(&b, MONO_TABLE_MANIFESTRESOURCE, first + 4, 1, 0, 0);  /* "hell" is no size */
    builder_row(&b, MONO_TABLE_MANIFESTRESOURCE, 0xfffffffe, 1, 0, 0);
    MonoImage *image = open_good(&b);
    const uint8_t *data = mono_image_resource(image, 1, &size);
    ck_assert(data && size == 5 && memcmp(data, "hello", 5) == 0);
    ck_assert(mono_image_resource(image, 2, &size) != NULL && size == 0);
    for (uint32_t row = 3; row < 7; row++)
        ck_assert(mono_image_resource(image, row, &size) == NULL && size == 0);
    ck_assert_ptr_null(mono_image_resource(image, 0, &size));
    mono_image_free(image);
    builder_free(&b);
}
END_TEST

START_TEST(what_is_no_assembly_is_refused_with_the_place)
{
    Builder b = builder_new();
    builder_assembly(&b, "hand", 1, "", NULL);
    GByteArray *file = builder_file(&b);
    size_t root = b.root_offset, directories = 0x80 + 24 + 96, streams = root + 32;
    const struct {
        size_t offset, size;
        uint64_t value;
        const char *why;
    } damages[] = {
        {0, 2, 0x4c45, "does not start with MZ"},
        {0x3c, 4, 0xfffffff0, "no PE signature at 0xfffffff0"},
        {0x80, 4, 0, "no PE signature at 0x80"},
        {0x80 + 6, 2, 0xffff, "the table of 65535 sections exceeds the file"},
        {0x80 + 20, 2, 0xffff, "optional header of 65535 bytes exceeds the file"},
        {0x80 + 20, 2, 90, "optional header has only 90 bytes"},
        {0x80 + 24, 2, 0x107, "unknown optional header 0x107"},
        {directories - 4, 4, 14, "no CLI header directory"},
        {0x80 + 20, 2, 96 + 8 * 14, "no CLI header directory"},
        {directories + 14 * 8, 4, 0, "CLI header directory is empty"},
        {directories + 14 * 8, 4, 0x7fffff00, "the CLI header at RVA 0x7fffff00 lies outside"},
        {b.cli_offset + 8, 4, 0x7fffff00, "at RVA 0x7fffff00 lies outside"},
        {b.cli_offset + 12, 4, 0x7fffffff, "metadata of 2147483647 bytes"},
        {root, 4, 0, "no metadata signature"},
        {root + 12, 4, 0xfffffff0, "version text of 4294967280 bytes"},
        {root + 30, 2, 0xffff, "stream "},
        {root + 30, 2, 0, "no tables stream"},
        {streams, 4, 0xfffffff0, "stream #~ exceeds the metadata"},
        {streams + 4, 4, 0xfffffff0, "stream #~ exceeds the metadata"},
        {streams + 4, 4, 10, "tables stream has 10 bytes"},
        {streams + 4, 4, 26, "ends before the row count of Module"},
        {streams + 8, 4, 0x21212121, "is malformed"},
        {b.tables_offset + 24, 4, 0x01000000, "table Module has 16777216 rows"},
        {b.tables_offset + 24, 4, 1000, "exceeds the tables stream"},
        {b.tables_offset + 8, 1, 0, "no row in table Module"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(damages); i++) {
        GByteArray *copy = g_byte_array_new();
        g_byte_array_append(copy, file->data, file->len);
        poke(copy, damages[i].offset, damages[i].value, (unsigned)damages[i].size);
        if (damages[i].offset == streams + 8) /* a name that never ends */
            memset(copy->data + streams + 8, '!', 40);
        refused(copy, damages[i].why);
        g_byte_array_unref(copy);
    }
    GByteArray *text = g_byte_array_new();
    refused(text, "does not start with MZ");
    g_byte_array_append(text, (const guint8 *)"#!/bin/sh\n", 10);
    refused(text, "does not start with MZ");
    g_byte_array_unref(text);
    g_byte_array_unref(file);
    builder_free(&b);
}
END_TEST

START_TEST(files_that_cannot_be_read_say_so)
{
    MonoError error = MONO_ERROR_INIT;
    ck_assert_ptr_null(mono_image_open_file("/no/such/file.dll", &error));
    ck_assert_int_eq(error.code, MONO_ERROR_FILE_NOT_FOUND);
    ck_assert_ptr_nonnull(strstr(error.message, "/no/such/file.dll"));
    mono_error_clear(&error);
    ck_assert_ptr_null(mono_image_open_file("/", &error));
    ck_assert_ptr_nonnull(strstr(error.message, "not a regular file"));
    mono_error_clear(&error);
    char *folder = g_dir_make_tmp("metadata-XXXXXX", NULL), *path = g_build_filename(folder, "empty.dll", NULL);
    ck_assert(g_file_set_contents(path, "", 0, NULL));
    ck_assert_ptr_null(mono_image_open_file(path, &error));
    ck_assert_ptr_nonnull(strstr(error.message, "the file is empty"));
    mono_error_clear(&error);
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}
END_TEST

START_TEST(a_file_is_known_by_its_absolute_path)
{
    char *folder = g_dir_make_tmp("metadata-XXXXXX", NULL), *path = g_build_filename(folder, "a.dll", NULL);
    Builder b = builder_new();
    builder_assembly(&b, "a", 1, "", NULL);
    builder_write(&b, path);
    builder_free(&b);
    ck_assert_int_eq(chdir(folder), 0);
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_file("./a.dll", &error);
    ck_assert_ptr_nonnull(image);
    ck_assert_str_eq(image->filename, path);
    mono_image_free(image);
    g_unlink(path);
    ck_assert_int_eq(chdir("/"), 0);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}
END_TEST

START_TEST(errors_keep_the_first_message)
{
    MonoError error = MONO_ERROR_INIT, other = MONO_ERROR_INIT;
    mono_error_set(&error, MONO_ERROR_TYPE_LOAD, "detail", "first %d", 1);
    mono_error_set(&error, MONO_ERROR_ARGUMENT, NULL, "second");
    ck_assert_int_eq(error.code, MONO_ERROR_TYPE_LOAD);
    ck_assert_str_eq(error.message, "first 1");
    ck_assert_str_eq(error.detail, "detail");
    mono_error_move(&other, &error);
    ck_assert(mono_error_ok(&error) && other.code == MONO_ERROR_TYPE_LOAD);
    mono_error_set(&error, MONO_ERROR_ARGUMENT, NULL, "third");
    mono_error_move(&other, &error);
    ck_assert(mono_error_ok(&error) && error.message == NULL);
    ck_assert_str_eq(other.message, "first 1");
    mono_error_clear(&other);
    ck_assert(mono_error_ok(&other) && other.message == NULL);
}
END_TEST

SUITE("metadata-image", 30, names_and_header_values, a_module_without_a_manifest_is_named_by_its_module,
      heap_entries_and_bad_indexes, data_up_to_the_end_of_its_section_and_zeros_behind_the_file, embedded_resources,
      what_is_no_assembly_is_refused_with_the_place, files_that_cannot_be_read_say_so,
      a_file_is_known_by_its_absolute_path, errors_keep_the_first_message)
