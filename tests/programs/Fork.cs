// Fork: libc fork(); the child leaves with _exit or exit (the argument), the parent waits for it and works on.
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;

static class Fork
{
    [DllImport("libc")]
    static extern int fork();

    [DllImport("libc")]
    static extern int waitpid(int pid, out int status, int options);

    [DllImport("libc")]
    static extern void _exit(int code);

    [DllImport("libc")]
    static extern void exit(int code);

    static long work;

    static void Work()
    {
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < 150)
            work++;
    }

    static int Main(string[] args)
    {
        Work();
        int pid = fork();
        if (pid == 0)
        {
            if (args.Length > 0 && args[0] == "exit")
                exit(5);
            _exit(5);
        }
        int status;
        waitpid(pid, out status, 0);
        Work();
        Console.WriteLine("child=" + (status >> 8));
        return 0;
    }
}
