// Chars: classification, case, digits, surrogates and conversions of System.Char over ASCII and samples of the rest.
using System;
using System.Globalization;

static class Chars
{
    static void Main()
    {
        string samples = "aZ09 _-\t\n$\u00e9\u00c9\u00df\u0131\u0130\u01c5\u0391\u03c9\u0416\u4e2d\u0660\u2028\u00a0\u20ac\ufeff\u00bd";
        foreach (char c in samples)
            Console.WriteLine($"{(int)c:x4} {char.IsLetter(c)} {char.IsDigit(c)} {char.IsNumber(c)} {char.IsLetterOrDigit(c)} {char.IsUpper(c)} {char.IsLower(c)} " +
                $"{char.IsWhiteSpace(c)} {char.IsPunctuation(c)} {char.IsSymbol(c)} {char.IsControl(c)} " +
                    $"{char.IsSeparator(c)} {char.GetUnicodeCategory(c)} " +
                $"{(int)char.ToUpperInvariant(c):x} {(int)char.ToLowerInvariant(c):x} {char.GetNumericValue(c)}");
        uint hash = 0;
        for (int i = 0; i < 65536; i++)
        {
            char c = (char)i;
            hash = hash * 31 + (uint)char.GetUnicodeCategory(c);
            hash = hash * 31 + char.ToUpperInvariant(c);
            hash = hash * 31 + char.ToLowerInvariant(c);
            hash = hash * 31 + (char.IsWhiteSpace(c) ? 1u : 0);
            if (i % 4096 == 4095)
                Console.WriteLine($"{i:x} {hash:x8}");
        }
        string face = char.ConvertFromUtf32(0x1f600);
        Console.WriteLine($"{face.Length} {char.IsSurrogate(face[0])} {char.IsHighSurrogate(face, 0)} " +
            $"{char.IsLowSurrogate(face[1])} {char.ConvertToUtf32(face, 0):x} {char.IsSurrogatePair(face, 0)}");
        Console.WriteLine($"{char.MaxValue:x} {(int)char.MinValue} {'a' + 1} {(char)('a' + 1)} {'a'.CompareTo('c')} " +
            $"{'x'.Equals('x')} {char.ToString('q')} {'a' < 'b'}");
        char walk = 'x';
        walk++;
        Console.WriteLine($"{walk++}{walk} {(walk == '{' ? "wrapped past z" : "no")}");
        try
        {
            char.ConvertFromUtf32(0xd800);
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.ParamName);
        }
        Console.WriteLine(CultureInfo.InvariantCulture.TextInfo.ToTitleCase("war and PEACE in our time"));
    }
}
