// ManyStacks: walks a given number of distinct stacks, or ever new ones, for a given time.
//   ManyStacks seconds stacks      stacks = 0: each stack is new
// A stack is 30 deep and spelt by the bits of its number: Zero() or One() at each level; its leaf works a moment.
using System;
using System.Diagnostics;

static class ManyStacks
{
    const int Depth = 30;
    static long work, walked;

    static void Zero(uint path, int depth)
    {
        Next(path, depth);
    }

    static void One(uint path, int depth)
    {
        Next(path, depth);
    }

    static void Next(uint path, int depth)
    {
        if (depth == 0)
            Leaf();
        else if ((path & 1) == 0)
            Zero(path >> 1, depth - 1);
        else
            One(path >> 1, depth - 1);
    }

    static void Leaf()
    {
        long until = Stopwatch.GetTimestamp() + Stopwatch.Frequency / 1000;
        while (Stopwatch.GetTimestamp() < until)
            work++;
        walked++;
    }

    // Numbers that differ by one must not share most of their path from the root, so the bits are mixed.
    static uint Mix(uint x)
    {
        x *= 2654435769;
        return x ^ (x >> 15);
    }

    static int Main(string[] args)
    {
        double seconds = double.Parse(args[0], System.Globalization.CultureInfo.InvariantCulture);
        uint stacks = uint.Parse(args[1]);
        var watch = Stopwatch.StartNew();
        for (uint i = 0; watch.Elapsed.TotalSeconds < seconds; i++)
            Next(Mix(stacks == 0 ? i : i % stacks), Depth);
        Console.WriteLine("walked=" + walked);
        return 0;
    }
}
