// Refusals: reflection takes only what fits: fields, methods, delegates, arrays, handles, objects without constructors.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Threading;

class A
{
    public object o = "a";
    public int n = 3;
    public static string s = "s";
    public readonly string r = "r";

    public virtual int V(int x) => x;

    public string M(string q) => q;
}

class B
{
    public long a = 1, b = 2;
}

struct S
{
    public object o;
    public int n;

    public int Get() => n;
}

enum E { X, Y }

class G<T>
{
    public T t;

    public T Same(T x) => x;
}

delegate int OfObject(object o);
delegate int OfA(A a, int x);
delegate string OfString(string s);
delegate int OfInt(int x);

static class Refusals
{
    static void Try(string what, Func<object> action)
    {
        try
        {
            Console.WriteLine("{0}: {1}", what, action() ?? "null");
        }
        catch (Exception e)
        {
            while (e is TargetInvocationException && e.InnerException != null)
                e = e.InnerException;
            Console.WriteLine("{0}: {1}", what, e.GetType().Name);
        }
    }

    static FieldInfo F(Type type, string name) => type.GetField(name, (BindingFlags)(-1));

    static MethodInfo M(Type type, string name) => type.GetMethod(name, (BindingFlags)(-1));

    static int Static(int x) => x + 1;

    static void Refs(ref object o, ref int n)
    {
        o = 5;
        n = 6;
    }

