// Pictures: an image in unmanaged memory: pointers, fixed, stackalloc, fixed buffers, bits, checksums, a PNG-like file.
using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;

[StructLayout(LayoutKind.Explicit, Size = 4)]
struct Pixel
{
    [FieldOffset(0)] public uint Value;
    [FieldOffset(0)] public byte B;
    [FieldOffset(1)] public byte G;
    [FieldOffset(2)] public byte R;
    [FieldOffset(3)] public byte A;
    public Pixel(byte r, byte g, byte b) : this() { R = r; G = g; B = b; A = 255; }
}

[StructLayout(LayoutKind.Sequential, Pack = 1)]
unsafe struct Header
{
    public fixed byte Magic[4];
    public ushort Version;
    public int Width, Height;
    public fixed short Palette[6];
    public long Checksum;
}

unsafe sealed class Picture : IDisposable
{
    public readonly int Width, Height;
    IntPtr memory;
    Pixel* pixels;
    public Picture(int width, int height)
    {
        Width = width;
        Height = height;
        memory = Marshal.AllocHGlobal(width * height * sizeof(Pixel));
        pixels = (Pixel*)memory;
        for (Pixel* p = pixels, end = pixels + width * height; p < end; p++)
            *p = default(Pixel);
    }
    public ref Pixel this[int x, int y]
    {
        get
        {
            if ((uint)x >= (uint)Width || (uint)y >= (uint)Height)
                throw new ArgumentOutOfRangeException($"({x},{y})");
            return ref pixels[y * Width + x];
        }
    }
    public void Line(int x0, int y0, int x1, int y1, Pixel colour)
    {
        int dx = Math.Abs(x1 - x0), dy = -Math.Abs(y1 - y0), error = dx + dy;
        for (;;)
        {
            this[x0, y0] = colour;
            if (x0 == x1 && y0 == y1)
                return;
            int twice = 2 * error;
            if (twice >= dy) { error += dy; x0 += Math.Sign(x1 - x0); }
            if (twice <= dx) { error += dx; y0 += Math.Sign(y1 - y0); }
        }
    }
    public void Blur()
    {
        Pixel* old = stackalloc Pixel[Width * Height];
        Buffer.MemoryCopy(pixels, old, Width * Height * 4, Width * Height * 4);
        for (int y = 1; y < Height - 1; y++)
            for (int x = 1; x < Width - 1; x++)
            {
                int r = 0, g = 0, b = 0;
                for (int k = 0; k < 9; k++)
                {
                    Pixel* p = &old[(y + k / 3 - 1) * Width + x + k % 3 - 1];
                    r += p->R; g += p->G; b += (*p).B;
                }
                pixels[y * Width + x] = new Pixel((byte)(r / 9), (byte)(g / 9), (byte)(b / 9));
            }
    }
    public byte[] Bytes()
    {
        byte[] bytes = new byte[Width * Height * 4];
        Marshal.Copy(memory, bytes, 0, bytes.Length);
        return bytes;
    }
    public string Art()
    {
        StringBuilder s = new StringBuilder();
        for (int y = 0; y < Height; y += 2, s.Append('\n'))
            for (int x = 0; x < Width; x++)
                s.Append(" .:-=+*#%@"[(this[x, y].R + this[x, y].G + this[x, y].B) * 9 / 765]);
        return s.ToString();
    }
    public void Dispose() { if (memory != IntPtr.Zero) Marshal.FreeHGlobal(memory); memory = IntPtr.Zero; pixels = null; }
}

unsafe class Pictures
{
    static readonly uint[] table = Enumerable.Range(0, 256).Select(n => { uint c = (uint)n; for (int k = 0; k < 8; k++) c = (c & 1) != 0 ? 0xedb88320 ^ c >> 1 : c >> 1; return c; }).ToArray();

    static uint Crc(byte* data, int count) { uint c = ~0u; while (count-- > 0) c = table[(c ^ *data++) & 0xff] ^ c >> 8; return ~c; }

