// SignalTarget: prints "ready" and stays alive for the milliseconds given (default 30000), spinning or sleeping,
// so that a test can send it a signal.
//   SignalTarget spin|sleep|handler [milliseconds]
// handler: installs a cancel-key handler that cancels the end, then spins; prints how often the handler ran.
using System;
using System.Diagnostics;
using System.Threading;

static class SignalTarget
{
    static long work;
    static volatile int handled;

    static void Spin(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < milliseconds)
            work++;
    }

    static void Ready()
    {
        Console.WriteLine("ready");
        Console.Out.Flush();
    }

    static int Main(string[] args)
    {
        int milliseconds = args.Length > 1 ? int.Parse(args[1]) : 30000;
        if (args[0] == "handler")
            Console.CancelKeyPress += (sender, e) => { e.Cancel = true; handled++; };
        Ready();
        if (args[0] == "sleep")
            Thread.Sleep(milliseconds);
        else
            Spin(milliseconds);
        Console.WriteLine("handled=" + handled);
        return 0;
    }
}
