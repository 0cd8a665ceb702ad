// FloatOutOfRange: unchecked conversions of NaN, infinities and values out of range to int, long and the small types.
using System;

static class FloatOutOfRange
{
    static void Main()
    {
        double[] values = { double.NaN, double.PositiveInfinity, double.NegativeInfinity, 2147483648.0, -2147483649.0,
            4294967296.0, 1e10,
            -1e10, 1e19, -1e19, 9223372036854775808.0, -9223372036854775808.0, 1e300, -1e300 };
        foreach (double x in values)
        {
            unchecked
            {
                Console.WriteLine($"{x}: int {(int)x} long {(long)x}");
            }
        }
        foreach (double x in new[] { 255.0, 256.0, 300.5, -1.0, -129.5, 40000.0, 70000.0, -70000.0 })
        {
            unchecked
            {
                Console.WriteLine($"{x}: sbyte {(sbyte)x} byte {(byte)x} short {(short)x} ushort {(ushort)x} char " +
                    $"{(int)(char)x}");
            }
        }
        foreach (float x in new[] { float.NaN, float.PositiveInfinity, float.NegativeInfinity, 3e9f, -3e9f, 1e20f,
            -1e20f })
        {
            unchecked
            {
                Console.WriteLine($"{x}: int {(int)x} long {(long)x}");
            }
        }
    }
}
