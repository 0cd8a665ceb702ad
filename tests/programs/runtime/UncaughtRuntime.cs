// UncaughtRuntime: a NullReferenceException out of a lambda, property and static constructor, uncaught.
using System;

class Late
{
    public static readonly int Value;

    static Late()
    {
        string s = null;
        Value = s.Length;
    }
}

static class UncaughtRuntime
{
    static int Property => ((Func<int>)(() => Late.Value))();

    static void Main()
    {
        Console.WriteLine("start");
        Console.Out.Flush();
        Console.WriteLine(Property);
    }
}
