/*
 * icalls.c - finds the C function behind a method marked InternalCall, and lists those that are lacking.
 *
 * All areas' rows go into one hash at the first look-up. Keys are the names of icalls.h; parameters of a row are brought
 * to one spelling first (float -> single, System.IntPtr -> intptr), so areas may write either.
 */
#include <stdio.h>

#include "interp/corlib/glue.h"
#include "interp/corlib/icall-hook.h"

static GHashTable *rows; /* name -> MonoICall */
MonoICallHook mono_icall_hook;

static const char *const spellings[][2] = {
    {"System.Boolean", "bool"},   {"System.Char", "char"},     {"System.SByte", "sbyte"},   {"System.Byte", "byte"},
    {"System.Int16", "short"},    {"System.UInt16", "ushort"}, {"System.Int32", "int"},     {"System.UInt32", "uint"},
    {"System.Int64", "long"},     {"System.UInt64", "ulong"},  {"System.IntPtr", "intptr"}, {"System.UIntPtr", "uintptr"},
    {"System.Single", "single"},  {"System.Double", "double"}, {"System.String", "string"}, {"System.Object", "object"},
    {"System.Void", "void"},      {"float", "single"},         {"nint", "intptr"},          {"nuint", "uintptr"},
};

/* One parameter's type in the one spelling: name, then its [], *, & as they are. */
static void append_canonical(GString *out, const char *text, size_t length)
{
    while (length && *text == ' ') {
        text++;
        length--;
    }
    size_t stem = 0;
    while (stem < length && !strchr("[*& ", text[stem]))
        stem++;
    const char *name = text;
    size_t name_length = stem;
    for (size_t i = 0; i < G_N_ELEMENTS(spellings); i++)
        if (strlen(spellings[i][0]) == stem && memcmp(spellings[i][0], text, stem) == 0) {
            name = spellings[i][1];
            name_length = strlen(name);
            break;
        }
    g_string_append_len(out, name, (gssize)name_length);
    g_string_append_len(out, text + stem, (gssize)(length - stem));
}

char *mono_icall_canonical(const char *name)
{
    const char *open = strchr(name, '(');
    if (!open)
        return g_strdup(name);
    GString *out = g_string_new_len(name, open - name + 1);
    const char *start = open + 1;
    unsigned depth = 0;
    for (const char *p = start; *p; p++) {
        if (*p == '<' || *p == '[')
            depth++;
        else if (*p == '>' || *p == ']')
            depth--;
        if ((*p == ',' && depth == 0) || *p == ')') {
            append_canonical(out, start, (size_t)(p - start));
            g_string_append_c(out, *p);
            start = p + 1;
        }
    }
    return g_string_free(out, FALSE);
}

static void add_rows(const MonoICallRow *table)
{
    for (const MonoICallRow *row = table; row->name; row++) {
        char *name = mono_icall_canonical(row->name);
        if (!g_hash_table_contains(rows, name))
            g_hash_table_insert(rows, name, (void *)(uintptr_t)row->function);
        else
            g_free(name);
    }
}

static void make_rows(void)
{
    rows = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
#define MONO_ICALL_ADD(name) add_rows(mono_icalls_##name);
    MONO_ICALL_AREAS(MONO_ICALL_ADD)
#undef MONO_ICALL_ADD
}

static void append_class_name(GString *out, const MonoClass *klass)
{
    if (klass->definition)
        klass = klass->definition;
    if (klass->nested_in) {
        append_class_name(out, klass->nested_in);
        g_string_append_c(out, '/');
    } else if (klass->name_space && *klass->name_space) {
        g_string_append_printf(out, "%s.", klass->name_space);
    }
    g_string_append(out, klass->name);
}

static void append_type(GString *out, const MonoType *type)
{
    MonoClass *klass = type->klass;
    MonoType element = {.klass = klass->element_class};
    switch (klass->kind) {
    case MONO_CLASS_ARRAY:
        append_type(out, &element);
        g_string_append_c(out, '[');
        for (unsigned i = 1; i < klass->rank; i++)
            g_string_append_c(out, ',');
        g_string_append_c(out, ']');
        break;
    case MONO_CLASS_POINTER:
        append_type(out, &element);
        g_string_append_c(out, '*');
        break;
    case MONO_CLASS_GINST: {
        append_class_name(out, klass);
        g_string_append_c(out, '<');
        for (uint32_t i = 0; i < klass->inst->count; i++) {
            if (i)
                g_string_append_c(out, ',');
            append_type(out, &(MonoType){.klass = klass->inst->args[i]});
        }
        g_string_append_c(out, '>');
        break;
    }
    default: {
        GString *name = g_string_new(NULL);
        append_class_name(name, klass);
        append_canonical(out, name->str, name->len);
        g_string_free(name, TRUE);
    }
    }
    if (type->byref)
        g_string_append_c(out, '&');
}

static char *short_name(MonoMethod *method)
{
    GString *name = g_string_new(NULL);
    append_class_name(name, method->klass);
    g_string_append_printf(name, "::%s", method->name);
    return g_string_free(name, FALSE);
}

char *mono_icall_name(MonoMethod *method)
{
    char *start = short_name(method);
    GString *name = g_string_new(start);
    g_free(start);
    MonoError error = MONO_ERROR_INIT;
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    g_string_append_c(name, '(');
    for (unsigned i = 0; signature && i < signature->param_count; i++) {
        if (i)
            g_string_append_c(name, ',');
        append_type(name, &signature->params[i]);
    }
    g_string_append_c(name, ')');
    mono_error_clear(&error);
    return g_string_free(name, FALSE);
}

void icall_zero(MonoSlot *args, MonoSlot *ret)
{
    ret->i8 = 0;
}

void icall_one(MonoSlot *args, MonoSlot *ret)
{
    ret->i8 = 1;
}

void icall_nothing(MonoSlot *args, MonoSlot *ret)
{
}

MonoICall mono_icall_find(MonoMethod *method)
{
    if (!rows)
        make_rows();
    /* rows of generic instances and methods stand for their definitions: parameters are compared in open form */
    MonoMethod *open = method->definition ? method->definition : method;
    char *name = mono_icall_name(open);
    void *found = g_hash_table_lookup(rows, name);
    g_free(name);
    if (!found) {
        name = short_name(open);
        found = g_hash_table_lookup(rows, name);
        g_free(name);
    }
    MonoICall function = (MonoICall)(uintptr_t)found;
    return mono_icall_hook ? mono_icall_hook(method, function) : function;
}

MonoICall mono_icall_find_name(const char *name)
{
    if (!rows)
        make_rows();
    char *canonical = mono_icall_canonical(name);
    void *found = g_hash_table_lookup(rows, canonical);
    g_free(canonical);
    return (MonoICall)(uintptr_t)found;
}
