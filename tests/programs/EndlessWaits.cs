// EndlessWaits: waits that nothing can end. On one thread each is an exception that says so; on mono they hang.
using System;
using System.Collections.Concurrent;
using System.Threading;
using System.Threading.Tasks;

public static class EndlessWaits
{
    static int number;

    static void Try(Action wait)
    {
        number++;
        try
        {
            wait();
            Console.WriteLine("{0} ended", number);
        }
        catch (Exception e)
        {
            Exception inner = e is AggregateException ? e.InnerException : e;
            Console.WriteLine("{0} {1} {2}", number, inner.GetType(),
                inner.Message.StartsWith("This wait can never end"));
        }
    }

    public static int Main()
    {
        Try(() => new ManualResetEvent(false).WaitOne());
        Try(() => new Semaphore(0, 1).WaitOne());
        Try(() => new SemaphoreSlim(0).Wait());
        Try(() => new TaskCompletionSource<int>().Task.Wait());
        Try(() => { object o = new object(); lock (o) Monitor.Wait(o); });
        Try(() => Thread.Sleep(Timeout.Infinite));
        Try(() => Thread.CurrentThread.Join());
        Try(() => new BlockingCollection<int>().Take());
        Try(() => new CountdownEvent(1).Wait());
        Try(() => new Barrier(2).SignalAndWait());
        Try(() => Task.Delay(-1).Wait());
        Try(() => Task.Run(() => new ManualResetEvent(false).WaitOne()).Wait());
        // two that take turns: the one below on the stack cannot go on
        Try(() =>
        {
            using (var barrier = new Barrier(2))
            {
                Task.Run(() => { for (int i = 0; i < 3; i++) barrier.SignalAndWait(); });
                for (int i = 0; i < 3; i++)
                    barrier.SignalAndWait();
            }
        });
        Try(() => WaitHandle.WaitAll(new WaitHandle[] { new AutoResetEvent(true), new AutoResetEvent(false) }));
        return 0;
    }
}
