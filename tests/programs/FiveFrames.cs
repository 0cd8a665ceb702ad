// FiveFrames: exceptions that pass five frames, which are plain, hold a finally, rethrow, or filter with `when`.
// After() must never be seen below a frame that an exception has left.
// expect-calls: FiveFrames:Plain (int) = 500
// expect-calls: FiveFrames:Finally (int) = 500
// expect-calls: FiveFrames:Rethrow (int) = 500
// expect-calls: FiveFrames:Filter (int) = 500
// expect-calls: FiveFrames:Refuse () = 400
// expect-calls: FiveFrames:After () = 400
// expect-calls: FiveFrames:Cleanup () = 500
// expect-calls: FiveFrames:Main () = 1
using System;

static class FiveFrames
{
    static int finals, caught, refused;

    static int Plain(int depth)
    {
        if (depth == 1)
            throw new InvalidOperationException("plain");
        return Plain(depth - 1) + 1;
    }

    static void Cleanup()
    {
        finals++;
    }

    static int Finally(int depth)
    {
        try
        {
            if (depth == 1)
                throw new InvalidOperationException("finally");
            return Finally(depth - 1) + 1;
        }
        finally
        {
            Cleanup();
        }
    }

    static int Rethrow(int depth)
    {
        try
        {
            if (depth == 1)
                throw new InvalidOperationException("rethrow");
            return Rethrow(depth - 1) + 1;
        }
        catch (InvalidOperationException)
        {
            caught++;
            throw;
        }
    }

    static bool Refuse()
    {
        refused++;
        return false;
    }

    static int Filter(int depth)
    {
        try
        {
            if (depth == 1)
                throw new InvalidOperationException("filter");
            return Filter(depth - 1) + 1;
        }
        catch (InvalidOperationException) when (depth > 1 && Refuse())
        {
            return 0;
        }
    }

    static int After()
    {
        return 1;
    }

    static int Main()
    {
        int after = 0;
        Func<int, int>[] kinds = { Plain, Finally, Rethrow, Filter };
        for (int i = 0; i < 100; i++)
        {
            foreach (var kind in kinds)
            {
                try
                {
                    kind(5);
                }
                catch (InvalidOperationException)
                {
                }
                after += After();
            }
        }
        Console.WriteLine("after={0} finals={1} caught={2} refused={3}", after, finals, caught, refused);
        return 0;
    }
}
