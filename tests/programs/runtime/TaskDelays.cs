// TaskDelays: async methods that wait with Task.Delay: order by time, WhenAll, WhenAny, results, exceptions, nesting.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

public static class TaskDelays
{
    static readonly List<string> log = new List<string>();

    static async Task<int> After(int milliseconds, string name)
    {
        await Task.Delay(milliseconds);
        lock (log)
            log.Add(name);
        return milliseconds;
    }

    static async Task<int> Fails(int milliseconds)
    {
        await Task.Delay(milliseconds);
        throw new InvalidOperationException("after " + milliseconds);
    }

    static async Task<string> Nested(int depth)
    {
        if (depth == 0)
        {
            await Task.Yield();
            return "bottom";
        }
        string inner = await Nested(depth - 1);
        await Task.Delay(1);
        return depth + " " + inner;
    }

    static async Task All()
    {
        Task<int> slow = After(300, "slow"), fast = After(20, "fast"), middle = After(150, "middle");
        int[] times = await Task.WhenAll(slow, fast, middle);
        Console.WriteLine("{0}: {1}", string.Join(",", times), string.Join(" ", log));
        Task<int> first = await Task.WhenAny(After(400, "never mind"), After(10, "first"));
        Console.WriteLine(await first);
        try
        {
            await Task.WhenAll(Fails(30), Fails(10), After(5, "fine"));
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        Task both = Task.WhenAll(Fails(30), Fails(10));
        try { await both; } catch (InvalidOperationException) { }
        Console.WriteLine(string.Join(";", both.Exception.InnerExceptions.Select(e => e.Message)));
        Console.WriteLine(await Nested(4));
        try
        {
            await After(1, "x");
            try { await Fails(1); }
            finally { Console.WriteLine("finally"); }
        }
        catch (Exception e) when (e.Message.EndsWith("1"))
        {
            await Task.Delay(1);
            Console.WriteLine("caught after an await");
        }
    }

    static async void Fire(TaskCompletionSource<string> done)
    {
        for (int i = 0; i < 3; i++)
            await Task.Delay(2);
        done.SetResult("async void is done");
    }

    static async Task<int> Sum(IEnumerable<Task<int>> tasks)
    {
        int sum = 0;
        foreach (Task<int> task in tasks)
            sum += await task;
        return sum;
    }

    public static int Main()
    {
        All().Wait();
        var done = new TaskCompletionSource<string>();
        Fire(done);
        Console.WriteLine(done.Task.Result);
        Console.WriteLine(Sum(Enumerable.Range(1, 10).Select(i => After(i, "s"))).Result);
        Func<Task<int>> lambda = async () => { await Task.Delay(1); return 7; };
        Console.WriteLine(lambda().GetAwaiter().GetResult());
        Task<int> completed = Task.FromResult(3);
        Console.WriteLine("{0} {1}", completed.IsCompleted, completed.ContinueWith(t => t.Result * 2).Result);
        Console.WriteLine(Task.Delay(20).Wait(2000));
        Console.WriteLine(Task.Delay(5000).Wait(20));
        try { Fails(1).Wait(); } catch (AggregateException e) { Console.WriteLine(e.InnerException.Message); }
        return 0;
    }
}
