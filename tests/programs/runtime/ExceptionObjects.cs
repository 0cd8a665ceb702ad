// ExceptionObjects: ToString, inner exceptions, Data, Source, TargetSite, StackTrace present, AggregateException,
// rethrow keeps.
using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;

class CodedException : ApplicationException
{
    public int Code { get; }

    public CodedException(int code, Exception inner) : base("coded " + code, inner)
    {
        Code = code;
    }
}

static class ExceptionObjects
{
    static string Frames(Exception e)
    {
        var names = new List<string>();
        foreach (string line in (e.StackTrace ?? "").Split('\n'))
        {
            string trimmed = line.Trim();
            int end = trimmed.IndexOf(" (");
            if (end > 0)
                names.Add(trimmed.Substring(0, end));
            else if (trimmed.Length > 0)
                names.Add(trimmed);
        }
        return string.Join(" | ", names);
    }

    static void Throw(string s)
    {
        throw new InvalidOperationException(s);
    }

    static void Level1() => Throw("level");

    static void Level2()
    {
        try
        {
            Level1();
        }
        catch (InvalidOperationException e)
        {
            throw new CodedException(42, e);
        }
    }

    static void Rethrow()
    {
        try
        {
            Level1();
        }
        catch (Exception)
        {
            throw;
        }
    }

    static void ThrowSame()
    {
        try
        {
            Level1();
        }
        catch (Exception e)
        {
            throw e;
        }
    }

    static Exception Catch(Action f)
    {
        try
        {
            f();
            return null;
        }
        catch (Exception e)
        {
            return e;
        }
    }

    static void Main()
    {
        Exception never = new Exception("never thrown");
        Console.WriteLine($"{never} {never.StackTrace == null} {never.TargetSite == null} " +
            $"{never.Source ?? "no source"}");
        Exception e = Catch(Level2);
        Console.WriteLine($"{e.GetType()} {e.Message} {((CodedException)e).Code} {e.InnerException.Message} " +
            $"{e.GetBaseException() == e.InnerException}");
        Console.WriteLine(Frames(e));
        Console.WriteLine(Frames(e.InnerException));
        Console.WriteLine(e.TargetSite.Name + " " + e.InnerException.TargetSite + " " + e.Source);
        Console.WriteLine("rethrow: " + Frames(Catch(Rethrow)));
        Console.WriteLine("throw same: " + Frames(Catch(ThrowSame)));
        Console.WriteLine("lambda: " + Frames(Catch(() => Throw("x"))).Replace("<>c", "C"));
        e.Data["key"] = 5;
        e.HelpLink = "help";
        Console.WriteLine($"{e.Data["key"]} {e.Data.Count} {e.HelpLink}");
        Console.WriteLine(new ArgumentException("m", "p"));
        Console.WriteLine(new Exception("outer", new Exception("inner", new FormatException("innermost"))));
        Console.WriteLine(new Exception(null).Message);
        Console.WriteLine(new ArgumentOutOfRangeException("p", "value", "m").Message);
        var aggregate = new AggregateException("many", new Exception("a"), new AggregateException(new Exception("b"),
            new FormatException("c")));
        Console.WriteLine($"{aggregate.Message} {aggregate.InnerExceptions.Count} " +
            $"{aggregate.Flatten().InnerExceptions.Count} {aggregate.InnerException.Message}");
        try
        {
            aggregate.Handle(x => x.Message == "a");
        }
        catch (AggregateException rest)
        {
            Console.WriteLine(rest.InnerExceptions.Count);
        }
        ExceptionDispatchInfo info = ExceptionDispatchInfo.Capture(Catch(Level1));
        Exception again = Catch(() => info.Throw());
        Console.WriteLine($"{again.Message} {ReferenceEquals(again, info.SourceException)} " +
            $"{again.StackTrace.Contains("Level1")}");
        string full = Catch(Level2).ToString();
        foreach (string line in full.Split('\n'))
            Console.WriteLine(line.Contains(" in ") ? line.Substring(0, line.IndexOf(" in ")).Split('[')[0] : line);
    }
}
