// Encodings: UTF-8, UTF-16, UTF-32, ASCII, Latin 1: round trips, lone surrogates, bad bytes, decoders over chunk
// borders, preambles.
using System;
using System.Text;

static class Encodings
{
    static string Hex(byte[] b) => BitConverter.ToString(b);

    static string Codes(string s)
    {
        var b = new StringBuilder();
        foreach (char c in s)
            b.Append(((int)c).ToString("x4")).Append(' ');
        return b.ToString().Trim();
    }

    static void Main()
    {
        string[] texts = { "", "plain", "h\u00e9llo", "\u20ac100", "\u4e2d\u6587", "\ud83d\ude00!", "lone \ud83d x",
            "\ude00 low", "\u0000\u007f\u0080\u07ff\u0800\uffff" };
        Encoding[] encodings = { Encoding.UTF8, Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32,
            Encoding.ASCII, Encoding.GetEncoding("iso-8859-1"), new UTF8Encoding(false), Encoding.UTF7 };
        foreach (Encoding e in encodings)
        {
            Console.WriteLine($"{e.WebName} {Hex(e.GetPreamble())} {e.GetMaxByteCount(10)} {e.GetMaxCharCount(10)}");
            foreach (string t in texts)
            {
                byte[] bytes = e.GetBytes(t);
                Console.WriteLine($"  {Hex(bytes)} {e.GetByteCount(t) == bytes.Length} {e.GetCharCount(bytes)} " +
                    $"{Codes(e.GetString(bytes))}");
            }
        }
        byte[][] bad = { new byte[] { 0xff }, new byte[] { 0xc3 }, new byte[] { 0xc3, 0x28 }, new byte[] { 0xe2,
            0x82 }, new byte[] { 0xe2, 0x82, 0x41 }, new byte[] { 0xf0, 0x9f, 0x98 }, new byte[] { 0xc0, 0x80 },
            new byte[] { 0xed, 0xa0, 0x80 }, new byte[] { 0xf4, 0x90, 0x80, 0x80 }, new byte[] { 0x80, 0x41, 0xbf } };
        foreach (byte[] b in bad)
            Console.WriteLine($"{Hex(b)}: {Codes(Encoding.UTF8.GetString(b))} | " +
                $"{Codes(Encoding.ASCII.GetString(b))} | {Codes(Encoding.Unicode.GetString(b))}");
        try
        {
            new UTF8Encoding(false, true).GetString(new byte[] { 0xff });
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        try
        {
            Encoding.GetEncoding("us-ascii", new EncoderExceptionFallback(),
                new DecoderExceptionFallback()).GetBytes("\u00e9");
        }
        catch (EncoderFallbackException e)
        {
            Console.WriteLine((int)e.CharUnknown + " " + e.Index);
        }
        Console.WriteLine(Hex(Encoding.GetEncoding("us-ascii", new EncoderReplacementFallback("[?]"),
            DecoderFallback.ReplacementFallback).GetBytes("a\u00e9")));
        Decoder d = Encoding.UTF8.GetDecoder();
        byte[] euro = Encoding.UTF8.GetBytes("a\u20ac\ud83d\ude00b");
        char[] chars = new char[10];
        foreach (byte b in euro)
        {
            int n = d.GetChars(new[] { b }, 0, 1, chars, 0);
            Console.Write(n + ":" + Codes(new string(chars, 0, n)) + " ");
        }
        Console.WriteLine();
        Encoder en = Encoding.UTF8.GetEncoder();
        byte[] target = new byte[10];
        Console.WriteLine(en.GetBytes(new[] { '\ud83d' }, 0, 1, target, 0,
            false) + " " + en.GetBytes(new[] { '\ude00' }, 0, 1, target, 0, true) + " " + Hex(target));
        Console.WriteLine(Encoding.UTF8.GetString(new byte[] { 65, 66, 67, 68 }, 1,
            2) + Encoding.Default.WebName + Encoding.UTF8.Equals(new UTF8Encoding(true)));
        Console.WriteLine(Hex(Encoding.Convert(Encoding.UTF8, Encoding.Unicode, new byte[] { 0xc3, 0xa9 })));
    }
}
