// MultiDimensionalArrays: [,] and [,,] access, bounds, Get/SetValue, lower bounds, foreach order, of values and
// references.
using System;

static class MultiDimensionalArrays
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
            Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}");
        }
    }

    static void Increase(ref int x)
    {
        x += 100;
    }

    static void Main()
    {
        int[,] m = { { 1, 2, 3 }, { 4, 5, 6 } };
        Console.WriteLine($"{m.Length} {m.Rank} {m.GetLength(0)} {m.GetLength(1)} {m.GetUpperBound(1)} {m.GetType()}");
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 3; j++)
                m[i, j] = m[i, j] * 10 + i;
        foreach (int x in m)
            Console.Write(x + " ");
        Console.WriteLine();
        Increase(ref m[1, 2]);
        m[0, 0]++;
        m[0, 1] *= 2;
        Console.WriteLine($"{m[1, 2]} {m[0, 0]} {m[0, 1]}");
        int two = 2, three = 3, minus = -1;
        Try("row", () => m[two, 0] = 1);
        Try("column", () => m[0, three] = 1);
        Try("negative", () => m[minus, 0] = 1);
        Try("size", () => m = new int[minus, 2]);
        Try("value", () => Console.WriteLine(m.GetValue(1, 1)));
        Try("rank", () => Console.WriteLine(m.GetValue(1)));
        Try("set", () => m.SetValue(5, 1, 1));
        Console.WriteLine(m[1, 1]);
        string[,,] cube = new string[2, 3, 4];
        for (int i = 0; i < 24; i++)
            cube[i / 12, i / 4 % 3, i % 4] = "c" + i;
        Console.WriteLine(cube[1, 2, 3] + cube[0, 0, 1] + cube[1, 0, 0] + cube.Length);
        object[,] objects = new string[1, 1];
        Try("store", () => objects[0, 0] = 5);
        Try("store good", () => objects[0, 0] = "s");
        double[,] d = new double[3, 3];
        for (int i = 0; i < 3; i++)
            d[i, i] = i + 0.5;
        double sum = 0;
        foreach (double x in d)
            sum += x;
        Console.WriteLine(sum);
        byte[,] bytes = new byte[4, 4];
        bytes[3, 3] = 255;
        bytes[3, 3]++;
        bytes[2, 1]--;
        Console.WriteLine(bytes[3, 3] + " " + bytes[2, 1]);
        ValueTuple<int, long>[,] tuples = new ValueTuple<int, long>[2, 2];
        tuples[1, 0] = (3, 4);
        tuples[1, 0].Item1 += 7;
        Console.WriteLine(tuples[1, 0]);
        Array odd = Array.CreateInstance(typeof(int), new[] { 2, 3 }, new[] { 5, -1 });
        odd.SetValue(42, 6, 1);
        Console.WriteLine($"{odd.GetValue(6, 1)} {odd.GetLowerBound(0)} {odd.GetUpperBound(0)} " +
            $"{odd.GetLowerBound(1)} {odd.GetUpperBound(1)} {odd.Length} {odd.GetType()}");
        Try("odd", () => odd.GetValue(0, 0));
        int[,] typed = (int[,])odd;
        Console.WriteLine(typed[6, 1]);
        int[,] clone = (int[,])m.Clone();
        clone[0, 0] = -1;
        Console.WriteLine(m[0, 0] + " " + clone[0, 0]);
        Array.Clear(m, 1, 3);
        foreach (int x in m)
            Console.Write(x + " ");
        Console.WriteLine();
        int[,][] mixed = new int[2, 2][];
        mixed[1, 1] = new[] { 7 };
        Console.WriteLine(mixed[1, 1][0] + " " + mixed.GetType());
        Buffer.BlockCopy(clone, 0, m, 4, 8);
        Console.WriteLine(m[0, 1] + " " + m[0, 2]);
    }
}
