/* check-body.c - method bodies: headers and exception sections in both forms, and malformed ones. */
#include "tests/metadata/builder.h"
#include "tests/suite.h"

#include <string.h>

static GByteArray *bytes_of(const char *hex)
{
    GByteArray *bytes = g_byte_array_new();
    for (; *hex; hex += *hex == ' ' ? 1 : 2)
        if (*hex != ' ')
            put(bytes, (uint64_t)(g_ascii_xdigit_value(hex[0]) << 4 | g_ascii_xdigit_value(hex[1])), 1);
    return bytes;
}

static GSList *kept;

/* The image stays, as the body points into it. The body stands at the end of its section, and of readable memory. */
static bool read_body(const char *hex, MonoMethodBody *body, MonoError *error)
{
    GByteArray *bytes = bytes_of(hex);
    Builder b = builder_new();
    builder_assembly(&b, "body", 1, "", NULL);
    builder_row(&b, MONO_TABLE_STANDALONESIG, builder_blob(&b, "\x07\x01\x08", 3));
    builder_row(&b, MONO_TABLE_METHOD, 0x10000, 0, 0, builder_string(&b, "Run"), 0, 1);
    builder_row(&b, MONO_TABLE_METHOD, 0, 0, 0, builder_string(&b, "Abstract"), 0, 1);
    builder_row(&b, MONO_TABLE_METHOD, 0x7fffffff, 0, 0, 0, 0, 1);
    GByteArray *file = builder_file(&b);
    poke(file, 0x80 + 4 + 2, 2, 2); /* a second section, for the body alone */
    size_t section = 0x80 + 4 + 20 + 96 + 128 + 40;
    while (file->len % 4)
        put(file, 0, 1);
    poke(file, section + 8, bytes->len, 4);
    poke(file, section + 12, 0x10000, 4);
    poke(file, section + 16, bytes->len, 4);
    poke(file, section + 20, file->len, 4);
    g_byte_array_append(file, bytes->data, bytes->len);
    MonoImage *image = mono_image_open_from_memory(guarded(file->data, file->len), file->len, "body.dll", error);
    ck_assert_msg(image != NULL, "%s", error->message);
    g_byte_array_unref(bytes);
    g_byte_array_unref(file);
    builder_free(&b);
    bool read = mono_method_body_read(image, 1, body, error);
    ck_assert(read == mono_error_ok(error));
    if (read)
        kept = g_slist_prepend(kept, image);
    else
        mono_image_free(image);
    return read;
}

static MonoMethodBody good(const char *hex)
{
    MonoMethodBody body;
    MonoError error = MONO_ERROR_INIT;
    ck_assert_msg(read_body(hex, &body, &error), "%s: %s", hex, error.message);
    return body;
}

static void bad(const char *hex, const char *why)
{
    MonoMethodBody body;
    MonoError error = MONO_ERROR_INIT;
    ck_assert_msg(!read_body(hex, &body, &error), "%s was read", hex);
    ck_assert_int_eq(error.code, MONO_ERROR_INVALID_PROGRAM);
    ck_assert_msg(strstr(error.message, why) && strstr(error.message, "MethodDef row 1 (Run)"), "%s", error.message);
    ck_assert(body.clauses == NULL && body.code == NULL);
    mono_error_clear(&error);
}

START_TEST(tiny_header)
{
    MonoMethodBody body = good("0a 00 2a");
    ck_assert(body.code_size_bytes == 2 && body.code[1] == 0x2a);
    ck_assert(body.max_stack == 8 && !body.init_locals && body.locals_token == 0 && body.clause_count == 0);
}
END_TEST

START_TEST(fat_header)
{
    MonoMethodBody body = good("1330 0500 03000000 01000011 00 00 2a");
    ck_assert(body.code_size_bytes == 3 && body.code[2] == 0x2a);
    ck_assert(body.max_stack == 5 && body.init_locals && body.locals_token == 0x11000001);
    body = good("0340 0500 01000000 00000000 deadbeef 2a"); /* a header of four words */
    ck_assert(body.code_size_bytes == 1 && body.code[0] == 0x2a && !body.init_locals);
}
END_TEST

START_TEST(small_exception_section)
{
    /* 5 bytes of code, padding to a multiple of 4, one catch and one finally */
    MonoMethodBody body = good("1b30 0800 05000000 00000000 00 00 00 00 2a 000000"
                               "01 1c 0000 0000 0000 02 0200 01 02000001 0200 0100 02 0300 02 00000000");
    ck_assert_uint_eq(body.clause_count, 2);
    MonoClauseInfo a = body.clauses[0], b = body.clauses[1];
    ck_assert(a.flags == 0 && a.try_offset == 0 && a.try_length == 2 && a.handler_offset == 2);
    ck_assert(a.handler_length == 1 && a.token_or_filter == 0x01000002);
    ck_assert(b.flags == 2 && b.try_offset == 1 && b.try_length == 2 && b.handler_offset == 3 && b.handler_length == 2);
    mono_method_body_clear(&body);
    ck_assert_ptr_null(body.clauses);
}
END_TEST

