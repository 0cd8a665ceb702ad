// Nullables: lifted operators, boxing to null or value, unboxing, HasValue and Value, ??, ?., comparison, GetType.
using System;

struct Small
{
    public int X;

    public static Small operator +(Small a, Small b)
    {
        return new Small { X = a.X + b.X };
    }

    public static explicit operator int(Small s)
    {
        return s.X;
    }
}

static class Nullables
{
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

    static string Show<T>(T? x) where T : struct
    {
        return x.HasValue ? x.Value.ToString() : "-";
    }

    static void Main()
    {
        int?[] values = { null, 0, 1, -5, int.MaxValue };
        foreach (int? a in values)
            foreach (int? b in values)
            {
                Console.WriteLine($"{Show(a)} {Show(b)}: {Show(a + b)} {Show(a - b)} {Show(a * b)} {a == b} " +
                    $"{a != b} {a < b} {a >= b} {a.Equals(b)} {a ?? b ?? -1} {Nullable.Compare(a, b)}");
            }
        bool?[] bools = { null, true, false };
        foreach (bool? a in bools)
            foreach (bool? b in bools)
                Console.WriteLine($"{Show(a)} {Show(b)}: {Show(a & b)} {Show(a | b)} {Show(a ^ b)} {Show(!a)}");
        object boxed = (int?)5, boxedNull = (int?)null;
        Console.WriteLine($"{boxed.GetType()} {boxedNull == null} {boxed is int} {(boxed is int?)} " +
            $"{(boxedNull is int?)} {(int?)boxed} {((int?)boxedNull).HasValue}");
        int? none = null;
        Try("value", () => none.Value);
        Try("cast", () => (int)none);
        Try("default", () => none.GetValueOrDefault() + none.GetValueOrDefault(7));
        Try("text", () => "[" + none.ToString() + "]" + none.GetHashCode() + none.Equals(null));
        Try("type", () => none.GetType());
        Try("unbox wrong", () => (long?)boxed);
        Try("unbox null", () => (int)boxedNull);
        Try("as", () => (boxed as int?) + 1);
        Try("as wrong", () => boxed as long?);
        Small? s = new Small { X = 3 };
        Small? t = null;
        Console.WriteLine($"{(s + s).Value.X} {(s + t).HasValue} {(int?)s} {((int?)t == null)} {s?.X} " +
            $"{(t?.X == null)}");
        string text = null;
        Console.WriteLine($"{text?.Length ?? -1} {text?.ToUpper() ?? "none"} {"abc"?.Length}");
        long? wide = values[2];
        double? real = wide;
        int? narrowed = (int?)real;
        Console.WriteLine($"{wide} {real} {narrowed} {(byte?)narrowed}");
        none++;
        Console.WriteLine(none.HasValue);
        none = 4;
        none++;
        none <<= 2;
        Console.WriteLine(none);
        DateTime? date = new DateTime(2000, 1, 1);
        Console.WriteLine($"{date?.Year} {date - new DateTime(1999, 1, 1)} {date > DateTime.MinValue}");
        Console.WriteLine($"{Nullable.GetUnderlyingType(typeof(int?))} " +
            $"{Nullable.GetUnderlyingType(typeof(int)) == null} {typeof(int?).Name} {default(int?).HasValue}");
        checked
        {
            Try("overflow", () => values[4] + 1);
        }
        DayOfWeek? day = DayOfWeek.Monday;
        switch (day)
        {
            case DayOfWeek.Monday: Console.WriteLine("monday"); break;
            case null: Console.WriteLine("no day"); break;
        }
    }
}
