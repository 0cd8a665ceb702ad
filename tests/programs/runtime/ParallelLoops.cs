// ParallelLoops: Parallel.For, ForEach, Invoke and PLINQ: results do not depend on how many threads there are.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

public static class ParallelLoops
{
    public static int Main()
    {
        var squares = new int[100];
        ParallelLoopResult result = Parallel.For(0, 100, i => squares[i] = i * i);
        Console.WriteLine("{0} {1}", squares.Sum(), result.IsCompleted);
        long total = 0;
        Parallel.For(0L, 1000L, () => 0L, (i, state, local) => local + i, local => Interlocked.Add(ref total, local));
        Console.WriteLine(total);
        var seen = new ConcurrentBag<string>();
        Parallel.ForEach(new[] { "a", "b", "c", "d" }, new ParallelOptions { MaxDegreeOfParallelism = 2 },
            s => seen.Add(s + s));
        Console.WriteLine(string.Join(" ", seen.OrderBy(s => s)));
        int ran = 0;
        Parallel.Invoke(() => Interlocked.Add(ref ran, 1), () => Interlocked.Add(ref ran, 10),
            () => Interlocked.Add(ref ran, 100));
        Console.WriteLine(ran);
        result = Parallel.For(0, 1000, new ParallelOptions { MaxDegreeOfParallelism = 1 }, (i, state) => {
            if (i == 10) state.Break(); });
        Console.WriteLine("{0} {1}", result.IsCompleted, result.LowestBreakIteration);
        try
        {
            Parallel.ForEach(Enumerable.Range(0, 5), new ParallelOptions { MaxDegreeOfParallelism = 1 },
                i => { if (i == 3) throw new FormatException("three"); });
        }
        catch (AggregateException e) { Console.WriteLine(e.InnerException.Message); }
        var cancel = new CancellationTokenSource();
        cancel.Cancel();
        try { Parallel.For(0, 10, new ParallelOptions { CancellationToken = cancel.Token }, i => { }); }
        catch (OperationCanceledException) { Console.WriteLine("cancelled"); }

        var numbers = Enumerable.Range(1, 2000);
        Console.WriteLine(numbers.AsParallel().Where(n => n % 3 == 0).Select(n => (long)n * n).Sum());
        Console.WriteLine(string.Join(" ", numbers.AsParallel().AsOrdered().Where(n => n % 331 == 0).Select(n => n +
            1)));
        Console.WriteLine(string.Join(" ",
            numbers.AsParallel().GroupBy(n => n % 4).OrderBy(g => g.Key).Select(g => g.Key + ":" + g.Count())));
        Console.WriteLine(numbers.AsParallel().Aggregate(0, (a, n) => a ^ n, (a, b) => a ^ b, a => a));
        Console.WriteLine(numbers.AsParallel().Join(numbers.Where(n => n > 1990).AsParallel(), n => n, n => n, (a,
            b) => a + b).Sum());
        Console.WriteLine("{0} {1} {2}", numbers.AsParallel().Max(), numbers.AsParallel().Any(n => n == 77),
            numbers.AsParallel().All(n => n > 0));
        var sum = 0;
        numbers.AsParallel().ForAll(n => Interlocked.Add(ref sum, n));
        Console.WriteLine(sum);
        try { numbers.AsParallel().Select(n => 10 / (n - 5)).ToArray(); }
        catch (AggregateException e) { Console.WriteLine(e.InnerExceptions[0].GetType()); }
        Console.WriteLine(string.Join(",", ParallelEnumerable.Range(5, 5).OrderByDescending(n => n).Take(3)));
        var partitioned = new ConcurrentDictionary<int, int>();
        Parallel.ForEach(Partitioner.Create(0, 100, 10), range => partitioned[range.Item1] = range.Item2);
        Console.WriteLine(string.Join(" ", partitioned.Keys.OrderBy(k => k)));
        return 0;
    }
}