    static uint Adler(byte[] data) { uint a = 1, b = 0; fixed (byte* p = data) for (int i = 0; i < data.Length; i++) { a = (a + p[i]) % 65521; b = (b + a) % 65521; } return b << 16 | a; }

    static void Reverse(string s) { fixed (char* p = s) for (char* a = p, b = p + s.Length - 1; a < b; a++, b--) { char t = *a; *a = *b; *b = t; } }

    static int Bits(ulong v) { v -= v >> 1 & 0x5555555555555555; v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333); return (int)(unchecked((v + (v >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101) >> 56); }

    static void Main()
    {
        using (Picture picture = new Picture(40, 20))
        {
            for (int i = 0; i < 40; i += 5)
                picture.Line(i, 0, 39 - i, 19, new Pixel((byte)(i * 6), 255, (byte)(255 - i)));
            picture[3, 3].G ^= 0x80;
            ref Pixel corner = ref picture[39, 19];
            corner.Value = 0xff123456;
            Console.WriteLine("{0:x} {1:x} {2}", corner.R, corner.B, sizeof(Pixel));
            picture.Blur();
            Console.Write(picture.Art());
            byte[] bytes = picture.Bytes();
            fixed (byte* p = bytes)
                Console.WriteLine("{0:x8} {1:x8} {2:x8}", Crc(p, bytes.Length), Adler(bytes), Crc(p + 100, 0));
            Header header = new Header { Version = 3, Width = picture.Width, Height = picture.Height, Checksum = -1L << 40 };
            for (int i = 0; i < 4; i++)
                header.Magic[i] = (byte)"PICT"[i];
            for (int i = 0; i < 6; i++)
                header.Palette[i] = (short)(i * -1000);
            MemoryStream file = new MemoryStream();
            byte[] head = new byte[sizeof(Header)];
            fixed (byte* p = head)
                *(Header*)p = header;
            file.Write(head, 0, head.Length);
            using (DeflateStream deflate = new DeflateStream(file, CompressionLevel.Optimal, true))
                deflate.Write(bytes, 0, bytes.Length);
            Console.WriteLine("{0} {1} {2}", sizeof(Header), BitConverter.ToString(head), file.Length < bytes.Length / 3);
            file.Position = 0;
            file.Read(head, 0, head.Length);
            GCHandle pin = GCHandle.Alloc(head, GCHandleType.Pinned);
            Header read = Marshal.PtrToStructure<Header>(pin.AddrOfPinnedObject());
            pin.Free();
            MemoryStream again = new MemoryStream();
            new DeflateStream(file, CompressionMode.Decompress).CopyTo(again);
            Console.WriteLine("{0} {1}x{2} {3} {4} {5}", Encoding.ASCII.GetString(read.Magic, 4), read.Width, read.Height, read.Palette[5], read.Checksum, again.ToArray().SequenceEqual(bytes));
            try { picture[40, 0].R = 1; } catch (ArgumentOutOfRangeException e) { Console.WriteLine(e.ParamName); }
        }
        string text = new string("palindromes".ToCharArray());
        Reverse(text);
        Console.WriteLine("{0} {1} {2}", text, Bits(0xf0f0000000000001), Bits(ulong.MaxValue));
        double d = -1.5;
        long bits = *(long*)&d;
        Console.WriteLine("{0:x16} {1} {2}", bits, *(double*)&bits, BitConverter.Int64BitsToDouble(bits & long.MaxValue));
        int* numbers = stackalloc int[10];
        int** rows = stackalloc int*[2];
        for (int i = 0; i < 10; i++)
            numbers[i] = i * i;
        rows[0] = numbers + 2;
        rows[1] = &numbers[9];
        Console.WriteLine("{0} {1} {2} {3}", rows[0][3], *rows[1], rows[1] - rows[0], ((byte*)rows[1])[-4]);
        void* nothing = null;
        try { Console.WriteLine(*(int*)nothing); } catch (NullReferenceException) { Console.WriteLine("null"); }
    }
}
