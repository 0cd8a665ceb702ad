// UncaughtInFinalizer: the program ends at once, with mono's exit code for it, also where the exception cannot tell its text.
using System;

class Failing : Exception
{
    public override string ToString() { throw new InvalidOperationException("in ToString"); }
}

class Dying
{
    ~Dying() { throw new Failing(); }
}

static class UncaughtInFinalizer
{
    static void Make() { new Dying(); }

    static void Main()
    {
        for (int i = 0; i < 100; i++)
            Make();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Console.WriteLine("not reached");
    }
}
