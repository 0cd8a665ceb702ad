// Timers: Task.Delay, Timer, CancellationTokenSource, continuations, WhenAll and WhenAny, exceptions of tasks, on one thread.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

class Timers
{
    static async Task<int> Later(int ms, int value)
    {
        await Task.Delay(ms);
        return value;
    }

    static async Task Fails()
    {
        await Task.Yield();
        throw new InvalidOperationException("later");
    }

    static async Task Run()
    {
        Console.WriteLine(string.Join(",", await Task.WhenAll(Later(30, 3), Later(10, 1), Later(20, 2))));
        Console.WriteLine((await Task.WhenAny(Later(200, 1), Later(5, 2))).Result);
        try
        {
            await Fails();
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        Task all = Task.WhenAll(Fails(), Fails());
        try
        {
            await all;
        }
        catch (InvalidOperationException)
        {
            Console.WriteLine("{0} {1}", all.Exception.InnerExceptions.Count, all.Status);
        }
        CancellationTokenSource cancel = new CancellationTokenSource(20);
        try
        {
            await Task.Delay(5000, cancel.Token);
        }
        catch (TaskCanceledException e)
        {
            Console.WriteLine(e.CancellationToken.IsCancellationRequested);
        }
        TaskCompletionSource<string> source = new TaskCompletionSource<string>();
        Task<string> upper = source.Task.ContinueWith(t => t.Result.ToUpperInvariant());
        source.SetResult("done");
        Console.WriteLine(await upper);
        Console.WriteLine(await Task.Run(() => Enumerable.Range(1, 100).Sum()));
        SemaphoreSlim gate = new SemaphoreSlim(1);
        List<int> order = new List<int>();
        await Task.WhenAll(Enumerable.Range(0, 4).Select(async i =>
        {
            await gate.WaitAsync();
            order.Add(i);
            await Task.Delay(1);
            gate.Release();
        }));
        Console.WriteLine(string.Join(",", order));
    }

    static void Main()
    {
        Run().Wait();
        int ticks = 0;
        ManualResetEvent done = new ManualResetEvent(false);
        using (Timer timer = new Timer(s => { if (++ticks == 3) done.Set(); }, null, 5, 5))
            Console.WriteLine("{0} {1}", done.WaitOne(5000), ticks >= 3);
        System.Timers.Timer old = new System.Timers.Timer(5) { AutoReset = false };
        AutoResetEvent fired = new AutoResetEvent(false);
        old.Elapsed += (s, e) => fired.Set();
        old.Start();
        Console.WriteLine(fired.WaitOne(5000));
        ThreadPool.QueueUserWorkItem(s => { Console.WriteLine("pool {0}", s); fired.Set(); }, 5);
        Console.WriteLine(fired.WaitOne(5000));
        Console.WriteLine(new AutoResetEvent(false).WaitOne(10));
        try
        {
            Task.Run(() => { throw new ArgumentException("in task"); }).Wait();
        }
        catch (AggregateException e)
        {
            Console.WriteLine(e.Flatten().InnerException.Message);
        }
        Console.WriteLine(Task.Factory.StartNew(() => 5).ContinueWith(t => t.Result * 2, TaskContinuationOptions.OnlyOnRanToCompletion).Result);
        int sum = 0;
        Parallel.For(0, 100, i => Interlocked.Add(ref sum, i));
        Console.WriteLine(sum);
        Console.WriteLine(Enumerable.Range(0, 1000).AsParallel().Where(i => i % 7 == 0).Count());
    }
}
