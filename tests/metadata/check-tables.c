/* check-tables.c - rows, widths of indexes, coded indexes, searching, lists and owners, types by name. */
#include "tests/metadata/builder.h"
#include "tests/metadata/walk.h"
#include "tests/suite.h"

#include <string.h>

static MonoImage *open_built(Builder *b)
{
    GByteArray *file = builder_file(b);
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_from_memory(guarded(file->data, file->len), file->len, "built", &error);
    ck_assert_msg(image != NULL, "%s", error.message);
    g_byte_array_unref(file);
    return image;
}

static void done(Builder *b, MonoImage *image)
{
    mono_image_free(image);
    builder_free(b);
}

/* Every table with three rows whose columns all differ, each fitting the width of its column. */
static void fill_all(Builder *b, uint32_t limit)
{
#define FILL(NAME, number, text)                                                                                       \
    for (unsigned row = 0; row < 3; row++) {                                                                           \
        uint32_t values[MONO_TABLE_MAX_COLUMNS];                                                                       \
        for (unsigned i = 0; i < MONO_TABLE_MAX_COLUMNS; i++)                                                          \
            values[i] = (number * 37u + row * 11 + i * 5 + 1) % limit;                                                 \
        builder_row_array(b, MONO_TABLE_##NAME, values, MONO_TABLE_MAX_COLUMNS);                                       \
    }
#define NOTHING(TABLE, NAME, kind, argument)
    MONO_TABLES(FILL, NOTHING)
#undef FILL
#undef NOTHING
}

static void check_all(const MonoImage *image, uint32_t limit)
{
    unsigned columns_of[MONO_TABLE_COUNT] = {0};
#define NOTHING(NAME, number, text)
#define COUNT(TABLE, NAME, kind, argument) columns_of[MONO_TABLE_##TABLE]++;
    MONO_TABLES(NOTHING, COUNT)
#undef NOTHING
#undef COUNT
    for (unsigned table = 0; table < MONO_TABLE_COUNT; table++) {
        ck_assert_uint_eq(mono_image_rows(image, (MonoTableId)table), columns_of[table] ? 3 : 0);
        for (unsigned row = 0; row < 3 && columns_of[table]; row++)
            for (unsigned i = 0; i < columns_of[table]; i++)
                ck_assert_msg(mono_image_row(image, (MonoTableId)table, row + 1, i) ==
                                  (table * 37u + row * 11 + i * 5 + 1) % limit,
                              "table 0x%02x row %u column %u", table, row + 1, i);
        ck_assert_uint_eq(mono_image_row(image, (MonoTableId)table, 0, 0), 0);
        ck_assert_uint_eq(mono_image_row(image, (MonoTableId)table, 4, 0), 0);
        ck_assert_uint_eq(mono_image_row(image, (MonoTableId)table, 1, columns_of[table]), 0);
        ck_assert_uint_eq(mono_image_row(image, (MonoTableId)table, 1, 1000), 0);
    }
}

START_TEST(every_column_of_every_table_in_every_layout)
{
    for (unsigned layout = 0; layout < 64; layout++) {
        Builder b = builder_new();
        b.wide_strings = layout & 1;
        b.wide_guids = layout & 2;
        b.wide_blobs = layout & 4;
        b.pe32_plus = layout & 8;
        b.uncompressed = layout & 16;
        b.extra_data = layout & 32;
        fill_all(&b, 251);
        MonoImage *image = open_built(&b);
        ck_assert_int_eq(image->pe32_plus, b.pe32_plus);
        check_all(image, 251);
        done(&b, image);
    }
}
END_TEST

START_TEST(more_than_65535_rows_make_indexes_wide)
{
    Builder b = builder_new();
    builder_assembly(&b, "wide", 1, "", NULL);
    uint32_t name = builder_string(&b, "f");
    for (unsigned i = 0; i < 70000; i++)
        builder_row(&b, MONO_TABLE_FIELD, 0x16, name, 0);
    builder_row(&b, MONO_TABLE_TYPEDEF, 1, name, 0, 0, 69999, 1);
    builder_row(&b, MONO_TABLE_FIELDRVA, 0x2000, 70000);
    builder_row(&b, MONO_TABLE_CONSTANT, 8, 0, 70000 << 2, 0);
    MonoImage *image = open_built(&b);
    ck_assert_uint_eq(mono_image_row(image, MONO_TABLE_TYPEDEF, 2, MONO_TYPEDEF_FIELD_LIST), 69999);
    ck_assert_uint_eq(mono_image_row(image, MONO_TABLE_FIELDRVA, 1, MONO_FIELDRVA_FIELD), 70000);
    ck_assert_uint_eq(
        mono_coded_token(MONO_CODED_HAS_CONSTANT, mono_image_row(image, MONO_TABLE_CONSTANT, 1, MONO_CONSTANT_PARENT)),
        MONO_TOKEN(MONO_TABLE_FIELD, 70000));
    uint32_t first, count;
    mono_image_list(image, MONO_TABLE_TYPEDEF, 2, MONO_TYPEDEF_FIELD_LIST, MONO_TABLE_FIELD, &first, &count);
    ck_assert(first == 69999 && count == 2);
    ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_FIELD, 69998), 1);
    ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_FIELD, 70000), 2);
    ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_FIELD, 70001), 0);
    done(&b, image);
}
END_TEST

