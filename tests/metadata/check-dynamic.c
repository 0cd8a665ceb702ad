/* check-dynamic.c - images written at run time: rows, heaps that move, lists in any order, bodies, names. */
#include <glib.h>

#include "interp/metadata/metadata.h"
#include "tests/suite.h"

#include <string.h>

static MonoImage *new_image(void)
{
    static const uint8_t mvid[16] = {1, 2, 3};
    MonoImage *image = mono_image_new_dynamic("Made", "module", mvid);
    ck_assert(mono_dynamic_is_image(image));
    ck_assert_str_eq(image->module_name, "module");
    ck_assert_uint_eq(mono_image_rows(image, MONO_TABLE_MODULE), 1);
    return image;
}

static uint32_t add_type(MonoImage *image, const char *name)
{
    uint32_t row = mono_dynamic_add_row(image, MONO_TABLE_TYPEDEF);
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME, mono_dynamic_string(image, name));
    return row;
}

START_TEST(strings_and_blobs_stay_where_they_are)
{
    MonoImage *image = new_image();
    uint32_t first = mono_dynamic_string(image, "first");
    const char *place = mono_image_string(image, first);
    char text[32];
    for (unsigned i = 0; i < 20000; i++) {
        g_snprintf(text, sizeof text, "name %u", i);
        uint32_t index = mono_dynamic_string(image, text);
        ck_assert_str_eq(mono_image_string(image, index), text);
        MonoBlob blob;
        ck_assert(mono_image_blob(image, mono_dynamic_blob(image, text, (uint32_t)strlen(text)), &blob));
        ck_assert_uint_eq(blob.size_bytes, strlen(text));
    }
    ck_assert_str_eq(place, "first");
    ck_assert_uint_eq(mono_dynamic_string(image, "first"), first);
    ck_assert_uint_eq(mono_dynamic_string(image, ""), 0);
    uint16_t chars[300];
    for (unsigned i = 0; i < 300; i++)
        chars[i] = (uint16_t)i;
    const uint8_t *utf16;
    uint32_t length;
    ck_assert(mono_image_user_string(image, mono_dynamic_user_string(image, chars, 300), &utf16, &length));
    ck_assert_uint_eq(length, 300);
    ck_assert(memcmp(utf16, chars, sizeof chars) == 0);
    mono_image_free(image);
}
END_TEST

START_TEST(members_come_in_any_order)
{
    MonoImage *image = new_image();
    uint32_t a = add_type(image, "A"), b = add_type(image, "B"), methods[6];
    for (unsigned i = 0; i < 6; i++)
        methods[i] = mono_dynamic_add_row(image, MONO_TABLE_METHOD);
    uint32_t of_b[] = {methods[4], methods[0], methods[2]}, of_a[] = {methods[5], methods[1]};
    mono_dynamic_set_list(image, MONO_TABLE_TYPEDEF, b, MONO_TYPEDEF_METHOD_LIST, MONO_TABLE_METHOD, of_b, 3);
    mono_dynamic_set_list(image, MONO_TABLE_TYPEDEF, a, MONO_TYPEDEF_METHOD_LIST, MONO_TABLE_METHOD, of_a, 2);
    uint32_t first, count;
    mono_image_list(image, MONO_TABLE_TYPEDEF, b, MONO_TYPEDEF_METHOD_LIST, MONO_TABLE_METHOD, &first, &count);
    ck_assert_uint_eq(count, 3);
    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(mono_image_ptr(image, MONO_TABLE_METHOD, first + i), of_b[i]);
    ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_METHOD, methods[1]), a);
    ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_METHOD, methods[2]), b);
    ck_assert_uint_eq(mono_image_owner_typedef(image, MONO_TABLE_METHOD, methods[3]), 0);
    mono_image_list(image, MONO_TABLE_TYPEDEF, a, MONO_TYPEDEF_FIELD_LIST, MONO_TABLE_FIELD, &first, &count);
    ck_assert_uint_eq(count, 0);
    mono_image_free(image);
}
END_TEST

START_TEST(types_are_found_as_they_come)
{
    MonoImage *image = new_image();
    ck_assert_uint_eq(mono_image_find_typedef(image, "", "A"), 0);
    uint32_t a = add_type(image, "A");
    ck_assert_uint_eq(mono_image_find_typedef(image, "", "A"), a);
    for (unsigned i = 0; i < 100; i++)
        add_type(image, i == 50 ? "B" : "C");
    ck_assert_uint_eq(mono_image_find_typedef(image, "", "B"), a + 51);
    /* a table that was in order and is not any more */
    for (uint32_t nested = 3; nested <= 9; nested += 6) {
        uint32_t row = mono_dynamic_add_row(image, MONO_TABLE_NESTEDCLASS);
        mono_dynamic_set(image, MONO_TABLE_NESTEDCLASS, row, MONO_NESTEDCLASS_NESTED, nested);
        mono_dynamic_set(image, MONO_TABLE_NESTEDCLASS, row, MONO_NESTEDCLASS_ENCLOSING, 1);
    }
    ck_assert_uint_eq(mono_image_enclosing_typedef(image, 9), 1);
    uint32_t row = mono_dynamic_add_row(image, MONO_TABLE_NESTEDCLASS);
    mono_dynamic_set(image, MONO_TABLE_NESTEDCLASS, row, MONO_NESTEDCLASS_NESTED, 2);
    mono_dynamic_set(image, MONO_TABLE_NESTEDCLASS, row, MONO_NESTEDCLASS_ENCLOSING, 4);
    ck_assert_uint_eq(mono_image_enclosing_typedef(image, 2), 4);
    ck_assert_uint_eq(mono_image_enclosing_typedef(image, 9), 1);
    mono_image_free(image);
}
END_TEST

START_TEST(bodies_are_read_as_from_a_file)
{
    MonoImage *image = new_image();
    static const uint8_t tiny[] = {2 << 2 | 2, 0x16, 0x2a}; /* ldc.i4.0; ret */
    MonoError error = MONO_ERROR_INIT;
    MonoMethodBody body;
    for (unsigned i = 0; i < 3000; i++) {
        uint32_t row = mono_dynamic_add_row(image, MONO_TABLE_METHOD);
        ck_assert(!mono_method_body_read(image, row, &body, &error));
        mono_error_clear(&error);
        mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_RVA, mono_dynamic_data(image, tiny, sizeof tiny));
        ck_assert(mono_method_body_read(image, row, &body, &error));
        ck_assert_uint_eq(body.code_size_bytes, 2);
        ck_assert_uint_eq(body.code[1], 0x2a);
        mono_method_body_clear(&body);
    }
    ck_assert(mono_method_body_read(image, 1, &body, &error));
    mono_method_body_clear(&body);
    mono_image_free(image);
}
END_TEST

SUITE("metadata-dynamic", 60, strings_and_blobs_stay_where_they_are, members_come_in_any_order,
      types_are_found_as_they_come, bodies_are_read_as_from_a_file)
