/* check-blob.c - compressed numbers, strings and types of signature blobs. */
#include "interp/metadata/metadata.h"
#include "tests/metadata/builder.h"
#include "tests/suite.h"

#include <string.h>

static MonoBlobReader reader_of(const void *bytes, size_t size)
{
    return mono_blob_reader((MonoBlob){guarded(bytes, size), (uint32_t)size});
}

START_TEST(compressed_numbers_of_the_standards_examples)
{
    static const struct {
        const char *bytes;
        size_t size;
        uint32_t value;
    } examples[] = {{"\x03", 1, 3},
                    {"\x7f", 1, 0x7f},
                    {"\x80\x80", 2, 0x80},
                    {"\xae\x57", 2, 0x2e57},
                    {"\xbf\xff", 2, 0x3fff},
                    {"\xc0\x00\x40\x00", 4, 0x4000},
                    {"\xdf\xff\xff\xff", 4, 0x1fffffff}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        MonoBlobReader r = reader_of(examples[i].bytes, examples[i].size);
        ck_assert_uint_eq(mono_blob_compressed(&r), examples[i].value);
        ck_assert(!r.bad && r.pos == r.end);
    }
}
END_TEST

START_TEST(signed_compressed_numbers_of_the_standards_examples)
{
    static const struct {
        const char *bytes;
        size_t size;
        int32_t value;
    } examples[] = {{"\x06", 1, 3},
                    {"\x7b", 1, -3},
                    {"\x80\x80", 2, 64},
                    {"\x01", 1, -64},
                    {"\xc0\x00\x40\x00", 4, 8192},
                    {"\x80\x01", 2, -8192},
                    {"\xdf\xff\xff\xfe", 4, 268435455},
                    {"\xc0\x00\x00\x01", 4, -268435456}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        MonoBlobReader r = reader_of(examples[i].bytes, examples[i].size);
        ck_assert_int_eq(mono_blob_compressed_signed(&r), examples[i].value);
        ck_assert(!r.bad && r.pos == r.end);
    }
}
END_TEST

START_TEST(reading_past_the_end_gives_zero_and_stays_bad)
{
    static const char cut[] = "\xc0\x01";
    MonoBlobReader r = reader_of(cut, 2);
    ck_assert_uint_eq(mono_blob_compressed(&r), 0);
    ck_assert(r.bad);
    ck_assert_uint_eq(mono_blob_u8(&r), 0);
    ck_assert_uint_eq(mono_blob_peek(&r), 0);
    r = reader_of("\x12\x34\x56", 3);
    ck_assert_uint_eq(mono_blob_u16(&r), 0x3412);
    ck_assert_uint_eq(mono_blob_u32(&r), 0);
    ck_assert(r.bad);
    r = reader_of("", 0);
    ck_assert_uint_eq(mono_blob_u64(&r), 0);
    ck_assert(r.bad);
    r = reader_of("\xff\xff\xff\xff", 4); /* no number starts with 111 */
    ck_assert_uint_eq(mono_blob_compressed(&r), 0);
    ck_assert(r.bad);
}
END_TEST

START_TEST(numbers_are_little_endian)
{
    MonoBlobReader r = reader_of("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f", 15);
    ck_assert_uint_eq(mono_blob_u8(&r), 1);
    ck_assert_uint_eq(mono_blob_u16(&r), 0x0302);
    ck_assert_uint_eq(mono_blob_u32(&r), 0x07060504);
    ck_assert(mono_blob_u64(&r) == 0x0f0e0d0c0b0a0908);
    ck_assert(!r.bad);
}
END_TEST

START_TEST(type_tokens_by_tag)
{
    MonoBlobReader r = reader_of("\x49\x04\x0a\x07", 4);
    ck_assert_uint_eq(mono_blob_type_token(&r), MONO_TOKEN(MONO_TABLE_TYPEREF, 0x12)); /* II.23.2.8 */
    ck_assert_uint_eq(mono_blob_type_token(&r), MONO_TOKEN(MONO_TABLE_TYPEDEF, 1));
    ck_assert_uint_eq(mono_blob_type_token(&r), MONO_TOKEN(MONO_TABLE_TYPESPEC, 2));
    ck_assert(!r.bad);
    ck_assert_uint_eq(mono_blob_type_token(&r), 0);
    ck_assert(r.bad);
}
END_TEST

