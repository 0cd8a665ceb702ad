// StringBuilders: growth over chunks, Append of every type, Insert, Remove, Replace, indexer, capacity and length.
using System;
using System.Text;

static class StringBuilders
{
    static void Main()
    {
        var b = new StringBuilder();
        b.Append(1).Append(' ').Append(2L).Append(" ").Append(1.5).Append(2.5f).Append(true).Append('x',
            3).Append((object)null).Append((string)null);
        b.Append(new[] { 'a', 'b' }).Append("abcdef", 2, 3).Append((byte)1).Append(1.50m).Append(ulong.MaxValue).AppendLine().AppendLine("line");
        b.AppendFormat("{0:X}-{1,4}|", 255, "r").AppendFormat("{0}{1}{2}{3}", 1, 2, 3, 4);
        Console.WriteLine(b.ToString());
        Console.WriteLine(b.Length);
        b.Insert(0, "start ").Insert(3, 42).Insert(5, new[] { '<', '>' });
        b.Remove(10, 4).Replace('x', 'y').Replace("yy", "-");
        Console.WriteLine(b);
        b.Length = 10;
        Console.WriteLine($"'{b}' {b[2]}");
        b[2] = 'Z';
        b.Length = 12;
        Console.WriteLine(b.ToString().Replace('\0', '0') + " " + b.ToString(1, 4));
        b.Clear();
        Console.WriteLine($"{b.Length} '{b}'");
        for (int i = 0; i < 2000; i++)
            b.Append(i).Append(',');
        string s = b.ToString();
        uint hash = 0;
        foreach (char c in s)
            hash = hash * 31 + c;
        Console.WriteLine($"{s.Length} {hash}");
        for (int i = 0; i < 100; i++)
            b.Insert(i * 7, "#").Remove(i * 5 + 1, 1);
        hash = 0;
        for (int i = 0; i < b.Length; i += 13)
            hash = hash * 31 + b[i];
        Console.WriteLine($"{b.Length} {hash}");
        char[] chars = new char[5];
        b.CopyTo(20, chars, 0, 5);
        Console.WriteLine(new string(chars));
        var small = new StringBuilder("xaby", 1, 2, 16);
        Console.WriteLine(small);
        var limited = new StringBuilder(4, 8);
        Console.WriteLine($"{limited.Capacity} {limited.MaxCapacity}");
        try
        {
            limited.Append("123456789");
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.ParamName);
        }
        try
        {
            limited.Remove(0, 20);
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.ParamName);
        }
        Console.WriteLine(new StringBuilder("same").Equals(new StringBuilder("same")));
    }
}
