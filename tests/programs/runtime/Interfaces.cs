// Interfaces: implicit, explicit, inherited, re-implemented, default via base, on structs, many on one class, same
// names.
using System;

interface IShape
{
    double Area();
    string Name { get; }
}

interface INamed
{
    string Name { get; }
}

interface ISolid : IShape, INamed
{
    double Volume(double height);
}

class Square : IShape
{
    readonly double side;

    public Square(double s)
    {
        side = s;
    }

    public virtual double Area() => side * side;

    public string Name => "square";
}

class Cube : Square, ISolid
{
    public Cube(double s) : base(s)
    {
    }

    public override double Area() => 6 * base.Area();

    public double Volume(double height) => Area() / 6 * height;

    string INamed.Name => "named cube";

    string IShape.Name => "shape cube";
}

class Again : Cube, IShape
{
    public Again() : base(2)
    {
    }

    public new double Area() => -1;

    string IShape.Name => "again";
}

struct Dot : IShape, IEquatable<Dot>
{
    public int Touched;

    public double Area()
    {
        Touched++;
        return Touched;
    }

    public string Name => "dot";

    public bool Equals(Dot other) => Touched == other.Touched;
}

interface I1 { int M(); }
interface I2 { int M(); }
interface I3 { int M(int x); int this[int i] { get; set; } event Action E; }

class Many : I1, I2, I3
{
    int stored;
    Action handlers;

    public int M() => 1;

    int I2.M() => 2;

    public int M(int x) => x * 3;

    public int this[int i]
    {
        get { return stored + i; }
        set { stored = value * i; }
    }

    event Action I3.E
    {
        add { handlers += value; }
        remove { handlers -= value; }
    }

    public void Raise() => handlers?.Invoke();
}

abstract class Half : I1
{
    public abstract int M();
}

class Whole : Half
{
    public override int M() => 77;
}

class BaseHas
{
    public int M() => 5;
}

class Derived : BaseHas, I1, I2
{
}

static class Interfaces
{
    static void Show(IShape s)
    {
        Console.WriteLine($"{s.GetType().Name}: {s.Area()} {s.Name} {(s as INamed)?.Name ?? "-"} " +
            $"{(s as ISolid)?.Volume(3) ?? -1}");
    }

    static void Main()
    {
        Show(new Square(3));
        Show(new Cube(2));
        Show(new Again());
        Dot d = new Dot();
        Show(d);
        IShape boxed = d;
        boxed.Area();
        Console.WriteLine($"{boxed.Area()} {d.Touched} {((Dot)boxed).Touched} {d.Equals(new Dot())}");
        Console.WriteLine($"{new Again().Area()} {((Cube)new Again()).Area()} {new Cube(1).Name}");
        Many m = new Many();
        Console.WriteLine($"{m.M()} {((I1)m).M()} {((I2)m).M()} {((I3)m).M(4)}");
        I3 three = m;
        three[5] = 6;
        Console.WriteLine($"{three[1]} {m[0]}");
        Action hello = () => Console.WriteLine("raised");
        three.E += hello;
        three.E += hello;
        m.Raise();
        three.E -= hello;
        m.Raise();
        Console.WriteLine($"{((I1)new Whole()).M()} {((I1)new Derived()).M()} {((I2)new Derived()).M()}");
        object[] things = { new Square(1), new Cube(1), new Again(), d, m, new Whole(), new Derived(), "s", 5 };
        foreach (object o in things)
            Console.WriteLine($"{o is IShape} {o is INamed} {o is ISolid} {o is I1} {o is I2} {o is I3} " +
                $"{o is IComparable}");
        try
        {
            ((ISolid)things[0]).Volume(1);
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message);
        }
        IShape none = null;
        try
        {
            none.Area();
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("null");
        }
        I1[] mixed = { m, new Whole(), new Derived(), new Derived(), m };
        int sum = 0;
        for (int i = 0; i < 100; i++)
            sum = sum * 3 + mixed[i % mixed.Length].M();
        Console.WriteLine(sum);
    }
}
