// UncaughtFailingToString: an uncaught exception whose ToString throws is told by its trace and that of what it threw.
using System;

namespace Of
{
    class Outer<T>
    {
        public class Failing<U> : Exception
        {
            public override string ToString() { return new Deeper<U>().Text<T>(1, null); }
        }
    }

    class Deeper<A>
    {
        public string Text<B>(int number, B[] values)
        {
            Func<string> fail = () => { throw new InvalidOperationException("in ToString"); };
            return fail();
        }
    }
}

static class UncaughtFailingToString
{
    static void Main()
    {
        Console.WriteLine("start");
        throw new Of.Outer<int>.Failing<string>();
    }
}
