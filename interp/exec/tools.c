/*
 * tools.c - --dump-ir, --stats, --verbose, and the counts of executed ops.
 */
#include "interp/exec/tools.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "interp/corlib/icall-hook.h"
#include "interp/exec/callspec.h"
#include "interp/exec/tier.h"

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
    interp_transform_stats.wanted = stats;
    if (stats || interp_verbosity)
        interp_transform_hook = on_transform;
    if (stats)
        mono_icall_count_start();
}

/* The second argument is the number; texts are lined up to the right of them. */
static void print_number(FILE *out, const char *what, uint64_t value)
{
    fprintf(out, "%-24s%14" PRIu64 "\n", what, value);
}

static void print_ms(FILE *out, const char *what, int64_t us)
{
    fprintf(out, "%-24s%10" PRId64 ".%03d\n", what, us / 1000, (int)(us % 1000));
}

void interp_print_stats(FILE *out)
{
    enum { INTERNAL_CALLS_SHOWN = 20 };
    MonoGCStats gc = mono_gc_stats();
    print_ms(out, "Run, ms:", g_get_monotonic_time() - made.start_us);
    print_number(out, "Classes loaded:", mono_class_loaded_count);
    print_number(out, "Methods transformed:", made.methods);
    print_number(out, "Calls inlined:", interp_transform_stats.inlined);
    print_number(out, "IR units (2 bytes):", made.units);
    print_ms(out, "Transform, ms:", interp_transform_stats.transform_us);
    print_number(out, "Collections:", gc.collections);
    print_ms(out, "Longest pause, ms:", gc.pause_max_us);
    print_ms(out, "Longest pause, CPU ms:", gc.pause_max_cpu_us);
    print_ms(out, "All pauses, ms:", gc.pause_total_us);
    print_number(out, "Bytes allocated:", mono_gc_allocated_bytes());
    print_number(out, "Bytes in use:", mono_gc_used_bytes());
    print_number(out, "Heap, bytes:", gc.heap_bytes);
    mono_icall_count_print(out, INTERNAL_CALLS_SHOWN);
    if (interp_tier.print_stats)
        interp_tier.print_stats(out);
}

/* ---- IR ---- */

static bool dump_one(MonoMethod *method, void *file)
{
    FILE *out = file;
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

static unsigned each_in_image(MonoImage *image, const char *spec, InterpMethodVisit visit, void *data)
{
    unsigned found = 0;
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++) {
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        if (klass && mono_class_setup_methods(klass, &error))
            for (uint32_t i = 0; i < klass->method_count; i++)
                if (interp_method_spec_matches(spec, klass->methods[i]))
                    found += visit(klass->methods[i], data);
        mono_error_clear(&error);
    }
    return found;
}

unsigned interp_each_method(MonoAssembly *program, const char *spec, InterpMethodVisit visit, void *data)
{
    unsigned found = each_in_image(program->image, spec, visit, data), count;
    MonoAssembly *const *loaded = mono_assembly_loaded(&count);
    for (unsigned i = 0; i < count && !found; i++)
        if (loaded[i] != program)
            found = each_in_image(loaded[i]->image, spec, visit, data);
    if (!found)
        fprintf(stderr, "No method is named '%s'; write Type:Method or Type:Method(int,string).\n", spec);
    return found;
}

int interp_dump_ir(MonoAssembly *program, const char *spec, FILE *out)
{
    return interp_each_method(program, spec, dump_one, out) ? 0 : 1;
}

/* ---- Coverage ---- */

extern uint64_t interp_op_count[] __attribute__((weak));
extern uint64_t interp_op_pairs[MINT_COUNT][MINT_COUNT] __attribute__((weak));

/* MONOSP_OP_PAIRS=FILE: how often which op ran after which; super-instructions are chosen by it. */
static void write_op_pairs(void)
{
    const char *path = g_getenv("MONOSP_OP_PAIRS");
    FILE *file = path && interp_op_pairs ? fopen(path, "a") : NULL;
    if (!file)
        return;
    for (unsigned i = 0; i < MINT_COUNT; i++)
        for (unsigned j = 0; j < MINT_COUNT; j++)
            if (interp_op_pairs[i][j])
                fprintf(file, "%" PRIu64 " %s %s\n", interp_op_pairs[i][j], mint_op_info[i].name, mint_op_info[j].name);
    fclose(file);
}

void interp_write_op_coverage(void)
{
    const char *path = g_getenv("MONOSP_OP_COVERAGE");
    write_op_pairs();
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
