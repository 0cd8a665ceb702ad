/*
 * check-types-mono.c - types of real assemblies, as types-dump.exe has mono describe them and as we see them: names,
 * parents, interfaces, what implements what, overrides, field offsets, resolved members, casts. Line by line.
 */
#include "tests/runtime/types-host.h"

#include <stdio.h>
#include <string.h>

#define LIBDIR "/usr/lib/mono/4.5/"

static char *class_name(MonoClass *klass)
{
    return klass ? mono_type_name_reflection(&klass->byval_type, false, false) : g_strdup("");
}

/* ---- Our side: one line a fact, key and fact with a tab between -------------------------------------------------- */

static void fact(GHashTable *facts, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fact(GHashTable *facts, const char *key, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_hash_table_add(facts, g_strconcat(key, "\t", text, NULL));
    g_free(text);
}

static void interface_facts(GHashTable *facts, const char *key, MonoClass *klass)
{
    bool maps = !klass->is_interface && !klass->is_open && !(klass->flags & MONO_TYPE_ATTR_ABSTRACT);
    for (uint32_t i = 0; i < klass->interface_count; i++) {
        MonoClass *interface = klass->interfaces[i];
        char *name = class_name(interface);
        fact(facts, key, "interface\t%s", name);
        mono_class_init_checked(interface, &error);
        for (uint32_t j = 0; maps && j < interface->method_count; j++) {
            if (interface->methods[j]->slot < 0)
                continue;
            MonoMethod *target = klass->slots[klass->interface_offsets[i] + interface->methods[j]->slot];
            char *target_name = target ? class_name(target->klass) : g_strdup("null");
            fact(facts, key, "map\t%s %x %s %x", name, interface->methods[j]->token, target_name,
                 target ? target->token : 0);
            g_free(target_name);
        }
        g_free(name);
    }
}

/* The topmost parent with a method of its own in the slot. */
static void base_fact(GHashTable *facts, const char *key, MonoMethod *method)
{
    MonoMethod *base = method;
    for (MonoClass *above = method->klass->parent; above; above = above->parent)
        for (uint32_t i = 0; i < above->method_count; i++)
            if (above->methods[i]->flags & MONO_METHOD_ATTR_VIRTUAL && above->methods[i]->slot == method->slot)
                base = above->methods[i];
    char *name = class_name(base->klass);
    fact(facts, key, "base\t%x %s %x", method->token, name, base->token);
    g_free(name);
}

static void shape_facts(GHashTable *facts, MonoClass *klass)
{
    bool ready = mono_class_init_checked(klass, &error);
    char *name = class_name(klass), *key = g_strdup_printf("%s!%s", klass->image->name, name);
    ck_assert_msg(ready, "%s: %s", name, error.message);
    char *full = mono_type_name_reflection(&klass->byval_type, true, false);
    char *qualified = mono_type_name_reflection(&klass->byval_type, true, true);
    char *parent = class_name(klass->parent);
    fact(facts, key, "name\t%s\t%s", full, qualified);
    fact(facts, key, "flags\t%s%s%s\t%s", klass->valuetype ? "V" : "", klass->enumtype ? "E" : "",
         klass->is_interface ? "I" : "", parent);
    interface_facts(facts, key, klass);
    for (uint32_t i = 0; !klass->is_interface && i < klass->method_count; i++)
        if (klass->methods[i]->flags & MONO_METHOD_ATTR_VIRTUAL)
            base_fact(facts, key, klass->methods[i]);
    for (uint32_t i = 0; klass->valuetype && !klass->is_open && i < klass->field_count; i++)
        if (!(klass->fields[i].flags & MONO_FIELD_ATTR_STATIC))
            fact(facts, key, "offset\t%s %u", klass->fields[i].name, klass->fields[i].offset - MONO_OBJECT_HEADER_SIZE);
    g_free(name);
    g_free(key);
    g_free(full);
    g_free(qualified);
    g_free(parent);
}

static void shapes(GHashTable *facts, MonoImage *image)
{
    MonoClass *pair_args[] = {mono_defaults.string, mono_defaults.int32};
    MonoClass *pair = mono_class_from_name(mono_defaults.corlib, "System.Collections.Generic", "KeyValuePair`2");
    MonoClass *fillers[] = {mono_defaults.int32, mono_defaults.string,
                            mono_class_instantiate(pair, mono_generic_inst(pair_args, 2))};
    for (uint32_t row = 2; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++) {
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        ck_assert_msg(klass != NULL, "%s", error.message);
        shape_facts(facts, klass);
        for (unsigned i = 0; klass->kind == MONO_CLASS_GTD && i < G_N_ELEMENTS(fillers); i++) {
            MonoClass *args[32];
            for (unsigned j = 0; j < G_N_ELEMENTS(args); j++)
                args[j] = fillers[i];
            shape_facts(facts, mono_class_instantiate(klass, mono_generic_inst(args, klass->inst->count)));
        }
    }
}

static void member_fact(GHashTable *facts, MonoImage *image, uint32_t token, const MonoGenericContext *context)
{
    char key[64];
    g_snprintf(key, sizeof key, "%s!%x", image->name, token);
    if (MONO_TOKEN_TABLE(token) == MONO_TABLE_TYPESPEC) {
        MonoClass *klass = mono_class_get_checked(image, token, context, &error);
        ck_assert_msg(klass != NULL, "%s: %s", key, error.message);
        char *name = class_name(klass);
        fact(facts, key, "%s", name);
        g_free(name);
        return;
    }
    MonoBlob blob = {NULL, 0};
    mono_image_blob(image, mono_image_row(image, MONO_TABLE_MEMBERREF, MONO_TOKEN_ROW(token), MONO_MEMBERREF_SIGNATURE),
                    &blob);
    if (MONO_TOKEN_TABLE(token) == MONO_TABLE_MEMBERREF && blob.data[0] == 6) {
        MonoClassField *field = mono_field_get_checked(image, token, context, &error);
        ck_assert_msg(field != NULL, "%s: %s", key, error.message);
        char *name = class_name(field->parent);
        fact(facts, key, "%s %s %x ", name, field->name, field->token);
        g_free(name);
        return;
    }
    MonoMethod *method = mono_method_get_checked(image, token, context, &error);
    ck_assert_msg(method != NULL, "%s: %s", key, error.message);
    GString *arguments = g_string_new(NULL);
    for (uint32_t i = 0; method->method_inst && i < method->method_inst->count; i++) {
        char *name = class_name(method->method_inst->args[i]);
        g_string_append_printf(arguments, "%s%s", i ? "," : "", name);
        g_free(name);
    }
    char *name = class_name(method->klass);
    /* Array accessors have no token; mono makes one up. */
    if (method->token)
        fact(facts, key, "%s %s %x %s", name, method->name, method->token, arguments->str);
    g_free(name);
    g_string_free(arguments, TRUE);
}

static void members(GHashTable *facts, MonoImage *image)
{
    static const MonoTableId tables[] = {MONO_TABLE_MEMBERREF, MONO_TABLE_METHODSPEC, MONO_TABLE_TYPESPEC};
    MonoClass *of_class[32], *of_method[32];
    for (unsigned i = 0; i < 32; i++) {
        of_class[i] = mono_defaults.int32;
        of_method[i] = mono_defaults.string;
    }
    MonoGenericContext context = {mono_generic_inst(of_class, 32), mono_generic_inst(of_method, 32)};
    for (unsigned i = 0; i < G_N_ELEMENTS(tables); i++)
        for (uint32_t row = 1; row <= mono_image_rows(image, tables[i]); row++)
            member_fact(facts, image, MONO_TOKEN(tables[i], row), &context);
}

static void casts(GHashTable *facts, MonoImage *image)
{
    MonoClass *klass = mono_class_from_name(image, "", "Casts");
    ck_assert(klass && mono_class_setup_fields(klass, &error));
    for (uint32_t i = 0; i < klass->field_count; i++)
        for (uint32_t j = 0; j < klass->field_count; j++) {
            MonoClass *to = klass->fields[i].type.klass, *from = klass->fields[j].type.klass;
            char *to_name = class_name(to), *from_name = class_name(from);
            char *key = g_strconcat(to_name, "<-", from_name, NULL);
            fact(facts, key, "%d", mono_class_is_assignable(to, from));
            g_free(key);
            g_free(to_name);
            g_free(from_name);
        }
}

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

/* Runs types-dump.exe; NULL = no mono here. */
static char *mono_says(const char *mode, const char *const *files, unsigned count)
{
    char *out = g_strdup_printf("types-%s-%d.txt", mode, (int)getpid());
    GPtrArray *argv = g_ptr_array_new();
    g_ptr_array_add(argv, "mono");
    g_ptr_array_add(argv, TYPES_DUMP);
    g_ptr_array_add(argv, (void *)mode);
    g_ptr_array_add(argv, out);
    for (unsigned i = 0; i < count; i++)
        g_ptr_array_add(argv, (void *)files[i]);
    g_ptr_array_add(argv, NULL);
    int status = -1;
    char *text = NULL;
    if (g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL))
        ck_assert_int_eq(status, 0);
    g_file_get_contents(out, &text, NULL, NULL);
    remove(out);
    g_free(out);
    g_ptr_array_free(argv, TRUE);
    return text;
}

