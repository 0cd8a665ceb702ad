// CompiledRegexes: RegexOptions.Compiled gives what the interpreted expressions give.
using System;
using System.Text.RegularExpressions;

public static class CompiledRegexes
{
    static readonly string[] Patterns =
    {
        @"\b(\w+)\s+\1\b", @"(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)", @"^\s*(#.*)?$", @"[^aeiou\W]+", @"a*?b+",
        @"(?i)HELLO", @"(?<=\$)\d+(\.\d\d)?", @"x(?=y)", @"x(?!y)", @"(a|ab)(c|bcd)(d*)", @"\p{Lu}\p{Ll}+",
        @"(\()*[^()]+(?(1)\))", @"^(?:(?<open>\()|(?<-open>\))|[^()])*(?(open)(?!))$", @"(?m)^\w+$", @".{3,5}?",
            @"(?>a+)b",
    };

    const string Text = "the the cat\n2024-05-17 # not\nHello hello $12.50 xy xz abcd (nested (ones)) AaB aaab\nword\n";

    public static int Main()
    {
        foreach (string pattern in Patterns)
        {
            var compiled = new Regex(pattern, RegexOptions.Compiled);
            var plain = new Regex(pattern);
            string a = Show(compiled), b = Show(plain);
            Console.WriteLine("{0}: {1} {2}", pattern, a == b, a);
        }
        Console.WriteLine(Regex.Replace(Text, @"(\w)(\w*)", m => m.Groups[1].Value.ToUpper() + m.Groups[2].Value,
            RegexOptions.Compiled));
        Console.WriteLine(string.Join("|", Regex.Split("a1b22c333d", @"\d+", RegexOptions.Compiled)));
        Console.WriteLine(Regex.Replace("John Smith", @"(\w+) (\w+)", "$2, $1", RegexOptions.Compiled));
        Console.WriteLine(new Regex("b", RegexOptions.Compiled | RegexOptions.RightToLeft).Match("abcb").Index);
        return 0;
    }

    static string Show(Regex regex)
    {
        string text = "";
        foreach (Match m in regex.Matches(Text))
        {
            text += "[" + m.Index + ":" + m.Value.Replace("\n", "\\n");
            for (int i = 1; i < m.Groups.Count; i++)
                text += "," + regex.GroupNameFromNumber(i) + "=" + m.Groups[i].Value;
            text += "]";
        }
        return text;
    }
}
