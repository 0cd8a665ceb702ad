// Environments: variables, expansion, special values, command line, exit codes in strings, AppContext, runtime facts that both share.
// args: one "two words" three=3
using System;
using System.Collections;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;

class Environments
{
    static void Main(string[] args)
    {
        Console.WriteLine(string.Join("|", args));
        Console.WriteLine(string.Join("|", Environment.GetCommandLineArgs().Skip(1)));
        Environment.SetEnvironmentVariable("MADE", "value");
        Console.WriteLine("{0} {1}", Environment.GetEnvironmentVariable("MADE"), Environment.ExpandEnvironmentVariables("<%MADE%> %NOT_THERE% %%"));
        Environment.SetEnvironmentVariable("MADE", null);
        Console.WriteLine(Environment.GetEnvironmentVariable("MADE") == null);
        Console.WriteLine(Environment.GetEnvironmentVariables().Cast<DictionaryEntry>().Any(e => (string)e.Key == "PATH"));
        Console.WriteLine("{0} {1} {2} {3}", Environment.NewLine == "\n", Environment.Is64BitProcess, Environment.OSVersion.Platform, Environment.Version);
        Console.WriteLine("{0} {1} {2}", Environment.ProcessorCount > 0, Environment.TickCount != 0, Environment.SystemPageSize);
        Console.WriteLine("{0} {1}", Environment.MachineName == File.ReadAllText("/proc/sys/kernel/hostname").Trim(), Environment.UserName.Length > 0);
        Console.WriteLine("{0} {1}", Environment.CurrentDirectory == Directory.GetCurrentDirectory(), Environment.HasShutdownStarted);
        Console.WriteLine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile) == Environment.GetEnvironmentVariable("HOME"));
        Console.WriteLine("{0} {1}", RuntimeInformation.IsOSPlatform(OSPlatform.Linux), RuntimeInformation.OSArchitecture);
        Console.WriteLine("{0} {1}", AppDomain.CurrentDomain.FriendlyName, AppDomain.CurrentDomain.BaseDirectory == Path.GetDirectoryName(typeof(Environments).Assembly.Location) + "/");
        Console.WriteLine("{0} {1}", AppDomain.CurrentDomain.IsDefaultAppDomain(), AppDomain.CurrentDomain.Id);
        AppDomain.CurrentDomain.SetData("key", 5);
        Console.WriteLine("{0} {1}", AppDomain.CurrentDomain.GetData("key"), AppDomain.CurrentDomain.GetData("none") ?? "none");
        bool on;
        AppContext.SetSwitch("My.Switch", true);
        Console.WriteLine("{0} {1}", AppContext.TryGetSwitch("My.Switch", out on), on);
        Console.WriteLine(AppDomain.CurrentDomain.GetAssemblies().Any(a => a.GetName().Name == "mscorlib"));
        AppDomain.CurrentDomain.AssemblyResolve += (s, e) => { Console.WriteLine("resolve {0}", e.Name); return null; };
        try
        {
            System.Reflection.Assembly.Load("NotThere, Version=1.0.0.0");
        }
        catch (FileNotFoundException e)
        {
            Console.WriteLine(e.FileName);
        }
        Console.WriteLine(Type.GetType("No.Such.Type, NotThere") == null);
        AppDomain.CurrentDomain.ProcessExit += (s, e) => Console.WriteLine("exit {0}", Environment.ExitCode);
        Environment.ExitCode = 3;
    }
}
