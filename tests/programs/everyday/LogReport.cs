// LogReport: a web server's log is read by a regular expression, grouped and summed by LINQ, and printed in columns.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Text.RegularExpressions;

class LogReport
{
    class Entry
    {
        public IPAddress From;
        public DateTimeOffset At;
        public string Verb, Path;
        public int Status;
        public long Bytes;
    }

    static readonly Regex Line = new Regex(
        @"^(?<ip>\S+) \S+ \S+ \[(?<at>[^\]]+)\] ""(?<verb>[A-Z]+) (?<path>[^ ""]+)(?: HTTP/(?<version>\d\.\d))?"" (?<status>\d{3}) (?<bytes>\d+|-)",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant);

    static string MakeLog()
    {
        StringWriter log = new StringWriter { NewLine = "\n" };
        Random random = new Random(42);
        string[] paths = { "/", "/index.html", "/api/items?id=7", "/img/logo.png", "/api/login" };
        DateTimeOffset at = new DateTimeOffset(2024, 2, 28, 22, 30, 0, TimeSpan.FromHours(1));
        for (int i = 0; i < 200; i++)
        {
            at = at.AddSeconds(random.Next(1, 90));
            int status = new[] { 200, 200, 200, 304, 404, 500 }[random.Next(6)];
            log.WriteLine("10.0.{0}.{1} - - [{2}] \"{3} {4} HTTP/1.1\" {5} {6}", random.Next(3), random.Next(1, 6),
                at.ToString("dd/MMM/yyyy:HH:mm:ss zzz", CultureInfo.InvariantCulture), random.Next(4) == 0 ? "POST" : "GET",
                paths[random.Next(paths.Length)], status, status == 304 ? "-" : random.Next(100000).ToString());
            if (i % 50 == 49)
                log.WriteLine("garbage line {0} \"", i);
        }
        return log.ToString();
    }

    static IEnumerable<Entry> Read(TextReader reader, List<string> bad)
    {
        for (string line; (line = reader.ReadLine()) != null;)
        {
            Match m = Line.Match(line);
            if (!m.Success)
            {
                bad.Add(line);
                continue;
            }
            yield return new Entry
            {
                From = IPAddress.Parse(m.Groups["ip"].Value),
                At = DateTimeOffset.ParseExact(m.Groups["at"].Value, "dd/MMM/yyyy:HH:mm:ss zzz", CultureInfo.InvariantCulture),
                Verb = m.Groups["verb"].Value, Path = Regex.Replace(m.Groups["path"].Value, @"\?.*$", "?…"),
                Status = int.Parse(m.Groups["status"].Value),
                Bytes = m.Groups["bytes"].Value == "-" ? 0 : long.Parse(m.Groups["bytes"].Value),
            };
        }
    }

    static void Main()
    {
        List<string> bad = new List<string>();
        List<Entry> entries = Read(new StringReader(MakeLog()), bad).ToList();
        Console.WriteLine("{0} entries, {1} bad: {2}", entries.Count, bad.Count, string.Join(" | ", bad));
        Console.WriteLine("{0:u} .. {1:u}, {2}", entries.Min(e => e.At), entries.Max(e => e.At), entries.Last().At - entries.First().At);
        foreach (var group in entries.GroupBy(e => e.Path).OrderByDescending(g => g.Sum(e => e.Bytes)).ThenBy(g => g.Key, StringComparer.Ordinal))
            Console.WriteLine("{0,-16}|{1,5}|{2,12:N0}|{3,10:F2}|{4:P1}", group.Key, group.Count(), group.Sum(e => e.Bytes),
                group.Average(e => e.Bytes), group.Count(e => e.Status >= 400) / (double)group.Count());
        var byHour = from e in entries
                     let hour = new { e.At.Day, e.At.UtcDateTime.Hour }
                     group e by hour into g
                     orderby g.Key.Day, g.Key.Hour
                     select new { g.Key, Verbs = g.ToLookup(e => e.Verb), Slow = g.Max(e => e.Bytes) };
        foreach (var row in byHour)
            Console.WriteLine("{0} get {1} post {2} max {3:#,##0.0k;;none}", row.Key, row.Verbs["GET"].Count(), row.Verbs["POST"].Count(), row.Slow / 1000.0);
        var clients = entries.Select(e => e.From).Distinct().OrderBy(a => BitConverter.ToUInt32(a.GetAddressBytes().Reverse().ToArray(), 0));
        Console.WriteLine(string.Join(" ", clients.Select(a => a.ToString()).Take(8)));
        var joined = entries.Where(e => e.Status == 500).Join(entries.Where(e => e.Status == 404), e => e.From, e => e.From, (a, b) => (a.Path, b.Path))
            .GroupBy(p => p).Select(g => (pair: g.Key, n: g.Count())).OrderByDescending(t => t.n).ThenBy(t => t.pair).Take(5);
        foreach (var row in joined)
            Console.WriteLine("{0} x{1}", row.pair, row.n);
        Console.WriteLine(entries.Aggregate(17, (hash, e) => unchecked(hash * 31 + e.Status + (int)e.Bytes)));
        Console.WriteLine(string.Join(",", entries.Zip(entries.Skip(1), (a, b) => (b.At - a.At).TotalSeconds).OrderBy(s => s).Where((s, i) => i % 40 == 0)));
    }
}
