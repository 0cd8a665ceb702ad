// Small methods in every shape that may stand in the place of its call, and the loops and sums that become one
// instruction: results must be those of calls.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

struct Vec
{
    public double X, Y;
    public byte Tag;
    public Vec(double x, double y) { X = x; Y = y; Tag = 7; }
    public double Dot(Vec other) { return X * other.X + Y * other.Y; }
    public Vec Plus(Vec other) { return new Vec(X + other.X, Y + other.Y); }
    public void Scale(double by) { X *= by; Y *= by; }
    public double Less(double a, double b) { return X - a * b; }
    public static Vec operator -(Vec a, Vec b) { a.X -= b.X; a.Y -= b.Y; return a; }
}

class Node
{
    readonly Node next;
    public readonly int Value;
    public int Count { get; set; }
    public Node Next { get { return next; } }
    public Node(int value, Node next) { Value = value; this.next = next; }
    public Node(int value) : this(value, null) { Count = value + 1; }
    public int NextValue { get { return next.Value; } }
    public virtual string Name() { return "node"; }
}

sealed class Leaf : Node
{
    public Leaf(int value) : base(value) { }
    public override string Name() { return "leaf" + Value; }
}

class Lazy
{
    public static string Trace = "";
    public static readonly int Start = Note("Lazy");
    static int Note(string what) { Trace += what + ";"; return 5; }
    public static int Get() { return 3; }
    static Lazy() { Trace += "cctor;"; }
}

class Holder<T>
{
    T item;
    public T Item { get { return item; } set { item = value; } }
    public bool Same(T other) { return EqualityComparer<T>.Default.Equals(item, other); }
}

static class Inlining
{
    static int Clamp(int a) { if (a < 0) return 0; if (a > 9) a = 9; return a; }
    static int Bump(int a) { a += 1; a *= 2; return a; }
    static int Zeroed(bool set) { int x = 0; if (set) x = 4; return x; }
    static void Swap(ref int a, ref int b) { int t = a; a = b; b = t; }
    static int Abs(int a) { return a < 0 ? -a : a; }
    static uint Rotate(uint x, int n) { return (x << n) | (x >> (32 - n)); }
    static int Checked(int a) { return checked(a + int.MaxValue); }
    static int Even(int n) { return n == 0 ? 1 : Odd(n - 1); }
    static int Odd(int n) { return n == 0 ? 0 : Even(n - 1); }
    static T Id<T>(T x) { return x; }
    static byte Low(int x) { return (byte)x; }
    static bool IsSet(object o) { return o != null; }
    static int First(int[] a) { return a[0]; }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Kept(int a) { return a + 1; }
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static double Poly(double x) { return ((x * 3 + 2) * x + 1) * x - x * x; }

    static void Values()
    {
        Console.WriteLine("{0} {1} {2} {3}", Clamp(-3), Clamp(5), Clamp(12), Bump(Bump(3)));
        int n = 4, same = n;
        Console.WriteLine("{0} {1} {2}", Bump(n), n, n + Bump(same++) + same);
        for (int i = 0; i < 3; i++)
            Console.Write(Zeroed(i == 1) + " ");
        int a = 1, b = 2;
        Swap(ref a, ref b);
        Console.WriteLine("{0} {1} {2} {3}", a, b, Abs(-7) - Abs(7), Low(0x1ff) + Low(-1));
        uint h = 0x12345678;
        Console.WriteLine("{0:x} {1:x} {2:x}", Rotate(h, 5), Rotate(h, 31), Rotate(Rotate(h, 1), 13));
        Console.WriteLine("{0} {1} {2} {3}", Even(10), Id("s") + Id(3) + Id(2.5), IsSet(null), IsSet(""));
        double v = 1.5;
        Console.WriteLine("{0} {1} {2}", v * v + v * v, v * v + v, Poly(v) - Poly(0.1) * Kept(1));
        double p = 0.1 * 3;
        Console.WriteLine("{0:R} {1:R} {2:R}", 0.1 * 0.1 + p, p - 0.1 * 0.7, 0.1 * v - p);
    }

