// Plumbing: streams of all kinds put together: own ones, binary records, compression, encryption, hashes, text in encodings.
using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;

class Counting : Stream
{
    readonly Stream inner;
    public long Read_, Written;
    public bool Closed;
    public Counting(Stream inner) { this.inner = inner; }
    public override bool CanRead => inner.CanRead;
    public override bool CanWrite => inner.CanWrite;
    public override bool CanSeek => false;
    public override long Length => throw new NotSupportedException("length");
    public override long Position { get => Read_ + Written; set => throw new NotSupportedException("position"); }
    public override void Flush() => inner.Flush();
    public override int Read(byte[] buffer, int offset, int count) { int n = inner.Read(buffer, offset, Math.Min(count, 7)); Read_ += n; return n; }
    public override void Write(byte[] buffer, int offset, int count) { inner.Write(buffer, offset, count); Written += count; }
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException("seek");
    public override void SetLength(long value) => throw new NotSupportedException("set length");
    protected override void Dispose(bool disposing) { Closed = true; base.Dispose(disposing); }
}

class Record
{
    public int Id; public string Name; public double Value; public decimal Price; public bool[] Flags; public DateTime At;
    public void Write(BinaryWriter w)
    {
        w.Write(Id); w.Write(Name); w.Write(Value); w.Write(Price);
        w.Write((byte)Flags.Length);
        foreach (bool f in Flags) w.Write(f);
        w.Write(At.ToBinary());
    }
    public static Record Read(BinaryReader r)
    {
        Record x = new Record { Id = r.ReadInt32(), Name = r.ReadString(), Value = r.ReadDouble(), Price = r.ReadDecimal() };
        x.Flags = Enumerable.Range(0, r.ReadByte()).Select(_ => r.ReadBoolean()).ToArray();
        x.At = DateTime.FromBinary(r.ReadInt64());
        return x;
    }
    public override string ToString() => $"{Id} {Name} {Value:R} {Price} {string.Concat(Flags.Select(f => f ? 1 : 0))} {At:o}";
}

class Plumbing
{
    static string Hex(byte[] bytes) => string.Concat(bytes.Select(b => b.ToString("x2")));

    static byte[] Pack(byte[] data, SymmetricAlgorithm cipher, out Counting counting)
    {
        MemoryStream file = new MemoryStream();
        counting = new Counting(file);
        using (CryptoStream crypto = new CryptoStream(counting, cipher.CreateEncryptor(), CryptoStreamMode.Write))
        using (GZipStream zip = new GZipStream(crypto, CompressionMode.Compress))
            for (int i = 0; i < data.Length; i += 100)
                zip.Write(data, i, Math.Min(100, data.Length - i));
        return file.ToArray();
    }

    static async Task<byte[]> Unpack(byte[] packed, SymmetricAlgorithm cipher)
    {
        MemoryStream data = new MemoryStream();
        using (Stream crypto = new CryptoStream(new Counting(new MemoryStream(packed)), cipher.CreateDecryptor(), CryptoStreamMode.Read))
        using (Stream zip = new GZipStream(crypto, CompressionMode.Decompress))
            await zip.CopyToAsync(data, 50);
        return data.ToArray();
    }

