// Streams: System.Reactive: operators, subjects, timers, time windows, virtual time, errors, tasks; without threads of its own.
// references: System.Reactive System.Threading.Tasks.Extensions
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reactive;
using System.Reactive.Concurrency;
using System.Reactive.Disposables;
using System.Reactive.Linq;
using System.Reactive.Subjects;
using System.Threading.Tasks;

class Streams
{
    // Delay and the like start a thread on a scheduler that offers one; this one does not.
    static readonly IScheduler Pool = Scheduler.Default.DisableOptimizations(typeof(ISchedulerLongRunning));

    static void Show<T>(string name, IObservable<T> source)
    {
        Console.WriteLine(name + ": " + string.Join(" ", source.Materialize().ToEnumerable()));
    }

    static void Main()
    {
        Show("range", Observable.Range(1, 6).Where(x => x % 2 == 0).Select(x => x * x));
        Show("scan", Observable.Range(1, 5).Scan((a, b) => a + b));
        Show("zip", Observable.Range(1, 3).Zip(Observable.Repeat("r", 5), (a, b) => b + a));
        Show("group", Observable.Range(0, 7).GroupBy(x => x % 3).SelectMany(g => g.Sum().Select(s => g.Key + "=" + s)));
        Show("buffer", Observable.Range(0, 5).Buffer(2).Select(b => "[" + string.Join(",", b) + "]"));
        Show("error", Observable.Range(0, 3).Select(x => 4 / (2 - x)).Catch((DivideByZeroException e) => Observable.Return(-1)));
        Show("retry", Observable.Defer(() => --left > 0 ? Observable.Throw<int>(new Exception("left " + left)) : Observable.Return(left)).Retry(5));
        Show("thrown", Observable.Throw<int>(new InvalidOperationException("no")).StartWith(1).Select(x => x));
        Show("delay", Observable.Range(1, 3).Delay(TimeSpan.FromMilliseconds(5), Pool));
        Show("timer", Observable.Interval(TimeSpan.FromMilliseconds(2)).Take(4));
        Show("concat", Observable.Timer(TimeSpan.FromMilliseconds(3)).Concat(Observable.Return(9L)));
        Show("amb", Observable.Timer(TimeSpan.FromMinutes(1)).Amb(Observable.Return(5L)));
        Show("timeout", Observable.Never<int>().Timeout(TimeSpan.FromMilliseconds(5)).Catch((TimeoutException e) => Observable.Return(7)));
        Show("task", Observable.FromAsync(async () => { await Task.Delay(3); return "done"; }));
        Show("run", Observable.Start(() => 11, Pool).Merge(Observable.Start(() => 11, Pool)));
        var subject = new BehaviorSubject<int>(1);
        var seen = new List<string>();
        using (subject.DistinctUntilChanged().Subscribe(x => seen.Add(x.ToString()), () => seen.Add("end")))
        {
            subject.OnNext(1);
            subject.OnNext(2);
            subject.OnNext(2);
            subject.OnCompleted();
        }
        Console.WriteLine(string.Join(" ", seen));
        var shared = Observable.Range(1, 3).Do(x => Console.Write("<" + x + ">")).Publish();
        shared.Subscribe(x => Console.Write(x + "a "));
        shared.Subscribe(x => Console.Write(x + "b "));
        using (shared.Connect())
            Console.WriteLine();
        var clock = new HistoricalScheduler(new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.Zero));
        Observable.Interval(TimeSpan.FromHours(1), clock).Throttle(TimeSpan.FromMinutes(30), clock).Take(3)
            .Timestamp(clock).Subscribe(t => Console.WriteLine(t.Value + " at " + t.Timestamp.ToString("HH:mm")));
        clock.AdvanceBy(TimeSpan.FromHours(6));
        var replay = new ReplaySubject<string>(2);
        foreach (string s in new[] { "a", "b", "c" })
            replay.OnNext(s);
        replay.OnCompleted();
        Show("replay", replay);
        Console.WriteLine(Observable.Range(1, 100).Aggregate((a, b) => a + b).Wait());
        Console.WriteLine(Wait().Result);
    }

    static int left = 3;

    static async Task<string> Wait()
    {
        long last = await Observable.Interval(TimeSpan.FromMilliseconds(1)).Take(3).Delay(TimeSpan.FromMilliseconds(2), Pool);
        return "last " + last;
    }
}
