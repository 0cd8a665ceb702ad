// IntegerParsing: Parse and TryParse of the integer types with styles, limits and refusals; Convert with a base.
using System;
using System.Globalization;

static class IntegerParsing
{
    static void Try<T>(string what, Func<T> f)
    {
        try
        {
            Console.WriteLine($"{what} = {f()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}");
        }
    }

    static void Main()
    {
        foreach (string s in new[] { "0", "1", "-1", "+7", " 12 ", "007", "2147483647", "2147483648", "-2147483648",
            "-2147483649", "", "-",
            "1.0", "1,000", "abc", "12a", "9223372036854775807", "9223372036854775808", "99999999999999999999999" })
        {
            Try($"int '{s}'", () => int.Parse(s));
            Try($"long '{s}'", () => long.Parse(s));
            Try($"uint '{s}'", () => uint.Parse(s));
            Try($"byte '{s}'", () => byte.Parse(s));
            Console.WriteLine($"{int.TryParse(s, out int i)} {i} {short.TryParse(s, out short h)} {h} " +
                $"{ulong.TryParse(s, out ulong u)} {u}");
        }
        CultureInfo inv = CultureInfo.InvariantCulture;
        Try("hex", () => int.Parse("ffffffff", NumberStyles.HexNumber, inv));
        Try("hex long", () => long.Parse("7fffFFFFffffFFFF", NumberStyles.HexNumber, inv));
        Try("hex too long", () => int.Parse("1ffffffff", NumberStyles.HexNumber, inv));
        Try("thousands", () => int.Parse("1,234,567", NumberStyles.AllowThousands, inv));
        Try("point", () => int.Parse("12.00", NumberStyles.AllowDecimalPoint, inv));
        Try("exponent", () => int.Parse("12e2", NumberStyles.AllowExponent, inv));
        Try("parentheses", () => int.Parse("(12)", NumberStyles.AllowParentheses, inv));
        Try("null", () => int.Parse(null));
        Try("base 2", () => Convert.ToInt32("-101", 2));
        Try("base 2 good", () => Convert.ToInt32("101", 2));
        Try("base 16", () => Convert.ToInt32("0xff", 16));
        Try("base 8", () => Convert.ToInt64("777", 8));
        Try("base 7", () => Convert.ToInt64("666", 7));
        Try("bool", () => bool.Parse(" True "));
        Try("bool bad", () => bool.Parse("yes"));
        Try("char", () => char.Parse("ab"));
    }
}
