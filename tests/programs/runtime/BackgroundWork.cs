// BackgroundWork: BackgroundWorker and Progress over a SynchronizationContext that queues; contexts and awaits.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Threading;
using System.Threading.Tasks;

// Runs what is posted to it when it is told to.
public class QueueContext : SynchronizationContext
{
    readonly Queue<KeyValuePair<SendOrPostCallback, object>> queue = new Queue<KeyValuePair<SendOrPostCallback,
        object>>();
    public int Posted;

    public override void Post(SendOrPostCallback d, object state)
    {
        lock (queue)
        {
            Posted++;
            queue.Enqueue(new KeyValuePair<SendOrPostCallback, object>(d, state));
            Monitor.PulseAll(queue);
        }
    }

    public override void Send(SendOrPostCallback d, object state) { d(state); }

    public void RunUntil(Func<bool> done)
    {
        while (!done())
        {
            KeyValuePair<SendOrPostCallback, object> item;
            lock (queue)
            {
                while (queue.Count == 0)
                    Monitor.Wait(queue);
                item = queue.Dequeue();
            }
            item.Key(item.Value);
        }
    }
}

public static class BackgroundWork
{
    static async Task Steps(List<string> log)
    {
        log.Add("start");
        await Task.Delay(1);
        log.Add("on context " + (SynchronizationContext.Current is QueueContext));
        await Task.Delay(1).ConfigureAwait(false);
        log.Add("off context " + (SynchronizationContext.Current == null));
    }

    public static int Main()
    {
        var context = new QueueContext();
        SynchronizationContext.SetSynchronizationContext(context);
        var worker = new BackgroundWorker { WorkerReportsProgress = true, WorkerSupportsCancellation = true };
        bool finished = false;
        worker.DoWork += (s, e) =>
        {
            for (int i = 1; i <= 3; i++)
                worker.ReportProgress(i * 10, "step " + i);
            e.Result = (int)e.Argument * 2;
        };
        worker.ProgressChanged += (s, e) => Console.WriteLine("{0}% {1}", e.ProgressPercentage, e.UserState);
        worker.RunWorkerCompleted += (s, e) => { Console.WriteLine("{0} {1} {2}", e.Result, e.Error == null,
            e.Cancelled); finished = true; };
        worker.RunWorkerAsync(21);
        Console.WriteLine(worker.IsBusy);
        context.RunUntil(() => finished);
        Console.WriteLine(worker.IsBusy);

        var failing = new BackgroundWorker();
        finished = false;
        failing.DoWork += (s, e) => { throw new InvalidOperationException("broken"); };
        failing.RunWorkerCompleted += (s, e) => { Console.WriteLine(e.Error.Message); finished = true; };
        failing.RunWorkerAsync();
        context.RunUntil(() => finished);

        var log = new List<string>();
        Task steps = Steps(log);
        context.RunUntil(() => log.Count >= 2);
        SynchronizationContext.SetSynchronizationContext(null);
        steps.Wait();
        Console.WriteLine(string.Join("; ", log));

        SynchronizationContext.SetSynchronizationContext(context);
        var reported = new List<int>();
        IProgress<int> progress = new Progress<int>(v => reported.Add(v));
        SynchronizationContext.SetSynchronizationContext(null);
        Task.Run(() => { for (int i = 0; i < 3; i++) progress.Report(i); }).Wait();
        context.RunUntil(() => reported.Count == 3);
        Console.WriteLine(string.Join(",", reported));
        TaskScheduler scheduler;
        SynchronizationContext.SetSynchronizationContext(context);
        scheduler = TaskScheduler.FromCurrentSynchronizationContext();
        bool ran = false;
        Task.Factory.StartNew(() => ran = true, CancellationToken.None, TaskCreationOptions.None, scheduler);
        Console.WriteLine(ran);
        context.RunUntil(() => ran);
        Console.WriteLine("{0} {1}", ran, scheduler.MaximumConcurrencyLevel);
        return 0;
    }
}
