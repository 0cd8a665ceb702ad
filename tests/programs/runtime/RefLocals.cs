// RefLocals: ref returns and locals to fields, elements and parameters; ref, out and in parameters; aliasing; ref this.
using System;

struct Vector
{
    public int X, Y;

    public void Scale(int f)
    {
        X *= f;
        Y *= f;
    }
}

class Matrix
{
    readonly int[] cells = new int[9];
    public Vector Corner;

    public ref int At(int row, int column) => ref cells[row * 3 + column];

    public ref int this[int i] => ref cells[i];

    public ref Vector CornerRef => ref Corner;

    public override string ToString() => string.Join(" ", cells) + $" ({Corner.X},{Corner.Y})";
}

static class RefLocals
{
    static int shared = 5;

    static ref int Shared() => ref shared;

    static ref int Larger(ref int a, ref int b)
    {
        if (a > b)
            return ref a;
        return ref b;
    }

    static ref T Pick<T>(T[] array, Predicate<T> p)
    {
        for (int i = 0; i < array.Length; i++)
            if (p(array[i]))
                return ref array[i];
        throw new InvalidOperationException("none");
    }

    static void Outs(int x, out int twice, out string text, out Vector v)
    {
        twice = x * 2;
        text = "t" + x;
        v = new Vector { X = x };
        v.Y = v.X + 1;
    }

    static ref int Free(int[] array, out int index)
    {
        index = Array.IndexOf(array, 0);
        return ref array[index];
    }

    static ref int Free(int[] array)
    {
        int ignored;
        return ref Free(array, out ignored); /* not a reference to the local that it was given */
    }

    static void Alias(ref int a, ref int b)
    {
        a = 1;
        b += 10;
        a += b;
    }

    static void Reassign(ref string s, ref object o, ref int[] array)
    {
        s = s + "!";
        o = s;
        array = new[] { array.Length };
    }

    static bool TryParse(string s, out int value)
    {
        try
        {
            value = int.Parse(s);
            return true;
        }
        catch (FormatException)
        {
            value = -1;
            return false;
        }
    }

    static void Grow(ref long a, ref double b, ref byte c, ref bool d, ref char e, ref decimal f)
    {
        a += 1;
        b /= 2;
        c += 250;
        d = !d;
        e++;
        f *= 1.5m;
    }

    static void Main()
    {
        Matrix m = new Matrix();
        m.At(1, 1) = 5;
        m.At(0, 2) += 7;
        m[8]++;
        ref int cell = ref m.At(2, 0);
        cell = 3;
        cell *= 4;
        m.CornerRef.X = 6;
        m.CornerRef.Scale(3);
        ref Vector corner = ref m.CornerRef;
        corner.Y = 9;
        Vector copy = m.CornerRef;
        copy.X = -1;
        Console.WriteLine(m);
        Shared() = 8;
        Shared()++;
        Console.WriteLine(shared);
        int a = 3, b = 4;
        Larger(ref a, ref b) = 100;
        Console.WriteLine($"{a} {b}");
        ref int larger = ref Larger(ref a, ref b);
        larger++;
        int value = larger;
        value++;
        Console.WriteLine($"{a} {b} {value}");
        string[] words = { "x", "yy", "zzz" };
        Pick(words, w => w.Length == 2) = "changed";
        Console.WriteLine(string.Join(",", words));
        Vector[] vectors = new Vector[3];
        Pick(vectors, v => true).X = 4;
        vectors[0].Scale(2);
        Console.WriteLine(vectors[0].X);
        try
        {
            Pick(words, w => false) = "never";
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        int[] taken = { 1, 0, 0 };
        for (int i = 2; i < 4; i++)
            Free(taken) = i;
        Console.WriteLine(string.Join(" ", taken));
        Outs(21, out int twice, out string text, out Vector vector);
        Console.WriteLine($"{twice} {text} {vector.X} {vector.Y}");
        int one = 5;
        Alias(ref one, ref one);
        Console.WriteLine(one);
        string s = "s";
        object o = null;
        int[] array = new int[4];
        Reassign(ref s, ref o, ref array);
        Console.WriteLine($"{s} {o} {array.Length} {array[0]}");
        Console.WriteLine($"{TryParse("12", out int good)} {good} {TryParse("x", out int bad)} {bad}");
        long l = long.MaxValue - 1;
        double d = 5;
        byte c = 10;
        bool flag = false;
        char ch = 'a';
        decimal f = 3;
        Grow(ref l, ref d, ref c, ref flag, ref ch, ref f);
        Console.WriteLine($"{l} {d} {c} {flag} {ch} {f}");
        int[] walk = { 1, 2, 3 };
        for (int i = 0; i < walk.Length; i++)
        {
            ref int x = ref walk[i];
            x = x * x;
        }
        Console.WriteLine(string.Join(" ", walk));
        int outside;
        Action set = () => Outs(1, out outside, out string ignored, out Vector unused);
        outside = 0;
        set();
        Console.WriteLine(outside);
    }
}
