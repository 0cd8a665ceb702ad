// OutOfMemory: arrays and strings beyond any limit throw OutOfMemoryException and the program goes on.
using System;
using System.Text;

static class OutOfMemory
{
    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: {f() != null}");
        }
        catch (OutOfMemoryException e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name} {e.Message}");
        }
        catch (OverflowException e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static void Main()
    {
        int huge = int.MaxValue;
        long longer = 1L << 40;
        Try("longs", () => new long[longer]);
        Try("objects", () => new object[longer]);
        Try("square", () => new long[huge, huge]);
        Try("thrown", () => { throw new OutOfMemoryException("own"); });
        Try("after", () => new int[1000]);
        GC.Collect();
        Try("after collect", () => new StringBuilder("fine"));
    }
}
