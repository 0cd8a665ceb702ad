// ThreadLocals: ThreadLocal, ThreadStatic, data slots,
// AsyncLocal and the call context on the main thread and over awaits.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

public static class ThreadLocals
{
    [ThreadStatic] static int marked;
    [ThreadStatic] static List<string> list;
    static readonly AsyncLocal<string> flowing = new AsyncLocal<string>(e =>
    {
        if (!e.ThreadContextChanged)
            Console.WriteLine("[{0} -> {1}]", e.PreviousValue, e.CurrentValue);
    });

    static async Task Flow()
    {
        flowing.Value = "inner";
        await Task.Delay(1);
        Console.WriteLine(flowing.Value);
        await Deeper();
        Console.WriteLine(flowing.Value);
    }

    static async Task Deeper()
    {
        flowing.Value = "deeper";
        await Task.Yield();
        Console.WriteLine(flowing.Value);
    }

    public static int Main()
    {
        marked = 5;
        list = new List<string> { "x" };
        GC.Collect();
        Console.WriteLine("{0} {1}", marked, list.Count);
        int made = 0;
        var local = new ThreadLocal<int>(() => ++made * 10, true);
        Console.WriteLine("{0} {1} {2}", local.IsValueCreated, local.Value, local.Value);
        local.Value = 3;
        Console.WriteLine("{0} {1} {2}", local.Value, made, local.Values.Count);
        local.Dispose();
        try { Console.WriteLine(local.Value); } catch (ObjectDisposedException) { Console.WriteLine("disposed"); }
        LocalDataStoreSlot slot = Thread.AllocateNamedDataSlot("slot");
        Thread.SetData(slot, "data");
        Console.WriteLine("{0} {1}", Thread.GetData(slot), Thread.GetData(Thread.GetNamedDataSlot("slot")));

        flowing.Value = "outer";
        Flow().Wait();
        Console.WriteLine(flowing.Value);
        string seen = null;
        Task.Run(() => { seen = flowing.Value; flowing.Value = "task"; }).Wait();
        Console.WriteLine("{0} {1}", seen, flowing.Value);
        using (ExecutionContext.SuppressFlow())
            Task.Factory.StartNew(() => seen = flowing.Value ?? "none", CancellationToken.None,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default).ContinueWith(t => { }).Wait();
        Console.WriteLine(seen);
        ExecutionContext context = ExecutionContext.Capture();
        flowing.Value = "later";
        ExecutionContext.Run(context, s => Console.WriteLine("captured {0}", flowing.Value), null);
        Console.WriteLine(flowing.Value);

        Thread main = Thread.CurrentThread;
        Console.WriteLine("{0} {1} {2}", main.IsAlive, main.IsBackground,
            main.ManagedThreadId == Thread.CurrentThread.ManagedThreadId);
        main.Name = "main";
        Console.WriteLine(Thread.CurrentThread.Name);
        main.CurrentCulture = new CultureInfo("de-DE");
        Console.WriteLine("{0} {1}", 1.5, Task.Run(() => (1.5).ToString(CultureInfo.InvariantCulture)).Result);
        Console.WriteLine("{0} {1}", main.ThreadState, main.Priority);
        return 0;
    }
}
