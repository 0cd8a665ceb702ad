// MulticastDelegates: Combine and Remove with lists, order, return value of the last, exceptions in the middle, events.
using System;
using System.Collections.Generic;

class Publisher
{
    public event EventHandler<string> Said;

    public event Action Plain
    {
        add
        {
            Console.WriteLine("add");
            plain += value;
        }
        remove
        {
            Console.WriteLine("remove");
            plain -= value;
        }
    }

    public static event Func<int, int> Static;

    Action plain;

    public void Say(string s) => Said?.Invoke(this, s);

    public void Run() => plain?.Invoke();

    public static int RunStatic(int x) => Static == null ? -1 : Static(x);

    public bool HasListeners => Said != null;
}

static class MulticastDelegates
{
    static readonly List<string> log = new List<string>();

    static void A() => log.Add("A");

    static void B() => log.Add("B");

    static void C() => log.Add("C");

    static void Throw() => throw new InvalidOperationException("thrown");

    static void Show(Action d)
    {
        log.Clear();
        try
        {
            d?.Invoke();
        }
        catch (InvalidOperationException e)
        {
            log.Add(e.Message);
        }
        Console.WriteLine($"{d?.GetInvocationList().Length ?? 0}: {string.Join("", log)}");
    }

    static void Main()
    {
        Action a = A, b = B, c = C;
        Show(a + b + c);
        Show(a + b - a);
        Show(a + b + a + b - a);
        Show(a + b + c + b + c - (b + c));
        Show(a + b + c - (a + c));
        Show(a - b);
        Show(a - a);
        Show(null + a);
        Show(a + null);
        Show((Action)Delegate.Combine(a, b, null, c));
        Show((Action)Delegate.RemoveAll(a + b + a + b + c, a + b));
        Show((Action)Delegate.RemoveAll(a + b, b));
        Show(a + Throw + b);
        Action both = a + b, same = a + b;
        Console.WriteLine($"{both == same} {both.Equals(b + a)} {both != a} {both.Method.Name} " +
            $"{both.GetHashCode() == same.GetHashCode()}");
        Action copy = both;
        both += c;
        Show(copy);
        Show(both);
        Func<int> f = () => 1;
        f += () => 2;
        f += () => 3;
        Console.WriteLine(f());
        foreach (Func<int> one in f.GetInvocationList())
            Console.Write(one() + " ");
        Console.WriteLine();
        try
        {
            Delegate.Combine(a, f);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        Publisher p = new Publisher();
        EventHandler<string> h = (sender, s) => Console.WriteLine("heard " + s + ReferenceEquals(sender, p));
        Console.WriteLine(p.HasListeners);
        p.Said += h;
        p.Said += (sender, s) => Console.WriteLine("also " + s);
        p.Say("one");
        p.Said -= h;
        p.Say("two");
        p.Said -= h;
        p.Said += h;
        p.Say("three");
        Action twice = () => Console.WriteLine("plain");
        p.Plain += twice;
        p.Plain += twice;
        p.Run();
        p.Plain -= twice;
        p.Run();
        Console.WriteLine(Publisher.RunStatic(1));
        Publisher.Static += x => x + 1;
        Publisher.Static += x => x * 10;
        Console.WriteLine(Publisher.RunStatic(4));
        Action many = null;
        for (int i = 0; i < 50; i++)
        {
            int j = i;
            many += () => log.Add(j.ToString());
        }
        Show(many);
    }
}
