// Structs: copies on assignment and passing, methods on this, nested and readonly structs, default, equality, ToString.
using System;

struct Point
{
    public int X, Y;

    public Point(int x, int y)
    {
        X = x;
        Y = y;
    }

    public void Move(int dx)
    {
        X += dx;
    }

    public Point Moved(int dx)
    {
        Point p = this;
        p.X += dx;
        return p;
    }

    public void Replace(Point p)
    {
        this = p;
    }

    public override string ToString()
    {
        return $"({X},{Y})";
    }
}

struct Line
{
    public Point From, To;
    public string Name;
    public byte Tag;
    public double Weight;
}

struct Plain
{
    public int A;
    public long B;
    public string C;
}

struct Holder
{
    public object Value;
    public int[] Array;
}

struct Money
{
    public readonly decimal Amount;

    public Money(decimal a)
    {
        Amount = a;
    }

    public Money Twice() => new Money(Amount * 2);
}

class Box
{
    public Point P;
    public readonly Point Fixed = new Point(1, 1);
    public Line L;
}

static class Structs
{
    static Point shared;

    static void Change(Point p)
    {
        p.X = 99;
    }

    static void ChangeRef(ref Point p)
    {
        p.X = 99;
    }

    static Line Make(int n)
    {
        return new Line { From = new Point(n, n + 1), To = new Point(n + 2, n + 3), Name = "l" + n, Tag = (byte)n,
            Weight = n / 2.0 };
    }

    static void Show(Line l)
    {
        Console.WriteLine($"{l.From} {l.To} {l.Name} {l.Tag} {l.Weight}");
    }

    static void Main()
    {
        Point a = new Point(1, 2), b = a;
        b.X = 10;
        Console.WriteLine($"{a} {b}");
        Change(a);
        Console.WriteLine(a);
        ChangeRef(ref a);
        Console.WriteLine(a);
        a.Move(1);
        Console.WriteLine($"{a} {a.Moved(5)} {a}");
        a.Replace(b);
        Console.WriteLine(a);
        Box box = new Box();
        box.P.X = 5;
        box.P.Move(2);
        box.Fixed.Move(2);
        box.L.To.Y = 8;
        box.L.To.Move(3);
        Console.WriteLine($"{box.P} {box.Fixed} {box.L.To}");
        shared.Move(4);
        Console.WriteLine(shared);
        Point[] points = { a, b, new Point(7, 7) };
        points[2].Move(1);
        foreach (Point p in points)
            p.Move(100);
        Console.WriteLine(string.Join(" ", points));
        Show(Make(3));
        Line l = Make(4);
        Line m = l;
        m.From.X = -1;
        m.Name = "m";
        Show(l);
        Show(m);
        Show(default(Line));
        Console.WriteLine($"{new Plain { A = 1, C = "x" }.Equals(new Plain { A = 1, C = "x" })} " +
            $"{new Plain { A = 1 }.Equals(new Plain { A = 2 })} {a.Equals(b)} {a.Equals("x")} " +
            $"{new Plain().GetHashCode() == new Plain().GetHashCode()}");
        Console.WriteLine(new Plain());
        Holder h = new Holder { Value = 5, Array = new[] { 1 } };
        Holder g = h;
        g.Value = 6;
        g.Array[0] = 7;
        Console.WriteLine($"{h.Value} {h.Array[0]}");
        Console.WriteLine(new Money(2.5m).Twice().Twice().Amount);
        object boxed = a;
        Point unboxed = (Point)boxed;
        unboxed.X = 1000;
        Console.WriteLine($"{boxed} {unboxed}");
        Line[] lines = new Line[3];
        for (int i = 0; i < 3; i++)
            lines[i] = Make(i);
        lines[1].From = lines[2].To;
        lines[0] = lines[1];
        foreach (Line x in lines)
            Show(x);
        Console.WriteLine((a.X > 5 ? a : b).ToString() + (a.X > 500 ? a : new Point(3, 3)));
        (Point p1, Line l1) = (new Point(8, 9), Make(5));
        Console.WriteLine(p1 + l1.Name);
    }
}
