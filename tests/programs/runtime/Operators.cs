// Operators: overloading of every kind, implicit and explicit conversions, true and false, short circuits, indexers,
// compound.
using System;

struct Complex
{
    public readonly double Re, Im;

    public Complex(double r, double i)
    {
        Re = r;
        Im = i;
    }

    public static Complex operator +(Complex a, Complex b) => new Complex(a.Re + b.Re, a.Im + b.Im);
    public static Complex operator -(Complex a, Complex b) => new Complex(a.Re - b.Re, a.Im - b.Im);
    public static Complex operator -(Complex a) => new Complex(-a.Re, -a.Im);
    public static Complex operator *(Complex a, Complex b) => new Complex(a.Re * b.Re - a.Im * b.Im,
        a.Re * b.Im + a.Im * b.Re);
    public static Complex operator ++(Complex a) => new Complex(a.Re + 1, a.Im);
    public static bool operator ==(Complex a, Complex b) => a.Re == b.Re && a.Im == b.Im;
    public static bool operator !=(Complex a, Complex b) => !(a == b);
    public static implicit operator Complex(double d) => new Complex(d, 0);
    public static explicit operator double(Complex c) => c.Re;
    public static explicit operator string(Complex c) => "as string";
    public override bool Equals(object o) => o is Complex c && this == c;
    public override int GetHashCode() => Re.GetHashCode() ^ Im.GetHashCode();
    public override string ToString() => $"{Re}{(Im < 0 ? "" : "+")}{Im}i";
}

class Tri
{
    readonly int state;

    public Tri(int s)
    {
        state = s;
    }

    public static bool operator true(Tri t)
    {
        Console.Write($"[true? {t.state}]");
        return t.state > 0;
    }

    public static bool operator false(Tri t)
    {
        Console.Write($"[false? {t.state}]");
        return t.state < 0;
    }

    public static Tri operator &(Tri a, Tri b) => new Tri(Math.Min(a.state, b.state));
    public static Tri operator |(Tri a, Tri b) => new Tri(Math.Max(a.state, b.state));
    public static Tri operator !(Tri a) => new Tri(-a.state);
    public override string ToString() => "tri" + state;
}

struct Bits
{
    public uint Value;

    public static Bits operator ~(Bits b) => new Bits { Value = ~b.Value };
    public static Bits operator <<(Bits b, int n) => new Bits { Value = b.Value << n };
    public static Bits operator >>(Bits b, int n) => new Bits { Value = b.Value >> n };
    public static Bits operator ^(Bits a, Bits b) => new Bits { Value = a.Value ^ b.Value };
    public static Bits operator %(Bits a, uint b) => new Bits { Value = a.Value % b };
    public static bool operator <(Bits a, Bits b) => a.Value < b.Value;
    public static bool operator >(Bits a, Bits b) => a.Value > b.Value;

    public bool this[int i]
    {
        get { return (Value >> i & 1) != 0; }
        set { Value = value ? Value | 1u << i : Value & ~(1u << i); }
    }
}

class Grid
{
    readonly int[,] cells = new int[3, 3];

    public int this[int x, int y]
    {
        get
        {
            Console.Write("get ");
            return cells[x, y];
        }
        set
        {
            Console.Write("set ");
            cells[x, y] = value;
        }
    }

    public string this[string name] => name + "!";
}

static class Operators
{
    static int calls;

    static Grid TheGrid(Grid g)
    {
        calls++;
        return g;
    }

    static bool Say(string s, bool b)
    {
        Console.Write(s + " ");
        return b;
    }

    static void Main()
    {
        Complex a = new Complex(1, 2), b = 3.5;
        Console.WriteLine($"{a + b} {a - b} {-a} {a * b} {a == b} {a != b} {a == new Complex(1, 2)} {a.Equals(b)} " +
            $"{(double)a} {(string)a}");
        a += 1;
        a *= a;
        Complex c = a++;
        Complex d = ++a;
        Console.WriteLine($"{a} {c} {d} {2 * a} {(int)(double)a}");
        Tri yes = new Tri(1), no = new Tri(-1), maybe = new Tri(0);
        foreach (Tri x in new[] { yes, no, maybe })
            foreach (Tri y in new[] { yes, no, maybe })
            {
                Console.Write($"{x && y} {x || y} ");
                if (x & !y)
                    Console.Write("taken");
                Console.WriteLine();
            }
        Bits bits = new Bits { Value = 0xf0 };
        bits[0] = true;
        bits[7] = false;
        Console.WriteLine($"{bits.Value:x} {(~bits).Value:x} {(bits << 4).Value:x} {(bits >> 4).Value:x} " +
            $"{(bits ^ bits).Value} {(bits % 7).Value} {bits < ~bits} {bits > ~bits} {bits[4]} {bits[7]}");
        bits <<= 8;
        Console.WriteLine(bits.Value);
        Grid g = new Grid();
        g[1, 2] = 5;
        g[1, 2] += 3;
        TheGrid(g)[0, 0]++;
        TheGrid(g)[0, 0] <<= 3;
        Console.WriteLine($"{g[1, 2]} {g[0, 0]} {g["name"]} {calls}");
        Console.WriteLine(Say("a", false) && Say("b", true) || Say("c", true) && !Say("d", false));
        Console.WriteLine(Say("a", true) | Say("b", true) & Say("c", false) ^ Say("d", true));
        int i = 1;
        i = i++ + ++i * i-- - --i;
        Console.WriteLine(i);
        int[] array = { 0, 0, 0 };
        int k = 0;
        array[k++] = k++ + k;
        array[k] = array[k - 2] += 5;
        Console.WriteLine(string.Join(" ", array) + " " + k);
        int p = 5, q;
        p += q = p -= 2;
        Console.WriteLine($"{p} {q} {(p > q ? p : q)} {p & q | p ^ q} {-p + ~q} {p << 2 >> 1} {p % q * 2}");
        string s = null;
        s = s ?? (Say("coalesce", true) ? "value" : "x");
        Console.WriteLine(s);
    }
}
