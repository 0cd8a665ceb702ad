// FloatFormatting: ToString of double and float: shortest, R, G, F, E, N, P, C and custom formats.
using System;
using System.Globalization;

static class FloatFormatting
{
    static void Main()
    {
        CultureInfo inv = CultureInfo.InvariantCulture;
        double[] values = { 0, -0.0, 1, -1, 0.1, 0.5, 1.0 / 3, 2.0 / 3, 100, 123456789, 1234567890123456,
            12345678901234567, 1e15, 1e16, 1e-4,
            1e-5, 1.5e-7, 1e21, 1.7976931348623157e308, 5e-324, 2.2250738585072014e-308, 9.999999999999999,
                0.30000000000000004, 1e100,
            double.NaN, double.PositiveInfinity, double.NegativeInfinity, Math.PI, Math.E, 4.35, 2.675, 1.005, 1e22,
                1e23 };
        string[] formats = { null, "R", "G", "G3", "G17", "F", "F0", "F5", "E", "E2", "e10", "N", "N0", "P", "P1",
            "0.00", "#.##", "0000.0",
            "#,##0.0", "0.0e+0", "0%", "+0;-0;zero" };
        foreach (double x in values)
        {
            string line = "";
            foreach (string f in formats)
                line += x.ToString(f, inv) + "|";
            Console.WriteLine(line);
        }
        foreach (float x in new[] { 0f, 0.1f, 1f / 3, 16777216f, 123456.789f, 1e-5f, 3.4028235e38f, 1e-45f, 1e7f,
            12345678f, float.NaN, 9.999999f })
            Console.WriteLine($"{x.ToString(inv)}|{x.ToString("R", inv)}|{x.ToString("G9", inv)}|{x.ToString("F3", inv)}|{x.ToString("E4", inv)}|" +
                $"{x.ToString("N1", inv)}|{((double)x).ToString("R", inv)}");
        Console.WriteLine(string.Format(inv, "{0,10:F2}|{0,-10:F2}|{1,8}|{2:0.###}", 3.14159, 2.5f, 1.23456));
        Console.WriteLine(1234.5.ToString("C", inv) + " " + (-1234.5).ToString("C0", inv));
    }
}
