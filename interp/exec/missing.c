/*
 * missing.c - --missing-icalls: which internal calls could a program reach that we lack?
 *
 * Rapid type analysis on definitions: from Main's assembly's methods along call, newobj and ldftn; a virtual call reaches
 * the methods of that name and number of parameters in every class that is made somewhere. More than a run would reach,
 * never less, as long as reflection is left out.
 */
#include "interp/exec/tools.h"

#include <string.h>

#include "interp/corlib/icalls.h"

typedef enum { OPERAND_NONE, OPERAND_I1, OPERAND_I4, OPERAND_I8, OPERAND_R4, OPERAND_R8, OPERAND_VAR1, OPERAND_VAR2,
               OPERAND_BR1, OPERAND_BR4, OPERAND_SWITCH, OPERAND_TOKEN } Operand;
static const uint8_t operand_bytes[] = {0, 1, 4, 8, 4, 8, 1, 2, 1, 4, 0, 4};

enum {
#define CIL(NAME, value, text, operand, pop, push, flow) CIL_##NAME = value,
#include "interp/ir/cil.def"
#undef CIL
};

static struct {
    GHashTable *seen;     /* MonoMethod definitions */
    GHashTable *made;     /* MonoClass definitions that are instantiated */
    GHashTable *virtuals; /* "Name/2" */
    GQueue work;
    GPtrArray *missing; /* names */
} reach;

static Operand operand_of(unsigned opcode)
{
    static uint8_t one[256], two[256];
    static bool filled;
    if (!filled) {
#define CIL(NAME, value, text, operand, pop, push, flow)                                                               \
    *(value > 0xff ? &two[value & 0xff] : &one[value & 0xff]) = OPERAND_##operand;
#include "interp/ir/cil.def"
#undef CIL
        filled = true;
    }
    return opcode > 0xff ? two[opcode & 0xff] : one[opcode];
}

static MonoMethod *definition_of(MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    if (method->definition)
        method = method->definition;
    MonoClass *open = method->klass->definition;
    if (open && mono_class_setup_methods(open, &error))
        for (uint32_t i = 0; i < open->method_count; i++)
            if (open->methods[i]->token == method->token)
                return open->methods[i];
    mono_error_clear(&error);
    return method;
}

static void add_method(MonoMethod *method)
{
    method = definition_of(method);
    if (g_hash_table_add(reach.seen, method))
        g_queue_push_tail(&reach.work, method);
}

static char *virtual_key(MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    const char *dot = strrchr(method->name, '.'); /* explicit implementations: Ns.IFace.Method */
    char *key = g_strdup_printf("%s/%u", dot && dot != method->name ? dot + 1 : method->name,
                                signature ? signature->param_count : 0);
    mono_error_clear(&error);
    return key;
}

static void visit_class(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    if (klass->definition)
        klass = klass->definition;
    if (mono_class_setup_methods(klass, &error) && klass->cctor)
        add_method(klass->cctor);
    mono_error_clear(&error);
}

/* Virtual methods of a class and its parents whose name was called. */
static void add_overrides(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    for (; klass; klass = klass->parent) {
        if (klass->definition)
            klass = klass->definition;
        if (!mono_class_setup_methods(klass, &error))
            break;
        for (uint32_t i = 0; i < klass->method_count; i++) {
            MonoMethod *method = klass->methods[i];
            if (!(method->flags & MONO_METHOD_ATTR_VIRTUAL))
                continue;
            char *key = virtual_key(method);
            if (g_hash_table_contains(reach.virtuals, key) || !strcmp(method->name, "Finalize"))
                add_method(method);
            g_free(key);
        }
    }
    mono_error_clear(&error);
}

static void make_class(MonoClass *klass)
{
    if (klass->definition)
        klass = klass->definition;
    if (g_hash_table_add(reach.made, klass))
        add_overrides(klass);
}

static void call_virtual(MonoMethod *method)
{
    char *key = virtual_key(method);
    if (!g_hash_table_add(reach.virtuals, key))
        return;
    GList *classes = g_hash_table_get_keys(reach.made);
    for (GList *l = classes; l; l = l->next)
        add_overrides(l->data);
    g_list_free(classes);
}

