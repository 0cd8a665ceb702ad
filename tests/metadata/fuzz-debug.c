/*
 * fuzz-debug.c - fuzzer of the readers of debug information: .mdb, portable PDB, embedded PDB. First inputs:
 * fuzz-debug/.
 *
 * An input is four bytes (little-endian: size of the image), the image, the bytes of its .mdb or .pdb, which may be
 * none.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/metadata/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4)
        return 0;
    uint32_t image_size = data[0] | data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
    if (image_size > size - 4)
        return 0;
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_from_memory(data + 4, image_size, "input", &error);
    FUZZ_CHECK((image != NULL) == mono_error_ok(&error));
    if (image) {
        bool used =
            size - 4 > image_size && mono_image_debug_from_memory(image, data + 4 + image_size, size - 4 - image_size);
        FUZZ_CHECK(!used || mono_image_debug(image));
        walk_image(image);
    }
    mono_image_free(image);
    mono_error_clear(&error);
    return 0;
}
