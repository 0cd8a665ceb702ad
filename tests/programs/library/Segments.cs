// Segments: ArraySegment, Span, Memory, MemoryMarshal-like views, pools of arrays, stackalloc, slices and their failures.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;

class Segments
{
    static void Fails(string what, Action action)
    {
        try
        {
            action();
            Console.WriteLine("{0}: fine", what);
        }
        catch (Exception e)
        {
            Console.WriteLine("{0}: {1}", what, e.GetType().Name);
        }
    }

    static int Sum(ReadOnlySpan<int> span)
    {
        int sum = 0;
        foreach (int i in span)
            sum += i;
        return sum;
    }

    static unsafe void Main()
    {
        int[] data = Enumerable.Range(0, 10).ToArray();
        ArraySegment<int> segment = new ArraySegment<int>(data, 2, 5);
        Console.WriteLine("{0} {1} {2} {3}", segment.Count, ((IList<int>)segment)[1], segment.Sum(), ((IList<int>)segment).IndexOf(4));
        Span<int> span = data.AsSpan(3, 4);
        span[0] = 100;
        span.Slice(1, 2).Fill(7);
        Console.WriteLine("{0} {1} {2}", string.Join(",", data), span.Length, Sum(span));
        span.Reverse();
        Console.WriteLine(string.Join(",", span.ToArray()));
        byte* bytes = stackalloc byte[8];
        Span<byte> stack = new Span<byte>(bytes, 8);
        stack.Clear();
        stack[3] = 9;
        Console.WriteLine("{0} {1}", stack.IndexOf((byte)9), stack.SequenceEqual(new byte[] { 0, 0, 0, 9, 0, 0, 0, 0 }));
        ReadOnlySpan<char> text = "hello world".AsSpan();
        Console.WriteLine("{0} {1} {2} {3}", text.Slice(6).ToString(), text.IndexOf("wor".AsSpan()), text.StartsWith("he".AsSpan()), text.TrimEnd().Length);
        Console.WriteLine("{0} {1}", text.CompareTo("hello".AsSpan(), StringComparison.Ordinal) > 0, text.Slice(0, 5).Equals("HELLO".AsSpan(), StringComparison.OrdinalIgnoreCase));
        Memory<int> memory = data;
        Console.WriteLine("{0} {1} {2}", memory.Length, memory.Slice(2, 3).Span[0], memory.IsEmpty);
        ReadOnlyMemory<char> chars = "abc".AsMemory();
        Console.WriteLine("{0} {1}", chars.Slice(1), chars.Span[0]);
        using (MemoryHandle handle = memory.Pin())
            Console.WriteLine(((int*)handle.Pointer)[1]);
        int[] rented = ArrayPool<int>.Shared.Rent(100);
        Console.WriteLine(rented.Length >= 100);
        ArrayPool<int>.Shared.Return(rented, true);
        Span<int> whole = data;
        data.AsSpan(0, 5).CopyTo(whole.Slice(5));
        Console.WriteLine(string.Join(",", data));
        Console.WriteLine(data.AsSpan(0, 5).TryCopyTo(new int[3]));
        ref int first = ref whole[0];
        first = -1;
        Console.WriteLine(data[0]);
        Fails("slice", () => new Span<int>(data).Slice(11));
        Fails("index", () => { int x = new Span<int>(data)[10]; });
        Fails("segment", () => new ArraySegment<int>(data, 8, 5));
        Fails("copy", () => data.AsSpan().CopyTo(new int[1]));
        Fails("covariant", () => new Span<object>(new string[1]));
        Fails("null", () => Console.WriteLine(((int[])null).AsSpan().Length));
        fixed (int* p = data)
            Console.WriteLine(p[2]);
        Span<string> strings = new[] { "b", null, "a" };
        Console.WriteLine("{0} {1}", strings.IndexOf("a"), strings.Length);
        Console.WriteLine("{0} {1}", default(Span<int>).IsEmpty, new Span<int>(data, 0, 2) == data.AsSpan(0, 2));
    }
}
