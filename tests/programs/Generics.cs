// Generics: instantiations over values and references, generic methods, a nested generic in a generic. Code over
// references may be shared (one method for all) or not, so those counts are sums over every instantiation.
// expect-calls: Gen`1<int>:Get () = 10
// expect-calls: Gen`1<double>:Get () = 20
// expect-calls: Gen`1<*>:Get () = 100
// expect-calls: Gen`1/Inner`1<*>:Pair () = 5
// expect-calls: Generics:Echo<int> (int) = 7
// expect-calls: Generics:Echo<*> (*) = 15
using System;

class Gen<T>
{
    public T Value;

    public class Inner<U>
    {
        public T First;
        public U Second;

        public int Pair()
        {
            return Second.GetHashCode() + (First == null ? 1 : 2);
        }
    }

    public T Get()
    {
        return Value;
    }
}

static class Generics
{
    static T Echo<T>(T value)
    {
        return value;
    }

    static int Main()
    {
        int n = 0;
        var ints = new Gen<int> { Value = 1 };
        var doubles = new Gen<double> { Value = 2 };
        var strings = new Gen<string> { Value = "three" };
        var nested = new Gen<Gen<int>> { Value = ints };
        for (int i = 0; i < 10; i++)
            n += ints.Get();
        for (int i = 0; i < 20; i++)
            n += (int)doubles.Get();
        for (int i = 0; i < 30; i++)
            n += strings.Get().Length;
        for (int i = 0; i < 40; i++)
            n += nested.Get().Value;
        var inner = new Gen<string>.Inner<int> { First = "x", Second = 4 };
        for (int i = 0; i < 5; i++)
            n += inner.Pair();
        for (int i = 0; i < 7; i++)
            n += Echo(i);
        for (int i = 0; i < 8; i++)
            n += Echo("abc").Length;
        Console.WriteLine("n=" + n);
        return 0;
    }
}
