// ReflectionBasics: names of types of every kind, relations between types, members, Invoke, Activator, generics made
// at run time.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Some.Space
{
    public class Outer<T>
    {
        public class Inner<U>
        {
        }

        public enum Kind
        {
            A,
        }
    }
}

public interface IMarked
{
    void Mark();
}

public abstract class Shape : IMarked
{
    public int Sides { get; set; }
    protected string name = "shape";
    public static int Count = 3;
    public const string Constant = "c";

    public abstract double Area(double scale);

    public void Mark()
    {
    }

    public override string ToString() => name + Sides;
}

public sealed class Square : Shape
{
    public Square()
    {
        Sides = 4;
    }

    public Square(string n, int sides)
    {
        name = n;
        Sides = sides;
    }

    public override double Area(double scale) => scale * scale;

    public static T Echo<T>(T x) => x;

    public string Join(string a, int b = 5) => a + b;

    int Private(int x) => x + Sides;

    public string this[int i] => "item" + i;

    public void Throw() => throw new InvalidOperationException("from inside");

    public void ByRef(ref int x, out string s)
    {
        x *= 2;
        s = "out";
    }
}

public struct Vector
{
    public int X, Y;
}

static class ReflectionBasics
{
    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: {f() ?? "null"}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}: {e.InnerException?.Message}");
        }
    }

    static void Main()
    {
        Type[] types = { typeof(int), typeof(string), typeof(int[]), typeof(int[,]), typeof(int[][]),
            typeof(List<int>), typeof(List<>), typeof(Dictionary<string, List<int>>),
            typeof(Some.Space.Outer<int>.Inner<string>), typeof(Some.Space.Outer<>.Inner<>),
                typeof(Some.Space.Outer<int>.Kind), typeof(int?), typeof(void), typeof(int*),
            typeof(Action), typeof(Func<,>), typeof(IMarked), typeof(Shape), typeof(Square), typeof(Vector),
                typeof(DayOfWeek), typeof(object), typeof(Enum), typeof(ValueType),
            typeof(Array), typeof(Delegate), typeof(IEnumerable<>), typeof(ReflectionBasics),
                typeof(int).MakeByRefType(), typeof(IntPtr), typeof(decimal) };
        foreach (Type t in types)
            Console.WriteLine($"{t} | {t.Name} | {t.Namespace} | {t.FullName} | {t.BaseType} | {t.IsValueType} {t.IsClass} {t.IsInterface} {t.IsAbstract} {t.IsSealed} {t.IsArray} " +
                $"{t.IsGenericType} {t.IsGenericTypeDefinition} {t.IsEnum} {t.IsPrimitive} {t.IsPublic} " +
                    $"{t.IsNested} {t.IsByRef} {t.IsPointer} {t.ContainsGenericParameters} {Type.GetTypeCode(t)}");
        foreach (Type a in new[] { typeof(object), typeof(Shape), typeof(Square), typeof(IMarked),
            typeof(IEnumerable<object>), typeof(int), typeof(ValueType), typeof(Enum), typeof(object[]) })
            Console.WriteLine($"{a.Name}: " + string.Join(" ", new[] { typeof(Square), typeof(string), typeof(int),
                typeof(DayOfWeek), typeof(string[]), typeof(List<string>), typeof(Vector) }
                .Select(b => $"{a.IsAssignableFrom(b)}/{b.IsSubclassOf(a)}")));
        Try("create", () => Activator.CreateInstance(typeof(Square)));
        Try("create args", () => Activator.CreateInstance(typeof(Square), "sq", 9));
        Try("create struct", () => ((Vector)Activator.CreateInstance(typeof(Vector))).X);
        Try("create generic", () => Activator.CreateInstance<List<int>>().Count);
        Try("create abstract", () => Activator.CreateInstance(typeof(Shape)));
        Try("create no ctor", () => Activator.CreateInstance(typeof(Square), 1.5));
        Try("make generic", () => Activator.CreateInstance(typeof(List<>).MakeGenericType(typeof(Vector))).GetType());
        Try("make array", () => typeof(Square).MakeArrayType().Name + typeof(int).MakeArrayType(2).Name);
        Try("definition", () => typeof(List<int>).GetGenericTypeDefinition().Name + typeof(Dictionary<int,
            string>).GetGenericArguments()[1].Name);
        Try("element", () => typeof(Square[]).GetElementType().Name + (typeof(int).GetElementType() == null));
        Square s = new Square("s", 6);
        Type q = typeof(Square);
        Try("invoke", () => q.GetMethod("Area").Invoke(s, new object[] { 3.0 }));
        Try("invoke private", () => q.GetMethod("Private", BindingFlags.NonPublic | BindingFlags.Instance).Invoke(s,
            new object[] { 10 }));
        Try("invoke generic", () => q.GetMethod("Echo").MakeGenericMethod(typeof(string)).Invoke(null,
            new object[] { "echo" }));
        Try("invoke throws", () => q.GetMethod("Throw").Invoke(s, null));
        object[] args = { 21, null };
        Try("invoke ref", () => q.GetMethod("ByRef").Invoke(s, args));
        Console.WriteLine($"{args[0]} {args[1]}");
        Try("invoke bad", () => q.GetMethod("Area").Invoke(s, new object[] { "x" }));
        Try("invoke count", () => q.GetMethod("Area").Invoke(s, null));
        Try("invoke null", () => q.GetMethod("Area").Invoke(null, new object[] { 1.0 }));
        Try("property", () => { q.GetProperty("Sides").SetValue(s, 77); return q.GetProperty("Sides").GetValue(s); });
        Try("indexer", () => q.GetProperty("Item").GetValue(s, new object[] { 3 }));
        Try("field", () => typeof(Shape).GetField("name", BindingFlags.NonPublic | BindingFlags.Instance).GetValue(s));
        Try("static field", () => { typeof(Shape).GetField("Count").SetValue(null, 8); return Shape.Count; });
        Try("constant", () => typeof(Shape).GetField("Constant").GetRawConstantValue());
        object boxed = new Vector();
        Try("struct field", () => { typeof(Vector).GetField("Y").SetValue(boxed, 5); return ((Vector)boxed).Y; });
        Try("constructor", () => q.GetConstructor(new[] { typeof(string), typeof(int) }).Invoke(new object[] { "made",
            1 }));
        Try("missing", () => q.GetMethod("None"));
        BindingFlags declared = BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;
        foreach (MethodInfo m in q.GetMethods(declared).OrderBy(m => m.Name, StringComparer.Ordinal))
            Console.WriteLine($"{m} {m.IsStatic} {m.IsVirtual} {m.IsPublic} " +
                $"{string.Join(",", m.GetParameters().Select(p => p.ParameterType.Name + " " + p.Name + p.IsOptional))}");
        foreach (FieldInfo f in typeof(Shape).GetFields(declared).OrderBy(f => f.Name, StringComparer.Ordinal))
            Console.WriteLine($"{f} {f.IsStatic} {f.IsLiteral} {f.IsPrivate}");
        Console.WriteLine(string.Join(" ", typeof(List<int>).GetInterfaces().Select(i => i.Name).OrderBy(n => n,
            StringComparer.Ordinal)));
        Console.WriteLine(Type.GetType("System.Int32") + " " + (Type.GetType("No.Such") == null) + " " + Type.GetType("Shape") + " " + Type.GetType("System.Collections.Generic.List`1[[System.String]]"));
        Console.WriteLine(ReferenceEquals(typeof(int), 5.GetType()) + " " + (typeof(List<int>) == new List<int>().GetType()) + " " + typeof(Square).Assembly.GetName().Name);
        MethodBase here = MethodBase.GetCurrentMethod();
        Console.WriteLine(here.Name + " " + here.DeclaringType);
    }
}
