// Shapes of types. check-types.c loads the compiled file and looks at classes, layouts and slots;
// check-types-mono.c has mono describe it too.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

// The parent's arguments name the class itself, or what is nested in it.
public class SelfTyped<T> where T : SelfTyped<T> { public T me; public virtual T Get() { return me; } }
public class SelfTypedUser : SelfTyped<SelfTypedUser> { public override SelfTypedUser Get() { return this; } }
public class Outer : Holder<Outer.Inner> { public class Inner : Outer { } public struct Value { public Inner inner;
    public int number; } }
public class Holder<T> { public T value; public class Nested { public T value; public class Deep<U> { public
    Dictionary<T, U> map; } } }
public class TwoLevels : Holder<TwoLevels.N> { public class N : TwoLevels { public class NN : Holder<NN> { } } }
public class Expanding<T> { public Expanding<Expanding<T>> next; public static Expanding<Expanding<Expanding<T>>>
    shared; }

// Overloads that become one for int.
public class Overloads<T> { public virtual string F(T x) { return "T"; } public virtual string F(int x) { return
    "int"; } }
public class OverloadsT<T> : Overloads<T> { public override string F(T x) { return "own T"; } }
public class OverloadsInt : OverloadsT<int> { }

public interface IGen<T> { void M(T x); int P { get; } }
public class Twice : IGen<int>, IGen<string> { void IGen<int>.M(int x) { } public void M(string x) { } int IGen<int>.P
    { get { return 1; } } public int P { get { return 2; } } }
public class TwiceOpen<T> : IGen<T>, IGen<List<T>> { public virtual void M(T x) { } public virtual void M(List<T> x) {
    } public int P { get { return 0; } } }
public class TwiceAgain : TwiceOpen<string>, IGen<string> { public override void M(string x) { } public new int P {
    get { return 3; } } }

// An interface named again: overrides, new methods, explicit ones below.
public interface IBase { void A(); }
public interface IDerived : IBase { void B(); }
public class Explicit : IDerived { void IBase.A() { } public virtual void B() { } public virtual void A() { } }
public class NamedAgain : Explicit, IBase { public override void A() { } }
public class NamedAgainNew : Explicit, IBase { public new void A() { } }
public class OverB : NamedAgainNew { public override void B() { } }
public abstract class Abstract : IDerived { public abstract void A(); public abstract void B(); }
public class Concrete : Abstract { public override void A() { } public override void B() { } }
public class Plain { public void A() { } public virtual void B() { } }
public class PlainWithInterface : Plain, IDerived { }
public class PlainOverride : PlainWithInterface { public override void B() { } }

public interface IGenericMethods { T Id<T>(T x); void N<T, U>(Dictionary<T, U> d); }
public class GenericMethods : IGenericMethods { public virtual T Id<T>(T x) { return x; } public virtual void N<A,
    B>(Dictionary<A, B> d) { } }
public class GenericOverride : GenericMethods { public override T Id<T>(T x) { return x; } }
public class GenericBoth<X> { public virtual Y Convert<Y>(X x, Y y) { return y; } }
public class GenericBothInt : GenericBoth<int> { public override Y Convert<Y>(int x, Y y) { return y; } }

public struct Empty { }
public struct Mixed { public byte a, b, c; public short s; public double d; public byte e; }
[StructLayout(LayoutKind.Sequential, Pack = 1)] public struct Packed { public byte a; public int b; public long c;
    public short d; }
[StructLayout(LayoutKind.Sequential, Pack = 2)] public struct PackedText { public byte a; public int b; public string
    s; public short d; }
[StructLayout(LayoutKind.Explicit)] public struct Union { [FieldOffset(0)] public int i; [FieldOffset(0)] public float
    f; [FieldOffset(8)] public long l; [FieldOffset(4)] public byte b; }
[StructLayout(LayoutKind.Explicit, Size = 40)] public struct UnionText { [FieldOffset(0)] public object o;
    [FieldOffset(0)] public string s; [FieldOffset(16)] public Union u; }
[StructLayout(LayoutKind.Sequential, Size = 13)] public struct Sized { public int a; }
public unsafe struct Buffers { public fixed byte bytes[5]; public fixed int ints[3]; public byte tail; }
public struct Nesting { public byte a; public Mixed b; public Packed p; public Empty e; public Sized s; public bool z;
    public Buffers f; public decimal m; public DateTime t; public Guid g; public int? ni; public byte? nb; public
    KeyValuePair<byte, long> kv; public Union u; }
public struct Pair<T> { public byte b; public T t; public static Pair<Pair<T>>[] shared; }
public struct Pairs { public Pair<byte> a; public Pair<long> b; public Pair<string> c; public Pair<Pair<short>> d; }
public struct References { public int a; public object o; public Pair<string> p; public int b; public int[] array; }
public class ReferencesBase { public string first; public int number; }
public class ReferencesDerived : ReferencesBase { public References inside; public object last; public static
    References shared; public static int count; public const int Constant = 7; }
public enum Small : byte { A } public enum Large : long { A }
public struct Enums { public Small a; public Large b; public Small c; }
public struct SelfStatic { public static SelfStatic one; public int a; }