/* Accessors of arrays: mono gives them a token of no row. */
static bool is_made_up(const char *line)
{
    return strstr(line, " 0 ") != NULL;
}

static void compare(const char *mode, void (*describe)(GHashTable *, MonoImage *), const char *const *files,
                    unsigned count, unsigned at_least)
{
    char *text = mono_says(mode, files, count);
    if (!text)
        return;
    start();
    GHashTable *facts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (unsigned i = 0; i < count; i++)
        describe(facts, open_image(files[i]));
    /* Both ways, but only about what mono described: it refuses instances against constraints. */
    GHashTable *theirs = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTable *keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    unsigned lines = 0, wrong = 0;
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) && *line; lines++) {
        g_hash_table_add(theirs, line);
        g_hash_table_add(keys, g_strndup(line, strcspn(line, "\t")));
        if (!g_hash_table_contains(facts, line) && !is_made_up(line) && wrong++ < 10)
            fprintf(stderr, "only mono says: %s\n", line);
    }
    GHashTableIter iter;
    gpointer line;
    for (g_hash_table_iter_init(&iter, facts); g_hash_table_iter_next(&iter, &line, NULL);) {
        char *key = g_strndup(line, strcspn(line, "\t"));
        if (g_hash_table_contains(keys, key) && !g_hash_table_contains(theirs, line) && wrong++ < 20)
            fprintf(stderr, "only we say: %s\n", (char *)line);
        g_free(key);
    }
    g_hash_table_destroy(theirs);
    g_hash_table_destroy(keys);
    ck_assert_msg(lines >= at_least, "%s: only %u lines", mode, lines);
    ck_assert_msg(wrong == 0, "%s: %u of %u facts differ", mode, wrong, lines);
    g_hash_table_destroy(facts);
    g_free(text);
}

#define COMPARE(mode, at_least, ...)                                                                                   \
    do {                                                                                                               \
        static const char *const files[] = {__VA_ARGS__};                                                              \
        compare(#mode, mode, files, G_N_ELEMENTS(files), at_least);                                                    \
    } while (0)

START_TEST(shapes_of_the_class_library)
{
    COMPARE(shapes, 90000, LIBDIR "mscorlib.dll", LIBDIR "System.Core.dll", LIBDIR "System.dll", LIBDIR "mcs.exe");
}
END_TEST

START_TEST(shapes_of_odd_types)
{
    COMPARE(shapes, 600, TYPES_EXE);
}
END_TEST

START_TEST(members_of_the_compiler)
{
    COMPARE(members, 13000, LIBDIR "System.Core.dll", LIBDIR "mcs.exe", TYPES_EXE);
}
END_TEST

START_TEST(casts_of_every_kind)
{
    COMPARE(casts, 20000, TYPES_EXE);
}
END_TEST

SUITE("types-mono", 240, shapes_of_the_class_library, shapes_of_odd_types, members_of_the_compiler, casts_of_every_kind)
