// Twins: methods that print alike. Two overloads, two namespaces with one type name, and two assemblies with one full
// name; their cost is as 1 : 2 : 4 : 8 : 16 : 32 slices of the milliseconds given (default 5).
extern alias one;
extern alias two;
using System;
using System.Diagnostics;

static class Burner
{
    static long work;

    public static void Burn(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        while (watch.Elapsed.TotalMilliseconds < milliseconds)
            work++;
    }
}

namespace N1
{
    static class T
    {
        public static void Work(int slice)
        {
            Burner.Burn(slice);
        }
    }
}

namespace N2
{
    static class T
    {
        public static void Work(int slice)
        {
            Burner.Burn(slice);
        }
    }
}

static class Twins
{
    static void Work(int slice)
    {
        Burner.Burn(slice);
    }

    static void Work(long slice)
    {
        Burner.Burn((int)slice);
    }

    static int Main(string[] args)
    {
        int ms = args.Length > 0 ? int.Parse(args[0]) : 5;
        Work(ms);
        Work(2L * ms);
        N1.T.Work(4 * ms);
        N2.T.Work(8 * ms);
        one::Shared.Twin.Work(16 * ms);
        two::Shared.Twin.Work(32 * ms);
        Console.WriteLine("done");
        return 0;
    }
}
