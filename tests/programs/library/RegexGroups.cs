// RegexGroups: numbered and named groups, captures of repeated groups, balancing groups, conditionals, compiled option.
using System;
using System.Text.RegularExpressions;

class RegexGroups
{
    static void Dump(Match m, Regex r)
    {
        Console.WriteLine("{0} at {1}: {2}", m.Success, m.Index, m.Value);
        foreach (string name in r.GetGroupNames())
        {
            Group g = m.Groups[name];
            Console.Write("  {0}: {1} '{2}'", name, g.Success, g.Value);
            foreach (Capture c in g.Captures)
                Console.Write(" ({0},{1},{2})", c.Index, c.Length, c.Value);
            Console.WriteLine();
        }
    }

    static void Try(string pattern, string input, RegexOptions options = RegexOptions.None)
    {
        Regex r = new Regex(pattern, options);
        Console.WriteLine(pattern);
        Dump(r.Match(input), r);
    }

    static void Main()
    {
        Try(@"(\w)+-(\d)*", "abc-12");
        Try(@"((?<key>\w+)=(?<value>[^;]*);?)+", "a=1;bb=22;ccc=");
        Try(@"(a)?(b)?c", "bc");
        Try(@"^(?:(?<open>\()|(?<-open>\))|[^()])*(?(open)(?!))$", "(a(b)c)(d)");
        Try(@"^(?:(?<open>\()|(?<-open>\))|[^()])*(?(open)(?!))$", "(a(b c)(d)");
        Try(@"(?<o>\[)(?<inner>[^\[\]]*)(?<content-o>\])", "x[abc]y");
        Try(@"(?<q>['""])?\w+(?(q)\k<q>)", "'abc'");
        Try(@"(a)?(?(1)b|c)", "ab");
        Try(@"(a)?(?(1)b|c)", "c");
        Try(@"(?<5>x)(y)(?<n>z)", "xyz");
        Try(@"(?<n>a)(?<n>b)", "ab");
        Try(@"(?n)(a)(?<b>b)", "ab");
        Try(@"(?i)(ABC)(?-i)d", "abcd");
        Try(@"(\d+)(?:px|em)", "12em");
        Try(@"(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)\10", "abcdefghijj");
        Regex words = new Regex(@"\b(?<w>\w)(?<rest>\w*)\b", RegexOptions.Compiled);
        foreach (Match m in words.Matches("Compiled expressions are interpreted too"))
            Console.Write("{0}|{1} ", m.Groups["w"], m.Groups["rest"]);
        Console.WriteLine();
        Match none = words.Match("--");
        Console.WriteLine("{0} {1} {2} '{3}'", none.Success, none.Index, none.Length, none.Value);
        Console.WriteLine(none == Match.Empty);
        Console.WriteLine(new Regex(@"^[\w.+-]+@[\w-]+\.[\w.]+$").IsMatch("some.one+tag@example.org"));
        Console.WriteLine(new Regex(@"^(\d{1,3})(\.\d{1,3}){3}$").Match("192.168.0.1").Groups[2].Captures.Count);
    }
}
