// OtherCalendars: cultures whose calendars are not Gregorian, arithmetic in several calendars, eras, leap months.
using System;
using System.Globalization;

class OtherCalendars
{
    static void Main()
    {
        DateTime t = new DateTime(2024, 3, 5, 14, 7, 9);
        foreach (string name in new[] { "th-TH", "ar-SA", "ja-JP", "he-IL", "zh-TW", "ko-KR", "ru-RU", "hu-HU" })
        {
            CultureInfo c = new CultureInfo(name);
            Console.WriteLine("{0} {1} {2}", name, c.Calendar.GetType().Name, c.OptionalCalendars.Length);
            foreach (string format in new[] { "d", "D", "Y", "M", "yyyy gg", "ddd MMM" })
                Console.Write(" {0} |", t.ToString(format, c));
            Console.WriteLine();
        }
        foreach (Calendar c in new Calendar[] { new GregorianCalendar(), new JulianCalendar(), new HebrewCalendar(), new HijriCalendar(), new PersianCalendar(), new UmAlQuraCalendar(), new ChineseLunisolarCalendar(), new KoreanCalendar() })
        {
            DateTime later = c.AddMonths(t, 13), year = c.AddYears(t, 4);
            Console.WriteLine("{0}: {1:d2}/{2}/{3} {4:d} {5:d} {6} {7} {8}", c.GetType().Name, c.GetDayOfMonth(t), c.GetMonth(t), c.GetYear(t), later.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
                year.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), c.GetDayOfYear(t), c.GetMonthsInYear(c.GetYear(t)), c.GetEra(t));
            Console.WriteLine("  {0:s} .. {1:s} {2} {3}", c.MinSupportedDateTime, c.MaxSupportedDateTime, c.AlgorithmType, c.TwoDigitYearMax);
            Console.WriteLine("  {0}", c.ToDateTime(c.GetYear(t), 1, 1, 0, 0, 0, 0).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
        }
        try
        {
            new JulianCalendar().ToDateTime(2023, 2, 29, 0, 0, 0, 0);
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.ParamName);
        }
    }
}
