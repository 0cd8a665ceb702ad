// UncaughtException: nested throw with an inner exception that nobody catches: stderr as mono prints it, exit code 1.
using System;

static class UncaughtException
{
    class Worker<T>
    {
        public T Run(T x, string[] names, ref int count)
        {
            count++;
            if (count > 3)
                throw new ArgumentException("too deep", "count");
            return Run(x, names, ref count);
        }
    }

    static void Level(int n)
    {
        if (n > 0)
        {
            Level(n - 1);
            return;
        }
        int count = 0;
        try
        {
            new Worker<int>().Run(5, new[] { "a" }, ref count);
        }
        catch (ArgumentException e)
        {
            throw new InvalidOperationException("wrapped", e);
        }
        finally
        {
            Console.WriteLine("finally ran");
        }
    }

    static void Main()
    {
        Console.WriteLine("before");
        Level(2);
        Console.WriteLine("never");
    }
}
