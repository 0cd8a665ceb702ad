// The assembly that host.c loads. mcs -target:library -out:Embedded.dll Embedded.cs
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Embedded
{
    public struct Point
    {
        public double X, Y;
    }

    public class Account
    {
        public static int Made;
        private int cents;
        public string Owner;

        public Account() { Made++; Owner = "nobody"; }

        public int Cents
        {
            get { return cents; }
            set
            {
                if (value < 0)
                    throw new ArgumentOutOfRangeException("value", "an account cannot be overdrawn");
                cents = value;
            }
        }

        public override string ToString() { return Owner + " has " + cents + " cents"; }
    }

    public static class Work
    {
        // In C: host.c registers these with mono_add_internal_call().
        [MethodImpl(MethodImplOptions.InternalCall)]
        public static extern double Distance(Point a, Point b);
        [MethodImpl(MethodImplOptions.InternalCall)]
        public static extern string Describe(string what, int count, long big, float part, bool yes, ref int calls);
        [MethodImpl(MethodImplOptions.InternalCall)]
        public static extern void Refuse(string why);

        public static int Sum(int[] numbers)
        {
            int sum = 0;
            foreach (int number in numbers)
                sum += number;
            return sum;
        }

        public static string[] Words(string text) { return text.Split(' '); }

        public static double CallHost()
        {
            int calls = 41;
            Console.WriteLine(Describe("things", 3, 1L << 40, 0.5f, true, ref calls) + ", call " + calls);
            return Distance(new Point { X = 1, Y = 2 }, new Point { X = 4, Y = 6 });
        }

        public static string CatchHost()
        {
            try {
                Refuse("the host said no");
                return "not refused";
            } catch (InvalidOperationException e) {
                return "caught: " + e.Message;
            }
        }

        // What the profile shows.
        public static int Spin(int milliseconds)
        {
            var clock = System.Diagnostics.Stopwatch.StartNew();
            int rounds = 0;
            while (clock.ElapsedMilliseconds < milliseconds)
                rounds += Mix(rounds);
            return rounds;
        }

        private static int Mix(int seed)
        {
            int h = seed;
            for (int i = 0; i < 20000; i++)
                h = h * 31 + (h >> 7) + i;
            return (h & 1) + 1;
        }
    }

    public static class Program
    {
        public static int Main(string[] args)
        {
            Console.WriteLine("Main got " + string.Join("|", args));
            return args.Length;
        }
    }
}
