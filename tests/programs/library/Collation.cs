// Collation: linguistic comparison, options, prefix and suffix, index searches and sort keys by culture.
using System;
using System.Globalization;
using System.Linq;

class Collation
{
    static void Main()
    {
        string[] words = { "cote", "c\u00f4te", "cot\u00e9", "c\u00f4t\u00e9", "Cote", "coop", "co-op", "CO-OP", "\u00c4pfel", "Apfel", "apfel", "zebra", "\u00e5ngstr\u00f6m", "Strasse", "Stra\u00dfe", "a b", "ab", "a-b", "1", "10", "2", "_x", "\u0416", "\u3042", "\u30a2", "", "'tis", "resume", "r\u00e9sum\u00e9" };
        foreach (string name in new[] { "", "en-US", "de-DE", "sv-SE", "fr-FR" })
        {
            CompareInfo c = CultureInfo.GetCultureInfo(name).CompareInfo;
            Console.WriteLine("{0}: {1}", name, string.Join(" ", words.OrderBy(w => w, StringComparer.Create(CultureInfo.GetCultureInfo(name), false))));
            Console.WriteLine("  {0}", string.Join(" ", words.OrderBy(w => w, StringComparer.Create(CultureInfo.GetCultureInfo(name), true))));
        }
        CompareInfo ci = CultureInfo.InvariantCulture.CompareInfo;
        foreach (CompareOptions o in new[] { CompareOptions.None, CompareOptions.IgnoreCase, CompareOptions.IgnoreNonSpace, CompareOptions.IgnoreSymbols, CompareOptions.IgnoreKanaType, CompareOptions.IgnoreWidth, CompareOptions.Ordinal, CompareOptions.OrdinalIgnoreCase, CompareOptions.StringSort, CompareOptions.IgnoreCase | CompareOptions.IgnoreNonSpace })
            Console.WriteLine("{0}: {1} {2} {3} {4} {5} {6}", o, Math.Sign(ci.Compare("abc", "ABC", o)), Math.Sign(ci.Compare("resume", "r\u00e9sum\u00e9", o)), Math.Sign(ci.Compare("co-op", "coop", o)), Math.Sign(ci.Compare("\u3042", "\u30a2", o)),
                Math.Sign(ci.Compare("a", "\uff41", o)), Math.Sign(ci.Compare("co-op", "cop", o)));
        Console.WriteLine("{0} {1} {2} {3}", ci.IndexOf("xx\u00c4pf", "a\u0308", CompareOptions.IgnoreCase), ci.IndexOf("straSSe", "\u00df", CompareOptions.IgnoreCase), ci.LastIndexOf("abcABC", "abc", CompareOptions.IgnoreCase), ci.IndexOf("abc", ""));
        Console.WriteLine("{0} {1} {2} {3}", ci.IsPrefix("\u00c9cole", "e", CompareOptions.IgnoreCase | CompareOptions.IgnoreNonSpace), ci.IsSuffix("cafe\u0301", "\u00e9"), ci.IsPrefix("abc", "B"), "abc".EndsWith("\u200dc", StringComparison.InvariantCulture));
        SortKey a = ci.GetSortKey("Abc"), b = ci.GetSortKey("abc");
        Console.WriteLine("{0} {1} {2}", BitConverter.ToString(a.KeyData), BitConverter.ToString(b.KeyData), Math.Sign(SortKey.Compare(a, b)));
        Console.WriteLine(BitConverter.ToString(ci.GetSortKey("r\u00e9s", CompareOptions.IgnoreNonSpace).KeyData));
        Console.WriteLine("{0} {1} {2}", string.Compare("a", "B", StringComparison.CurrentCulture) < 0, string.Compare("a", "B", StringComparison.Ordinal) < 0, string.Compare("i", "I", true, CultureInfo.GetCultureInfo("tr-TR")) == 0);
        Console.WriteLine("{0} {1}", ci.GetHashCode("Abc", CompareOptions.IgnoreCase) == ci.GetHashCode("aBC", CompareOptions.IgnoreCase), "\u00e9".Equals("e\u0301", StringComparison.InvariantCulture));
        Console.WriteLine("{0} {1} {2}", "abc".IndexOf("C", StringComparison.CurrentCultureIgnoreCase), "a\u00adb".IndexOf("ab", StringComparison.InvariantCulture), "aXbX".Replace("X", "-"));
        try
        {
            ci.Compare("a", "b", CompareOptions.Ordinal | CompareOptions.IgnoreCase);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.ParamName);
        }
    }
}
