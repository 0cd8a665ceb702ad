/*
 * check-typename.c - type names as text: the grammar, malformed names, names of the real class library there and back.
 */
#include "tests/suite.h"

#include "interp/corlib/reflect.h"

/* The parsed name in one line: namespace/name/nested... {arguments} suffixes @assembly. */
static void describe(GString *out, const MonoTypeNameSpec *spec)
{
    g_string_append_printf(out, "%s/%s", spec->name_space, spec->name);
    for (unsigned i = 0; i < spec->nested->len; i++)
        g_string_append_printf(out, "/%s", (char *)spec->nested->pdata[i]);
    for (unsigned i = 0; i < spec->arguments->len; i++) {
        g_string_append(out, i ? ";" : "{");
        describe(out, spec->arguments->pdata[i]);
    }
    if (spec->arguments->len)
        g_string_append_c(out, '}');
    for (unsigned i = 0; i < spec->suffixes->len; i++) {
        const MonoTypeSuffix *suffix = &g_array_index(spec->suffixes, MonoTypeSuffix, i);
        g_string_append_printf(out, " %c%u", (char)suffix->kind, suffix->rank);
    }
    if (spec->assembly)
        g_string_append_printf(out, " @%s", spec->assembly);
}

static void check_parse(const char *text, const char *expected)
{
    MonoTypeNameSpec *spec = mono_type_name_parse(text, true);
    GString *out = g_string_new(NULL);
    if (spec)
        describe(out, spec);
    else
        g_string_append(out, "malformed");
    ck_assert_msg(!strcmp(out->str, expected), "%s: %s, expected %s", text, out->str, expected);
    g_string_free(out, TRUE);
    mono_type_name_free(spec);
}

START_TEST(grammar)
{
    check_parse("Int32", "/Int32");
    check_parse("System.Int32", "System/Int32");
    check_parse("A.B.C+D+E", "A.B/C/D/E");
    check_parse("A\\.B\\+C.D", "A.B+C/D");
    check_parse("T[]", "/T v1");
    check_parse("T[*]", "/T [1");
    check_parse("T[,,][]", "/T [3 v1");
    check_parse("T[*,*]", "/T [2");
    check_parse("T**&", "/T *0 *0 &0");
    check_parse("T, lib", "/T @lib");
    check_parse("N.T[], lib, Version=1.0.0.0", "N/T v1 @lib, Version=1.0.0.0");
    check_parse("L`1[N.T]", "/L`1{N/T}");
    check_parse("D`2[N.A,N.B]", "/D`2{N/A;N/B}");
    check_parse("D`2[[N.A, x],[N.B[], y, Culture=neutral]][], z", "/D`2{N/A @x;N/B v1 @y, Culture=neutral} v1 @z");
    check_parse("L`1[[M`1[[N.T, a]], b]]", "/L`1{/M`1{N/T @a} @b}");
    check_parse("L`1+E[N.T]", "/L`1/E{N/T}");
    check_parse(" T", "/T");
}
END_TEST

START_TEST(malformed)
{
    static const char *const names[] = {"",       ".",      "A.",      "A+",     "T[",      "T[[A]",   "T[A",   "T]",
                                        "T&&",    "T&*",    "T&[]",    "T,",     "T[A,]",   "T[A][B]", "T[][A]", "[]",
                                        "T[[]]",  "+A",     "T[*",     "T[,A]",  "L`1[[A]B]"};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        check_parse(names[i], "malformed");
    GString *deep = g_string_new(NULL);
    for (unsigned i = 0; i < 100000; i++)
        g_string_append(deep, "A[[");
    check_parse(deep->str, "malformed");
    g_string_free(deep, TRUE);
    check_parse("T[,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,]", "malformed");
}
END_TEST

START_TEST(suffixes_have_a_limit)
{
    static const char *const suffixes[] = {"*", "[]", "[,]"};
    for (unsigned i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        GString *name = g_string_new("T");
        for (unsigned j = 0; j < 64; j++)
            g_string_append(name, suffixes[i]);
        MonoTypeNameSpec *spec = mono_type_name_parse(name->str, true);
        ck_assert(spec && spec->suffixes->len == 64);
        mono_type_name_free(spec);
        g_string_append(name, suffixes[i]);
        check_parse(name->str, "malformed");
        g_string_free(name, TRUE);
    }
}
END_TEST

