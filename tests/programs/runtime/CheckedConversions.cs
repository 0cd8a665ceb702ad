// CheckedConversions: conv.ovf.* from int, uint, long, ulong and double to every integer type.
using System;

static class CheckedConversions
{
    static string Try<T>(Func<T> f)
    {
        try
        {
            return f().ToString();
        }
        catch (OverflowException)
        {
            return "ovf";
        }
    }

    static void Main()
    {
        foreach (int x in new[] { 0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536,
            int.MaxValue, int.MinValue })
            Console.WriteLine($"int {x}: {Try(() => checked((sbyte)x))} {Try(() => checked((byte)x))} {Try(() => checked((short)x))} " +
                $"{Try(() => checked((ushort)x))} {Try(() => (int)checked((char)x))} {Try(() => checked((uint)x))} " +
                    $"{Try(() => checked((ulong)x))}");
        foreach (uint x in new uint[] { 0, 127, 128, 255, 256, 32767, 32768, 65535, 65536, int.MaxValue, 0x80000000,
            uint.MaxValue })
            Console.WriteLine($"uint {x}: {Try(() => checked((sbyte)x))} {Try(() => checked((byte)x))} {Try(() => checked((short)x))} " +
                $"{Try(() => checked((ushort)x))} {Try(() => checked((int)x))} {Try(() => checked((long)x))}");
        foreach (long x in new[] { 0, -1, 127, 128, 255, 256, 32768, 65536, int.MaxValue, int.MaxValue + 1L,
            int.MinValue, int.MinValue - 1L,
            uint.MaxValue, uint.MaxValue + 1L, long.MaxValue, long.MinValue })
            Console.WriteLine($"long {x}: {Try(() => checked((sbyte)x))} {Try(() => checked((byte)x))} {Try(() => checked((short)x))} " +
                $"{Try(() => checked((ushort)x))} {Try(() => checked((int)x))} {Try(() => checked((uint)x))} " +
                    $"{Try(() => checked((ulong)x))}");
        foreach (ulong x in new ulong[] { 0, 127, 128, 255, 256, 65536, int.MaxValue, 1UL << 31, uint.MaxValue,
            1UL << 32, long.MaxValue, 1UL << 63, ulong.MaxValue })
            Console.WriteLine($"ulong {x}: {Try(() => checked((sbyte)x))} {Try(() => checked((byte)x))} {Try(() => checked((short)x))} " +
                $"{Try(() => checked((ushort)x))} {Try(() => checked((int)x))} {Try(() => checked((uint)x))} " +
                    $"{Try(() => checked((long)x))}");
        foreach (double x in new[] { 0.0, 0.9, -0.9, 1.5, -1.5, 127.9, 128.0, -128.9, -129.0, 255.9, 256.0, 65535.5,
            65536.0, 2147483647.9,
            2147483648.0, -2147483648.0, -2147483649.0, 4294967295.5, 4294967296.0, 9.2e18, 9.3e18, -9.2e18, -9.3e18,
                1.8e19, 1.9e19,
            double.NaN, double.PositiveInfinity, double.NegativeInfinity })
            Console.WriteLine($"double {x}: {Try(() => checked((sbyte)x))} {Try(() => checked((byte)x))} {Try(() => checked((short)x))} " +
                $"{Try(() => checked((ushort)x))} {Try(() => checked((int)x))} {Try(() => checked((uint)x))} " +
                    $"{Try(() => checked((long)x))} " +
                $"{Try(() => checked((ulong)x))}");
        foreach (float x in new[] { 0f, -0.5f, 127.5f, 128f, -129f, 255.5f, 256f, 2.1e9f, 2.2e9f, 4.2e9f, 4.3e9f,
            float.NaN })
            Console.WriteLine($"float {x}: {Try(() => checked((sbyte)x))} {Try(() => checked((byte)x))} {Try(() => checked((int)x))} " +
                $"{Try(() => checked((uint)x))} {Try(() => checked((long)x))} {Try(() => checked((ulong)x))}");
    }
}
