// ThreadChurn: starts short threads, a given number at a time, then spins on the main thread.
// Arguments: [threads, default 2000] [at a time, default 64] [milliseconds a thread works, default 2] [spin, default 0]
using System;
using System.Diagnostics;
using System.Threading;

static class ThreadChurn
{
    static int done;

    static void Spin(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        int work = 0;
        while (watch.Elapsed.TotalMilliseconds < milliseconds)
            work++;
    }

    static int Main(string[] args)
    {
        int threads = args.Length > 0 ? int.Parse(args[0]) : 2000;
        int atATime = args.Length > 1 ? int.Parse(args[1]) : 64;
        int workMs = args.Length > 2 ? int.Parse(args[2]) : 2;
        int spinMs = args.Length > 3 ? int.Parse(args[3]) : 0;
        for (int started = 0; started < threads; started += atATime)
        {
            var batch = new Thread[Math.Min(atATime, threads - started)];
            for (int i = 0; i < batch.Length; i++)
            {
                batch[i] = new Thread(() =>
                {
                    Spin(workMs);
                    Interlocked.Increment(ref done);
                }, 128 * 1024);
                batch[i].Start();
            }
            foreach (Thread t in batch)
                t.Join();
        }
        Spin(spinMs);
        Console.WriteLine("done=" + done);
        return 0;
    }
}
