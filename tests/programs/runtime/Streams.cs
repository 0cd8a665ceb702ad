// Streams: MemoryStream, BinaryReader and Writer, StringReader and Writer, BufferedStream, CopyTo, an own Stream.
using System;
using System.IO;
using System.Text;

class Upper : Stream
{
    readonly Stream inner;

    public Upper(Stream s)
    {
        inner = s;
    }

    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;

    public override long Length
    {
        get { throw new NotSupportedException(); }
    }

    public override long Position
    {
        get { return inner.Position; }
        set { throw new NotSupportedException(); }
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        int n = inner.Read(buffer, offset, Math.Min(count, 3));
        for (int i = 0; i < n; i++)
            if (buffer[offset + i] >= 'a' && buffer[offset + i] <= 'z')
                buffer[offset + i] -= 32;
        return n;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin)
    {
        throw new NotSupportedException();
    }

    public override void SetLength(long value)
    {
        throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        throw new NotSupportedException();
    }

    protected override void Dispose(bool disposing) => Console.WriteLine("disposed " + disposing);
}

static class Streams
{
    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: {f()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static void Main()
    {
        var m = new MemoryStream();
        var w = new BinaryWriter(m);
        w.Write(true);
        w.Write((byte)200);
        w.Write((sbyte)-5);
        w.Write((short)-300);
        w.Write((ushort)60000);
        w.Write(123456789);
        w.Write(4000000000u);
        w.Write(-5000000000L);
        w.Write(ulong.MaxValue);
        w.Write(1.5f);
        w.Write(Math.PI);
        w.Write(12345.678m);
        w.Write('\u20ac');
        w.Write("length prefixed \u00e9");
        w.Write(new string('z', 200));
        w.Write(new byte[] { 9, 8, 7 });
        w.Write(new[] { 'x', 'y' });
        w.Flush();
        Console.WriteLine(m.Length + " " + BitConverter.ToString(m.ToArray(), 0, 60));
        m.Position = 0;
        var r = new BinaryReader(m);
        Console.WriteLine($"{r.ReadBoolean()} {r.ReadByte()} {r.ReadSByte()} {r.ReadInt16()} {r.ReadUInt16()} " +
            $"{r.ReadInt32()} {r.ReadUInt32()} {r.ReadInt64()} {r.ReadUInt64()} {r.ReadSingle()} {r.ReadDouble()} " +
            $"{r.ReadDecimal()} {(int)r.ReadChar():x} {r.ReadString().Length} {r.ReadString().Length} " +
            $"{r.ReadBytes(3)[1]} {new string(r.ReadChars(2))} {r.PeekChar()}");
        Try("end", () => r.ReadInt32());
        m.Seek(-2, SeekOrigin.End);
        Try("partial end", () => r.ReadInt32());
        m.SetLength(10);
        m.Position = 20;
        m.WriteByte(1);
        Console.WriteLine($"{m.Length} {m.Capacity >= 21} {m.ToArray()[15]}");
        var limited = new MemoryStream(new byte[4]);
        Try("fixed", () => { limited.Write(new byte[5], 0, 5); return "no"; });
        Try("read only", () => { new MemoryStream(new byte[4], false).WriteByte(1); return "no"; });
        Try("disposed", () => { limited.Dispose(); return limited.Length; });
        Try("negative", () => m.Seek(-1, SeekOrigin.Begin));
        using (var u = new Upper(new MemoryStream(Encoding.ASCII.GetBytes("some text to shout\nsecond line"))))
        using (var reader = new StreamReader(u))
        {
            Console.WriteLine(reader.ReadLine());
            Console.WriteLine(reader.ReadToEnd());
        }
        var copy = new MemoryStream();
        new Upper(new MemoryStream(Encoding.ASCII.GetBytes(new string('q', 1000)))).CopyTo(copy);
        Console.WriteLine(copy.Length + " " + copy.GetBuffer()[500]);
        copy.Position = 0;
        var buffered = new BufferedStream(copy, 16);
        buffered.ReadByte();
        buffered.Write(new byte[] { 65, 66 }, 0, 2);
        buffered.Flush();
        Console.WriteLine(Encoding.ASCII.GetString(copy.ToArray(), 0, 5));
        var sr = new StringReader("one\ntwo\r\nthree\rfour");
        for (string s = sr.ReadLine(); s != null; s = sr.ReadLine())
            Console.Write(s + ",");
        Console.WriteLine();
        var sw = new StringWriter();
        sw.Write("{0}-{1}", 1, 2);
        sw.WriteLine(new[] { 'a', 'b' });
        sw.Write(5L);
        Console.WriteLine(sw.ToString().Replace("\n", "\\n") + sw.GetStringBuilder().Length);
        var bytes = new MemoryStream();
        using (var t = new StreamWriter(bytes, Encoding.Unicode, 128, true))
            t.Write("utf-16 \u00e9");
        Console.WriteLine(BitConverter.ToString(bytes.ToArray()));
        bytes.Position = 0;
        Console.WriteLine(new StreamReader(bytes).ReadToEnd());
        Console.WriteLine(Stream.Null.ReadByte() + TextReader.Null.ReadToEnd().Length);
    }
}
