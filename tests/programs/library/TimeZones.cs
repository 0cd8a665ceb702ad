// TimeZones: UTC, named zones with their summer time, custom zones, conversions, invalid and ambiguous times.
using System;
using System.Globalization;
using System.Linq;

class TimeZones
{
    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Console.WriteLine("{0} {1} {2}", TimeZoneInfo.Utc.Id, TimeZoneInfo.Utc.BaseUtcOffset, TimeZoneInfo.Utc.SupportsDaylightSavingTime);
        foreach (string id in new[] { "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney" })
        {
            TimeZoneInfo z = TimeZoneInfo.FindSystemTimeZoneById(id);
            Console.WriteLine("{0} {1} {2}", z.Id, z.BaseUtcOffset, z.SupportsDaylightSavingTime);
            for (int month = 1; month <= 12; month += 3)
            {
                DateTime utc = new DateTime(2021, month, 15, 12, 0, 0, DateTimeKind.Utc);
                DateTime local = TimeZoneInfo.ConvertTimeFromUtc(utc, z);
                Console.WriteLine("  {0:s} {1} {2} {3}", local, z.GetUtcOffset(utc), z.IsDaylightSavingTime(utc), TimeZoneInfo.ConvertTimeToUtc(local, z) == utc);
            }
        }
        TimeZoneInfo berlin = TimeZoneInfo.FindSystemTimeZoneById("Europe/Berlin");
        DateTime gap = new DateTime(2021, 3, 28, 2, 30, 0), twice = new DateTime(2021, 10, 31, 2, 30, 0);
        Console.WriteLine("{0} {1} {2} {3}", berlin.IsInvalidTime(gap), berlin.IsInvalidTime(twice), berlin.IsAmbiguousTime(twice), berlin.IsAmbiguousTime(gap));
        Console.WriteLine(string.Join(" ", berlin.GetAmbiguousTimeOffsets(twice)));
        try
        {
            TimeZoneInfo.ConvertTimeToUtc(gap, berlin);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        try
        {
            TimeZoneInfo.FindSystemTimeZoneById("Nowhere/Land");
        }
        catch (TimeZoneNotFoundException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        Console.WriteLine(TimeZoneInfo.ConvertTimeBySystemTimeZoneId(new DateTime(2021, 7, 1, 0, 0, 0, DateTimeKind.Utc), "UTC", "Asia/Tokyo").ToString("s"));
        TimeZoneInfo custom = TimeZoneInfo.CreateCustomTimeZone("mine", TimeSpan.FromHours(5.5), "Mine", "Standard");
        Console.WriteLine("{0} {1}", custom, TimeZoneInfo.ConvertTime(new DateTimeOffset(2021, 1, 1, 0, 0, 0, TimeSpan.Zero), custom));
        TimeZoneInfo.AdjustmentRule rule = TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(new DateTime(2000, 1, 1), new DateTime(2030, 12, 31), TimeSpan.FromHours(1),
            TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 2, 0, 0), 3, 5, DayOfWeek.Sunday),
            TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 3, 0, 0), 10, 5, DayOfWeek.Sunday));
        TimeZoneInfo summer = TimeZoneInfo.CreateCustomTimeZone("summer", TimeSpan.FromHours(1), "S", "Std", "Day", new[] { rule });
        Console.WriteLine("{0} {1}", summer.GetUtcOffset(new DateTime(2022, 7, 1)), summer.GetUtcOffset(new DateTime(2022, 12, 1)));
        Console.WriteLine("{0} {1}", berlin.GetUtcOffset(new DateTime(1975, 7, 1, 0, 0, 0, DateTimeKind.Utc)), berlin.GetUtcOffset(new DateTime(2035, 7, 1, 0, 0, 0, DateTimeKind.Utc)));
        DateTimeOffset offset = new DateTimeOffset(2021, 6, 1, 10, 0, 0, TimeSpan.FromHours(-4));
        Console.WriteLine("{0} {1} {2}", offset, offset.ToUniversalTime(), offset.ToOffset(TimeSpan.FromHours(9)));
        Console.WriteLine("{0} {1}", offset.ToUnixTimeSeconds(), DateTimeOffset.FromUnixTimeMilliseconds(1622556000123).ToString("o"));
        Console.WriteLine(TimeZoneInfo.GetSystemTimeZones().Count > 300);
        Console.WriteLine(TimeZoneInfo.FromSerializedString(summer.ToSerializedString()).HasSameRules(summer));
    }
}
