// What the C generator writes most: loops over arrays, calls, value types, handlers, statics, delegates, casts.
using System;
using System.Collections.Generic;

struct Pair
{
    public int First;
    public double Second;
    public Pair(int first, double second) { First = first; Second = second; }
    public double Sum { get { return First + Second; } }
}

static class Counted
{
    public static int Made;
    static Counted() { Made = 7; }
    public static int Next() { return ++Made; }
}

class Ops
{
    delegate long Step(long value);

    static int Total(int[] values)
    {
        int total = 0;
        for (int i = 0; i < values.Length; i++)
            total += values[i];
        return total;
    }

    static float Halves(float[] values, int depth)
    {
        return depth == 0 ? values[0] / 2 : Halves(values, depth - 1) * 0.5f;
    }

    static Pair Swap(Pair pair) { return new Pair((int)pair.Second, pair.First); }

    static int Guarded(object[] places, object value)
    {
        try {
            places[0] = value;
            return checked((int)Counted.Next() * places.Length);
        } catch (InvalidCastException) {
            return -1;
        } finally {
            Counted.Made--;
        }
    }

    static string Text(object value)
    {
        switch (value as string) {
        case "one":
            return "1";
        default:
            return value is int ? ((int)value).ToString() : "?";
        }
    }

    static unsafe long Bytes(int count)
    {
        byte* bytes = stackalloc byte[count];
        ulong hash = 0;
        for (int i = 0; i < count; i++)
            hash = hash * 31 + (bytes[i] = (byte)i);
        return (long)(hash % 1000003) / (count - 3);
    }

    static void Main()
    {
        Step twice = value => value * 2;
        twice += value => value + 1;
        var names = new Dictionary<string, Pair>();
        names["a"] = Swap(new Pair(3, 4.5));
        int[,] grid = new int[3, 4];
        grid[1, 2] = 5;
        long? maybe = twice(20);
        Console.WriteLine(Total(new[] {1, 2, 3}) + " " + Halves(new[] {1f}, 3) + " " + names["a"].Sum + " " +
                          Guarded(new object[2], "x") + " " + Text("one") + Text(12) + " " + Bytes(9) + " " + maybe + grid[1, 2]);
        try {
            Guarded(new string[1], new object());
        } catch (ArrayTypeMismatchException e) {
            Console.WriteLine(e.GetType());
        }
    }
}
