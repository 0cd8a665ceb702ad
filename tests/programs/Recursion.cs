// Recursion: one method calls itself 10 000 deep, three times.
// expect-calls: Recursion:Down (int) = 30003
// expect-calls: Recursion:Main () = 1
using System;

static class Recursion
{
    static int Down(int depth)
    {
        return depth == 0 ? 1 : Down(depth - 1) + 1;
    }

    static int Main()
    {
        int sum = 0;
        for (int i = 0; i < 3; i++)
            sum += Down(10000);
        Console.WriteLine("sum=" + sum);
        return 0;
    }
}
