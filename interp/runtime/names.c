/*
 * names.c - names of types: for messages, for stack traces, for reflection.
 *
 *   full        Ns.Outer/Inner`1<System.Int32>
 *   description Ns.List`1<int>                     members in messages
 *   dotted      Ns.Outer+Inner`1[T]                stack traces: of the definition
 *   reflection  Ns.List`1[System.Int32] · Ns.List`1[[System.Int32, mscorlib, ...]]
 */
#include "interp/runtime/types.h"

#include <string.h>

typedef enum { NAME_FULL, NAME_DESC, NAME_REFLECTION, NAME_REFLECTION_FULL } NameStyle;

static void append_class(GString *text, const MonoClass *klass, NameStyle style);

static bool is_reflection(NameStyle style)
{
    return style >= NAME_REFLECTION;
}

/* Reflection names are parsed again, so what means something in them is escaped. */
static void append_plain(GString *text, const char *name, NameStyle style)
{
    for (; *name; name++) {
        if (is_reflection(style) && strchr("\\+&*[],", *name))
            g_string_append_c(text, '\\');
        g_string_append_c(text, *name);
    }
}

static void append_definition(GString *text, const MonoClass *klass, NameStyle style)
{
    if (klass->nested_in) {
        append_definition(text, klass->nested_in, style);
        g_string_append_c(text, is_reflection(style) ? '+' : '/');
    } else if (*klass->name_space) {
        append_plain(text, klass->name_space, style);
        g_string_append_c(text, '.');
    }
    append_plain(text, klass->name, style);
}

static void append_assembly(GString *text, const MonoClass *klass)
{
    while (klass->kind == MONO_CLASS_ARRAY || klass->kind == MONO_CLASS_POINTER)
        klass = klass->element_class;
    if (!klass->image || !klass->image->assembly)
        return;
    char *name = mono_assembly_name_text(&klass->image->assembly->name);
    g_string_append_printf(text, ", %s", name);
    g_free(name);
}

static void append_arguments(GString *text, const MonoGenericInst *inst, NameStyle style)
{
    g_string_append_c(text, is_reflection(style) ? '[' : '<');
    for (uint32_t i = 0; i < inst->count; i++) {
        if (i)
            g_string_append(text, style == NAME_DESC ? ", " : ",");
        if (style == NAME_REFLECTION_FULL && inst->args[i]->kind != MONO_CLASS_GPARAM) {
            g_string_append_c(text, '[');
            append_class(text, inst->args[i], style);
            append_assembly(text, inst->args[i]);
            g_string_append_c(text, ']');
        } else {
            append_class(text, inst->args[i], style);
        }
    }
    g_string_append_c(text, is_reflection(style) ? ']' : '>');
}

static const char *short_name(const MonoClass *klass)
{
    static const char *const names[] = {
        [MONO_TYPE_VOID] = "void",     [MONO_TYPE_BOOLEAN] = "bool",  [MONO_TYPE_CHAR] = "char",
        [MONO_TYPE_I1] = "sbyte",      [MONO_TYPE_U1] = "byte",       [MONO_TYPE_I2] = "int16",
        [MONO_TYPE_U2] = "uint16",     [MONO_TYPE_I4] = "int",        [MONO_TYPE_U4] = "uint",
        [MONO_TYPE_I8] = "long",       [MONO_TYPE_U8] = "ulong",      [MONO_TYPE_R4] = "single",
        [MONO_TYPE_R8] = "double",     [MONO_TYPE_STRING] = "string", [MONO_TYPE_TYPEDBYREF] = "typedbyref",
        [MONO_TYPE_I] = "intptr",      [MONO_TYPE_U] = "uintptr",     [MONO_TYPE_FNPTR] = "*()",
        [MONO_TYPE_OBJECT] = "object",
    };
    MonoTypeEnum type = klass->byval_type.type;
    return (size_t)type < G_N_ELEMENTS(names) ? names[type] : NULL;
}

static void append_array(GString *text, const MonoClass *klass, NameStyle style)
{
    append_class(text, klass->element_class, style);
    g_string_append_c(text, '[');
    if (!klass->is_szarray && klass->rank == 1)
        g_string_append_c(text, '*');
    for (unsigned i = 1; i < klass->rank; i++)
        g_string_append_c(text, ',');
    g_string_append_c(text, ']');
}

static void append_class(GString *text, const MonoClass *klass, NameStyle style)
{
    switch (klass->kind) {
    case MONO_CLASS_ARRAY:
        append_array(text, klass, style);
        return;
    case MONO_CLASS_POINTER:
        append_class(text, klass->element_class, style);
        g_string_append_c(text, '*');
        return;
    case MONO_CLASS_GPARAM:
        g_string_append(text, klass->name);
        return;
    default:
        break;
    }
    if (style == NAME_DESC && short_name(klass)) {
        g_string_append(text, short_name(klass));
        return;
    }
    append_definition(text, klass, style);
    /* Type.FullName of a definition has no arguments. */
    if (klass->inst && !(klass->kind == MONO_CLASS_GTD && style == NAME_REFLECTION_FULL))
        append_arguments(text, klass->inst, style);
}

char *mono_type_name_reflection(const MonoType *type, bool full_name, bool assembly_qualified)
{
    GString *text = g_string_new(NULL);
    append_class(text, type->klass, full_name ? NAME_REFLECTION_FULL : NAME_REFLECTION);
    if (type->byref)
        g_string_append_c(text, '&');
    if (full_name && assembly_qualified)
        append_assembly(text, type->klass);
    return g_string_free(text, FALSE);
}

char *mono_class_full_name(const MonoClass *klass)
{
    GString *text = g_string_new(NULL);
    append_class(text, klass, NAME_FULL);
    return g_string_free(text, FALSE);
}

char *mono_class_dotted_name(const MonoClass *klass)
{
    GString *text = g_string_new(NULL);
    append_class(text, klass->definition ? klass->definition : klass, NAME_REFLECTION);
    return g_string_free(text, FALSE);
}

void mono_class_append_desc(GString *text, const MonoClass *klass)
{
    append_class(text, klass, NAME_DESC);
}

void mono_type_append_desc(GString *text, const MonoType *type)
{
    append_class(text, type->klass, NAME_DESC);
    if (type->byref)
        g_string_append_c(text, '&');
}
