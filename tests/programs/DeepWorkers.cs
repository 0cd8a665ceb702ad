// DeepWorkers: three threads recurse to ever other depths, and others come and go, for the milliseconds given (default 200).
using System;
using System.Threading;

static class DeepWorkers
{
    static volatile bool stop;

    static int Down(int n)
    {
        return n == 0 ? 0 : Down(n - 1) + 1;
    }

    static void Work(object seed)
    {
        var random = new Random((int)seed);
        while (!stop)
            Down(random.Next(3000));
    }

    static int Main(string[] args)
    {
        int milliseconds = args.Length > 0 ? int.Parse(args[0]) : 200;
        Console.WriteLine("ready");
        var workers = new Thread[3];
        for (int i = 0; i < workers.Length; i++)
        {
            workers[i] = new Thread(Work, 16 << 20);
            workers[i].Start(i);
        }
        for (int end = Environment.TickCount + milliseconds; Environment.TickCount < end;)
        {
            var brief = new Thread(() => Down(50));
            brief.Start();
            brief.Join();
        }
        stop = true;
        foreach (Thread t in workers)
            t.Join();
        Console.WriteLine("done");
        return 0;
    }
}
