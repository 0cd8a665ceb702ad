// TextTools: wrapping, justifying, differences of two texts, distances, statistics, templates: strings and StringBuilder.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

static class TextTools
{
    const string Text = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, " +
        "it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness…";

    static IEnumerable<string> Wrap(string text, int width)
    {
        StringBuilder line = new StringBuilder();
        foreach (string word in text.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > width)
            {
                yield return line.ToString();
                line.Clear();
            }
            if (line.Length > 0)
                line.Append(' ');
            line.Append(word);
        }
        if (line.Length > 0)
            yield return line.ToString();
    }

    static string Justify(string line, int width)
    {
        StringBuilder s = new StringBuilder(line);
        for (int at = 0, gaps = line.Count(c => c == ' '); gaps > 0 && s.Length < width; at++)
        {
            at = s.ToString().IndexOf(' ', at % s.Length);
            if (at < 0)
                continue;
            s.Insert(at, ' ');
            while (at < s.Length && s[at] == ' ')
                at++;
        }
        return s.ToString();
    }

    static IEnumerable<string> Difference(string[] a, string[] b)
    {
        int[,] common = new int[a.Length + 1, b.Length + 1];
        for (int i = a.Length - 1; i >= 0; i--)
            for (int j = b.Length - 1; j >= 0; j--)
                common[i, j] = a[i] == b[j] ? common[i + 1, j + 1] + 1 : Math.Max(common[i + 1, j], common[i, j + 1]);
        for (int i = 0, j = 0; i < a.Length || j < b.Length;)
            if (i < a.Length && j < b.Length && a[i] == b[j])
            {
                yield return "  " + a[i++];
                j++;
            }
            else if (j == b.Length || i < a.Length && common[i + 1, j] >= common[i, j + 1])
                yield return "- " + a[i++];
            else
                yield return "+ " + b[j++];
    }

    static int Distance(string a, string b)
    {
        int[] row = Enumerable.Range(0, b.Length + 1).ToArray();
        for (int i = 1; i <= a.Length; i++)
        {
            int corner = row[0]++;
            for (int j = 1; j <= b.Length; j++)
                (row[j], corner) = (Math.Min(Math.Min(row[j], row[j - 1]) + 1, corner + (a[i - 1] == b[j - 1] ? 0 : 1)), row[j]);
        }
        return row[b.Length];
    }

    static string Soundex(string word)
    {
        const string codes = "01230120022455012623010202";
        StringBuilder s = new StringBuilder(4);
        char last = '0';
        foreach (char c in word.ToUpperInvariant())
        {
            if (c < 'A' || c > 'Z' || s.Length == 4)
                continue;
            char code = codes[c - 'A'];
            if (s.Length == 0)
                s.Append(c);
            else if (code != '0' && code != last)
                s.Append(code);
            last = code;
        }
        return s.ToString().PadRight(4, '0');
    }

    static string Fill(string template, IDictionary<string, object> values) =>
        Regex.Replace(template, @"\{\{|\}\}|\{(?<name>\w+)(?:,(?<width>-?\d+))?(?::(?<format>[^}]*))?\}", m =>
        {
            if (!m.Groups["name"].Success)
                return m.Value.Substring(1);
            if (!values.TryGetValue(m.Groups["name"].Value, out object value))
                return "<" + m.Groups["name"].Value + "?>";
            string format = "{0" + (m.Groups["width"].Success ? "," + m.Groups["width"].Value : "") + (m.Groups["format"].Success ? ":" + m.Groups["format"].Value : "") + "}";
            return string.Format(CultureInfo.InvariantCulture, format, value);
        });

    static string Rot13(this string s) => new string(Array.ConvertAll(s.ToCharArray(), c => char.IsLetter(c) && c < 128 ? (char)((c & ~31) + (c & 31) % 26 + 1 - 1 + ((c & 31) <= 13 ? 13 : -13) - (c & 31) % 26 + (c & 31)) : c));

    static void Main()
    {
        foreach (string line in Wrap(Text, 38))
            Console.WriteLine("|{0}|{1,38}|{2}|", Justify(line, 38).PadRight(38), line, line.PadLeft((38 - line.Length) / 2 + line.Length).PadRight(38, '.'));
        Console.WriteLine(string.Join("\n", Difference(Text.Split(','), Text.Replace("epoch of ", "time of ").Replace("wisdom, it", "wisdom, yes, it").Split(','))));
        string[] words = { "kitten", "sitting", "Robert", "Rupert", "Ashcraft", "Tymczak", "Pfister", "" };
        Console.WriteLine(string.Join(" ", words.Zip(words.Skip(1), Distance)) + " " + string.Join(" ", words.Select(Soundex)));
        var counts = Regex.Matches(Text.ToLowerInvariant(), @"\p{L}+").Cast<Match>().GroupBy(m => m.Value).Select(g => new { g.Key, N = g.Count(), At = g.First().Index });
        Console.WriteLine(string.Join(", ", counts.OrderByDescending(c => c.N).ThenBy(c => c.Key, StringComparer.Ordinal).Take(6)));
        Console.WriteLine(Fill("{name,-8}|{n,6:F2}|{when:yyyy-MM}|{{x}}|{who}|{n:0.0%}", new Dictionary<string, object> { ["name"] = "Ann", ["n"] = 2.345, ["when"] = new DateTime(2024, 2, 29) }));
        Console.WriteLine("Hello, World é".Rot13() + " " + "Hello, World".Rot13().Rot13());
        StringBuilder b = new StringBuilder("0123456789", 16);
        b.Insert(5, "abc", 2).Remove(0, 2).Replace('b', 'B').Replace("cab", "<>", 0, 8).AppendFormat("{0:X4}|{1,5}", 48879, true).AppendLine().Append(1.5f).Append(new[] { 'x', 'y' }, 1, 1).Append((object)null);
        b.Length -= 1;
        b[0] = '_';
        Console.WriteLine("{0} {1} {2} {3}", b.ToString().Replace(Environment.NewLine, "\\n"), b.Length, b.ToString(2, 5), b.Equals(new StringBuilder(b.ToString())));
        StringBuilder big = new StringBuilder();
        for (int i = 0; i < 3000; i++)
            big.Append(i).Insert(big.Length / 2, (char)('a' + i % 26));
        Console.WriteLine("{0} {1}", big.Length, big.ToString().Aggregate(0, (h, c) => unchecked(h * 31 + c)));
        Console.WriteLine(string.Join("|", "a,b;;c".Split(new[] { ',', ';' }, 3)) + " " + string.Join("|", "x--y-z".Split(new[] { "--", "-" }, StringSplitOptions.None)) + " " + "  trim\t".Trim() + "xxyxx".Trim('x') + " " + "abcabc".LastIndexOf("bc", 4) + " " + "abc".IndexOfAny(new[] { 'z', 'c' }) + " " + string.Compare("a", "B", StringComparison.OrdinalIgnoreCase) + " " + "straße".ToUpper(CultureInfo.InvariantCulture) + " " + CultureInfo.InvariantCulture.TextInfo.ToTitleCase("war AND peace"));
    }
}
