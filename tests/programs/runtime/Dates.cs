// Dates: DateTime, DateTimeOffset and TimeSpan: arithmetic, calendar, comparison, invariant formatting and parsing.
using System;
using System.Globalization;

static class Dates
{
    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: {f()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static void Main()
    {
        CultureInfo inv = CultureInfo.InvariantCulture;
        DateTime[] dates = { new DateTime(2020, 2, 29, 23, 59, 59, 999), new DateTime(1999, 12, 31), DateTime.MinValue,
            DateTime.MaxValue, new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc),
            new DateTime(2024, 7, 4, 13, 5, 9, DateTimeKind.Utc) };
        string[] formats = { "d", "D", "f", "F", "g", "G", "m", "o", "r", "s", "t", "T", "u",
            "yyyy-MM-dd HH:mm:ss.fffffff", "yy M d h:m:s tt", "dddd, MMMM dd", "ddd MMM", "HH'h'mm", "'day' d.", "%d",
            "%K", "y" };
        foreach (DateTime d in dates)
        {
            Console.WriteLine($"{d.Ticks} {d.Year} {d.Month} {d.Day} {d.Hour} {d.Minute} {d.Second} {d.Millisecond} " +
                $"{d.DayOfWeek} {d.DayOfYear} {d.Kind} {DateTime.IsLeapYear(d.Year)}");
            foreach (string f in formats)
                Console.Write(d.ToString(f, inv) + " | ");
            Console.WriteLine();
        }
        DateTime x = dates[0];
        Console.WriteLine($"{x.AddYears(1).ToString(inv)} {x.AddMonths(12).ToString(inv)} " +
            $"{x.AddMonths(-1).ToString(inv)} {x.AddDays(1.5).ToString(inv)} {x.AddHours(-25).ToString(inv)} " +
            $"{x.AddMilliseconds(1).ToString(inv)} {x.AddTicks(1).Ticks} {x.Date.ToString(inv)}");
        Console.WriteLine($"{x - dates[1]} {x > dates[1]} {x.CompareTo(dates[1])} " +
            $"{(x + TimeSpan.FromDays(366)).ToString(inv)} {x.Equals(x.AddTicks(0))} {x.TimeOfDay} " +
            $"{DateTime.DaysInMonth(1900, 2)} {DateTime.Compare(x, x)}");
        Try("overflow", () => DateTime.MaxValue.AddDays(1));
        Try("bad", () => new DateTime(2021, 2, 29));
        foreach (string s in new[] { "2020-02-29", "02/29/2020 13:45", "29 February 2020", "2020-02-29T12:34:56Z",
            "2020-02-29T12:34:56.789+02:00", "Sat, 29 Feb 2020 10:00:00 GMT", "13:45", "31/31/2020", "nonsense" })
            Try(s, () => s == "13:45" ? DateTime.Parse(s, inv).TimeOfDay.ToString() : DateTime.Parse(s, inv,
                DateTimeStyles.AdjustToUniversal).ToString("o", inv));
        Try("exact", () => DateTime.ParseExact("20200229", "yyyyMMdd", inv).ToString("s"));
        Try("exact bad", () => DateTime.ParseExact("2020229", "yyyyMMdd", inv));
        Console.WriteLine(DateTime.TryParseExact("7|3|99", "d|M|yy", inv, DateTimeStyles.None,
            out DateTime parsed) + parsed.ToString("s"));
        TimeSpan[] spans = { TimeSpan.Zero, new TimeSpan(1, 2, 3), new TimeSpan(5, 4, 3, 2, 1),
            TimeSpan.FromSeconds(-1.5), TimeSpan.MaxValue, TimeSpan.FromMinutes(90.25), TimeSpan.FromTicks(1) };
        foreach (TimeSpan t in spans)
            Console.WriteLine($"{t} {t:c} {t.ToString("g", inv)} {t.ToString("G", inv)} " +
                $"{t.ToString(@"d\.hh\:mm", inv)} {t.Days} {t.Hours} {t.Minutes} {t.Seconds} {t.Milliseconds} " +
                $"{t.TotalHours.ToString("R", inv)} {t.Ticks}");
        Console.WriteLine($"{spans[1] + spans[2]} {spans[1] - spans[2]} {-spans[1]} {spans[1] < spans[2]} " +
            $"{spans[3].Duration()} {spans[1].Negate()} {new TimeSpan(25, 61, 61)}");
        foreach (string s in new[] { "1:02:03", "5.04:03:02.1", "-0:00:01", "7", "24:00", "x" })
            Try(s, () => TimeSpan.Parse(s, inv));
        DateTimeOffset o = new DateTimeOffset(2020, 2, 29, 12, 0, 0, TimeSpan.FromHours(5.5));
        Console.WriteLine($"{o.ToString("o", inv)} {o.ToUniversalTime().ToString("o", inv)} " +
            $"{o.UtcDateTime.ToString("s")} {o.Offset} {o.ToOffset(TimeSpan.FromHours(-3)).ToString(inv)} " +
            $"{o == o.ToUniversalTime()} {o.ToUnixTimeSeconds()}");
        Console.WriteLine(DateTimeOffset.Parse("2020-02-29 10:00 +01:00", inv).ToString("u",
            inv) + DateTimeOffset.FromUnixTimeSeconds(1000000000).ToString("r", inv));
        Calendar c = inv.Calendar;
        Console.WriteLine($"{c.GetWeekOfYear(x, CalendarWeekRule.FirstFourDayWeek, DayOfWeek.Monday)} " +
            $"{c.GetDaysInYear(2000)} {c.AddWeeks(x, 2).ToString(inv)} {new JulianCalendar().GetYear(x)} " +
            $"{new HebrewCalendar().GetYear(x)}");
        Console.WriteLine(string.Join(",", inv.DateTimeFormat.DayNames) + string.Join(",",
            inv.DateTimeFormat.AbbreviatedMonthNames));
        Console.WriteLine(DateTime.SpecifyKind(x, DateTimeKind.Utc).ToString("o") + DateTime.FromBinary(x.ToBinary()).ToString("s") + DateTime.FromOADate(1.5).ToString("s") + x.ToOADate().ToString("R", inv) + DateTime.FromFileTimeUtc(0).ToString("s"));
        Console.WriteLine((DateTime.UtcNow > new DateTime(2020, 1,
            1)) + " " + (DateTime.Now.Kind == DateTimeKind.Local));
    }
}
