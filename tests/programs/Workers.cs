// Workers: 64 threads run one method for the milliseconds given (default 500), side by side.
using System;
using System.Diagnostics;
using System.Threading;

static class Workers
{
    static int ready;

    static void Body(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        int work = 0;
        while (watch.ElapsedMilliseconds < milliseconds)
            work++;
    }

    static int Main(string[] args)
    {
        int milliseconds = args.Length > 0 ? int.Parse(args[0]) : 500;
        var threads = new Thread[64];
        for (int i = 0; i < threads.Length; i++)
        {
            threads[i] = new Thread(() =>
            {
                Interlocked.Increment(ref ready);
                Body(milliseconds);
            });
            threads[i].Name = "worker-" + i;
            threads[i].Start();
        }
        foreach (Thread t in threads)
            t.Join();
        Console.WriteLine("ready=" + ready);
        return 0;
    }
}