START_TEST(a_coded_index_is_wide_as_soon_as_its_tag_leaves_no_room)
{
    for (unsigned rows = 16383; rows <= 16384; rows++) { /* two tag bits leave 14 */
        Builder b = builder_new();
        builder_assembly(&b, "coded", 1, "", NULL);
        for (unsigned i = 0; i < rows; i++)
            builder_row(&b, MONO_TABLE_TYPEREF, 2, 1, 1);
        builder_row(&b, MONO_TABLE_INTERFACEIMPL, 1, rows << 2 | 1);
        MonoImage *image = open_built(&b);
        ck_assert_uint_eq(image->tables[MONO_TABLE_INTERFACEIMPL].row_size, rows == 16383 ? 4 : 6);
        ck_assert_uint_eq(mono_image_row(image, MONO_TABLE_INTERFACEIMPL, 1, MONO_INTERFACEIMPL_INTERFACE),
                          rows << 2 | 1);
        done(&b, image);
    }
}
END_TEST

START_TEST(coded_indexes_and_tokens)
{
    static const struct {
        MonoCodedIndex kind;
        uint32_t coded, token;
    } pairs[] = {
        {MONO_CODED_TYPE_DEF_OR_REF, 5, 0x01000001},
        {MONO_CODED_TYPE_DEF_OR_REF, 6, 0x1b000001},
        {MONO_CODED_HAS_CUSTOM_ATTRIBUTE, 7 << 5 | 14, 0x20000007},
        {MONO_CODED_HAS_CUSTOM_ATTRIBUTE, 7 << 5 | 21, 0x2b000007},
        {MONO_CODED_MEMBER_REF_PARENT, 9 << 3 | 4, 0x1b000009},
        {MONO_CODED_HAS_SEMANTICS, 3, 0x17000001},
        {MONO_CODED_CUSTOM_ATTRIBUTE_TYPE, 4 << 3 | 3, 0x0a000004},
        {MONO_CODED_RESOLUTION_SCOPE, 4 << 2 | 2, 0x23000004},
        {MONO_CODED_TYPE_OR_METHOD_DEF, 1, 0x06000000},
        {MONO_CODED_HAS_CUSTOM_DEBUG_INFORMATION, 1 << 5 | 26, 0x35000001},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        ck_assert_uint_eq(mono_coded_token(pairs[i].kind, pairs[i].coded), pairs[i].token);
        ck_assert_uint_eq(mono_coded_index(pairs[i].kind, pairs[i].token), pairs[i].coded);
    }
    ck_assert_uint_eq(mono_coded_token(MONO_CODED_TYPE_DEF_OR_REF, 7), 0);
    ck_assert_uint_eq(mono_coded_token(MONO_CODED_CUSTOM_ATTRIBUTE_TYPE, 1 << 3), 0);
    ck_assert_uint_eq(mono_coded_token(MONO_CODED_HAS_CUSTOM_ATTRIBUTE, 1 << 5 | 22), 0);
    ck_assert_uint_eq(mono_coded_index(MONO_CODED_TYPE_DEF_OR_REF, 0x06000001), 0);
}
END_TEST

