// MathFunctions: every function of System.Math on ordinary, edge and special arguments.
using System;

static class MathFunctions
{
    static void Try<T>(string what, Func<T> f)
    {
        try
        {
            Console.WriteLine($"{what} = {f()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static void Main()
    {
        double[] values = { 0, -0.0, 0.5, -0.5, 1, -1, 1.5, 2.5, -2.5, 3.7, 10, 1e10, double.NaN,
            double.PositiveInfinity, double.NegativeInfinity };
        foreach (double x in values)
        {
            Console.WriteLine($"{x}: abs {Math.Abs(x)} floor {Math.Floor(x)} ceil {Math.Ceiling(x)} round " +
                $"{Math.Round(x)} trunc {Math.Truncate(x)}");
            Console.WriteLine($"  sqrt {Math.Sqrt(x)} exp {Math.Exp(x)} log {Math.Log(x)} log10 {Math.Log10(x)} " +
                $"log2 {Math.Log(x, 2)}");
            Console.WriteLine($"  sin {Math.Sin(x):F10} cos {Math.Cos(x):F10} tan {Math.Tan(x):F10} asin " +
                $"{Math.Asin(x):F10} acos {Math.Acos(x):F10} atan {Math.Atan(x):F10}");
            Console.WriteLine($"  sinh {Math.Sinh(x):E8} cosh {Math.Cosh(x):E8} tanh {Math.Tanh(x):F10}");
            foreach (double y in new[] { 0, 1, -1, 0.5, 2, double.NaN, double.PositiveInfinity })
                Console.WriteLine($"  {y}: pow {Math.Pow(x, y)} atan2 {Math.Atan2(x, y):F10} min {Math.Min(x, y)} " +
                    $"max {Math.Max(x, y)} ieee {Math.IEEERemainder(x, y)}");
            Try("sign", () => Math.Sign(x));
        }
        foreach (double x in new[] { 2.345, 2.355, -2.345, 0.125, 1234.5678, 1e20 })
            Console.WriteLine($"{Math.Round(x, 2)} {Math.Round(x, 1)} " +
                $"{Math.Round(x, MidpointRounding.AwayFromZero)} {Math.Round(x, 2, MidpointRounding.AwayFromZero)}");
        Try("abs min", () => Math.Abs(int.MinValue));
        Try("abs long min", () => Math.Abs(long.MinValue));
        Try("abs sbyte", () => Math.Abs((sbyte)-128));
        Try("abs int", () => Math.Abs(-5) + Math.Abs(-5L) + Math.Abs((short)-5));
        Try("big mul", () => Math.BigMul(int.MaxValue, int.MinValue));
        Try("divrem", () => Math.DivRem(-17L, 5L, out long r) * 100 + r);
        Try("min max", () => $"{Math.Min(3, -3)} {Math.Max(3u, 4u)} {Math.Min(1L, 2L)} {Math.Max(1.5f, 2.5f)} {Math.Min(1.5m, 1.25m)} {Math.Max((byte)1, (byte)2)}");
        Try("decimal", () => $"{Math.Round(2.5m)} {Math.Round(-2.345m, 2)} {Math.Floor(-1.5m)} {Math.Ceiling(1.1m)} {Math.Truncate(-1.9m)} {Math.Abs(-3m)} {Math.Sign(-2m)}");
        Try("round digits", () => Math.Round(1.0, 16));
    }
}
