// Tracing: Trace and Debug with listeners, indents, filters, asserts, TraceSource and switches, Stopwatch.
#define TRACE
using System;
using System.Diagnostics;
using System.IO;

class Tracing
{
    class Collecting : TraceListener
    {
        public override void Write(string message) { Console.Write("<{0}>", message); }
        public override void WriteLine(string message) { Console.WriteLine("[{0}]", message); }
        public override void Fail(string message, string detail) { Console.WriteLine("FAIL {0} / {1}", message, detail); }
    }

    static void Main()
    {
        Trace.Listeners.Clear();
        Trace.Listeners.Add(new Collecting { Name = "mine" });
        Trace.WriteLine("one");
        Trace.Write("two ");
        Trace.WriteLine("with category", "cat");
        Trace.WriteLineIf(false, "never");
        Trace.Indent();
        Trace.WriteLine("indented");
        Trace.Unindent();
        Trace.Assert(1 > 2, "assertion", "detail");
        Trace.TraceError("error {0}", 5);
        Trace.TraceInformation("information");
        Trace.Listeners.Add(new TextWriterTraceListener(Console.Out, "text"));
        Trace.WriteLine(42);
        Console.WriteLine(Trace.Listeners["text"].GetType().Name + Trace.Listeners.Count);
        Trace.Listeners.Remove("text");
        TraceSource s = new TraceSource("source", SourceLevels.Warning);
        s.Listeners.Clear();
        s.Listeners.Add(new TextWriterTraceListener(Console.Out) { TraceOutputOptions = TraceOptions.None });
        s.TraceEvent(TraceEventType.Information, 1, "hidden");
        s.TraceEvent(TraceEventType.Error, 2, "shown {0}", "arg");
        s.Switch.Level = SourceLevels.All;
        s.TraceInformation("now shown");
        s.TraceData(TraceEventType.Critical, 3, "a", 5);
        BooleanSwitch b = new BooleanSwitch("b", "d") { Enabled = true };
        TraceSwitch t = new TraceSwitch("t", "d") { Level = TraceLevel.Warning };
        Console.WriteLine("{0} {1} {2}", b.Enabled, t.TraceWarning, t.TraceInfo);
        StringWriter w = new StringWriter();
        DelimitedListTraceListener list = new DelimitedListTraceListener(w);
        list.TraceEvent(null, "src", TraceEventType.Warning, 9, "x;y");
        Console.Write(w);
        Stopwatch watch = Stopwatch.StartNew();
        watch.Stop();
        Console.WriteLine("{0} {1} {2}", watch.IsRunning, watch.ElapsedTicks >= 0, Stopwatch.IsHighResolution);
        StackTrace trace = new StackTrace();
        Console.WriteLine("{0} {1}", trace.GetFrame(0).GetMethod().Name, trace.FrameCount);
    }
}
