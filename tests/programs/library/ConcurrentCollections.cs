// ConcurrentCollections: the concurrent collections and Lazy, used from one thread.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

class ConcurrentCollections
{
    static void Main()
    {
        ConcurrentDictionary<string, int> d = new ConcurrentDictionary<string, int>();
        Console.WriteLine("{0} {1}", d.TryAdd("a", 1), d.TryAdd("a", 2));
        Console.WriteLine("{0} {1}", d.GetOrAdd("b", k => k.Length * 10), d.GetOrAdd("b", 99));
        Console.WriteLine("{0} {1}", d.AddOrUpdate("a", 5, (k, v) => v + 100), d.AddOrUpdate("c", k => 7, (k, v) => v));
        Console.WriteLine("{0} {1}", d.TryUpdate("c", 8, 7), d.TryUpdate("c", 9, 7));
        int removed;
        Console.WriteLine("{0} {1} {2}", d.TryRemove("b", out removed), removed, d.TryRemove("b", out removed));
        Console.WriteLine(string.Join(" ", d.OrderBy(p => p.Key)));
        for (int i = 0; i < 1000; i++)
            d["k" + i] = i;
        Console.WriteLine("{0} {1} {2}", d.Count, d.Values.Sum(), d.ContainsKey("k500"));
        ConcurrentQueue<int> q = new ConcurrentQueue<int>(Enumerable.Range(0, 100));
        int item;
        q.Enqueue(100);
        Console.WriteLine("{0} {1} {2} {3}", q.TryDequeue(out item), item, q.TryPeek(out item), item);
        Console.WriteLine("{0} {1}", q.Count, q.Sum());
        while (q.TryDequeue(out item))
            ;
        Console.WriteLine("{0} {1}", q.IsEmpty, item);
        ConcurrentStack<int> s = new ConcurrentStack<int>();
        s.PushRange(new[] { 1, 2, 3, 4, 5 });
        int[] popped = new int[3];
        Console.WriteLine("{0} {1}", s.TryPopRange(popped), string.Join(",", popped));
        Console.WriteLine("{0} {1} {2}", s.TryPop(out item), item, string.Join(",", s));
        ConcurrentBag<string> bag = new ConcurrentBag<string> { "x", "y", "z" };
        string taken;
        Console.WriteLine("{0} {1} {2}", bag.TryTake(out taken), taken, bag.Count);
        BlockingCollection<int> blocking = new BlockingCollection<int>(3);
        Console.WriteLine("{0} {1} {2} {3}", blocking.TryAdd(1), blocking.TryAdd(2), blocking.TryAdd(3), blocking.TryAdd(4));
        blocking.CompleteAdding();
        Console.WriteLine(string.Join(",", blocking.GetConsumingEnumerable()));
        try
        {
            blocking.Add(5);
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine(blocking.IsCompleted);
        foreach (var part in Partitioner.Create(0, 10, 4).GetDynamicPartitions())
            Console.Write(part + " ");
        Console.WriteLine();
        int made = 0;
        Lazy<int> lazy = new Lazy<int>(() => ++made);
        Console.WriteLine("{0} {1} {2} {3}", lazy.IsValueCreated, lazy.Value, lazy.Value, lazy.IsValueCreated);
        Lazy<int> bad = new Lazy<int>(() => { made++; throw new Exception("no"); }, LazyThreadSafetyMode.ExecutionAndPublication);
        for (int i = 0; i < 2; i++)
            try
            {
                Console.WriteLine(bad.Value);
            }
            catch (Exception e)
            {
                Console.WriteLine(e.Message + " " + made);
            }
        Lazy<int> recursive = null;
        recursive = new Lazy<int>(() => recursive.Value);
        try
        {
            Console.WriteLine(recursive.Value);
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        ThreadLocal<List<int>> local = new ThreadLocal<List<int>>(() => new List<int> { 1 }, true);
        local.Value.Add(2);
        Console.WriteLine("{0} {1}", local.Value.Count, local.Values.Count);
        string target = null;
        LazyInitializer.EnsureInitialized(ref target, () => "made");
        Console.WriteLine(target);
    }
}
