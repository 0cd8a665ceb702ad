// CodePages: encodings beyond Unicode through the I18N assemblies: Windows, ISO, DOS, East Asian; fallbacks; names and numbers.
using System;
using System.Linq;
using System.Text;

class CodePages
{
    static void Main()
    {
        string text = "A\u00e9\u00fc\u20ac\u0416\u03a9\u4e2d\u3042";
        foreach (string name in new[] { "windows-1252", "iso-8859-1", "iso-8859-15", "windows-1251", "koi8-r", "windows-1253", "iso-8859-2", "ibm437", "ibm850", "shift_jis", "euc-jp", "gb2312", "big5", "euc-kr", "gb18030", "us-ascii", "utf-7", "utf-16BE" })
            try
            {
                Encoding e = Encoding.GetEncoding(name);
                byte[] bytes = e.GetBytes(text);
                Console.WriteLine("{0} {1} {2}: {3} | {4}", name, e.CodePage, e.IsSingleByte, BitConverter.ToString(bytes), string.Concat(e.GetString(bytes).Select(c => ((int)c).ToString("x") + " ")));
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}: {2}", name, e.GetType().Name, e.Message);
            }
        foreach (int page in new[] { 1250, 1254, 1257, 28591, 28605, 20866, 932, 936, 949, 950, 65001, 1200, 12000, 37 })
            Console.WriteLine("{0} {1} {2} {3}", page, Encoding.GetEncoding(page).WebName, Encoding.GetEncoding(page).BodyName, Encoding.GetEncoding(page).EncodingName.Length > 0);
        byte[] all = Enumerable.Range(128, 128).Select(i => (byte)i).ToArray();
        foreach (int page in new[] { 1252, 1251, 437, 28592 })
            Console.WriteLine(Encoding.GetEncoding(page).GetString(all).Select(c => (int)c).Aggregate(17, (h, c) => h * 31 + c));
        foreach (object bad in new object[] { "no-such", 12345, -1, 0x10000 })
            try
            {
                Encoding e = bad is string ? Encoding.GetEncoding((string)bad) : Encoding.GetEncoding((int)bad);
                Console.WriteLine("{0} {1}", bad, e.WebName);
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", bad, e.GetType().Name);
            }
        Encoding strict = Encoding.GetEncoding("us-ascii", EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback);
        try
        {
            strict.GetBytes("a\u00e9");
        }
        catch (EncoderFallbackException e)
        {
            Console.WriteLine("{0} {1:x}", e.Index, (int)e.CharUnknown);
        }
        try
        {
            new UTF8Encoding(false, true).GetString(new byte[] { 65, 0xff });
        }
        catch (DecoderFallbackException e)
        {
            Console.WriteLine("{0} {1}", e.Index, e.BytesUnknown[0]);
        }
        Console.WriteLine(Encoding.ASCII.GetString(Encoding.GetEncoding("us-ascii", new EncoderReplacementFallback("[?]"), DecoderFallback.ReplacementFallback).GetBytes("x\u00e9y")));
        Console.WriteLine(BitConverter.ToString(Encoding.Convert(Encoding.GetEncoding(1251), Encoding.UTF8, new byte[] { 0xc6, 0x41 })));
        Decoder d = Encoding.GetEncoding("shift_jis").GetDecoder();
        char[] chars = new char[4];
        Console.WriteLine("{0} {1} {2:x}", d.GetChars(new byte[] { 0x82 }, 0, 1, chars, 0), d.GetChars(new byte[] { 0xa0 }, 0, 1, chars, 0), (int)chars[0]);
        Console.WriteLine(Encoding.Default.WebName);
    }
}
