// Shifts: << and >> on int, uint, long and ulong with every kind of count: the C# mask, negative counts, small types.
using System;

static class Shifts
{
    static void Main()
    {
        int[] counts = { 0, 1, 4, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, -1, -31, 100 };
        foreach (int n in counts)
        {
            foreach (int x in new[] { 1, -1, 0x12345678, int.MinValue })
                Console.WriteLine($"{x} by {n}: {x << n} {x >> n} {(uint)x << n} {(uint)x >> n}");
            foreach (long x in new[] { 1L, -1L, 0x123456789abcdef0, long.MinValue })
                Console.WriteLine($"{x} by {n}: {x << n} {x >> n} {(ulong)x << n} {(ulong)x >> n}");
        }
        byte b = 0xf0;
        sbyte s = -16;
        short h = -4096;
        ushort u = 0xf000;
        char c = 'A';
        for (int n = 0; n < 18; n += 3)
            Console.WriteLine($"{n}: {b << n} {b >> n} {s << n} {s >> n} {h << n} {h >> n} {u << n} {u >> n} " +
                $"{c << n} {c >> n}");
        b <<= 1;
        s >>= 2;
        h <<= 1;
        u >>= 4;
        Console.WriteLine($"{b} {s} {h} {u}");
        uint rotated = 0x80000001;
        for (int i = 0; i < 5; i++)
        {
            rotated = rotated << 3 | rotated >> 29;
            Console.WriteLine($"{rotated:x8}");
        }
        ulong hash = 14695981039346656037;
        foreach (char ch in "shift")
        {
            hash = (hash ^ ch) * 1099511628211;
            Console.WriteLine($"{hash:x16} {hash >> 40:x} {(long)hash >> 40:x}");
        }
    }
}
