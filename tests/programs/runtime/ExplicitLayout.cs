// ExplicitLayout: overlapping fields, Pack, Size, sizeof, Marshal.SizeOf and OffsetOf, fixed buffers.
using System;
using System.Runtime.InteropServices;

[StructLayout(LayoutKind.Explicit)]
struct Union
{
    [FieldOffset(0)] public int Int;
    [FieldOffset(0)] public float Float;
    [FieldOffset(0)] public byte B0;
    [FieldOffset(1)] public byte B1;
    [FieldOffset(2)] public byte B2;
    [FieldOffset(3)] public byte B3;
}

[StructLayout(LayoutKind.Explicit)]
struct Bits
{
    [FieldOffset(0)] public double Double;
    [FieldOffset(0)] public long Long;
    [FieldOffset(4)] public int High;
}

[StructLayout(LayoutKind.Explicit, Size = 40)]
struct Padded
{
    [FieldOffset(8)] public short S;
    [FieldOffset(16)] public string Text;
}

[StructLayout(LayoutKind.Sequential, Pack = 1)]
struct Packed
{
    public byte A;
    public int B;
    public long C;
    public short D;
}

[StructLayout(LayoutKind.Sequential)]
struct Natural
{
    public byte A;
    public int B;
    public byte C;
    public long D;
    public short E;
}

unsafe struct Buffered
{
    public int Before;
    public fixed byte Bytes[16];
    public fixed int Ints[4];
    public int After;
}

class Keeper
{
    public Buffered Inside;
    public Union U;
}

static unsafe class ExplicitLayout
{
    static void Main()
    {
        Union u = new Union { Float = 1.5f };
        Console.WriteLine($"{u.Int:x8} {u.B0:x} {u.B1:x} {u.B2:x} {u.B3:x}");
        u.B3 = 0x40;
        Console.WriteLine(u.Float);
        u.Int = -1;
        Console.WriteLine($"{u.B2} {float.IsNaN(u.Float)}");
        Bits b = new Bits { Double = -2.75 };
        Console.WriteLine($"{b.Long:x16} {b.High:x8}");
        b.High ^= int.MinValue;
        Console.WriteLine(b.Double);
        Padded p = new Padded { S = 7, Text = "inside" };
        Padded q = p;
        q.S++;
        Console.WriteLine($"{p.S} {q.S} {q.Text}");
        Console.WriteLine($"{sizeof(Union)} {sizeof(Bits)} {sizeof(Packed)} {sizeof(Natural)} {sizeof(Buffered)} " +
            $"{sizeof(decimal)} {sizeof(char)} {sizeof(bool)}");
        Console.WriteLine($"{Marshal.SizeOf(typeof(Packed))} {Marshal.SizeOf(typeof(Natural))} " +
            $"{Marshal.SizeOf(typeof(Union))}");
        foreach (string name in new[] { "A", "B", "C", "D" })
            Console.WriteLine($"{name} {Marshal.OffsetOf(typeof(Packed), name)} " +
                $"{Marshal.OffsetOf(typeof(Natural), name)}");
        Packed packed = new Packed { A = 1, B = 0x01020304, C = -1, D = 5 };
        byte* bytes = (byte*)&packed;
        for (int i = 0; i < sizeof(Packed); i++)
            Console.Write($"{bytes[i]:x2} ");
        Console.WriteLine();
        Buffered f = new Buffered { Before = 1, After = 2 };
        for (int i = 0; i < 16; i++)
            f.Bytes[i] = (byte)(i * i);
        for (int i = 0; i < 4; i++)
            f.Ints[i] = -i;
        Buffered copy = f;
        copy.Bytes[15] = 0;
        Console.WriteLine($"{f.Bytes[15]} {copy.Bytes[15]} {copy.Bytes[14]} {copy.Ints[3]} {copy.Before} {copy.After}");
        Keeper k = new Keeper { Inside = f };
        fixed (byte* start = k.Inside.Bytes)
            start[3] = 200;
        fixed (int* ints = k.Inside.Ints)
            ints[2] += 50;
        k.U.B1 = 1;
        fixed (Buffered* whole = &k.Inside)
            Console.WriteLine($"{whole->Bytes[3]} {whole->Ints[2]} {whole->After} {k.U.Int}");
        Union[] unions = new Union[3];
        unions[1].Int = 0x7f800000;
        Console.WriteLine($"{unions[1].Float} {unions[0].Int} {unions[2].Int}");
    }
}
