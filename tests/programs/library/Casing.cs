// Casing: upper, lower and title case by culture; char categories; text elements; surrogates; normal forms.
using System;
using System.Globalization;
using System.Linq;
using System.Text;

class Casing
{
    static void Main()
    {
        string text = "stra\u00dfe \u0130\u0131iI \u01c4 \u03c3\u03c2\u03a3 \ufb01 \u00ff \u0450 \u1e9e";
        foreach (string name in new[] { "", "en-US", "tr-TR", "de-DE" })
        {
            CultureInfo c = CultureInfo.GetCultureInfo(name);
            Console.WriteLine("{0}: {1} | {2} | {3}", name, text.ToUpper(c), text.ToLower(c), c.TextInfo.ToTitleCase("hello wORLD o'neil it's 3rd USA"));
        }
        Console.WriteLine("{0} {1}", text.ToUpperInvariant(), text.ToLowerInvariant());
        int h = 17;
        for (int i = 0; i < 0x10000; i++)
            if (i < 0xd800 || i > 0xdfff)
                h = h * 31 + char.ToUpperInvariant((char)i) * 7 + char.ToLowerInvariant((char)i);
        Console.WriteLine(h);
        h = 17;
        for (int i = 0; i < 0x10000; i++)
            h = h * 31 + (int)char.GetUnicodeCategory((char)i) + (char.IsLetter((char)i) ? 1 : 0) + (char.IsWhiteSpace((char)i) ? 3 : 0) + (int)(char.GetNumericValue((char)i) * 4);
        Console.WriteLine(h);
        string elements = "a\u0301e\u0308\u0323x\ud83d\ude00\u0e01\u0e33\r\n";
        TextElementEnumerator e = StringInfo.GetTextElementEnumerator(elements);
        while (e.MoveNext())
            Console.Write("[{0}:{1}]", e.ElementIndex, string.Join(" ", e.GetTextElement().Select(c => ((int)c).ToString("x"))));
        Console.WriteLine(new StringInfo(elements).LengthInTextElements);
        Console.WriteLine(string.Join(",", StringInfo.ParseCombiningCharacters(elements)));
        Console.WriteLine("{0:x} {1} {2} {3}", char.ConvertToUtf32(elements, 6), char.ConvertFromUtf32(0x1f600).Length, char.IsSurrogatePair(elements, 6), CharUnicodeInfo.GetUnicodeCategory(elements, 6));
        foreach (NormalizationForm f in new[] { NormalizationForm.FormC, NormalizationForm.FormD, NormalizationForm.FormKC, NormalizationForm.FormKD })
        {
            string s = "\u00e9e\u0301\uff21\u1e9b\u0323\uac00\u2460".Normalize(f);
            Console.WriteLine("{0} {1} {2}", f, s.IsNormalized(f), string.Join(" ", s.Select(c => ((int)c).ToString("x4"))));
        }
        Console.WriteLine("{0} {1} {2}", char.IsLetterOrDigit('\u0661'), char.GetNumericValue('\u00bd'), char.IsPunctuation('\u2026'));
    }
}
