// Waits in known places, some right after each other with no work between. Prints how long each place really took.
using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;

static class Waits
{
    [DllImport("libc", SetLastError = true)] static extern int poll(IntPtr fds, int count, int milliseconds);
    [MethodImpl(MethodImplOptions.NoInlining)] static void First() { Thread.Sleep(700); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Second() { Thread.Sleep(400); }
    [MethodImpl(MethodImplOptions.NoInlining)] static int Native() { return poll(IntPtr.Zero, 0, 300); }
    [MethodImpl(MethodImplOptions.NoInlining)] static int Busy(int ms) { var w = Stopwatch.StartNew(); int n = 0; while (w.ElapsedMilliseconds < ms) n++; return n; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Worker() { Thread.Sleep(600); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Last() { Thread.Sleep(500); }

    static readonly Stopwatch clock = Stopwatch.StartNew();
    static long mark;

    static void Took(string place)
    {
        Console.Error.WriteLine("took {0} {1}", place, clock.ElapsedMilliseconds - mark);
        mark = clock.ElapsedMilliseconds;
    }

    static int Main()
    {
        mark = clock.ElapsedMilliseconds;
        var t = new Thread(Worker);
        t.Start();
        First();
        Took("First");
        Second();
        Took("Second");
        int interrupted = Native();
        Took("Native");
        Busy(200);
        Took("Busy");
        Second();
        Took("Second");
        interrupted |= Native();
        Took("Native");
        for (int i = 0; i < 20; i++)
            interrupted |= poll(IntPtr.Zero, 0, 5);
        t.Join();
        mark = clock.ElapsedMilliseconds;
        Last();
        Took("Last");
        Console.WriteLine("interrupted {0}", interrupted);
        return 0;
    }
}
