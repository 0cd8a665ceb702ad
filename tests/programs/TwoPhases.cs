// TwoPhases: about 70 % of the time in a loop without calls, 30 % in many one-line calls, alternating.
// Argument: total milliseconds (default 2000). Prints the shares measured, as KnownMix does.
using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

static class TwoPhases
{
    static volatile int sink;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void CallFree(int rounds)
    {
        uint x = (uint)sink | 1;
        for (int i = 0; i < rounds; i++)
        {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
        }
        sink = (int)x;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int OneLine(int x)
    {
        return x * 3 + 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void ManyCalls(int rounds)
    {
        int x = sink;
        for (int i = 0; i < rounds; i++)
            x = OneLine(x);
        sink = x;
    }

    // Rounds of `phase` that take about a millisecond here and now.
    static int Calibrate(Action<int> phase)
    {
        phase(1000);
        for (int rounds = 1000; ; rounds *= 2)
        {
            var watch = Stopwatch.StartNew();
            phase(rounds);
            double ms = watch.Elapsed.TotalMilliseconds;
            if (ms > 2)
                return (int)(rounds / ms) + 1;
        }
    }

    static int Main(string[] args)
    {
        int total = args.Length > 0 ? int.Parse(args[0]) : 2000;
        int free = Calibrate(CallFree), calls = Calibrate(ManyCalls);
        long freeTicks = 0, callTicks = 0;
        var all = Stopwatch.StartNew();
        while (all.ElapsedMilliseconds < total)
        {
            long a = Stopwatch.GetTimestamp();
            CallFree(7 * free);
            long b = Stopwatch.GetTimestamp();
            ManyCalls(3 * calls);
            freeTicks += b - a;
            callTicks += Stopwatch.GetTimestamp() - b;
        }
        double sum = freeTicks + callTicks;
        Console.WriteLine("truth CallFree actual {0:F3}", 100 * freeTicks / sum);
        Console.WriteLine("truth ManyCalls actual {0:F3}", 100 * callTicks / sum);
        return 0;
    }
}
