// Callbacks: a loop of short callbacks of 1 ms with pauses between, as an event loop would make.
// Arguments: [callbacks, default 500] [milliseconds of a period, default 10]
using System;
using System.Diagnostics;
using System.Threading;

static class Callbacks
{
    static long work;

    static void OnEvent()
    {
        long until = Stopwatch.GetTimestamp() + Stopwatch.Frequency / 1000;
        while (Stopwatch.GetTimestamp() < until)
            work++;
    }

    static int Main(string[] args)
    {
        int count = args.Length > 0 ? int.Parse(args[0]) : 500;
        int period = args.Length > 1 ? int.Parse(args[1]) : 10;
        var watch = Stopwatch.StartNew();
        Action callback = OnEvent;
        for (int i = 0; i < count; i++)
        {
            callback();
            int wait = (i + 1) * period - (int)watch.ElapsedMilliseconds;
            if (wait > 0)
                Thread.Sleep(wait);
        }
        Console.WriteLine("callbacks=" + count);
        return 0;
    }
}
