// Variance: in and out on interfaces and delegates, nested, with arrays, value types excluded, ambiguous
// instantiations.
using System;
using System.Collections.Generic;

class Fruit
{
    public override string ToString() => GetType().Name;
}

class Apple : Fruit
{
}

class Green : Apple
{
}

interface ISource<out T>
{
    T Get();
}

interface ISink<in T>
{
    string Put(T x);
}

class Source<T> : ISource<T> where T : new()
{
    public T Get() => new T();
}

class Sink<T> : ISink<T>
{
    public string Put(T x) => $"{typeof(T).Name} takes {x}";
}

class TwoSources : ISource<Apple>, ISource<string>
{
    Apple ISource<Apple>.Get() => new Green();

    string ISource<string>.Get() => "text";
}

delegate T Maker<out T>();

delegate void Eater<in T>(T x);

static class Variance
{
    static Apple MakeApple() => new Apple();

    static void EatFruit(Fruit f) => Console.WriteLine("eaten " + f);

    static void Main()
    {
        ISource<Fruit> s = new Source<Green>();
        Console.WriteLine(s.Get());
        ISource<object> o = s;
        Console.WriteLine($"{o.Get()} {o is ISource<Apple>} {o is ISource<Green>} {o is ISource<string>}");
        ISink<Green> k = new Sink<Fruit>();
        Console.WriteLine(k.Put(new Green()));
        ISink<Apple> k2 = (ISink<Apple>)k;
        Console.WriteLine($"{k2.Put(new Apple())} {k is ISink<object>} {k is ISink<Fruit>}");
        ISource<ISource<object>> nested = new Nested();
        Console.WriteLine(nested.Get().Get());
        ISink<ISink<Fruit>> contra = new Sink<ISink<Green>>();
        Console.WriteLine(contra is ISink<ISink<object>>);
        object two = new TwoSources();
        Console.WriteLine($"{((ISource<Fruit>)two).Get()} {((ISource<string>)two).Get()} " +
            $"{((ISource<IComparable>)two).Get()}");
        Maker<Apple> make = MakeApple;
        Maker<Fruit> makeFruit = make;
        Maker<object> makeObject = makeFruit;
        Console.WriteLine($"{makeObject()} {ReferenceEquals(make, makeObject)}");
        Eater<Fruit> eat = EatFruit;
        Eater<Green> eatGreen = eat;
        eatGreen(new Green());
        Func<object, Apple> f = x => new Green();
        Func<string, Fruit> g = f;
        Console.WriteLine(g("x"));
        Action<object> print = Console.WriteLine;
        Action<string> printText = print;
        printText("contravariant");
        IEnumerable<Apple> apples = new List<Green> { new Green(), new Green() };
        foreach (Fruit x in (IEnumerable<Fruit>)apples)
            Console.WriteLine(x);
        IEnumerable<object> words = new[] { "a", "b" };
        Console.WriteLine(string.Join(",", words));
        object ints = new List<int> { 1 };
        Console.WriteLine($"{ints is IEnumerable<object>} {ints is IEnumerable<int>} {ints is IEnumerable<uint>} " +
            $"{ints is IEnumerable<long>}");
        IComparer<Fruit> byName = Comparer<Fruit>.Create((a, b) => string.CompareOrdinal(a.ToString(), b.ToString()));
        List<Apple> sorted = new List<Apple> { new Green(), new Apple(), new Green() };
        sorted.Sort(byName);
        Console.WriteLine(string.Join(" ", sorted));
        IReadOnlyList<Fruit> readOnly = sorted;
        Console.WriteLine(readOnly[0] + " " + readOnly.Count);
        try
        {
            Console.WriteLine(((ISource<Green>)(object)new Source<Apple>()).Get());
        }
        catch (InvalidCastException)
        {
            Console.WriteLine("refused");
        }
    }

    class Nested : ISource<ISource<Apple>>
    {
        public ISource<Apple> Get() => new Source<Green>();
    }
}
