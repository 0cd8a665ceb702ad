// SeededRandom: Random with a seed gives the documented sequence; ranges, bytes, doubles; Guid forms; shuffles.
using System;
using System.Globalization;
using System.Linq;

class SeededRandom
{
    static void Main()
    {
        foreach (int seed in new[] { 0, 1, 42, -7, int.MaxValue, int.MinValue })
        {
            Random r = new Random(seed);
            Console.Write("{0}: {1} {2} {3}", seed, r.Next(), r.Next(10), r.Next(-5, 5));
            byte[] bytes = new byte[6];
            r.NextBytes(bytes);
            Console.WriteLine(" {0} {1} {2}", r.NextDouble().ToString("R", CultureInfo.InvariantCulture), BitConverter.ToString(bytes), r.Next(int.MinValue, int.MaxValue));
        }
        Random shuffle = new Random(3);
        Console.WriteLine(string.Join(",", Enumerable.Range(0, 20).OrderBy(i => shuffle.Next())));
        int[] histogram = new int[6];
        for (int i = 0; i < 6000; i++)
            histogram[shuffle.Next(6)]++;
        Console.WriteLine(string.Join(",", histogram));
        foreach (Action bad in new Action[] { () => shuffle.Next(-1), () => shuffle.Next(5, 4), () => shuffle.NextBytes(null) })
            try
            {
                bad();
            }
            catch (ArgumentException e)
            {
                Console.WriteLine(e.GetType().Name + " " + e.Message);
            }
        Guid g = new Guid("{12345678-9abc-DEF0-1234-56789abcdef0}");
        foreach (string format in new[] { "N", "D", "B", "P", "X", "d", "" })
            Console.WriteLine(g.ToString(format));
        Console.WriteLine("{0} {1} {2}", g.GetHashCode(), BitConverter.ToString(g.ToByteArray()), new Guid(g.ToByteArray()) == g);
        Console.WriteLine("{0} {1} {2}", g.CompareTo(Guid.Empty), Guid.Empty, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
        foreach (string text in new[] { "12345678-9abc-def0-1234-56789abcdef0", "123456789abcdef0123456789abcdef0", "(12345678-9abc-def0-1234-56789abcdef0)", "{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xb}}",
                     "12345678-9abc-def0-1234-56789abcdefg", "", "1-2-3-4-5", " 12345678-9abc-def0-1234-56789abcdef0 " })
        {
            Guid parsed;
            Console.WriteLine("'{0}' {1} {2}", text, Guid.TryParse(text, out parsed), parsed);
        }
        try
        {
            new Guid("nope");
        }
        catch (FormatException e)
        {
            Console.WriteLine(e.Message);
        }
        Guid a = Guid.NewGuid(), b = Guid.NewGuid();
        Console.WriteLine("{0} {1} {2}", a != b, a.ToString("N").Length, a.ToString()[14]);
    }
}
