// ThrowThroughFifty: 2000 throws through 50 frames, caught outermost; then After() spins for a given time.
// Arguments: [throws, default 2000] [milliseconds of After, default 0]
// expect-calls: ThrowThroughFifty:Deep (int) = 100000
// expect-calls: ThrowThroughFifty:After (int) = 1
using System;
using System.Diagnostics;

static class ThrowThroughFifty
{
    static long work;

    static int Deep(int depth)
    {
        if (depth == 1)
            throw new InvalidOperationException();
        return Deep(depth - 1) + 1;
    }

    static void After(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < milliseconds)
            work++;
    }

    static int Main(string[] args)
    {
        int throws = args.Length > 0 ? int.Parse(args[0]) : 2000;
        int caught = 0;
        for (int i = 0; i < throws; i++)
        {
            try
            {
                Deep(50);
            }
            catch (InvalidOperationException)
            {
                caught++;
            }
        }
        After(args.Length > 1 ? int.Parse(args[1]) : 0);
        Console.WriteLine("caught=" + caught);
        return 0;
    }
}
