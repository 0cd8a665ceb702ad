// Boxing: every primitive boxed, unboxed exactly, wrong unboxing refused, calls on boxed values, identity and mutation.
using System;

interface ICounter
{
    int Next();
}

struct Counter : ICounter
{
    int n;

    public int Next()
    {
        return ++n;
    }

    public override string ToString()
    {
        return "counter " + n;
    }
}

static class Boxing
{
    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: {f()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}");
        }
    }

    static void CallTwice<T>(T c) where T : ICounter
    {
        Console.WriteLine(c.Next() + c.Next());
    }

    static void Main()
    {
        object[] all = { true, (byte)1, (sbyte)-1, (short)-2, (ushort)2, 'c', 3, 3u, 4L, 4UL, 1.5f, 2.5, 1.10m, "text",
            DayOfWeek.Monday, new IntPtr(5),
            new DateTime(2001, 2, 3), new Guid(), TimeSpan.Zero, new Counter() };
        foreach (object o in all)
            Console.WriteLine($"{o} {o.GetType()} {o.GetType().IsValueType} {o.Equals(o)} {o is IComparable} " +
                $"{o is IConvertible} {o is int} {o is ValueType}");
        object three = 3;
        Try("int", () => (int)three);
        Try("long", () => (long)three);
        Try("long via int", () => (long)(int)three);
        Try("uint", () => (uint)three);
        Try("enum", () => (DayOfWeek)three);
        Try("string", () => (string)three);
        Try("null", () => (int)(object)null);
        Try("interface", () => ((IComparable)three).CompareTo(4));
        Try("wrong interface", () => ((ICounter)three).Next());
        Console.WriteLine($"{three.Equals(3)} {three.Equals(3L)} {three == (object)3} {3.Equals(three)} " +
            $"{Equals(3, 3)} {ReferenceEquals(three, three)}");
        Counter c = new Counter();
        c.Next();
        object boxed = c;
        ((ICounter)boxed).Next();
        ((ICounter)boxed).Next();
        Console.WriteLine($"{c} {boxed}");
        ICounter i = c;
        i.Next();
        ICounter j = i;
        j.Next();
        Console.WriteLine($"{c} {i} {j}");
        CallTwice(c);
        CallTwice(i);
        Console.WriteLine($"{c} {i} {(Counter)boxed}");
        c.Next();
        Console.WriteLine(c + " " + c.ToString() + " " + c.GetType());
        double d = 5;
        object real = d;
        Try("double", () => (double)real + (int)(double)real);
        ValueType v = 7;
        Console.WriteLine(v.GetType() + " " + (int)v);
        int hash = 0;
        foreach (object o in new object[] { 42, true, 'x', (byte)9, -1L, (short)-3, uint.MaxValue, 0.0 })
            hash ^= o.GetHashCode();
        Console.WriteLine(hash);
    }
}
