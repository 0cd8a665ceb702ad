// A call's result goes straight into a variable; when the call throws, the handler sees what the variable held before.
using System;
using System.Runtime.CompilerServices;

struct Pair
{
    public long A, B;
    public Pair(long a, long b) { A = a; B = b; }
}

static class OldValueInHandler
{
    static int depth;

    static void MaybeThrow(int n)
    {
        if (depth++ % 2 == 1)
            throw new InvalidOperationException("call " + n);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] static int Int(int n) { MaybeThrow(n); return n * 3; }
    [MethodImpl(MethodImplOptions.NoInlining)] static long Long(int n) { MaybeThrow(n); return n * 5000000000L; }
    [MethodImpl(MethodImplOptions.NoInlining)] static double Real(int n) { MaybeThrow(n); return n * 0.25; }
    [MethodImpl(MethodImplOptions.NoInlining)] static string Text(int n) { MaybeThrow(n); return "text " + n; }
    [MethodImpl(MethodImplOptions.NoInlining)] static Pair Both(int n) { MaybeThrow(n); return new Pair(n, -n); }

    static string Ints(int n)
    {
        int x = n + 1;
        int seen = 0;
        for (int i = 0; i < 6; i++)
        {
            try { x = Int(n + i); }
            catch (InvalidOperationException) { seen = seen * 31 + x; }
        }
        return x + " " + seen;
    }

    static string Longs(int n)
    {
        long x = n - 7, seen = 0;
        for (int i = 0; i < 6; i++)
        {
            try { x = Long(n + i); }
            catch (InvalidOperationException) { seen = seen * 31 + x; }
            finally { seen += x & 15; }
        }
        return x + " " + seen;
    }

    static string Reals(int n)
    {
        double x = n + 0.5, seen = 0;
        for (int i = 0; i < 6; i++)
        {
            try { x = Real(n + i); }
            catch (InvalidOperationException) when (x > -1) { seen = seen * 3 + x; }
        }
        return x + " " + seen;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] static string Texts(int n)
    {
        string x = "before", seen = "";
        for (int i = 0; i < 4; i++)
        {
            try { x = Text(n + i); }
            catch (InvalidOperationException e) { seen += x + ";" + e.Message + ";"; }
        }
        return x + " " + seen;
    }

    static string Pairs(int n)
    {
        Pair x = new Pair(n, n + 1);
        long seen = 0;
        for (int i = 0; i < 6; i++)
        {
            try { x = Both(n + i); }
            catch (InvalidOperationException) { seen = seen * 31 + x.A * 2 + x.B; }
        }
        return x.A + " " + x.B + " " + seen;
    }

    static void Main()
    {
        for (int n = 0; n < 3; n++)
        {
            Console.WriteLine(Ints(n));
            Console.WriteLine(Longs(n));
            Console.WriteLine(Reals(n));
            Console.WriteLine(Texts(n));
            Console.WriteLine(Pairs(n));
        }
    }
}
