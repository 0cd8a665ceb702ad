/*
 * check-transform.c - the transform on real code: every closed method of mscorlib and mcs.exe becomes IR, and that IR is
 * sound: operands lie in the frame, branches and clauses go to instructions. Damaged code is refused or becomes sound IR.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp/corlib/icalls.h"
#include "interp/exec/exec.h"

static void start_runtime(void)
{
    static bool started;
    MonoError error = MONO_ERROR_INIT;
    if (started)
        return;
    started = true;
    mono_assembly_init(".", NULL);
    mono_gc_init(0);
    interp_exec_init(0);
    ck_assert_msg(mono_runtime_init_classes(&error), "%s", error.message ? error.message : "?");
    mono_exceptions_init();
    char *name = "test";
    ck_assert_msg(mono_corlib_init(1, &name, &error), "%s", error.message ? error.message : "?");
}

static uint32_t length_of(const uint16_t *p)
{
    return p[0] == MINT_SWITCH ? 3 + 2u * p[2] : mint_op_info[p[0]].units;
}

/* Slots that the op may touch, from a named one on. */
static uint32_t slots_of(const uint16_t *p)
{
    switch (p[0]) {
    case MINT_MOV_VT:
        return p[3];
    case MINT_ZERO_VT:
        return p[2];
    case MINT_RET_VT:
        return p[2];
    case MINT_NEWOBJ_VT:
        return p[4];
    default:
        return 1;
    }
}

static void check_target(const InterpMethod *im, const uint8_t *starts, uint32_t target, const char *what)
{
    ck_assert_msg(target < im->code_units && starts[target], "%s:%s: %s %u", im->method->klass->name, im->method->name,
                  what, target);
}

static void check_operands(const InterpMethod *im, const uint8_t *starts, uint32_t at)
{
    const uint16_t *p = &im->code[at];
    uint32_t i = 1;
    for (const char *c = mint_op_info[p[0]].operands; *c; c++) {
        if (*c == 'd' || *c == 's' || *c == 'o') /* a callee's frame may begin where this one ends */
            ck_assert_msg(*c == 'o' ? p[i] <= im->frame_slots : p[i] + slots_of(p) <= im->frame_slots, "%s:%s at %u: %s slot %u of %u",
                          im->method->klass->name, im->method->name, at, mint_op_info[p[0]].name, p[i],
                          im->frame_slots);
        else if (*c == 'p')
            ck_assert_uint_lt(p[i], im->data_count);
        else if (*c == 'b')
            check_target(im, starts, at + (p[i] | (uint32_t)p[i + 1] << 16), "branch to");
        i += *c == 'L' ? 4 : *c == 'I' || *c == 'b' ? 2 : 1;
    }
    for (uint32_t k = 0; p[0] == MINT_SWITCH && k < p[2]; k++)
        check_target(im, starts, at + (p[3 + 2 * k] | (uint32_t)p[4 + 2 * k] << 16), "switch to");
}

static void check_method(const InterpMethod *im)
{
    uint8_t *starts = g_malloc0(im->code_units + 1);
    starts[im->code_units] = 1;
    for (uint32_t at = 0; at < im->code_units; at += length_of(&im->code[at])) {
        ck_assert_uint_lt(im->code[at], MINT_COUNT);
        starts[at] = 1;
    }
    for (uint32_t at = 0; at < im->code_units; at += length_of(&im->code[at]))
        check_operands(im, starts, at);
    for (uint32_t i = 0; i < im->clause_count; i++) {
        const InterpClause *c = &im->clauses[i];
        ck_assert_uint_le(c->try_start, c->try_end);
        ck_assert(starts[c->try_start] && starts[c->try_end]);
        check_target(im, starts, c->handler_start, "handler at");
        ck_assert_uint_le(c->handler_end, im->code_units);
    }
    g_free(starts);
}

/* Reasons that are the class library's own: code for other platforms, members mono's corlib lacks too. */
static bool is_expected(const MonoError *error)
{
    return error->code == MONO_ERROR_FILE_NOT_FOUND;
}

