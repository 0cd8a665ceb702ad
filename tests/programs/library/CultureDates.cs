// CultureDates: dates as several cultures write and read them; calendars; names of days and months.
using System;
using System.Globalization;

class CultureDates
{
    static void Main()
    {
        DateTime t = new DateTime(2024, 3, 5, 14, 7, 9, 45);
        foreach (string name in new[] { "", "en-US", "de-DE", "fr-FR", "en-GB", "es-ES", "it-IT", "ru-RU", "sv-SE" })
        {
            CultureInfo c = CultureInfo.GetCultureInfo(name);
            DateTimeFormatInfo f = c.DateTimeFormat;
            Console.WriteLine("{0}: {1} | {2} | {3} | {4} | {5}", c.Name, f.ShortDatePattern, f.LongDatePattern, f.ShortTimePattern, f.LongTimePattern, f.FullDateTimePattern);
            Console.WriteLine("  {0} {1} {2} '{3}' '{4}' '{5}' '{6}'", f.FirstDayOfWeek, f.CalendarWeekRule, f.Calendar.GetType().Name, f.DateSeparator, f.TimeSeparator, f.AMDesignator, f.PMDesignator);
            Console.WriteLine("  {0} | {1} | {2}", string.Join(",", f.DayNames), string.Join(",", f.AbbreviatedMonthNames), f.GetMonthName(8));
            foreach (string format in new[] { "d", "D", "t", "T", "f", "g", "G", "M", "Y", "ddd dd MMM yyyy", "s" })
                Console.Write("  {0}", t.ToString(format, c));
            Console.WriteLine();
            DateTime back;
            Console.WriteLine("  {0} {1}", DateTime.TryParse(t.ToString("D", c), c, DateTimeStyles.None, out back), back.ToString("s"));
            Console.WriteLine("  {0} {1}", DateTime.TryParse("04/05/2021", c, DateTimeStyles.None, out back), back.ToString("s"));
            Console.WriteLine("  {0}", c.Calendar.GetWeekOfYear(t, f.CalendarWeekRule, f.FirstDayOfWeek));
        }
        foreach (Calendar calendar in new Calendar[] { new GregorianCalendar(), new JulianCalendar(), new HebrewCalendar(), new HijriCalendar(), new PersianCalendar(), new JapaneseCalendar(), new ThaiBuddhistCalendar(), new TaiwanCalendar(), new UmAlQuraCalendar() })
            Console.WriteLine("{0} {1}/{2}/{3} leap={4} days={5}", calendar.GetType().Name, calendar.GetYear(t), calendar.GetMonth(t), calendar.GetDayOfMonth(t), calendar.IsLeapYear(calendar.GetYear(t)), calendar.GetDaysInYear(calendar.GetYear(t)));
        CultureInfo c2 = new CultureInfo("en-US");
        c2.DateTimeFormat.ShortDatePattern = "yyyy|MM";
        Console.WriteLine(t.ToString("d", c2));
        Console.WriteLine(DateTime.ParseExact("5 mars 2024", "d MMMM yyyy", CultureInfo.GetCultureInfo("fr-FR")).ToString("s"));
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        Console.WriteLine("{0} {1} {2}", t, 1.5, 1234.5m.ToString("C"));
        Console.WriteLine(string.Format(CultureInfo.GetCultureInfo("fr-FR"), "{0:D} {1:N1}", t, 1234.5));
    }
}
