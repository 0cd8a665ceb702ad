// DeepRecursion: 20000 frames of several shapes are fine; so are their exceptions.
using System;
using System.Linq;

static class DeepRecursion
{
    static long Sum(int n) => n == 0 ? 0 : n + Sum(n - 1);

    static int Ackermann(int m, int n) => m == 0 ? n + 1 : n == 0 ? Ackermann(m - 1, 1) : Ackermann(m - 1, Ackermann(m,
        n - 1));

    static bool Even(int n) => n == 0 || Odd(n - 1);

    static bool Odd(int n) => n != 0 && Even(n - 1);

    static double Many(int n, double a, long b, string c, decimal d) => n == 0 ? a + b + c.Length + (double)d : Many(n - 1, a + 0.5, b + 1, c, d + 1);

    static void ThrowAt(int n)
    {
        if (n == 0)
            throw new Exception("bottom");
        ThrowAt(n - 1);
    }

    static int Lambda(int n)
    {
        Func<int, int> f = null;
        f = k => k == 0 ? 0 : f(k - 1) + 1;
        return f(n);
    }

    static void Main()
    {
        Console.WriteLine(Sum(20000));
        Console.WriteLine(Ackermann(2, 300));
        Console.WriteLine(Even(15001));
        Console.WriteLine(Many(5000, 1.5, 2, "abc", 1.25m));
        Console.WriteLine(Lambda(5000));
        try
        {
            ThrowAt(2000);
        }
        catch (Exception e)
        {
            Console.WriteLine($"{e.Message} {e.StackTrace.Split('\n').Count(l => l.Contains("ThrowAt"))}");
        }
        int depth = 0;
        Action nest = null;
        nest = () =>
        {
            try
            {
                if (++depth < 500)
                    nest();
                else
                    throw new Exception("in");
            }
            finally
            {
                depth--;
            }
        };
        try
        {
            nest();
        }
        catch (Exception e)
        {
            Console.WriteLine(e.Message + depth);
        }
    }
}
