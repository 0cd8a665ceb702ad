// TripCounts: loops of every shape with known trip counts. `least..most`: a loop tested at its end is at its head as
// often
// as its body runs; one tested at its start may be there once more.
// expect-samplepoints: TripCounts:NoLoop (int) = 0
// expect-samplepoints: TripCounts:Forward (int) = 0
// expect-samplepoints: TripCounts:DoWhile (int) = 1000
// expect-samplepoints: TripCounts:For (int) = 1000..1001
// expect-samplepoints: TripCounts:While (int) = 500..501
// expect-samplepoints: TripCounts:Nested (int) = 930..961
// expect-samplepoints: TripCounts:Goto (int) = 300
// expect-samplepoints: TripCounts:LeaveLoop (int) = 200..201
// expect-samplepoints: TripCounts:SwitchBack (int) = 100..101
// expect-samplepoints: TripCounts:Generic<int> (int) = 70..71
// expect-samplepoints: TripCounts:Twice (int) = 80
// expect-samplepoints: TripCounts:Recursive (int) = 0
using System;

static class TripCounts
{
    static int NoLoop(int x)
    {
        return x * 2 + 1;
    }

    static int Forward(int x)
    {
        if (x > 10)
            return x;
        switch (x)
        {
            case 0: return 1;
            case 1: return 5;
            case 2: goto default;
            default: return 9;
        }
    }

    static int DoWhile(int n)
    {
        int sum = 0, i = 0;
        do
            sum += NoLoop(i);
        while (++i < n);
        return sum;
    }

    static int For(int n)
    {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum ^= i * 3;
        return sum;
    }

    static int While(int n)
    {
        int sum = 0;
        while (true)
        {
            if (n-- == 0)
                break;
            sum += n;
        }
        return sum;
    }

    // 30 turns of the outer loop, 30 of the inner one in each.
    static int Nested(int n)
    {
        int sum = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum += i ^ j;
        return sum;
    }

    static int Goto(int n)
    {
        int sum = 0;
    again:
        sum += n;
        if (--n > 0)
            goto again;
        return sum;
    }

    static int LeaveLoop(int n)
    {
        int sum = 0;
    again:
        if (n == 0)
            return sum;
        try
        {
            n--;
            sum += n;
            goto again;
        }
        finally
        {
            sum++;
        }
    }

    static int SwitchBack(int n)
    {
        int state = 0, sum = 0;
    again:
        switch (state)
        {
            case 0:
                sum += n;
                state = --n > 0 ? 0 : 1;
                goto again;
            default:
                return sum;
        }
    }

    static int Generic<T>(T n)
    {
        int sum = 0;
        for (int i = 0; i < 70; i++)
            sum += n.GetHashCode();
        return sum;
    }

    // Called twice; 40 turns each time.
    static int Twice(int n)
    {
        int i = 0;
        do
            i++;
        while (i < n);
        return i;
    }

    static int Recursive(int n)
    {
        return n == 0 ? 0 : Recursive(n - 1) + 1;
    }

    static void Main()
    {
        Console.WriteLine(NoLoop(1) + Forward(1) + Forward(2) + Forward(20));
        Console.WriteLine(DoWhile(1000));
        Console.WriteLine(For(1000));
        Console.WriteLine(While(500));
        Console.WriteLine(Nested(30));
        Console.WriteLine(Goto(300));
        Console.WriteLine(LeaveLoop(200));
        Console.WriteLine(SwitchBack(100));
        Console.WriteLine(Generic(7));
        Console.WriteLine(Twice(40) + Twice(40));
        Console.WriteLine(Recursive(50));
    }
}
