// PoolWork: ThreadPool work items, registered waits, CountdownEvent, limits, exceptions that are caught.
using System;
using System.Linq;
using System.Threading;

public static class PoolWork
{
    public static int Main()
    {
        int sum = 0;
        using (var left = new CountdownEvent(50))
        {
            for (int i = 1; i <= 50; i++)
                ThreadPool.QueueUserWorkItem(state => { Interlocked.Add(ref sum, (int)state); left.Signal(); }, i);
            left.Wait();
        }
        Console.WriteLine(sum);
        var order = new System.Text.StringBuilder();
        var done = new ManualResetEvent(false);
        ThreadPool.QueueUserWorkItem(s =>
        {
            order.Append("outer ");
            ThreadPool.QueueUserWorkItem(t => { order.Append("inner "); done.Set(); });
        });
        done.WaitOne();
        Console.WriteLine(order);

        var signal = new AutoResetEvent(false);
        var fired = new ManualResetEvent(false);
        RegisteredWaitHandle handle = ThreadPool.RegisterWaitForSingleObject(signal, (state, timedOut) =>
        {
            Console.WriteLine("{0} {1}", state, timedOut);
            fired.Set();
        }, "registered", Timeout.Infinite, true);
        signal.Set();
        fired.WaitOne();
        handle.Unregister(null);
        fired.Reset();
        handle = ThreadPool.RegisterWaitForSingleObject(signal, (state, timedOut) =>
        {
            Console.WriteLine("{0} {1}", state, timedOut);
            fired.Set();
        }, "too late", 30, true);
        fired.WaitOne();
        handle.Unregister(null);

        int workers, ports;
        ThreadPool.GetMaxThreads(out workers, out ports);
        Console.WriteLine("{0} {1}", workers > 0, ports > 0);
        ThreadPool.GetMinThreads(out workers, out ports);
        Console.WriteLine("{0} {1}", workers > 0, ports > 0);
        ThreadPool.GetAvailableThreads(out workers, out ports);
        Console.WriteLine(workers > 0);
        string caught = null;
        done.Reset();
        ThreadPool.UnsafeQueueUserWorkItem(s =>
        {
            try { throw new InvalidOperationException("in the pool"); }
            catch (InvalidOperationException e) { caught = e.Message; }
            finally { done.Set(); }
        }, null);
        done.WaitOne();
        Console.WriteLine(caught);
        try { ThreadPool.QueueUserWorkItem(null); } catch (ArgumentNullException e) { Console.WriteLine(e.ParamName); }
        return 0;
    }
}
