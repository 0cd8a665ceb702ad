// StringInterning: literals are one object, built strings are not until interned, switch on strings compares content.
using System;

static class StringInterning
{
    static string Kind(string s)
    {
        switch (s)
        {
            case "one": return "1";
            case "two": return "2";
            case "three": return "3";
            case "four": return "4";
            case "five": return "5";
            case "six": return "6";
            case "seven": return "7";
            case "eight": return "8";
            case "": return "empty";
            case null: return "null";
            default: return "other";
        }
    }

    static void Main()
    {
        string a = "literal", b = "literal";
        string built = new string("literal".ToCharArray());
        Console.WriteLine(ReferenceEquals(a, b));
        Console.WriteLine(ReferenceEquals(a, built));
        Console.WriteLine(a == built);
        Console.WriteLine(ReferenceEquals(a, string.Intern(built)));
        Console.WriteLine(string.IsInterned(built) != null);
        string odd = new string('q', 3) + 17.ToString();
        Console.WriteLine(string.IsInterned(odd) == null);
        string.Intern(odd);
        Console.WriteLine(string.IsInterned("qqq" + 17.ToString()) == odd);
        Console.WriteLine(ReferenceEquals("", string.Empty));
        const string left = "lit", right = "eral";
        Console.WriteLine(ReferenceEquals(left + right, a));
        Console.WriteLine(ReferenceEquals(string.Copy(a), a));
        foreach (string s in new[] { "one", "two", "six", "eight", "nine", "", null,
            new string("seven".ToCharArray()) })
            Console.WriteLine(Kind(s));
        Console.WriteLine((object)a == (object)b);
    }
}