START_TEST(strings_of_attributes)
{
    const char *text;
    uint32_t length;
    MonoBlobReader r = reader_of("\x03"
                                 "abc\xff\x00\x05xy",
                                 8);
    ck_assert(mono_blob_ser_string(&r, &text, &length));
    ck_assert(length == 3 && memcmp(text, "abc", 3) == 0);
    ck_assert(!mono_blob_ser_string(&r, &text, &length)); /* null */
    ck_assert(!r.bad);
    ck_assert(mono_blob_ser_string(&r, &text, &length));
    ck_assert_uint_eq(length, 0);
    ck_assert(!mono_blob_ser_string(&r, &text, &length)); /* longer than the blob */
    ck_assert(r.bad && length == 0);
}
END_TEST

/* Types in bytes, each as hexadecimal text. */
static bool skips(const char *hex)
{
    uint8_t bytes[600];
    size_t size = 0;
    for (; *hex; hex += *hex == ' ' ? 1 : 2)
        if (*hex != ' ')
            bytes[size++] = (uint8_t)(g_ascii_xdigit_value(hex[0]) << 4 | g_ascii_xdigit_value(hex[1]));
    bytes[size] = 0x42; /* what follows the type stays unread */
    MonoBlobReader r = reader_of(bytes, size + 1);
    bool good = mono_blob_skip_type(&r);
    ck_assert(good == !r.bad);
    return good && r.end - r.pos == 1;
}

START_TEST(every_kind_of_type_is_skipped_to_its_end)
{
    for (unsigned kind = MONO_TYPE_VOID; kind <= MONO_TYPE_STRING; kind++) {
        char hex[8];
        g_snprintf(hex, sizeof hex, "%02x", kind);
        ck_assert_msg(skips(hex), "%s", hex);
    }
    static const char *const types[] = {
        "16",       /* typedref */
        "18",       /* native int */
        "19",       /* native unsigned int */
        "1c",       /* object */
        "12 05",    /* class */
        "11 80c5",  /* valuetype, two-byte token */
        "13 00",    /* !0 */
        "1e 8100",  /* !!256 */
        "0f 01",    /* void* */
        "0f 0f 08", /* int** */
        "10 08",    /* int& */
        "1d 1d 0e", /* string[][] */
        "45 10 08", /* pinned int& */
        "1f 05 08", /* modreq int */
        "20 05 1f 09 1d 20 05 08",
        "14 08 02 00 00",                /* int[,] */
        "14 08 03 02 03 04 03 00 02 7b", /* int[3, 4, ] with lower bounds */
        "15 12 05 01 08",                /* class G<int> */
        "15 11 05 02 15 12 09 01 0e 1d 13 00",
        "1b 00 00 01",          /* method void *() */
        "1b 00 02 08 0e 10 08", /* method int *(string, int&) */
        "1b 10 01 01 1e 00 1e 00",
        "1b 05 02 01 08 41 0e", /* vararg with sentinel */
        "1d 1b 00 01 01 15 12 05 01 08",
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        ck_assert_msg(skips(types[i]), "%s", types[i]);
}
END_TEST

START_TEST(malformed_types_are_refused)
{
    static const char *const types[] = {
        "00",
        "17",
        "1a",
        "21",
        "40",
        "41",
        "42",
        "ff",                      /* no types */
        "12 07",                   /* token with tag 3 */
        "15 08 05 01 08",          /* instance of int */
        "15 12 05 c1 00 00 00 08", /* more arguments than bytes */
        "1b 00 c1 00 00 00 01",
        "14 08 02 c1 00 00 00",
        "1d",
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        ck_assert_msg(!skips(types[i]), "%s", types[i]);
    MonoBlobReader empty = reader_of("", 0);
    ck_assert(!mono_blob_skip_type(&empty));
}
END_TEST

START_TEST(types_nest_to_a_limit)
{
    uint8_t bytes[70000];
    memset(bytes, MONO_TYPE_SZARRAY, sizeof bytes);
    for (unsigned depth = 0; depth < 70; depth++) {
        bytes[depth] = MONO_TYPE_I4;
        MonoBlobReader r = reader_of(bytes, depth + 1);
        ck_assert_int_eq(mono_blob_skip_type(&r), depth < 64);
        bytes[depth] = MONO_TYPE_SZARRAY;
    }
    MonoBlobReader r = reader_of(bytes, sizeof bytes);
    ck_assert(!mono_blob_skip_type(&r));
    memset(bytes, MONO_TYPE_ARRAY, sizeof bytes);
    r = reader_of(bytes, sizeof bytes);
    ck_assert(!mono_blob_skip_type(&r));
}
END_TEST

SUITE("metadata-blob", 30, compressed_numbers_of_the_standards_examples,
      signed_compressed_numbers_of_the_standards_examples, reading_past_the_end_gives_zero_and_stays_bad,
      numbers_are_little_endian, type_tokens_by_tag, strings_of_attributes, every_kind_of_type_is_skipped_to_its_end,
      malformed_types_are_refused, types_nest_to_a_limit)
