// LinqQueries: the operators of Enumerable and query syntax: lazy, ordered, grouped, joined, sets, aggregates,
// refusals.
using System;
using System.Collections.Generic;
using System.Linq;

class Person
{
    public string Name;
    public int Age;
    public string City;
}

static class LinqQueries
{
    static void Show<T>(string what, IEnumerable<T> all) => Console.WriteLine($"{what}: {string.Join(" ", all)}");

    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: {f() ?? "null"}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}");
        }
    }

    static void Main()
    {
        int[] n = { 5, 3, 8, 1, 9, 2, 8, 3 };
        string[] words = { "pear", "fig", "apple", "date", "cherry", "banana", "kiwi" };
        Person[] people =
        {
            new Person { Name = "Ann", Age = 30, City = "Oslo" }, new Person { Name = "Bob", Age = 25, City = "Rome" },
            new Person { Name = "Cid", Age = 30, City = "Rome" }, new Person { Name = "Dee", Age = 41, City = "Oslo" },
            new Person { Name = "Eve", Age = 25, City = "Bonn" },
        };
        Show("where", n.Where(x => x > 3));
        Show("where index", n.Where((x, i) => i % 2 == 0));
        Show("select", n.Select((x, i) => x * i));
        Show("many", words.Take(3).SelectMany(w => w.Take(2)));
        Show("order", words.OrderBy(w => w.Length).ThenByDescending(w => w, StringComparer.Ordinal));
        Show("descending", n.OrderByDescending(x => x % 4).ThenBy(x => x));
        Show("reverse", n.Reverse());
        Show("skip", n.Skip(2).Take(3));
        Show("while", n.SkipWhile(x => x > 2).TakeWhile(x => x != 8));
        Show("distinct", n.Distinct());
        Show("union", n.Union(new[] { 100, 5, 100 }));
        Show("intersect", n.Intersect(new[] { 8, 3, 7 }));
        Show("except", n.Except(new[] { 8, 3, 7 }));
        Show("concat", n.Concat(new[] { 0 }));
        Show("zip", n.Zip(words, (a, b) => a + b));
        Show("range", Enumerable.Range(5, 4));
        Show("repeat", Enumerable.Repeat("x", 3));
        Show("empty", Enumerable.Empty<int>().DefaultIfEmpty(7));
        Show("cast", new object[] { 1, 2 }.Cast<int>());
        Show("of type", new object[] { 1, "a", 2.5, "b", null }.OfType<string>());
        Show("groups", people.GroupBy(p => p.City).Select(g => $"{g.Key}={string.Join("+", g.Select(p => p.Name))}"));
        Show("group sums", people.GroupBy(p => p.Age, p => p.Name.Length, (k, v) => $"{k}:{v.Sum()}"));
        Show("lookup", people.ToLookup(p => p.Age)[25].Select(p => p.Name));
        Show("dictionary", people.ToDictionary(p => p.Name, p => p.Age).OrderBy(p => p.Key));
        Show("query", from p in people where p.Age < 40 orderby p.City, p.Name descending select p.Name);
        Show("query let", from p in people let k = p.Name.Length * p.Age group p by k / 50 into g orderby g.Key select g.Key + "x" + g.Count());
        Show("query join", from p in people join c in new[] { ("Oslo", "no"), ("Rome",
            "it") } on p.City equals c.Item1 select p.Name + c.Item2);
        Show("group join", new[] { "Oslo", "Bonn", "Kyiv" }.GroupJoin(people, c => c, p => p.City, (c,
            ps) => c + ps.Count()));
        Show("cross", from a in new[] { 1, 2 } from b in new[] { 'x', 'y' } select $"{a}{b}");
        Console.WriteLine($"{n.Sum()} {n.Min()} {n.Max()} {n.Average()} {n.Count()} {n.Count(x => x > 4)} " +
            $"{n.LongCount()} {words.Max(w => w.Length)} {words.Sum(w => w.Length)}");
        Console.WriteLine($"{n.Any()} {n.Any(x => x > 100)} {n.All(x => x > 0)} {n.Contains(9)} {n.First()} " +
            $"{n.Last()} {n.First(x => x > 5)} {n.FirstOrDefault(x => x > 50)} {n.ElementAt(3)} " +
            $"{n.ElementAtOrDefault(99)}");
        Console.WriteLine($"{n.Aggregate((a, b) => a * 2 + b)} {n.Aggregate("s", (a, b) => a + b)} " +
            $"{n.Aggregate(0, (a, b) => a + b, a => a / 2.0)} {n.SequenceEqual(n.ToList())}");
        Console.WriteLine($"{new int?[] { 1, null, 3 }.Sum()} {new int?[0].Max() == null} " +
            $"{new[] { 1.5, 2.5 }.Average()} {new[] { 1.5m }.Sum()} {words.Single(w => w == "fig")} " +
            $"{words.SingleOrDefault(w => w == "zz") ?? "none"}");
        Try("first", () => new int[0].First());
        Try("single", () => n.Single());
        Try("max", () => new int[0].Max());
        Try("average", () => new int[0].Average());
        Try("max of none", () => new string[0].Max());
        Try("element", () => n.ElementAt(99));
        Try("duplicate", () => n.ToDictionary(x => x));
        Try("cast bad", () => new object[] { 1, "a" }.Cast<int>().Count());
        Try("null", () => ((int[])null).Where(x => true));
        Try("overflow", () => new[] { int.MaxValue, 1 }.Sum());
        int ran = 0;
        IEnumerable<int> lazy = n.Where(x => { ran++; return x > 5; });
        Console.WriteLine(ran);
        Console.WriteLine(lazy.First() + " " + ran);
        Console.WriteLine(lazy.Count() + " " + ran);
        List<int> list = n.ToList();
        IEnumerable<int> live = list.Where(x => x > 5);
        list.Add(77);
        Show("live", live);
        Console.WriteLine(Enumerable.Range(1, 1000).Where(x => x % 3 == 0).Select(x => (long)x * x).Where(x => x % 2 == 1).Sum());
        Show("primes", Enumerable.Range(2, 60).Where(x => Enumerable.Range(2,
            (int)Math.Sqrt(x) - 1).All(d => x % d != 0)));
    }
}