    static void Objects()
    {
        var list = new Node(1, new Node(2, new Leaf(3)));
        int sum = 0;
        for (Node n = list; n != null; n = n.Next)
            sum += n.Value * 10 + n.Count;
        list.Count = sum;
        list.Count += list.Next.Count + list.NextValue;
        Console.WriteLine("{0} {1} {2}", sum, list.Count, list.Next.Next.Name() + list.Name() + new Leaf(8).Name());
        var x = new Vec(3, 4);
        var y = x.Plus(new Vec(1, 2)) - new Vec(0.5, 0.25);
        x.Scale(2);
        Console.WriteLine("{0} {1} {2} {3} {4}", x.X, y.X, y.Y, x.Dot(y), y.Tag + new Vec(1, 1).Tag);
        Console.WriteLine("{0} {1}", x.Less(2, 3), new Vec(x.Y, x.X).Plus(x).Dot(x));
        var vs = new[] { x, y };
        vs[1].Scale(3);
        Console.WriteLine("{0} {1}", vs[1].X, vs[0].Plus(vs[1]).Y);
        var h = new Holder<Vec> { Item = x };
        var s = new Holder<string> { Item = "a" };
        Console.WriteLine("{0} {1} {2}", h.Item.Y, s.Item + s.Same("a"), h.Same(y));
        var numbers = new List<int> { 5, 6, 7 };
        numbers[1] = numbers[0] + numbers[numbers.Count - 1];
        Console.WriteLine("{0} {1}", numbers[1], string.Join(",", numbers));
    }

    static string Fails(Action action)
    {
        try { action(); return "no"; }
        catch (Exception e) { return e.GetType().Name; }
    }

    static void Failures()
    {
        Node none = null;
        Console.WriteLine(Fails(() => Console.WriteLine(none.Value)));
        Console.WriteLine(Fails(() => Console.WriteLine(none.Next)));
        Console.WriteLine(Fails(() => none.Count = 1));
        Console.WriteLine(Fails(() => Console.WriteLine(new Node(1).NextValue)));
        Console.WriteLine(Fails(() => Console.WriteLine(Checked(1))));
        Console.WriteLine(Fails(() => Console.WriteLine(First(new int[0]))));
        Console.WriteLine(Fails(() => Console.WriteLine(new List<int>()[0])));
        int caught = 0;
        for (int i = 0; i < 4; i++)
            try { caught += 10 / (Clamp(i - 1) + (i == 0 ? -0 : 0)); }
            catch (DivideByZeroException) { caught += 100; }
        Console.WriteLine(caught);
    }

    static void Loops()
    {
        var a = new int[10];
        int i, n = a.Length, steps = 0;
        for (i = 0; i < a.Length; i++) a[i] = i * i;
        for (i = 0; i <= n - 1; i += 3) steps += a[i];
        for (i = 0; i < 7; i++) steps++;
        for (i = 9; i >= 0; i--) steps += a[i];
        for (i = 9; i > 2; i -= 2) steps++;
        i = 0;
        while (i != n) i++;
        do steps++; while (steps % 8 != 0);
        do i--; while (i <= 100 && i > -5 && !(i == -3));
        for (i = 5; i < 3; i++) steps += 1000;
        bool going = true;
        int rounds = 0;
        do { rounds++; going = rounds < 6; } while (going);
        do { rounds++; going = rounds > 9; } while (!going);
        for (var node = new Node(1, new Node(2)); node != null; node = node.Next) rounds += node.Value;
        for (;;) { if (++rounds > 40) break; }
        int[] empty = null;
        string failed = Fails(() => { for (int k = 0; k < empty.Length; k++) Console.WriteLine(k); });
        for (byte small = 250; small >= 250; small++) rounds++;
        long total = 0;
        for (int j = int.MaxValue - 2; j > 0; j++) total += j;
        Console.WriteLine("{0} {1} {2} {3} {4}", steps, i, rounds, failed, total);
    }

    static int Main()
    {
        Values();
        Objects();
        Failures();
        Loops();
        Console.WriteLine(Lazy.Trace.Length > 0 ? "early" : "late");
        Console.WriteLine(Lazy.Get() + Lazy.Start + " " + Lazy.Trace);
        return 0;
    }
}
