// MonitorPulses: Monitor.Wait, Pulse and PulseAll with work of the pool: a bounded buffer, timeouts, misuse.
using System;
using System.Collections.Generic;
using System.Threading;

public class Buffer
{
    readonly Queue<int> items = new Queue<int>();
    public bool Closed;

    public void Put(int item)
    {
        lock (items)
        {
            items.Enqueue(item);
            Monitor.Pulse(items);
        }
    }

    public void Close()
    {
        lock (items)
        {
            Closed = true;
            Monitor.PulseAll(items);
        }
    }

    public bool Take(out int item)
    {
        lock (items)
        {
            while (items.Count == 0 && !Closed)
                Monitor.Wait(items);
            item = items.Count > 0 ? items.Dequeue() : -1;
            return item >= 0;
        }
    }
}

public static class MonitorPulses
{
    public static int Main()
    {
        var buffer = new Buffer();
        ThreadPool.QueueUserWorkItem(s =>
        {
            for (int i = 1; i <= 10; i++)
            {
                buffer.Put(i * i);
                if (i % 3 == 0)
                    Thread.Sleep(1);
            }
            buffer.Close();
        });
        int sum = 0, item;
        while (buffer.Take(out item))
            sum += item;
        Console.WriteLine(sum);

        object gate = new object();
        lock (gate)
            Console.WriteLine(Monitor.Wait(gate, 20));
        bool ready = false;
        ThreadPool.QueueUserWorkItem(s =>
        {
            lock (gate)
            {
                ready = true;
                Monitor.PulseAll(gate);
            }
        });
        lock (gate)
            while (!ready)
                Monitor.Wait(gate);
        Console.WriteLine(ready);
        try { Monitor.Pulse(gate); } catch (SynchronizationLockException e) { Console.WriteLine(e.GetType()); }
        try { Monitor.Wait(gate, 1); } catch (SynchronizationLockException e) { Console.WriteLine(e.GetType()); }
        try { Monitor.Exit(gate); } catch (SynchronizationLockException e) { Console.WriteLine(e.GetType()); }
        try { Monitor.Enter(null); } catch (ArgumentNullException e) { Console.WriteLine(e.ParamName); }
        bool taken = false;
        Monitor.Enter(gate, ref taken);
        try { Console.WriteLine("{0} {1}", taken, Monitor.IsEntered(gate)); }
        finally { Monitor.Exit(gate); }
        Console.WriteLine("{0} {1}", Monitor.IsEntered(gate), Monitor.TryEnter(gate));
        lock (gate) lock (gate) Console.WriteLine("again");
        Monitor.Exit(gate);
        Console.WriteLine(Monitor.IsEntered(gate));
        return 0;
    }
}
