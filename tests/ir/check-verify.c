/*
 * check-verify.c - the type rules for foreign code: assemblies that compilers made pass, and hardly any of their values
 * must be checked when they are used. They are read as strangers: from memory, from no folder of the class library.
 * CHECK_VERIFY=FILE... (separated by colons) reads others, and lists what is refused.
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

typedef struct {
    unsigned methods, refused, casts;
} Count;

/* Casts in the IR that the IL does not have. */
static unsigned count_casts(const InterpMethod *im)
{
    unsigned count = 0;
    for (uint32_t at = 0; at < im->code_units;) {
        const uint16_t *p = &im->code[at];
        count += p[0] == MINT_CASTCLASS_CLASS || p[0] == MINT_CASTCLASS_CACHED;
        at += p[0] == MINT_SWITCH ? 3 + 2u * p[2] : mint_op_info[p[0]].units;
    }
    return count;
}

static unsigned casts_of_il(MonoMethod *method)
{
    MonoMethodBody body;
    MonoError error = MONO_ERROR_INIT;
    unsigned count = 0;
    if (!mono_method_body_read(method->klass->image, MONO_TOKEN_ROW(method->token), &body, &error))
        return 0;
    for (uint32_t i = 0; i < body.code_size_bytes; i++) /* some of these bytes are operands: an upper bound */
        count += body.code[i] == 0x74 || body.code[i] == 0xa5;
    mono_method_body_clear(&body);
    return count;
}

static void transform_method(MonoMethod *method, Count *sum)
{
    MonoError error = MONO_ERROR_INIT;
    InterpMethod *im = interp_method_get(method);
    sum->methods++;
    if (interp_method_transform(im, &error)) {
        unsigned casts = count_casts(im), own = method->kind == MONO_METHOD_IL ? casts_of_il(method) : casts;
        if (casts > own && !im->inlines) {
            sum->casts += casts - own;
            if (g_getenv("CHECK_VERIFY"))
                fprintf(stderr, "%u casts in %s.%s:%s\n", casts - own, method->klass->name_space, method->klass->name,
                        method->name);
        }
        return;
    }
    if (error.code == MONO_ERROR_INVALID_PROGRAM || error.code == MONO_ERROR_METHOD_ACCESS ||
        error.code == MONO_ERROR_FIELD_ACCESS) {
        sum->refused++;
        fprintf(stderr, "%s\n", error.message);
    }
    mono_error_clear(&error);
}

static Count transform_stranger(const char *path)
{
    MonoError error = MONO_ERROR_INIT;
    Count sum = {0, 0, 0};
    char *bytes, *name = g_path_get_basename(path);
    gsize size;
    start_runtime();
    ck_assert_msg(g_file_get_contents(path, &bytes, &size, NULL), "%s", path);
    MonoImage *image = mono_image_open_from_memory((uint8_t *)bytes, size, name, &error);
    ck_assert_msg(image != NULL, "%s", error.message);
    ck_assert_ptr_nonnull(mono_assembly_from_image(image, &error));
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++) {
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        MonoVTable *vtable = klass && !klass->is_open && mono_class_init_checked(klass, &error)
                                 ? mono_class_vtable_checked(klass, &error) : NULL;
        mono_error_clear(&error);
        if (!vtable)
            continue;
        vtable->initialized = true; /* no class constructor may run */
        for (uint32_t i = 0; i < klass->method_count; i++)
            if (!klass->methods[i]->is_open && klass->methods[i]->kind != MONO_METHOD_ABSTRACT)
                transform_method(klass->methods[i], &sum);
    }
    fprintf(stderr, "%s: %u methods, %u refused, %u casts\n", name, sum.methods, sum.refused, sum.casts);
    return sum;
}

START_TEST(mcs_as_a_stranger)
{
    Count sum = transform_stranger("/usr/lib/mono/4.5/mcs.exe");
    ck_assert_uint_ge(sum.methods, 8000);
    ck_assert_uint_eq(sum.refused, 0);
    ck_assert_uint_lt(sum.casts, 100);
}
END_TEST

START_TEST(asked_for)
{
    char **paths = g_strsplit(g_getenv("CHECK_VERIFY"), ":", -1);
    for (char **p = paths; *p; p++)
        transform_stranger(*p);
    g_strfreev(paths);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify");
    TCase *all = tcase_create("verify");
    tcase_set_timeout(all, 120);
    if (g_getenv("CHECK_VERIFY"))
        tcase_add_test(all, asked_for);
    else
        tcase_add_test(all, mcs_as_a_stranger);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
