// Known allocations: each method makes a stated number of objects of a stated size, and nothing else allocates in the
// methods of this file but for the first call of Warm. Sizes are those of 64-bit hosts: header 16 bytes, an array's data
// at 32, a string's characters at 20 with a NUL behind them.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

public class Node { public Node Next; public long Value; } // 16 + 8 + 8 = 32 bytes

public struct Pair { public int A, B; }

public static class Allocations
{
    static object kept; // read by nobody: objects live until the next one
    static readonly char[] Letters = new char[10];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Nodes(int count) // count * 32 bytes
    {
        for (int i = 0; i < count; i++)
            kept = new Node();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Arrays(int count) // count * (32 + 1000) bytes
    {
        for (int i = 0; i < count; i++)
            kept = new byte[1000];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Strings(int count) // count * (20 + 2 * 10 + 2) bytes, in String's constructor
    {
        for (int i = 0; i < count; i++)
            kept = new string(Letters);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Boxes(int count) // count * (16 + 8) bytes
    {
        for (int i = 0; i < count; i++)
            kept = new Pair { A = i };
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Big(int count) // count * (32 + 8 * 100000) bytes
    {
        for (int i = 0; i < count; i++)
            kept = new long[100000];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Outer(int count) // count * 32 bytes, one deeper
    {
        Nodes(count);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Generic(int count) // count * (32 + 4 * 4) bytes
    {
        for (int i = 0; i < count; i++)
            kept = new Dictionary<string, List<int>>[2];
    }

    public static void Main(string[] args)
    {
        int times = args.Length > 0 ? int.Parse(args[0]) : 1;
        Nodes(1000 * times);
        Arrays(500 * times);
        Strings(300 * times);
        Boxes(200 * times);
        Big(3 * times);
        Outer(100 * times);
        Generic(50 * times);
    }
}
