// RunTests: NUnit's own runner runs the sample tests on the main thread; what each test says; the result as XML.
// references: nunit.framework
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using NUnit.Framework.Api;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;

class RunTests : ITestListener
{
    // The runner keeps what tests write to the console.
    static readonly System.IO.TextWriter Out = Console.Out;

    public void TestStarted(ITest test) { }
    public void TestOutput(TestOutput output) { Out.Write("output: {0}", output.Text); }
    public void SendMessage(TestMessage message) { Out.WriteLine("message: {0}", message.Message); }

    public void TestFinished(ITestResult result)
    {
        Out.WriteLine("{0} {1} {2}", result.ResultState, result.FullName, (result.Message ?? "").Trim().Replace("\n", " | "));
        if (result.Output.Length > 0)
            Out.WriteLine("  wrote {0}", result.Output.Trim());
    }

    static int Main(string[] args)
    {
        Dictionary<string, object> settings = new Dictionary<string, object> { { "RunOnMainThread", true }, { "SynchronousEvents", true }, { "NumberOfTestWorkers", 0 }, { "WorkDirectory", System.IO.Path.GetTempPath() }, { "RandomSeed", 5 } };
        NUnitTestAssemblyRunner runner = new NUnitTestAssemblyRunner(new DefaultTestAssemblyBuilder());
        ITest tests = runner.Load(args[0], settings);
        Out.WriteLine("{0} {1} tests", tests.RunState, tests.TestCaseCount);
        ITestResult result = runner.Run(new RunTests(), TestFilter.FromXml("<filter><not><cat>none</cat></not></filter>"));
        Out.WriteLine("{0}: passed {1}, failed {2}, skipped {3}, inconclusive {4}, warnings {5}, asserts {6}", result.ResultState, result.PassCount, result.FailCount, result.SkipCount,
            result.InconclusiveCount, result.WarningCount, result.AssertCount);
        string xml = result.ToXml(true).OuterXml;
        xml = Regex.Replace(xml, " (id|start-time|end-time|duration|seed|fullname|name|classname|runstate|testcasecount)=\"[^\"]*\"", "");
        Out.WriteLine(Regex.Replace(xml, "<stack-trace>.*?</stack-trace>|<properties>.*?</properties>|<environment [^>]*>|<settings>.*?</settings>", "", RegexOptions.Singleline));
        result = runner.Run(new RunTests(), TestFilter.FromXml("<filter><test re='1'>.*Adds.*</test></filter>"));
        Out.WriteLine("{0} {1}", result.PassCount, result.FailCount);
        return result.FailCount;
    }
}
