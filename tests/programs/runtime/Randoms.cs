// Randoms: System.Random with a seed gives mono's sequence; sorting, shuffling and hashing with it.
using System;
using System.Linq;

static class Randoms
{
    static void Main()
    {
        foreach (int seed in new[] { 0, 1, 42, -7, int.MinValue, int.MaxValue })
        {
            var r = new Random(seed);
            Console.WriteLine($"{seed}: {r.Next()} {r.Next(100)} {r.Next(-50, 50)} {r.NextDouble().ToString("R")} " +
                $"{r.Next(int.MinValue, int.MaxValue)}");
            byte[] b = new byte[6];
            r.NextBytes(b);
            Console.WriteLine(BitConverter.ToString(b));
        }
        var random = new Random(12345);
        int[] deck = Enumerable.Range(0, 52).ToArray();
        for (int i = deck.Length - 1; i > 0; i--)
        {
            int j = random.Next(i + 1);
            int t = deck[i];
            deck[i] = deck[j];
            deck[j] = t;
        }
        Console.WriteLine(string.Join(" ", deck));
        double[] reals = new double[1000];
        for (int i = 0; i < reals.Length; i++)
            reals[i] = random.NextDouble() * 2 - 1;
        Array.Sort(reals);
        Console.WriteLine($"{reals[0]:R} {reals[500]:R} {reals[999]:R} {reals.Sum():F10}");
        int inside = 0;
        for (int i = 0; i < 20000; i++)
        {
            double x = random.NextDouble(), y = random.NextDouble();
            if (x * x + y * y < 1)
                inside++;
        }
        Console.WriteLine(inside);
        string s = new string(Enumerable.Range(0, 100).Select(i => (char)('a' + random.Next(26))).ToArray());
        Console.WriteLine(s + string.Join("", s.GroupBy(c => c).OrderByDescending(g => g.Count()).ThenBy(g => g.Key).Select(g => g.Key)));
        try
        {
            random.Next(5, 4);
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.ParamName);
        }
        var own = new Seven();
        Console.WriteLine($"{own.Next()} {own.Next(10)} {own.NextDouble()}");
    }

    class Seven : Random
    {
        public Seven() : base(7)
        {
        }

        protected override double Sample() => 0.7;
    }
}