static void visit_token(MonoMethod *from, unsigned opcode, uint32_t token)
{
    MonoError error = MONO_ERROR_INIT;
    MonoGenericContext context = mono_method_context(from);
    if (opcode == CIL_BOX || opcode == CIL_NEWARR || opcode == CIL_INITOBJ) {
        MonoClass *klass = mono_class_get_checked(from->klass->image, token, &context, &error);
        if (klass)
            make_class(klass);
    } else if (opcode == CIL_LDSFLD || opcode == CIL_LDSFLDA || opcode == CIL_STSFLD) {
        MonoClassField *field = mono_field_get_checked(from->klass->image, token, &context, &error);
        if (field)
            visit_class(field->parent);
    } else if (opcode == CIL_CALL || opcode == CIL_CALLVIRT || opcode == CIL_NEWOBJ || opcode == CIL_LDFTN ||
               opcode == CIL_LDVIRTFTN || opcode == CIL_JMP) {
        MonoMethod *method = mono_method_get_checked(from->klass->image, token, &context, &error);
        if (method) {
            add_method(method);
            visit_class(method->klass);
            if (opcode == CIL_NEWOBJ)
                make_class(method->klass);
            if (method->flags & MONO_METHOD_ATTR_VIRTUAL && (opcode == CIL_CALLVIRT || opcode == CIL_LDVIRTFTN))
                call_virtual(method);
        }
    }
    mono_error_clear(&error);
}

static void visit_body(MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethodBody body = {0};
    if (!mono_method_body_read(method->klass->image, method->token & 0xffffff, &body, &error)) {
        mono_error_clear(&error);
        return;
    }
    const uint8_t *p = body.code, *end = p + body.code_size_bytes;
    while (p < end) {
        unsigned opcode = *p++;
        if (opcode == 0xfe && p < end)
            opcode = 0xfe00 | *p++;
        Operand operand = operand_of(opcode);
        uint32_t value = 0;
        if (end - p >= 4)
            memcpy(&value, p, sizeof value);
        if (operand == OPERAND_SWITCH) {
            if ((uint64_t)(end - p) < 4 + (uint64_t)value * 4)
                break;
            p += 4 + (size_t)value * 4;
            continue;
        }
        if (operand == OPERAND_TOKEN && end - p >= 4)
            visit_token(method, opcode, value);
        if (end - p < operand_bytes[operand])
            break;
        p += operand_bytes[operand];
    }
    mono_method_body_clear(&body);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each once. */
static void print_sorted(GPtrArray *names, FILE *out)
{
    g_ptr_array_sort(names, compare_names);
    for (guint i = 0; i < names->len; i++)
        if (i == 0 || strcmp(names->pdata[i], names->pdata[i - 1]) != 0)
            fprintf(out, "%s\n", (const char *)names->pdata[i]);
}

static void add_program(MonoImage *image)
{
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++) {
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        if (klass && mono_class_setup_methods(klass, &error))
            for (uint32_t i = 0; i < klass->method_count; i++)
                add_method(klass->methods[i]);
        mono_error_clear(&error);
    }
}

int interp_list_missing_icalls(MonoAssembly *program, FILE *out)
{
    reach.seen = g_hash_table_new(NULL, NULL);
    reach.made = g_hash_table_new(NULL, NULL);
    reach.virtuals = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    reach.missing = g_ptr_array_new_with_free_func(g_free);
    add_program(program->image);
    for (MonoMethod *method; (method = g_queue_pop_head(&reach.work));) {
        if (method->kind == MONO_METHOD_IL)
            visit_body(method);
        else if (method->kind == MONO_METHOD_ICALL && !mono_icall_find(method))
            g_ptr_array_add(reach.missing, mono_icall_name(method));
    }
    print_sorted(reach.missing, out);
    g_ptr_array_free(reach.missing, TRUE);
    g_hash_table_destroy(reach.virtuals);
    g_hash_table_destroy(reach.made);
    g_hash_table_destroy(reach.seen);
    return 0;
}
