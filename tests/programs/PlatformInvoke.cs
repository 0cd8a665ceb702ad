// PlatformInvoke: calls into libc, and libc's qsort calls back into managed code.
// expect-calls: PlatformInvoke:Own (int) = 100
// expect-calls: PlatformInvoke:Check (int) = 100
using System;
using System.Runtime.InteropServices;

static class PlatformInvoke
{
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    delegate int Compare(IntPtr a, IntPtr b);

    [DllImport("libc")]
    static extern int getpid();

    [DllImport("libc")]
    static extern int abs(int x);

    [DllImport("libc")]
    static extern void qsort([In, Out] int[] items, IntPtr count, IntPtr size, Compare compare);

    static int Own(int x)
    {
        return abs(-x);
    }

    static int Check(int pid)
    {
        return getpid() == pid ? 1 : 0;
    }

    static int CompareInts(IntPtr a, IntPtr b)
    {
        return Marshal.ReadInt32(a).CompareTo(Marshal.ReadInt32(b));
    }

    static int Main()
    {
        int n = 0, pid = getpid();
        for (int i = 0; i < 100; i++)
            n += Own(i) + Check(pid);
        int[] items = { 5, 3, 9, 1, 7 };
        qsort(items, (IntPtr)items.Length, (IntPtr)4, CompareInts);
        Console.WriteLine("n=" + n + " sorted=" + string.Join(",", items));
        return 0;
    }
}
