// Delegates: multicast, open and closed over static and instance methods; one member of a list throws.
// expect-calls: Delegates:A (int) = 20
// expect-calls: Delegates:B (int) = 20
// expect-calls: Delegates:Instance (int) = 20
// expect-calls: Delegates:Throwing (int) = 5
using System;

class Delegates
{
    static int seen;

    static void A(int x)
    {
        seen += x;
    }

    static void B(int x)
    {
        seen += 2 * x;
    }

    void Instance(int x)
    {
        seen += 3 * x;
    }

    static void Throwing(int x)
    {
        throw new ArgumentException();
    }

    static int Main()
    {
        var me = new Delegates();
        Action<int> all = A;
        all += B;
        all += me.Instance;
        for (int i = 0; i < 15; i++)
            all(i);
        all += Throwing;
        all += A; // never reached
        int thrown = 0;
        for (int i = 0; i < 5; i++)
        {
            try
            {
                all(i);
            }
            catch (ArgumentException)
            {
                thrown++;
            }
        }
        Console.WriteLine("seen={0} thrown={1}", seen, thrown);
        return 0;
    }
}
