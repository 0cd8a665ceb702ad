// GenericVirtualMethods: virtual and interface methods with type parameters of their own, overridden, through
// delegates.
using System;
using System.Collections.Generic;

abstract class Visitor
{
    public virtual string Visit<T>(T x) => "base<" + typeof(T).Name + "> " + x;

    public abstract T Make<T>() where T : new();

    public string Both<T, U>(T t, U u) => Visit(t) + " & " + Visit(u);
}

class Quiet : Visitor
{
    public override T Make<T>() => new T();
}

class Loud : Visitor
{
    int calls;

    public override string Visit<T>(T x) => $"loud#{++calls}<{typeof(T).Name}> {x} " + base.Visit(x);

    public override T Make<T>()
    {
        Console.WriteLine("make " + typeof(T).Name);
        return new T();
    }
}

class Louder : Loud
{
    public override string Visit<T>(T x) => base.Visit(new[] { x }).Replace("[]", "*") + "!";
}

class Wrapper<W> : Visitor
{
    readonly W w;

    public Wrapper(W x)
    {
        w = x;
    }

    public override string Visit<T>(T x) => $"{typeof(W).Name}+{typeof(T).Name}: {w} {x} {new List<KeyValuePair<W, T>>().GetType().GetGenericArguments()[0].GetGenericArguments().Length}";

    public override T Make<T>() => (object)w is T ? (T)(object)w : new T();
}

interface IFold
{
    A Fold<A>(A seed, Func<A, int, A> f);
}

struct UpTo : IFold
{
    public int N;

    public A Fold<A>(A seed, Func<A, int, A> f)
    {
        for (int i = 0; i < N; i++)
            seed = f(seed, i);
        return seed;
    }
}

class Fixed : IFold
{
    A IFold.Fold<A>(A seed, Func<A, int, A> f) => f(f(seed, 7), 8);
}

static class GenericVirtualMethods
{
    static string Run<F>(F f) where F : IFold => f.Fold("", (a, i) => a + i) + f.Fold(0L, (a, i) => a + i) + f.Fold((0,
        1), (a, i) => (a.Item2, a.Item1 + a.Item2));

    static void Main()
    {
        Visitor[] all = { new Quiet(), new Loud(), new Louder(), new Wrapper<int>(42), new Wrapper<string>("w") };
        foreach (Visitor v in all)
        {
            Console.WriteLine(v.Visit(1));
            Console.WriteLine(v.Visit("s"));
            Console.WriteLine(v.Visit(2.5));
            Console.WriteLine(v.Visit((1, 'c')));
            Console.WriteLine(v.Visit<object>(5));
            Console.WriteLine(v.Both(1L, "x"));
            Console.WriteLine(v.Make<int>() + v.Make<List<string>>().Count + v.Make<DateTime>().Year);
            Func<short, string> f = v.Visit<short>;
            Func<string, string> g = v.Visit;
            Console.WriteLine(f(3) + g("delegate"));
        }
        Console.WriteLine(Run(new UpTo { N = 6 }));
        Console.WriteLine(Run(new Fixed()));
        Console.WriteLine(Run<IFold>(new UpTo { N = 3 }));
        IFold boxed = new UpTo { N = 4 };
        Func<string, Func<string, int, string>, string> bound = boxed.Fold<string>;
        Console.WriteLine(bound("b", (a, i) => a + "," + i));
    }
}
