/*
 * fuzz-image.c - fuzzer of the reader of .exe and .dll files: opens, then reads everything. First inputs: fuzz-image/.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/metadata/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_from_memory(data, size, "input", &error);
    FUZZ_CHECK((image != NULL) == mono_error_ok(&error));
    if (image)
        walk_image(image);
    mono_image_free(image);
    mono_error_clear(&error);
    return 0;
}
