// Children: starts five child runtimes of its own program at once and waits for them. With the argument "child" it
// only works for a moment.
using System;
using System.Diagnostics;
using System.Reflection;

static class Children
{
    static long work;

    static void Work()
    {
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < 100)
            work++;
    }

    static int Main(string[] args)
    {
        Work();
        if (args.Length > 0)
            return 0;
        var children = new Process[5];
        string self = Assembly.GetExecutingAssembly().Location;
        for (int i = 0; i < children.Length; i++)
        {
            var start = new ProcessStartInfo("mono", "\"" + self + "\" child") { UseShellExecute = false };
            children[i] = Process.Start(start);
        }
        int failed = 0;
        foreach (Process child in children)
        {
            child.WaitForExit();
            failed += child.ExitCode == 0 ? 0 : 1;
        }
        Console.WriteLine("failed=" + failed);
        return 0;
    }
}
