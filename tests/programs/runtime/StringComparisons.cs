// StringComparisons: ordinal, ignore-case and invariant comparison, StringComparer, sorting of strings.
using System;
using System.Collections.Generic;

static class StringComparisons
{
    static void Main()
    {
        string[] words = { "apple", "Apple", "APPLE", "banana", "app", "", "apple pie", "zebra", "Zebra", "a1", "a10",
            "a2", "_x", "-x" };
        foreach (string a in words)
            foreach (string b in words)
                Console.WriteLine($"'{a}' '{b}': {Math.Sign(string.CompareOrdinal(a, b))} {Math.Sign(string.Compare(a, b, StringComparison.OrdinalIgnoreCase))} " +
                    $"{a.Equals(b, StringComparison.OrdinalIgnoreCase)} {a == b}");
        string[] sorted = (string[])words.Clone();
        Array.Sort(sorted, StringComparer.Ordinal);
        Console.WriteLine(string.Join("|", sorted));
        sorted = (string[])words.Clone();
        Array.Sort(sorted, StringComparer.OrdinalIgnoreCase);
        Console.WriteLine(string.Join("|", Array.ConvertAll(sorted, s => s.ToUpperInvariant())));
        string[] plain = { "pear", "fig", "apple", "date", "cherry", "banana" };
        Array.Sort(plain);
        Console.WriteLine(string.Join("|", plain));
        Console.WriteLine($"{Math.Sign("a".CompareTo("b"))} {Math.Sign("b".CompareTo("a"))} {"a".CompareTo("a")} " +
            $"{"a".CompareTo(null)}");
        Console.WriteLine($"{Math.Sign(string.Compare("abcd", 1, "xbcy", 1, 2))} " +
            $"{Math.Sign(string.CompareOrdinal("abc", 1, "abd", 1, 2))}");
        Console.WriteLine($"{string.Compare(null, "a")} {string.Compare("a", null)} {string.Compare(null, null)}");
        Console.WriteLine($"{string.Compare("file", "FILE", true)} " +
            $"{Math.Sign(string.Compare("coop", "co-op", StringComparison.Ordinal))}");
        var set = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "One", "ONE", "two", "Two", "three" };
        Console.WriteLine(set.Count + " " + set.Contains("THREE"));
        var map = new SortedDictionary<string, int>(StringComparer.Ordinal) { ["b"] = 1, ["B"] = 2, ["a"] = 3 };
        foreach (var pair in map)
            Console.WriteLine(pair);
    }
}
