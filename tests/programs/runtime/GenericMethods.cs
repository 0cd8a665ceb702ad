// GenericMethods: inference, explicit arguments, recursion over types, constraints, refs, statics, in generic classes.
using System;
using System.Collections.Generic;
using System.Linq;

class Widget
{
    public int Id = 5;

    public override string ToString() => "widget" + Id;
}

interface IScore
{
    int Score { get; }
}

struct Win : IScore
{
    public int Score => 10;
}

class Loss : IScore
{
    public int Score => -1;
}

class Outer<T>
{
    public string Pair<U>(T t, U u) => $"{typeof(T).Name}:{t} {typeof(U).Name}:{u}";

    public static V Through<V>(T t, Func<T, V> f) => f(t);

    public U[] Many<U>(U u, int n) => Enumerable.Repeat(u, n).ToArray();

    public class Inner<U>
    {
        public string Three<V>() => typeof(T).Name + typeof(U).Name + typeof(V).Name;
    }
}

static class GenericMethods
{
    static T Identity<T>(T x) => x;

    static void Swap<T>(ref T a, ref T b)
    {
        T t = a;
        a = b;
        b = t;
    }

    static T New<T>() where T : new() => new T();

    static bool IsNull<T>(T x) where T : class => x == null;

    static int Total<T>(params T[] all) where T : IScore
    {
        int sum = 0;
        foreach (T x in all)
            sum += x.Score;
        return sum;
    }

    static string Nest<T>(T x, int depth) => depth == 0 ? typeof(T).ToString() : Nest(new KeyValuePair<T, int>(x,
        depth), depth - 1);

    static string Kind<T>()
    {
        if (typeof(T) == typeof(int))
            return "int";
        if (typeof(T) == typeof(string))
            return "string";
        return typeof(T).IsValueType ? "value" : "reference";
    }

    static TOut[] Map<TIn, TOut>(TIn[] source, Func<TIn, TOut> f)
    {
        var result = new TOut[source.Length];
        for (int i = 0; i < source.Length; i++)
            result[i] = f(source[i]);
        return result;
    }

    static TAcc Fold<T, TAcc>(IEnumerable<T> source, TAcc seed, Func<TAcc, T, TAcc> f)
    {
        foreach (T x in source)
            seed = f(seed, x);
        return seed;
    }

    static T Parse<T>(string s) where T : struct => (T)Enum.Parse(typeof(T), s);

    static Func<T> Delay<T>(T x) => () => x;

    static string Boxed<T>(T x) => ((object)x)?.GetType().ToString() ?? "null";

    static int Hash<T>(T x) => x.GetHashCode();

    static string Text<T>(T x) => x.ToString();

    static bool Same<T>(T a, T b) => EqualityComparer<T>.Default.Equals(a, b);

    static int Order<T>(T a, T b) => Math.Sign(Comparer<T>.Default.Compare(a, b));

    static void Main()
    {
        Console.WriteLine($"{Identity(5)} {Identity("s")} {Identity(2.5)} {Identity<object>('c')} " +
            $"{Identity((1, 2))} {Identity<int?>(null)}");
        int a = 1, b = 2;
        Swap(ref a, ref b);
        string s = "s", t = "t";
        Swap(ref s, ref t);
        var big = (1L, 2L, "x", 3.5);
        var other = (9L, 8L, "y", 7.5);
        Swap(ref big, ref other);
        Console.WriteLine($"{a} {b} {s} {t} {big} {other}");
        Console.WriteLine($"{New<Widget>()} {New<int>()} {New<List<int>>().Count} {New<DateTime>().Ticks} " +
            $"{New<KeyValuePair<int, string>>()}");
        Console.WriteLine($"{IsNull("x")} {IsNull<string>(null)} {IsNull<object>(1)}");
        Console.WriteLine($"{Total(new Win(), new Win())} {Total(new Loss(), new Loss())} " +
            $"{Total<IScore>(new Win(), new Loss())} {Total<Win>()}");
        Console.WriteLine(Nest("x", 4));
        Console.WriteLine(Nest(1, 3));
        Console.WriteLine($"{Kind<int>()} {Kind<string>()} {Kind<Widget>()} {Kind<Win>()} {Kind<int[]>()} " +
            $"{Kind<Action>()}");
        Console.WriteLine(string.Join(" ", Map(new[] { 1, 2, 3 }, x => x * 1.5)));
        Console.WriteLine(string.Join(" ", Map(new[] { "a", "bb" }, x => x.Length)));
        Console.WriteLine(string.Join(" ", Map(new[] { 'a', 'b' }, x => (x, (int)x))));
        Console.WriteLine($"{Fold(new[] { 1, 2, 3 }, "", (acc, x) => acc + x)} " +
            $"{Fold(new[] { "x", "yy" }, 0L, (acc, x) => acc * 10 + x.Length)}");
        Console.WriteLine($"{Parse<DayOfWeek>("Tuesday")} {Delay(5)()} {Delay("d")()} {Delay(1.25m)()}");
        Console.WriteLine($"{Boxed(5)} {Boxed("s")} {Boxed<int?>(5)} {Boxed<int?>(null)} {Boxed<object>(1.5f)} " +
            $"{Boxed(new Win())}");
        Console.WriteLine($"{Hash(5)} {Hash(true)} {Hash('a')} {Text(5)} {Text(2.5f)} {Text(DayOfWeek.Monday)} " +
            $"{Text(new Win())} {Text(new Widget())}");
        Console.WriteLine($"{Same(1, 1)} {Same("a", "a")} {Same(1.0, double.NaN)} {Same(double.NaN, double.NaN)} " +
            $"{Same<object>(1, 1)} {Same(DayOfWeek.Friday, DayOfWeek.Friday)} {Same<int?>(null, null)}");
        Console.WriteLine($"{Order(1, 2)} {Order("b", "a")} {Order<int?>(null, 1)} {Order(2.5m, 2.5m)} " +
            $"{Order(DayOfWeek.Friday, DayOfWeek.Monday)} {Order('a', 'b')}");
        var outer = new Outer<int>();
        Console.WriteLine(outer.Pair(1, "x") + outer.Pair(2, 2.5) + new Outer<string>().Pair("y", 'z'));
        Console.WriteLine(Outer<string>.Through("four", x => x.Length) + Outer<int>.Through(4, x => "n" + x));
        Console.WriteLine(string.Join(",", outer.Many('q', 3)) + outer.Many<object>(null, 2).Length);
        Console.WriteLine(new Outer<int>.Inner<string>().Three<char>() + new Outer<Widget>.Inner<Win>().Three<Loss>());
        try
        {
            Console.WriteLine(Order(new Widget(), new Widget()));
        }
        catch (ArgumentException)
        {
            Console.WriteLine("not comparable");
        }
    }
}
