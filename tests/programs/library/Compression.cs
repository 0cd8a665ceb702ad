// Compression: GZipStream and DeflateStream through zlib: round trips, levels, concatenation, damaged and cut input.
using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Text;

class Compression
{
    static byte[] Pack(byte[] data, bool gzip, CompressionLevel level)
    {
        MemoryStream m = new MemoryStream();
        using (Stream s = gzip ? (Stream)new GZipStream(m, level, true) : new DeflateStream(m, level, true))
            s.Write(data, 0, data.Length);
        return m.ToArray();
    }

    static byte[] Unpack(byte[] data, bool gzip)
    {
        MemoryStream m = new MemoryStream();
        using (Stream s = gzip ? (Stream)new GZipStream(new MemoryStream(data), CompressionMode.Decompress) : new DeflateStream(new MemoryStream(data), CompressionMode.Decompress))
            s.CopyTo(m);
        return m.ToArray();
    }

    static void Main()
    {
        byte[] text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 2000).Select(i => "line " + i * i % 97 + "\n")));
        byte[] noise = new byte[5000];
        new Random(5).NextBytes(noise);
        foreach (byte[] data in new[] { text, noise, new byte[0], new byte[] { 7 }, new byte[100000] })
            foreach (bool gzip in new[] { false, true })
                foreach (CompressionLevel level in new[] { CompressionLevel.Optimal, CompressionLevel.Fastest, CompressionLevel.NoCompression })
                {
                    byte[] packed = Pack(data, gzip, level);
                    Console.WriteLine("{0} {1} {2}: smaller={3} same={4}", data.Length, gzip ? "gzip" : "deflate", level, packed.Length < data.Length, Unpack(packed, gzip).SequenceEqual(data));
                }
        byte[] good = Pack(text, true, CompressionLevel.Optimal);
        Console.WriteLine("{0:x} {1:x} {2}", good[0], good[1], good[2]);
        byte[] cut = good.Take(good.Length / 2).ToArray();
        byte[] damaged = (byte[])good.Clone();
        for (int i = 20; i < 60; i++)
            damaged[i] ^= 0x5a;
        foreach (byte[] bad in new[] { damaged, new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 } })
            try
            {
                Unpack(bad, true);
                Console.WriteLine("accepted");
            }
            catch (Exception e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        using (GZipStream g = new GZipStream(new MemoryStream(good), CompressionMode.Decompress))
        {
            byte[] part = new byte[10];
            Console.WriteLine("{0} {1} {2} {3}", g.Read(part, 0, 10), Encoding.ASCII.GetString(part).Replace("\n", "|"), g.CanRead, g.CanSeek);
            Console.WriteLine(g.ReadByte());
            try
            {
                g.WriteByte(1);
            }
            catch (Exception e)
            {
                Console.WriteLine(e.GetType().Name + ": " + e.Message);
            }
        }
        using (StreamReader r = new StreamReader(new GZipStream(new MemoryStream(good), CompressionMode.Decompress)))
        {
            int n = 0;
            while (r.ReadLine() != null)
                n++;
            Console.WriteLine(n);
        }
    }
}
