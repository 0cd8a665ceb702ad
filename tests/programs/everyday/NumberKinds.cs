// NumberKinds: generic mathematics by interfaces and structs: fractions, complex, residues, polynomials, matrices.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

interface INumber<T> { T Add(T a, T b); T Mul(T a, T b); T Neg(T a); T Inv(T a); T Zero { get; } T One { get; } T From(int n); }

struct Doubles : INumber<double>
{
    public double Add(double a, double b) => a + b;
    public double Mul(double a, double b) => a * b;
    public double Neg(double a) => -a;
    public double Inv(double a) => 1 / a;
    public double Zero => 0;
    public double One => 1;
    public double From(int n) => n;
}

struct Fraction : INumber<Fraction>, IEquatable<Fraction>, IComparable<Fraction>, IFormattable
{
    readonly BigInteger top, bottomLessOne;
    BigInteger Bottom => bottomLessOne + 1;
    public Fraction(BigInteger a, BigInteger b)
    {
        if (b.IsZero)
            throw new DivideByZeroException();
        BigInteger g = BigInteger.GreatestCommonDivisor(a, b) * b.Sign;
        top = a / g;
        bottomLessOne = b / g - 1;
    }
    public static Fraction operator +(Fraction a, Fraction b) => new Fraction(a.top * b.Bottom + b.top * a.Bottom, a.Bottom * b.Bottom);
    public static Fraction operator *(Fraction a, Fraction b) => new Fraction(a.top * b.top, a.Bottom * b.Bottom);
    public static bool operator ==(Fraction a, Fraction b) => a.Equals(b);
    public static bool operator !=(Fraction a, Fraction b) => !a.Equals(b);
    public static implicit operator Fraction(int n) => new Fraction(n, 1);
    public static explicit operator double(Fraction f) => (double)f.top / (double)f.Bottom;
    public Fraction Add(Fraction a, Fraction b) => a + b;
    public Fraction Mul(Fraction a, Fraction b) => a * b;
    public Fraction Neg(Fraction a) => new Fraction(-a.top, a.Bottom);
    public Fraction Inv(Fraction a) => new Fraction(a.Bottom, a.top);
    public Fraction Zero => default(Fraction);
    public Fraction One => 1;
    public Fraction From(int n) => n;
    public bool Equals(Fraction other) => top == other.top && Bottom == other.Bottom;
    public override bool Equals(object other) => other is Fraction f && Equals(f);
    public override int GetHashCode() => top.GetHashCode() ^ Bottom.GetHashCode() << 1;
    public int CompareTo(Fraction other) => (top * other.Bottom).CompareTo(other.top * Bottom);
    public string ToString(string format, IFormatProvider provider) => format == "d" ? ((double)this).ToString("G10", provider) : ToString();
    public override string ToString() => Bottom.IsOne ? top.ToString() : $"{top}/{Bottom}";
}

struct Mod7 : INumber<int>
{
    public int Add(int a, int b) => (a + b) % 7;
    public int Mul(int a, int b) => a * b % 7;
    public int Neg(int a) => (7 - a) % 7;
    public int Inv(int a) => a == 0 ? throw new DivideByZeroException() : (int)BigInteger.ModPow(a, 5, 7);
    public int Zero => 0;
    public int One => 1;
    public int From(int n) => (n % 7 + 7) % 7;
}

