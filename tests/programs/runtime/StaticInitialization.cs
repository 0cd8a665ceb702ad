// StaticInitialization: order of static constructors and field initialisers, precise classes, cycles, generics,
// inheritance.
using System;

static class Log
{
    public static T Say<T>(string what, T value)
    {
        Console.WriteLine(what);
        return value;
    }
}

class Precise
{
    public static int A = Log.Say("Precise.A", 1);
    public static int B = Log.Say("Precise.B", A + 1);

    static Precise()
    {
        Console.WriteLine("Precise cctor");
        B += 10;
    }

    public static void Touch() => Console.WriteLine("touched");

    public int Instance = Log.Say("instance field", 3);

    public Precise()
    {
        Console.WriteLine("ctor");
    }
}

class Parent
{
    public static string Name = Log.Say("Parent.Name", "parent");

    static Parent()
    {
        Console.WriteLine("Parent cctor");
    }

    public static void Inherited() => Console.WriteLine("inherited");
}

class Child : Parent
{
    public static new string Name = Log.Say("Child.Name", "child");

    static Child()
    {
        Console.WriteLine("Child cctor");
    }
}

class CycleA
{
    public static int X = CycleB.Y + 1;

    static CycleA()
    {
        Console.WriteLine($"CycleA {X}");
    }
}

class CycleB
{
    public static int Y = CycleA.X + 1;

    static CycleB()
    {
        Console.WriteLine($"CycleB {Y}");
    }
}

class PerType<T>
{
    public static int Count = Log.Say("PerType " + typeof(T).Name, 0);

    static PerType()
    {
        Console.WriteLine("PerType cctor " + typeof(T).Name);
    }
}

struct Valued
{
    public static int S = Log.Say("Valued.S", 4);
    public int F;

    static Valued()
    {
        Console.WriteLine("Valued cctor");
    }

    public int Get() => F + S;
}

class Constants
{
    public const int C = 42;

    static Constants()
    {
        Console.WriteLine("never");
    }
}

class OnlyArray
{
    static OnlyArray()
    {
        Console.WriteLine("not for an array");
    }
}

class Singleton
{
    public static readonly Singleton Instance = new Singleton();
    static int counter = 5;
    public int Seen;

    Singleton()
    {
        Seen = ++counter;
    }

    static Singleton()
    {
    }

    public static int Counter => counter;
}

static class StaticInitialization
{
    static void Main()
    {
        Console.WriteLine("main");
        Console.WriteLine(Constants.C);
        Console.WriteLine(new OnlyArray[3].Length);
        Precise.Touch();
        Precise.Touch();
        Console.WriteLine(Precise.B);
        new Precise();
        Child.Inherited();
        Console.WriteLine("before child");
        new Child();
        Console.WriteLine(Child.Name + Parent.Name);
        Console.WriteLine($"{CycleA.X} {CycleB.Y}");
        PerType<int>.Count++;
        PerType<string>.Count++;
        PerType<object>.Count++;
        PerType<int>.Count++;
        Console.WriteLine($"{PerType<int>.Count} {PerType<string>.Count} {PerType<object>.Count}");
        Valued v = new Valued { F = 1 };
        Console.WriteLine("made");
        Console.WriteLine(v.Get());
        Console.WriteLine($"{Singleton.Instance.Seen} {Singleton.Counter}");
        System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(typeof(PerType<double>).TypeHandle);
        Console.WriteLine("end");
    }
}
