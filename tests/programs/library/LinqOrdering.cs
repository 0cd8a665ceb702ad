// LinqOrdering: OrderBy is stable, ThenBy chains, comparers, descending, Reverse, partial enumeration of a sorted sequence.
using System;
using System.Collections.Generic;
using System.Linq;

class LinqOrdering
{
    class ByLength : IComparer<string>
    {
        public int Compare(string a, string b)
        {
            return a.Length - b.Length;
        }
    }

    static void Show<T>(IEnumerable<T> items)
    {
        Console.WriteLine(string.Join(" ", items));
    }

    static void Main()
    {
        string[] words = { "pear", "fig", "apple", "kiwi", "plum", "date", "Fig", "banana" };
        Show(words.OrderBy(w => w, StringComparer.Ordinal));
        Show(words.OrderBy(w => w, StringComparer.OrdinalIgnoreCase));
        Show(words.OrderBy(w => w, new ByLength()));
        Show(words.OrderByDescending(w => w.Length).ThenBy(w => w[0]).ThenByDescending(w => w, StringComparer.Ordinal));
        Show(from w in words orderby w.Length, w.Last() descending select w);
        var numbered = Enumerable.Range(0, 100).Select(i => new { Key = i * 37 % 10, i }).OrderBy(x => x.Key).ToArray();
        bool stable = true;
        for (int i = 1; i < numbered.Length; i++)
            stable &= numbered[i - 1].Key < numbered[i].Key || numbered[i - 1].i < numbered[i].i;
        Console.WriteLine(stable);
        Show(words.OrderBy(w => w, StringComparer.Ordinal).Skip(2).Take(3));
        Console.WriteLine(words.OrderBy(w => w, StringComparer.Ordinal).First() + words.OrderBy(w => w, StringComparer.Ordinal).Last() + words.OrderBy(w => w.Length).ElementAt(3));
        Show(words.OrderBy(w => 0).Reverse());
        double[] reals = { 2.5, double.NaN, -1, double.PositiveInfinity, 0, -0.0, double.NegativeInfinity };
        Show(reals.OrderBy(r => r).Select(r => r.ToString(System.Globalization.CultureInfo.InvariantCulture)));
        int?[] nullable = { 3, null, 1, null, 2 };
        Show(nullable.OrderBy(n => n).Select(n => n.HasValue ? n.ToString() : "null"));
        Show(nullable.OrderByDescending(n => n).Select(n => n.HasValue ? n.ToString() : "null"));
        Show(new[] { "b", null, "a" }.OrderBy(s => s).Select(s => s ?? "null"));
        int calls = 0;
        var lazy = words.OrderBy(w => { calls++; return w.Length; });
        Console.WriteLine(calls);
        lazy.ToList();
        Console.WriteLine(calls);
        lazy.Count();
        Console.WriteLine(calls);
        Show(new[] { (b: 2, a: 1), (b: 1, a: 2), (b: 1, a: 1) }.OrderBy(t => t));
        Show(Enumerable.Range(1, 20).OrderBy(i => (i * 7919) % 13).ThenByDescending(i => i));
        try
        {
            new object[] { new object(), new object() }.OrderBy(o => o).ToList();
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name + ": " + e.Message);
        }
    }
}
