// IntegerConversions: unchecked conversions between all integer types and char: truncation, sign and zero extension.
using System;

static class IntegerConversions
{
    static void Show(long x)
    {
        unchecked
        {
            Console.WriteLine($"{x}: {(sbyte)x} {(byte)x} {(short)x} {(ushort)x} {(int)x} {(uint)x} {(ulong)x} " +
                $"{(int)(char)x}");
            sbyte s = (sbyte)x;
            byte b = (byte)x;
            short h = (short)x;
            ushort u = (ushort)x;
            int i = (int)x;
            uint w = (uint)x;
            Console.WriteLine($"  up: {(long)s} {(ulong)s} {(uint)s} {(ushort)s} | {(long)b} {(sbyte)b} | {(long)h} {(ulong)h} {(uint)h} | " +
                $"{(long)u} {(short)u} | {(long)i} {(ulong)i} | {(long)w} {(ulong)w}");
            Console.WriteLine($"  real: {(double)s} {(double)b} {(float)h} {(double)i} {(double)w} " +
                $"{(double)(ulong)x} {(float)x}");
            Console.WriteLine($"  decimal: {(decimal)x} {(decimal)(ulong)x} {(decimal)i}");
        }
    }

    static void Main()
    {
        foreach (long x in new[] { 0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536,
            2147483647, 2147483648,
            -2147483648, -2147483649, 4294967295, 4294967296, 9007199254740993, long.MaxValue, long.MinValue,
                0x123456789abcdef })
            Show(x);
        IntPtr p = new IntPtr(-5);
        UIntPtr q = new UIntPtr(5);
        Console.WriteLine($"{p} {p.ToInt32()} {p.ToInt64()} {(long)p} {q} {q.ToUInt64()} {IntPtr.Size} " +
            $"{p == new IntPtr(-5)} {IntPtr.Zero}");
        Console.WriteLine($"{IntPtr.Add(p, 7)} {IntPtr.Subtract(p, 7)} {p + 1}");
    }
}
