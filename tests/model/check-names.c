/*
 * check-names.c - the runtime's names as people write them. The raw names are what Mono 6.8 printed for programs
 * compiled by mcs and by Roslyn.
 */
#include "profiler/model/model.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *raw, *pretty;
} Pair;

static void check_pairs(const Pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *pretty = sp_pretty_name(pairs[i].raw);
        ck_assert_msg(!strcmp(pretty, pairs[i].pretty), "'%s' became '%s', expected '%s'", pairs[i].raw, pretty,
                      pairs[i].pretty);
        g_free(pretty);
    }
}

/* Different raw names stay different. */
static void check_distinct(const char *const *raw, size_t count)
{
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < count; i++) {
        char *pretty = sp_pretty_name(raw[i]);
        ck_assert_msg(!g_hash_table_contains(seen, pretty), "'%s' and '%s' both became '%s'", raw[i],
                      (const char *)g_hash_table_lookup(seen, pretty), pretty);
        g_hash_table_insert(seen, pretty, (gpointer)raw[i]);
    }
    g_hash_table_unref(seen);
}

#define CHECK_PAIRS(...)                                                                                               \
    do {                                                                                                               \
        static const Pair pairs[] = {__VA_ARGS__};                                                                     \
        check_pairs(pairs, G_N_ELEMENTS(pairs));                                                                       \
    } while (0)

#define CHECK_DISTINCT(...)                                                                                            \
    do {                                                                                                               \
        static const char *const raw[] = {__VA_ARGS__};                                                                \
        check_distinct(raw, G_N_ELEMENTS(raw));                                                                        \
    } while (0)

START_TEST(plain_methods_and_their_parameters)
{
    CHECK_PAIRS({"P:Main ()", "P.Main()"}, {"Acme.Data.List:Add (int,string)", "Acme.Data.List.Add(int, string)"},
                {"Global/Nest:M (Global/En)", "Global.Nest.M(Global.En)"},
                {"Acme.App/Inner/Deep:D ()", "Acme.App.Inner.Deep.D()"}, {"Acme.Props:get_P ()", "Acme.Props.get_P()"},
                {"Acme.Props:set_Item (int,string,string)", "Acme.Props.set_Item(int, string, string)"},
                {"P:NoSignature", "P.NoSignature"});
}
END_TEST

START_TEST(parameter_types_are_those_of_csharp)
{
    CHECK_PAIRS({"A:M (byte,sbyte,int16,uint16,uint,long,ulong,single,double,System.Decimal,char,bool)",
                 "A.M(byte, sbyte, short, ushort, uint, long, ulong, float, double, decimal, char, bool)"},
                {"A:M (object,intptr,uintptr,typedbyref)", "A.M(object, nint, nuint, TypedReference)"},
                {"A:M (int&,string&,int[],int[,],int[][],int*,void**,Acme.Vec&,int[]&)",
                 "A.M(ref int, ref string, int[], int[,], int[][], int*, void**, ref Acme.Vec, ref int[])"},
                {"A:M (System.Nullable`1<Acme.Vec>,System.Nullable`1<int>&)", "A.M(Acme.Vec?, ref int?)"},
                {"A:M (System.ValueTuple`2<int, long>)", "A.M((int, long))"},
                {"A:M (System.ValueTuple`2<System.ValueTuple`2<int, int>, string>[])", "A.M(((int, int), string)[])"},
                {"A:M (My.int16,System.Decimal2)", "A.M(My.int16, System.Decimal2)"});
}
END_TEST

START_TEST(constructors_and_operators)
{
    CHECK_PAIRS({"Acme.App:.ctor (int)", "Acme.App.App(int)"}, {"Acme.App:.cctor ()", "Acme.App.App() [static]"},
                {"Acme.Gen`1/In<int>:.ctor ()", "Acme.Gen<int>.In.In()"},
                {"System.Collections.Generic.List`1<int>:.ctor ()", "System.Collections.Generic.List<int>.List()"},
                {"Acme.Vec:op_Addition (Acme.Vec,Acme.Vec)", "Acme.Vec.operator +(Acme.Vec, Acme.Vec)"},
                {"Acme.Vec:op_UnaryNegation (Acme.Vec)", "Acme.Vec.operator -(Acme.Vec)"},
                {"Acme.Vec:op_LessThan (Acme.Vec,int)", "Acme.Vec.operator <(Acme.Vec, int)"},
                {"Acme.Vec:op_True (Acme.Vec)", "Acme.Vec.operator true(Acme.Vec)"},
                {"Acme.Vec:op_CheckedAddition (int,int)", "Acme.Vec.operator checked +(int, int)"},
                {"Acme.Vec:op_Implicit (Acme.Vec)", "Acme.Vec.implicit operator(Acme.Vec)"},
                {"Acme.Vec:op_Explicit (int)", "Acme.Vec.explicit operator(int)"},
                {"Acme.Vec:op_Nothing (int)", "Acme.Vec.op_Nothing(int)"});
    CHECK_DISTINCT("A:.ctor ()", "A:.cctor ()", "A:A ()");
}
END_TEST