START_TEST(rows_are_found_by_their_key_in_order_or_not)
{
    for (unsigned shuffled = 0; shuffled < 2; shuffled++) {
        static const uint32_t in_order[] = {2, 5, 5, 5, 9, 12}, mixed[] = {5, 2, 5, 5, 12, 9};
        const uint32_t *classes = shuffled ? mixed : in_order;
        Builder b = builder_new();
        builder_assembly(&b, "keys", 1, "", NULL);
        for (unsigned i = 0; i < 6; i++)
            builder_row(&b, MONO_TABLE_INTERFACEIMPL, classes[i], i << 2);
        MonoImage *image = open_built(&b);
        const MonoTableId table = MONO_TABLE_INTERFACEIMPL;
        uint32_t count, found = 0;
        for (uint32_t row = 0; (row = mono_image_next_row(image, table, MONO_INTERFACEIMPL_CLASS, 5, row));) {
            ck_assert_uint_eq(mono_image_row(image, table, row, MONO_INTERFACEIMPL_CLASS), 5);
            found++;
        }
        ck_assert_uint_eq(found, 3);
        ck_assert_uint_eq(mono_image_find_rows(image, table, MONO_INTERFACEIMPL_CLASS, 5, &count), shuffled ? 1 : 2);
        ck_assert_uint_eq(count, shuffled ? 1 : 3);
        ck_assert_uint_eq(mono_image_find_rows(image, table, MONO_INTERFACEIMPL_CLASS, 12, &count), shuffled ? 5 : 6);
        ck_assert_uint_eq(mono_image_find_rows(image, table, MONO_INTERFACEIMPL_CLASS, 6, &count), 0);
        ck_assert_uint_eq(count, 0);
        ck_assert_uint_eq(mono_image_find_rows(image, table, MONO_INTERFACEIMPL_CLASS, 13, &count), 0);
        ck_assert_uint_eq(mono_image_find_rows(image, table, MONO_INTERFACEIMPL_INTERFACE, 3 << 2, &count), 4);
        ck_assert_uint_eq(mono_image_next_row(image, table, MONO_INTERFACEIMPL_CLASS, 5, 6), 0);
        ck_assert_uint_eq(mono_image_next_row(image, table, MONO_INTERFACEIMPL_CLASS, 5, 0xffffffff), 0);
        done(&b, image);
    }
}
END_TEST

/* Three types with 2, 0 and 3 methods; with pointers, the methods stand backwards. */
static Builder types(bool pointers)
{
    Builder b = builder_new();
    b.uncompressed = pointers;
    builder_assembly(&b, "lists", 1, "", NULL);
    uint32_t space = builder_string(&b, "Space");
    builder_row(&b, MONO_TABLE_TYPEDEF, 1, builder_string(&b, "A"), space, 0, 1, 1);
    builder_row(&b, MONO_TABLE_TYPEDEF, 1, builder_string(&b, "Empty"), space, 0, 1, 3);
    builder_row(&b, MONO_TABLE_TYPEDEF, 2, builder_string(&b, "C"), 0, 0, 1, 3);
    builder_row(&b, MONO_TABLE_NESTEDCLASS, 4, 2);
    for (unsigned i = 0; i < 5; i++)
        builder_row(&b, MONO_TABLE_METHOD, 0, 0, 0, 0, 0, 1);
    for (unsigned i = 0; pointers && i < 5; i++)
        builder_row(&b, MONO_TABLE_METHODPTR, 5 - i);
    return b;
}

START_TEST(lists_and_owners)
{
    for (unsigned pointers = 0; pointers < 2; pointers++) {
        Builder b = types(pointers);
        MonoImage *image = open_built(&b);
        static const uint32_t counts[] = {0, 2, 0, 3}, owners[] = {2, 2, 4, 4, 4};
        for (uint32_t row = 1; row <= 4; row++) {
            uint32_t first, count;
            mono_image_list(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_METHOD_LIST, MONO_TABLE_METHOD, &first,
                            &count);
            ck_assert_uint_eq(count, counts[row - 1]);
            for (uint32_t i = 0; i < count; i++) {
                uint32_t method = mono_image_ptr(image, MONO_TABLE_METHOD, first + i);
                ck_assert_uint_eq(method, pointers ? 6 - (first + i) : first + i);
                ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_METHOD, method), row);
            }
        }
        for (uint32_t i = 0; i < 5; i++)
            ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_METHOD, pointers ? 5 - i : i + 1), owners[i]);
        ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_METHOD, 6), 0);
        ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_PARAM, 1), 0);
        ck_assert_uint_eq(mono_image_enclosing_typedef(image, 4), 2);
        ck_assert_uint_eq(mono_image_enclosing_typedef(image, 2), 0);
        done(&b, image);
    }
}
END_TEST

