// LanguageFeatures: params, optional and named arguments, overloads, tuples, anonymous types, extensions,
// initializers, partial.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

static class Extensions
{
    public static int Words(this string s) => s.Split(' ').Length;

    public static bool IsNothing(this object o) => o == null;

    public static T Second<T>(this IEnumerable<T> e) => e.Skip(1).First();

    public static void Deconstruct(this DateTime d, out int year, out int month)
    {
        year = d.Year;
        month = d.Month;
    }
}

partial class Split
{
    public int First = 1;

    partial void Hook(string s);

    partial void NoHook(string s);

    public void Run()
    {
        Hook("hooked");
        NoHook("never");
    }
}

partial class Split
{
    public int Second = 2;

    partial void Hook(string s) => Console.WriteLine(s + First + Second);
}

class Bag : IEnumerable<string>
{
    readonly List<string> items = new List<string>();
    public string Name { get; set; } = "bag";
    public Bag Inner { get; } = null;

    public Bag(bool inner = false)
    {
        if (inner)
            Inner = new Bag();
    }

    public void Add(string s) => items.Add(s);

    public void Add(int a, int b) => items.Add((a * b).ToString());

    public IEnumerator<string> GetEnumerator() => items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

static class LanguageFeatures
{
    static string Params(string first, params object[] rest) => $"{first}:{rest?.Length.ToString() ?? "null"}";

    static string Optional(int a, string b = "b", double c = 1.5, DayOfWeek d = DayOfWeek.Friday, object e = null,
        decimal f = 2.5m) => $"{a} {b} {c} {d} {e ?? "null"} {f}";

    static string Over(int x) => "int";
    static string Over(long x) => "long";
    static string Over(double x) => "double";
    static string Over(object x) => "object";
    static string Over(string x) => "string";
    static string Over(params int[] x) => "params";
    static string Over<T>(List<T> x) => "list of " + typeof(T).Name;
    static string Over(ref int x) => "ref";

    static (int min, int max, string) Range(int[] all) => (all.Min(), all.Max(), "range");

    static int Say(int x)
    {
        Console.Write("say" + x + " ");
        return x;
    }

    static void Main()
    {
        Console.WriteLine($"{Params("a")} {Params("b", 1, 2)} {Params("c", null)} {Params("d", (object)null)} " +
            $"{Params("e", new object[] { 1, 2, 3 })} {Params("f", new[] { 1, 2 })} {Params("g", new[] { "x", "y" })}");
        Console.WriteLine(Optional(1) + "|" + Optional(2, c: 9) + "|" + Optional(d: DayOfWeek.Monday,
            a: 3) + "|" + Optional(4, "x", 2, 0, 5, 6));
        Console.WriteLine(Optional(c: Say(1), a: Say(2), e: Say(3)));
        byte small = 1;
        int byRef = 1;
        Console.WriteLine($"{Over(1)} {Over(small)} {Over(1L)} {Over(1u)} {Over(1f)} {Over(1m)} {Over('c')} " +
            $"{Over("s")} {Over((object)"s")} {Over(null as string)} {Over(1, 2)} {Over()} {Over(new List<char>())} " +
            $"{Over(ref byRef)} {Over(new int[2])}");
        var t = (1, "two", 3.0);
        (int a, string b) named = (5, "named");
        Console.WriteLine($"{t} {t.Item2} {named.a + named.Item1} {named.b} {t.Equals((1, "two", 3.0))} " +
            $"{(1, 2).CompareTo((1, 3))} {(1, 2).GetHashCode() == (1, 2).GetHashCode()}");
        var (min, max, what) = Range(new[] { 3, 1, 2 });
        (min, max) = (max, min);
        Console.WriteLine($"{min} {max} {what} {(1, 2, 3, 4, 5, 6, 7).Item7}");
        new DateTime(2020, 5, 1).Deconstruct(out int year, out int month);
        Console.WriteLine(year + month);
        var anonymous = new { Name = "anon", Size = 5, Nested = new { X = 1.5 } };
        var same = new { Name = "anon", Size = 5, Nested = new { X = 1.5 } };
        Console.WriteLine($"{anonymous} {anonymous.Nested.X} {anonymous.Equals(same)} " +
            $"{anonymous.GetHashCode() == same.GetHashCode()} {anonymous.GetType() == same.GetType()}");
        Console.WriteLine($"{"one two three".Words()} {((string)null).IsNothing()} {new[] { 5, 6 }.Second()} " +
            $"{"xyz".Second()}");
        new Split().Run();
        var bag = new Bag(true) { "one", { 6, 7 }, "three" };
        Console.WriteLine(string.Join(",", bag) + bag.Name);
        var outer = new Bag(true) { Name = "outer", Inner = { "into inner" } };
        Console.WriteLine(outer.Name + outer.Inner.First());
        var map = new Dictionary<string, List<int>> { ["a"] = new List<int> { 1, 2 }, ["b"] = new List<int>() };
        Console.WriteLine(map["a"].Count + map.Count);
        var cross = from x in new[] { 1, 2, 3 } let sq = x * x where sq > 1 select new { x, sq };
        Console.WriteLine(string.Join(" ", cross));
        object o = "text";
        Console.WriteLine($"{(o as string)?.Length} {(o as int?)?.ToString() ?? "no int"} " +
            $"{o?.ToString()?.Substring(1)} {nameof(LanguageFeatures)}.{nameof(Extensions.Words)} {default(int)} " +
            $"{default(string) ?? "null"}");
        int[] maybe = null;
        Console.WriteLine(maybe?[0].ToString() ?? "no element");
        lock (o)
        {
            lock (o)
                Console.WriteLine("locked twice");
        }
        using (var d = new Disposing("a"))
        using (new Disposing("b"))
        using ((IDisposable)null)
            Console.WriteLine("using " + d);
        try
        {
            using (new Disposing("c"))
                throw new InvalidOperationException();
        }
        catch (InvalidOperationException)
        {
            Console.WriteLine("after dispose");
        }
        const string Constant = "const" + "ant";
        Console.WriteLine(Constant + 0b1010_1010 + 1_000_000 + 0x_ff);
        dynamicless: if (byRef++ < 2)
            goto dynamicless;
        Console.WriteLine(byRef);
        checked
        {
            unchecked
            {
                Console.WriteLine(int.MaxValue + byRef - byRef);
            }
        }
    }

    class Disposing : IDisposable
    {
        readonly string name;

        public Disposing(string n)
        {
            name = n;
        }

        public void Dispose() => Console.WriteLine("dispose " + name);

        public override string ToString() => name;
    }
}
