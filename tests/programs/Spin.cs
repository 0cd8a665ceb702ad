// Spin: one method keeps the processor busy for the wall milliseconds given (default 1000), calling Tiny() all along.
using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

static class Spin
{
    static int sink;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Tiny(int x)
    {
        return x * 3 + 1;
    }

    static void Hot(int milliseconds)
    {
        long until = Stopwatch.GetTimestamp() + milliseconds * (Stopwatch.Frequency / 1000);
        while (Stopwatch.GetTimestamp() < until)
            for (int i = 0; i < 100; i++)
                sink = Tiny(sink);
    }

    static int Main(string[] args)
    {
        Hot(args.Length > 0 ? int.Parse(args[0]) : 1000);
        Console.WriteLine("done");
        return 0;
    }
}
