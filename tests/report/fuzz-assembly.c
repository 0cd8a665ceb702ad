/*
 * fuzz-assembly.c - fuzzer of the reader of .exe and .dll files; its first inputs are in tests/fuzz/assembly.
 */
#include "profiler/report/assembly.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GError *error = NULL;
    SpAssembly *a = sp_assembly_parse(data, size, "input", &error);
    FUZZ_CHECK((a == NULL) == (error != NULL));
    for (guint i = 0; a && i < a->methods->len; i++) {
        const SpAssemblyMethod *m = &g_array_index(a->methods, SpAssemblyMethod, i);
        FUZZ_CHECK(g_utf8_validate(m->method, -1, NULL) && g_utf8_validate(m->type_path, -1, NULL));
        FUZZ_CHECK(g_str_has_suffix(m->type_path, m->type_name));
    }
    sp_assembly_free(a);
    g_clear_error(&error);
    return 0;
}
