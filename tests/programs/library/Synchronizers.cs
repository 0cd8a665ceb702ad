// Synchronizers: reader-writer locks, countdowns, barriers, spin locks, semaphores and mutexes used by one thread.
using System;
using System.Threading;

class Synchronizers
{
    static void Main()
    {
        ReaderWriterLockSlim slim = new ReaderWriterLockSlim(LockRecursionPolicy.SupportsRecursion);
        slim.EnterReadLock();
        Console.WriteLine("{0} {1} {2}", slim.IsReadLockHeld, slim.CurrentReadCount, slim.TryEnterReadLock(0));
        slim.ExitReadLock();
        slim.ExitReadLock();
        slim.EnterUpgradeableReadLock();
        slim.EnterWriteLock();
        Console.WriteLine("{0} {1}", slim.IsWriteLockHeld, slim.IsUpgradeableReadLockHeld);
        slim.ExitWriteLock();
        slim.ExitUpgradeableReadLock();
        ReaderWriterLockSlim strict = new ReaderWriterLockSlim();
        strict.EnterReadLock();
        foreach (Action bad in new Action[] { strict.EnterReadLock, strict.EnterWriteLock, strict.ExitWriteLock })
            try
            {
                bad();
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        strict.ExitReadLock();
        CountdownEvent countdown = new CountdownEvent(2);
        Console.WriteLine("{0} {1} {2} {3}", countdown.Signal(), countdown.CurrentCount, countdown.TryAddCount(), countdown.Signal(2));
        countdown.Wait();
        Console.WriteLine(countdown.IsSet);
        Barrier barrier = new Barrier(1, b => Console.WriteLine("phase {0}", b.CurrentPhaseNumber));
        barrier.SignalAndWait();
        barrier.SignalAndWait();
        SpinLock spin = new SpinLock(true);
        bool taken = false;
        spin.Enter(ref taken);
        Console.WriteLine("{0} {1}", taken, spin.IsHeldByCurrentThread);
        spin.Exit();
        SpinWait wait = new SpinWait();
        for (int i = 0; i < 5; i++)
            wait.SpinOnce();
        Console.WriteLine(wait.Count);
        SemaphoreSlim s = new SemaphoreSlim(1, 2);
        Console.WriteLine("{0} {1} {2} {3}", s.Wait(0), s.Wait(0), s.Release(2), s.CurrentCount);
        try
        {
            s.Release();
        }
        catch (SemaphoreFullException)
        {
            Console.WriteLine("full");
        }
        Semaphore old = new Semaphore(1, 1);
        Console.WriteLine("{0} {1} {2}", old.WaitOne(0), old.WaitOne(0), old.Release());
        Mutex m = new Mutex(true);
        Console.WriteLine(m.WaitOne(0));
        m.ReleaseMutex();
        m.ReleaseMutex();
        try
        {
            m.ReleaseMutex();
        }
        catch (ApplicationException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        ManualResetEventSlim e2 = new ManualResetEventSlim();
        Console.WriteLine("{0} {1}", e2.Wait(5), e2.IsSet);
        e2.Set();
        e2.Wait();
        AutoResetEvent a = new AutoResetEvent(true), b2 = new AutoResetEvent(false);
        Console.WriteLine("{0} {1}", WaitHandle.WaitAny(new WaitHandle[] { b2, a }), WaitHandle.WaitAny(new WaitHandle[] { b2, a }, 5));
        a.Set();
        b2.Set();
        Console.WriteLine(WaitHandle.WaitAll(new WaitHandle[] { a, b2 }));
        AsyncLocal<int> local = new AsyncLocal<int>();
        local.Value = 5;
        ExecutionContext c = ExecutionContext.Capture();
        local.Value = 6;
        ExecutionContext.Run(c, x => Console.WriteLine(local.Value), null);
        Console.WriteLine(local.Value);
        Console.WriteLine("{0} {1} {2}", Volatile.Read(ref taken), Interlocked.CompareExchange(ref sum, 5, 0), Interlocked.Increment(ref sum));
        lock (c)
            Console.WriteLine("{0} {1}", Monitor.IsEntered(c), Monitor.TryEnter(c));
    }

    static int sum;
}
