// IntegerFormatting: ToString of the integer types with D, X, N, G, F, E, P and custom formats, and enums' and
// chars' own.
using System;
using System.Globalization;

static class IntegerFormatting
{
    static void Main()
    {
        CultureInfo inv = CultureInfo.InvariantCulture;
        string[] formats = { null, "D", "D8", "X", "x", "X8", "x2", "N", "N0", "G", "G3", "F2", "E3", "P0", "0000",
            "#,#", "##-##", "0;(0);nil",
            "0.0", "'n='0", "0,", "00\\x" };
        foreach (int x in new[] { 0, 1, -1, 42, -12345, 1234567, int.MaxValue, int.MinValue })
        {
            string line = "";
            foreach (string f in formats)
                line += x.ToString(f, inv) + "|";
            Console.WriteLine(line);
        }
        foreach (long x in new[] { 0, -1, 1234567890123, long.MaxValue, long.MinValue })
        {
            string line = "";
            foreach (string f in formats)
                line += x.ToString(f, inv) + "|";
            Console.WriteLine(line);
        }
        Console.WriteLine($"{ulong.MaxValue} {ulong.MaxValue:X} {ulong.MaxValue:N0} {uint.MaxValue:D12} " +
            $"{(byte)200:x} {(sbyte)-1:X} {(short)-2:x} {(ushort)65535:N1}");
        Console.WriteLine(string.Format(inv, "{0,8}|{0,-8}|{0,8:X4}|{1}|{2,5}|{{{0}}}", 255, null, 'c'));
        Console.WriteLine($"{Convert.ToString(10, 2)} {Convert.ToString(255, 8)} {Convert.ToString(-1, 16)} " +
            $"{Convert.ToString(-5L, 2)}");
        try
        {
            Console.WriteLine(5.ToString("Q", inv));
        }
        catch (FormatException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Console.WriteLine(string.Format("{0} {1}", 1));
        }
        catch (FormatException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
