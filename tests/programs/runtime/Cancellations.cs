// Cancellations: CancellationTokenSource: callbacks, timeouts, linked sources, delays and waits that are cancelled.
using System;
using System.Threading;
using System.Threading.Tasks;

public static class Cancellations
{
    public static int Main()
    {
        var source = new CancellationTokenSource();
        CancellationToken token = source.Token;
        token.Register(() => Console.WriteLine("first registered"));
        CancellationTokenRegistration gone = token.Register(() => Console.WriteLine("never"));
        token.Register(s => Console.WriteLine("state {0}", s), 5);
        gone.Dispose();
        Console.WriteLine("{0} {1}", token.IsCancellationRequested, token.CanBeCanceled);
        source.Cancel();
        Console.WriteLine(token.IsCancellationRequested);
        token.Register(() => Console.WriteLine("at once"));
        try { token.ThrowIfCancellationRequested(); } catch (OperationCanceledException e) {
            Console.WriteLine(e.CancellationToken == token); }
        Console.WriteLine("{0} {1}", CancellationToken.None.CanBeCanceled, token.WaitHandle.WaitOne(0));

        var timed = new CancellationTokenSource(40);
        try { Task.Delay(10000, timed.Token).Wait(); }
        catch (AggregateException e) { Console.WriteLine(e.InnerException.GetType()); }
        timed = new CancellationTokenSource();
        timed.CancelAfter(TimeSpan.FromMilliseconds(30));
        Console.WriteLine(timed.Token.WaitHandle.WaitOne(10000));
        var a = new CancellationTokenSource();
        var b = new CancellationTokenSource();
        CancellationTokenSource linked = CancellationTokenSource.CreateLinkedTokenSource(a.Token, b.Token);
        b.Cancel();
        Console.WriteLine("{0} {1}", linked.IsCancellationRequested, a.IsCancellationRequested);

        var wait = new CancellationTokenSource(30);
        var slim = new ManualResetEventSlim();
        try { slim.Wait(wait.Token); } catch (OperationCanceledException) { Console.WriteLine("wait cancelled"); }
        var semaphore = new SemaphoreSlim(0);
        wait = new CancellationTokenSource(30);
        try { semaphore.WaitAsync(wait.Token).Wait(); } catch (AggregateException e) {
            Console.WriteLine(e.InnerException.GetType()); }

        var loop = new CancellationTokenSource();
        int rounds = 0;
        Task work = Task.Run(async () =>
        {
            while (true)
            {
                loop.Token.ThrowIfCancellationRequested();
                await Task.Delay(1);
                if (++rounds == 10)
                    loop.Cancel();
            }
        });
        try { work.Wait(); } catch (AggregateException e) { Console.WriteLine("{0} {1}", e.InnerException.GetType(),
            work.Status); }
        Console.WriteLine(rounds);
        var throwing = new CancellationTokenSource();
        throwing.Token.Register(() => { throw new Exception("one"); });
        throwing.Token.Register(() => { throw new Exception("two"); });
        try { throwing.Cancel(); } catch (AggregateException e) { Console.WriteLine(e.InnerExceptions.Count); }
        source.Dispose();
        try { Console.WriteLine(source.Token); } catch (ObjectDisposedException) { Console.WriteLine("disposed"); }
        var asyncCancel = new CancellationTokenSource();
        Task<int> result = Wait(asyncCancel.Token);
        asyncCancel.Cancel();
        Console.WriteLine(result.Result);
        return 0;
    }

    static async Task<int> Wait(CancellationToken token)
    {
        try { await Task.Delay(-1, token); return 1; }
        catch (TaskCanceledException) { return 2; }
    }
}
