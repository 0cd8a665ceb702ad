// FloatConversions: double and float to integers in range (truncation towards zero), between each other, and from
// integers.
using System;

static class FloatConversions
{
    static void Main()
    {
        foreach (double x in new[] { 0.0, -0.0, 0.5, -0.5, 0.99999, -0.99999, 1.5, 2.5, -2.5, 100.7, -100.7, 32767.9,
            -32768.9, 65535.9,
            2147483647.5, -2147483648.0, 1e10, -1e10, 1e15 + 0.3, 9007199254740992.0, -9.0e18 })
        {
            Console.WriteLine($"{x}: long {(long)x} float {(float)x}");
            if (Math.Abs(x) < 2147483648.0)
                Console.WriteLine($"  int {(int)x} short {(short)(int)x} sbyte {(sbyte)(int)x} byte {(byte)(int)x}");
            if (x >= 0 && x < 4294967296.0)
                Console.WriteLine($"  uint {(uint)x} ulong {(ulong)x}");
        }
        foreach (float x in new[] { 0f, 0.1f, -0.1f, 1.5f, 16777216f, 16777218f, 1e10f, 3.4e38f, 1e-45f,
            float.Epsilon })
            Console.WriteLine($"{x}: double {(double)x} back {(float)(double)x} long {(x < 1e18f ? (long)x : 0)}");
        foreach (double x in new[] { 1e39, -1e39, 1e-46, 1e-45, 3.4028235e38, 3.4028236e38, 16777217, double.NaN,
            double.PositiveInfinity })
            Console.WriteLine($"{x} as float: {(float)x} {(double)(float)x}");
        foreach (int x in new[] { 16777217, -16777217, int.MaxValue, int.MinValue, 33554435 })
            Console.WriteLine($"{x}: {(float)x} {(double)x} {(double)(float)x}");
        foreach (long x in new[] { 9007199254740993, -9007199254740993, long.MaxValue, long.MinValue })
            Console.WriteLine($"{x}: {(float)x} {(double)x} {BitConverter.DoubleToInt64Bits((double)x):x}");
        foreach (ulong x in new[] { 0UL, 9223372036854775808UL, 9223372036854775809UL, 9223372036854777857UL,
            ulong.MaxValue, 18446744073709549569UL })
            Console.WriteLine($"{x}: {(float)x} {(double)x} {BitConverter.DoubleToInt64Bits((double)x):x}");
        foreach (uint x in new[] { 0u, 2147483648u, uint.MaxValue, 16777217u })
            Console.WriteLine($"{x}: {(float)x} {(double)x}");
    }
}
