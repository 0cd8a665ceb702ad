// Locking: Monitor on one thread: nesting, exit without enter, exceptions inside lock, Interlocked, volatile,
// ThreadLocal, Lazy.
using System;
using System.Threading;

static class Locking
{
    static volatile int flag;
    static int number;
    static long wide;
    static object reference = "first";
    [ThreadStatic] static int perThread;

    static void Main()
    {
        object gate = new object();
        Monitor.Enter(gate);
        Monitor.Enter(gate);
        Console.WriteLine(Monitor.IsEntered(gate));
        Monitor.Exit(gate);
        Monitor.Exit(gate);
        Console.WriteLine(Monitor.IsEntered(gate));
        foreach (Action f in new Action[] { () => Monitor.Exit(gate), () => Monitor.Exit(null),
            () => Monitor.Pulse(gate), () => Monitor.Wait(gate, 0) })
            try
            {
                f();
                Console.WriteLine("fine");
            }
            catch (Exception e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        try
        {
            lock (gate)
                throw new InvalidOperationException();
        }
        catch (InvalidOperationException)
        {
            Console.WriteLine(Monitor.IsEntered(gate));
        }
        bool taken = false;
        Monitor.TryEnter(gate, ref taken);
        Console.WriteLine(taken + " " + Monitor.TryEnter(gate));
        Monitor.Pulse(gate);
        Monitor.PulseAll(gate);
        Monitor.Exit(gate);
        Monitor.Exit(gate);
        Console.WriteLine($"{Interlocked.Increment(ref number)} {Interlocked.Add(ref number, 10)} " +
            $"{Interlocked.Decrement(ref number)} {Interlocked.Exchange(ref number, 50)} " +
            $"{Interlocked.CompareExchange(ref number, 60, 50)} {Interlocked.CompareExchange(ref number, 70, 50)} " +
            $"{number}");
        Console.WriteLine($"{Interlocked.Increment(ref wide)} {Interlocked.Add(ref wide, 1L << 40)} " +
            $"{Interlocked.Read(ref wide)} {Interlocked.Exchange(ref wide, -1)} {wide}");
        Console.WriteLine($"{Interlocked.Exchange(ref reference, "second")} " +
            $"{Interlocked.CompareExchange(ref reference, "third", "no")} {reference}");
        double real = 1.5;
        Console.WriteLine($"{Interlocked.Exchange(ref real, 2.5)} {Interlocked.CompareExchange(ref real, 3.5, 2.5)} " +
            $"{real}");
        flag = 3;
        flag++;
        Console.WriteLine(flag + Volatile.Read(ref number));
        Volatile.Write(ref number, 5);
        Thread.MemoryBarrier();
        perThread += 5;
        Console.WriteLine(number + perThread);
        int made = 0;
        var lazy = new Lazy<string>(() => "made " + ++made);
        Console.WriteLine($"{lazy.IsValueCreated} {lazy.Value} {lazy.Value} {lazy.IsValueCreated}");
        var failing = new Lazy<string>(() => { made++; throw new FormatException("lazy"); });
        for (int i = 0; i < 2; i++)
            try
            {
                Console.WriteLine(failing.Value);
            }
            catch (FormatException e)
            {
                Console.WriteLine(e.Message + made);
            }
        var local = new ThreadLocal<int>(() => 42);
        local.Value++;
        Console.WriteLine(local.Value);
        Thread current = Thread.CurrentThread;
        Console.WriteLine($"{current == Thread.CurrentThread} {current.IsAlive} {current.IsBackground} " +
            $"{current.ManagedThreadId > 0} {current.IsThreadPoolThread} {current.Name ?? "unnamed"}");
        current.Name = "main one";
        Console.WriteLine(Thread.CurrentThread.Name);
        int[] cells = new int[64];
        lock (cells)
            lock (gate)
                lock (current)
                    cells[5] = gate.GetHashCode() == gate.GetHashCode() ? 1 : 0;
        Console.WriteLine(cells[5]);
    }
}
