// UncaughtStackOverflow: recursion without end that nobody catches ends the process with mono's first line and exit
// code.
// stderr: lines 2
using System;

static class UncaughtStackOverflow
{
    static int Recurse(int n)
    {
        return n < 0 ? n : Recurse(n + 1) + 1;
    }

    static void Main()
    {
        Console.WriteLine("start");
        Console.WriteLine(Recurse(1) > 0);
        Console.WriteLine("after");
    }
}
