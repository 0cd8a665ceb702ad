// CheckedArithmetic: checked + - * and unary minus throw OverflowException exactly when the result does not fit.
using System;

static class CheckedArithmetic
{
    static string Try<T>(Func<T> f)
    {
        try
        {
            return f().ToString();
        }
        catch (OverflowException e)
        {
            return e.GetType().Name;
        }
    }

    static void Main()
    {
        int[] ints = { 0, 1, -1, 2, 46341, -46341, int.MaxValue, int.MinValue };
        foreach (int a in ints)
            foreach (int b in ints)
                Console.WriteLine($"int {a} {b}: {Try(() => checked(a + b))} {Try(() => checked(a - b))} " +
                    $"{Try(() => checked(a * b))}");
        uint[] uints = { 0, 1, 2, 65536, 0x80000000, uint.MaxValue };
        foreach (uint a in uints)
            foreach (uint b in uints)
                Console.WriteLine($"uint {a} {b}: {Try(() => checked(a + b))} {Try(() => checked(a - b))} " +
                    $"{Try(() => checked(a * b))}");
        long[] longs = { 0, 1, -1, 2, 3037000500, -3037000500, long.MaxValue, long.MinValue };
        foreach (long a in longs)
            foreach (long b in longs)
                Console.WriteLine($"long {a} {b}: {Try(() => checked(a + b))} {Try(() => checked(a - b))} " +
                    $"{Try(() => checked(a * b))}");
        ulong[] ulongs = { 0, 1, 2, 4294967296, 1UL << 63, ulong.MaxValue };
        foreach (ulong a in ulongs)
            foreach (ulong b in ulongs)
                Console.WriteLine($"ulong {a} {b}: {Try(() => checked(a + b))} {Try(() => checked(a - b))} " +
                    $"{Try(() => checked(a * b))}");
        foreach (int a in ints)
            Console.WriteLine($"-{a} = {Try(() => checked(-a))}");
        foreach (long a in longs)
            Console.WriteLine($"-{a} = {Try(() => checked(-a))}");
        byte b8 = 255;
        sbyte s8 = -128;
        Console.WriteLine(Try(() => checked(b8++)) + " " + b8);
        Console.WriteLine(Try(() => checked(s8--)) + " " + s8);
        short s16 = 32767;
        Console.WriteLine(Try(() => checked(s16 += 1)) + " " + s16);
        Console.WriteLine(Try(() => checked(s16 -= 1)) + " " + s16);
    }
}