    static void Main()
    {
        MemoryStream memory = new MemoryStream();
        using (BinaryWriter w = new BinaryWriter(memory, Encoding.UTF8, true))
            for (int i = 0; i < 50; i++)
                new Record { Id = i * 100003, Name = new string((char)(0xe0 + i), i * 3), Value = Math.Sqrt(i) * (i % 2 == 0 ? 1 : -1), Price = i / 7m, Flags = Enumerable.Range(0, i % 5).Select(b => (b & 1) == i % 2).ToArray(), At = new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddHours(i * 37.5) }.Write(w);
        byte[] data = memory.ToArray();
        SymmetricAlgorithm cipher = Aes.Create();
        cipher.Key = Enumerable.Range(0, 32).Select(i => (byte)(i * 3)).ToArray();
        cipher.IV = new byte[16];
        byte[] packed = Pack(data, cipher, out Counting counting);
        byte[] again = Unpack(packed, cipher).Result;
        Console.WriteLine("{0} bytes, {1} whole blocks, counted {2}, closed {3}, same {4}", data.Length, packed.Length % 16 == 0, counting.Written == packed.Length, counting.Closed, again.SequenceEqual(data));
        using (BinaryReader r = new BinaryReader(new MemoryStream(again)))
        {
            List<Record> records = new List<Record>();
            while (r.BaseStream.Position < r.BaseStream.Length)
                records.Add(Record.Read(r));
            Console.WriteLine("{0}\n{1}\n{2}", records.Count, records[3], records[9]);
            try { r.ReadInt32(); } catch (EndOfStreamException e) { Console.WriteLine(e.Message); }
        }
        using (SHA256 sha = SHA256.Create())
        using (MD5 md5 = MD5.Create())
        using (HMACSHA1 mac = new HMACSHA1(new byte[] { 1, 2, 3 }))
            Console.WriteLine("{0}\n{1} {2}", Hex(sha.ComputeHash(data)), Hex(md5.ComputeHash(new Counting(new MemoryStream(data)))), Hex(mac.ComputeHash(data, 10, 100)));
        Console.WriteLine(Hex(new Rfc2898DeriveBytes("secret", Encoding.ASCII.GetBytes("saltsalt"), 100).GetBytes(20)));
        packed[packed.Length / 2] ^= 1;
        try { Unpack(packed, cipher).GetAwaiter().GetResult(); Console.WriteLine("undamaged"); }
        catch (Exception e) when (e is CryptographicException || e is IOException || e is InvalidDataException) { Console.WriteLine("damaged"); }
        string text = "Zeile 1\r\nлиния 2\n\u65e5\u672c\u8a9e 3\r\ud83d\ude00 end";
        foreach (Encoding encoding in new Encoding[] { new UTF8Encoding(true), Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32, Encoding.ASCII, Encoding.GetEncoding("iso-8859-1"), Encoding.GetEncoding(1251), Encoding.UTF7 })
        {
            MemoryStream s = new MemoryStream();
            using (StreamWriter w = new StreamWriter(s, encoding, 16, true) { NewLine = "\n" })
            {
                w.Write(text);
                w.WriteLine("{0:F1}", 1.25);
            }
            s.Position = 0;
            using (StreamReader r = new StreamReader(new Counting(s), encoding, true, 128))
            {
                List<string> lines = new List<string>();
                while (!r.EndOfStream)
                    lines.Add(r.ReadLine());
                Console.WriteLine("{0}: {1} bytes, {2} lines: {3}", encoding.WebName, s.Length, lines.Count, string.Join("|", lines));
            }
        }
        using (StringReader reader = new StringReader("3 apples\n4.5 pears"))
            Console.WriteLine("{0} {1} {2}", (char)reader.Read(), reader.ReadLine(), reader.ReadToEndAsync().Result);
        byte[] buffer = new byte[10];
        Stream bounded = new BufferedStream(new MemoryStream(buffer), 4);
        try { bounded.Write(data, 0, 8); bounded.Seek(-2, SeekOrigin.Current); bounded.WriteByte(0xff); bounded.Flush(); Console.WriteLine(Hex(buffer)); bounded.Write(data, 0, 20); bounded.Flush(); }
        catch (NotSupportedException e) { Console.WriteLine(e.Message); }
        try { new Counting(memory).Seek(0, SeekOrigin.Begin); } catch (NotSupportedException e) { Console.WriteLine(e.Message); }
        memory.Dispose();
        try { memory.ReadByte(); } catch (ObjectDisposedException e) { Console.WriteLine(e.ObjectName + "|" + e.Message.Split('\n')[0]); }
        string path = Path.GetTempFileName();
        try
        {
            File.WriteAllLines(path, new[] { "b", "a", "ü" });
            File.AppendAllText(path, "tail");
            using (FileStream f = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None, 8))
            {
                f.Position = 2;
                f.WriteByte((byte)'X');
                f.Seek(-4, SeekOrigin.End);
                Console.WriteLine("{0} {1} {2}", f.Length, (char)f.ReadByte(), f.Position);
                f.SetLength(7);
            }
            Console.WriteLine(string.Join("|", File.ReadLines(path)) + " " + new FileInfo(path).Length);
        }
        finally { File.Delete(path); }
        try { File.OpenRead(path); } catch (FileNotFoundException e) { Console.WriteLine(e.Message.Replace(path, "PATH")); }
    }
}