public delegate T Convert<in A, out T>(A a);
public class Hidden { public virtual void V() { } }
public class Hiding : Hidden { public new virtual void V() { } }
public class HidingOverride : Hiding { public override void V() { } }
public class Finalized { ~Finalized() { } }
public class FinalizedDerived : Finalized { }
public class Failing { public static int value; static Failing() { value = 1; } }

public class Sequence<T> : IEnumerable<T>
{
    public IEnumerator<T> GetEnumerator() { yield break; }
    System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() { return GetEnumerator(); }
}

public class Animal { }
public class Dog : Animal, IComparable<Animal> { public int CompareTo(Animal a) { return 0; } }
public class Puppy : Dog { }
public interface ICo<out T> { T G(); }
public interface ICon<in T> { void S(T t); }
public interface IInv<T> { }
public interface ICC<in A, out B> { }
public class OfDog : ICo<Dog>, ICon<Dog>, IInv<Dog>, ICC<Dog, Dog> { public Dog G() { return null; } public void S(Dog
    d) { } }
public class OfInt : ICo<int>, ICon<int> { public int G() { return 0; } public void S(int i) { } }
public enum E4 : int { A } public enum EU4 : uint { A } public enum E1 : byte { A } public enum E1B : byte { A }

// Each field's type is compared with each other's: may one be cast to the other?
public unsafe class Casts
{
    object a0; string a1; int a2; uint a3; byte a4; sbyte a5; bool a6; char a7; short a8; ushort a9; long b0; ulong
        b1; IntPtr b2; UIntPtr b3;
    float b4; double b5; decimal b6; ValueType c0; Enum c1; E4 c2; EU4 c3; E1 c4; E1B c5; Array c6; Delegate c7;
        MulticastDelegate c8;
    IComparable c9; IConvertible d0; IFormattable d1; int[] e0; uint[] e1; byte[] e2; sbyte[] e3; bool[] e4; char[]
        e5; short[] e6;
    ushort[] e7; long[] e8; ulong[] e9; IntPtr[] f0; UIntPtr[] f1; float[] f2; double[] f3; E4[] f4; EU4[] f5; E1[]
        f6; E1B[] f7;
    object[] f8; string[] f9; Animal[] g0; Dog[] g1; Puppy[] g2; ValueType[] g3; Enum[] g4; IComparable[] g5; int[][]
        g6; uint[][] g7;
    object[][] g8; string[][] g9; int[,] h0; uint[,] h1; object[,] h2; string[,] h3; int[,,] h4; Array[] h5;
    System.Collections.IEnumerable[] h6; IList<int>[] h7; int?[] h8; int? h9; E4? i0; byte? i1;
        System.Collections.IEnumerable i2;
    System.Collections.IList i3; System.Collections.ICollection i4; IEnumerable<int> i5; IEnumerable<uint> i6;
        IEnumerable<object> i7;
    IEnumerable<string> i8; IEnumerable<Animal> i9; IEnumerable<Dog> j0; IList<int> j1; IList<uint> j2; IList<object>
        j3; IList<string> j4;
    IList<Animal> j5; IList<Dog> j6; ICollection<byte> j7; IReadOnlyList<object> j8; IReadOnlyCollection<string> j9;
        IReadOnlyList<E4> k0;
    IEnumerable<E1> k1; IEnumerable<ValueType> k2; IEnumerable<IComparable> k3; IEnumerable<int[]> k4;
        IEnumerable<uint[]> k5;
    IEnumerable<int?> k6; List<int> l0; List<string> l1; List<Dog> l2; List<object> l3; Dictionary<int, string> l4;
    IDictionary<int, string> l5; IEnumerable<KeyValuePair<int, string>> l6; ICo<Animal> m0; ICo<Dog> m1; ICo<Puppy>
        m2; ICon<Animal> m3;
    ICon<Dog> m4; ICon<Puppy> m5; IInv<Animal> m6; IInv<Dog> m7; ICC<Puppy, Animal> m8; ICC<Animal, Puppy> m9;
        ICC<Dog, Dog> n0; OfDog n1;
    OfInt n2; ICo<int> n3; ICo<object> n4; ICo<ValueType> n5; ICo<uint> n6; ICo<ICo<Dog>> n7; ICo<ICo<Animal>> n8;
        ICo<Dog[]> n9;
    ICo<Animal[]> o0; Func<Dog> o1; Func<Animal> o2; Func<object> o3; Func<int> o4; Action<Animal> o5; Action<Dog> o6;
        Action<int> o7;
    Func<Animal, Dog> o8; Func<Dog, Animal> o9; Predicate<Animal> p0; Comparison<Dog> p1; Func<ICo<Dog>> p2;
        Func<ICo<Animal>> p3; int* q0;
    uint* q1; void* q2; Animal q3; Dog q4; Puppy q5; IComparable<Animal> q6; IComparable<Dog> q7; IComparable<Puppy> q8;
    IComparable<string> q9; IComparable<int> r0; IComparer<Animal> r1; IComparer<Dog> r2; Comparer<Animal> r3;
        IEquatable<int> r4;
    ICloneable r5; Type r6; System.Reflection.MemberInfo r7; DateTime r8; DateTime? r9; KeyValuePair<int, int> s0;
    KeyValuePair<int, int>[] s1; System.Collections.IStructuralEquatable s2; Guid s3; int*[] s4; uint*[] s5; void*[] s6;
}

class Program { static void Main() { new int[2, 3][1, 2] = 4; } }