/* Every prefix and every changed byte of a name is refused or taken, nothing else. */
START_TEST(damaged_names)
{
    static const char name[] = "D`2[[N.A+B, x],[N.B[*,*]&, y]][], z, Version=1.0.0.0";
    static const char marks[] = "[],*&+.\\ `";
    for (size_t length = 0; length < sizeof(name); length++) {
        char *text = g_strndup(name, length);
        mono_type_name_free(mono_type_name_parse(text, true));
        for (size_t i = 0; i < length; i++)
            for (size_t j = 0; j < sizeof(marks) - 1; j++) {
                char kept = text[i];
                text[i] = marks[j];
                mono_type_name_free(mono_type_name_parse(text, false));
                text[i] = kept;
            }
        g_free(text);
    }
}
END_TEST

static void load_class_library(void)
{
    MonoError error = MONO_ERROR_INIT;
    mono_gc_init(0);
    mono_assembly_init(".", NULL);
    ck_assert_msg(mono_runtime_init_classes(&error), "%s", error.message);
}

static void check_type(const char *text, const char *short_name, const char *full_name)
{
    MonoError error = MONO_ERROR_INIT;
    const MonoType *type = mono_type_from_name(text, mono_defaults.corlib, false, &error);
    ck_assert_msg(type != NULL, "%s: %s", text, error.message ? error.message : "not found");
    char *name = mono_type_name_format(type, false, false);
    ck_assert_str_eq(name, short_name);
    g_free(name);
    name = mono_type_name_format(type, true, false);
    ck_assert_str_eq(name, full_name);
    ck_assert_ptr_eq(mono_type_from_name(name, mono_defaults.corlib, false, &error), type);
    g_free(name);
    name = mono_type_name_format(type, true, true);
    ck_assert_ptr_eq(mono_type_from_name(name, NULL, false, &error), type);
    g_free(name);
}

#define MSCORLIB "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089"

START_TEST(class_library_names)
{
    load_class_library();
    check_type("System.Int32", "System.Int32", "System.Int32");
    check_type("System.Int32[,]&", "System.Int32[,]&", "System.Int32[,]&");
    check_type("System.Byte*[*]", "System.Byte*[*]", "System.Byte*[*]");
    check_type("System.Collections.Generic.List`1", "System.Collections.Generic.List`1[T]",
               "System.Collections.Generic.List`1");
    check_type("System.Collections.Generic.Dictionary`2[System.String,System.Int32[]][]",
               "System.Collections.Generic.Dictionary`2[System.String,System.Int32[]][]",
               "System.Collections.Generic.Dictionary`2[[System.String, " MSCORLIB "],[System.Int32[], " MSCORLIB
               "]][]");
    check_type("System.Collections.Generic.List`1+Enumerator[System.Object]",
               "System.Collections.Generic.List`1+Enumerator[System.Object]",
               "System.Collections.Generic.List`1+Enumerator[[System.Object, " MSCORLIB "]]");
    check_type("System.Environment+SpecialFolder", "System.Environment+SpecialFolder",
               "System.Environment+SpecialFolder");
}
END_TEST

START_TEST(not_found)
{
    static const char *const names[] = {"System.Nothing",
                                        "System.Int32+Nothing",
                                        "System.Collections.Generic.List`1[X]",
                                        "System.Int32[System.Int32]",
                                        "System.Collections.Generic.Dictionary`2[System.Int32]",
                                        "system.int32"};
    load_class_library();
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        MonoError error = MONO_ERROR_INIT;
        ck_assert_msg(!mono_type_from_name(names[i], mono_defaults.corlib, false, &error), "%s", names[i]);
        mono_error_clear(&error);
    }
    MonoError error = MONO_ERROR_INIT;
    ck_assert_ptr_nonnull(mono_type_from_name("system.INT32", mono_defaults.corlib, true, &error));
    ck_assert_ptr_nonnull(mono_type_from_name("system.environment+specialFOLDER", mono_defaults.corlib, true, &error));
}
END_TEST

SUITE("corlib-typename", 60, grammar, malformed, suffixes_have_a_limit, damaged_names, class_library_names, not_found)
