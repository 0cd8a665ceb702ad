/*
 * fuzz-assembly.c - libFuzzer entry for the reader of .exe and .dll files. Built with -Dfuzzers=true.
 */
#include "profiler/report/assembly.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GError *error = NULL;
    SpAssembly *a = sp_assembly_parse(data, size, "input", &error);
    if ((a == NULL) != (error != NULL))
        g_error("neither an assembly nor an error, or both");
    sp_assembly_free(a);
    g_clear_error(&error);
    return 0;
}
