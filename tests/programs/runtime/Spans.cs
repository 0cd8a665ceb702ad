// Spans: Span and ReadOnlySpan over arrays, strings, stackalloc and pointers: slice, copy, fill, bounds, Memory.
using System;

static class Spans
{
    static void Show<T>(string what, Span<T> s)
    {
        Console.WriteLine($"{what}: {string.Join(" ", s.ToArray())}");
    }

    static int Sum(ReadOnlySpan<int> s)
    {
        int sum = 0;
        for (int i = 0; i < s.Length; i++)
            sum += s[i];
        return sum;
    }

    static int Count(ReadOnlySpan<char> s, char c)
    {
        int n = 0;
        foreach (char x in s)
            if (x == c)
                n++;
        return n;
    }

    static string Try(Func<int> f)
    {
        try
        {
            return f().ToString();
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static unsafe void Main()
    {
        int[] array = { 1, 2, 3, 4, 5, 6, 7, 8 };
        Span<int> all = array, middle = new Span<int>(array, 2, 4);
        Show("middle", middle);
        middle[0] = 30;
        middle.Slice(1, 2).Fill(9);
        Show("all", all);
        Show("tail", all.Slice(5));
        Console.WriteLine($"{Sum(array)} {Sum(middle)} {middle.Length} {middle.IsEmpty} {Span<int>.Empty.Length} " +
            $"{all == array} {middle == all}");
        int[] target = new int[6];
        middle.CopyTo(target);
        Show("copied", target.AsSpan());
        Console.WriteLine(all.TryCopyTo(target) + " " + Try(() => { new Span<int>(array).CopyTo(target); return 0; }));
        all.Slice(0, 7).CopyTo(all.Slice(1));
        Show("overlap", all);
        all.Slice(3).Clear();
        Show("cleared", all);
        all.Reverse();
        Show("reversed", all);
        Console.WriteLine(Try(() => new Span<int>(array)[8]) + " " + Try(() => new Span<int>(array)[-1]) + " " + Try(() => new Span<int>(array).Slice(9).Length) + " " + Try(() => new Span<int>(array, 3, 9).Length) + " " + Try(() => default(Span<int>).Length));
        ReadOnlySpan<char> text = "the quick brown fox".AsSpan();
        Console.WriteLine($"{Count(text, 'o')} {text.Slice(4, 5).ToString()} {text[2]} {text.Length} " +
            $"{text.IndexOf('q')} {text.Slice(0, 3).SequenceEqual("the".AsSpan())} " +
            $"{text.StartsWith("the q".AsSpan())}");
        byte* raw = stackalloc byte[16];
        Span<byte> stack = new Span<byte>(raw, 16);
        for (int i = 0; i < stack.Length; i++)
            stack[i] = (byte)(i * i);
        Show("stack", stack.Slice(10));
        raw[15] = 1;
        Console.WriteLine(stack[15]);
        string[] words = { "a", "b", "c" };
        Span<string> names = words;
        names[1] = "changed";
        ref string last = ref names[2];
        last = "ref";
        Console.WriteLine(string.Join(",", words));
        Memory<int> memory = array;
        Span<int> ofMemory = memory.Span;
        ofMemory[0] = 55;
        Console.WriteLine($"{array[0]} {memory.Slice(1, 3).Length} {memory.Slice(1, 3).Span[0]} " +
            $"{new ReadOnlyMemory<int>(array, 1, 2).ToArray().Length}");
        var segment = new ArraySegment<int>(array, 1, 3);
        Console.WriteLine($"{segment.Count} {segment.Offset} {segment.AsSpan()[0]} {string.Join(" ", segment)}");
        Span<decimal> wide = new decimal[3];
        wide[2] = 1.5m;
        wide.Slice(1).Fill(2.5m);
        Console.WriteLine(wide[0] + wide[1] + wide[2]);
    }
}
