// UncaughtInStaticConstructor: two failing static constructors, one in the other, told as inner exceptions.
using System;

static class Inner
{
    public static int Value;
    static Inner() { throw new InvalidOperationException("in the inner one"); }
}

static class Outer
{
    public static int Value;
    static Outer() { Inner.Value = 1; }
}

static class UncaughtInStaticConstructor
{
    static void Main()
    {
        try { Inner.Value = 2; }
        catch (TypeInitializationException e) { Console.WriteLine(e.TypeName + ": " + e.InnerException.Message); }
        Outer.Value = 3;
    }
}
