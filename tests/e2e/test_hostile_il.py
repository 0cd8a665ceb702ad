#!/usr/bin/python3
"""Code that confuses types: refused, or an InvalidCastException where the value is used; never a crash. Sound code that no
compiler writes passes. See docs/hostile-input.md."""
import os

from differential import FIXED, FLAGS, MONOSP, main
from harness import check, equal, execute, new_folder

REFUSED, CAST, ACCESS, METHOD_ACCESS = ("InvalidProgramException", "InvalidCastException", "FieldAccessException",
                                        "MethodAccessException")
OBJECT = "newobj instance void [mscorlib]System.Object::.ctor()"
STRING = 'ldstr "abcdefgh"'
LIST = "[mscorlib]System.Collections.Generic.List`1"


def field(klass, name):
    return (f"ldtoken {klass} call class [mscorlib]System.Type [mscorlib]System.Type::GetTypeFromHandle(valuetype "
            f'[mscorlib]System.RuntimeTypeHandle) ldstr "{name}" callvirt instance class '
            "[mscorlib]System.Reflection.FieldInfo [mscorlib]System.Type::GetField(string)")


# name -> (locals, body, what comes of it: an exception's name or the number that is returned)
CASES = {
    "a number is an object": ("", "ldc.i4 4096 conv.i callvirt instance string object::ToString() pop ldc.i4.0 ret", REFUSED),
    "a number in an object's field": ("", "ldc.i4 4096 conv.i stsfld object P::o ldc.i4.0 ret", REFUSED),
    "a small number in an object's field": ("", "ldc.i4 4096 stsfld object P::o ldc.i4.0 ret", REFUSED),
    "a real in an object's field": ("", "ldc.r8 1.0 stsfld object P::o ldc.i4.0 ret", REFUSED),
    "a number in an object's local": ("object o", "ldc.i8 4096 stloc o ldc.i4.0 ret", REFUSED),
    "an object in a number's local": ("int64 n", f"{OBJECT} stloc n ldc.i4.0 ret", REFUSED),
    "an object in a number's field": ("", f"{OBJECT} stsfld int32 P::n ldc.i4.0 ret", REFUSED),
    "an object as an argument for a number": ("", f"{OBJECT} call int32 P::TakesNumber(int64) ret", REFUSED),
    "a number as an argument for an object": ("", "ldc.i4.1 conv.i call int32 P::TakesObject(object) ret", REFUSED),
    "a number is returned as an object": ("", "call object P::ReturnsNumber() pop ldc.i4.0 ret", REFUSED),
    "a number is thrown": ("", "ldc.i4.1 conv.i throw", REFUSED),
    "a number is cast": ("", "ldc.i4.1 conv.i castclass string pop ldc.i4.0 ret", REFUSED),
    "a number is unboxed": ("", "ldc.i4.1 conv.i unbox.any int32 ret", REFUSED),
    "the field of a number": ("", "ldc.i4 4096 conv.i ldfld int32 A::x ret", REFUSED),
    "the length of a number": ("", "ldc.i4 4096 conv.i ldlen conv.i4 ret", REFUSED),
    "an element of a number": ("", "ldc.i4 4096 conv.i ldc.i4.0 ldelem.i4 ret", REFUSED),
    "the field of another class": ("", f"{OBJECT} ldfld int32 A::x ret", CAST),
    "a store to the field of another class": ("", f"{STRING} ldc.i4.5 stfld int32 A::x ldc.i4.0 ret", CAST),
    "the address of a field of another class": ("", f"{STRING} ldflda int32 A::x ldind.i4 ret", CAST),
    "the field of an unboxed class in a box": ("", "ldc.i4.1 box int32 ldfld int32 S::n ret", REFUSED),
    "a method of another class": ("", f"{OBJECT} call instance int32 A::Get() ret", CAST),
    "a virtual method of another class": ("", f"{OBJECT} callvirt instance int32 A::Virtual() ret", CAST),
    "an interface that the object has not": ("", f"{OBJECT} callvirt instance int32 I::Ask() ret", None),
    "another class in a local": ("class A a", f"{OBJECT} stloc a ldloc a ldfld int32 A::x ret", CAST),
    "another class in a local that nobody asks": ("class A a", f"{OBJECT} stloc a ldloc a pop ldc.i4.7 ret", "7"),
    "another class in a local, back round a loop": ("class A a, int32 i", "newobj instance void A::.ctor() stloc a "
        f"L: ldloc a ldfld int32 A::x pop {OBJECT} stloc a ldloc i ldc.i4.1 add dup stloc i ldc.i4.2 blt L ldc.i4.0 ret", CAST),
    "another class in a local whose address is taken": ("class A a", f"{OBJECT} stloc a ldloca a ldind.ref ldfld int32 A::x ret", CAST),
    "another class in a local of an inlined method": ("", f"{OBJECT} call int32 P::KeepsInLocal(object) ret", CAST),
    "another class as an argument": ("", f"{OBJECT} call int32 P::TakesA(class A) ret", CAST),
    "another class is returned": ("", "call class A P::ReturnsString() ldfld int32 A::x ret", CAST),
    "another class in a field": ("", f"{OBJECT} stsfld class A P::a ldc.i4.0 ret", CAST),
    "another class through an address": ("", f"ldsflda class A P::a {OBJECT} stind.ref ldc.i4.0 ret", CAST),
    "a number through an object's address": ("", "ldsflda class A P::a ldc.i4 4096 conv.i stind.i ldc.i4.0 ret", REFUSED),
    "an object through a number's address": ("int64 n", f"ldloca n {OBJECT} stind.ref ldc.i4.0 ret", REFUSED),
    "a number read as an object": ("int64 n", "ldloca n ldind.ref callvirt instance string object::ToString() pop ldc.i4.0 ret",
                                   REFUSED),
    "a long through an int's address": ("int32 n", "ldloca n ldc.i8 -1 stind.i8 ldc.i4.0 ret", REFUSED),
    "a struct through an int's address": ("int32 n, valuetype S s", "ldloca n ldloc s stobj S ldc.i4.0 ret", REFUSED),
    "a struct is cleared behind an int's address": ("int32 n", "ldloca n initobj S ldc.i4.0 ret", REFUSED),
    "one struct for another": ("valuetype S s, valuetype R r", "ldloc s stloc r ldc.i4.0 ret", REFUSED),
    "a struct of numbers for one of objects": ("valuetype N n, valuetype R r", "ldloc n stloc r ldc.i4.0 ret", REFUSED),
    "a struct's object field seen as a number": ("valuetype R r", "ldloca r ldflda object R::o ldc.i8 4096 stind.i8 ldc.i4.0 ret",
                                                 REFUSED),
    "an int array as one of longs": ("", "ldc.i4.1 newarr int32 ldc.i4.0 ldc.i8 -1 stelem.i8 ldc.i4.0 ret", REFUSED),
    "an object array as one of longs": ("", "ldc.i4.1 newarr object ldc.i4.0 ldc.i8 4096 stelem.i8 ldc.i4.0 ret", REFUSED),
    "a long array as one of objects": ("", "ldc.i4.1 newarr int64 ldc.i4.0 ldnull stelem.ref ldc.i4.0 ret", REFUSED),
    "an unknown object as an array": ("", f"{STRING} call object P::Same(object) ldc.i4.0 ldelem.i4 ret", CAST),
    "an unknown object's length": ("", f"{OBJECT} call object P::Same(object) ldlen conv.i4 ret", CAST),
    "a string in an array of objects": ("", f"ldc.i4.1 newarr object ldc.i4.0 {STRING} stelem.ref ldc.i4.7 ret", "7"),
    "an object in an array of strings": ("", f"ldc.i4.1 newarr string ldc.i4.0 {OBJECT} stelem.ref ldc.i4.7 ret",
                                         "ArrayTypeMismatchException"),
    "a delegate of a number": ("", "ldnull ldc.i4 4096 conv.i newobj instance void [mscorlib]System.Action::.ctor(object, native int) "
                               "callvirt instance void [mscorlib]System.Action::Invoke() ldc.i4.0 ret", REFUSED),
    "a delegate of another shape": ("", "ldnull ldftn int32 P::TakesObject(object) newobj instance void "
                                    "class [mscorlib]System.Func`2<int32, int32>::.ctor(object, native int) pop ldc.i4.0 ret", REFUSED),
    "a delegate whose target is another object": ("", f"{OBJECT} ldftn instance int32 A::Get() newobj instance void "
                                                  "class [mscorlib]System.Func`1<int32>::.ctor(object, native int) pop ldc.i4.0 ret", CAST),
    "ldvirtftn of another object than the target": ("class A a", f"newobj instance void A::.ctor() stloc a {OBJECT} ldloc a "
        "ldvirtftn instance int32 A::Virtual() newobj instance void class [mscorlib]System.Func`1<int32>::.ctor(object, native int) "
        "pop ldc.i4.0 ret", REFUSED),
    "a private field of a string": ("", f"{STRING} ldc.i4 1000000 stfld int32 [mscorlib]System.String::_stringLength ldc.i4.0 ret",
                                    ACCESS),
    "a method within the class library": ("", "ldc.i4.8 call string [mscorlib]System.String::FastAllocateString(int32) pop ldc.i4.0 ret",
                                          METHOD_ACCESS),
    "the address of a local is returned": ("", "call int32& P::ReturnsLocal() ldind.i4 ret", REFUSED),
    "the address of a local is returned by a detour": ("", "call int32& P::ReturnsDetour() ldind.i4 ret", REFUSED),
    "the address of a local is returned where a call could be left out": ("", "call int32& P::InlineLocal() ldc.i4 7 stind.i4 ldc.i4.0 ret",
                                                                         REFUSED),
    "the address of a local comes back from a call": ("", "call int32& P::ReturnsSame() ldind.i4 ret", REFUSED),
    "the address of an argument comes back from a call": ("", "ldc.i4.3 call int32& P::ReturnsArgument(int32) ldind.i4 ret", REFUSED),
    "the address of a local's field comes back from its method": ("", "call int32& P::ReturnsField() ldind.i4 ret", REFUSED),
    "the address of a local comes back round a loop": ("", "call int32& P::ReturnsLoop() ldind.i4 ret", REFUSED),
    "the address of a local comes back in an argument": ("", "ldsflda int32 P::n call int32& P::ReturnsStored(int32&) ldind.i4 ret",
                                                         REFUSED),
    "a method is given a local's address and returns another": ("", "ldc.i4.5 stsfld int32 P::other call int32& P::ReturnsOther() ldind.i4 ret",
                                                                "5"),
    "the caller's local comes back": ("int32 n", "ldc.i4.4 stloc n ldloca n call int32& P::PassesOn(int32&) dup ldc.i4.6 stind.i4 "
                                      "ldind.i4 ldloc n add ret", "12"),
    "a field's address from a struct's method": ("valuetype S s", "ldloca s call instance int32& S::Number() ldc.i4.8 stind.i4 "
                                                 "ldloca s ldfld int32 S::n ret", "8"),
    "jmp with the address of a local": ("", "ldsflda int32 P::n call object P::Jumps(int32&) callvirt instance string "
                                        "object::ToString() pop ldc.i4.0 ret", REFUSED),
    "a tail call with the address of a local": ("int32 n", "ldc.i4.8 stloc n ldloca n tail. call int32 P::Reads(int32&) ret", "8"),
    "a typed reference is returned": ("", "call typedref P::ReturnsTyped() refanyval int64 ldind.i8 conv.i4 ret", REFUSED),
    "a typed reference in a field": ("int32 n", "ldloca n mkrefany int32 stsfld typedref P::typed ldc.i4.0 ret", REFUSED),
    "a typed reference in an array": ("int32 n", "ldc.i4.1 newarr typedref ldc.i4.0 ldloca n mkrefany int32 "
                                      "stelem [mscorlib]System.TypedReference ldc.i4.0 ret", REFUSED),
    "a typed reference through an address": ("typedref r", "ldloca r call int32 P::TakesTyped(typedref&) ret", REFUSED),
    "a typed reference is cleared": ("typedref r", "ldloca r initobj [mscorlib]System.TypedReference ldc.i4.7 ret", "7"),
    "a typed reference in a list": ("int32 n", f"newobj instance void class {LIST}<typedref>::.ctor() ldloca n mkrefany int32 "
                                    f"callvirt instance void class {LIST}<typedref>::Add(!0) ldc.i4.0 ret", "TypeLoadException"),
    "a typed reference to a local": ("int32 n", "ldloca n mkrefany int32 refanyval int32 ldc.i4.5 stind.i4 ldloc n ret", "5"),
    "a field is read through a typed reference to another class": ("object o", f"{STRING} stloc o {field('R', 'o')} ldloca o mkrefany object "
        "callvirt instance object [mscorlib]System.Reflection.FieldInfo::GetValueDirect(typedref) pop ldc.i4.0 ret", "ArgumentException"),
    "a field is set through a typed reference to another struct": ("valuetype N s", f"{field('R', 'o')} ldloca s mkrefany N ldnull "
        "callvirt instance void [mscorlib]System.Reflection.FieldInfo::SetValueDirect(typedref, object) ldc.i4.0 ret", "ArgumentException"),
    "a field is set through a typed reference to its struct": ("valuetype R s", f"{field('R', 'o')} ldloca s mkrefany R ldc.i4.1 box int32 "
        "callvirt instance void [mscorlib]System.Reflection.FieldInfo::SetValueDirect(typedref, object) ldloca s ldfld object R::o "
        "unbox.any int32 ret", "1"),
    "an object is set in a number through a typed reference": ("valuetype S s", f"{field('S', 'n')} "
        "ldloca s mkrefany S ldstr \"x\" callvirt instance void [mscorlib]System.Reflection.FieldInfo::SetValueDirect(typedref, object) "
        "ldc.i4.0 ret", "ArgumentException"),
    "objects and numbers meet": ("", f"ldsfld int32 P::n brtrue N {OBJECT} br M N: ldc.i4 4096 conv.i "
                                 "M: callvirt instance string object::ToString() pop ldc.i4.0 ret", REFUSED),
    "two classes meet": ("", f"ldsfld int32 P::n brtrue N {OBJECT} br M N: newobj instance void A::.ctor() "
                         "M: ldfld int32 A::x ret", CAST),
    "two classes meet in their parent": ("", "ldsfld int32 P::n brtrue N newobj instance void A::.ctor() br M "
                                         "N: newobj instance void B::.ctor() M: ldfld int32 A::x ret", "3"),
    "null and a class meet": ("", "ldsfld int32 P::n brtrue N newobj instance void A::.ctor() br M N: ldnull "
                              "M: ldfld int32 A::x ret", "3"),
    "another class comes round a loop": ("int32 i", f"newobj instance void A::.ctor() L: callvirt instance int32 A::Virtual() pop "
        f"ldloc i ldc.i4.1 add stloc i {OBJECT} ldloc i ldc.i4.2 blt L pop ldc.i4.0 ret", CAST),
    "a branch into a handler": ("", "ldsfld int32 P::n brtrue H .try { leave E } finally { H: nop endfinally } E: ldc.i4.0 ret", REFUSED),
    "the code runs into a handler": ("", ".try { nop nop } catch [mscorlib]System.Object { pop leave E } E: ldc.i4.0 ret", REFUSED),
    "ret in a filter": ("", ".try { leave E } filter { pop ldc.i4.1 ret endfilter } { pop leave E } E: ldc.i4.0 ret", REFUSED),
    "endfilter outside a filter": ("", "ldc.i4.1 endfilter", REFUSED),
    "an enum as its number": ("valuetype [mscorlib]System.DayOfWeek d", "ldloca d ldc.i4.3 stind.i4 ldloc d ret", "3"),
    "an unsigned array as a signed one": ("", "ldc.i4.1 newarr uint32 dup ldc.i4.0 ldc.i4.m1 stelem.i4 ldc.i4.0 ldelem.u4 ret", "-1"),
    "unsafe code": ("int32 n", "ldloca n conv.u dup ldc.i4 77 stind.i4 ldind.i4 ret", "77"),
}

