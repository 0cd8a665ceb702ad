// SleepSpin: sleeps, then spins, each for the milliseconds given (default 2000), on one thread.
using System;
using System.Diagnostics;
using System.Threading;

static class SleepSpin
{
    static long work;

    static void Sleeping(int milliseconds)
    {
        Thread.Sleep(milliseconds);
    }

    static void Spinning(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < milliseconds)
            work++;
    }

    static int Main(string[] args)
    {
        int milliseconds = args.Length > 0 ? int.Parse(args[0]) : 2000;
        Sleeping(milliseconds);
        Spinning(milliseconds);
        Console.WriteLine("done");
        return 0;
    }
}
