// Dictionaries: Dictionary, SortedDictionary, SortedList, Hashtable: collisions, order, own comparers and keys,
// refusals.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

struct Key : IEquatable<Key>
{
    public int A;
    public string B;

    public bool Equals(Key other) => A == other.A && B == other.B;

    public override bool Equals(object o) => o is Key && Equals((Key)o);

    public override int GetHashCode() => A;
}

class Colliding
{
    public int N;

    public override bool Equals(object o) => o is Colliding c && c.N == N;

    public override int GetHashCode() => 1;
}

class Modulo : IEqualityComparer<int>
{
    public bool Equals(int a, int b) => a % 10 == b % 10;

    public int GetHashCode(int x) => x % 10;
}

static class Dictionaries
{
    static void Try(string what, Action f)
    {
        try
        {
            f();
            Console.WriteLine(what + ": fine");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message.Split('\n')[0]}");
        }
    }

    static void Main()
    {
        var d = new Dictionary<string, int>();
        for (int i = 0; i < 50; i++)
            d["key" + i * 37 % 100] = i;
        Console.WriteLine($"{d.Count} {d["key0"]} {d.ContainsKey("key37")} {d.ContainsValue(49)} " +
            $"{d.TryGetValue("none", out int v)} {v}");
        foreach (var pair in d.Take(5))
            Console.WriteLine(pair);
        d.Remove("key0");
        d.Remove("key74");
        d["new1"] = 1;
        d["new2"] = 2;
        Console.WriteLine(string.Join(",", d.Keys.Take(6)) + " " + d.Values.Sum());
        Try("missing", () => Console.WriteLine(d["missing"]));
        Try("duplicate", () => d.Add("new1", 5));
        Try("null", () => d[null] = 1);
        Try("changed", () => { foreach (var p in d) d["x" + p.Value] = 1; });
        var keys = new Dictionary<Key, string>();
        for (int i = 0; i < 10; i++)
            keys[new Key { A = i % 3, B = "b" + i % 4 }] = "v" + i;
        Console.WriteLine(keys.Count + " " + keys[new Key { A = 1, B = "b1" }]);
        var colliding = new Dictionary<Colliding, int>();
        for (int i = 0; i < 100; i++)
            colliding[new Colliding { N = i % 60 }] = i;
        Console.WriteLine(colliding.Count + " " + colliding[new Colliding { N = 5 }]);
        var modulo = new Dictionary<int, string>(new Modulo()) { [3] = "three", [13] = "thirteen", [4] = "four" };
        Console.WriteLine(modulo.Count + modulo[93]);
        var enums = new Dictionary<DayOfWeek, int> { { DayOfWeek.Monday, 1 }, { DayOfWeek.Sunday, 7 } };
        Console.WriteLine(enums[DayOfWeek.Sunday] + enums.Count);
        var longs = new Dictionary<long, double>();
        var tuples = new Dictionary<(int, string), char>();
        var objects = new Dictionary<object, string> { [1] = "int", [1L] = "long", ["1"] = "string", ['1'] = "char",
            [1.0] = "double" };
        for (int i = 0; i < 1000; i++)
        {
            longs[i * 1000003L] = i / 2.0;
            tuples[(i % 7, "t" + i % 5)] = (char)('a' + i % 26);
        }
        Console.WriteLine($"{longs.Count} {longs[999 * 1000003L]} {tuples.Count} {tuples[(6, "t4")]} " +
            $"{objects.Count} {objects[1L]} {objects['1']}");
        var sorted = new SortedDictionary<string, int>(StringComparer.Ordinal);
        var list = new SortedList<int, string>();
        foreach (string s in new[] { "pear", "fig", "Apple", "date", "cherry" })
        {
            sorted[s] = s.Length;
            list[s.Length * 100 + s[0]] = s;
        }
        sorted.Remove("date");
        Console.WriteLine(string.Join(" ", sorted));
        Console.WriteLine(string.Join(" ", list) + " " + list.IndexOfValue("fig") + list.Keys[0]);
        Try("sorted duplicate", () => sorted.Add("fig", 1));
        var table = new Hashtable { ["a"] = 1, [2] = "two", ["c"] = null };
        table.Remove("a");
        table["d"] = 4;
        Console.WriteLine($"{table.Count} {table[2]} {table.ContainsKey("c")} {table.ContainsValue("two")} " +
            $"{table["zz"] == null} {table.Contains("a")}");
        int sum = 0;
        foreach (DictionaryEntry e in table)
            sum += e.Key.ToString().Length;
        Console.WriteLine(sum);
        Try("hashtable duplicate", () => table.Add("d", 1));
        IDictionary plain = d;
        Console.WriteLine($"{plain["new2"]} {plain.Contains(5)} {plain[5] ?? "null"}");
        IReadOnlyDictionary<string, int> readOnly = d;
        Console.WriteLine(readOnly.Count + readOnly["new1"]);
        d.Clear();
        Console.WriteLine(d.Count);
        var counts = new Dictionary<char, int>();
        foreach (char c in "the quick brown fox jumps over the lazy dog")
        {
            counts.TryGetValue(c, out int n);
            counts[c] = n + 1;
        }
        Console.WriteLine(string.Join(" ", counts.OrderByDescending(p => p.Value).ThenBy(p => p.Key).Select(p => $"{p.Key}{p.Value}")));
    }
}
