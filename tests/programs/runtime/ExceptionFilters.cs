// ExceptionFilters: first pass before finally blocks, order of filters over frames, rethrow, state.
using System;

static class ExceptionFilters
{
    static bool Filter(string what, bool answer)
    {
        Console.WriteLine($"  filter {what} {answer}");
        return answer;
    }

    static void Inner(Exception e)
    {
        try
        {
            throw e;
        }
        catch (ArgumentException) when (Filter("inner", false))
        {
            Console.WriteLine("  never");
        }
        finally
        {
            Console.WriteLine("  inner finally");
        }
    }

    static void Middle(Exception e)
    {
        try
        {
            Inner(e);
        }
        finally
        {
            Console.WriteLine("  middle finally");
        }
    }

    static void Outer(Exception e)
    {
        try
        {
            Middle(e);
        }
        catch (ArgumentException a) when (Filter("outer 1 " + a.Message, a.Message == "one"))
        {
            Console.WriteLine("  caught one");
        }
        catch (ArgumentException a) when (Filter("outer 2 " + a.Message, a.Message == "two"))
        {
            Console.WriteLine("  caught two");
        }
        catch (Exception x)
        {
            Console.WriteLine("  plain " + x.GetType().Name);
        }
    }

    static int depth;

    static void Recurse(int n)
    {
        try
        {
            if (n == 0)
                throw new Exception("bottom");
            Recurse(n - 1);
        }
        catch (Exception) when (n == depth)
        {
            Console.WriteLine($"  caught at {n}");
        }
        finally
        {
            Console.Write($"  f{n}");
        }
    }

    static void Main()
    {
        Console.WriteLine("one");
        Outer(new ArgumentException("one"));
        Console.WriteLine("two");
        Outer(new ArgumentException("two"));
        Console.WriteLine("three");
        Outer(new ArgumentException("three"));
        Console.WriteLine("other");
        Outer(new FormatException("other"));
        foreach (int d in new[] { 0, 2, 4 })
        {
            depth = d;
            Console.WriteLine("depth " + d);
            Recurse(4);
            Console.WriteLine();
        }
        int tries = 0;
        while (true)
        {
            try
            {
                tries++;
                throw new Exception("try " + tries);
            }
            catch (Exception e) when (tries >= 3)
            {
                Console.WriteLine(e.Message);
                break;
            }
            catch
            {
                Console.WriteLine("again");
            }
        }
        try
        {
            try
            {
                throw new Exception("kept");
            }
            catch (Exception e) when (e.Message == "kept")
            {
                throw;
            }
        }
        catch (Exception e)
        {
            Console.WriteLine("rethrown " + e.Message);
        }
    }
}
