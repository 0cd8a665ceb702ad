// Strings: the members of System.String: search, cut, join, split, pad, trim, replace, compare, and their refusals.
using System;
using System.Collections.Generic;

static class Strings
{
    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: [{f()}]");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message.Split('\n')[0]}");
        }
    }

    static void Main()
    {
        string s = "the quick brown fox jumps over the lazy dog";
        Console.WriteLine($"{s.Length} {s[4]} {s.IndexOf("the")} {s.IndexOf("the", 1)} {s.LastIndexOf("the")} " +
            $"{s.IndexOf('q')} {s.IndexOf("zzz")}");
        Console.WriteLine($"{s.IndexOf("")} {s.LastIndexOf("")} {s.IndexOfAny(new[] { 'z', 'x' })} " +
            $"{s.LastIndexOfAny(new[] { 'z', 'x' })} {s.Contains("fox")}");
        Console.WriteLine($"{s.IndexOf('o', 15, 10)} {s.IndexOf("FOX", StringComparison.OrdinalIgnoreCase)} " +
            $"{s.LastIndexOf('o', 20)}");
        Try("sub", () => s.Substring(4, 5));
        Try("sub end", () => s.Substring(s.Length));
        Try("sub beyond", () => s.Substring(s.Length + 1));
        Try("sub negative", () => s.Substring(-1));
        Try("sub long", () => s.Substring(40, 10));
        Try("index", () => s[100]);
        Try("replace char", () => s.Replace('o', '0'));
        Try("replace", () => s.Replace("the", "a"));
        Try("replace empty", () => s.Replace("", "a"));
        Try("replace null", () => s.Replace(" ", null));
        Try("insert", () => s.Insert(3, "!!"));
        Try("remove", () => s.Remove(3) + "|" + s.Remove(3, 6));
        Try("upper", () => s.ToUpper() + s.ToUpperInvariant().ToLowerInvariant());
        Try("trim", () => "  a b \t\n".Trim() + "|" + "xxaxx".Trim('x') + "|" + "xya".TrimStart('x',
            'y') + "|" + "a..".TrimEnd('.'));
        Try("pad", () => "7".PadLeft(3, '0') + "|" + "7".PadRight(3) + "|" + "long".PadLeft(2));
        Try("join", () => string.Join(",", 1, "a", null, 2.5) + string.Join("-", new List<int> { 1,
            2 }) + string.Join("/", new[] { "a", "b", "c" }, 1, 2));
        Try("concat", () => string.Concat("a", null, "b") + string.Concat(1, 'c',
            null) + ("x" + null + 'y' + 1 + true + 1.5));
        Try("starts", () => $"{s.StartsWith("the")} {s.EndsWith("dog")} {s.StartsWith("")} {s.StartsWith("The", StringComparison.OrdinalIgnoreCase)}");
        Try("chars", () => new string('z', 4) + new string(new[] { 'a', 'b', 'c' }, 1,
            2) + new string("xyz".ToCharArray()));
        foreach (string part in "a,b,,c;d".Split(',', ';'))
            Console.WriteLine($"<{part}>");
        Console.WriteLine(string.Join("|", "a,b,,c".Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries)));
        Console.WriteLine(string.Join("|", "a,b,,c".Split(new[] { ',' }, 2)));
        Console.WriteLine(string.Join("|", "a--b----c".Split(new[] { "--" }, StringSplitOptions.None)));
        Console.WriteLine(string.Join("|", " a  b ".Split()));
        Console.WriteLine(string.Join("|", "".Split(',')));
        Console.WriteLine($"{string.IsNullOrEmpty("")} {string.IsNullOrEmpty(null)} " +
            $"{string.IsNullOrWhiteSpace(" \t")} {string.Empty.Length}");
        Console.WriteLine($"{"abc".Equals("abc")} {"abc" == "abd"} {"abc".Equals((object)"abc")} {"a" != null} " +
            $"{string.Equals(null, null)} {"ABC".Equals("abc", StringComparison.OrdinalIgnoreCase)}");
        Console.WriteLine($"{"abc".GetHashCode() == string.Concat("ab", "c").GetHashCode()} {"abc".ToString()} " +
            $"{"abc".Clone()} {"abc".GetTypeCode()}");
        char[] target = new char[6];
        "abcdef".CopyTo(1, target, 2, 3);
        Console.WriteLine(string.Join(",", Array.ConvertAll(target, c => (int)c)));
        foreach (char c in "h\u00e9\u4e2d\ud83d\ude00")
            Console.Write($"{(int)c:x4} ");
        Console.WriteLine();
        Console.WriteLine("tab\there \"quoted\" \\ " + @"c:\n ""x""" + " \u0041\x42");
        string t = null;
        Try("null", () => t.Length);
        t += "grown";
        t += t;
        Console.WriteLine(t);
    }
}