static unsigned transform_class(MonoClass *klass, unsigned *failures, GString *dump)
{
    MonoError error = MONO_ERROR_INIT;
    unsigned count = 0;
    if (klass->is_open)
        return 0;
    if (!mono_class_init_checked(klass, &error)) {
        fprintf(stderr, "%s.%s: %s\n", klass->name_space, klass->name, error.message);
        *failures += !is_expected(&error);
        mono_error_clear(&error);
        return 0;
    }
    for (uint32_t i = 0; i < klass->method_count; i++) {
        MonoMethod *method = klass->methods[i];
        if (method->is_open || method->kind == MONO_METHOD_ABSTRACT)
            continue;
        InterpMethod *im = interp_method_get(method);
        count++;
        if (!interp_method_transform(im, &error)) {
            fprintf(stderr, "%s.%s:%s: %s\n", klass->name_space, klass->name, method->name,
                    error.message ? error.message : "an exception");
            *failures += !is_expected(&error);
            mono_error_clear(&error);
            continue;
        }
        check_method(im);
        if (dump->len < 1 << 20)
            interp_dump_method(im, dump);
    }
    return count;
}

static void transform_assembly(const char *path, unsigned at_least)
{
    MonoError error = MONO_ERROR_INIT;
    unsigned count = 0, failures = 0;
    start_runtime();
    MonoAssembly *assembly = mono_assembly_open_file(path, &error);
    ck_assert_msg(assembly != NULL, "%s", error.message ? error.message : "?");
    GString *dump = g_string_new(NULL);
    for (uint32_t row = 1; row <= mono_image_rows(assembly->image, MONO_TABLE_TYPEDEF); row++) {
        MonoClass *klass = mono_class_from_typedef(assembly->image, row, &error);
        if (!klass) {
            fprintf(stderr, "type %u: %s\n", row, error.message);
            mono_error_clear(&error);
            failures++;
            continue;
        }
        count += transform_class(klass, &failures, dump);
    }
    fprintf(stderr, "%s: %u methods, %u failures\n", path, count, failures);
    ck_assert_uint_ge(count, at_least);
    ck_assert_uint_eq(failures, 0);
    ck_assert_ptr_nonnull(strstr(dump->str, "ret"));
    g_string_free(dump, TRUE);
}

START_TEST(all_of_mscorlib)
{
    transform_assembly("/usr/lib/mono/4.5/mscorlib.dll", 15000);
}
END_TEST

START_TEST(all_of_mcs)
{
    transform_assembly("/usr/lib/mono/4.5/mcs.exe", 8000);
}
END_TEST

/* ---- Damaged IL --------------------------------------------------------------------------------------------------- */

/* No class constructor may run: the code is nonsense. */
static void hold_initialized(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = klass->is_open ? NULL : mono_class_vtable_checked(klass, &error);
    if (vtable)
        vtable->initialized = true;
    mono_error_clear(&error);
}

/* One changed byte in every method: transformed or refused, never a crash, and what is transformed is sound. */
static void transform_damaged(uint32_t seed)
{
    MonoError error = MONO_ERROR_INIT;
    gsize size;
    char *bytes;
    unsigned good = 0, refused = 0;
    ck_assert(g_file_get_contents("/usr/lib/mono/4.5/mcs.exe", &bytes, &size, NULL));
    GRand *random = g_rand_new_with_seed(seed);
    MonoImage *image = mono_image_open_from_memory((uint8_t *)bytes, size, "damaged.exe", &error);
    ck_assert_ptr_nonnull(image);
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_METHOD); row++) {
        MonoMethodBody body;
        if (mono_method_body_read(image, row, &body, &error)) {
            uint32_t at = (uint32_t)g_rand_int_range(random, 0, (gint32)body.code_size_bytes);
            ((uint8_t *)(uintptr_t)body.code)[at] = (uint8_t)g_rand_int(random);
            mono_method_body_clear(&body);
        }
        mono_error_clear(&error);
    }
    g_rand_free(random);
    MonoAssembly *assembly = mono_assembly_from_image(image, &error);
    ck_assert_ptr_nonnull(assembly);
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++)
        hold_initialized(mono_class_from_typedef(image, row, &error));
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++) {
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        for (uint32_t i = 0; !klass->is_open && mono_class_init_checked(klass, &error) && i < klass->method_count; i++) {
            InterpMethod *im = interp_method_get(klass->methods[i]);
            if (im->method->is_open)
                continue;
            bool ok = interp_method_transform(im, &error);
            if (ok)
                check_method(im);
            else
                ck_assert(error.message || error.exception);
            *(ok ? &good : &refused) += 1;
            mono_error_clear(&error);
        }
        mono_error_clear(&error);
    }
    fprintf(stderr, "seed %u: %u transformed, %u refused\n", seed, good, refused);
    ck_assert_uint_gt(good, 1000);
    ck_assert_uint_gt(refused, 1000);
}

