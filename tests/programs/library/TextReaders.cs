// TextReaders: StringReader, StringWriter, StreamReader and StreamWriter in all their ways to read and write, BinaryReader and BinaryWriter.
using System;
using System.Globalization;
using System.IO;
using System.Text;

class TextReaders
{
    static void Main()
    {
        StringReader r = new StringReader("one\ntwo\r\nthree\rfour\n\nlast");
        Console.WriteLine("{0} {1}", (char)r.Peek(), (char)r.Read());
        string line;
        while ((line = r.ReadLine()) != null)
            Console.Write("[{0}]", line);
        Console.WriteLine(r.Read());
        char[] buffer = new char[5];
        r = new StringReader("abcdefgh");
        Console.WriteLine("{0} {1} {2} {3}", r.Read(buffer, 1, 3), new string(buffer).Replace('\0', '.'), r.ReadBlock(buffer, 0, 5), r.ReadToEnd());
        StringWriter w = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "|" };
        w.WriteLine("{0:N2} {1}", 1234.5, true);
        w.Write('c');
        w.Write(new[] { 'x', 'y', 'z' }, 1, 2);
        w.WriteLine(1.5m);
        w.Write((object)null);
        w.WriteLine();
        Console.WriteLine("{0} {1}", w, w.GetStringBuilder().Length);
        w.Close();
        try
        {
            w.Write("x");
        }
        catch (ObjectDisposedException e)
        {
            Console.WriteLine(e.Message);
        }
        MemoryStream m = new MemoryStream();
        using (StreamWriter s = new StreamWriter(m, new UTF8Encoding(true), 16, true))
        {
            s.Write("héllo wörld € \ud83d\ude00");
            s.WriteLine();
            s.AutoFlush = true;
            s.Write(12);
        }
        Console.WriteLine("{0} {1}", m.Length, BitConverter.ToString(m.ToArray(), 0, 6));
        m.Position = 0;
        using (StreamReader s = new StreamReader(m, Encoding.ASCII, true, 16, true))
        {
            Console.WriteLine("{0} {1} {2} {3}", s.ReadLine(), s.CurrentEncoding.WebName, s.ReadToEnd(), s.EndOfStream);
            s.BaseStream.Position = 0;
            s.DiscardBufferedData();
            Console.WriteLine(s.ReadLine().Length);
        }
        foreach (Encoding e in new[] { Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32 })
        {
            MemoryStream t = new MemoryStream();
            StreamWriter s = new StreamWriter(t, e);
            s.Write("x\u00e9");
            s.Flush();
            t.Position = 0;
            StreamReader back = new StreamReader(t, true);
            Console.WriteLine("{0} {1} {2} {3}", t.Length, back.ReadToEnd(), back.CurrentEncoding.WebName, BitConverter.ToString(t.ToArray()));
        }
        m = new MemoryStream();
        using (BinaryWriter b = new BinaryWriter(m, Encoding.UTF8, true))
        {
            b.Write(true);
            b.Write((short)-2);
            b.Write(123456789012L);
            b.Write(1.5f);
            b.Write(-2.25);
            b.Write(79228162514264337593543950335m);
            b.Write("string of \u00e9");
            b.Write('\u20ac');
            b.Write(new string('x', 300));
            b.Seek(0, SeekOrigin.Begin);
            b.Write(false);
        }
        m.Position = 0;
        using (BinaryReader b = new BinaryReader(m))
        {
            Console.WriteLine("{0} {1} {2} {3} {4} {5} {6} {7} {8}", b.ReadBoolean(), b.ReadInt16(), b.ReadInt64(), b.ReadSingle(), b.ReadDouble(), b.ReadDecimal(), b.ReadString(), b.ReadChar(), b.ReadString().Length);
            Console.WriteLine(b.PeekChar());
            try
            {
                b.ReadInt32();
            }
            catch (EndOfStreamException e)
            {
                Console.WriteLine(e.Message);
            }
        }
        MemoryStream fixedStream = new MemoryStream(new byte[4]);
        try
        {
            fixedStream.Write(new byte[5], 0, 5);
        }
        catch (NotSupportedException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine(TextReader.Null.ReadLine() == null);
        BufferedStream buffered = new BufferedStream(new MemoryStream(), 8);
        for (int i = 0; i < 50; i++)
            buffered.WriteByte((byte)i);
        buffered.Seek(-10, SeekOrigin.End);
        Console.WriteLine("{0} {1}", buffered.ReadByte(), buffered.Length);
        TextWriter synchronized = TextWriter.Synchronized(new StringWriter());
        synchronized.Write("sync");
        Console.WriteLine(synchronized);
    }
}
