// RegexMatching: anchors, classes, quantifiers greedy and lazy, alternation, look-around, options, culture-free matching.
using System;
using System.Text.RegularExpressions;

class RegexMatching
{
    static void Show(string pattern, string input, RegexOptions options = RegexOptions.None)
    {
        Console.Write("/{0}/ {1}:", pattern, options);
        foreach (Match m in Regex.Matches(input, pattern, options))
            Console.Write(" [{0},{1}:{2}]", m.Index, m.Length, m.Value.Replace("\n", "\\n"));
        Console.WriteLine();
    }

    static void Main()
    {
        string text = "The quick brown fox\njumps over the lazy dog 42 times, 3.14 or -7e+10";
        Show(@"\b\w{5}\b", text);
        Show(@"^\w+", text);
        Show(@"^\w+", text, RegexOptions.Multiline);
        Show(@"\w+$", text, RegexOptions.Multiline);
        Show(@"o.*?\b", text);
        Show(@"o.*", text);
        Show(@"o.*", text, RegexOptions.Singleline);
        Show(@"THE", text, RegexOptions.IgnoreCase);
        Show(@"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?", text);
        Show(@"(?<=the )\w+", text);
        Show(@"(?<!the )\b\w{4}\b", text);
        Show(@"\w+(?= dog)", text);
        Show(@"\b(?!the)\w{3}\b", text, RegexOptions.IgnoreCase);
        Show(@"(?x) \d+ # digits
              \s  t", text);
        Show(@"(?i:QUICK) brown", text);
        Show(@"[^a-z\s]+", text);
        Show(@"[a-z-[aeiou]]{3,}", text);
        Show(@"(?>a+)b", "aaab aab b");
        Show(@"(?>a+)ab", "aaab");
        Show(@"(a|ab)(c|bcd)(d*)", "abcd");
        Show(@"x*", "axxb");
        Show(@"\Gab", "ababxab");
        Show(@"\p{Lu}\p{Ll}+", "Äpfel Ökonom straße Élan");
        Show(@"\u00e9|\x41|\0|\cA", "éA\0\x01");
        Show(@"(\w)\1", "aabbcd-ee");
        Show(@"^$", "", RegexOptions.Multiline);
        Show(@"a", "abcabc", RegexOptions.RightToLeft);
        Show(@"\d{2}", "12345", RegexOptions.RightToLeft);
        Show(@"\w", "aé", RegexOptions.ECMAScript);
        Show(@"\Aa|b\z|c\Z", "abc\n");
        foreach (string bad in new[] { "(", "[a", "a**", "(?<n", @"\k<x>", "a{3,2}", "[z-a]", @"\p{Nope}", "(?z)", "*" })
        {
            try
            {
                new Regex(bad);
                Console.WriteLine("{0} is fine", bad);
            }
            catch (ArgumentException e)
            {
                Console.WriteLine("{0}: {1}", bad, e.Message);
            }
        }
        Console.WriteLine(Regex.IsMatch("aaaaaaaaaaaaaaaaaaaaaaab", "^(a+)+$"));
        try
        {
            Regex.IsMatch(new string('a', 40) + "b", "^(a+)+$", RegexOptions.None, TimeSpan.FromMilliseconds(50));
            Console.WriteLine("no timeout");
        }
        catch (RegexMatchTimeoutException e)
        {
            Console.WriteLine("timeout {0}", e.MatchTimeout);
        }
    }
}
