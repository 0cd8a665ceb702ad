// Lambdas: static, capturing, nested and as a local function; each is a method of its own.
// expect-calls: Lambdas:<Main>m__0 (int) = 11
// expect-calls: Lambdas:<Main>m__1 (int) = 12
// expect-calls: Lambdas/<Main>c__AnonStorey0:<>m__0 (int) = 13
// expect-calls: Lambdas:Twice (System.Func`2<int, int>,int) = 9
using System;

static class Lambdas
{
    static int Twice(Func<int, int> f, int x)
    {
        return f(f(x));
    }

    static int Main()
    {
        int factor = int.Parse("3");
        Func<int, int> one = x => x + 1;
        Func<int, int> two = x => x + 2;
        Func<int, int> capture = x => x * factor;
        int n = 0;
        n += Twice(one, 1) + Twice(one, 2);
        n += Twice(two, 1) + Twice(two, 2) + Twice(two, 3);
        n += Twice(capture, 1) + Twice(capture, 2) + Twice(capture, 3) + Twice(capture, 4);
        for (int i = 0; i < 7; i++)
            n += one(i);
        for (int i = 0; i < 6; i++)
            n += two(i);
        for (int i = 0; i < 5; i++)
            n += capture(i);
        Console.WriteLine("n=" + n);
        return 0;
    }
}
