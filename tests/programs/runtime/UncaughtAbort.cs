// UncaughtAbort: a thread that aborts itself runs its finally blocks and ends without the handlers of an accident.
using System;
using System.Threading;

static class UncaughtAbort
{
    static void Main()
    {
        AppDomain.CurrentDomain.UnhandledException += (sender, e) => Console.WriteLine("not reached");
        try { Thread.CurrentThread.Abort("why"); }
        finally { Console.WriteLine("finally"); }
    }
}
