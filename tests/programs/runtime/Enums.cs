// Enums: ToString, Parse, flags, names and values, underlying types, arithmetic, comparison, HasFlag, boxing.
using System;

enum Level
{
    Low = -1,
    None,
    Medium = 5,
    High,
    Top = High,
}

[Flags]
enum Access : byte
{
    None = 0,
    Read = 1,
    Write = 2,
    Execute = 4,
    ReadWrite = Read | Write,
    All = 255,
}

enum Wide : ulong
{
    Small = 1,
    Huge = ulong.MaxValue,
}

enum Signed : long
{
    Least = long.MinValue,
    One = 1,
}

static class Enums
{
    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: {f()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message.Split('\n')[0]}");
        }
    }

    static void Main()
    {
        foreach (int i in new[] { -2, -1, 0, 1, 5, 6, 7 })
            Console.WriteLine($"{i}: {(Level)i} {(Level)i:D} {(Level)i:X} {Enum.IsDefined(typeof(Level), i)}");
        for (int i = 0; i < 18; i++)
            Console.WriteLine($"{i}: {(Access)i} {(Access)i:F}");
        Console.WriteLine($"{Access.All} {(Access)254} {Access.Read | Access.Execute} " +
            $"{Access.ReadWrite & ~Access.Read} {Access.ReadWrite ^ Access.All}");
        Console.WriteLine($"{Access.ReadWrite.HasFlag(Access.Read)} {Access.Read.HasFlag(Access.ReadWrite)} " +
            $"{Access.Read.HasFlag(Access.None)}");
        Console.WriteLine($"{Wide.Huge} {(ulong)Wide.Huge} {(Wide)2} {Signed.Least} {(long)Signed.Least} " +
            $"{(Signed)2} {Wide.Huge:X} {Signed.Least:D}");
        Console.WriteLine(string.Join(",", Enum.GetNames(typeof(Level))));
        foreach (object o in Enum.GetValues(typeof(Level)))
            Console.WriteLine($"{o} {(int)o}");
        foreach (Access a in Enum.GetValues(typeof(Access)))
            Console.Write($"{(byte)a} ");
        Console.WriteLine(string.Join(",", Enum.GetNames(typeof(Wide))));
        Console.WriteLine($"{Enum.GetUnderlyingType(typeof(Access))} {Enum.GetName(typeof(Level), 5)} " +
            $"{Enum.GetName(typeof(Level), 3) ?? "null"} {Enum.ToObject(typeof(Level), 6)}");
        Try("parse", () => Enum.Parse(typeof(Level), "Medium"));
        Try("parse case", () => Enum.Parse(typeof(Level), "mEDIUM", true));
        Try("parse number", () => Enum.Parse(typeof(Level), "42"));
        Try("parse list", () => Enum.Parse(typeof(Access), "Read, Execute"));
        Try("parse bad", () => Enum.Parse(typeof(Level), "medium"));
        Try("parse empty", () => Enum.Parse(typeof(Level), ""));
        Try("try", () => Enum.TryParse("High", out Level l) + " " + l);
        Try("try bad", () => Enum.TryParse("Hi", out Level l) + " " + l);
        Try("not enum", () => Enum.GetNames(typeof(int)).Length);
        Level level = Level.Low;
        level++;
        level += 5;
        Console.WriteLine($"{level} {level - Level.Medium} {level > Level.Low} {level == (Level)5} " +
            $"{level.CompareTo(Level.High)} {level.Equals(Level.Medium)} {level.Equals(5)} {level.GetHashCode()}");
        object boxed = level;
        Console.WriteLine($"{boxed} {boxed.GetType()} {boxed is int} {boxed is Enum} {(int)boxed} " +
            $"{boxed.Equals(Level.Medium)} {((Enum)boxed).GetTypeCode()}");
        Try("compare kinds", () => ((IComparable)boxed).CompareTo(Access.Read));
        Try("unbox other", () => (Access)boxed);
        Try("convert", () => Convert.ToInt64(Level.High) + Convert.ToString(Access.Read));
        switch (level)
        {
            case Level.Low: Console.WriteLine("low"); break;
            case Level.Medium: Console.WriteLine("medium"); break;
        }
        Console.WriteLine($"{Enum.Format(typeof(Level), 5, "G")} {Level.High.ToString("d")} {default(Access)} " +
            $"{(int)(Level)(object)Level.Top}");
    }
}
