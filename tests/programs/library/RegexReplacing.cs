// RegexReplacing: replacement patterns, evaluators, Split with groups, Escape and Unescape, instance limits and starts.
using System;
using System.Linq;
using System.Text.RegularExpressions;

class RegexReplacing
{
    static void Show(string text)
    {
        Console.WriteLine("<{0}>", text.Replace("\n", "\\n"));
    }

    static void Main()
    {
        Show(Regex.Replace("2024-11-30", @"(\d+)-(\d+)-(\d+)", "$3.$2.$1"));
        Show(Regex.Replace("John Smith", @"(?<first>\w+) (?<last>\w+)", "${last}, ${first}"));
        Show(Regex.Replace("abc", "b", "[$&]"));
        Show(Regex.Replace("abc", "b", "[$`|$']"));
        Show(Regex.Replace("abc", "b", "$_"));
        Show(Regex.Replace("abc", "(b)(x)?", "$+<$2>$$"));
        Show(Regex.Replace("abc", "b", "$7 ${no}"));
        Show(Regex.Replace("one two three", @"\w+", m => m.Value.ToUpperInvariant() + m.Index));
        Show(new Regex("a").Replace("aaaa", "b", 2));
        Show(new Regex("a").Replace("aaaa", "b", 2, 1));
        Show(new Regex("a", RegexOptions.RightToLeft).Replace("aaaa", "b", 1));
        Show(Regex.Replace("x", "", "-"));
        Show(string.Join("|", Regex.Split("a1b22c333d", @"\d+")));
        Show(string.Join("|", Regex.Split("a1b22c333d", @"(\d)+")));
        Show(string.Join("|", new Regex(",").Split("a,b,c,d", 2)));
        Show(string.Join("|", Regex.Split("", ",")));
        Show(string.Join("|", Regex.Split("abc", "")));
        Show(string.Join("|", Regex.Split(" a b", " ")));
        Show(Regex.Escape("a.b*c[d]{e}(f) #g\t\n+?^$|\\"));
        Show(Regex.Unescape(@"a\.b\tc\x41\u0042\101"));
        Regex r = new Regex(@"(?<year>\d{4})-(?<month>\d\d)|(?<word>\w+)", RegexOptions.ExplicitCapture);
        Show(string.Join(",", r.GetGroupNames()));
        Show(string.Join(",", r.GetGroupNumbers().Select(n => n + "=" + r.GroupNameFromNumber(n))));
        Show(r.GroupNumberFromName("word") + " " + r.GroupNumberFromName("none"));
        Show(r.ToString());
        Show(r.Options + " " + r.RightToLeft);
        Match m1 = r.Match("on 2024-11 x");
        while (m1.Success)
        {
            Show(m1.Value + " y=" + m1.Groups["year"].Value + " w=" + m1.Groups["word"].Success + " r=" + m1.Result("<$0>"));
            m1 = m1.NextMatch();
        }
        Show(new Regex("b").Match("abcb", 2).Index.ToString());
        Show(new Regex("^b").Match("ab", 1).Success.ToString());
        Show(new Regex("b").IsMatch("abc", 2).ToString());
        Show(Regex.CacheSize.ToString());
        string long_text = string.Concat(Enumerable.Range(0, 500).Select(i => "item" + i + ";"));
        Show(Regex.Matches(long_text, @"item(\d*)7;").Count.ToString());
        Show(Regex.Replace(long_text, @"item\d+;", "").Length.ToString());
    }
}
