// DelegateKinds: static, instance, open, closed over first argument, virtual, interface, on structs, generic,
// multicast.
using System;
using System.Reflection;

delegate int Binary(int a, int b);

delegate void Change(ref int x);

delegate string Describe(Thing t);

delegate T Pick<T>(T a, T b, bool first);

class Thing
{
    public int N;

    public virtual string Name() => "thing" + N;

    public int Add(int a, int b) => a + b + N;

    public static string Of(Thing t) => "of " + t.N;
}

class Special : Thing
{
    public override string Name() => "special" + N;
}

struct Value
{
    public int N;

    public int Next() => ++N;

    public override string ToString() => "value" + N;
}

static class DelegateKinds
{
    static int Multiply(int a, int b) => a * b;

    static int Shared(string prefix, int x) => prefix.Length + x;

    static string Extended(this string s, int n) => s + n;

    static void Main()
    {
        Binary stat = Multiply;
        Thing thing = new Thing { N = 100 };
        Binary inst = thing.Add;
        Console.WriteLine($"{stat(3, 4)} {inst(3, 4)} {stat.Invoke(5, 6)} {stat.Target == null} " +
            $"{inst.Target == thing} {inst.Method.Name}");
        thing.N = 200;
        Console.WriteLine(inst(0, 0));
        Func<string> name = thing.Name, special = new Special { N = 1 }.Name;
        Console.WriteLine(name() + special());
        Func<int, string> extended = "ext".Extended;
        Console.WriteLine(extended(5));
        Func<int, int> closed = (Func<int, int>)Delegate.CreateDelegate(typeof(Func<int, int>), "four",
            typeof(DelegateKinds).GetMethod("Shared", BindingFlags.NonPublic | BindingFlags.Static));
        Console.WriteLine(closed(10));
        Describe open = (Describe)Delegate.CreateDelegate(typeof(Describe), typeof(Thing).GetMethod("Name"));
        Console.WriteLine(open(thing) + open(new Special { N = 9 }));
        Describe of = Thing.Of;
        Console.WriteLine(of(thing));
        Value v = new Value { N = 5 };
        Func<int> next = v.Next;
        Console.WriteLine($"{next()} {next()} {v.N} {next.Target}");
        Func<string> text = v.ToString, boxedText = 42.ToString;
        Console.WriteLine(text() + boxedText());
        IComparable<int> comparable = 5;
        Func<int, int> compare = comparable.CompareTo;
        Console.WriteLine($"{compare(4)} {compare(5)} {compare(6)}");
        Change change = (ref int x) => x *= 2;
        change += (ref int x) => x += 1;
        change += change;
        int n = 5;
        change(ref n);
        Console.WriteLine(n);
        Pick<string> pick = (a, b, first) => first ? a : b;
        Pick<double> pickReal = (a, b, first) => first ? a : b;
        Console.WriteLine(pick("a", "b", true) + pickReal(1.5, 2.5, false));
        Console.WriteLine($"{stat == Multiply} {stat.Equals((Binary)Multiply)} {inst == thing.Add} " +
            $"{inst == new Thing().Add} {stat != inst} {stat.GetHashCode() == new Binary(Multiply).GetHashCode()}");
        Delegate d = stat;
        Console.WriteLine($"{d.DynamicInvoke(6, 7)} {d.GetType()} {d is MulticastDelegate} " +
            $"{d.GetInvocationList().Length}");
        Binary none = null;
        try
        {
            none(1, 2);
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("null delegate");
        }
        try
        {
            Func<string> bad = ((Thing)null).Name;
            Console.WriteLine(bad == null);
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        Func<int, Func<int, int>> curry = a => b => a * 10 + b;
        Console.WriteLine(curry(4)(2));
        Func<int, int> fib = null;
        fib = k => k < 2 ? k : fib(k - 1) + fib(k - 2);
        Console.WriteLine(fib(15));
        Binary again = new Binary(inst);
        Console.WriteLine(again(1, 1));
        Action<string, int, double, char, bool> five = (a, b, c, e, f) => Console.WriteLine($"{a} {b} {c} {e} {f}");
        five("x", 1, 2.5, 'c', true);
        try
        {
            d.DynamicInvoke("bad", 1);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        try
        {
            ((Action)(() => throw new InvalidOperationException("inside"))).DynamicInvoke();
        }
        catch (TargetInvocationException e)
        {
            Console.WriteLine(e.InnerException.Message);
        }
    }
}
