// ArrayMethods: the static members of System.Array: Sort, BinarySearch, Copy, Reverse, IndexOf, Resize, Find, Clear,
// Fill-likes.
using System;
using System.Collections.Generic;

static class ArrayMethods
{
    static string Text<T>(T[] a)
    {
        return string.Join(" ", a);
    }

    class ByLength : IComparer<string>
    {
        public int Compare(string a, string b)
        {
            return a.Length != b.Length ? a.Length - b.Length : string.CompareOrdinal(a, b);
        }
    }

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
        uint seed = 12345;
        int[] numbers = new int[200];
        for (int i = 0; i < numbers.Length; i++)
        {
            seed = seed * 1664525 + 1013904223;
            numbers[i] = (int)(seed >> 20) - 2000;
        }
        int[] sorted = (int[])numbers.Clone();
        Array.Sort(sorted);
        Console.WriteLine(Text(sorted));
        Array.Sort(sorted, (x, y) => y - x);
        Console.WriteLine(Text(sorted));
        int[] part = (int[])numbers.Clone();
        Array.Sort(part, 10, 20);
        Console.WriteLine(Text(part));
        string[] words = { "pear", "fig", "banana", "kiwi", "apple", "date" };
        int[] keys = { 3, 1, 6, 4, 5, 2 };
        Array.Sort(keys, words);
        Console.WriteLine(Text(keys) + " " + Text(words));
        Array.Sort(words, new ByLength());
        Console.WriteLine(Text(words) + " " + Array.BinarySearch(words, "kiwi", new ByLength()));
        double[] reals = { 2.5, double.NaN, -1, double.PositiveInfinity, 0, -0.0, double.NegativeInfinity };
        Array.Sort(reals);
        Console.WriteLine(Text(reals));
        Array.Sort(sorted);
        Console.WriteLine($"{Array.BinarySearch(sorted, sorted[50]) >= 0} {Array.BinarySearch(sorted, 99999)} " +
            $"{Array.BinarySearch(new[] { 1, 3, 5 }, 4)}");
        int[] a = { 1, 2, 3, 4, 5, 6, 7 };
        Array.Copy(a, 0, a, 2, 5);
        Console.WriteLine(Text(a));
        Array.Copy(a, 2, a, 0, 5);
        Console.WriteLine(Text(a));
        Array.Reverse(a);
        Console.WriteLine(Text(a));
        Array.Reverse(a, 1, 3);
        Console.WriteLine(Text(a));
        Console.WriteLine($"{Array.IndexOf(a, 4)} {Array.LastIndexOf(a, 5)} {Array.IndexOf(a, 99)} " +
            $"{Array.IndexOf(words, "fig")} {Array.IndexOf(new object[] { 1, "x", null }, null)}");
        Array.Resize(ref a, 10);
        Console.WriteLine(Text(a));
        Array.Resize(ref a, 2);
        Console.WriteLine(Text(a));
        Array.Clear(numbers, 5, 190);
        Console.WriteLine(Text(numbers));
        Console.WriteLine($"{Array.Find(words, w => w.StartsWith("b"))} " +
            $"{Array.FindIndex(words, w => w.Length == 4)} {Array.FindLast(words, w => w.Length == 4)} " +
            $"{Array.Exists(words, w => w == "x")}");
        Console.WriteLine(Text(Array.FindAll(words, w => w.Contains("a"))) + " " + Array.TrueForAll(words,
            w => w.Length > 2));
        Console.WriteLine(Text(Array.ConvertAll(words, w => w.Length)));
        Array.ForEach(words, w => Console.Write(w[0]));
        Console.WriteLine();
        Console.WriteLine(Array.AsReadOnly(words).Count + " " + Array.Empty<int>().Length + " " + ReferenceEquals(Array.Empty<int>(), Array.Empty<int>()));
        Array made = Array.CreateInstance(typeof(string), 3);
        made.SetValue("m", 1);
        Console.WriteLine(made.GetValue(1) + " " + (made.GetValue(0) ?? "null") + " " + made.GetType());
        byte[] bytes = new byte[8];
        Buffer.BlockCopy(new[] { 0x01020304, -1 }, 0, bytes, 1, 6);
        Console.WriteLine(Text(bytes) + " " + Buffer.ByteLength(new long[3]) + " " + Buffer.GetByte(new[] { 0x1234 },
            1));
        Try("copy negative", () => Array.Copy(bytes, bytes, -1));
        Try("copy too long", () => Array.Copy(bytes, bytes, 9));
        Try("copy null", () => Array.Copy(null, bytes, 1));
        Try("copy kinds", () => Array.Copy(bytes, new string[8], 8));
        Try("sort refuses", () => Array.Sort(new object[] { new object(), new object() }));
        Try("sort throws", () => Array.Sort(new[] { 1, 2, 3 }, (x, y) => { throw new ApplicationException(); }));
        Try("clear", () => Array.Clear(bytes, 4, 8));
    }
}
