// FailingStaticConstructors: TypeInitializationException with its inner exception, the same again, and for generics
// each.
using System;

class Fails
{
    public static int X = 1;
    static int runs;

    static Fails()
    {
        runs++;
        Console.WriteLine("run " + runs);
        throw new InvalidOperationException("no");
    }

    public int Field;

    public static void Call() => Console.WriteLine("called");

    public void Instance() => Console.WriteLine("instance");
}

class FieldFails
{
    public static int[] Data = new int[2];
    public static int Third = Data[Zero() + 3];

    static int Zero() => 0;

    static FieldFails()
    {
    }
}

class UsesFailing
{
    public static int Y;

    static UsesFailing()
    {
        Y = Fails.X + 1;
    }
}

class Caught
{
    public static string Said;

    static Caught()
    {
        try
        {
            Fails.Call();
        }
        catch (TypeInitializationException e)
        {
            Said = "caught " + e.TypeName;
        }
    }
}

class PerType<T>
{
    public static T Value;

    static PerType()
    {
        if (typeof(T) == typeof(string))
            throw new NotSupportedException(typeof(T).Name);
        Console.WriteLine("fine for " + typeof(T).Name);
    }
}

class DerivedFails : Fails
{
    public static int Own = 5;
}

static class FailingStaticConstructors
{
    static Exception last;

    static void Try(string what, Action f)
    {
        try
        {
            f();
            Console.WriteLine(what + ": fine");
        }
        catch (TypeInitializationException e)
        {
            Console.WriteLine($"{what}: {e.TypeName}: {e.Message}");
            for (Exception inner = e.InnerException; inner != null; inner = inner.InnerException)
                Console.WriteLine($"    {inner.GetType().Name}: {inner.Message}");
            Console.WriteLine("    same object: " + ReferenceEquals(e, last));
            last = e;
        }
    }

    static void Main()
    {
        Try("field", () => Console.WriteLine(Fails.X));
        Try("field again", () => Console.WriteLine(Fails.X));
        Try("method", () => Fails.Call());
        Try("new", () => new Fails());
        Try("store", () => Fails.X = 5);
        Try("initialiser", () => Console.WriteLine(FieldFails.Third));
        Try("initialiser again", () => Console.WriteLine(FieldFails.Data.Length));
        Try("nested", () => Console.WriteLine(UsesFailing.Y));
        Try("nested again", () => Console.WriteLine(UsesFailing.Y));
        Try("caught", () => Console.WriteLine(Caught.Said));
        Try("int", () => Console.WriteLine(PerType<int>.Value));
        Try("string", () => Console.WriteLine(PerType<string>.Value));
        Try("object", () => Console.WriteLine(PerType<object>.Value == null));
        Try("string again", () => Console.WriteLine(PerType<string>.Value));
        Try("derived field", () => Console.WriteLine(DerivedFails.Own));
    }
}
