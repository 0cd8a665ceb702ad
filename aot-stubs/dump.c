/*
 * dump.c - --dump-aot: the C that methods become.
 */
#include "aot-stubs/gen.h"

#include <stdio.h>

#include "interp/exec/tools.h"

typedef struct {
    GString *text;
    unsigned count, failed;
} Dump;

static bool dump_method(MonoMethod *method, void *data)
{
    Dump *dump = data;
    MonoError error = MONO_ERROR_INIT;
    InterpMethod *imethod;
    if (method->is_open)
        return true; /* only its instances have code */
    imethod = interp_method_get(method);
    char *name = mono_method_full_name(method, 1), *symbol = g_strdup_printf("aot_%u", dump->count);
    if (!imethod->ready && !interp_method_transform(imethod, &error)) {
        fprintf(stderr, "--dump-aot: '%s': %s\n", name, error.message ? error.message : "cannot be transformed");
        dump->failed++;
    } else {
        JitRegion region;
        JitAbort why;
        bool made = jit_region_make(&region, imethod, &why);
        if (made) {
            jit_flow(&region);
            made = aot_gen_method(&region, symbol, NULL, dump->text, &why);
        }
        if (!made) {
            fprintf(stderr, "--dump-aot: '%s' is not compiled: %s\n", name, jit_abort_texts[why]);
            dump->failed++;
        }
        jit_region_clear(&region);
        dump->count += made;
    }
    mono_error_clear(&error);
    g_free(symbol);
    mono_free(name);
    return true;
}

int aot_dump(MonoAssembly *program, const char *spec)
{
    Dump dump = {.text = g_string_new(NULL)};
    aot_prelude(dump.text);
    bool ok = interp_each_method(program, spec, dump_method, &dump) && dump.count;
    if (ok && (fwrite(dump.text->str, 1, dump.text->len, stdout) != dump.text->len || fflush(stdout) != 0)) {
        perror("--dump-aot: standard output");
        ok = false;
    }
    g_string_free(dump.text, TRUE);
    return ok ? 0 : 1;
}
