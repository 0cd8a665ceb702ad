/*
 * wasm-dump.c - --dump-wasm: the module of one trace, to look at with wasm-objdump -d or wasm2wat.
 */
#include "jiterp/wasm.h"

#include <string.h>
#include <unistd.h>

#include "interp/exec/tools.h"

/* METHODSPEC[@UNIT] */
static bool parse(const char *text, char **spec, uint32_t *unit)
{
    const char *at = strrchr(text, '@');
    guint64 number = 0;
    bool ok = !at || g_ascii_string_to_unsigned(at + 1, 10, 0, UINT32_MAX - 1, &number, NULL);
    *spec = at ? g_strndup(text, (gsize)(at - text)) : g_strdup(text);
    *unit = (uint32_t)number;
    return ok && **spec;
}

static bool collect(MonoMethod *method, void *methods)
{
    g_ptr_array_add(methods, method);
    return true;
}

static bool starts_at(const InterpMethod *imethod, const JitRegion *region, uint32_t unit)
{
    if (unit == 0)
        return true;
    for (guint b = 0; b < region->blocks->len; b++) {
        const JitBlock *block = JIT_BLOCK(region, b);
        if (block->is_entry && JIT_INSN(region, block->first)->ip == imethod->code + unit)
            return true;
    }
    return false;
}

static void list_heads(const InterpMethod *imethod, const JitRegion *region, const char *spec, uint32_t unit)
{
    GString *heads = g_string_new(NULL);
    for (guint b = 0; b < region->blocks->len; b++)
        if (JIT_BLOCK(region, b)->is_entry)
            g_string_append_printf(heads, ", %u",
                                   (unsigned)(JIT_INSN(region, JIT_BLOCK(region, b)->first)->ip - imethod->code));
    fprintf(stderr, "--dump-wasm: no trace begins at IR unit %u of '%s'; the loop heads are at: %s\n", unit, spec,
            heads->len ? heads->str + 2 : "none");
    g_string_free(heads, TRUE);
}

static bool write_module(const InterpMethod *imethod, const char *spec, uint32_t unit)
{
    JitRegion region;
    JitAbort why;
    GByteArray *module = g_byte_array_new();
    bool made = jit_region_make(&region, (InterpMethod *)imethod, &why), listed = false;
    if (made && !starts_at(imethod, &region, unit)) {
        list_heads(imethod, &region, spec, unit);
        listed = true;
        made = false;
    } else if (made) {
        jit_flow(&region);
        made = jit_wasm_compile(&region, &jit_wasm_layout, unit, module, &why);
    }
    if (!made && !listed)
        fprintf(stderr, "--dump-wasm: '%s' is not compiled: %s\n", spec, jit_abort_texts[why]);
    if (made && (fwrite(module->data, 1, module->len, stdout) != module->len || fflush(stdout) != 0)) {
        perror("--dump-wasm: standard output");
        made = false;
    }
    jit_region_clear(&region);
    g_byte_array_free(module, TRUE);
    return made;
}

static bool dump(MonoAssembly *program, const char *spec, uint32_t unit)
{
    MonoError error = MONO_ERROR_INIT;
    GPtrArray *methods = g_ptr_array_new();
    unsigned found = interp_each_method(program, spec, collect, methods);
    bool ok = false;
    if (found > 1) {
        fprintf(stderr, "--dump-wasm: '%s' names %u methods; write Type:Method(int,string).\n", spec, found);
    } else if (found) {
        InterpMethod *imethod = interp_method_get(methods->pdata[0]);
        if (!imethod->ready && !interp_method_transform(imethod, &error))
            fprintf(stderr, "--dump-wasm: '%s': %s\n", spec, error.message ? error.message : "cannot be transformed");
        else
            ok = write_module(imethod, spec, unit);
        mono_error_clear(&error);
    }
    g_ptr_array_free(methods, TRUE);
    return ok;
}

int mono_jiterp_dump_wasm(MonoAssembly *program)
{
    char *spec;
    uint32_t unit;
    bool ok = false;
    if (!jit_options.dump_wasm)
        return -1;
    if (!parse(jit_options.dump_wasm, &spec, &unit))
        fprintf(stderr, "--dump-wasm: '%s' is not of the form Type:Method or Type:Method@UNIT\n", jit_options.dump_wasm);
    else if (!interp_tier_points)
        fputs("--dump-wasm: there are no traces with --jiterp=off\n", stderr);
    else if (isatty(STDOUT_FILENO))
        fputs("--dump-wasm: a module is binary; send standard output to a file or to wasm-objdump\n", stderr);
    else
        ok = dump(program, spec, unit);
    g_free(spec);
    return ok ? 0 : 1;
}
