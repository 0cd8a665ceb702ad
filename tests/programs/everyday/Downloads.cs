// Downloads: async code as people write it: throttled work, retries, time-outs, progress, cancellation, async locals.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

class Transient : Exception { public Transient(string message) : base(message) { } }

class AsyncLazy<T>
{
    readonly Lazy<Task<T>> lazy;
    public AsyncLazy(Func<Task<T>> make) { lazy = new Lazy<Task<T>>(make); }
    public System.Runtime.CompilerServices.TaskAwaiter<T> GetAwaiter() => lazy.Value.GetAwaiter();
}

class Now : IProgress<double>
{
    public readonly List<string> Seen = new List<string>();
    public void Report(double value) => Seen.Add(value.ToString("P0"));
}

class Downloads
{
    static readonly AsyncLocal<string> context = new AsyncLocal<string>();
    static int running, most;

    static async Task<string> Get(string url, int failures, CancellationToken cancel)
    {
        most = Math.Max(most, Interlocked.Increment(ref running));
        try
        {
            await Task.Delay(url.Length, cancel);
            if (failures > 0)
                throw new Transient($"{url} failed, {failures} to go");
            if (url.Contains("missing"))
                throw new FileNotFoundException("no " + url, url);
            return url.ToUpperInvariant() + " in " + context.Value;
        }
        finally
        {
            Interlocked.Decrement(ref running);
            await Task.Yield();
        }
    }

    static async Task<T> Retry<T>(Func<int, Task<T>> work, int tries)
    {
        List<Exception> failures = new List<Exception>();
        for (int i = 0; i < tries; i++)
        {
            try { return await work(i).ConfigureAwait(false); }
            catch (Transient e) when (i < tries - 1) { failures.Add(e); await Task.Delay(1); }
            catch (Transient e) { failures.Add(e); throw new AggregateException("gave up", failures); }
        }
        return default(T);
    }

    static async Task<List<string>> All(IEnumerable<string> urls, int atOnce, IProgress<double> progress, CancellationToken cancel)
    {
        SemaphoreSlim gate = new SemaphoreSlim(atOnce);
        int done = 0, count = urls.Count();
        return (await Task.WhenAll(urls.Select(async (url, i) =>
        {
            await gate.WaitAsync(cancel);
            try
            {
                context.Value = "task" + i;
                string text = await Retry(n => Get(url, i % 3 - n, cancel), 3);
                lock (progress)
                    progress.Report((double)++done / count);
                return text;
            }
            finally { gate.Release(); }
        }))).ToList();
    }

    static async Task<T> Within<T>(Task<T> work, int ms)
    {
        using (CancellationTokenSource stop = new CancellationTokenSource())
        {
            if (await Task.WhenAny(work, Task.Delay(ms, stop.Token)) != work)
                throw new TimeoutException($"more than {ms} ms");
            stop.Cancel();
            return await work;
        }
    }

    static async ValueTask<int> Cached(Dictionary<int, int> cache, int n)
    {
        if (cache.TryGetValue(n, out int known))
            return known;
        await Task.Yield();
        return cache[n] = n < 2 ? n : await Cached(cache, n - 1) + await Cached(cache, n - 2);
    }

    static async Task Queue()
    {
        BlockingCollection<int> queue = new BlockingCollection<int>();
        TaskCompletionSource<int> total = new TaskCompletionSource<int>();
        Task consumer = Task.Run(() =>
        {
            int sum = 0;
            foreach (int i in queue.GetConsumingEnumerable())
                sum += i;
            total.SetResult(sum);
        });
        for (int i = 1; i <= 10; i++)
            queue.Add(i * i);
        queue.CompleteAdding();
        Console.WriteLine("sum {0} {1}", await total.Task, total.TrySetResult(0));
        await consumer;
    }

    static async Task Failing(List<string> steps)
    {
        try { await Task.WhenAll(Task.FromException(new Transient("a")), Task.Run(() => { throw new IOException("b"); }), Task.CompletedTask); }
        catch (Exception e) { steps.Add(e.Message); }
        Task all = Task.WhenAll(Task.FromException(new Transient("c")), Task.FromException(new Transient("d")));
        try { await all; }
        catch { steps.Add(string.Join("+", all.Exception.InnerExceptions.Select(x => x.Message))); }
        await Task.Run(() => { }).ContinueWith(t => steps.Add("continued " + t.Status));
        await Task.FromCanceled(new CancellationToken(true)).ContinueWith(t => steps.Add("cancelled " + t.IsCanceled), TaskContinuationOptions.OnlyOnCanceled);
    }

    static async Task<int> MainAsync()
    {
        Now progress = new Now();
        string[] urls = { "one", "two", "three", "four", "five", "six", "seven" };
        Console.WriteLine(string.Join("\n", await All(urls, 2, progress, CancellationToken.None)));
        Console.WriteLine("{0}; at most {1}", string.Join(" ", progress.Seen), most <= 2);
        Console.WriteLine("context {0}", context.Value ?? "none");
        try { await All(new[] { "a", "missing", "b" }, 3, progress, CancellationToken.None); }
        catch (FileNotFoundException e) { Console.WriteLine("{0} {1}", e.Message, e.FileName); }
        try { await Retry(n => Task.FromException<int>(new Transient("try " + n)), 2); }
        catch (AggregateException e) { Console.WriteLine(string.Join(", ", e.InnerExceptions.Select(i => i.Message))); }
        try { await Within(Task.Delay(5000).ContinueWith(t => 1), 5); }
        catch (TimeoutException e) { Console.WriteLine(e.Message); }
        Console.WriteLine(await Within(Task.FromResult(7), 5000));
        CancellationTokenSource soon = new CancellationTokenSource(10);
        try { await Get(new string('x', 60000), 0, soon.Token); }
        catch (OperationCanceledException e) { Console.WriteLine("{0} {1}", e.GetType().Name, e.CancellationToken == soon.Token); }
        Dictionary<int, int> cache = new Dictionary<int, int>();
        Console.WriteLine("{0} {1}", await Cached(cache, 20), cache.Count);
        int made = 0;
        AsyncLazy<int> lazy = new AsyncLazy<int>(async () => { await Task.Delay(1); return ++made; });
        Console.WriteLine("{0} {1} {2}", await lazy, await lazy, made);
        await Queue();
        List<string> steps = new List<string>();
        await Failing(steps);
        Console.WriteLine(string.Join("; ", steps));
        Func<Task> lambda = async () => { await Task.Delay(1); throw new Transient("from a lambda"); };
        Task failed = lambda();
        while (!failed.IsCompleted)
            await Task.Delay(1);
        Console.WriteLine("{0} {1}", failed.Status, failed.Exception.InnerException.Message);
        return 3;
    }

    static int Main() => MainAsync().GetAwaiter().GetResult();
}
