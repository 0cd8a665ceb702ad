/* check-dotnet-names.c - names as events of .NET's runtime have them, to names as Mono prints them. */
#include "profiler/import/reading.h"
#include "tests/suite.h"

#include <string.h>

static void expect(const char *class_name, const char *method, const char *signature, const char *mono)
{
    char *full = sp_dotnet_full_name(class_name, method, signature);
    ck_assert_str_eq(full, mono);
    g_free(full);
}

START_TEST(classes_nest_by_slashes_and_have_arguments_in_angles)
{
    expect("Acme.Prog", "Main", "void  (class System.String[])", "Acme.Prog:Main (string[])");
    expect("Acme.A+B+C", ".ctor", "instance void  ()", "Acme.A/B/C:.ctor ()");
    expect("Top", "F", "int32  (int32)", "Top:F (int)");
    expect("A`1[System.Int32]", "F", "void  ()", "A`1<int>:F ()");
    expect("A`1+B`1[System.__Canon,System.Byte]", "F", "void  ()", "A`1/B`1<T_REF, byte>:F ()");
    expect("A`1[N.B`2[System.__Canon,N.C+D[System.Int32]]]", "F", "void  ()", "A`1<N.B`2<T_REF, N.C/D<int>>>:F ()");
    expect("A`1[System.Int32[]]", "F", "void  ()", "A`1<int[]>:F ()");
    expect("A`2[System.Int32[,],System.Char*]", "F", "void  ()", "A`2<int[,], char*>:F ()");
}
END_TEST

START_TEST(every_kind_of_parameter_has_the_word_that_mono_has)
{
    expect("P", "Kinds",
           "int32  (bool,wchar,int8,unsigned int8,int16,unsigned int16,int32,unsigned int32,int64,unsigned "
           "int64,float32,float64,class System.String,class System.Object,value class System.Decimal,int,unsigned "
           "int,refany)",
           "P:Kinds (bool,char,sbyte,byte,int16,uint16,int,uint,long,ulong,single,double,string,object,System.Decimal,"
           "intptr,uintptr,typedbyref)");
    expect("P", "F", "void  (int32&,class System.String&,int32[]&,int32*,unsigned int8**,void*)",
           "P:F (int&,string&,int[]&,int*,byte**,void*)");
    expect("P", "F", "void  (int32[,],int32[,,],int32[][],class System.String[,][],value class Vs<int32>[])",
           "P:F (int[,],int[,,],int[][],string[,][],Vs<int>[])");
    expect("P", "F", "void  (fnptr void(unsigned int8*,int32),fnptr class System.Object(void*)&,bool)",
           "P:F (*(),*()&,bool)");
    expect("P", "F",
           "void  (required_modifier System.InAttribute int32&,required_modifier A optional_modifier B int64)",
           "P:F (int&,long)");
}
END_TEST

START_TEST(type_variables_of_the_class_are_its_arguments)
{
    expect("A`1+B`1[System.Int32,System.__Canon]", "Pick",
           "instance !1  (!0,!1,value class Kind<!0>,class System.Collections.Generic.Dictionary`2<!0,class "
           "System.Collections.Generic.List`1<!1[]>>)",
           "A`1/B`1<int, T_REF>:Pick (int,T_REF,Kind<int>,System.Collections.Generic.Dictionary`2<int, "
           "System.Collections.Generic.List`1<T_REF[]>>)");
    expect("P", "Gen", "generic int32  (!!0,!!1[],class System.Func`2<!!0,int32>)",
           "P:Gen (!!0,!!1[],System.Func`2<!!0, int>)");
    expect("P", "F", "void  (!0,!x,!)", "P:F (!0,!x,!)");
    expect("A`1[System.Int32]", "F", "void  (!1,!99999999999)", "A`1<int>:F (!1,!99999999999)");
}
END_TEST

START_TEST(names_of_compilers_stay_as_they_are)
{
    expect("P+<It>c__Iterator0", "MoveNext", "instance bool  ()", "P/<It>c__Iterator0:MoveNext ()");
    expect("P+<It>c__Iterator0", "System.Collections.Generic.IEnumerator<int>.get_Current", "instance int32  ()",
           "P/<It>c__Iterator0:System.Collections.Generic.IEnumerator<int>.get_Current ()");
    expect("P", "<Main>m__0", "int32  (int32)", "P:<Main>m__0 (int)");
    expect("P+<>c", "<Main>b__1_0", "instance int32  (int32)", "P/<>c:<Main>b__1_0 (int)");
}
END_TEST

START_TEST(text_that_is_no_name_is_kept)
{
    expect("", "", "", "");
    expect("", "M", "void  ()", "M ()");
    expect("C", "M", "", "C:M");
    expect("C", "M", "void (int32)", "C:M");
    expect("C[", "M", "x  (,)", "C[:M (,)");
    expect("]", "M", "x  (])", "]:M (])");
    expect("C[]", "M", "x  (<>)", "C[]:M (<>)");
    expect("[System.Int32]", "M", "x  (>)", "[System.Int32]:M (>)");
    expect("C", "M", "x  (class ,value class ,fnptr ,required_modifier )", "C:M (,,*(),)");
    expect("C", "M", "x  (a<b,c>d)", "C:M (a<b,c>d)");
}
END_TEST

START_TEST(nesting_and_repetition_are_bounded)
{
    GString *deep = g_string_new("A"), *wide = g_string_new("void  (!0");
    for (int i = 0; i < 20000; i++) {
        g_string_append(deep, "[A");
        g_string_append(wide, ",!0");
    }
    for (int i = 0; i < 20000; i++)
        g_string_append_c(deep, ']');
    g_string_append_c(wide, ')');
    char *full = sp_dotnet_full_name(deep->str, "F", wide->str);
    ck_assert_uint_lt(strlen(full), 300000);
    g_free(full);
    g_string_assign(deep, "void  (");
    for (int i = 0; i < 20000; i++)
        g_string_append(deep, "class A<");
    for (int i = 0; i < 20000; i++)
        g_string_append_c(deep, '>');
    g_string_append_c(deep, ')');
    full = sp_dotnet_full_name("C", "F", deep->str);
    ck_assert_uint_gt(strlen(full), 60000);
    g_free(full);
    g_string_free(deep, TRUE);
    g_string_free(wide, TRUE);
}
END_TEST

SUITE("dotnet-names", 60, classes_nest_by_slashes_and_have_arguments_in_angles,
      every_kind_of_parameter_has_the_word_that_mono_has, type_variables_of_the_class_are_its_arguments,
      names_of_compilers_stay_as_they_are, text_that_is_no_name_is_kept, nesting_and_repetition_are_bounded)
