/* check-gzip.c - the writer of gzip members, with zlib and without, read back by zlib. Built once with each. */
#include "profiler/export/gzip.h"
#include "tests/suite.h"

#include <glib.h>
#include <string.h>
#include <zlib.h>

static void append(void *to, const uint8_t *bytes, size_t size)
{
    g_byte_array_append(to, bytes, (guint)size);
}

/* The bytes in pieces of the given size. */
static GByteArray *packed(const uint8_t *bytes, size_t size, size_t piece)
{
    GByteArray *out = g_byte_array_new();
    SpGzip *z = sp_gzip_new(6, append, out);
    for (size_t at = 0; at < size; at += piece)
        sp_gzip_write(z, bytes + at, MIN(piece, size - at));
    sp_gzip_end(z);
    return out;
}

/* zlib checks header, lengths, CRC and size. */
static void assert_member_holds(const GByteArray *member, const uint8_t *bytes, size_t size)
{
    z_stream z = {.next_in = member->data, .avail_in = member->len};
    uint8_t *got = g_malloc(size + 1);
    ck_assert_int_eq(inflateInit2(&z, 16 + MAX_WBITS), Z_OK);
    z.next_out = got;
    z.avail_out = (uInt)size + 1;
    ck_assert_int_eq(inflate(&z, Z_FINISH), Z_STREAM_END);
    ck_assert_uint_eq(z.total_out, size);
    ck_assert_uint_eq(z.avail_in, 0);
    ck_assert_int_eq(memcmp(got, bytes, size), 0);
    inflateEnd(&z);
    g_free(got);
}

static uint8_t *noise(size_t size)
{
    uint8_t *bytes = g_malloc(size + 1);
    uint32_t random = 1;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)((random = random * 1664525u + 1013904223u) >> 24);
    return bytes;
}

START_TEST(what_was_written_is_read)
{
    static const size_t sizes[] = {0, 1, 65534, 65535, 65536, 131070, 131071, 1000000};
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
        uint8_t *bytes = noise(sizes[i]);
        const size_t pieces[] = {7, 65535, 65536, 1 << 20};
        for (size_t k = sizes[i] > 200000; k < G_N_ELEMENTS(pieces); k++) {
            GByteArray *member = packed(bytes, sizes[i], pieces[k]);
            assert_member_holds(member, bytes, sizes[i]);
            g_byte_array_unref(member);
        }
        g_free(bytes);
    }
}
END_TEST

START_TEST(equal_bytes_give_equal_members)
{
    uint8_t *bytes = noise(100000);
    GByteArray *a = packed(bytes, 100000, 1000), *b = packed(bytes, 100000, 1000);
    ck_assert_uint_eq(a->len, b->len);
    ck_assert_int_eq(memcmp(a->data, b->data, a->len), 0);
    g_byte_array_unref(a);
    g_byte_array_unref(b);
    g_free(bytes);
}
END_TEST

SUITE("gzip", 60, what_was_written_is_read, equal_bytes_give_equal_members)
