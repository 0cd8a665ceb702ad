/*
 * shared-name.c - a method's full name as a runtime has it that compiles one body for all reference types, and whose
 * profiles (profiler/import/dotnet-names.c) do not say all that ours do:
 *
 *   Acme.Box`1/In`1<string, int>:Spin<long> (long,int,Acme.Outer/Leaf)      in full
 *   Acme.Box`1/In`1<T_REF, int>:Spin (!!0,int,Leaf)                         here
 *
 * So arguments of the class that are references are T_REF, arguments of the method are left out and its parameters keep
 * their numbers, and a nested type in a parameter is without those around it.
 */
#include "aot-stubs/compile.h"
#include "interp/runtime/types.h"

static void put_argument(GString *out, const MonoClass *klass);

static void put_arguments(GString *out, const MonoGenericInst *inst)
{
    for (uint32_t i = 0; i < inst->count; i++) {
        g_string_append(out, i ? ", " : "<");
        put_argument(out, inst->args[i]);
    }
    g_string_append_c(out, '>');
}

static void put_definition(GString *out, const MonoClass *klass)
{
    if (klass->nested_in) {
        put_definition(out, klass->nested_in);
        g_string_append_c(out, '/');
    } else if (*klass->name_space) {
        g_string_append_printf(out, "%s.", klass->name_space);
    }
    g_string_append(out, klass->name);
}

static void put_class(GString *out, const MonoClass *klass)
{
    if (!klass->inst) {
        mono_class_append_desc(out, klass); /* has words for primitive types */
        return;
    }
    put_definition(out, klass);
    put_arguments(out, klass->inst);
}

static void put_argument(GString *out, const MonoClass *klass)
{
    if (klass->valuetype)
        put_class(out, klass);
    else
        g_string_append(out, "T_REF");
}

/* A type of a definition's signature; `inst`: the arguments that the class has here, or NULL. */
static void put_type(GString *out, const MonoClass *klass, const MonoGenericInst *inst)
{
    switch (klass->kind) {
    case MONO_CLASS_ARRAY:
        put_type(out, klass->element_class, inst);
        g_string_append_c(out, '[');
        for (unsigned i = 1; i < klass->rank; i++)
            g_string_append_c(out, ',');
        g_string_append_c(out, ']');
        return;
    case MONO_CLASS_POINTER:
        put_type(out, klass->element_class, inst);
        g_string_append_c(out, '*');
        return;
    case MONO_CLASS_FNPTR:
        g_string_append(out, "*()");
        return;
    case MONO_CLASS_GPARAM:
        if (klass->param_owner_method)
            g_string_append_printf(out, "!!%u", klass->param_number);
        else if (inst && klass->param_number < inst->count)
            put_argument(out, inst->args[klass->param_number]);
        return;
    default:
        break;
    }
    if (!klass->nested_in && !klass->inst) {
        mono_class_append_desc(out, klass);
        return;
    }
    if (!klass->nested_in && *klass->name_space)
        g_string_append_printf(out, "%s.", klass->name_space);
    g_string_append(out, klass->name);
    for (uint32_t i = 0; klass->inst && i < klass->inst->count; i++) {
        g_string_append(out, i ? ", " : "<");
        put_type(out, klass->inst->args[i], inst);
    }
    g_string_append(out, klass->inst ? ">" : "");
}

char *aot_shared_name(MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *definition = mono_method_get_checked(method->klass->image, method->token, NULL, &error);
    const MonoMethodSignature *signature = definition ? mono_method_signature_checked(definition, &error) : NULL;
    GString *out = g_string_new(NULL);
    put_class(out, method->klass);
    g_string_append_printf(out, ":%s (", method->name);
    for (unsigned i = 0; signature && i < signature->param_count; i++) {
        g_string_append(out, i ? "," : "");
        put_type(out, signature->params[i].klass, method->klass->inst);
        g_string_append(out, signature->params[i].byref ? "&" : "");
    }
    g_string_append_c(out, ')');
    mono_error_clear(&error);
    return g_string_free(out, FALSE);
}
