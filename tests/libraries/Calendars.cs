// Calendars: time zones and periods; numbers, names and spans in words.
// references: NodaTime Humanizer
using System;
using NodaTime;
using NodaTime.Text;
using Humanizer;
using System.Globalization;

class Calendars
{
    static void Main()
    {
        var z = DateTimeZoneProviders.Tzdb["Europe/Zurich"];
        var local = new LocalDateTime(2024, 3, 31, 2, 30);
        Console.WriteLine(z.AtLeniently(local) + " " + z.MapLocal(local).Count);
        Console.WriteLine(z.AtStrictly(new LocalDateTime(2024, 7, 1, 12, 0)).ToInstant() + " " + Period.Between(new LocalDate(2020, 2, 29), new LocalDate(2024, 3, 1)));
        Console.WriteLine(LocalDatePattern.CreateWithInvariantCulture("ddd d MMM uuuu").Format(new LocalDate(2024, 2, 29)) + " " + InstantPattern.General.Parse("2024-02-29T01:02:03Z").Value);
        Console.WriteLine(Duration.FromHours(49.5) + " " + new LocalDate(2024, 2, 29).WithCalendar(CalendarSystem.HebrewCivil) + " " + new LocalDate(2024, 2, 29).PlusYears(1));
        Console.WriteLine(z.GetUtcOffset(Instant.FromUnixTimeSeconds(0)));
        Console.WriteLine("SomeLongName".Humanize() + "|" + "a_title here".Titleize() + "|" + "man".Pluralize() + "|" + 1234.ToWords() + "|" + 21.ToOrdinalWords());
        Console.WriteLine(TimeSpan.FromMinutes(1500).Humanize(2) + "|" + 2024.ToRoman() + "|" + "long text that is cut".Truncate(10) + "|" + DateTime.UtcNow.AddHours(-30).Humanize());
        Console.WriteLine(1500L.Bytes().Humanize("0.0") + "|" + "case".ToQuantity(3) + "|" + DayOfWeek.Friday.Humanize(LetterCasing.AllCaps));
    }
}
