// IntegerArithmetic: unchecked + - * / % & | ^ ~ and unary minus on every integer type, on operands at the edges.
using System;

static class IntegerArithmetic
{
    static readonly int[] Ints = { 0, 1, -1, 7, -7, 65536, int.MaxValue, int.MinValue };
    static readonly long[] Longs = { 0, 1, -1, 10, -10, 4294967296, long.MaxValue, long.MinValue };

    static void Main()
    {
        foreach (int a in Ints)
            foreach (int b in Ints)
                Console.WriteLine($"{a} {b}: {unchecked(a + b)} {unchecked(a - b)} {unchecked(a * b)} {a & b} " +
                    $"{a | b} {a ^ b}");
        foreach (long a in Longs)
            foreach (long b in Longs)
                Console.WriteLine($"{a} {b}: {unchecked(a + b)} {unchecked(a - b)} {unchecked(a * b)} {a & b} " +
                    $"{a | b} {a ^ b}");
        Divide();
        Unsigned();
        Small();
    }

    static void Divide()
    {
        foreach (int a in Ints)
            foreach (int b in Ints)
                if (b != 0 && b != -1)
                    Console.WriteLine($"{a} / {b} = {a / b} rest {a % b}");
        foreach (long a in Longs)
            foreach (long b in Longs)
                if (b != 0 && b != -1)
                    Console.WriteLine($"{a} / {b} = {a / b} rest {a % b}");
    }

    static void Unsigned()
    {
        foreach (int x in Ints)
            foreach (int y in Ints)
            {
                uint a = (uint)x, b = (uint)y;
                Console.WriteLine($"{a} {b}: {a + b} {a - b} {a * b} {~a} {a < b} {a >= b}");
                if (b != 0)
                    Console.WriteLine($"{a} / {b} = {a / b} rest {a % b}");
            }
        foreach (long x in Longs)
            foreach (long y in Longs)
            {
                ulong a = (ulong)x, b = (ulong)y;
                Console.WriteLine($"{a} {b}: {a + b} {a - b} {a * b} {~a} {a < b} {a >= b}");
                if (b != 0)
                    Console.WriteLine($"{a} / {b} = {a / b} rest {a % b}");
            }
    }

    static void Small()
    {
        byte b = 250;
        sbyte s = 120;
        short h = 32760;
        ushort u = 65530;
        char c = '\ufff0';
        for (int i = 0; i < 20; i++)
        {
            b++;
            s++;
            h++;
            u++;
            c++;
            Console.WriteLine($"{b} {s} {h} {u} {(int)c}");
        }
        b *= 3;
        s -= 100;
        h ^= -1;
        u |= 1;
        Console.WriteLine($"{b} {s} {h} {u} {-b} {-s} {~h} {~u}");
        foreach (int x in Ints)
            Console.WriteLine($"{unchecked(-x)} {~x} {+x} {unchecked(-(long)x)} {~(long)x}");
    }
}
