// GenericClasses: fields, static fields per instantiation, nested, inheritance, recursion of types, default(T),
// constraints.
using System;
using System.Collections.Generic;

class Stack<T>
{
    T[] items = new T[2];
    public int Count;

    public void Push(T x)
    {
        if (Count == items.Length)
            Array.Resize(ref items, Count * 2);
        items[Count++] = x;
    }

    public T Pop() => items[--Count];

    public static Stack<T> operator +(Stack<T> s, T x)
    {
        s.Push(x);
        return s;
    }

    public class Node
    {
        public T Value;
        public Node Next;
        public Stack<Node> Others;
    }

    public struct Pair<U>
    {
        public T First;
        public U Second;

        public override string ToString() => $"{First}/{Second} {typeof(T).Name} {typeof(U).Name}";
    }
}

static class Counted<T>
{
    public static int Made;
    public static readonly string Name = Init();
    public static T Last;

    static Counted()
    {
    }

    static string Init()
    {
        Console.WriteLine("init " + typeof(T));
        return typeof(T).Name;
    }
}

class Base<T, U>
{
    public virtual string Describe(T t, U u) => $"base {t} {u}";

    public static string Kinds => typeof(T).Name + "," + typeof(U).Name;
}

class Swapped<T> : Base<T, int>
{
    public override string Describe(T t, int u) => $"swapped {u} {t} " + base.Describe(t, u);
}

class Closed : Swapped<string>
{
    public override string Describe(string t, int u) => "closed " + base.Describe(t, u);
}

class Self<T> where T : Self<T>, new()
{
    public T Make() => new T();
}

class Me : Self<Me>
{
    public override string ToString() => "me";
}

class Deep<T>
{
    public static string Grow(int n) => n == 0 ? typeof(T).ToString() : Deep<Deep<T>>.Grow(n - 1);
}

class Tree<T> where T : IComparable<T>
{
    Tree<T> left, right;
    readonly T value;

    public Tree(T v)
    {
        value = v;
    }

    public void Add(T x)
    {
        ref Tree<T> side = ref x.CompareTo(value) < 0 ? ref left : ref right;
        if (side == null)
            side = new Tree<T>(x);
        else
            side.Add(x);
    }

    public IEnumerable<T> Walk()
    {
        if (left != null)
            foreach (T x in left.Walk())
                yield return x;
        yield return value;
        if (right != null)
            foreach (T x in right.Walk())
                yield return x;
    }
}

class Cell<T>
{
    public T Value;

    public bool IsDefault => EqualityComparer<T>.Default.Equals(Value, default(T));

    public bool Same(object o) => o is T;

    public T Cast(object o) => (T)o;

    public Type Kind => typeof(Cell<T>);
}

static class GenericClasses
{
    static void Main()
    {
        var ints = new Stack<int>();
        var words = new Stack<string>();
        var pairs = new Stack<KeyValuePair<int, string>>();
        for (int i = 0; i < 5; i++)
        {
            ints += i * i;
            words.Push("w" + i);
            pairs.Push(new KeyValuePair<int, string>(i, "v" + i));
        }
        while (ints.Count > 0)
            Console.WriteLine($"{ints.Pop()} {words.Pop()} {pairs.Pop()}");
        Counted<int>.Made++;
        Counted<string>.Made += 5;
        Counted<object>.Made += 7;
        Counted<int>.Last = 9;
        Counted<string>.Last = "nine";
        Console.WriteLine($"{Counted<int>.Made} {Counted<string>.Made} {Counted<object>.Made} {Counted<long>.Made} " +
            $"{Counted<int>.Last}{Counted<string>.Last}{Counted<object>.Last}");
        Console.WriteLine(Counted<int>.Name + Counted<Stack<int>>.Name);
        Console.WriteLine(new Stack<int>.Pair<string> { First = 1, Second = "b" });
        Console.WriteLine(new Stack<string>.Pair<long> { Second = 5 });
        var node = new Stack<byte>.Node { Value = 3, Others = new Stack<Stack<byte>.Node>() };
        node.Others.Push(node);
        Console.WriteLine($"{node.Others.Pop().Value} {node.GetType()}");
        Base<string, int> b = new Closed();
        Console.WriteLine(b.Describe("x", 1));
        Console.WriteLine(new Swapped<DateTime>().Describe(new DateTime(2000, 1, 1), 5).Length + Base<int,
            string>.Kinds + Swapped<long>.Kinds);
        Console.WriteLine(new Me().Make().Make());
        Console.WriteLine(Deep<int>.Grow(6));
        var tree = new Tree<int>(50);
        foreach (int x in new[] { 30, 70, 20, 40, 60, 80, 35 })
            tree.Add(x);
        Console.WriteLine(string.Join(" ", tree.Walk()));
        var names = new Tree<string>("m");
        names.Add("c");
        names.Add("x");
        Console.WriteLine(string.Join(" ", names.Walk()));
        Console.WriteLine($"{new Cell<int>().IsDefault} {new Cell<int> { Value = 1 }.IsDefault} " +
            $"{new Cell<string>().IsDefault} {new Cell<decimal>().IsDefault} {new Cell<DateTime>().Value.Year}");
        Console.WriteLine($"{new Cell<int>().Same(1)} {new Cell<int>().Same(1L)} {new Cell<object>().Same(1)} " +
            $"{new Cell<string>().Same(null)} {new Cell<int?>().Same(1)} {new Cell<int[]>().Same(new uint[0])}");
        Console.WriteLine($"{new Cell<int>().Cast(7)} {new Cell<string>().Cast(null) == null} " +
            $"{new Cell<int?>().Cast(null) == null} {new Cell<IComparable>().Cast("c")}");
        foreach (Func<object> f in new Func<object>[] { () => new Cell<int>().Cast("x"),
            () => new Cell<string>().Cast(1), () => new Cell<int>().Cast(null), () => new Cell<DayOfWeek>().Cast(1) })
            try
            {
                Console.WriteLine(f());
            }
            catch (Exception e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        Console.WriteLine($"{new Cell<Cell<int>[]>().Kind} {typeof(Cell<>)} {typeof(Base<,>)} " +
            $"{new Cell<(int, string)>().Kind}");
    }
}
