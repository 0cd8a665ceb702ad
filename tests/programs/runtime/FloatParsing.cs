// FloatParsing: double.Parse, TryParse and float.Parse: signs, exponents, groups, white space, special names, refusals.
using System;
using System.Globalization;

static class FloatParsing
{
    static void Main()
    {
        CultureInfo inv = CultureInfo.InvariantCulture;
        string[] texts = { "0", "-0", "1", "+1", "  1.5  ", "1e3", "1E-3", "1e+3", ".5", "5.", "-.5e1", "1,234.5",
            "12,34", "NaN", "Infinity",
            "-Infinity", "1.7976931348623157e308", "4.9406564584124654e-324", "2.2250738585072014e-308", "0.1",
                "0.30000000000000004",
            "123456789012345678901234567890", "9007199254740993", "1e-400", "3.14159265358979323846", "", " ", "abc",
                "1.2.3", "1e", "--1",
            "0x10", "1 2", "e5", "1e5.5", "(5)", "$5", "5%", "\t7\n" };
        foreach (string s in texts)
        {
            bool good = double.TryParse(s, NumberStyles.Float | NumberStyles.AllowThousands, inv, out double x);
            Console.WriteLine($"'{s.Trim()}' {good} {x.ToString("R", inv)} {BitConverter.DoubleToInt64Bits(x):x}");
            try
            {
                Console.WriteLine("  " + double.Parse(s, NumberStyles.Any, inv).ToString("R", inv));
            }
            catch (Exception e)
            {
                Console.WriteLine($"  {e.GetType().Name}: {e.Message}");
            }
        }
        foreach (string s in new[] { "0.1", "16777217", "3.4028235e38", "1e-45", "0.333333343", "-1.5" })
        {
            float f = float.Parse(s, inv);
            Console.WriteLine($"{s}: {f.ToString("R", inv)} {BitConverter.ToInt32(BitConverter.GetBytes(f), 0):x}");
        }
        try
        {
            double.Parse(null);
        }
        catch (ArgumentNullException e)
        {
            Console.WriteLine(e.ParamName);
        }
    }
}