START_TEST(explicit_implementations_keep_their_interface)
{
    CHECK_PAIRS(
        {"Acme.Impl:Acme.IFoo<int>.Get (int)", "Acme.Impl.Acme.IFoo<int>.Get(int)"},
        {"Ros.Ex:Ros.IG<System.Int32>.Do (int)", "Ros.Ex.Ros.IG<int>.Do(int)"},
        {"Ros.Ex:Ros.IG<System.Int32,System.String>.Do<long> (int)", "Ros.Ex.Ros.IG<int, string>.Do<long>(int)"});
}
END_TEST

START_TEST(r15_generics_are_written_with_their_arguments)
{
    CHECK_PAIRS(
        {"Gen`1<int>:M (int)", "Gen<int>.M(int)"},
        {"Gen`1<string>:M2<int> (string,int)", "Gen<string>.M2<int>(string, int)"},
        {"Gen`1<Gen`1<int>>:M ()", "Gen<Gen<int>>.M()"}, {"Gen`2<T, U>:M ()", "Gen<T, U>.M()"},
        {"Gen`2<T,U>:M ()", "Gen<T, U>.M()"}, {"Gen`2:M ()", "Gen`2.M()"},
        {"Acme.Outer`1/Inner`1<int, string>:M<long> (int,string,long)",
         "Acme.Outer<int>.Inner<string>.M<long>(int, string, long)"},
        {"Acme.Outer`1/Inner`1/Plain<int, string>:X (int)", "Acme.Outer<int>.Inner<string>.Plain.X(int)"},
        {"Acme.Outer`2/Inner<int, string>:X ()", "Acme.Outer<int, string>.Inner.X()"},
        {"Acme.Gen`1<T_REF>:G (T_REF,System.Func`2<T_REF, int>)", "Acme.Gen<T_REF>.G(T_REF, System.Func<T_REF, int>)"},
        {"A:M (System.Collections.Generic.List`1<System.Collections.Generic.Dictionary`2<int, string>>)",
         "A.M(System.Collections.Generic.List<System.Collections.Generic.Dictionary<int, string>>)"},
        {"A:M (Acme.Outer`1/Inner`1<int, string>&)", "A.M(ref Acme.Outer<int>.Inner<string>)"},
        {"Cl<int, string>:Me ()", "Cl<int, string>.Me()"});
    CHECK_DISTINCT("Gen`1<int>:M ()", "Gen`1<string>:M ()", "Gen`1<Gen`1<int>>:M ()", "Gen`1:M ()", "Gen`2:M ()",
                   "Gen:M ()", "Gen`2<int, int>:M ()", "Gen`1<T_REF>:M ()", "Gen`1<int>:M<int> ()",
                   "Gen`1<int>:M<string> ()");
}
END_TEST

START_TEST(r13_state_machines_read_as_the_method_in_the_source)
{
    CHECK_PAIRS(
        {"P/<It>c__Iterator0:MoveNext ()", "P.It() [iterator#0]"},
        {"Acme.Lambdas/<As>c__async1:MoveNext ()", "Acme.Lambdas.As() [async#1]"},
        {"P/<Work>d__3:MoveNext ()", "P.Work() [body#3]"},
        {"Acme.Outer`1/<It>c__Iterator0<int>:MoveNext ()", "Acme.Outer<int>.It() [iterator#0]"},
        {"Ros.L/<AsG>d__5`1<int>:MoveNext ()", "Ros.L.AsG<int>() [body#5]"},
        {"Ros.Gen`1/In`1/<I>d__1<string, int>:MoveNext ()", "Ros.Gen<string>.In<int>.I() [body#1]"},
        {"Ros.L/<get_PropIt>d__16:MoveNext ()", "Ros.L.get_PropIt() [body#16]"},
        {"Acme.Lambdas/<>c__Iterator4:MoveNext ()", "Acme.Lambdas.iterator() [iterator#4]"},
        {"Ros.Ex/<System-Collections-IEnumerable-GetEnumerator>d__2:MoveNext ()",
         "Ros.Ex.System.Collections.IEnumerable.GetEnumerator() [body#2]"},
        {"Ros.L/<<As>g__LA|3_1>d:MoveNext ()", "Ros.L.As.LA#3_1() [body]"},
        {"Ros.L/<>c__DisplayClass3_0/<<As>b__0>d:MoveNext ()", "Ros.L.As.lambda#3_0_0() [body]"},
        {"Acme.Lambdas/<As>c__async0/<As>c__AnonStoreyA/<As>c__async9:MoveNext ()", "Acme.Lambdas.As() [async#0_A_9]"});
}
END_TEST

