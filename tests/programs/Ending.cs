// Ending: the ways a program can end, one by name; each prints "working" first and spins 200 ms in Work().
//   return N                    Main returns 3
//   exit-worker                 Environment.Exit(7) on a second thread while Main waits
//   exit-in-handler             Environment.Exit(7), a process-exit handler calls Environment.Exit(9)
//   native-exit                 libc exit(7)
//   unhandled-main, unhandled-worker, unhandled-finalizer, unhandled-cctor
//   fail-fast                   Environment.FailFast
//   abort                       libc abort
//   overflow                    endless recursion
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Threading;

static class BadConstructor
{
    public static int Value = 1;

    static BadConstructor()
    {
        throw new InvalidOperationException("in a static constructor");
    }
}

class BadFinalizer
{
    ~BadFinalizer()
    {
        throw new InvalidOperationException("in a finalizer");
    }
}

static class Ending
{
    static long work;

    [DllImport("libc")]
    static extern void exit(int code);

    [DllImport("libc")]
    static extern void abort();

    static void Work()
    {
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < 200)
            work++;
    }

    static void OnThread(ThreadStart start)
    {
        new Thread(start).Start();
        Thread.Sleep(Timeout.Infinite);
    }

    // The condition keeps Mono's interpreter from inlining it into itself for ever.
    static int Endless(int x)
    {
        return x < 0 ? 0 : Endless(x + 1) + 1;
    }

    // Apart from Main, so that the class is not initialised for compiling Main.
    static int UseBadConstructor()
    {
        return BadConstructor.Value;
    }

    static void MakeGarbage()
    {
        for (int i = 0; i < 50; i++)
            new BadFinalizer();
    }

    static int Main(string[] args)
    {
        Console.WriteLine("working");
        Work();
        switch (args[0])
        {
            case "return":
                return 3;
            case "exit-worker":
                OnThread(() => Environment.Exit(7));
                break;
            case "exit-in-handler":
                AppDomain.CurrentDomain.ProcessExit += (s, e) => Environment.Exit(9);
                Environment.Exit(7);
                break;
            case "native-exit":
                Console.Out.Flush();
                exit(7);
                break;
            case "unhandled-main":
                throw new InvalidOperationException("on the main thread");
            case "unhandled-worker":
                OnThread(() => { throw new InvalidOperationException("on a worker"); });
                break;
            case "unhandled-finalizer":
                OnThread(() =>
                {
                    MakeGarbage();
                    GC.Collect();
                    GC.WaitForPendingFinalizers();
                });
                break;
            case "unhandled-cctor":
                return UseBadConstructor();
            case "fail-fast":
                Environment.FailFast("on purpose");
                break;
            case "abort":
                abort();
                break;
            case "overflow":
                return Endless(0);
        }
        return 1;
    }
}