HEAD = """
.assembly extern mscorlib {}
.assembly Hostile {}
.class private auto ansi A extends [mscorlib]System.Object
{
  .field public int32 x
  .method public specialname rtspecialname instance void .ctor() cil managed
  { ldarg.0 call instance void object::.ctor() ldarg.0 ldc.i4.3 stfld int32 A::x ret }
  .method public instance int32 Get() cil managed { ldarg.0 ldfld int32 A::x ret }
  .method public newslot virtual instance int32 Virtual() cil managed { ldarg.0 ldfld int32 A::x ret }
}
.class private auto ansi B extends A
{
  .method public specialname rtspecialname instance void .ctor() cil managed { ldarg.0 call instance void A::.ctor() ret }
}
.class interface private abstract auto ansi I { .method public newslot abstract virtual instance int32 Ask() cil managed {} }
.class private sequential ansi sealed S extends [mscorlib]System.ValueType
{
  .field public int32 n .field public int64 m
  .method public instance int32& Number() cil managed { ldarg.0 ldflda int32 S::n ret }
}
.class private sequential ansi sealed N extends [mscorlib]System.ValueType { .field public int64 n }
.class private sequential ansi sealed R extends [mscorlib]System.ValueType { .field public object o }
.class private auto ansi P extends [mscorlib]System.Object
{
  .field static object o
  .field static class A a
  .field static int32 n
  .field static int32 other
  .field static typedref typed
  .method static int32 TakesNumber(int64 x) cil managed { ldarg.0 conv.i4 ret }
  .method static int32 TakesObject(object x) cil managed { ldarg.0 callvirt instance int32 object::GetHashCode() ret }
  .method static int32 TakesA(class A x) cil managed { ldarg.0 ldfld int32 A::x ret }
  .method static object ReturnsNumber() cil managed { ldc.i8 4096 ret }
  .method static class A ReturnsString() cil managed { ldstr "x" ret }
  .method static object Same(object x) cil managed { ldarg.0 ret }
  .method static int32& SameAddress(int32& x) cil managed { ldarg.0 ret }
  .method static int32 KeepsInLocal(object o) cil managed { .locals init (class A a) ldarg.0 stloc a ldloc a ldfld int32 A::x ret }
  .method static int32& ReturnsLocal() cil managed noinlining { .locals init (int32 n) ldloca n ret }
  .method static int32& ReturnsDetour() cil managed noinlining
  { .locals init (int32 n, int32& p) ldloca n stloc p ldloc p call int32& P::SameAddress(int32&) ret }
  .method static int32& InlineLocal() cil managed { .locals init (int32 n) ldloca n ret }
  .method static int32& ReturnsSame() cil managed { .locals init (int32 n) ldloca n call int32& P::SameAddress(int32&) ret }
  .method static int32& ReturnsArgument(int32 n) cil managed { ldarga n call int32& P::SameAddress(int32&) ret }
  .method static int32& ReturnsField() cil managed { .locals init (valuetype S s) ldloca s call instance int32& S::Number() ret }
  .method static int32& ReturnsLoop() cil managed
  { .locals init (int32 n, int32 i, int32& p) ldsflda int32 P::n stloc p
    L: ldloc i brtrue E ldc.i4.1 stloc i ldloca n call int32& P::SameAddress(int32&) stloc p br L E: ldloc p ret }
  .method static int32& ReturnsStored(int32& x) cil managed noinlining
  { .locals init (int32 n) br S R: ldarg.0 ret S: ldloca n starg x br R }
  .method static int32& Other(int32& x) cil managed noinlining { ldsflda int32 P::other ret }
  .method static int32& ReturnsOther() cil managed { .locals init (int32 n) ldloca n call int32& P::Other(int32&) ret }
  .method static int32& PassesOn(int32& x) cil managed noinlining
  { .locals init (int32 n) ldloca n call int32 P::Reads(int32&) pop ldarg.0 call int32& P::SameAddress(int32&) ret }
  .method static int32 Reads(int32& x) cil managed noinlining { ldarg.0 ldind.i4 ret }
  .method static typedref ReturnsTyped() cil managed noinlining
  { .locals init (int64 a, int64 b, int64 c, int64 n) ldloca n mkrefany int64 ret }
  .method static int32 TakesTyped(typedref& r) cil managed
  { .locals init (int32 n) ldarg.0 ldloca n mkrefany int32 stobj [mscorlib]System.TypedReference ldc.i4.0 ret }
  .method static object Jumps(int32& x) cil managed
  { .locals init (int32 n) ldloca n starg x jmp object P::Lands(int32&) }
  .method static object Lands(int32& x) cil managed noinlining
  { .locals init (object o) ldarg.0 ldc.i4 4096 stind.i4 ldloc o ret }
"""

