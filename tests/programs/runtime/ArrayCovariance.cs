// ArrayCovariance: reference arrays convert to base and interface arrays, stores are checked, integer arrays of one
// size cast.
using System;
using System.Collections.Generic;

class Animal
{
    public virtual string Name => "animal";
}

class Dog : Animal, IComparable
{
    public override string Name => "dog";

    public int CompareTo(object other)
    {
        return 0;
    }
}

class Puppy : Dog
{
    public override string Name => "puppy";
}

enum Color : int
{
    Red,
    Green,
}

static class ArrayCovariance
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
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static void Main()
    {
        Animal[] animals = new Dog[3];
        object[] objects = animals;
        IComparable[] comparables = (IComparable[])objects;
        Try("dog", () => animals[0] = new Dog());
        Try("puppy", () => animals[1] = new Puppy());
        Try("animal", () => animals[2] = new Animal());
        Try("null", () => animals[2] = null);
        Try("string", () => objects[2] = "s");
        Try("comparable", () => comparables[2] = new Puppy());
        Try("int", () => comparables[2] = 5);
        foreach (Animal a in animals)
            Console.WriteLine(a.Name);
        Console.WriteLine($"{objects is Dog[]} {objects is Puppy[]} {objects is IComparable[]} " +
            $"{objects is IList<Animal>} {objects is IEnumerable<IComparable>} {objects is IList<string>}");
        Try("cast", () => Console.WriteLine(((Puppy[])objects).Length));
        object ints = new int[] { 1, -2 };
        Console.WriteLine($"{ints is uint[]} {ints is long[]} {ints is object[]} {ints is IList<int>} " +
            $"{ints is IList<uint>} {ints is Color[]}");
        uint[] u = (uint[])ints;
        Console.WriteLine(u[1] + " " + u.GetType());
        object colors = new[] { Color.Green };
        Console.WriteLine($"{((int[])colors)[0]} {colors is uint[]} {colors.GetType().Name}");
        object bytes = new sbyte[] { -1 };
        Console.WriteLine(((byte[])bytes)[0] + " " + (bytes is bool[]) + " " + (bytes is char[]));
        object jagged = new string[1][];
        Console.WriteLine($"{jagged is object[]} {jagged is IEnumerable<object>[]} {jagged is int[][]}");
        object multi = new string[1, 1];
        Console.WriteLine($"{multi is object[,]} {multi is object[]} {multi is string[,]} {multi is int[,]}");
        IList<Animal> list = new Dog[] { new Puppy() };
        Console.WriteLine(list[0].Name + list.Count + list.Contains(null));
        Try("list store", () => list[0] = new Animal());
        Action<object[]> swap = a => { object t = a[0]; a[0] = a[1]; a[1] = t; };
        string[] words = { "a", "b" };
        swap(words);
        Console.WriteLine(words[0] + words[1]);
        Try("copy down", () => Array.Copy(new object[] { "x", 5 }, words, 2));
        Console.WriteLine(words[0] + words[1]);
        Try("copy up", () => Array.Copy(words, new object[2], 2));
        Try("copy widen", () => Array.Copy(new[] { 1, 2 }, new long[2], 2));
        Try("copy narrow", () => Array.Copy(new long[2], new int[2], 2));
        Try("copy box", () => Array.Copy(new[] { 1, 2 }, new object[2], 2));
        Try("copy unbox", () => Array.Copy(new object[] { 1, 2 }, new int[2], 2));
        Try("copy unbox bad", () => Array.Copy(new object[] { 1, "2" }, new int[2], 2));
        Try("ref", () => Take(ref animals[0]));
        Animal[] exact = new Animal[1];
        Try("ref exact", () => Take(ref exact[0]));
        Try("params", () => Console.WriteLine(string.Join(",", (object[])words)));
    }

    static void Take(ref Animal a)
    {
        a = new Animal();
    }
}
