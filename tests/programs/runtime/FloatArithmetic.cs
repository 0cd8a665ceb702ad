// FloatArithmetic: + - * / % and all comparisons on double and float with NaN, infinities, zeros and denormals.
using System;

static class FloatArithmetic
{
    static string Bits(double x)
    {
        return BitConverter.DoubleToInt64Bits(x).ToString("x16");
    }

    static void Main()
    {
        double[] values = { 0.0, -0.0, 1.0, -1.5, 1e308, 5e-324, double.NaN, double.PositiveInfinity,
            double.NegativeInfinity };
        foreach (double a in values)
            foreach (double b in values)
            {
                Console.WriteLine($"{a} {b}: {a + b} {a - b} {a * b} {a / b} {a % b}");
                Console.WriteLine($"  {a == b} {a != b} {a < b} {a <= b} {a > b} {a >= b} {!(a < b)} {!(a >= b)} " +
                    $"{a.Equals(b)} {a.CompareTo(b)}");
            }
        float[] floats = { 0f, -0f, 1f, 0.1f, 3e38f, 1e-45f, float.NaN, float.PositiveInfinity };
        foreach (float a in floats)
            foreach (float b in floats)
                Console.WriteLine($"{a} {b}: {(float)(a + b)} {(float)(a - b)} {(float)(a * b)} {(float)(a / b)} " +
                    $"{a < b} {a >= b} {a == b}");
        double sum = 0;
        for (int i = 1; i <= 10; i++)
        {
            sum += 0.1 * i;
            Console.WriteLine($"{sum:R} {Bits(sum)} {-sum} {Bits(-sum)}");
        }
        Console.WriteLine($"{0.1 + 0.2} {0.1 + 0.2:R} {0.1f + 0.2f} {1.0 / 3} {1f / 3} {2.0 / 3:R}");
        Console.WriteLine($"{double.IsNaN(0.0 / values[0])} {double.IsInfinity(1 / values[0])} " +
            $"{double.IsNegativeInfinity(1 / values[1])}");
        double x = 1;
        int steps = 0;
        while (x > 0)
        {
            x /= 2;
            steps++;
        }
        Console.WriteLine(steps);
        x++;
        x *= 1e10;
        x -= 0.5;
        x %= 1000;
        Console.WriteLine(x);
    }
}
