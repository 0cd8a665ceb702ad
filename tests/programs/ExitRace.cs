// ExitRace: 32 background threads are spinning through many methods while Main returns or calls Environment.Exit(0).
using System;
using System.Threading;

static class ExitRace
{
    static int started;

    static int A(int x) { return x % 3 == 0 ? B(x + 1) : C(x + 2); }
    static int B(int x) { return x % 2 == 0 ? C(x + 1) : x * 3; }
    static int C(int x) { return x * 7 + 1; }

    static void Spin()
    {
        Interlocked.Increment(ref started);
        for (int x = 1; ; x = A(x))
        {
        }
    }

    static int Main(string[] args)
    {
        for (int i = 0; i < 32; i++)
            new Thread(Spin) { IsBackground = true }.Start();
        while (started < 32)
            Thread.Sleep(1);
        Console.WriteLine("started=" + started);
        if (args.Length > 0)
            Environment.Exit(0);
        return 0;
    }
}
