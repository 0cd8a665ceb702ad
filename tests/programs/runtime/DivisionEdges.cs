// DivisionEdges: division and remainder by zero and of the least value by -1, for every integer type, float and
// decimal.
using System;

static class DivisionEdges
{
    static void Try<T>(string what, Func<T> f)
    {
        try
        {
            Console.WriteLine($"{what} = {f()}");
        }
        catch (ArithmeticException e)
        {
            Console.WriteLine($"{what}: {e.GetType().FullName}: {e.Message}");
        }
    }

    static void Main()
    {
        int zero = 0, minus = -1, least = int.MinValue;
        long lzero = 0, lminus = -1, lleast = long.MinValue;
        uint uzero = 0;
        ulong ulzero = 0;
        double dzero = 0;
        float fzero = 0;
        decimal mzero = 0;
        Try("1 / 0", () => 1 / zero);
        Try("1 % 0", () => 1 % zero);
        Try("0 / 0", () => zero / zero);
        Try("min / -1", () => least / minus);
        Try("min % -1", () => least % minus);
        Try("7 / -1", () => 7 / minus);
        Try("7 % -1", () => 7 % minus);
        Try("1L / 0", () => 1L / lzero);
        Try("1L % 0", () => 1L % lzero);
        Try("minL / -1", () => lleast / lminus);
        Try("minL % -1", () => lleast % lminus);
        Try("1u / 0", () => 1u / uzero);
        Try("1u % 0", () => 1u % uzero);
        Try("1ul / 0", () => 1ul / ulzero);
        Try("1ul % 0", () => 1ul % ulzero);
        Try("1.0 / 0", () => 1.0 / dzero);
        Try("-1.0 / 0", () => -1.0 / dzero);
        Try("0.0 / 0", () => dzero / dzero);
        Try("1.0 % 0", () => 1.0 % dzero);
        Try("1f / 0", () => 1f / fzero);
        Try("1f / -0", () => 1f / -fzero);
        Try("5.5 % 2", () => 5.5 % 2);
        Try("-5.5 % 2", () => -5.5 % 2);
        Try("5.5 % -2", () => 5.5 % -2);
        Try("1m / 0", () => 1m / mzero);
        Try("1m % 0", () => 1m % mzero);
        Try("min / 10", () => least / 10);
        Try("min / 1 byte", () => (byte)200 / (sbyte)-3);
        int[] divisors = { 2, -2, 3, -3, 7, 16, -16, 1000, int.MaxValue, int.MinValue };
        foreach (int d in divisors)
            foreach (int n in new[] { 100, -100, 15, -15, int.MaxValue, int.MinValue })
                Console.WriteLine($"{n} {d} {n / d} {n % d} {(uint)n / (uint)d} {(uint)n % (uint)d} {(long)n / d} " +
                    $"{Math.DivRem(n, d, out int r)} {r}");
    }
}
