// PlatformInvokes: libc functions on integers, doubles, strings, buffers, structs, out parameters; errors; Marshal.
using System;
using System.Runtime.InteropServices;
using System.Text;

static class PlatformInvokes
{
    [StructLayout(LayoutKind.Sequential)]
    struct DivResult
    {
        public int Quotient;
        public int Rest;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Mixed
    {
        public byte A;
        public int B;
        public double C;
    }

    [DllImport("libc")]
    static extern int getpid();

    [DllImport("libc")]
    static extern int abs(int x);

    [DllImport("libc", EntryPoint = "labs")]
    static extern long LongAbs(long x);

    [DllImport("libc")]
    static extern int toupper(int c);

    [DllImport("libc")]
    static extern UIntPtr strlen(string s);

    [DllImport("libc", CharSet = CharSet.Ansi)]
    static extern int strcmp(string a, string b);

    [DllImport("libc")]
    static extern int atoi(string s);

    [DllImport("libc")]
    static extern IntPtr strchr(string s, int c);

    [DllImport("libm.so.6")]
    static extern double pow(double x, double y);

    [DllImport("libm.so.6", EntryPoint = "sqrtf")]
    static extern float SquareRoot(float x);

    [DllImport("libc")]
    static extern IntPtr memset(byte[] buffer, int value, UIntPtr count);

    [DllImport("libc")]
    static extern int memcmp(byte[] a, byte[] b, UIntPtr count);

    [DllImport("libc")]
    static extern unsafe void* memcpy(void* to, void* from, UIntPtr count);

    [DllImport("libc", SetLastError = true)]
    static extern int close(int fd);

    [DllImport("libc")]
    static extern double frexp(double x, out int exponent);

    [DllImport("libc")]
    static extern IntPtr getenv(string name);

    [DllImport("libc", EntryPoint = "no_such_function_here")]
    static extern void Missing();

    [DllImport("no_such_library_here")]
    static extern void MissingLibrary();

    static void Try(string what, Action f)
    {
        try
        {
            f();
            Console.WriteLine(what + ": fine");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static unsafe void Main()
    {
        Console.WriteLine($"{getpid() > 0} {getpid() == getpid()} {abs(-5)} {LongAbs(-5000000000)} " +
            $"{(char)toupper('q')} {strlen("hello")} {strlen("h\u00e9")} {strlen("")}");
        Console.WriteLine($"{strcmp("a", "b") < 0} {strcmp("same", "same")} {atoi("42abc")} {strchr("abc", 'z')} " +
            $"{pow(2, 10)} {SquareRoot(2.25f)}");
        byte[] buffer = new byte[8];
        memset(buffer, 7, (UIntPtr)5);
        Console.WriteLine(BitConverter.ToString(buffer) + " " + memcmp(buffer, new byte[] { 7, 7, 7 }, (UIntPtr)3));
        long from = 0x0102030405060708, to = 0;
        memcpy(&to, &from, (UIntPtr)8);
        Console.WriteLine(to == from);
        double m = frexp(48, out int exponent);
        Console.WriteLine($"{m} {exponent}");
        Console.WriteLine($"{close(-1)} {Marshal.GetLastWin32Error()}");
        Console.WriteLine(getenv("NO_SUCH_VARIABLE_HERE") == IntPtr.Zero);
        Try("missing", Missing);
        Try("missing library", MissingLibrary);
        IntPtr p = Marshal.AllocHGlobal(64);
        for (int i = 0; i < 64; i++)
            Marshal.WriteByte(p, i, (byte)i);
        Marshal.WriteInt32(p, 4, -2);
        Marshal.WriteInt64(p, 8, long.MaxValue);
        Marshal.WriteInt16(p, 16, -3);
        Marshal.WriteIntPtr(p, 24, p);
        Console.WriteLine($"{Marshal.ReadByte(p, 3)} {Marshal.ReadInt32(p, 4)} {Marshal.ReadInt64(p, 8)} " +
            $"{Marshal.ReadInt16(p, 16)} {Marshal.ReadIntPtr(p, 24) == p} {Marshal.ReadInt32(p):x}");
        byte[] copy = new byte[4];
        Marshal.Copy(p, copy, 0, 4);
        Marshal.Copy(new[] { 1, 2, 3 }, 0, p, 3);
        Console.WriteLine(BitConverter.ToString(copy) + " " + Marshal.ReadInt32(p, 8));
        Mixed x = new Mixed { A = 1, B = 2, C = 2.5 };
        Marshal.StructureToPtr(x, p, false);
        Mixed y = (Mixed)Marshal.PtrToStructure(p, typeof(Mixed));
        Console.WriteLine($"{y.A} {y.B} {y.C} {Marshal.SizeOf(typeof(Mixed))} {Marshal.SizeOf(x)} " +
            $"{Marshal.OffsetOf(typeof(Mixed), "C")} {Marshal.SizeOf(typeof(DivResult))} " +
            $"{Marshal.SizeOf(typeof(IntPtr))}");
        p = Marshal.ReAllocHGlobal(p, (IntPtr)128);
        Console.WriteLine(Marshal.ReadByte(p));
        Marshal.FreeHGlobal(p);
        IntPtr s = Marshal.StringToHGlobalAnsi("native \u00e9");
        Console.WriteLine($"{Marshal.PtrToStringAnsi(s)} {Marshal.PtrToStringAnsi(s, 3)} {Marshal.ReadByte(s, 6)}");
        Marshal.FreeHGlobal(s);
        IntPtr u = Marshal.StringToHGlobalUni("unicode \u20ac");
        Console.WriteLine(Marshal.PtrToStringUni(u).Length + Marshal.PtrToStringUni(u, 3));
        Marshal.FreeHGlobal(u);
        Console.WriteLine((Marshal.PtrToStringAnsi(IntPtr.Zero) ?? "null") + Marshal.SystemDefaultCharSize);
        byte[] array = { 10, 20, 30 };
        fixed (byte* b = array)
        {
            byte* q = b;
            *q++ = 11;
            q[1]++;
            Console.WriteLine($"{array[0]} {array[2]} {q - b} {Marshal.ReadByte((IntPtr)b, 1)} " +
                $"{Marshal.UnsafeAddrOfPinnedArrayElement(array, 1) == (IntPtr)(b + 1)}");
        }
    }
}
