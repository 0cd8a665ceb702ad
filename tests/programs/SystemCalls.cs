// SystemCalls: blocking system calls by P/Invoke; counts the ones a signal cut short, which must be none.
// Also starts a child process and reads its output.
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Threading;

static class SystemCalls
{
    const int EINTR = 4;

    [StructLayout(LayoutKind.Sequential)]
    struct Timespec
    {
        public IntPtr Seconds, Nanoseconds;
    }

    [DllImport("libc", SetLastError = true)]
    static extern int poll(IntPtr fds, IntPtr count, int milliseconds);

    [DllImport("libc", SetLastError = true)]
    static extern int nanosleep(ref Timespec time, IntPtr left);

    [DllImport("libc", SetLastError = true)]
    static extern int pipe(int[] ends);

    [DllImport("libc", SetLastError = true)]
    static extern IntPtr read(int fd, byte[] buffer, IntPtr size);

    [DllImport("libc", SetLastError = true)]
    static extern IntPtr write(int fd, byte[] buffer, IntPtr size);

    static int interrupted;

    static void Note(bool failed)
    {
        if (failed && Marshal.GetLastWin32Error() == EINTR)
            interrupted++;
    }

    static void Sleeps(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            Note(poll(IntPtr.Zero, IntPtr.Zero, 5) < 0);
            var time = new Timespec { Nanoseconds = (IntPtr)5000000 };
            Note(nanosleep(ref time, IntPtr.Zero) < 0);
        }
    }

    static void Reads(int rounds)
    {
        int[] ends = new int[2];
        pipe(ends);
        var writer = new Thread(() =>
        {
            for (int i = 0; i < rounds; i++)
            {
                Thread.Sleep(10);
                write(ends[1], new byte[1], (IntPtr)1);
            }
        });
        writer.Start();
        byte[] buffer = new byte[1];
        int got = 0;
        while (got < rounds)
        {
            long n = (long)read(ends[0], buffer, (IntPtr)1);
            Note(n < 0);
            got += n > 0 ? 1 : 0;
        }
        writer.Join();
    }

    static int Main(string[] args)
    {
        int rounds = args.Length > 0 ? int.Parse(args[0]) : 50;
        Sleeps(rounds);
        Reads(rounds);
        var start = new ProcessStartInfo("/bin/echo", "hello") { UseShellExecute = false, RedirectStandardOutput = true };
        using (Process child = Process.Start(start))
        {
            string said = child.StandardOutput.ReadToEnd().Trim();
            child.WaitForExit();
            Console.WriteLine("interrupted={0} said={1} code={2}", interrupted, said, child.ExitCode);
        }
        return 0;
    }
}