    static void Main()
    {
        var fa = F(typeof(A), "o");
        var fn = F(typeof(A), "n");
        var fs = F(typeof(A), "s");
        Try("get wrong", () => fa.GetValue(new B()));
        Try("get string", () => fn.GetValue("text"));
        Try("get null", () => fn.GetValue(null));
        Try("set wrong", () => { fa.SetValue(new B(), "x"); return 1; });
        Try("set int to obj type", () => { fn.SetValue(new A(), "x"); return 1; });
        Try("set long", () => { fn.SetValue(new A(), 5L); return 1; });
        Try("set short", () => { var a = new A(); fn.SetValue(a, (short)5); return a.n; });
        Try("set enum", () => { var a = new A(); fn.SetValue(a, E.Y); return a.n; });
        Try("set null int", () => { var a = new A(); fn.SetValue(a, null); return a.n; });
        Try("set static wrong", () => { fs.SetValue(null, 5); return A.s; });
        Try("set readonly", () => { var a = new A(); F(typeof(A), "r").SetValue(a, 5); return a.r; });
        Try("struct field", () => { object s = new S(); F(typeof(S), "n").SetValue(s, 9); return ((S)s).n; });
        Try("struct field wrong", () => { F(typeof(S), "n").SetValue(new A(), 9); return 1; });
        Try("invoke wrong this", () => M(typeof(A), "V").Invoke(new B(), new object[] { 1 }));
        Try("invoke null this", () => M(typeof(A), "V").Invoke(null, new object[] { 1 }));
        Try("invoke wrong arg", () => M(typeof(A), "M").Invoke(new A(), new object[] { 5 }));
        Try("invoke int arg str", () => M(typeof(A), "V").Invoke(new A(), new object[] { "x" }));
        Try("invoke count", () => M(typeof(A), "V").Invoke(new A(), new object[0]));
        Try("invoke long", () => M(typeof(A), "V").Invoke(new A(), new object[] { 1L }));
        Try("invoke null int", () => M(typeof(A), "V").Invoke(new A(), new object[] { null }));
        Try("invoke byte", () => M(typeof(A), "V").Invoke(new A(), new object[] { (byte)7 }));
        Try("invoke struct", () => M(typeof(S), "Get").Invoke(new S { n = 4 }, null));
        Try("invoke struct on A", () => M(typeof(S), "Get").Invoke(new A(), null));
        Try("refs", () =>
        {
            var p = new object[] { "x", 1 };
            M(typeof(Refusals), "Refs").Invoke(null, p);
            return p[0] + "," + p[1];
        });
        Try("refs wrong", () =>
        {
            var p = new object[] { "x", "y" };
            M(typeof(Refusals), "Refs").Invoke(null, p);
            return p[0] + "," + p[1];
        });
        Try("open", () => typeof(G<>).GetMethod("Same").Invoke(new G<int>(), new object[] { 1 }));
        Try("ginst", () => typeof(G<string>).GetMethod("Same").Invoke(new G<object>(), new object[] { "x" }));
        Try("gfield", () => F(typeof(G<string>), "t").GetValue(new G<object>()));
        Try("del wrong", () => Delegate.CreateDelegate(typeof(OfString), new B(), M(typeof(A), "M")));
        Try("del sig", () => Delegate.CreateDelegate(typeof(OfInt), new A(), M(typeof(A), "M")));
        Try("del null", () => ((OfString)Delegate.CreateDelegate(typeof(OfString), null, M(typeof(A), "M")))("z"));
        Try("del open", () => ((OfA)Delegate.CreateDelegate(typeof(OfA), null, M(typeof(A), "V")))(new A(), 4));
        Try("del static", () => ((OfInt)Delegate.CreateDelegate(typeof(OfInt), M(typeof(Refusals), "Static")))(4));
        Try("del obj", () => ((OfObject)Delegate.CreateDelegate(typeof(OfObject), M(typeof(Refusals), "Static")))("x"));
        Try("del dyn", () => ((Delegate)(OfInt)Static).DynamicInvoke("x"));
        Try("del dyn count", () => ((Delegate)(OfInt)Static).DynamicInvoke());
        Try("del nontype", () => Delegate.CreateDelegate(typeof(string), M(typeof(Refusals), "Static")));
        Try("del mcd", () => Delegate.CreateDelegate(typeof(MulticastDelegate), M(typeof(Refusals), "Static")));
        Try("combine", () => Delegate.Combine((OfInt)Static, (OfString)(x => x)));
        Try("init array", () =>
        {
            var a = new object[3];
            RuntimeHelpers.InitializeArray(a, fs.FieldHandle);
            return a[0];
        });
        Try("init array null", () => { RuntimeHelpers.InitializeArray(null, fs.FieldHandle); return 1; });
        Try("init zero handle", () =>
        {
            RuntimeHelpers.InitializeArray(new int[1], default(RuntimeFieldHandle));
            return 1;
        });
        Try("blockcopy", () => { Buffer.BlockCopy(new string[2], 0, new byte[16], 0, 8); return 1; });
        Try("blockcopy range", () => { Buffer.BlockCopy(new byte[2], 0, new byte[16], 0, 8); return 1; });
        Try("blockcopy neg", () => { Buffer.BlockCopy(new byte[2], -1, new byte[16], 0, 1); return 1; });
        Try("setbyte", () => { Buffer.SetByte(new int[1], 4, 1); return 1; });
        Try("getbyte", () => Buffer.GetByte(new object[1], 0));
        Try("arr set", () => { Array a = new string[1]; a.SetValue(5, 0); return a.GetValue(0); });
        Try("arr set wide", () => { Array a = new long[1]; a.SetValue(5, 0); return a.GetValue(0); });
        Try("arr set narrow", () => { Array a = new int[1]; a.SetValue(5L, 0); return a.GetValue(0); });
        Try("arr copy", () => { Array.Copy(new object[] { 1, "x" }, new string[2], 2); return 1; });
        Try("arr copy unbox", () => { var t = new int[2]; Array.Copy(new object[] { 1, 2 }, t, 2); return t[1]; });
        Try("arr copy range", () => { Array.Copy(new int[2], 1, new int[2], 1, 2); return 1; });
        Try("arr copy neg", () => { Array.Copy(new int[2], -1, new int[2], 0, 1); return 1; });
        Try("arr copy kinds", () => { Array.Copy(new int[2], new string[2], 2); return 1; });
        Try("arr idx", () => ((Array)new int[2, 2]).GetValue(1));
        Try("arr idx neg", () => ((Array)new int[2]).GetValue(-1));
        Try("arr clear", () => { Array.Clear(new int[2], 1, 2); return 1; });
        Try("fmt uninit", () => FormatterServices.GetUninitializedObject(typeof(A)).GetType());
        Try("fmt uninit str", () => FormatterServices.GetUninitializedObject(typeof(string)));
        Try("fmt uninit abstract", () => FormatterServices.GetUninitializedObject(typeof(Array)));
        Try("fmt uninit arr", () => FormatterServices.GetUninitializedObject(typeof(int[])));
        Try("fmt uninit iface", () => FormatterServices.GetUninitializedObject(typeof(IDisposable)));
        Try("fmt populate", () =>
            FormatterServices.PopulateObjectMembers(new A(), new MemberInfo[] { F(typeof(B), "a") }, new object[] { 1L }));
        Try("fieldhandle", () => FieldInfo.GetFieldFromHandle(default(RuntimeFieldHandle)));
        Try("methodhandle", () => MethodBase.GetMethodFromHandle(default(RuntimeMethodHandle)));
        Try("typehandle", () => Type.GetTypeFromHandle(default(RuntimeTypeHandle)));
        Try("direct", () =>
        {
            var s = new S();
            var r = __makeref(s);
            F(typeof(S), "n").SetValueDirect(r, 12);
            return s.n;
        });
        Try("tr make", () =>
        {
            var a = new A();
            var r = TypedReference.MakeTypedReference(a, new[] { fa });
            return 1;
        });
        Try("enum toobj", () => Enum.ToObject(typeof(E), "x"));
        Try("enum parse", () => Enum.Parse(typeof(A), "x"));
        Try("interlocked", () => { object o = "x"; return Interlocked.CompareExchange(ref o, 5, "x"); });
        Try("activator", () => Activator.CreateInstance(typeof(A), "x"));
        Try("create str", () => Activator.CreateInstance(typeof(string)));
        Try("makearr", () => Array.CreateInstance(typeof(void), 1));
        Try("makearr open", () => Array.CreateInstance(typeof(List<>), 1));
        Try("makearr neg", () => Array.CreateInstance(typeof(int), -1));
        Try("makegen tr", () => typeof(List<>).MakeGenericType(typeof(TypedReference)).Name);
        Try("makegen void", () => typeof(List<>).MakeGenericType(typeof(void)).Name);
        Try("makegen ptr", () => typeof(List<>).MakeGenericType(typeof(int*)).Name);
        Try("makegen byref", () => typeof(List<>).MakeGenericType(typeof(int).MakeByRefType()).Name);
        Try("ctor on wrong", () => typeof(A).GetConstructor(Type.EmptyTypes).Invoke(new B(), null));
        Try("ctor on null", () => typeof(A).GetConstructor(Type.EmptyTypes).Invoke(null, null));
        Try("ctor str", () =>
            typeof(string).GetConstructor(new[] { typeof(char), typeof(int) }).Invoke(new object[] { 'x', 3 }));
        Try("abstract ctor", () => typeof(Array).GetConstructors((BindingFlags)(-1))[0].Invoke(null));
        Try("hash", () => RuntimeHelpers.GetHashCode(null));
    }
}
