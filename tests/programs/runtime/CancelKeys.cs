// CancelKeys: Console.CancelKeyPress: a handler that cancels, one that does not; then SIGINT ends the program.
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Threading;

public static class CancelKeys
{
    [DllImport("libc")] static extern int kill(int pid, int signal);
    [DllImport("libc")] static extern int getpid();

    public static int Main()
    {
        var handled = new ManualResetEvent(false);
        int calls = 0;
        ConsoleCancelEventHandler keep = (sender, e) =>
        {
            Console.WriteLine("{0} {1} {2}", e.SpecialKey, e.Cancel, sender == null);
            e.Cancel = true;
            calls++;
            handled.Set();
        };
        Console.CancelKeyPress += keep;
        kill(getpid(), 2);
        Console.WriteLine(handled.WaitOne(10000));
        handled.Reset();
        kill(getpid(), 2);
        Console.WriteLine("{0} {1}", handled.WaitOne(10000), calls);
        Console.CancelKeyPress -= keep;
        Console.CancelKeyPress += (sender, e) => { Console.WriteLine("ending"); Console.Out.Flush(); };
        kill(getpid(), 2);
        Thread.Sleep(10000);
        Console.WriteLine("never");
        return 3;
    }
}
