// DelegateInvokes: BeginInvoke and EndInvoke of delegates: results, callbacks, by-reference arguments, exceptions.
using System;
using System.Threading;
using System.Runtime.Remoting.Messaging;

public static class DelegateInvokes
{
    delegate int Compute(int a, int b);
    delegate bool Parse(string text, ref int calls, out int value);

    static int Add(int a, int b) { Thread.Sleep(1); return a + b; }
    static bool TryParse(string text, ref int calls, out int value) { calls++; return int.TryParse(text, out value); }
    static void Throw() { throw new InvalidOperationException("from the delegate"); }

    public static int Main()
    {
        Compute add = Add;
        IAsyncResult result = add.BeginInvoke(2, 3, null, "state");
        Console.WriteLine("{0} {1}", add.EndInvoke(result), result.AsyncState);
        Console.WriteLine(result.IsCompleted);
        result = add.BeginInvoke(5, 6, null, null);
        result.AsyncWaitHandle.WaitOne();
        Console.WriteLine(add.EndInvoke(result));
        var done = new ManualResetEvent(false);
        add.BeginInvoke(7, 8, r =>
        {
            var inner = (Compute)((AsyncResult)r).AsyncDelegate;
            Console.WriteLine("callback {0} {1}", inner.EndInvoke(r), r.AsyncState);
            done.Set();
        }, "s");
        done.WaitOne();
        result = add.BeginInvoke(1, 1, null, null);
        while (!result.IsCompleted)
            Thread.Sleep(1);
        Console.WriteLine(add.EndInvoke(result));
        try { add.EndInvoke(result); } catch (InvalidOperationException e) { Console.WriteLine(e.GetType()); }

        Parse parse = TryParse;
        int calls = 4, value;
        result = parse.BeginInvoke("123", ref calls, out value, null, null);
        bool ok = parse.EndInvoke(ref calls, out value, result);
        Console.WriteLine("{0} {1} {2}", ok, calls, value);
        Action failing = Throw;
        result = failing.BeginInvoke(null, null);
        try { failing.EndInvoke(result); } catch (InvalidOperationException e) { Console.WriteLine(e.Message); }
        Func<string, string> closure = s => s + done.WaitOne(0);
        Console.WriteLine(closure.EndInvoke(closure.BeginInvoke("x", null, null)));
        var results = new IAsyncResult[10];
        for (int i = 0; i < 10; i++)
            results[i] = add.BeginInvoke(i, i, null, null);
        int sum = 0;
        foreach (IAsyncResult r in results)
            sum += add.EndInvoke(r);
        Console.WriteLine(sum);
        return 0;
    }
}