START_TEST(fat_exception_section)
{
    MonoMethodBody body = good("1b30 0800 04000000 00000000 00 00 00 2a 41 1c0000"
                               "01000000 00000000 02000000 03000000 01000000 02000000");
    ck_assert_uint_eq(body.clause_count, 1);
    ck_assert(body.clauses[0].flags == 1 && body.clauses[0].try_length == 2 && body.clauses[0].token_or_filter == 2);
    ck_assert(body.clauses[0].handler_offset == 3 && body.clauses[0].handler_length == 1);
    mono_method_body_clear(&body);
}
END_TEST

START_TEST(sections_that_follow_each_other)
{
    /* small with more, a foreign one with more, fat; the small one's size leaves out its header */
    MonoMethodBody body = good("1b30 0800 04000000 00000000 00 00 00 2a"
                               "81 0c 0000 0400 0000 02 0200 01 00000000"
                               "82 08 0000 ffffffff"
                               "41 1c0000 02000000 00000000 01000000 01000000 01000000 00000000");
    ck_assert_uint_eq(body.clause_count, 2);
    ck_assert(body.clauses[0].flags == 4 && body.clauses[1].flags == 2);
    mono_method_body_clear(&body);
}
END_TEST

START_TEST(malformed_bodies_say_why)
{
    bad("0e 00 2a", "code of 3 bytes exceeds");
    bad("02", "the body is empty");
    bad("00 2a", "unknown method header");
    bad("01 2a", "unknown method header");
    bad("1330 0500 0300", "the method header exceeds");
    bad("1330 0500 04000000 00000000 00 00 2a", "code of 4 bytes exceeds");
    bad("1330 0500 ffffffff 00000000 00 00 2a", "exceeds");
    bad("1330 0500 00000000 00000000", "the body is empty");
    bad("1320 0500 01000000 00000000 2a", "method header of 8 bytes");
    bad("13f0 0500 01000000 00000000 2a", "method header of 60 bytes");
    bad("1330 0500 01000000 02000011 2a", "bad token 0x11000002");
    bad("1330 0500 01000000 01000002 2a", "bad token 0x02000001");
    bad("1330 0500 01000000 00000011 2a", "bad token 0x11000000");
    bad("1b30 0500 01000000 00000000 2a", "the section after the code");
    bad("1b30 0500 01000000 00000000 2a 000000 0110", "the section after the code");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 01 10 0000 0000 0000 02 0200 01 020000", "exceed the file");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 41 ffffff 0000 0000 02 0200 01 020000", "exceed the file");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 01 10 0000 0000 0000 05 0200 01 02000001", "outside the code");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 01 10 0000 0000 0000 02 0400 01 02000001", "outside the code");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 01 10 0000 0000 0000 02 0200 03 02000001", "outside the code");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 01 10 0000 0100 0000 02 0200 01 04000000", "filter at 0x4");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 01 10 0000 0300 0000 02 0200 01 00000000", "unknown kind 0x3");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 41 1c0000"
        "00000000 ffffffff 02000000 03000000 01000000 02000000",
        "outside the code");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 82 00 0000", "section of unknown kind");
    bad("1b30 0800 04000000 00000000 00 00 00 2a 82 ff 0000", "the section after the code");
}
END_TEST

START_TEST(methods_without_a_body_here)
{
    Builder b = builder_new();
    builder_assembly(&b, "body", 1, "", NULL);
    builder_row(&b, MONO_TABLE_METHOD, 0, 0, 0, builder_string(&b, "Abstract"), 0, 1);
    builder_row(&b, MONO_TABLE_METHOD, 0x7fffffff, 0, 0, builder_string(&b, "Far"), 0, 1);
    GByteArray *file = builder_file(&b);
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_from_memory(file->data, file->len, "body.dll", &error);
    MonoMethodBody body;
    static const char *const why[] = {"no body", "no body", "outside the file", "no body"};
    for (uint32_t row = 0; row < 4; row++) {
        ck_assert(!mono_method_body_read(image, row, &body, &error));
        ck_assert_msg(strstr(error.message, why[row]) != NULL, "%s", error.message);
        mono_error_clear(&error);
    }
    mono_image_free(image);
    g_byte_array_unref(file);
    builder_free(&b);
}
END_TEST

SUITE("metadata-body", 30, tiny_header, fat_header, small_exception_section, fat_exception_section,
      sections_that_follow_each_other, malformed_bodies_say_why, methods_without_a_body_here)
