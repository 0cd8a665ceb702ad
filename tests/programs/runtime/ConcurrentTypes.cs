// ConcurrentTypes: concurrent collections, BlockingCollection, reader-writer locks, spin locks, Lazy, Interlocked,
// Volatile.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

public static class ConcurrentTypes
{
    public static int Main()
    {
        var queue = new BlockingCollection<int>(3);
        Task producer = Task.Run(async () =>
        {
            for (int i = 1; i <= 9; i++)
            {
                while (!queue.TryAdd(i))
                    await Task.Delay(1);
                if (i % 4 == 0)
                    await Task.Delay(1);
            }
            queue.CompleteAdding();
        });
        Console.WriteLine(string.Join(" ", queue.GetConsumingEnumerable()));
        producer.Wait();
        Console.WriteLine("{0} {1}", queue.IsCompleted, queue.TryTake(out int none));
        try { queue.Add(1); } catch (InvalidOperationException e) { Console.WriteLine(e.GetType()); }
        using (var empty = new BlockingCollection<string>())
            Console.WriteLine(empty.TryTake(out string s, 20));

        var map = new ConcurrentDictionary<string, int>();
        Task.WaitAll(Enumerable.Range(0, 20).Select(i => Task.Run(() => map.AddOrUpdate("k" + i % 3, 1, (k, v) => v +
            1))).ToArray());
        Console.WriteLine(string.Join(" ", map.OrderBy(p => p.Key).Select(p => p.Key + "=" + p.Value)));
        Console.WriteLine("{0} {1}", map.GetOrAdd("new", k => k.Length), map.TryRemove("k0",
            out int removed) ? removed : -1);
        var stack = new ConcurrentStack<int>(new[] { 1, 2, 3 });
        stack.TryPop(out int top);
        var fifo = new ConcurrentQueue<int>(new[] { 4, 5 });
        fifo.TryDequeue(out int first);
        Console.WriteLine("{0} {1} {2}", top, first, fifo.Count);

        var rw = new ReaderWriterLockSlim(LockRecursionPolicy.SupportsRecursion);
        rw.EnterReadLock();
        Console.WriteLine("{0} {1}", rw.IsReadLockHeld, rw.CurrentReadCount);
        rw.ExitReadLock();
        rw.EnterUpgradeableReadLock();
        rw.EnterWriteLock();
        Console.WriteLine("{0} {1}", rw.IsWriteLockHeld, rw.IsUpgradeableReadLockHeld);
        rw.ExitWriteLock();
        rw.ExitUpgradeableReadLock();
        try { rw.ExitWriteLock(); } catch (SynchronizationLockException e) { Console.WriteLine(e.GetType()); }
        var spin = new SpinLock(true);
        bool taken = false;
        spin.Enter(ref taken);
        Console.WriteLine("{0} {1}", taken, spin.IsHeldByCurrentThread);
        spin.Exit();
        int made = 0;
        var lazy = new Lazy<int>(() => ++made);
        Console.WriteLine("{0} {1} {2} {3}", lazy.IsValueCreated, lazy.Value, lazy.Value, made);
        var failing = new Lazy<int>(() => { throw new FormatException("lazy"); });
        for (int i = 0; i < 2; i++)
            try { Console.WriteLine(failing.Value); } catch (FormatException e) { Console.WriteLine(e.Message); }
        string target = null;
        Console.WriteLine(LazyInitializer.EnsureInitialized(ref target, () => "init"));
        int number = 5;
        long wide = 1L << 40;
        Console.WriteLine("{0} {1} {2} {3}", Interlocked.Increment(ref number), Interlocked.Add(ref wide, -1),
            Interlocked.CompareExchange(ref number, 100, 6), Interlocked.Exchange(ref number, 7));
        Console.WriteLine("{0} {1}", Volatile.Read(ref number), Interlocked.Read(ref wide));
        int total = 0;
        Task.WaitAll(Enumerable.Range(0, 50).Select(i => Task.Run(() => { for (int j = 0; j < 100;
            j++) Interlocked.Increment(ref total); })).ToArray());
        Console.WriteLine(total);
        return 0;
    }
}
