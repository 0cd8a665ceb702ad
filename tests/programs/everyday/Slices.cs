// Slices: Span, ReadOnlySpan, Memory, stackalloc in spans, ref structs, casts of memory: parsing without strings.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;

struct Point { public short X, Y; public override string ToString() => $"({X},{Y})"; }

class Slices
{
    static int Sum(ReadOnlySpan<char> text)
    {
        int sum = 0;
        while (!text.IsEmpty)
        {
            int comma = text.IndexOf(',');
            ReadOnlySpan<char> part = comma < 0 ? text : text.Slice(0, comma);
            text = comma < 0 ? default(ReadOnlySpan<char>) : text.Slice(comma + 1);
            sum += Parse(part);
        }
        return sum;
    }

    static int Parse(ReadOnlySpan<char> digits)
    {
        int n = 0, sign = 1;
        for (int i = 0; i < digits.Length; i++)
            if (digits[i] == '-' && i == 0)
                sign = -1;
            else if (digits[i] < '0' || digits[i] > '9')
                throw new FormatException("no digit: " + digits.Slice(i, 1).ToString());
            else
                n = checked(n * 10 + digits[i] - '0');
        return sign * n;
    }

    static void Sort<T>(Span<T> items) where T : IComparable<T>
    {
        if (items.Length < 2)
            return;
        T pivot = items[items.Length / 2];
        int i = 0, j = items.Length - 1;
        while (i <= j)
        {
            while (items[i].CompareTo(pivot) < 0) i++;
            while (items[j].CompareTo(pivot) > 0) j--;
            if (i <= j)
            {
                T t = items[i];
                items[i++] = items[j];
                items[j--] = t;
            }
        }
        Sort(items.Slice(0, j + 1));
        Sort(items.Slice(i));
    }

    static ref T Largest<T>(Span<T> items) where T : IComparable<T>
    {
        int at = 0;
        for (int i = 1; i < items.Length; i++)
            if (items[i].CompareTo(items[at]) > 0)
                at = i;
        return ref items[at];
    }

    static bool NextWord(ref ReadOnlySpan<char> rest, out ReadOnlySpan<char> word)
    {
        rest = rest.TrimStart();
        int end = rest.IndexOf(' ');
        word = end < 0 ? rest : rest.Slice(0, end);
        rest = rest.Slice(word.Length);
        return !word.IsEmpty;
    }

    static unsafe string Hex(ReadOnlySpan<byte> bytes)
    {
        char* place = stackalloc char[bytes.Length * 2];
        Span<char> text = new Span<char>(place, bytes.Length * 2);
        for (int i = 0; i < bytes.Length; i++)
        {
            text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
            text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
        }
        return text.ToString();
    }

    static string Try(Action action) { try { action(); return "fine"; } catch (Exception e) { return e.GetType().Name; } }

    static unsafe void Main()
    {
        Console.WriteLine("{0} {1} {2}", Sum("1,20,-300,4000".AsSpan()), Sum("7".AsSpan()), Sum("".AsSpan()));
        Console.WriteLine(Try(() => Sum("1,x".AsSpan())) + " " + Try(() => Sum("99999999999".AsSpan())) + " " + Try(() => "abc".AsSpan().Slice(2, 2)) + " " + Try(() => new Span<object>(new string[1])));
        int count = 0;
        for (ReadOnlySpan<char> rest = "  the quick  brown fox ".AsSpan(), word; NextWord(ref rest, out word);)
            Console.Write("{0}:{1} ", ++count, word.ToString());
        Console.WriteLine();
        int[] numbers = Enumerable.Range(0, 20).Select(i => i * 7919 % 31).ToArray();
        Sort(numbers.AsSpan(5, 10));
        Console.WriteLine(string.Join(",", numbers));
        Largest(numbers.AsSpan()) = -1;
        Largest<int>(numbers) += 100;
        Console.WriteLine(string.Join(",", numbers));
        string[] names = { "pear", "fig", "apple" };
        Sort<string>(names);
        Largest<string>(names) = "none";
        Console.WriteLine(string.Join(",", names));
        byte* place = stackalloc byte[12];
        Span<byte> bytes = new Span<byte>(place, 12);
        for (int i = 0; i < bytes.Length; i++)
            bytes[i] = (byte)(i * 17);
        Console.WriteLine(Hex(bytes) + " " + Hex(bytes.Slice(10)) + " " + Hex(Encoding.UTF8.GetBytes("né")));
        Span<Point> points = MemoryMarshal.Cast<byte, Point>(bytes);
        points[1].Y = -2;
        Console.WriteLine("{0} {1} {2} {3}", points.Length, points[0].ToString(), points[1].ToString(), Hex(MemoryMarshal.AsBytes(points)));
        bytes.Reverse();
        Console.WriteLine("{0} {1} {2}", Hex(bytes), bytes.IndexOf((byte)0x11), bytes.Slice(0, 3).SequenceEqual(new byte[] { 0xbb, 0xaa, 0x99 }));
        bytes.Fill(0xee);
        bytes.Slice(4, 4).Clear();
        Console.WriteLine("{0} {1} {2}", Hex(bytes), bytes.LastIndexOf((byte)0), bytes.StartsWith(new byte[] { 0xee, 0xee }));
        Memory<int> memory = numbers.AsMemory(2);
        Func<int> later = () => memory.Span[0] + memory.Slice(3).Length;
        Span<int> all = memory.Span;
        all[0] = 1000;
        Console.WriteLine("{0} {1} {2}", later(), numbers[2], memory.ToArray().Length);
        ReadOnlyMemory<char> chars = "memory".AsMemory(3);
        Console.WriteLine("{0} {1} {2}", chars.ToString(), chars.Span[2], MemoryMarshal.TryGetArray(memory, out ArraySegment<int> segment) ? segment.Offset + "/" + segment.Count : "none");
        Span<int> overlap = numbers;
        overlap.Slice(0, 10).CopyTo(overlap.Slice(3));
        Console.WriteLine("{0} {1} {2}", string.Join(",", overlap.ToArray()), overlap.Slice(0, 3).TryCopyTo(new int[2]), overlap.Overlaps(numbers.AsSpan(19)));
        Console.WriteLine("{0} {1} {2}", "  spaced ".AsSpan().Trim().ToString(), "Abc".AsSpan().Equals("aBC".AsSpan(), StringComparison.OrdinalIgnoreCase), "abcdef".AsSpan().IndexOf("de".AsSpan()));
        Console.WriteLine("{0} {1} {2}", default(Span<int>).IsEmpty, new Span<int>(null).Length, Span<int>.Empty == default(Span<int>));
    }
}
