// ExitCode: Environment.ExitCode counts when Main returns nothing; ProcessExit handlers run; -1 becomes 255.
using System;

static class ExitCode
{
    static void Main()
    {
        AppDomain.CurrentDomain.ProcessExit += delegate
        {
            Console.WriteLine("handler " + Environment.ExitCode);
        };
        Environment.ExitCode = -1;
        Console.Write("no newline at the end");
    }
}
