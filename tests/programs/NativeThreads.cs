// NativeThreads: a native library (the first argument) runs a managed callback on threads of its own that return
// without detaching from the runtime. Arguments: library [threads, default 200].
using System;
using System.Runtime.InteropServices;
using System.Threading;

static class NativeThreads
{
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    delegate void Callback(int number);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    delegate int RunOnThreads(Callback callback, int threads);

    [DllImport("libdl.so.2")]
    static extern IntPtr dlopen(string path, int flags);

    [DllImport("libdl.so.2")]
    static extern IntPtr dlsym(IntPtr library, string name);

    static int sum;

    static void OnNativeThread(int number)
    {
        Interlocked.Add(ref sum, number);
    }

    static int Main(string[] args)
    {
        IntPtr library = dlopen(args[0], 2);
        var run = (RunOnThreads)Marshal.GetDelegateForFunctionPointer(dlsym(library, "run_on_threads"),
            typeof(RunOnThreads));
        int threads = args.Length > 1 ? int.Parse(args[1]) : 200;
        Callback callback = OnNativeThread;
        int ran = run(callback, threads);
        GC.KeepAlive(callback);
        Console.WriteLine("ran={0} sum={1}", ran, sum);
        return 0;
    }
}
