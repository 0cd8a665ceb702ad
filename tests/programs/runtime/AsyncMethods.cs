// AsyncMethods: async methods that complete synchronously: results, exceptions, finally, loops, generic, void-like
// Task, lambdas.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

struct Ready : INotifyCompletion
{
    public int Value;

    public bool IsCompleted => true;

    public int GetResult() => Value;

    public void OnCompleted(Action a) => throw new InvalidOperationException();

    public Ready GetAwaiter() => this;
}

class Manual : INotifyCompletion
{
    Action continuation;
    int value;

    public bool IsCompleted => false;

    public int GetResult() => value;

    public void OnCompleted(Action a) => continuation = a;

    public Manual GetAwaiter() => this;

    public void Complete(int v)
    {
        value = v;
        Action a = continuation;
        continuation = null;
        a();
    }
}

static class AsyncMethods
{
    static async Task<int> Add(int a, int b)
    {
        int x = await Task.FromResult(a);
        return x + await Task.FromResult(b);
    }

    static async Task<string> Fail(string s)
    {
        await Task.CompletedTask;
        throw new InvalidOperationException(s);
    }

    static async Task<int> WithFinally(bool fail)
    {
        try
        {
            Console.WriteLine("in try");
            if (fail)
                await Fail("failing");
            return await Add(1, 1);
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine("caught " + e.Message);
            return await Add(-1, -1);
        }
        finally
        {
            await Task.CompletedTask;
            Console.WriteLine("in finally");
        }
    }

    static async Task<long> Loop(int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
        {
            sum += await Add(i, 1);
            if (i % 100 == 0)
                sum += await new Ready { Value = 1000 };
        }
        return sum;
    }

    static async Task<T> Generic<T>(T x)
    {
        T y = await Task.FromResult(x);
        return y;
    }

    static async Task Nothing(List<string> log)
    {
        log.Add("nothing");
        await Task.CompletedTask;
        log.Add("after");
    }

    static async Task Stepwise(Manual m, List<string> log)
    {
        log.Add("start");
        int a = await m;
        log.Add("a" + a);
        try
        {
            int b = await m;
            log.Add("b" + b);
            if (b < 0)
                throw new ArgumentException("negative");
        }
        finally
        {
            log.Add("finally");
        }
        log.Add("end");
    }

    static async void FireAndForget(List<string> log, Manual m)
    {
        log.Add("void start");
        await m;
        log.Add("void end");
    }

    static void Main()
    {
        Console.WriteLine(Add(3, 4).Result);
        Task<string> failed = Fail("message");
        Console.WriteLine($"{failed.IsFaulted} {failed.IsCompleted} {failed.Status} " +
            $"{failed.Exception.InnerException.Message}");
        try
        {
            failed.Wait();
        }
        catch (AggregateException e)
        {
            Console.WriteLine(e.InnerExceptions.Count + e.InnerException.GetType().Name);
        }
        try
        {
            failed.GetAwaiter().GetResult();
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine("unwrapped " + e.Message);
        }
        Console.WriteLine(WithFinally(false).Result);
        Console.WriteLine(WithFinally(true).Result);
        Console.WriteLine(Loop(1000).Result);
        Console.WriteLine(Generic("g").Result + Generic(5).Result + Generic((1, "x")).Result);
        var log = new List<string>();
        Nothing(log).Wait();
        Console.WriteLine(string.Join(",", log));
        foreach (int last in new[] { 5, -5 })
        {
            log.Clear();
            var m = new Manual();
            Task t = Stepwise(m, log);
            Console.WriteLine($"{t.IsCompleted} {string.Join(",", log)}");
            m.Complete(7);
            Console.WriteLine($"{t.IsCompleted} {string.Join(",", log)}");
            m.Complete(last);
            Console.WriteLine($"{t.IsCompleted} {t.Status} {string.Join(",", log)} " +
                $"{t.Exception?.InnerException.Message}");
        }
        log.Clear();
        var gate = new Manual();
        FireAndForget(log, gate);
        log.Add("main");
        gate.Complete(0);
        Console.WriteLine(string.Join(",", log));
        Func<int, Task<int>> twice = async x => await Add(x, x);
        Console.WriteLine(twice(21).Result);
        Console.WriteLine(Task.WhenAll(Enumerable.Range(1, 5).Select(i => Add(i, i * i))).Result.Sum());
        var source = new TaskCompletionSource<int>();
        Task<int> derived = source.Task.ContinueWith(x => x.Result * 2, TaskContinuationOptions.ExecuteSynchronously);
        source.SetResult(8);
        Console.WriteLine(derived.Result);
        var cancelled = new TaskCompletionSource<int>();
        cancelled.SetCanceled();
        Console.WriteLine($"{cancelled.Task.IsCanceled} {cancelled.Task.Status} {cancelled.TrySetResult(1)}");
        Console.WriteLine(Task.FromException<int>(new FormatException("f")).Exception.InnerException.Message);
    }
}
