// GenericInterfaces: one class implementing several instantiations, generic methods on interfaces, constraints calls.
using System;
using System.Collections;
using System.Collections.Generic;

interface IConvert<in TFrom, out TTo>
{
    TTo Convert(TFrom x);
}

class Both : IConvert<int, string>, IConvert<string, int>, IEquatable<int>, IEquatable<string>
{
    string IConvert<int, string>.Convert(int x) => "#" + x;

    int IConvert<string, int>.Convert(string x) => x.Length;

    public bool Equals(int x) => x == 5;

    public bool Equals(string x) => x == "five";
}

interface IVisitor
{
    string Visit<T>(T x);
}

class TypeNamer : IVisitor
{
    public string Visit<T>(T x) => typeof(T).Name + ":" + x;
}

class Counting : IVisitor
{
    int n;

    string IVisitor.Visit<T>(T x) => (++n) + (x == null ? "null" : x.ToString()) + typeof(T);
}

class Range : IEnumerable<int>
{
    readonly int count;

    public Range(int n)
    {
        count = n;
    }

    public IEnumerator<int> GetEnumerator() => new Walker(count);

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    class Walker : IEnumerator<int>
    {
        readonly int end;

        public Walker(int n)
        {
            end = n;
        }

        public int Current { get; private set; } = -1;

        object IEnumerator.Current => "boxed " + Current;

        public bool MoveNext() => ++Current < end;

        public void Reset() => Current = -1;

        public void Dispose() => Console.WriteLine("disposed");
    }
}

class Keyed<TKey, TValue> : IComparable<Keyed<TKey, TValue>> where TKey : IComparable<TKey>
{
    public TKey Key;
    public TValue Value;

    public int CompareTo(Keyed<TKey, TValue> other) => Key.CompareTo(other.Key);

    public override string ToString() => Key + "=" + Value;
}

struct Temperature : IComparable<Temperature>, IComparable
{
    public double D;

    public int CompareTo(Temperature other) => D.CompareTo(other.D);

    public int CompareTo(object other)
    {
        throw new InvalidOperationException();
    }
}

static class GenericInterfaces
{
    static T Largest<T>(IEnumerable<T> all) where T : IComparable<T>
    {
        bool first = true;
        T best = default(T);
        foreach (T x in all)
        {
            if (first || x.CompareTo(best) > 0)
                best = x;
            first = false;
        }
        return best;
    }

    static TTo Through<TFrom, TTo>(IConvert<TFrom, TTo> c, TFrom x) => c.Convert(x);

    static void Main()
    {
        Both b = new Both();
        Console.WriteLine(Through<int, string>(b, 12) + Through<string, int>(b, "abcd"));
        Console.WriteLine($"{b.Equals(5)} {b.Equals("five")} {((IEquatable<int>)b).Equals(6)} {b.Equals(5.0)}");
        Console.WriteLine($"{b is IConvert<int, object>} {b is IConvert<object, int>} {b is IConvert<int, int>}");
        foreach (IVisitor v in new IVisitor[] { new TypeNamer(), new Counting() })
        {
            Console.WriteLine(v.Visit(1));
            Console.WriteLine(v.Visit("s"));
            Console.WriteLine(v.Visit(1.5m));
            Console.WriteLine(v.Visit(new List<int>()));
            Console.WriteLine(v.Visit<object>(null));
            Console.WriteLine(v.Visit(new[] { 'c' }));
            Console.WriteLine(v.Visit((1, "two")));
        }
        foreach (int x in new Range(3))
            Console.WriteLine(x);
        foreach (object x in (IEnumerable)new Range(2))
            Console.WriteLine(x);
        Console.WriteLine(Largest(new Range(6)) + Largest(new[] { "b", "zz", "a" }) + Largest(new List<double> { 1.5,
            -2 }));
        Console.WriteLine(Largest(new[] { new Temperature { D = 3 }, new Temperature { D = 36.6 } }).D);
        Console.WriteLine(Largest(new[] { new Keyed<int, string> { Key = 3, Value = "c" }, new Keyed<int,
            string> { Key = 9, Value = "i" } }));
        Console.WriteLine(Largest(new[] { new Keyed<string, long> { Key = "k", Value = 1 }, new Keyed<string,
            long> { Key = "j", Value = 2 } }));
        var list = new List<Keyed<double, char>>();
        for (int i = 0; i < 10; i++)
            list.Add(new Keyed<double, char> { Key = i * 7 % 10 / 2.0, Value = (char)('a' + i) });
        list.Sort();
        Console.WriteLine(string.Join(" ", list));
    }
}
