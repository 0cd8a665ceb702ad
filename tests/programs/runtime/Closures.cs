// Closures: captured locals, parameters, loop variables and this; shared and nested scopes; lambdas that outlive a
// call.
using System;
using System.Collections.Generic;
using System.Linq;

class Account
{
    int balance;

    public Action<int> Depositor() => x => balance += x;

    public Func<int> Reader()
    {
        int reads = 0;
        return () => balance * 100 + ++reads;
    }
}

static class Closures
{
    static Func<int> Counter(int start)
    {
        return () => start++;
    }

    static (Action, Func<int>) Pair()
    {
        int shared = 0;
        return (() => shared++, () => shared);
    }

    static IEnumerable<Func<int>> Lazily(int n)
    {
        for (int i = 0; i < n; i++)
        {
            int square = i * i;
            yield return () => square + i;
        }
    }

    static int Local(int n)
    {
        Func<int, int> inner = null;
        inner = k => k <= 1 ? n : k * inner(k - 1);
        Func<string, int> change = s =>
        {
            n++;
            return s.Length;
        };
        return inner(4) + change("ab") + n;
    }

    static void Main()
    {
        Func<int> c = Counter(5), d = Counter(50);
        Console.WriteLine($"{c()} {c()} {d()} {c()} {d()}");
        var (inc, get) = Pair();
        inc();
        inc();
        Console.WriteLine(get());
        var actions = new List<Func<int>>();
        for (int i = 0; i < 3; i++)
            actions.Add(() => i);
        foreach (int x in new[] { 10, 20, 30 })
            actions.Add(() => x);
        for (int i = 0; i < 3; i++)
        {
            int copy = i;
            actions.Add(() => copy++ * 100);
            actions.Add(() => copy);
        }
        Console.WriteLine(string.Join(" ", actions.Select(f => f())));
        Console.WriteLine(string.Join(" ", actions.Select(f => f())));
        Account a = new Account();
        Action<int> deposit = a.Depositor();
        Func<int> read = a.Reader();
        deposit(5);
        deposit(7);
        Console.WriteLine($"{read()} {read()}");
        Console.WriteLine(string.Join(" ", Lazily(4).Select(f => f())));
        Console.WriteLine(string.Join(" ", Lazily(4).ToList().Select(f => f())));
        Console.WriteLine(Local(3));
        int outer = 1;
        Action nest = () =>
        {
            int middle = 10;
            Action inner = () =>
            {
                outer += middle;
                middle *= 2;
            };
            inner();
            inner();
            Console.WriteLine($"{outer} {middle}");
        };
        nest();
        nest();
        string text = "before";
        Func<string> later = () => text;
        text = "after";
        Console.WriteLine(later());
        Func<Func<int, int>, Func<int, int>> twice = f => x => f(f(x));
        Console.WriteLine(twice(twice(x => x * 3))(1));
        int[] data = { 5, 3, 8 };
        int threshold = 4;
        Console.WriteLine(data.Count(x => x > threshold));
        threshold = 6;
        Console.WriteLine(data.Count(x => x > threshold));
        Func<int, bool> isEven = null, isOdd = null;
        isEven = n => n == 0 || isOdd(n - 1);
        isOdd = n => n != 0 && isEven(n - 1);
        Console.WriteLine($"{isEven(10)} {isOdd(10)} {isEven(7)}");
        (int x, string y) tuple = (1, "t");
        Action change = () => tuple.x++;
        change();
        change();
        Console.WriteLine(tuple);
    }
}