class Matrix<T, N> where N : struct, INumber<T>
{
    static readonly N number = default(N);
    readonly T[,] cells;
    public Matrix(int rows, int columns) { cells = new T[rows, columns]; for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) cells[i, j] = number.Zero; }
    public ref T this[int i, int j] => ref cells[i, j];
    public int Rows => cells.GetLength(0);
    public int Columns => cells.GetLength(1);
    public static Matrix<T, N> Make(int n, Func<int, int, int> f) { var m = new Matrix<T, N>(n, n); for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i, j] = number.From(f(i, j)); return m; }
    public static Matrix<T, N> operator *(Matrix<T, N> a, Matrix<T, N> b)
    {
        var c = new Matrix<T, N>(a.Rows, b.Columns);
        for (int i = 0; i < a.Rows; i++)
            for (int j = 0; j < b.Columns; j++)
                for (int k = 0; k < a.Columns; k++)
                    c[i, j] = number.Add(c[i, j], number.Mul(a[i, k], b[k, j]));
        return c;
    }
    public T Determinant()
    {
        T[,] m = (T[,])cells.Clone();
        T result = number.One;
        for (int k = 0; k < Rows; k++)
        {
            int pivot = Enumerable.Range(k, Rows - k).FirstOrDefault(i => !EqualityComparer<T>.Default.Equals(m[i, k], number.Zero));
            if (pivot == 0 && k > 0)
                return number.Zero;
            if (pivot != k)
            {
                for (int j = 0; j < Rows; j++)
                    (m[k, j], m[pivot, j]) = (m[pivot, j], m[k, j]);
                result = number.Neg(result);
            }
            result = number.Mul(result, m[k, k]);
            T inverse = number.Inv(m[k, k]);
            for (int i = k + 1; i < Rows; i++)
            {
                T factor = number.Neg(number.Mul(m[i, k], inverse));
                for (int j = k; j < Rows; j++)
                    m[i, j] = number.Add(m[i, j], number.Mul(factor, m[k, j]));
            }
        }
        return result;
    }
    public override string ToString() => string.Join(" ; ", Enumerable.Range(0, Rows).Select(i => string.Join(" ", Enumerable.Range(0, Columns).Select(j => cells[i, j]))));
}

static class NumberKinds
{
    static T Power<T, N>(T x, int n, N number) where N : INumber<T> => n == 0 ? number.One : n % 2 == 1 ? number.Mul(x, Power(x, n - 1, number)) : Power(number.Mul(x, x), n / 2, number);
    static T Sum<T>(this IEnumerable<T> items, INumber<T> number) => items.Aggregate(number.Zero, number.Add);
    static T Max<T>(T first, params T[] rest) where T : IComparable<T> { foreach (T t in rest) if (t.CompareTo(first) > 0) first = t; return first; }

    static void Show<T, N>(string what, Func<int, int, int> f) where N : struct, INumber<T>
    {
        var m = Matrix<T, N>.Make(4, f);
        Console.WriteLine("{0}: {1} | {2} | det {3}", what, m, m * m, m.Determinant());
    }

    static void Main()
    {
        Func<int, int, int> f = (i, j) => i == j ? 2 * i : (i * 3 + j * 5) % 7 - 2;
        Show<double, Doubles>("double", f);
        Show<Fraction, Fraction>("fraction", f);
        Show<int, Mod7>("mod 7", f);
        Fraction harmonic = Enumerable.Range(1, 40).Select(n => new Fraction(1, n)).Sum(default(Fraction));
        Console.WriteLine("{0} {0:d} {1:F12}", harmonic, (double)harmonic);
        Console.WriteLine("{0} {1} {2}", Power(new Fraction(-2, 3), 15, default(Fraction)), Power(1.5, 10, default(Doubles)), Power(3, 100, (INumber<int>)default(Mod7)));
        Console.WriteLine("{0} {1} {2}", Max<Fraction>(1, new Fraction(3, 2), new Fraction(-7, 2)), Max("b", "abc", "c"), Max(2.5, double.NaN, 2));
        Console.WriteLine("{0} {1} {2}", new Fraction(2, -4) == new Fraction(-1, 2), ((object)new Fraction(3, 1)).Equals(3), new HashSet<Fraction> { 1, new Fraction(2, 2), 2 }.Count);
        try { new Fraction(1, 2).Inv(0); } catch (DivideByZeroException e) { Console.WriteLine(e.Message); }
        try { default(Mod7).Inv(0); } catch (DivideByZeroException e) { Console.WriteLine(e.Message); }
    }
}
