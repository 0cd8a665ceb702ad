/* fuzz-callspec.c - any text is a callspec or an error of one short line; evaluation of any callspec ends. */
#include "tests/fuzz/fuzz.h"

#include "profiler/model/model.h"
#include "profiler/plugin/callspec.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = g_strndup((const char *)data, size);
    const char *tail = text + strlen(text) / 2; /* names that the text may hold */
    GError *error = NULL;
    SpCallspec *spec = sp_callspec_parse(text, &error);
    FUZZ_CHECK((spec == NULL) == (error != NULL));
    if (spec) {
        SpMethodDescription method = {tail, size & 1, tail, tail, tail, tail, tail, (SpWrapper)(size % 3)};
        bool selected = sp_callspec_selects(spec, &method);
        FUZZ_CHECK(!selected || !sp_callspec_only_excludes(spec));
    } else {
        FUZZ_CHECK(error->domain == SP_ERROR && error->code == SP_ERROR_OPTION);
        FUZZ_CHECK(strlen(error->message) < 600 && g_utf8_validate(error->message, -1, NULL));
        FUZZ_CHECK(!strpbrk(error->message, "\n\r\x1b"));
        g_error_free(error);
    }
    sp_callspec_free(spec);
    g_free(text);
    return 0;
}
