/* fuzz-folded.c - folded stacks in any encoding. */
#include <string.h>

#include "tests/fuzz/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return check_reader(sp_import_folded, data, size);
}
