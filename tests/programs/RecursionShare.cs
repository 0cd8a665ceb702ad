// RecursionShare: a recursion of depth 10 burns 30 % of the run at its leaf, Rest() the other 70 %.
// Argument: total milliseconds (default 1000).
using System;
using System.Diagnostics;

static class RecursionShare
{
    static long work;

    static void Burn(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < milliseconds)
            work++;
    }

    static void Recurse(int depth, int milliseconds)
    {
        if (depth > 1)
            Recurse(depth - 1, milliseconds);
        else
            Burn(milliseconds);
    }

    static void Rest(int milliseconds)
    {
        Burn(milliseconds);
    }

    static int Main(string[] args)
    {
        int total = args.Length > 0 ? int.Parse(args[0]) : 1000;
        for (int i = 0; i < 10; i++)
        {
            Recurse(10, total * 3 / 100);
            Rest(total * 7 / 100);
        }
        Console.WriteLine("done");
        return 0;
    }
}
