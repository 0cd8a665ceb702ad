// Namespaces: methods in Acme, Acme.Noise, Acme.Core and nested types, for callspecs to choose among.
// Each method's count is its own, so that a selection shows in the counts.
// Argument: milliseconds that Noise.Loud.Make() spins a call (default 0).
// expect-calls: Acme.Program:Main (string[]) = 1
// expect-calls: Acme.Program:Step (int,int) = 10
// expect-calls: Acme.Noise.Loud:Make (int) = 20
// expect-calls: Acme.Noise.Loud:Echo (int) = 30
// expect-calls: Acme.Core.Engine:Run (int) = 40
// expect-calls: Acme.Core.Engine/Part:Turn (int) = 50
// expect-calls: Global:Help (int) = 60
using System;
using System.Diagnostics;

static class Global
{
    public static int Help(int x)
    {
        return x + 6;
    }
}

namespace Acme.Core
{
    static class Engine
    {
        public static class Part
        {
            public static int Turn(int x)
            {
                return x + 5;
            }
        }

        public static int Run(int x)
        {
            return x + 4;
        }
    }
}

namespace Acme.Noise
{
    static class Loud
    {
        static long work;

        public static int Make(int milliseconds)
        {
            long until = Stopwatch.GetTimestamp() + milliseconds * (Stopwatch.Frequency / 1000);
            while (Stopwatch.GetTimestamp() < until)
                work++;
            return 2;
        }

        public static int Echo(int x)
        {
            return x + 3;
        }
    }
}

namespace Acme
{
    static class Program
    {
        static int Step(int i, int milliseconds)
        {
            int n = Noise.Loud.Make(milliseconds) + Noise.Loud.Make(milliseconds);
            for (int k = 0; k < 3; k++)
                n += Noise.Loud.Echo(k);
            for (int k = 0; k < 4; k++)
                n += Core.Engine.Run(k);
            for (int k = 0; k < 5; k++)
                n += Core.Engine.Part.Turn(k);
            for (int k = 0; k < 6; k++)
                n += Global.Help(k);
            return n + i;
        }

        static int Main(string[] args)
        {
            int milliseconds = args.Length > 0 ? int.Parse(args[0]) : 0;
            int n = 0;
            for (int i = 0; i < 10; i++)
                n += Step(i, milliseconds);
            Console.WriteLine("n=" + n);
            return 0;
        }
    }
}