START_TEST(lists_that_run_backwards_or_out_of_the_table_are_empty_or_cut)
{
    Builder b = builder_new();
    builder_assembly(&b, "lists", 1, "", NULL);
    static const uint32_t lists[] = {4, 2, 90, 0, 1};
    for (unsigned i = 0; i < 5; i++)
        builder_row(&b, MONO_TABLE_TYPEDEF, 1, 0, 0, 0, lists[i], 1);
    for (unsigned i = 0; i < 5; i++)
        builder_row(&b, MONO_TABLE_FIELD, 0, 0, 0);
    MonoImage *image = open_built(&b);
    static const uint32_t counts[] = {3, 0, 4, 0, 0, 5};
    for (uint32_t row = 1; row <= 6; row++) {
        uint32_t first, count;
        mono_image_list(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_FIELD_LIST, MONO_TABLE_FIELD, &first, &count);
        ck_assert_msg(count == counts[row - 1], "type %u: %u", row, count);
    }
    walk_image(image);
    done(&b, image);
}
END_TEST

START_TEST(types_are_found_by_name)
{
    Builder b = types(false);
    MonoImage *image = open_built(&b);
    ck_assert_uint_eq(mono_image_find_typedef(image, "Space", "A"), 2);
    ck_assert_uint_eq(mono_image_find_typedef(image, "Space", "Empty"), 3);
    ck_assert_uint_eq(mono_image_find_typedef(image, "", "<Module>"), 1);
    ck_assert_uint_eq(mono_image_find_typedef(image, NULL, "<Module>"), 1);
    ck_assert_uint_eq(mono_image_find_typedef(image, "", "C"), 0); /* nested */
    ck_assert_uint_eq(mono_image_find_typedef(image, "", "A"), 0);
    ck_assert_uint_eq(mono_image_find_typedef(image, "Space", ""), 0);
    done(&b, image);
}
END_TEST

START_TEST(a_table_larger_than_the_stream_is_refused_by_name)
{
    Builder b = types(false);
    GByteArray *file = builder_file(&b);
    poke(file, b.tables_offset + 24 + 2 * 4, 100000, 4); /* Module, TypeDef, MethodDef */
    MonoError error = MONO_ERROR_INIT;
    ck_assert_ptr_null(mono_image_open_from_memory(file->data, file->len, "big.dll", &error));
    ck_assert_int_eq(error.code, MONO_ERROR_BAD_IMAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "big.dll"));
    ck_assert_ptr_nonnull(strstr(error.message, "table MethodDef with 100000 rows"));
    mono_error_clear(&error);
    poke(file, b.tables_offset + 8 + 5, 1, 1); /* a table of number 40 + ... that exists */
    poke(file, b.tables_offset + 8 + 7, 0x80, 1);
    ck_assert_ptr_null(mono_image_open_from_memory(file->data, file->len, "big.dll", &error));
    ck_assert_ptr_nonnull(strstr(error.message, "unknown table 0x3f"));
    mono_error_clear(&error);
    g_byte_array_unref(file);
    builder_free(&b);
}
END_TEST

SUITE("metadata-tables", 60, every_column_of_every_table_in_every_layout, more_than_65535_rows_make_indexes_wide,
      a_coded_index_is_wide_as_soon_as_its_tag_leaves_no_room, coded_indexes_and_tokens,
      rows_are_found_by_their_key_in_order_or_not, lists_and_owners,
      lists_that_run_backwards_or_out_of_the_table_are_empty_or_cut, types_are_found_by_name,
      a_table_larger_than_the_stream_is_refused_by_name)
