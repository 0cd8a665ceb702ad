// Appointments: a calendar of repeated dates printed for several cultures, with zones, weeks, spans and parsing.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

enum Repeat { Never, Daily, Weekly, Monthly, Yearly }

class Appointment
{
    public string Title;
    public DateTime Start;
    public TimeSpan Length;
    public Repeat Repeat;

    public IEnumerable<DateTime> Between(DateTime from, DateTime to)
    {
        for (int i = 0; ; i++)
        {
            DateTime at = Repeat == Repeat.Daily ? Start.AddDays(i) : Repeat == Repeat.Weekly ? Start.AddDays(7 * i) : Repeat == Repeat.Monthly ? Start.AddMonths(i) : Start.AddYears(i);
            if (at >= to || i > 0 && Repeat == Repeat.Never)
                yield break;
            if (at + Length > from)
                yield return at;
        }
    }
}

class Appointments
{
    static readonly Appointment[] Book =
    {
        new Appointment { Title = "Rent", Start = new DateTime(2023, 1, 31), Length = TimeSpan.FromDays(1), Repeat = Repeat.Monthly },
        new Appointment { Title = "Leap party", Start = new DateTime(2020, 2, 29, 20, 0, 0), Length = TimeSpan.FromHours(5.5), Repeat = Repeat.Yearly },
        new Appointment { Title = "Stand-up", Start = new DateTime(2024, 2, 26, 9, 15, 0), Length = TimeSpan.FromMinutes(15), Repeat = Repeat.Weekly },
        new Appointment { Title = "Dentist", Start = new DateTime(2024, 2, 29, 23, 59, 59, 999), Length = new TimeSpan(0, 0, 1), Repeat = Repeat.Never },
    };

    static void Main()
    {
        DateTime from = new DateTime(2024, 2, 25), to = new DateTime(2024, 4, 1);
        var all = Book.SelectMany(a => a.Between(from, to).Select(at => new { at, a.Title, a.Length })).OrderBy(x => x.at).ThenBy(x => x.Title).ToList();
        foreach (string name in new[] { "", "en-US", "en-GB", "de-DE", "fr-FR", "ja-JP", "ru-RU", "pt-BR" })
        {
            CultureInfo culture = CultureInfo.GetCultureInfo(name);
            Console.WriteLine("[{0}] first day {1}", culture.Name, culture.DateTimeFormat.FirstDayOfWeek);
            foreach (var x in all.Where((_, i) => i % 3 == 0))
                Console.WriteLine(string.Format(culture, "  {0:D} | {0:t} | {0:g} | {0:MMM} | {0:Y} | {1} | {2:g}", x.at, x.Title, x.Length));
        }
        Calendar calendar = CultureInfo.InvariantCulture.Calendar;
        foreach (DateTime day in new[] { new DateTime(2021, 1, 3), new DateTime(2020, 12, 31), new DateTime(2024, 12, 30) })
            Console.WriteLine("{0:o} week {1} {2} day {3} {4}", day, calendar.GetWeekOfYear(day, CalendarWeekRule.FirstFourDayWeek, DayOfWeek.Monday), calendar.GetWeekOfYear(day, CalendarWeekRule.FirstDay, DayOfWeek.Sunday), day.DayOfYear, DateTime.IsLeapYear(day.Year));
        TimeZoneInfo zone = TimeZoneInfo.CreateCustomTimeZone("Here", TimeSpan.FromMinutes(345), "(UTC+05:45)", "Here");
        DateTimeOffset meeting = new DateTimeOffset(2024, 3, 10, 1, 30, 0, TimeSpan.FromHours(-8));
        Console.WriteLine("{0} {1:r} {2:zzz} {3} {4}", TimeZoneInfo.ConvertTime(meeting, zone), meeting, meeting, meeting.ToUnixTimeSeconds(), meeting.ToOffset(TimeSpan.FromHours(14)) == meeting);
        foreach (string text in new[] { "2024-02-30", "29.02.2024 13:45", "Feb 29, 2024 1:45 PM", "2024-02-29T13:45:07.1234567Z", "Thursday, 29 February 2024", "1:2", "13:45:07" })
            foreach (string name in new[] { "en-US", "de-DE" })
                Console.WriteLine("{0} {1}: {2}", name, text, text.Length > 8 && DateTime.TryParse(text, CultureInfo.GetCultureInfo(name), DateTimeStyles.AdjustToUniversal, out DateTime d) ? d.ToString("o") + " " + d.Kind : "-");
        foreach (string text in new[] { "1.02:03:04.5", "25:00", "-00:00:01", "10675199.02:48:05.4775808", "7" })
            Console.WriteLine("{0} -> {1}", text, TimeSpan.TryParse(text, CultureInfo.InvariantCulture, out TimeSpan span) ? $"{span:c} {span:G} {span.TotalHours:R}" : "-");
        Console.WriteLine("{0} {1} {2}", (to - from).ToString(@"d\.hh\:mm"), DateTime.MaxValue - DateTime.MinValue, new DateTime(2024, 5, 31).AddMonths(-3).AddYears(1).ToString("yyyy/M/d HH:mm:ss.FFF tt", CultureInfo.InvariantCulture));
        try { from.AddYears(9000); } catch (ArgumentOutOfRangeException e) { Console.WriteLine(e.Message.Split('\n')[0]); }
        Console.WriteLine(string.Join(" ", CultureInfo.GetCultureInfo("fr-FR").DateTimeFormat.AbbreviatedDayNames.Concat(CultureInfo.GetCultureInfo("de-DE").DateTimeFormat.MonthNames)));
        Console.WriteLine(string.Join(" ", new[] { 1234567.891, -0.5 }.SelectMany(v => new[] { "de-DE", "en-IN", "fr-FR", "ja-JP" }.Select(c => v.ToString("C", CultureInfo.GetCultureInfo(c)) + "/" + v.ToString("N1", CultureInfo.GetCultureInfo(c))))));
    }
}
