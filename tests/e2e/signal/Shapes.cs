// Frames of every shape, each with a known caller: finally run normally and by unwinding, filters, localloc, frames larger
// than a page, delegates, the class library's precompiled code. Each loop spins until its share of time is used up.
using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

static unsafe class Shapes
{
    struct Big { public fixed byte Bytes[9000]; }
    static double sum;

    [MethodImpl(MethodImplOptions.NoInlining)] static int Spin(int n) { int s = n; for (int i = 0; i < n; i++) s = s * 31 + i; return s; }
    [MethodImpl(MethodImplOptions.NoInlining)] static int Localloc(int n) { byte* p = stackalloc byte[n]; p[n / 2] = 3; return Spin(3000) + p[n / 2]; }
    [MethodImpl(MethodImplOptions.NoInlining)] static int LargeFrame(int k) { Big b = new Big(); b.Bytes[k] = 3; return Spin(3000) + b.Bytes[k]; }
    [MethodImpl(MethodImplOptions.NoInlining)] static int Finally() { int s = 0; try { s += Spin(500); } finally { s += InFinally(); } return s; }
    [MethodImpl(MethodImplOptions.NoInlining)] static int InFinally() { return Spin(3000); }
    [MethodImpl(MethodImplOptions.NoInlining)] static double Library(int n) { double d = 0; for (int i = 0; i < n; i++) d += string.Join(",", new[] { "a", "bc", i.ToString() }).ToUpperInvariant().Length; return d; }
    [MethodImpl(MethodImplOptions.NoInlining)] static int ByDelegate(Func<int, int> f) { return f(3000); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Turn(Func<int, int> f, int i)
    {
        sum += Localloc(600 + i % 50) + LargeFrame(i % 9000) + Finally() + ByDelegate(f) + Library(20);
    }

    static int Main(string[] args)
    {
        Func<int, int> f = Spin;
        var watch = Stopwatch.StartNew();
        long milliseconds = long.Parse(args[0]);
        for (int i = 0; watch.ElapsedMilliseconds < milliseconds; i++)
            Turn(f, i);
        Console.WriteLine("done");
        return sum > 1e300 ? 1 : 0;
    }
}
