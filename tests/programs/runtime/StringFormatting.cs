// StringFormatting: string.Format and interpolation: alignment, IFormattable, custom formatters, escapes, bad formats.
using System;
using System.Globalization;

class Celsius : IFormattable
{
    readonly double degrees;

    public Celsius(double d)
    {
        degrees = d;
    }

    public string ToString(string format, IFormatProvider provider)
    {
        switch (format)
        {
            case "F": return (degrees * 9 / 5 + 32).ToString("0.0", provider) + "F";
            case "K": return (degrees + 273.15).ToString("0.00", provider) + "K";
            case null: return degrees.ToString(provider) + "C";
            default: throw new FormatException("no unit " + format);
        }
    }

    public override string ToString()
    {
        return ToString(null, null);
    }
}

class Reverser : IFormatProvider, ICustomFormatter
{
    public object GetFormat(Type type)
    {
        return type == typeof(ICustomFormatter) ? this : null;
    }

    public string Format(string format, object arg, IFormatProvider provider)
    {
        char[] chars = (arg?.ToString() ?? "nothing").ToCharArray();
        Array.Reverse(chars);
        return format + ":" + new string(chars);
    }
}

static class StringFormatting
{
    static void Try(Func<string> f)
    {
        try
        {
            Console.WriteLine(f());
        }
        catch (Exception e)
        {
            Console.WriteLine($"{e.GetType().Name}: {e.Message}");
        }
    }

    static void Main()
    {
        var t = new Celsius(21.5);
        Console.WriteLine($"{t} {t:F} {t:K} [{t,10}] [{t,-10:K}]");
        Try(() => $"{t:X}");
        Console.WriteLine(string.Format(new Reverser(), "{0} {1:q} {2}", "abc", 123, null));
        Console.WriteLine(string.Format("{0}{0}{1}{{}}{2,5}{3,-5}|", "a", 1, 'c', null));
        Console.WriteLine(string.Format("{3} {2} {1} {0}", 1, 2, 3, 4));
        Try(() => string.Format("{0", 1));
        Try(() => string.Format("0}", 1));
        Try(() => string.Format("{-1}", 1));
        Try(() => string.Format("{a}", 1));
        Try(() => string.Format("{0:}}", 1));
        Try(() => string.Format("{2}", 1, 2));
        Try(() => string.Format(null, 1));
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0:d} {0:HH:mm} {1:P1} {2:X4} {3}",
            new DateTime(2020, 2, 29, 13, 5, 0), 0.256, 48879, 1.5m));
        int n = 5;
        Console.WriteLine($"{(n > 3 ? "big" : "small")} {n:D3} {$"{n + 1}:{n * 2}"} {{n}} {n.ToString() + "!"}");
        Console.WriteLine($@"c:\{n}\""q""");
        FormattableString f = $"{n} and {1.5}";
        Console.WriteLine($"{f.Format} {f.ArgumentCount} {f.GetArgument(1)} {FormattableString.Invariant(f)}");
        Console.WriteLine("{0} {1} {2} {3} {4}", 1, 2, 3, 4, 5);
        Console.Write("{0}\n", n);
        Console.WriteLine(true);
        Console.WriteLine('c');
        Console.WriteLine(1.5f);
        Console.WriteLine((object)null);
        Console.WriteLine(new[] { 'c', 'h' });
        Console.WriteLine(DayOfWeek.Friday.ToString("D") + DayOfWeek.Friday.ToString("x") + $"{DayOfWeek.Friday:G} {DayOfWeek.Friday,10}");
    }
}
