// IteratorMethods: yield return and break, lazy start, try/finally on early end, nested, generic, recursive, state
// after end.
using System;
using System.Collections;
using System.Collections.Generic;

static class IteratorMethods
{
    static IEnumerable<int> Count(int n)
    {
        Console.WriteLine("started");
        try
        {
            for (int i = 0; i < n; i++)
            {
                Console.WriteLine("before " + i);
                yield return i;
                if (i == 3)
                    yield break;
            }
            Console.WriteLine("ran out");
        }
        finally
        {
            Console.WriteLine("finally");
        }
    }

    static IEnumerable<T> Chain<T>(params IEnumerable<T>[] all)
    {
        foreach (IEnumerable<T> e in all)
            foreach (T x in e)
                yield return x;
    }

    static IEnumerable<string> Permute(string done, string rest)
    {
        if (rest.Length == 0)
            yield return done;
        for (int i = 0; i < rest.Length; i++)
            foreach (string s in Permute(done + rest[i], rest.Remove(i, 1)))
                yield return s;
    }

    static IEnumerator<char> Letters()
    {
        yield return 'x';
        yield return 'y';
    }

    static IEnumerable Plain()
    {
        yield return 1;
        yield return "two";
        yield return null;
    }

    static IEnumerable<int> Throws()
    {
        yield return 1;
        try
        {
            yield return 2;
            throw new InvalidOperationException("inside");
        }
        finally
        {
            Console.WriteLine("cleanup");
        }
    }

    static IEnumerable<int> NestedFinally()
    {
        try
        {
            yield return 1;
            try
            {
                yield return 2;
            }
            finally
            {
                Console.WriteLine("inner finally");
            }
            yield return 3;
        }
        finally
        {
            Console.WriteLine("outer finally");
        }
    }

    static IEnumerable<long> Fibonacci()
    {
        long a = 0, b = 1;
        while (true)
        {
            yield return a;
            (a, b) = (b, a + b);
        }
    }

    class Tree : IEnumerable<int>
    {
        public int Value;
        public Tree Left, Right;

        public IEnumerator<int> GetEnumerator()
        {
            if (Left != null)
                foreach (int x in Left)
                    yield return x;
            yield return Value;
            if (Right != null)
                foreach (int x in Right)
                    yield return x;
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    static void Main()
    {
        IEnumerable<int> lazy = Count(3);
        Console.WriteLine("made");
        foreach (int x in lazy)
            Console.WriteLine("got " + x);
        foreach (int x in lazy)
            if (x == 1)
                break;
        foreach (int x in Count(10))
            Console.Write(x);
        Console.WriteLine();
        foreach (int stop in new[] { 1, 2, 3, 4 })
        {
            foreach (int x in NestedFinally())
                if (x == stop)
                    break;
            Console.WriteLine("stopped at " + stop);
        }
        Console.WriteLine(string.Join(",", Chain(new[] { 1, 2 }, new List<int> { 3 }, new int[0], Chain<int>())));
        Console.WriteLine(string.Join(" ", Permute("", "abcd")));
        IEnumerator<char> e = Letters();
        Console.WriteLine((int)e.Current);
        while (e.MoveNext())
            Console.Write(e.Current);
        Console.WriteLine(e.MoveNext());
        try
        {
            e.Reset();
        }
        catch (NotSupportedException)
        {
            Console.WriteLine("no reset");
        }
        foreach (object o in Plain())
            Console.WriteLine(o ?? "null");
        try
        {
            foreach (int x in Throws())
                Console.WriteLine(x);
        }
        catch (InvalidOperationException ex)
        {
            Console.WriteLine(ex.Message);
        }
        int n = 0;
        foreach (long f in Fibonacci())
        {
            if (n++ == 50)
                break;
            if (n % 10 == 0)
                Console.WriteLine(f);
        }
        var tree = new Tree { Value = 5, Left = new Tree { Value = 2, Right = new Tree { Value = 3 } },
            Right = new Tree { Value = 9 } };
        Console.WriteLine(string.Join(" ", tree));
        IEnumerator<int> one = lazy.GetEnumerator(), two = lazy.GetEnumerator();
        one.MoveNext();
        two.MoveNext();
        one.MoveNext();
        Console.WriteLine($"{one.Current} {two.Current}");
        one.Dispose();
        two.Dispose();
        Console.WriteLine(one.MoveNext());
    }
}
