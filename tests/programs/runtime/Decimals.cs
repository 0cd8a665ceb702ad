// Decimals: arithmetic, scale, rounding, comparison, conversion, formatting, parsing and overflow of System.Decimal.
using System;
using System.Globalization;

static class Decimals
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
        decimal[] values = { 0m, 1m, -1m, 1.10m, 0.0000000000000000000000000001m, 123456789.987654321m, -7.5m,
            decimal.MaxValue, decimal.MinValue, 3m };
        foreach (decimal a in values)
            foreach (decimal b in values)
            {
                Try($"{a} + {b}", () => a + b);
                Try($"{a} - {b}", () => a - b);
                Try($"{a} * {b}", () => a * b);
                Try($"{a} / {b}", () => a / b);
                Try($"{a} % {b}", () => a % b);
                Console.WriteLine($"{a < b} {a == b} {a.CompareTo(b)} {decimal.Equals(a, b)}");
            }
        foreach (decimal a in values)
        {
            Console.WriteLine(string.Join(" ", decimal.GetBits(a)) + $" {decimal.Negate(a)} {decimal.Truncate(a)} {decimal.Floor(a)} {decimal.Round(a, 3)}");
            Try("int", () => (int)a);
            Try("ulong", () => (ulong)a);
            Try("double", () => (double)a);
            Try("float", () => (float)a);
        }
        foreach (double d in new[] { 0.1, 1e-10, 123456.789, 1e28, 1e29, -2.5, double.NaN })
            Try("from double", () => (decimal)d);
        CultureInfo inv = CultureInfo.InvariantCulture;
        foreach (string s in new[] { "1.50", "-0.00", "1e3", "79228162514264337593543950335",
            "79228162514264337593543950336", "1,000.5", "x", " 7 " })
            Try(s, () => decimal.Parse(s, NumberStyles.Number, inv));
        Console.WriteLine(string.Format(inv, "{0:F2} {0:N} {0:E3} {0:P} {0:G5} {0:0.0##} {0:C}", 12345.6789m));
        Console.WriteLine($"{1.10m} {1.1m} {1.10m == 1.1m} {1.10m.GetHashCode() == 1.1m.GetHashCode()} " +
            $"{new decimal(5, 0, 0, true, 3)} {1.0m + 2.00m} {1.10m * 1.10m} {10m / 4m}");
        decimal x = 1m;
        for (int i = 0; i < 35; i++)
        {
            x = x * 1.7m + 0.01m;
            Console.WriteLine(x);
        }
    }
}
