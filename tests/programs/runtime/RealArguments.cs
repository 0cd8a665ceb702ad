// Reals as arguments, in all places and by all kinds of calls: what a caller has in registers, constant or in memory must
// be what the callee finds, also where the stack is full and where the callee is compiled, or loses its code, meanwhile.
using System;
using System.Runtime.CompilerServices;

abstract class Shape {
    public abstract double At(double x, float y);
}

class Line : Shape {
    public double Slope;
    public override double At(double x, float y) { return x * Slope + y; }
    [MethodImpl(MethodImplOptions.NoInlining)]
    public float Single(float x, double y) { return x - (float)y * (float)Slope; }
}

class Curve : Shape {
    public override double At(double x, float y) { return x * x - y; }
}

struct Pair {
    public double A, B;
    [MethodImpl(MethodImplOptions.NoInlining)]
    public double Sum(double factor) { return (A + B) * factor; }
}

class RealArguments {
    // The register of each argument is the other's, and none is where it came in.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Swapped(double a, double b, int n) {
        double sum = 0.5;
        for (int i = 0; i < n; i++) {
            sum = sum * 0.5 + b - a * 0.25;
            double t = a;
            a = b;
            b = t;
        }
        return sum + a * 100 + b;
    }

    static double Deep(double x, float y, int depth) {
        return depth == 0 ? x + y : Deep(x + 0.5, y - 0.25f, depth - 1) + x * 0.125;
    }

    static double Mutual(int depth, double x) { return depth <= 0 ? x : Other(x * 0.5, depth - 1) + 1; }
    static double Other(double x, int depth) { return Mutual(depth - 1, x + 3.0) - 0.5; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Unused(double a, double b) { return b; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Addressed(double a, double b) {
        Add(ref a, b);
        return a;
    }

    static void Add(ref double to, double what) { to += what; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Mixed(float a, string b, double c, long d, float e) {
        return a.ToString("R") + b + (c + d * e).ToString("R");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Pairs(Pair p, double x) { return p.A - p.B * x; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T First<T>(T a, T b) { return a; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Throws(double a, double b) {
        if (a > b)
            throw new ArgumentException();
        return b - a;
    }

    static double Caught(double a, double b) {
        try {
            return Throws(a, b) + Throws(b, a);
        } catch (ArgumentException) {
            return a * b;
        }
    }

    static double Compared(double a, double b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2; }

    static void Main() {
        Shape[] shapes = { new Line { Slope = 1.5 }, new Curve() };
        var line = (Line)shapes[0];
        double total = 0;
        Func<double, double, double> open = Unused;
        Func<double, float, double> closed = line.At;
        var pair = new Pair { A = 3, B = 4.5 };
        for (int i = 0; i < 3000; i++) {
            double x = i * 0.001, y = 2 - x;
            total += Swapped(x, y, i % 5) + Swapped(1.5, x, 2) + Swapped(x, -0.0, 3);
            total = total * 0.5 + shapes[i & 1].At(x, (float)y) + line.Single((float)x, y);
            total += open(x, y) + closed(x, 0.5f) + pair.Sum(x) + Pairs(pair, y) + First(x, y) + First(2.5f, (float)x);
            total += Addressed(x, y) + Unused(double.NaN, x) + Caught(x, 1.5) + Compared(x, 1.0) + Compared(x, double.NaN);
            total += Mutual(i % 7, x);
        }
        Console.WriteLine("{0:R}", total);
        Console.WriteLine(Mixed(1.5f, "/", 2.25, 1L << 40, 0.5f));
        Console.WriteLine("{0:R} {1:R}", Deep(1, 2, 10), Deep(0.25, -1, 20000));
        for (int i = 0; i < 5; i++)
            total += Deep(i, 0.5f, 3000);
        Console.WriteLine("{0:R}", total);
    }
}
