// Iterators: `yield` methods, one enumerating another; MoveNext is called once more than there are values.
// expect-calls: Iterators/<Numbers>c__Iterator0:MoveNext () = 33
// expect-calls: Iterators/<Even>c__Iterator1:MoveNext () = 18
// expect-calls: Iterators:Numbers (int) = 3
// expect-calls: Iterators:Even (int) = 3
using System;
using System.Collections.Generic;

static class Iterators
{
    static IEnumerable<int> Numbers(int count)
    {
        for (int i = 0; i < count; i++)
            yield return i;
    }

    static IEnumerable<int> Even(int count)
    {
        foreach (int n in Numbers(count))
            if (n % 2 == 0)
                yield return n;
    }

    static int Main()
    {
        int sum = 0;
        for (int i = 0; i < 3; i++)
            foreach (int n in Even(10))
                sum += n;
        Console.WriteLine("sum=" + sum);
        return 0;
    }
}