START_TEST(damaged_code)
{
    start_runtime();
    for (uint32_t row = 1; row <= mono_image_rows(mono_defaults.corlib, MONO_TABLE_TYPEDEF); row++) {
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_from_typedef(mono_defaults.corlib, row, &error);
        if (klass)
            hold_initialized(klass);
        mono_error_clear(&error);
    }
    transform_damaged(_i);
}
END_TEST

/* ---- The standard's opcodes ---------------------------------------------------------------------------------------- */

/* ECMA-335, partition III and VI.C.2, by value, typed from the standard and not from cil.def. NULL: not in it. */
static const char *const one_byte[] = {
    "nop", "break", "ldarg.0", "ldarg.1", "ldarg.2", "ldarg.3", "ldloc.0", "ldloc.1",
    "ldloc.2", "ldloc.3", "stloc.0", "stloc.1", "stloc.2", "stloc.3", "ldarg.s", "ldarga.s",
    "starg.s", "ldloc.s", "ldloca.s", "stloc.s", "ldnull", "ldc.i4.m1", "ldc.i4.0", "ldc.i4.1",
    "ldc.i4.2", "ldc.i4.3", "ldc.i4.4", "ldc.i4.5", "ldc.i4.6", "ldc.i4.7", "ldc.i4.8", "ldc.i4.s",
    "ldc.i4", "ldc.i8", "ldc.r4", "ldc.r8", NULL, "dup", "pop", "jmp",
    "call", "calli", "ret", "br.s", "brfalse.s", "brtrue.s", "beq.s", "bge.s",
    "bgt.s", "ble.s", "blt.s", "bne.un.s", "bge.un.s", "bgt.un.s", "ble.un.s", "blt.un.s",
    "br", "brfalse", "brtrue", "beq", "bge", "bgt", "ble", "blt",
    "bne.un", "bge.un", "bgt.un", "ble.un", "blt.un", "switch", "ldind.i1", "ldind.u1",
    "ldind.i2", "ldind.u2", "ldind.i4", "ldind.u4", "ldind.i8", "ldind.i", "ldind.r4", "ldind.r8",
    "ldind.ref", "stind.ref", "stind.i1", "stind.i2", "stind.i4", "stind.i8", "stind.r4", "stind.r8",
    "add", "sub", "mul", "div", "div.un", "rem", "rem.un", "and",
    "or", "xor", "shl", "shr", "shr.un", "neg", "not", "conv.i1",
    "conv.i2", "conv.i4", "conv.i8", "conv.r4", "conv.r8", "conv.u4", "conv.u8", "callvirt",
    "cpobj", "ldobj", "ldstr", "newobj", "castclass", "isinst", "conv.r.un", NULL,
    NULL, "unbox", "throw", "ldfld", "ldflda", "stfld", "ldsfld", "ldsflda",
    "stsfld", "stobj", "conv.ovf.i1.un", "conv.ovf.i2.un", "conv.ovf.i4.un", "conv.ovf.i8.un", "conv.ovf.u1.un", "conv.ovf.u2.un",
    "conv.ovf.u4.un", "conv.ovf.u8.un", "conv.ovf.i.un", "conv.ovf.u.un", "box", "newarr", "ldlen", "ldelema",
    "ldelem.i1", "ldelem.u1", "ldelem.i2", "ldelem.u2", "ldelem.i4", "ldelem.u4", "ldelem.i8", "ldelem.i",
    "ldelem.r4", "ldelem.r8", "ldelem.ref", "stelem.i", "stelem.i1", "stelem.i2", "stelem.i4", "stelem.i8",
    "stelem.r4", "stelem.r8", "stelem.ref", "ldelem", "stelem", "unbox.any", NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, "conv.ovf.i1", "conv.ovf.u1", "conv.ovf.i2", "conv.ovf.u2", "conv.ovf.i4",
    "conv.ovf.u4", "conv.ovf.i8", "conv.ovf.u8", NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, "refanyval", "ckfinite", NULL, NULL, "mkrefany", NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    "ldtoken", "conv.u2", "conv.u1", "conv.i", "conv.ovf.i", "conv.ovf.u", "add.ovf", "add.ovf.un",
    "mul.ovf", "mul.ovf.un", "sub.ovf", "sub.ovf.un", "endfinally", "leave", "leave.s", "stind.i",
    "conv.u",
};
static const char *const two_byte[] = { /* after 0xfe */
    "arglist", "ceq", "cgt", "cgt.un", "clt", "clt.un", "ldftn", "ldvirtftn",
    NULL, "ldarg", "ldarga", "starg", "ldloc", "ldloca", "stloc", "localloc",
    NULL, "endfilter", "unaligned.", "volatile.", "tail.", "initobj", "constrained.", "cpblk",
    "initblk", "no.", "rethrow", NULL, "sizeof", "refanytype", "readonly.",
};

