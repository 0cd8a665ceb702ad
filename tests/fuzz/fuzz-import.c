/* fuzz-import.c - any file: which kind it is, gzip, and the reader for it. */
#include <string.h>

#include "tests/fuzz/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return check_reader(sp_import_bytes, data, size);
}
