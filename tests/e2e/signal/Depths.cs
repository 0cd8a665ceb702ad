// Recursion deeper than any copy of a stack, then a stack overflow's worth of depth in a thread of its own.
using System;
using System.Runtime.CompilerServices;
using System.Threading;

static class Depths
{
    [MethodImpl(MethodImplOptions.NoInlining)] static int Down(int k, int end) { int s = 0; for (int i = 0; i < 60; i++) s += i ^ k; return k == end ? s : Down(k + 1, end) + s; }

    static void Main(string[] args)
    {
        int turns = int.Parse(args[0]);
        long sum = 0;
        for (int i = 0; i < turns; i++)
            sum += Down(0, 20000);
        var t = new Thread(() => { for (int i = 0; i < turns / 4; i++) sum += Down(0, 100000); }, 64 << 20);
        t.Start();
        t.Join();
        Console.WriteLine(sum);
    }
}
