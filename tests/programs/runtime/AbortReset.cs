// AbortReset: Thread.ResetAbort takes the abort back; the reason is there until then.
using System;
using System.Threading;

static class AbortReset
{
    static void Once(object reason)
    {
        try { Thread.CurrentThread.Abort(reason); }
        catch (ThreadAbortException e)
        {
            Console.WriteLine("{0} {1}", e.ExceptionState ?? "none", Thread.CurrentThread.ThreadState);
            Thread.ResetAbort();
            Console.WriteLine("{0} {1}", e.ExceptionState ?? "none", Thread.CurrentThread.ThreadState);
        }
    }

    static void Main()
    {
        Once(5);
        Once("why");
        Once(null);
        try { Thread.ResetAbort(); }
        catch (ThreadStateException e) { Console.WriteLine(e.Message); }
        Console.WriteLine("going on");
    }
}
