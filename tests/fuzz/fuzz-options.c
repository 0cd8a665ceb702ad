/* fuzz-options.c - any option text, split at its first newline into descriptor and environment, is taken or refused. */
#include "tests/fuzz/fuzz.h"

#include "profiler/plugin/options.h"

#include <string.h>

static void check_taken(const SpOptions *o)
{
    FUZZ_CHECK(o->interval_ns >= 0 && o->interval_ns <= 3600000000000);
    FUZZ_CHECK(o->max_depth >= 1 && o->max_depth <= 1000000);
    FUZZ_CHECK(o->snapshot_signal >= 0 && o->snapshot_signal <= 64);
    FUZZ_CHECK(o->default_format >= 0 && o->default_format < SP_FORMAT_COUNT);
    FUZZ_CHECK((o->callspec == NULL) == (o->callspec_text == NULL));
    FUZZ_CHECK(sp_mode_name(o->mode) && sp_trigger_name(o->trigger) && o->clock <= SP_CLOCK_CPU);
    for (guint i = 0; i < o->outputs->len; i++) {
        const SpOutputOption *output = &g_array_index(o->outputs, SpOutputOption, i);
        FUZZ_CHECK(output->format >= 0 && output->format < SP_FORMAT_COUNT && *output->path);
        g_free(sp_options_expand_path(output->path, UINT64_MAX));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = g_strndup((const char *)data, size), *environment = strchr(text, '\n');
    if (environment)
        *environment++ = 0;
    SpOptions options;
    GError *error = NULL;
    bool ok = sp_options_parse(&options, text, environment, &error);
    FUZZ_CHECK(ok == (error == NULL));
    if (ok) {
        check_taken(&options);
        sp_options_clear(&options);
    } else {
        FUZZ_CHECK(error->domain == SP_ERROR && error->code == SP_ERROR_OPTION);
        FUZZ_CHECK(strlen(error->message) < 800 && g_utf8_validate(error->message, -1, NULL));
        FUZZ_CHECK(!strpbrk(error->message, "\n\r\x1b"));
        g_error_free(error);
    }
    g_free(text);
    return 0;
}
