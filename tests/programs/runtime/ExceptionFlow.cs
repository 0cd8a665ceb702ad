// ExceptionFlow: order of try, catch, finally over nesting, loops, return, break, continue, goto; throw in catch and
// finally.
using System;
using System.Collections.Generic;

static class ExceptionFlow
{
    static readonly List<string> log = new List<string>();

    static void Say(string s) => log.Add(s);

    static void Flush(string what)
    {
        Console.WriteLine($"{what}: {string.Join(" ", log)}");
        log.Clear();
    }

    static int ReturnInTry()
    {
        int x = 1;
        try
        {
            Say("try");
            return x;
        }
        finally
        {
            x = 2;
            Say("finally" + x);
        }
    }

    static int ReturnInCatch()
    {
        try
        {
            throw new ArgumentException("a");
        }
        catch (InvalidOperationException)
        {
            return -1;
        }
        catch (ArgumentException e)
        {
            Say("catch " + e.Message);
            return 5;
        }
        finally
        {
            Say("finally");
        }
    }

    static void Loops()
    {
        for (int i = 0; i < 5; i++)
        {
            try
            {
                Say("i" + i);
                if (i == 1)
                    continue;
                if (i == 3)
                    break;
                if (i == 2)
                    throw new Exception("two");
            }
            catch (Exception e)
            {
                Say("c:" + e.Message);
                continue;
            }
            finally
            {
                Say("f" + i);
            }
            Say("end" + i);
        }
    }

    static void GotoOut()
    {
        int round = 0;
    again:
        try
        {
            try
            {
                round++;
                Say("round" + round);
                if (round < 3)
                    goto again;
            }
            finally
            {
                Say("inner");
            }
        }
        finally
        {
            Say("outer");
        }
    }

    static void ThrowInFinally()
    {
        try
        {
            try
            {
                throw new Exception("first");
            }
            finally
            {
                Say("throwing");
                throw new InvalidOperationException("second");
            }
        }
        catch (Exception e)
        {
            Say($"{e.GetType().Name} {e.Message} {e.InnerException == null}");
        }
    }

    static void ThrowInCatch()
    {
        try
        {
            try
            {
                throw new Exception("first");
            }
            catch (Exception e)
            {
                throw new ApplicationException("wrapped", e);
            }
            finally
            {
                Say("finally");
            }
        }
        catch (Exception e)
        {
            Say(e.Message + "<" + e.InnerException.Message + " " + e.GetBaseException().Message);
        }
    }

    static void Deep(int n)
    {
        try
        {
            if (n == 0)
                throw new TimeoutException("deep");
            Deep(n - 1);
        }
        finally
        {
            Say("f" + n);
        }
    }

    static void Nested()
    {
        try
        {
            try
            {
                try
                {
                    int zero = 0;
                    Say((1 / zero).ToString());
                }
                catch (OverflowException)
                {
                    Say("wrong");
                }
                finally
                {
                    Say("f1");
                }
            }
            catch (DivideByZeroException)
            {
                Say("c2");
                try
                {
                    throw new Exception("in catch");
                }
                catch
                {
                    Say("c3");
                }
                finally
                {
                    Say("f3");
                }
                throw;
            }
        }
        catch (ArithmeticException e)
        {
            Say("c4 " + e.GetType().Name);
        }
    }

    static int FinallyInLoopReturn()
    {
        foreach (int x in new List<int> { 1, 2, 3 })
        {
            try
            {
                if (x == 2)
                    return x * 10;
            }
            finally
            {
                Say("x" + x);
            }
        }
        return -1;
    }

    static string Swallow(Action f)
    {
        try
        {
            f();
            return "none";
        }
        catch (Exception e) when (e is ArgumentException || e is FormatException)
        {
            return "filtered " + e.GetType().Name;
        }
        catch
        {
            return "other";
        }
    }

    static void Main()
    {
        Say(ReturnInTry().ToString());
        Flush("return in try");
        Say(ReturnInCatch().ToString());
        Flush("return in catch");
        Loops();
        Flush("loops");
        GotoOut();
        Flush("goto");
        ThrowInFinally();
        Flush("throw in finally");
        ThrowInCatch();
        Flush("throw in catch");
        try
        {
            Deep(5);
        }
        catch (TimeoutException)
        {
            Say("caught");
        }
        Flush("deep");
        Nested();
        Flush("nested");
        Say(FinallyInLoopReturn().ToString());
        Flush("return in loop");
        Say(Swallow(() => throw new ArgumentNullException()));
        Say(Swallow(() => int.Parse("x")));
        Say(Swallow(() => throw new Exception()));
        Say(Swallow(() => { }));
        Flush("swallow");
        int sum = 0;
        for (int i = 0; i < 1000; i++)
            try
            {
                if (i % 3 == 0)
                    throw new Exception();
                sum++;
            }
            catch
            {
                sum += 10;
            }
            finally
            {
                sum += 100;
            }
        Console.WriteLine(sum);
    }
}
