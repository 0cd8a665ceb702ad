// Lists: List<T> and LinkedList<T>: growth, insert, remove, ranges, search, sort, enumeration, versions, refusals.
using System;
using System.Collections;
using System.Collections.Generic;

static class Lists
{
    static void Show<T>(string what, IEnumerable<T> all) => Console.WriteLine($"{what}: {string.Join(" ", all)}");

    static void Try(string what, Action f)
    {
        try
        {
            f();
            Console.WriteLine(what + ": fine");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static void Main()
    {
        var list = new List<int>();
        for (int i = 0; i < 10; i++)
        {
            list.Add(i * 7 % 10);
            Console.Write(list.Capacity + " ");
        }
        Console.WriteLine();
        Show("added", list);
        list.Insert(0, 100);
        list.Insert(5, 200);
        list.InsertRange(3, new[] { -1, -2 });
        list.AddRange(new List<int> { 8, 9 });
        Show("inserted", list);
        Console.WriteLine($"{list.Remove(8)} {list.Remove(555)} {list.RemoveAll(x => x < 0)} {list.IndexOf(9)} " +
            $"{list.LastIndexOf(9)} {list.Contains(200)}");
        list.RemoveAt(0);
        list.RemoveRange(2, 2);
        Show("removed", list);
        list.Sort();
        Show("sorted", list);
        Console.WriteLine(list.BinarySearch(4) + " " + list.BinarySearch(1000));
        list.Reverse();
        list.Reverse(0, 3);
        Show("reversed", list);
        list.Sort((a, b) => (a % 3).CompareTo(b % 3) * 100 + a.CompareTo(b));
        Show("by rest", list);
        Show("range", list.GetRange(1, 3));
        Show("converted", list.ConvertAll(x => "n" + x));
        Show("found", list.FindAll(x => x > 4));
        Console.WriteLine($"{list.Find(x => x > 6)} {list.FindIndex(x => x == 9)} {list.FindLastIndex(x => x == 9)} " +
            $"{list.Exists(x => x == 3)} {list.TrueForAll(x => x >= 0)}");
        list.ForEach(x => Console.Write(x + ";"));
        Console.WriteLine();
        int[] copy = new int[list.Count + 2];
        list.CopyTo(copy, 1);
        Show("copy", copy);
        list.TrimExcess();
        list[0] = 42;
        list[list.Count - 1]++;
        Console.WriteLine($"{list.Count} {list[0]} {list.ToArray().Length} {list.AsReadOnly().Count}");
        Try("index", () => list[100] = 1);
        Try("negative", () => Console.WriteLine(list[-1]));
        Try("insert", () => list.Insert(99, 1));
        Try("changed", () => { foreach (int x in list) list.Remove(x); });
        Try("read only", () => ((IList<int>)list.AsReadOnly()).Add(1));
        Try("wrong type", () => ((IList)list).Add("x"));
        Try("capacity", () => list.Capacity = 1);
        list.Clear();
        Console.WriteLine(list.Count);
        var linked = new LinkedList<string>();
        LinkedListNode<string> node = linked.AddLast("b");
        linked.AddFirst("a");
        linked.AddAfter(node, "c");
        linked.AddBefore(node, "ab");
        Show("linked", linked);
        linked.Remove("ab");
        linked.RemoveFirst();
        Console.WriteLine($"{linked.First.Value} {linked.Last.Previous.Value} {linked.Count} " +
            $"{linked.Find("c").Next == null} {linked.Contains("z")}");
        for (LinkedListNode<string> x = linked.Last; x != null; x = x.Previous)
            Console.Write(x.Value);
        Console.WriteLine();
        Try("node of another", () => new LinkedList<string>().AddAfter(node, "x"));
        var pairs = new List<KeyValuePair<string, int>> { new KeyValuePair<string, int>("x", 3),
            new KeyValuePair<string, int>("y", 1) };
        pairs.Sort((p, q) => p.Value - q.Value);
        Show("pairs", pairs);
        var grid = new List<List<int>> { new List<int> { 1, 2 }, new List<int> { 3 } };
        grid[1].Add(4);
        foreach (List<int> row in grid)
            Show("row", row);
        var array = new ArrayList { 3, 1, 2 };
        array.Sort();
        array.Add("mixed");
        array.Insert(1, null);
        foreach (object o in array)
            Console.Write((o ?? "null") + " ");
        Console.WriteLine(array.Count + " " + array.Contains("mixed") + array.IndexOf(2));
    }
}
