// GuardedCalls: virtual calls whose target is guessed and inlined behind a guard, while classes come that make the guess
// wrong: properties, interfaces, generic classes, by-reference and struct arguments, exceptions, null receivers.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

abstract class Shape
{
    public int Asked;
    public abstract double Area();
    public virtual int Sides { get { return 0; } }
    public virtual void Ask() { Asked++; }
    public virtual string Name { get { return "shape"; } }
    public virtual bool Larger(Shape other) { return Area() > other.Area(); }
}

class Square : Shape
{
    readonly double side;
    public Square(double side) { this.side = side; }
    public override double Area() { return side * side; }
    public override int Sides { get { return 4; } }
}

class Rectangle : Square
{
    readonly double height;
    public Rectangle(double width, double height) : base(width) { this.height = height; }
    public override double Area() { return height * 2; }
    public override void Ask() { Asked += 10; }
    public override string Name { get { return "rectangle"; } }
}

struct Pair
{
    public int First;
    public long Second;
    public double Third;
}

interface IStore
{
    int Value { get; set; }
    Pair Both(Pair p, int n);
    void Add(ref int sum);
    T Same<T>(T it);
}

class Store : IStore
{
    int value;
    public int Value { get { return value; } set { this.value = value; } }
    public virtual Pair Both(Pair p, int n) { p.First += n; p.Second *= 2; return p; }
    public void Add(ref int sum) { sum += value; }
    public T Same<T>(T it) { return it; }
}

class OtherStore : IStore
{
    public int Value { get { return -7; } set { } }
    public Pair Both(Pair p, int n) { p.Third = n; return p; }
    public void Add(ref int sum) { sum -= 1; }
    public T Same<T>(T it) { return default(T); }
}

struct ValueStore : IStore
{
    public int Value { get { return 3; } set { } }
    public Pair Both(Pair p, int n) { return p; }
    public void Add(ref int sum) { sum += 1000; }
    public T Same<T>(T it) { return it; }
}

class Cell<T>
{
    protected T held;
    public Cell(T held) { this.held = held; }
    public virtual T Get() { return held; }
    public virtual void Put(T it) { held = it; }
}

class Twice : Cell<int>
{
    public Twice(int held) : base(held) { }
    public override int Get() { return held * 2; }
}

class Thrower
{
    public virtual int Divide(int a, int b) { return a / b; }
    public virtual void Throw(string text) { throw new InvalidOperationException(text); }
    public virtual int Length(string text) { return text.Length; }
}

class Calm : Thrower
{
    public override int Divide(int a, int b) { return b == 0 ? -1 : a / b; }
    public override void Throw(string text) { }
    public override int Length(string text) { return text == null ? -1 : text.Length; }
}

static class GuardedCalls
{
    static int order;

    static int Next(int n) { order = order * 10 + n; return n; }

    static double Sum(Shape[] shapes, int turns)
    {
        double sum = 0;
        for (int k = 0; k < turns; k++)
            foreach (Shape s in shapes) {
                s.Ask();
                sum += s.Area() + s.Sides + (s.Larger(shapes[0]) ? 0.5 : 0.25) + s.Name.Length;
            }
        return sum;
    }

    static string Stores(IStore store, int turns)
    {
        int sum = 0;
        var p = new Pair { First = 1, Second = 1, Third = 0.5 };
        for (int k = 0; k < turns; k++) {
            store.Value = store.Value + k;
            sum += store.Value;
            store.Add(ref sum);
            p = store.Both(p, k);
            sum += store.Same(k) + (store.Same("x" + k % 10) == null ? 5 : 6);
        }
        return sum + " " + p.First + " " + p.Second + " " + p.Third;
    }

    static int Cells<T>(Cell<T> cell, T[] values)
    {
        int equal = 0;
        foreach (T value in values) {
            cell.Put(value);
            if (EqualityComparer<T>.Default.Equals(cell.Get(), value))
                equal++;
        }
        return equal;
    }

    // What waits on the evaluation stack is the value of then.
    static int Waiting(Cell<int> cell, int n)
    {
        int local = n;
        return local + cell.Get() * (local = local + 1) + cell.Get() + local;
    }

    static int Ordered(Cell<int>[] cells)
    {
        cells[Next(1)].Put(Next(2) + cells[Next(0)].Get());
        return cells[1].Get();
    }

    static string Caught(Thrower thrower, Func<Thrower, int> call)
    {
        try {
            return call(thrower).ToString();
        } catch (Exception e) {
            string place = e.StackTrace.Split('\n')[0].Trim();
            return e.GetType().Name + " " + place.Substring(0, place.IndexOf('(')).Trim();
        }
    }

    static void Throwers(Thrower thrower)
    {
        Console.WriteLine(Caught(thrower, t => t.Divide(6, 3)));
        Console.WriteLine(Caught(thrower, t => t.Divide(6, 0)));
        Console.WriteLine(Caught(thrower, t => { t.Throw("now"); return 5; }));
        Console.WriteLine(Caught(thrower, t => t.Length(null)));
        Console.WriteLine(Caught(thrower, t => t.Length("four")));
    }

    // Classes that come late: Main's own code has none of them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Shape NewRectangle() { return new Rectangle(2, 8); }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static IStore NewOther() { return new OtherStore(); }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static IStore NewValue() { return new ValueStore(); }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Cell<int> NewTwice(int held) { return new Twice(held); }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Thrower NewCalm() { return new Calm(); }

    static void Main()
    {
        var shapes = new Shape[] { new Square(1), new Square(2), new Square(3) };
        Console.WriteLine(Sum(shapes, 2000));
        Console.WriteLine(Stores(new Store(), 2000));
        Console.WriteLine(Cells(new Cell<string>("a"), new[] { "b", null, "c" }) + " " + Cells(new Cell<int>(1), new[] { 1, 2 }));
        Console.WriteLine(Waiting(new Cell<int>(5), 10));
        Throwers(new Thrower());

        shapes[1] = NewRectangle();
        Console.WriteLine(Sum(shapes, 2000) + " " + shapes[0].Asked + " " + shapes[1].Asked);
        Console.WriteLine(Stores(NewOther(), 2000));
        Console.WriteLine(Stores(NewValue(), 2000));
        Console.WriteLine(Stores(new Store(), 2000));
        var cells = new Cell<int>[] { NewTwice(4), new Cell<int>(6) };
        for (int i = 0; i < 200; i++)
            Ordered(cells);
        order = 0;
        Console.WriteLine(Ordered(cells) + " " + order + " " + Waiting(cells[0], 10) + " " + Waiting(cells[1], 10));
        Console.WriteLine(Cells(NewTwice(1), new[] { 0, 2, 4 }));
        Throwers(NewCalm());
        Throwers(new Thrower());
        foreach (Action null_call in new Action[] { () => Sum(new Shape[] { null }, 1), () => Stores(null, 1),
                                                    () => Waiting(null, 1), () => Caught(null, t => { t.Throw(""); return 1; }) })
            try {
                null_call();
            } catch (NullReferenceException e) {
                Console.WriteLine("null: " + e.StackTrace.Split('\n')[0].Trim().Split('(')[0]);
            }
    }
}
