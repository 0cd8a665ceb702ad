// Finalizers: 200 objects become garbage and are finalized before Main ends; their finalizer calls Count().
// expect-calls: Finalized:Finalize () = 200
// expect-calls: Finalized:Count () = 200
using System;
using System.Threading;

class Finalized
{
    public static int Done;

    static void Count()
    {
        Interlocked.Increment(ref Done);
    }

    ~Finalized()
    {
        Count();
    }
}

static class Finalizers
{
    static void Make()
    {
        for (int i = 0; i < 200; i++)
            new Finalized();
    }

    static int Main()
    {
        // A thread that has ended leaves no stale reference on a stack that is scanned conservatively.
        var maker = new Thread(Make);
        maker.Start();
        maker.Join();
        for (int i = 0; i < 200 && Finalized.Done < 200; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(5);
        }
        Console.WriteLine("done=" + Finalized.Done);
        return 0;
    }
}
