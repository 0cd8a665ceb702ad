// LinqSequences: every operator that makes, cuts, zips, flattens, compares or folds sequences, with its failures.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

class LinqSequences
{
    static IEnumerable<int> Noisy(int n)
    {
        for (int i = 0; i < n; i++)
        {
            Console.Write("<{0}>", i);
            yield return i;
        }
    }

    static void Show<T>(string name, IEnumerable<T> items)
    {
        Console.WriteLine("{0}: {1}", name, string.Join(" ", items));
    }

    static void Fails<T>(string name, Func<T> f)
    {
        try
        {
            Console.WriteLine("{0}: {1}", name, f());
        }
        catch (Exception e)
        {
            Console.WriteLine("{0}: {1}: {2}", name, e.GetType().Name, e.Message);
        }
    }

    static void Main()
    {
        int[] a = { 3, 1, 4, 1, 5, 9, 2, 6 }, none = { };
        Show("distinct", a.Distinct());
        Show("union", a.Union(new[] { 9, 7, 8 }));
        Show("intersect", a.Intersect(new[] { 1, 9, 10 }));
        Show("except", a.Except(new[] { 1, 9 }));
        Show("concat", a.Concat(new[] { 0 }));
        Show("skip", a.Skip(6));
        Show("skipwhile", a.SkipWhile(i => i != 5));
        Show("takewhile", a.TakeWhile((v, i) => v > i));
        Show("zip", a.Zip("abc", (n, c) => n + "" + c));
        Show("selectmany", a.Take(3).SelectMany(n => Enumerable.Repeat(n, n), (n, m) => n * 10 + m));
        Show("selectmany index", new[] { "ab", "c" }.SelectMany((s, i) => s.Select(c => c + "" + i)));
        Show("append", a.Append(7).Prepend(0));
        Show("default", none.DefaultIfEmpty(5));
        Show("oftype", new object[] { 1, "x", 2.0, 3 }.OfType<int>());
        Show("cast", new ArrayList { 1, 2 }.Cast<int>());
        Show("reverse", a.Reverse<int>());
        Show("range", Enumerable.Range(-2, 5));
        Show("hashset", a.ToHashSet());
        Show("where index", a.Where((v, i) => i % 2 == 0));
        Console.WriteLine("{0} {1} {2} {3} {4}", a.Sum(), a.Average(), a.Min(), a.Max(), a.Count(i => i > 2));
        Console.WriteLine("{0} {1}", a.Aggregate((x, y) => x * 10 % 97 + y), a.Aggregate("", (s, i) => s + i, s => s.Length));
        Console.WriteLine("{0} {1} {2} {3}", a.Any(), none.Any(), a.All(i => i > 0), a.Contains(9));
        Console.WriteLine("{0} {1} {2} {3}", a.SequenceEqual(a.ToList()), a.LastOrDefault(i => i > 100), none.FirstOrDefault(), a.ElementAtOrDefault(50));
        Console.WriteLine("{0} {1}", new int?[] { 1, null, 3 }.Sum(), new int?[] { null }.Average().HasValue);
        Console.WriteLine("{0} {1}", new[] { 1.5f, 2.5f }.Sum(), new[] { 1.1m, 2.2m }.Average());
        Console.WriteLine("{0} {1}", new[] { "b", "a" }.Max(), new[] { double.NaN, 1 }.Min());
        Fails("first", () => none.First());
        Fails("single many", () => a.Single());
        Fails("single", () => a.Single(i => i == 9));
        Fails("single or default", () => a.SingleOrDefault(i => i == 1));
        Fails("elementat", () => a.ElementAt(99));
        Fails("max", () => none.Max());
        Fails("average", () => none.Average());
        Fails("aggregate", () => none.Aggregate((x, y) => x));
        Fails("cast", () => new object[] { "x" }.Cast<int>().Sum());
        Fails("null", () => ((IEnumerable<int>)null).Count());
        Fails("overflow", () => new[] { int.MaxValue, 1 }.Sum());
        Fails("range", () => Enumerable.Range(int.MaxValue, 2).Count());
        Fails("changed", () => { List<int> l = new List<int> { 1, 2 }; foreach (int i in l.Where(x => true)) l.Add(i); return 0; });
        Console.WriteLine(Noisy(10).Where(i => i % 2 == 1).Select(i => i * i).Take(2).Sum());
        var query = Noisy(3).Select(i => i + 1);
        Console.WriteLine("made");
        Console.WriteLine(query.First() + " " + query.Count());
        Console.WriteLine(Noisy(5).Any(i => i == 1));
        foreach (var chunk in Enumerable.Range(0, 10).Select((v, i) => new { v, i }).GroupBy(x => x.i / 4, x => x.v))
            Console.Write("[{0}]", string.Join(",", chunk));
        Console.WriteLine();
        Func<int, bool> prime = n => n > 1 && Enumerable.Range(2, (int)Math.Sqrt(n) - 1 < 0 ? 0 : (int)Math.Sqrt(n) - 1).All(d => n % d != 0);
        Show("primes", Enumerable.Range(0, 60).Where(prime));
        var pythagoras = from x in Enumerable.Range(1, 20) from y in Enumerable.Range(x, 21 - x) let z = Math.Sqrt(x * x + y * y) where z == (int)z && z <= 20 select x + "-" + y + "-" + z;
        Show("triples", pythagoras);
    }
}
