// TaskRuns: Task.Run and TaskFactory: results, continuations, states, exceptions, children, long-running tasks,
// sources.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

public static class TaskRuns
{
    static int Work(int n)
    {
        int sum = 0;
        for (int i = 0; i <= n; i++)
            sum += i;
        return sum;
    }

    public static int Main()
    {
        Task<int> a = Task.Run(() => Work(100));
        Console.WriteLine("{0} {1}", a.Result, a.Status);
        Task<int>[] many = Enumerable.Range(0, 20).Select(i => Task.Run(() => Work(i))).ToArray();
        Task.WaitAll(many);
        Console.WriteLine(string.Join(" ", many.Select(t => t.Result)));
        Console.WriteLine(Task.Run(async () => { await Task.Delay(1); return "unwrapped"; }).Result);

        Task<string> chain = Task.Run(() => 5).ContinueWith(t => t.Result + 1).ContinueWith(t => "chain " + t.Result);
        Console.WriteLine(chain.Result);
        Task failing = Task.Run(() => { throw new ArgumentException("bad"); });
        try { failing.Wait(); } catch (AggregateException e) { Console.WriteLine(e.InnerException.GetType()); }
        Console.WriteLine("{0} {1}", failing.Status, failing.IsFaulted);
        Console.WriteLine(failing.ContinueWith(t => "on fault: " + t.Exception.InnerException.Message,
            TaskContinuationOptions.OnlyOnFaulted).Result);
        Task skipped = failing.ContinueWith(t => Console.WriteLine("never"),
            TaskContinuationOptions.OnlyOnRanToCompletion);
        try { skipped.Wait(); } catch (AggregateException e) { Console.WriteLine(e.InnerException.GetType()); }

        var cancel = new CancellationTokenSource();
        cancel.Cancel();
        Task cancelled = Task.Run(() => Console.WriteLine("never"), cancel.Token);
        try { cancelled.Wait(); } catch (AggregateException e) { Console.WriteLine("{0} {1}",
            e.InnerException.GetType(), cancelled.Status); }

        Task parent = Task.Factory.StartNew(() =>
        {
            for (int i = 0; i < 3; i++)
                Task.Factory.StartNew(() => Thread.Sleep(1), TaskCreationOptions.AttachedToParent);
        });
        parent.Wait();
        Console.WriteLine(parent.Status);
        Task<int> wordy = Task.Factory.StartNew(s => ((string)s).Length, "state", CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        Console.WriteLine("{0} {1}", wordy.Result, wordy.AsyncState);
        var cold = new Task<int>(() => 9);
        Console.WriteLine(cold.Status);
        cold.Start();
        Console.WriteLine(cold.Result);
        var sync = new Task(() => Console.WriteLine("here"));
        sync.RunSynchronously();

        Task<int> any = Task.Factory.ContinueWhenAll(many, done => done.Length);
        Console.WriteLine(any.Result);
        var source = new TaskCompletionSource<int>();
        Task after = source.Task.ContinueWith(t => Console.WriteLine("source gave {0}", t.Result));
        Task.Run(() => source.SetResult(11));
        after.Wait();
        source = new TaskCompletionSource<int>();
        source.SetException(new Exception("set"));
        try { source.Task.Wait(); } catch (AggregateException e) {
            Console.WriteLine(e.Flatten().InnerException.Message); }
        Console.WriteLine(source.TrySetResult(1));
        try { Task.Run(() => { Task.Run(() => { throw new Exception("inner"); }).Wait(); }).Wait(); }
        catch (AggregateException e) { Console.WriteLine("{0} {1}", e.InnerException.GetType(),
            e.Flatten().InnerExceptions.Count); }
        int index = Task.WaitAny(Task.Delay(5000), Task.Run(() => 1));
        Console.WriteLine(index);
        Console.WriteLine("{0} {1}", Task.CurrentId == null, Task.Run(() => Task.CurrentId != null).Result);
        return 0;
    }
}
