// DeepLeaf: recursion of the depth given (default 500) with a hot leaf: Leaf() spins for the milliseconds given
// (default 200) in slices, so that the recursion is run several times.
using System;
using System.Diagnostics;
using System.Threading;

static class DeepLeaf
{
    static long work;

    static void Leaf(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < milliseconds)
            for (int i = 0; i < 1000; i++)
                work += i;
    }

    static int Down(int depth, int milliseconds)
    {
        if (depth == 0)
        {
            Leaf(milliseconds);
            return 0;
        }
        return Down(depth - 1, milliseconds) + 1;
    }

    static int Main(string[] args)
    {
        int depth = args.Length > 0 ? int.Parse(args[0]) : 500;
        int milliseconds = args.Length > 1 ? int.Parse(args[1]) : 200;
        int reached = 0;
        for (int i = 0; i < 4; i++)
            reached += Down(depth, milliseconds / 4);
        Console.WriteLine("reached=" + reached);
        return 0;
    }
}
