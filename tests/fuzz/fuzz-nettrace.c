/* fuzz-nettrace.c - nettrace, and the names of methods in it. */
#include <string.h>

#include "tests/fuzz/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return check_reader(sp_import_nettrace, data, size);
}
