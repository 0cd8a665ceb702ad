// LongLoop: one method with one loop of as many turns as the argument says (default 20 million).
using System;

static class LongLoop
{
    static uint Turn(int turns)
    {
        uint x = 1;
        for (int i = 0; i < turns; i++)
        {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
        }
        return x;
    }

    static int Main(string[] args)
    {
        Console.WriteLine("x=" + Turn(args.Length > 0 ? int.Parse(args[0]) : 20000000));
        return 0;
    }
}
