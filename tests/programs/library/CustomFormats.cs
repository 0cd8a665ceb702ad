// CustomFormats: ICustomFormatter, IFormattable, FormattableString, alignment, number patterns with sections, round trips.
using System;
using System.Globalization;

class CustomFormats
{
    class Roman : IFormatProvider, ICustomFormatter
    {
        public object GetFormat(Type type) { return type == typeof(ICustomFormatter) ? this : null; }
        public string Format(string format, object arg, IFormatProvider provider)
        {
            if (format == "R" && arg is int)
                return new string('I', (int)arg);
            return arg is IFormattable ? ((IFormattable)arg).ToString(format, CultureInfo.InvariantCulture) : (arg ?? "nil").ToString();
        }
    }

    class Angle : IFormattable
    {
        public double Degrees;
        public string ToString(string format, IFormatProvider provider)
        {
            return format == "r" ? (Degrees * Math.PI / 180).ToString("F3", provider) + "rad" : Degrees.ToString(format, provider) + "\u00b0";
        }
    }

    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Console.WriteLine(string.Format(new Roman(), "{0:R} {1:F1} {2} {0}", 3, 2.25, null));
        Angle a = new Angle { Degrees = 90 };
        Console.WriteLine("{0:r} {0:F1} {0}", a);
        FormattableString f = $"{a:r}|{1234.5:N1}|{DateTime.MinValue:yyyy}";
        Console.WriteLine("{0} {1} {2}", f.Format, f.ArgumentCount, f.ToString(CultureInfo.GetCultureInfo("de-DE")));
        Console.WriteLine(FormattableString.Invariant($"{0.5} {-3,5}|{"ab",-4}|{{}}"));
        foreach (string format in new[] { "0", "0.00", "#.##", "#,##0.0", "000;(000);zero", "0.0%", "0.0\u2030", "0.0E+0", "0.###E-00", "##-##", "'x'0", "\\#0", "0,,", "0,.0", "+0;-0", "#", "" })
            Console.WriteLine("{0}: {1} {2} {3} {4}", format, 1234567.891.ToString(format), (-12.345).ToString(format), 0.0.ToString(format), 0.000123m.ToString(format));
        foreach (string format in new[] { "C", "D5", "E2", "F3", "G", "G4", "N1", "P0", "R", "X8", "x", "B", "Q" })
            foreach (object o in new object[] { 255, -1.5, 12345.678m, byte.MaxValue })
                try
                {
                    Console.Write("{0}:{1} ", format, ((IFormattable)o).ToString(format, null));
                }
                catch (FormatException)
                {
                    Console.Write("{0}:- ", format);
                }
        Console.WriteLine();
        foreach (double d in new[] { 0.1, 1.0 / 3, 1e21, 1e-7, double.MaxValue, double.Epsilon, 123456789012345680, -0.0, 5e-324, 1.7976931348623157e308, 9007199254740993 })
            Console.Write("{0} {1} {2} ", d, d.ToString("R"), double.Parse(d.ToString("R")) == d);
        Console.WriteLine();
        foreach (float s in new[] { 0.1f, 1f / 3, 16777217f, float.MaxValue, float.Epsilon })
            Console.Write("{0} {1} ", s, s.ToString("R"));
        Console.WriteLine();
        foreach (string bad in new[] { "{", "}", "{0", "{1}", "{0:", "{a}", "{0,x}", "{-1}", "{0}}", "{{0}", "{0,5" })
            try
            {
                Console.WriteLine("{0}: {1}", bad, string.Format(bad, 7));
            }
            catch (FormatException e)
            {
                Console.WriteLine("{0}: {1}", bad, e.Message);
            }
        Console.WriteLine("{0,8:F2}|{0,-8:F2}|{1,3}", 3.14159, "toolong");
        Console.WriteLine(string.Join(",", 5.ToString("D3"), (-5).ToString("X"), long.MinValue.ToString("N0"), ulong.MaxValue.ToString("E"), 1.ToString("C2", CultureInfo.GetCultureInfo("en-US"))));
    }
}