CALL = """    .try {{ call int32 P::T{0}() stloc r ldstr "{{0}}" ldloc r box int32 call void [mscorlib]System.Console::WriteLine(string, object)
      leave E{0} }} catch [mscorlib]System.Exception {{
      callvirt instance class [mscorlib]System.Type [mscorlib]System.Exception::GetType()
      callvirt instance string [mscorlib]System.Reflection.MemberInfo::get_Name()
      call void [mscorlib]System.Console::WriteLine(string) leave E{0} }}
   E{0}:
"""


def assemble(cases):
    folder = new_folder()
    source = os.path.join(folder, "hostile.il")
    text = HEAD
    for i, (variables, body, _) in enumerate(cases.values()):
        local = f".locals init ({variables}{', ' if variables else ''}int64 spare)"
        text += f"  .method static int32 T{i}() cil managed {{ .maxstack 16 {local}\n    {body} }}\n"
    text += "  .method static void Main() cil managed { .entrypoint .locals init (int32 r)\n"
    text += "".join(CALL.format(i) for i in range(len(cases))) + "    ret }\n}\n"
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    made = execute(["ilasm", "-quiet", f"-output:{folder}/hostile.exe", source], folder=folder)
    equal(made.code, 0, f"ilasm: {made.out[-300:]}")
    return os.path.join(folder, "hostile.exe")


def compare(env=None):
    run = execute([MONOSP, *FLAGS, assemble(CASES)], env={**FIXED, **(env or {})})
    equal(run.code, 0, f"exit code; stderr {run.err[-600:]!r}")
    answers = run.out.splitlines()
    equal(len(answers), len(CASES), "answers")
    wrong = [f"{name}: {got}, wanted {wanted}" for (name, (_, _, wanted)), got in zip(CASES.items(), answers)
             if wanted not in (None, got)]
    check(not wrong, "\n".join(wrong))


def test_confusions_of_types():
    compare()


def test_confusions_of_types_under_collections():
    compare({"MONOSP_GC_STRESS": "1", "MONOSP_GC_POISON": "1"})


if __name__ == "__main__":
    main()
