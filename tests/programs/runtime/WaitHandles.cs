// WaitHandles: events, semaphores, mutexes, WaitAny, WaitAll, SignalAndWait, timeouts; waits that queued work ends.
using System;
using System.Threading;
using System.Threading.Tasks;

public static class WaitHandles
{
    static void Later(Action action)
    {
        ThreadPool.QueueUserWorkItem(s => { Thread.Sleep(5); action(); });
    }

    public static int Main()
    {
        var auto = new AutoResetEvent(false);
        Console.WriteLine(auto.WaitOne(10));
        Later(() => auto.Set());
        Console.WriteLine("{0} {1}", auto.WaitOne(), auto.WaitOne(0));
        var manual = new ManualResetEvent(false);
        Later(() => manual.Set());
        Console.WriteLine("{0} {1}", manual.WaitOne(), manual.WaitOne(0));
        manual.Reset();
        Console.WriteLine(manual.WaitOne(0));

        var handles = new WaitHandle[] { new AutoResetEvent(false), new AutoResetEvent(true),
            new ManualResetEvent(false) };
        Console.WriteLine(WaitHandle.WaitAny(handles));
        Console.WriteLine(WaitHandle.WaitAny(handles, 10) == WaitHandle.WaitTimeout);
        Later(() => ((ManualResetEvent)handles[2]).Set());
        Console.WriteLine(WaitHandle.WaitAny(handles));
        Later(() => { ((AutoResetEvent)handles[0]).Set(); Later(() => ((AutoResetEvent)handles[1]).Set()); });
        Console.WriteLine(WaitHandle.WaitAll(handles));
        Console.WriteLine(WaitHandle.WaitAll(handles, 10));
        Later(() => { if (auto.WaitOne()) manual.Set(); });
        Console.WriteLine(WaitHandle.SignalAndWait(auto, manual));

        var semaphore = new Semaphore(1, 3);
        Console.WriteLine("{0} {1}", semaphore.WaitOne(0), semaphore.WaitOne(0));
        Console.WriteLine(semaphore.Release(2));
        try { semaphore.Release(2); } catch (SemaphoreFullException) { Console.WriteLine("full"); }
        Console.WriteLine("{0} {1} {2}", semaphore.WaitOne(0), semaphore.WaitOne(0), semaphore.WaitOne(0));
        Later(() => semaphore.Release());
        Console.WriteLine(semaphore.WaitOne());

        var mutex = new Mutex();
        Console.WriteLine("{0} {1}", mutex.WaitOne(), mutex.WaitOne(0));
        mutex.ReleaseMutex();
        mutex.ReleaseMutex();
        try { mutex.ReleaseMutex(); } catch (ApplicationException e) { Console.WriteLine(e.GetType()); }

        var slim = new SemaphoreSlim(2, 4);
        slim.Wait();
        Console.WriteLine("{0} {1} {2}", slim.CurrentCount, slim.Wait(0), slim.Wait(5));
        Task waiting = slim.WaitAsync();
        Console.WriteLine(waiting.IsCompleted);
        slim.Release();
        waiting.Wait();
        Console.WriteLine(slim.CurrentCount);
        var eventSlim = new ManualResetEventSlim();
        Later(() => eventSlim.Set());
        eventSlim.Wait();
        Console.WriteLine("{0} {1}", eventSlim.IsSet, eventSlim.Wait(0));
        var countdown = new CountdownEvent(3);
        for (int i = 0; i < 3; i++)
            Later(() => countdown.Signal());
        countdown.Wait();
        Console.WriteLine("{0} {1}", countdown.CurrentCount, countdown.IsSet);
        int phases = 0;
        using (var barrier = new Barrier(2, b => phases++))
        {
            Task partner = Task.Run(() => barrier.SignalAndWait());
            Console.WriteLine(barrier.SignalAndWait(10000));
            partner.Wait();
            Console.WriteLine("{0} {1}", phases, barrier.CurrentPhaseNumber);
        }
        auto.Close();
        try { auto.WaitOne(); } catch (ObjectDisposedException) { Console.WriteLine("closed"); }
        bool created;
        using (new Mutex(true, "wait-handles-test", out created))
            Console.WriteLine(created);
        return 0;
    }
}
