// ArrayBasics: one-dimensional arrays of every element type: defaults, initialisers, bounds, negative size, null,
// foreach.
using System;
using System.Collections;
using System.Collections.Generic;

struct Pair
{
    public int A;
    public string B;
}

static class ArrayBasics
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
            Console.WriteLine($"{what}: {e.GetType().FullName}: {e.Message}");
        }
    }

    static void Show<T>(T[] array)
    {
        Console.WriteLine($"{typeof(T).Name}[{array.Length}]: {string.Join(" ", array)}");
    }

    static void Main()
    {
        Show(new bool[2]);
        Show(new byte[] { 1, 255 });
        Show(new sbyte[] { -1, 127 });
        Show(new short[] { -1, 2, -3 });
        Show(new ushort[] { 65535 });
        Show(new char[] { 'a', 'b' });
        Show(new int[] { 1, 2, 3, 4, 5, 6 });
        Show(new uint[] { uint.MaxValue });
        Show(new long[] { long.MinValue, 7 });
        Show(new ulong[] { ulong.MaxValue });
        Show(new float[] { 1.5f, -0.25f });
        Show(new double[] { 1e100, 0 });
        Show(new decimal[] { 1.10m });
        Show(new string[] { "x", null, "z" });
        Show(new DayOfWeek[] { DayOfWeek.Sunday, DayOfWeek.Friday });
        Show(new int?[] { 1, null });
        Show(new object[] { 1, "two", 3.0, null });
        Show(new IntPtr[2]);
        Pair[] pairs = new Pair[3];
        pairs[1].A = 5;
        pairs[1].B = "five";
        pairs[2] = pairs[1];
        pairs[2].A++;
        foreach (Pair p in pairs)
            Console.WriteLine($"{p.A} {p.B ?? "null"}");
        int[] a = new int[4];
        int[] none = null;
        int minus = -1, big = 4;
        Try("in", () => a[3] = 1);
        Try("over", () => a[big] = 1);
        Try("under", () => a[minus] = 1);
        Try("read", () => Console.WriteLine(a[int.MaxValue]));
        Try("long", () => Console.WriteLine(a[2L] + a[3UL]));
        Try("null read", () => Console.WriteLine(none[0]));
        Try("null length", () => Console.WriteLine(none.Length));
        Try("null write", () => none[0] = 1);
        Try("negative", () => a = new int[minus]);
        Try("zero", () => a = new int[0]);
        int[] copy = { 1, 2, 3 };
        int[] same = copy;
        int[] clone = (int[])copy.Clone();
        copy[0] = 9;
        copy[1] += 5;
        copy[2]++;
        Console.WriteLine($"{same[0]} {same[1]} {same[2]} {clone[0]} {ReferenceEquals(copy, same)} " +
            $"{copy.Equals(clone)}");
        Console.WriteLine($"{copy.Rank} {copy.GetLength(0)} {copy.GetUpperBound(0)} {copy.GetLowerBound(0)} " +
            $"{copy.LongLength} {copy.GetValue(1)} {copy.GetType()} {copy}");
        copy.SetValue(77, 0);
        Console.WriteLine(copy[0]);
        Try("set wrong", () => copy.SetValue("x", 0));
        IList<int> list = copy;
        Console.WriteLine($"{list.Count} {list[1]} {list.Contains(77)} {list.IndexOf(77)} {list.IsReadOnly} " +
            $"{((IList)copy).IsFixedSize}");
        Try("add", () => list.Add(1));
        foreach (object o in (IEnumerable)copy)
            Console.WriteLine(o);
        IEnumerable<int> e = copy;
        foreach (int x in e)
            Console.WriteLine(x);
        int[][] jagged = { new[] { 1 }, new int[0], new[] { 2, 3, 4 }, null };
        foreach (int[] row in jagged)
            Console.WriteLine(row == null ? "null" : row.Length + ":" + string.Join(",", row));
        jagged[3] = new int[2];
        jagged[3][1] = 8;
        Console.WriteLine(jagged[3][1] + " " + jagged.GetType().Name);
        ref int r = ref copy[1];
        r *= 10;
        Console.WriteLine(copy[1]);
    }
}