START_TEST(r13_other_members_of_state_machines_name_their_method)
{
    CHECK_PAIRS({"P/<Top>c__Iterator0:Dispose ()", "P.Top.Dispose() [iterator#0]"},
                {"P/<Top>c__Iterator0:.ctor ()", "P.Top.ctor() [iterator#0]"},
                {"Ros.L/<Iter>d__6:System.Collections.Generic.IEnumerator<System.Int32>.get_Current ()",
                 "Ros.L.Iter.System.Collections.Generic.IEnumerator<int>.get_Current() [body#6]"},
                {"Acme.Lambdas/<Work>c__AnonStorey6:.ctor ()", "Acme.Lambdas.Work.ctor() [closure#6]"},
                {"Ros.L/<>c:.cctor ()", "Ros.L.closure.cctor() [closure]"},
                {"Ros.L/<>c__DisplayClass1_0:.ctor ()", "Ros.L.closure.ctor() [closure#1_0]"},
                {"P/<It>c__Iterator0:MoveNext (int)", "P.It.MoveNext(int) [iterator#0]"});
}
END_TEST

START_TEST(r13_overloads_stay_distinct)
{
    CHECK_DISTINCT("L:As (int)", "L:As (string)", "L:As ()", "L/<As>c__async0:MoveNext ()",
                   "L/<As>c__async1:MoveNext ()", "L/<As>d__0:MoveNext ()", "L/<As>d__1:MoveNext ()",
                   "L/<As>c__Iterator0:MoveNext ()",
                   "L/<As>c__async0:SetStateMachine (System.Runtime.CompilerServices.IAsyncStateMachine)",
                   "L/<As>c__async0/<As>c__async1:MoveNext ()", "L/<As>d__1`1<int>:MoveNext ()",
                   "L/<As>d__1`1<T_REF>:MoveNext ()");
}
END_TEST

START_TEST(r14_lambdas_name_their_method)
{
    CHECK_PAIRS({"P:<Main>m__0 (int)", "P.Main.lambda#0(int)"}, {"P:<Main>m__A ()", "P.Main.lambda#A()"},
                {"P/<Main>c__AnonStorey3:<>m__0 ()", "P.Main.lambda#3_0()"},
                {"L/<Work>c__AnonStorey6/<Work>c__AnonStorey7:<>m__0 (int)", "L.Work.lambda#6_7_0(int)"},
                {"L/<Iter>c__Iterator2/<Iter>c__AnonStoreyB:<>m__0 ()", "L.Iter.lambda#2_B_0()"},
                {"L:<GenLambda`1>m__3<int> (int)", "L.GenLambda.lambda#3<int>(int)"},
                {"L/<GenLambda>c__AnonStoreyC`1<int>:<>m__0 ()", "L.GenLambda<int>.lambda#C_0()"},
                {"L:<get_Prop>m__6 ()", "L.get_Prop.lambda#6()"},
                {"Ros.L/<>c:<Work>b__1_0 (int)", "Ros.L.Work.lambda#1_0(int)"},
                {"Ros.L:<Work>b__1_3 ()", "Ros.L.Work.lambda#1_3()"},
                {"Ros.L/<>c__DisplayClass1_0:<Work>b__2 (int)", "Ros.L.Work.lambda#1_0_2(int)"},
                {"Ros.L/<>c__9`1<int>:<GenLambda>b__9_1 (int)", "Ros.L.GenLambda<int>.lambda#9_1(int)"},
                {"Ros.L/<>c:<.ctor>b__12_0 ()", "Ros.L.L.lambda#12_0()"},
                {"Ros.L/<>c:<.cctor>b__29_0 ()", "Ros.L.L.lambda#29_0() [static]"},
                {"Old/<>c__DisplayClass1:<Main>b__0 ()", "Old.Main.lambda#1_0()"});
}
END_TEST

