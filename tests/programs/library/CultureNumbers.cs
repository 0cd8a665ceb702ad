// CultureNumbers: numbers, currencies and percents as several cultures write and read them.
using System;
using System.Globalization;

class CultureNumbers
{
    static void Main()
    {
        foreach (string name in new[] { "", "en-US", "de-DE", "fr-FR", "de-CH", "en-GB", "ja-JP", "sv-SE", "pl-PL", "hi-IN", "pt-BR", "tr-TR" })
        {
            CultureInfo c = CultureInfo.GetCultureInfo(name);
            NumberFormatInfo n = c.NumberFormat;
            Console.WriteLine("{0} {1} {2} {3} {4} {5}", c.Name, c.EnglishName, c.TwoLetterISOLanguageName, c.LCID, c.IsNeutralCulture, c.Parent.Name);
            Console.WriteLine("  '{0}' '{1}' {2} '{3}' '{4}' {5} {6} '{7}' {8} {9}", n.NumberDecimalSeparator, n.NumberGroupSeparator, string.Join(",", n.NumberGroupSizes), n.CurrencySymbol,
                n.CurrencyDecimalSeparator, n.CurrencyPositivePattern, n.CurrencyNegativePattern, n.NegativeSign, n.PercentPositivePattern, n.NaNSymbol);
            Console.WriteLine("  {0} | {1} | {2} | {3} | {4}", 1234567.891.ToString("N2", c), (-1234.5m).ToString("C", c), 0.256.ToString("P1", c), 1234.5.ToString(c), (-9876543210L).ToString("N0", c));
            Console.WriteLine("  {0} | {1}", 1234.5.ToString("#,##0.00;(#,##0.00)", c), 1e-10.ToString("E3", c));
            double d;
            foreach (string text in new[] { "1.234,5", "1,234.5", "1 234,5", "-5", "(5)" })
                Console.Write("  {0}={1}", text, double.TryParse(text, NumberStyles.Any, c, out d) ? d.ToString("R", CultureInfo.InvariantCulture) : "no");
            Console.WriteLine();
        }
        NumberFormatInfo own = (NumberFormatInfo)CultureInfo.InvariantCulture.NumberFormat.Clone();
        own.NumberGroupSizes = new[] { 3, 2, 0 };
        own.NumberGroupSeparator = "_";
        own.NegativeSign = "minus ";
        own.CurrencySymbol = "CR";
        own.CurrencyNegativePattern = 8;
        Console.WriteLine("{0} {1} {2}", (-123456789012.5).ToString("N1", own), (-5.25).ToString("C", own), (-5).ToString(own));
        RegionInfo r = new RegionInfo("DE");
        Console.WriteLine("{0} {1} {2} {3}", r.ISOCurrencySymbol, r.CurrencySymbol, r.EnglishName, r.IsMetric);
        foreach (string bad in new[] { "xx-nope", "not a culture!", "en-US-x" })
            try
            {
                Console.WriteLine(CultureInfo.GetCultureInfo(bad).Name);
            }
            catch (CultureNotFoundException e)
            {
                Console.WriteLine(e.GetType().Name + " " + e.InvalidCultureName);
            }
        Console.WriteLine("{0} {1}", CultureInfo.GetCultureInfo("en-US").IsReadOnly, new CultureInfo("en-US").IsReadOnly);
        Console.WriteLine("{0} {1}", CultureInfo.CreateSpecificCulture("de").Name, CultureInfo.GetCultureInfo(1036).Name);
        Console.WriteLine(CultureInfo.GetCultures(CultureTypes.SpecificCultures).Length > 40);
    }
}
