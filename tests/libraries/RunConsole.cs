// RunConsole: NUnit's console runner, with the engine's services but the one that starts other processes for tests: that
// one listens on a socket. Tests run on the main thread. Times are left out of the report.
// references: nunit3-console.exe nunit.engine nunit.engine.core nunit.engine.api
using System;
using System.IO;
using System.Reflection;
using System.Text.RegularExpressions;
using NUnit.Common;
using NUnit.ConsoleRunner;
using NUnit.Engine;
using NUnit.Engine.Services;

class OneThread : Service, ITestRunnerFactory
{
    public ITestEngineRunner MakeTestRunner(TestPackage package)
    {
        foreach (TestPackage each in package.SubPackages)
            Set(each);
        Set(package);
        return new NUnit.Engine.Runners.LocalTestRunner(ServiceContext, package.SubPackages.Count == 1 ? package.SubPackages[0] : package);
    }

    public bool CanReuse(ITestEngineRunner runner, TestPackage package) { return false; }

    static void Set(TestPackage package)
    {
        package.Settings["RunOnMainThread"] = true;
        package.Settings["SynchronousEvents"] = true;
        package.Settings["NumberOfTestWorkers"] = 0;
        package.Settings["RandomSeed"] = 5;
    }
}

// The console closes its writer.
class Report : StringWriter
{
    protected override void Dispose(bool disposing) { }
    public override void Close() { }
}

class RunConsole
{
    // The console keeps the constructors of its options for itself.
    static object Make(string name, params object[] arguments)
    {
        Type type = typeof(ConsoleOptions).Assembly.GetType("NUnit.Common." + name, true);
        return Activator.CreateInstance(type, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, null, arguments, null);
    }

    static int Main(string[] args)
    {
        TextWriter output = Console.Out;
        Report text = new Report();
        Console.SetOut(text);
        TestEngine engine = new TestEngine { WorkDirectory = Path.GetTempPath() };
        foreach (IService service in new IService[] { new SettingsService(false), new RecentFilesService(), new TestFilterService(), new ExtensionService(), new ProjectService(),
            new RuntimeFrameworkService(), new DriverService(), new ResultService(), new OneThread() })
            engine.Services.Add(service);
        ConsoleOptions options = (ConsoleOptions)Make("ConsoleOptions", Make("DefaultOptionsProvider"), Make("FileSystem"), args);
        int code = new ConsoleRunner(engine, options, new ExtendedTextWrapper(text)).Execute();
        output.Write(Regex.Replace(text.ToString(), @"(?m)^ *((Start time|End time|Duration|OS Version|Runtime|WorkDirectory): |at ).*\n", ""));
        return code;
    }
}