START_TEST(r14_local_functions_name_their_method)
{
    CHECK_PAIRS(
        {"Ros.L:<Work>g__Loc|2_1 (int)", "Ros.L.Work.Loc#2_1(int)"},
        {"Ros.L/<>c__DisplayClass1_0:<Work>g__Loc|4 (int)", "Ros.L.Work.Loc#1_0_4(int)"},
        {"Ros.L/<>c__DisplayClass9_0`1<int>:<GenLambda>g__Lg|2<int> (int)", "Ros.L.GenLambda<int>.Lg#9_0_2<int>(int)"},
        {"Program:<<Main>$>g__Top|0_0 ()", "Program.<Main>$.Top#0_0()"});
}
END_TEST

START_TEST(r14_lambdas_of_one_method_stay_distinct)
{
    CHECK_DISTINCT("L:<Work>m__0 ()", "L:<Work>m__1 ()", "L:<Work>m__10 ()", "L/<Work>c__AnonStorey1:<>m__0 ()",
                   "L/<Work>c__AnonStorey1:<>m__1 ()", "L/<Work>c__AnonStorey2:<>m__0 ()", "L:<Work>m__0 (int)",
                   "L/<>c:<Work>b__4_0 ()", "L/<>c:<Work>b__5_0 ()", "L/<>c__DisplayClass4_0:<Work>b__1 ()",
                   "L/<>c__DisplayClass4_1:<Work>b__1 ()", "L:<Work>g__A|4_0 ()", "L:<Work>g__A|5_0 ()",
                   "L:<Work>g__B|4_0 ()", "L:Work ()", "L:<Other>m__2 ()");
}
END_TEST

START_TEST(anonymous_types_have_a_name)
{
    CHECK_PAIRS(
        {"<>__AnonType0`2<int, string>:get_A ()", "anonymous#0<int, string>.get_A()"},
        {"<>__AnonType0`2<int, string>:.ctor (int,string)", "anonymous#0<int, string>.anonymous#0(int, string)"},
        {"<>f__AnonymousType1`1<int>:GetHashCode ()", "anonymous#1<int>.GetHashCode()"},
        {"A:M (System.Collections.Generic.List`1<<>__AnonType0`2<int, string>>)",
         "A.M(System.Collections.Generic.List<anonymous#0<int, string>>)"});
}
END_TEST

START_TEST(names_in_brackets_that_are_no_lambdas_are_kept)
{
    CHECK_PAIRS({"<PrivateImplementationDetails>:ComputeStringHash (string)",
                 "<PrivateImplementationDetails>.ComputeStringHash(string)"},
                {"P:<Main> ()", "P.<Main>()"}, {"Program:<Main>$ (string[])", "Program.<Main>$(string[])"},
                {"<Module>:.cctor ()", "<Module>.<Module>() [static]"}, {"R:<Clone>$ ()", "R.<Clone>$()"},
                {"P:<x>m__ ()", "P.<x>m__()"}, {"P:<x>m__zz ()", "P.<x>m__zz()"}, {"P:<x>g__L ()", "P.<x>g__L()"});
}
END_TEST

START_TEST(wrappers_are_recognised_and_dynamic_methods_are_none)
{
    CHECK_PAIRS({"(wrapper managed-to-native) P:abs (int)", "(wrapper managed-to-native) P.abs(int)"},
                {"(wrapper runtime-invoke) <Module>:runtime_invoke_void (object,intptr,intptr,intptr)",
                 "(wrapper runtime-invoke) <Module>.runtime_invoke_void(object, nint, nint, nint)"},
                {"(wrapper dynamic-method) P:Sum (int)", "P.Sum(int) [dynamic]"},
                {"(wrapper dynamic-method) object: (int)", "object.(int) [dynamic]"}, {"(wrapper ", "(wrapper "});
    ck_assert(sp_name_is_wrapper("(wrapper managed-to-native) P:abs (int)"));
    ck_assert(!sp_name_is_wrapper("(wrapper dynamic-method) P:Sum (int)"));
    ck_assert(!sp_name_is_wrapper("P:Main ()"));
    ck_assert(!sp_name_is_wrapper(""));
}
END_TEST

