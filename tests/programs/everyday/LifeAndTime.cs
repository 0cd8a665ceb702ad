// LifeAndTime: iterators in anger: the game of life, lazy primes, trees walked by recursion, clean-up, permutations.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

struct Cell : IEquatable<Cell>
{
    public readonly int X, Y;
    public Cell(int x, int y) { X = x; Y = y; }
    public bool Equals(Cell other) => X == other.X && Y == other.Y;
    public override int GetHashCode() => X * 397 ^ Y;
    public IEnumerable<Cell> Around() { for (int dx = -1; dx <= 1; dx++) for (int dy = -1; dy <= 1; dy++) if (dx != 0 || dy != 0) yield return new Cell(X + dx, Y + dy); }
}

class Tree<T> : IEnumerable<T> where T : IComparable<T>
{
    T value; Tree<T> left, right; bool full;
    public void Add(T item)
    {
        if (!full) { value = item; full = true; left = new Tree<T>(); right = new Tree<T>(); }
        else (item.CompareTo(value) < 0 ? left : right).Add(item);
    }
    public IEnumerator<T> GetEnumerator()
    {
        if (!full)
            yield break;
        foreach (T t in left) yield return t;
        yield return value;
        foreach (T t in right) yield return t;
    }
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    public int Depth => full ? 1 + Math.Max(left.Depth, right.Depth) : 0;
}

static class LifeAndTime
{
    static IEnumerable<HashSet<Cell>> Life(IEnumerable<Cell> start)
    {
        HashSet<Cell> alive = new HashSet<Cell>(start);
        while (alive.Count > 0)
        {
            yield return alive;
            alive = new HashSet<Cell>(alive.SelectMany(c => c.Around()).GroupBy(c => c).Where(g => g.Count() == 3 || g.Count() == 2 && alive.Contains(g.Key)).Select(g => g.Key));
        }
    }

    static IEnumerable<int> Primes() { List<int> found = new List<int>(); for (int n = 2; ; n++) if (found.TakeWhile(p => p * p <= n).All(p => n % p != 0)) { found.Add(n); yield return n; } }

    static IEnumerable<IEnumerable<T>> Permutations<T>(IList<T> items) =>
        items.Count == 0 ? new[] { Enumerable.Empty<T>() } : items.SelectMany((x, i) => Permutations(items.Where((_, j) => j != i).ToList()).Select(p => new[] { x }.Concat(p)));

    static IEnumerable<string> Guarded(List<string> log, int failAt)
    {
        try
        {
            log.Add("open");
            for (int i = 0; i < 3; i++)
            {
                try
                {
                    if (i == failAt)
                        throw new InvalidOperationException("at " + i);
                    yield return "item" + i;
                }
                finally { log.Add("inner" + i); }
            }
        }
        finally { log.Add("close"); }
    }

    static IEnumerable<Tuple<T, T>> Pairs<T>(this IEnumerable<T> items)
    {
        using (IEnumerator<T> e = items.GetEnumerator())
            if (e.MoveNext())
                for (T last = e.Current; e.MoveNext(); last = e.Current)
                    yield return Tuple.Create(last, e.Current);
    }

    static IEnumerable<List<T>> Chunks<T>(this IEnumerable<T> items, int size) { List<T> chunk = new List<T>(size); foreach (T t in items) { chunk.Add(t); if (chunk.Count == size) { yield return chunk; chunk = new List<T>(size); } } if (chunk.Count > 0) yield return chunk; }

    static IEnumerable<int> Hanoi(int n, int from, int to, int by) { if (n == 0) yield break; foreach (int m in Hanoi(n - 1, from, by, to)) yield return m; yield return from * 10 + to; foreach (int m in Hanoi(n - 1, by, to, from)) yield return m; }

    class Counter { int n; public Counter GetEnumerator() => this; public bool MoveNext() => ++n <= 3; public int Current => n * n; }

    static void Main()
    {
        Cell[] glider = { new Cell(1, 0), new Cell(2, 1), new Cell(0, 2), new Cell(1, 2), new Cell(2, 2) };
        foreach (HashSet<Cell> state in Life(glider).Take(9).Where((_, i) => i % 4 == 0))
            Console.WriteLine(string.Join("/", Enumerable.Range(0, 6).Select(y => new string(Enumerable.Range(0, 6).Select(x => state.Contains(new Cell(x, y)) ? '#' : '.').ToArray()))));
        Console.WriteLine("{0} {1}", Life(glider.Take(2)).Count(), Life(new[] { new Cell(0, 0), new Cell(1, 0), new Cell(2, 0) }).Skip(7).First().Max(c => c.Y));
        Console.WriteLine(string.Join(" ", Primes().Pairs().Where(p => p.Item2 - p.Item1 == 2).Take(8)) + " " + Primes().Skip(500).First());
        Tree<string> tree = new Tree<string>();
        foreach (string s in "the quick brown fox jumps over the lazy dog".Split(' '))
            tree.Add(s);
        Console.WriteLine("{0} {1} {2}", string.Join(" ", tree), tree.Depth, tree.Cast<object>().Count());
        Console.WriteLine(string.Join(" ", Permutations("abc".ToCharArray()).Select(p => string.Concat(p))) + " " + Permutations(new[] { 1, 2, 3, 4, 5 }).Count());
        for (int failAt = 0; failAt < 4; failAt++)
        {
            List<string> log = new List<string>();
            try { foreach (string s in Guarded(log, failAt)) { log.Add(s); if (failAt == 3 && s == "item1") break; } }
            catch (InvalidOperationException e) { log.Add(e.Message); }
            Console.WriteLine(string.Join(" ", log));
        }
        List<string> unopened = new List<string>();
        using (IEnumerator<string> e = Guarded(unopened, 9).GetEnumerator()) { }
        IEnumerable<string> twice = Guarded(unopened, 9);
        Console.WriteLine("{0} {1} {2} {3}", unopened.Count, twice.Count(), twice.Last(), unopened.Count);
        Console.WriteLine(string.Join(" | ", Enumerable.Range(1, 10).Chunks(4).Select(c => string.Join(",", c))) + " " + string.Join(" ", Hanoi(4, 1, 3, 2)));
        foreach (int n in new Counter())
            Console.Write(n + " ");
        List<int> changing = new List<int> { 1, 2, 3 };
        try { foreach (int i in changing) changing.Add(i); } catch (InvalidOperationException e) { Console.WriteLine(e.Message); }
        IEnumerator<string> reset = twice.GetEnumerator();
        try { reset.Reset(); } catch (NotSupportedException e) { Console.WriteLine(e.Message); }
        Console.WriteLine("{0} {1}", Enumerable.Range(0, 5).Aggregate("", (s, i) => s + i, s => s.Length), Enumerable.Repeat("ab", 3).SelectMany(s => s).Reverse().ToArray().Length);
    }
}
