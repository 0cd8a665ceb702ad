// TimeTexts: DateTime, DateTimeOffset and TimeSpan parsed exactly and loosely, with styles; custom formats; arithmetic at the edges.
using System;
using System.Globalization;

class TimeTexts
{
    static void Main()
    {
        CultureInfo c = CultureInfo.InvariantCulture;
        DateTime t = new DateTime(2024, 2, 29, 23, 5, 7, 89, DateTimeKind.Utc).AddTicks(1234);
        foreach (string f in new[] { "o", "r", "u", "s", "U", "d", "D", "f", "F", "g", "G", "m", "y", "t", "T", "yyyyMMddHHmmssfffffff", "yy-M-d h:m:s t", "'at' HH\\h", "%d", "dddd, MMM", "fff FFFF", "zzz K", "gg" })
            Console.WriteLine("{0}: {1}", f, t.ToString(f, c));
        foreach (string text in new[] { "2024-02-29", "2024-02-29T23:05:07Z", "2024-02-29T23:05:07+02:00", "02/29/2024", "29 Feb 2024", "Feb 29, 2024 11:05 PM", "Thu, 29 Feb 2024 23:05:07 GMT", "23:05", "2024-02-30", "yesterday", "", "2024", "1/2", "20240229" })
        {
            DateTime v;
            bool ok = DateTime.TryParse(text, c, DateTimeStyles.AdjustToUniversal | DateTimeStyles.AssumeUniversal | DateTimeStyles.NoCurrentDateDefault, out v);
            Console.WriteLine("'{0}' {1} {2:o}", text, ok, ok ? v : default(DateTime));
        }
        foreach (string[] p in new[] { new[] { "20240229 2305", "yyyyMMdd HHmm" }, new[] { "29.2.24", "d.M.yy" }, new[] { "11:05 PM", "h:mm tt" }, new[] { "2024-060", "yyyy-fff" }, new[] { " 2024 ", "yyyy" }, new[] { "+02:00 2024", "zzz yyyy" }, new[] { "x2024", "'x'yyyy" } })
        {
            DateTime v;
            bool ok = DateTime.TryParseExact(p[0], p[1], c, DateTimeStyles.NoCurrentDateDefault | DateTimeStyles.AdjustToUniversal, out v);
            Console.WriteLine("{0} {1} {2} {3:s}", p[0], p[1], ok, ok ? v : default(DateTime));
        }
        DateTimeOffset o = DateTimeOffset.Parse("2024-02-29T23:05:07.5+05:30", c);
        Console.WriteLine("{0:o} {1} {2} {3}", o, o.UtcDateTime.ToString("s"), o.ToUnixTimeMilliseconds(), o.ToString("r", c));
        foreach (string text in new[] { "1", "1.02:03:04.5", "-00:00:01", "24:00", "23:59:60", "1:2", "10675199.02:48:05.4775807", "10675200.00:00:00", "" })
        {
            TimeSpan s;
            Console.WriteLine("'{0}' {1} {2}", text, TimeSpan.TryParse(text, c, out s), s);
        }
        TimeSpan span = new TimeSpan(1, 2, 3, 4, 567);
        Console.WriteLine("{0:c} {0:g} {0:G} {0:d\\.hh\\:mm} {0:%s} {1} {2}", span, -span, span.TotalHours.ToString("R", c));
        Console.WriteLine(TimeSpan.ParseExact("3.04", "d\\.hh", c) + " " + TimeSpan.FromSeconds(0.0015) + " " + TimeSpan.FromDays(1.5));
        Console.WriteLine("{0:s} {1:s} {2:s} {3}", t.AddMonths(12), t.AddYears(-1), new DateTime(2024, 1, 31).AddMonths(1), DateTime.DaysInMonth(2023, 2));
        Console.WriteLine("{0} {1} {2}", t.DayOfYear, t.DayOfWeek, DateTime.IsLeapYear(1900));
        Console.WriteLine("{0} {1:o} {2}", t.ToBinary(), DateTime.FromBinary(t.ToBinary()), DateTime.FromOADate(45000.25).ToString("s"));
        foreach (Action bad in new Action[] { () => DateTime.MaxValue.AddTicks(1), () => new DateTime(2023, 2, 29), () => DateTime.ParseExact("x", "yyyy", c), () => t.ToString("%"), () => TimeSpan.Parse("99:99"), () => TimeSpan.MaxValue.Add(TimeSpan.FromTicks(1)), () => span.ToString("q"), () => new DateTimeOffset(t, TimeSpan.FromHours(3)) })
            try
            {
                bad();
                Console.WriteLine("accepted");
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message.Split('\n')[0]);
            }
    }
}
