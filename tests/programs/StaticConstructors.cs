// StaticConstructors: each runs once, whichever access comes first; a generic class has one per instantiation.
// expect-calls: First:.cctor () = 1
// expect-calls: Second:.cctor () = 1
// expect-calls: PerType`1<int>:.cctor () = 1
// expect-calls: PerType`1<long>:.cctor () = 1
// expect-calls: StaticConstructors:Init (int) = 4
using System;
using System.Runtime.CompilerServices;

static class First
{
    public static readonly int Value;

    static First()
    {
        Value = StaticConstructors.Init(1) + Second.Value;
    }
}

static class Second
{
    public static readonly int Value;

    static Second()
    {
        Value = StaticConstructors.Init(2);
    }
}

static class PerType<T>
{
    public static readonly int Value;

    static PerType()
    {
        Value = StaticConstructors.Init(3);
    }
}

static class StaticConstructors
{
    public static int Init(int x)
    {
        return x * 10;
    }

    static int Main()
    {
        int n = 0;
        for (int i = 0; i < 10; i++)
            n += First.Value + Second.Value + PerType<int>.Value + PerType<long>.Value;
        Console.WriteLine("n=" + n);
        return 0;
    }
}
