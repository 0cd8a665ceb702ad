// StackOverflowing: recursion without end is a StackOverflowException that a program can catch, twice.
using System;

static class StackOverflowing
{
    static int Recurse(int n)
    {
        return n < 0 ? n : Recurse(n + 1) + 1;
    }

    static void Main()
    {
        Console.WriteLine("start");
        Console.Out.Flush();
        for (int i = 0; i < 2; i++)
            try
            {
                Console.WriteLine(Recurse(1) > 0);
            }
            catch (StackOverflowException e)
            {
                Console.WriteLine(e.GetType().Name + " " + e.Message);
            }
        Console.WriteLine("after");
    }
}
