// UncaughtInPoolWork: what pool work does not catch ends the program, with another exit code than what Main does not catch.
using System;
using System.Threading;

static class UncaughtInPoolWork
{
    static void Main()
    {
        Environment.ExitCode = 9;
        AppDomain.CurrentDomain.ProcessExit += (sender, e) => Console.WriteLine("not reached");
        ThreadPool.QueueUserWorkItem(_ => { throw new Exception("in pool work"); });
        Thread.Sleep(10000);
        Console.WriteLine("not reached");
    }
}
