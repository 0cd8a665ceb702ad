// EnvironmentExit: Environment.Exit inside try/finally ends the program with its code; finally does not run,
// ProcessExit does.
// args: x
using System;

static class EnvironmentExit
{
    static int Main(string[] args)
    {
        AppDomain.CurrentDomain.ProcessExit += (s, e) => Console.WriteLine("process exit");
        Console.WriteLine(Environment.GetCommandLineArgs().Length);
        Console.WriteLine(Environment.GetCommandLineArgs()[1]);
        Environment.SetEnvironmentVariable("OWN_VARIABLE", "value");
        Console.WriteLine(Environment.GetEnvironmentVariable("OWN_VARIABLE") + (Environment.GetEnvironmentVariable("NO_SUCH_VARIABLE") == null));
        Console.WriteLine(Environment.ExpandEnvironmentVariables("%OWN_VARIABLE%!"));
        Console.WriteLine($"{Environment.NewLine == "\n"} {Environment.Is64BitProcess} " +
            $"{Environment.ProcessorCount > 0} {Environment.OSVersion.Platform} {Environment.Version.Major} " +
            $"{Environment.HasShutdownStarted} {Environment.TickCount != 0}");
        Environment.ExitCode = 9;
        try
        {
            Console.WriteLine("exiting");
            Environment.Exit(42);
        }
        finally
        {
            Console.WriteLine("finally must not run");
        }
        return 1;
    }
}
