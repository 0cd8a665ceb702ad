/* fuzz-names.c - any name becomes a name of bounded length; valid UTF-8 stays valid. */
#include "tests/fuzz/fuzz.h"

#include "profiler/model/model.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *raw = g_strndup((const char *)data, size), *pretty = sp_pretty_name(raw);
    FUZZ_CHECK(strlen(pretty) <= 16 * strlen(raw) + 64);
    FUZZ_CHECK(!g_utf8_validate(raw, -1, NULL) || g_utf8_validate(pretty, -1, NULL));
    if (sp_name_is_wrapper(raw) && strstr(raw, ") "))
        FUZZ_CHECK(g_str_has_prefix(pretty, "(wrapper "));
    g_free(pretty);
    g_free(raw);
    return 0;
}
