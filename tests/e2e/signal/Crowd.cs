// Threads, tasks, dynamic methods, domains, exceptions, locks and collections at once.
using System;
using System.Collections.Generic;
using System.Reflection.Emit;
using System.Threading;
using System.Threading.Tasks;

static class Crowd
{
    static readonly object gate = new object();
    static long total;

    class Node { public Node Left, Right; }
    static Node Tree(int depth) { return depth == 0 ? new Node() : new Node { Left = Tree(depth - 1), Right = Tree(depth - 1) }; }
    static int Fib(int n) { return n < 2 ? n : Fib(n - 1) + Fib(n - 2); }
    static int Deep(int n) { return n == 0 ? Fib(10) : 1 + Deep(n - 1); }

    static void Worker(object unused)
    {
        var words = new Dictionary<string, int>();
        for (int i = 0; i < 40; i++)
        {
            Fib(22);
            for (int j = 0; j < 60; j++)
                words["k" + j] = j;
            lock (gate)
                total += words.Count;
            if (i % 10 == 0)
                Thread.Sleep(1);
            try { if (i % 5 == 0) throw new InvalidOperationException("x"); }
            catch (InvalidOperationException) { lock (gate) total++; }
            finally { Fib(8); }
            Tree(8);
        }
    }

    static Func<int, int> Dynamic(int k)
    {
        var method = new DynamicMethod("Dynamic" + k, typeof(int), new[] { typeof(int) }, typeof(Crowd));
        var il = method.GetILGenerator();
        var top = il.DefineLabel();
        var i = il.DeclareLocal(typeof(int));
        il.MarkLabel(top);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stloc, i);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Blt, top);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ret);
        return (Func<int, int>)method.CreateDelegate(typeof(Func<int, int>));
    }

    public class Remote : MarshalByRefObject
    {
        public int Go(int n) { int s = 0; for (int i = 0; i < n; i++) s += Fib(12); return s; }
    }

    static void Main()
    {
        var threads = new List<Thread>();
        for (int i = 0; i < 6; i++)
        {
            var t = new Thread(Worker);
            t.Start();
            threads.Add(t);
        }
        long sum = 0;
        Parallel.For(0, 16, i => Interlocked.Add(ref sum, Fib(16)));
        for (int k = 0; k < 20; k++)
            sum += Dynamic(k)(200000);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var domain = AppDomain.CreateDomain("other");
        var remote = (Remote)domain.CreateInstanceAndUnwrap(typeof(Crowd).Assembly.FullName, typeof(Remote).FullName);
        sum += remote.Go(20);
        AppDomain.Unload(domain);
        for (int i = 0; i < 3000; i++)
            sum += Deep(2000);
        foreach (var t in threads)
            t.Join();
        Console.WriteLine("sum {0} total {1}", sum, total);
    }
}
