// Dispatch: the same call site reaches three virtual overrides and two interface implementations.
// expect-calls: Circle:Area () = 30
// expect-calls: Square:Area () = 30
// expect-calls: Shape:Area () = 30
// expect-calls: Circle:Draw () = 30
// expect-calls: Square:IDrawable.Draw () = 30
using System;

interface IDrawable
{
    int Draw();
}

class Shape
{
    public virtual int Area()
    {
        return 1;
    }
}

class Circle : Shape, IDrawable
{
    public override int Area()
    {
        return 3;
    }

    public int Draw()
    {
        return 10;
    }
}

class Square : Shape, IDrawable
{
    public override int Area()
    {
        return 4;
    }

    int IDrawable.Draw()
    {
        return 20;
    }
}

static class Dispatch
{
    static int Main()
    {
        Shape[] shapes = { new Shape(), new Circle(), new Square() };
        int n = 0;
        for (int i = 0; i < 30; i++)
        {
            foreach (Shape s in shapes)
            {
                n += s.Area();
                var d = s as IDrawable;
                if (d != null)
                    n += d.Draw();
            }
        }
        Console.WriteLine("n=" + n);
        return 0;
    }
}
