// UncaughtFailingMessage: Exception.ToString asks for Message, which throws; a handler of the domain sees the exception first.
using System;

class Failing : Exception
{
    public override string Message { get { throw new InvalidOperationException("in Message"); } }
}

static class UncaughtFailingMessage
{
    static void Main()
    {
        AppDomain.CurrentDomain.UnhandledException +=
            (sender, e) => Console.WriteLine(e.ExceptionObject.GetType() + " " + e.IsTerminating);
        throw new Failing();
    }
}