static const char *standard_name(uint32_t value)
{
    if (value >> 8)
        return (value & 0xff) < G_N_ELEMENTS(two_byte) ? two_byte[value & 0xff] : NULL;
    return value < G_N_ELEMENTS(one_byte) ? one_byte[value] : NULL;
}

START_TEST(the_table_is_the_standards)
{
    static const struct {
        uint32_t value;
        const char *text;
    } table[] = {
#define CIL(NAME, value, text, operand, pop, push, flow) {value, text},
#include "interp/ir/cil.def"
#undef CIL
    };
    unsigned in_standard = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
        ck_assert_str_eq(table[i].text, standard_name(table[i].value) ? standard_name(table[i].value) : "not in the standard");
    for (uint32_t value = 0; value < 0xff; value++)
        in_standard += (standard_name(value) != NULL) + (standard_name(0xfe00 | value) != NULL);
    ck_assert_uint_eq(G_N_ELEMENTS(table), in_standard);
}
END_TEST

/* The next closed method with at least 64 bytes of code; each is used once, since what was made of it is kept. */
static MonoMethod *next_method(MonoImage *image, uint32_t *row, uint8_t **code, uint32_t *size_bytes)
{
    MonoError error = MONO_ERROR_INIT;
    for (; *row <= mono_image_rows(image, MONO_TABLE_METHOD); ++*row) {
        MonoMethodBody body;
        MonoMethod *method = mono_method_get_checked(image, MONO_TABLE_METHOD << 24 | *row, NULL, &error);
        if (method && !method->is_open && mono_method_body_read(image, *row, &body, &error)) {
            *code = (uint8_t *)(uintptr_t)body.code;
            *size_bytes = body.code_size_bytes;
            bool fits = body.code_size_bytes >= 64 && !body.clause_count;
            mono_method_body_clear(&body);
            if (fits) {
                ++*row;
                return method;
            }
        }
        mono_error_clear(&error);
    }
    return NULL;
}

/* On an empty stack, with operand 0: what the transform makes of it does not matter, but it knows the opcode. */
static void try_opcode(MonoImage *image, uint32_t *row, uint32_t value)
{
    MonoError error = MONO_ERROR_INIT;
    uint8_t *code;
    uint32_t size_bytes;
    MonoMethod *method = next_method(image, row, &code, &size_bytes);
    ck_assert_ptr_nonnull(method);
    memset(code, 0, size_bytes);
    code[size_bytes - 1] = 0x2a;
    if (value >> 8)
        *code++ = 0xfe;
    *code = (uint8_t)value;
    bool ok = interp_method_transform(interp_method_get(method), &error);
    const char *name = standard_name(value), *message = ok ? "" : error.message ? error.message : "an exception";
    if (name)
        ck_assert_msg(!strstr(message, "opcode"), "%s: %s", name, message);
    else
        ck_assert_msg(!ok && strstr(message, "opcode"), "0x%x: %s", value, message);
    mono_error_clear(&error);
}

START_TEST(every_opcode_is_known_and_no_other)
{
    MonoError error = MONO_ERROR_INIT;
    gsize size;
    char *bytes;
    uint32_t row = 1;
    start_runtime();
    ck_assert(g_file_get_contents("/usr/lib/mono/4.5/mcs.exe", &bytes, &size, NULL));
    MonoImage *image = mono_image_open_from_memory((uint8_t *)bytes, size, "table.exe", &error);
    ck_assert_ptr_nonnull(image);
    ck_assert_ptr_nonnull(mono_assembly_from_image(image, &error));
    for (uint32_t i = 1; i <= mono_image_rows(image, MONO_TABLE_TYPEDEF); i++)
        hold_initialized(mono_class_from_typedef(image, i, &error));
    for (uint32_t value = 0; value < 0xfe; value++)
        try_opcode(image, &row, value);
    for (uint32_t value = 0xfe00; value <= 0xfeff; value++)
        try_opcode(image, &row, value);
}
END_TEST

static int run_transform_suite(void)
{
    Suite *suite = suite_create("transform");
    TCase *all = tcase_create("transform");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, all_of_mscorlib);
    tcase_add_test(all, all_of_mcs);
    tcase_add_loop_test(all, damaged_code, 1, 6);
    tcase_add_test(all, the_table_is_the_standards);
    tcase_add_test(all, every_opcode_is_known_and_no_other);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(void)
{
    return run_transform_suite();
}
