/*
 * check-types-damage.c - damaged metadata that still opens as an image: every class, member and slot of it is made or
 * refused, never a crash. Mutations follow from their number, so a failure names itself (MONOSP_DAMAGE=NUMBER runs
 * one).
 */
#include "tests/runtime/types-host.h"

enum { MUTATIONS = 400, ROWS_MAX = 500 };

static MonoGenericContext context;

static void forget(void)
{
    mono_error_clear(&error);
}

static void walk_class(MonoClass *klass)
{
    if (!mono_class_init_checked(klass, &error))
        return;
    for (uint32_t i = 0; i < klass->method_count; i++, forget())
        mono_method_signature_checked(klass->methods[i], &error);
    mono_class_is_assignable(mono_defaults.array, klass);
    mono_class_is_assignable(klass, mono_defaults.string);
    g_free(mono_class_full_name(klass));
    g_free(mono_type_name_reflection(&klass->byval_type, true, true));
    MonoVTable *vtable = klass->is_open ? NULL : mono_class_vtable_checked(klass, &error);
    forget();
    for (uint32_t i = 0; vtable && i < klass->interface_count; i++) {
        MonoClass *interface = klass->interfaces[i];
        if (mono_class_setup_methods(interface, &error))
            for (uint32_t j = 0; j < interface->method_count; j++, forget())
                mono_vtable_resolve(vtable, interface->methods[j], &error);
        forget();
    }
}

static void walk(MonoImage *image)
{
    static const MonoTableId tables[] = {MONO_TABLE_MEMBERREF, MONO_TABLE_METHODSPEC, MONO_TABLE_TYPESPEC,
                                         MONO_TABLE_TYPEREF,   MONO_TABLE_FIELD,      MONO_TABLE_METHOD};
    for (uint32_t row = 1; row <= MIN(mono_image_rows(image, MONO_TABLE_TYPEDEF), ROWS_MAX); row++, forget()) {
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        if (klass)
            walk_class(klass);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(tables); i++) {
        for (uint32_t row = 1; row <= MIN(mono_image_rows(image, tables[i]), ROWS_MAX); row++) {
            uint32_t token = MONO_TOKEN(tables[i], row);
            mono_class_get_checked(image, token, &context, &error);
            forget();
            mono_method_get_checked(image, token, &context, &error);
            forget();
            mono_field_get_checked(image, token, &context, &error);
            forget();
        }
    }
    for (uint32_t row = 1; row <= MIN(mono_image_rows(image, MONO_TABLE_STANDALONESIG), ROWS_MAX); row++, forget()) {
        unsigned count;
        g_free(mono_locals_parse(image, MONO_TOKEN(MONO_TABLE_STANDALONESIG, row), &context, &count, &error));
    }
}

/* A few bytes of the metadata changed: any value, one bit, or a byte from elsewhere in it. */
static void mutate(uint8_t *data, size_t size, size_t root, unsigned number)
{
    GRand *random = g_rand_new_with_seed(number);
    unsigned changes = g_rand_int_range(random, 1, 30);
    for (unsigned i = 0; i < changes; i++) {
        size_t at = root + g_rand_int_range(random, 0, (gint32)(size - root));
        switch (g_rand_int_range(random, 0, 3)) {
        case 0:
            data[at] = g_rand_int(random);
            break;
        case 1:
            data[at] ^= 1u << g_rand_int_range(random, 0, 8);
            break;
        default:
            data[at] = data[root + g_rand_int_range(random, 0, (gint32)(size - root))];
            break;
        }
    }
    g_rand_free(random);
}

START_TEST(damaged_types)
{
    start();
    MonoClass *of_class[32], *of_method[32];
    for (unsigned i = 0; i < 32; i++) {
        of_class[i] = mono_defaults.object;
        of_method[i] = mono_defaults.string;
    }
    context = (MonoGenericContext){mono_generic_inst(of_class, 32), mono_generic_inst(of_method, 32)};
    char *data;
    gsize size;
    ck_assert(g_file_get_contents(TYPES_EXE, &data, &size, NULL));
    size_t root = 0;
    while (root + 4 < size && memcmp(data + root, "BSJB", 4) != 0)
        root++;
    const char *only = g_getenv("MONOSP_DAMAGE");
    unsigned opened = 0;
    for (unsigned number = 0; number < MUTATIONS; number++) {
        if (only && (unsigned)atoi(only) != number)
            continue;
        uint8_t *copy = g_memdup2(data, size);
        mutate(copy, size, root, number);
        char name[32];
        g_snprintf(name, sizeof name, "damaged%u", number);
        MonoImage *image = mono_image_open_from_memory(copy, size, name, &error);
        forget();
        if (!image) {
            g_free(copy);
            continue;
        }
        mono_assembly_from_image(image, &error);
        forget();
        walk(image);
        opened++;
    }
    ck_assert(only || opened > MUTATIONS / 10);
    g_free(data);
}
END_TEST

SUITE("types-damage", 240, damaged_types)
