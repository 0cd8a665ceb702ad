/*
 * check-damage.c - a small assembly that mcs made, cut at every length and with every bit turned: an image or a
 * message, and never a read outside the bytes, which stand before a page that cannot be read.
 */
#include "tests/metadata/builder.h"
#include "tests/metadata/walk.h"
#include "tests/suite.h"

#include <string.h>
#include <sys/mman.h>

static GByteArray *compiled(void)
{
    char *bytes;
    gsize size;
    GError *failure = NULL;
    ck_assert_msg(g_file_get_contents(SOURCE_ROOT "/tests/fuzz/assembly/compiled", &bytes, &size, &failure), "%s",
                  failure ? failure->message : "");
    return g_byte_array_new_take((guint8 *)bytes, size);
}

/* Opens and reads everything: true when it opened. */
static bool try_bytes(const uint8_t *data, size_t size)
{
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_from_memory(data, size, "damaged", &error);
    ck_assert((image != NULL) == mono_error_ok(&error));
    ck_assert(image || (error.code == MONO_ERROR_BAD_IMAGE && strlen(error.message) > 10));
    if (image)
        walk_image(image);
    mono_image_free(image);
    mono_error_clear(&error);
    return data && image;
}

START_TEST(the_whole_file_opens)
{
    GByteArray *file = compiled();
    ck_assert(try_bytes(guarded(file->data, file->len), file->len));
    g_byte_array_unref(file);
}
END_TEST

START_TEST(cut_at_every_length)
{
    GByteArray *file = compiled();
    uint8_t *copy = (uint8_t *)(uintptr_t)guarded(file->data, file->len), *end = copy + file->len;
    size_t opened = 0;
    for (size_t size = 0; size < file->len; size++) {
        memmove(end - size, file->data, size);
        opened += try_bytes(end - size, size);
    }
    ck_assert(opened < file->len); /* zeros behind the metadata may be missing */
    ck_assert(!try_bytes(end - 1000, 1000));
    g_byte_array_unref(file);
}
END_TEST

START_TEST(with_every_bit_turned)
{
    GByteArray *file = compiled();
    uint8_t *copy = (uint8_t *)(uintptr_t)guarded(file->data, file->len);
    for (size_t i = 0; i < file->len; i++) {
        unsigned step = i < 0x200 || file->data[i] ? 1 : 3; /* of padding not every bit */
        for (unsigned bit = 0; bit < 8; bit += step) {
            copy[i] ^= (uint8_t)(1u << bit);
            try_bytes(copy, file->len);
            copy[i] ^= (uint8_t)(1u << bit);
        }
    }
    g_byte_array_unref(file);
}
END_TEST

START_TEST(with_numbers_replaced_by_extremes)
{
    static const uint32_t extremes[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
    GByteArray *file = compiled();
    uint8_t *copy = (uint8_t *)(uintptr_t)guarded(file->data, file->len);
    for (size_t i = 0; i + 4 <= file->len; i += 2)
        for (size_t e = 0; e < G_N_ELEMENTS(extremes); e++) {
            memcpy(copy + i, &extremes[e], 4);
            try_bytes(copy, file->len);
            memcpy(copy + i, file->data + i, 4);
        }
    g_byte_array_unref(file);
}
END_TEST

SUITE("metadata-damage", 300, the_whole_file_opens, cut_at_every_length, with_every_bit_turned,
      with_numbers_replaced_by_extremes)
