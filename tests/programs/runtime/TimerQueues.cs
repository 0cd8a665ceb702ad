// TimerQueues: System.Threading.Timer and System.Timers.Timer: one shot, periodic, changed, stopped; order by due time.
using System;
using System.Collections.Generic;
using System.Threading;

public static class TimerQueues
{
    public static int Main()
    {
        var log = new List<string>();
        var done = new ManualResetEvent(false);
        using (new Timer(s => { lock (log) log.Add("third " + s); done.Set(); }, "x", 240, Timeout.Infinite))
        using (new Timer(s => { lock (log) log.Add("first"); }, null, 20, -1))
        using (new Timer(s => { lock (log) log.Add("second"); }, null, 120, -1))
            done.WaitOne();
        Console.WriteLine(string.Join(",", log));

        int ticks = 0;
        var five = new ManualResetEvent(false);
        Timer periodic = null;
        periodic = new Timer(s =>
        {
            if (Interlocked.Increment(ref ticks) == 5)
            {
                periodic.Change(Timeout.Infinite, Timeout.Infinite);
                five.Set();
            }
        }, null, Timeout.Infinite, Timeout.Infinite);
        periodic.Change(1, 20);
        Console.WriteLine(five.WaitOne(10000));
        Thread.Sleep(80);
        Console.WriteLine(ticks);
        periodic.Dispose();
        try { Console.WriteLine(periodic.Change(1, 1)); } catch (ObjectDisposedException) {
            Console.WriteLine("disposed"); }

        var never = new Timer(s => Console.WriteLine("never"), null, 50, -1);
        never.Dispose();
        Thread.Sleep(100);

        var elapsed = new AutoResetEvent(false);
        var component = new System.Timers.Timer(10) { AutoReset = false };
        component.Elapsed += (sender, e) => { Console.WriteLine(sender.GetType()); elapsed.Set(); };
        component.Start();
        Console.WriteLine(elapsed.WaitOne(10000));
        Console.WriteLine(component.Enabled);
        component.AutoReset = true;
        int count = 0;
        component.Elapsed += (sender, e) => { if (++count == 3) { component.Stop(); five.Set(); } };
        five.Reset();
        component.Enabled = true;
        Console.WriteLine("{0} {1}", five.WaitOne(10000), component.Enabled);
        try { new Timer(s => { }, null, -2, 1); } catch (ArgumentOutOfRangeException e) {
            Console.WriteLine(e.ParamName); }
        DateTime start = DateTime.UtcNow;
        Thread.Sleep(60);
        double passed = (DateTime.UtcNow - start).TotalMilliseconds;
        Console.WriteLine(passed >= 55 && passed < 5000);
        return 0;
    }
}