START_TEST(r16_r21_hostile_names_are_kept)
{
    CHECK_PAIRS({"", ""}, {":", "."}, {"P:a;b ()", "P.a;b()"}, {"P: ()", "P.()"}, {"P:a (b (string)", "P.a (b(string)"},
                {"P:a:b ()", "P.a:b()"}, {"A:B:x ()", "A.B:x()"}, {"P:Hel;lo (x) : y (int)", "P.Hel;lo (x) : y(int)"},
                {"P:a\nb ()", "P.a\nb()"}, {"P:> ()", "P.>()"}, {"P:< ()", "P.<()"}, {"P:x<y ()", "P.x<y()"},
                {"A<:b ()", "A<.b()"}, {"no colon", "no colon"}, {"P:\xff\xfe ()", "P.\xff\xfe()"},
                {"<Main>c__Iterator0:MoveNext ()", "<Main>c__Iterator0.MoveNext()"},
                {"<Main>c__Iterator0:<Main>m__0 ()", "<Main>c__Iterator0.Main.lambda#0()"},
                {"A`1:<Main>m__0 (string)", "A`1.Main.lambda#0(string)"}, {"A(B:x (int)", "A(B.x(int)"},
                {"Q[]:x ()", "Q[].x()"}, {"P:x<> ()", "P.x<>()"}, {"A`0:x ()", "A`0.x()"},
                {"`1<int>:x ()", "`1<int>.x()"}, {"A`99999999999<int>:x ()", "A`99999999999<int>.x()"},
                {"P:M (,)", "P.M(, )"}, {"P:M (&,*,[])", "P.M(ref , *, [])"});
}
END_TEST

START_TEST(r26_equal_names_of_different_types_stay_distinct)
{
    CHECK_DISTINCT("Twins:Work (int)", "Twins:Work (long)", "N1.T:Work (int)", "N2.T:Work (int)", "T:Work (int)",
                   "N1.T:Work (int&)", "N1.T:Work (int[])", "N1.T:Work (int*)", "N1.T:Work (int,int)",
                   "N1.T:work (int)", "N1.T/N2:Work (int)", "N1.T:Work (System.Nullable`1<int>)", "N1.T:Work (int16)",
                   "N1.T:Work (uint16)");
}
END_TEST

static char *repeated(const char *head, const char *piece, size_t times, const char *tail)
{
    GString *s = g_string_new(head);
    while (times--)
        g_string_append(s, piece);
    g_string_append(s, tail);
    return g_string_free(s, FALSE);
}

START_TEST(names_of_a_megabyte_end_in_time)
{
    static const struct {
        const char *head, *piece, *tail;
    } cases[] = {
        {"P:", "x", " ()"},
        {"", "A`1<", ":M ()"},
        {"P:M (", "A`1<", ")"},
        {"", "<", ":M ()"},
        {"P:", "<", " ()"},
        {"P:M (", "int,", ")"},
        {"", "A/", ":M ()"},
        {"", "<a>c__Iterator1/", ":MoveNext ()"},
        {"P:M (", "[", ")"},
        {"P:M (", "(", ")"},
        {"P:M (", "&", ")"},
        {"A:", ">", ""},
        {"P/", "<<", ">d:MoveNext ()"},
        {"P:", " (", ")"},
        {"P:x", "<>", " ()"},
        {"A`1<", "int, ", ">:M ()"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *raw = repeated(cases[i].head, cases[i].piece, (1 << 20) / strlen(cases[i].piece), cases[i].tail);
        char *pretty = sp_pretty_name(raw);
        ck_assert_msg(strlen(pretty) < 8 << 20, "case %zu", i);
        g_free(pretty);
        g_free(raw);
    }
    char *closed = repeated("P:M (", "A`1<", 100000, "int"), *raw = repeated(closed, ">", 100000, ")");
    char *pretty = sp_pretty_name(raw);
    ck_assert(g_str_has_prefix(pretty, "P.M(A<A<"));
    g_free(pretty);
    g_free(raw);
    g_free(closed);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("names");
    TCase *tests = tcase_create("names");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, plain_methods_and_their_parameters);
    tcase_add_test(tests, parameter_types_are_those_of_csharp);
    tcase_add_test(tests, constructors_and_operators);
    tcase_add_test(tests, explicit_implementations_keep_their_interface);
    tcase_add_test(tests, r15_generics_are_written_with_their_arguments);
    tcase_add_test(tests, r13_state_machines_read_as_the_method_in_the_source);
    tcase_add_test(tests, r13_other_members_of_state_machines_name_their_method);
    tcase_add_test(tests, r13_overloads_stay_distinct);
    tcase_add_test(tests, r14_lambdas_name_their_method);
    tcase_add_test(tests, r14_local_functions_name_their_method);
    tcase_add_test(tests, r14_lambdas_of_one_method_stay_distinct);
    tcase_add_test(tests, anonymous_types_have_a_name);
    tcase_add_test(tests, names_in_brackets_that_are_no_lambdas_are_kept);
    tcase_add_test(tests, wrappers_are_recognised_and_dynamic_methods_are_none);
    tcase_add_test(tests, r16_r21_hostile_names_are_kept);
    tcase_add_test(tests, r26_equal_names_of_different_types_stay_distinct);
    tcase_add_test(tests, names_of_a_megabyte_end_in_time);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
