/*
 * tools.c - --dump-ir, --stats, --verbose, and the counts of executed ops.
 */
#include "interp/exec/tools.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "interp/exec/callspec.h"

bool interp_died;
static struct {
    uint64_t methods, units;
    int64_t start_us;
} made;

static void on_transform(InterpMethod *imethod)
{
    made.methods++;
    made.units += imethod->code_units;
    if (interp_verbosity) {
        char *name = mono_method_full_name(imethod->method, 1);
        fprintf(stderr, "Method %s made ready: %u units\n", name, imethod->code_units);
        mono_free(name);
    }
}

void interp_tools_init(bool stats)
{
    made.start_us = g_get_monotonic_time();
    if (stats || interp_verbosity)
        interp_transform_hook = on_transform;
}

void interp_print_stats(FILE *out)
{
    fprintf(out,
            "Seconds: %.3f\nMethods transformed: %" PRIu64 "\nIR units: %" PRIu64 "\nCollections: %u\n"
            "Bytes allocated: %" PRIu64 "\nBytes in use: %" PRIu64 "\n",
            (double)(g_get_monotonic_time() - made.start_us) / 1e6, made.methods, made.units,
            mono_gc_collection_count(), mono_gc_allocated_bytes(), mono_gc_used_bytes());
}

/* ---- IR ---- */

static bool dump_one(MonoMethod *method, FILE *out)
{
    if (method->is_open) {
        char *name = mono_method_full_name(method, 1);
        fprintf(out, "%s: generic; only its instances have code\n\n", name);
        mono_free(name);
        return true;
    }
    InterpMethod *imethod = interp_method_get(method);
    MonoError error = MONO_ERROR_INIT;
    GString *text = g_string_new(NULL);
    if (!imethod->ready && !interp_method_transform(imethod, &error)) {
        char *name = mono_method_full_name(method, 1);
        g_string_printf(text, "%s: %s\n", name, error.message ? error.message : "cannot be transformed");
        mono_free(name);
        mono_error_clear(&error);
    } else {
        interp_dump_method(imethod, text);
    }
    fprintf(out, "%s\n", text->str);
    g_string_free(text, TRUE);
    return true;
}

static unsigned dump_image(MonoImage *image, const char *spec, FILE *out)
{
    unsigned found = 0;
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++) {
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        if (klass && mono_class_setup_methods(klass, &error))
            for (uint32_t i = 0; i < klass->method_count; i++)
                if (interp_method_spec_matches(spec, klass->methods[i]))
                    found += dump_one(klass->methods[i], out);
        mono_error_clear(&error);
    }
    return found;
}

int interp_dump_ir(MonoAssembly *program, const char *spec, FILE *out)
{
    unsigned found = dump_image(program->image, spec, out), count;
    MonoAssembly *const *loaded = mono_assembly_loaded(&count);
    for (unsigned i = 0; i < count && !found; i++)
        if (loaded[i] != program)
            found = dump_image(loaded[i]->image, spec, out);
    if (found)
        return 0;
    fprintf(stderr, "No method is named '%s'; write Type:Method or Type:Method(int,string).\n", spec);
    return 1;
}

/* ---- Coverage ---- */

extern uint64_t interp_op_count[] __attribute__((weak));

void interp_write_op_coverage(void)
{
    const char *path = g_getenv("MONOSP_OP_COVERAGE");
    if (!path || !interp_op_count)
        return;
    FILE *file = fopen(path, "a");
    if (!file)
        return;
    for (unsigned i = 0; i < MINT_COUNT; i++)
        if (interp_op_count[i])
            fprintf(file, "%" PRIu64 " %s\n", interp_op_count[i], mint_op_info[i].name);
    fclose(file);
}
