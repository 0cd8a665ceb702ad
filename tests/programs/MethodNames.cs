// MethodNames: a method for each way in which .NET's own runtime and Mono name methods apart, each called at least once,
// and as many that are never called. Then Spin.Turn() for as many milliseconds as the argument says.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

public enum Level { Low, High }

namespace Names
{
    public struct Pair { public int A; public string B; }

    public class Outer<T>
    {
        public enum Kind { One }
        public struct Value { public T Held; }

        public class Inner<U>
        {
            public U Pick(T t, U u, Kind k, Value v, List<U> list, Dictionary<T, List<U[]>> map) { return u; }
            public V Make<V, W>(V v, W w, U u, T[] ts, ref V result) { return v; }
            public void NotCalled(T t) { }
        }

        public static int Count<X>(Inner<X> inner) { return 1; }
    }

    public interface IGet<T> { T Get(T t); }

    public class Gets : IGet<int>, IGet<string>
    {
        int IGet<int>.Get(int t) { return t; }
        string IGet<string>.Get(string t) { return t; }
    }

    public struct Vector
    {
        public double X;

        public static Vector operator +(Vector a, Vector b) { return a; }
        public static implicit operator double(Vector v) { return v.X; }
        public override string ToString() { return "vector"; }
    }

    public class Nest
    {
        public class Deep
        {
            public class Leaf { public int Go(Leaf other) { return 1; } }
        }
    }

    public class Methods
    {
        int field;

        public int this[int i] { get { return field; } set { field = value; } }

        public int Kinds(bool a, char b, sbyte c, byte d, short e, ushort f, int g, uint h, long i, ulong j, float k,
                         double l, string m, object n, decimal o, IntPtr p, UIntPtr q, DateTime r)
        {
            return 1;
        }

        public int Refs(ref int a, out string b, ref Vector v, ref int[] array, ref List<int> list) { b = ""; return a; }
        public int Arrays(int[] a, int[,] b, int[,,] c, int[][] d, string[][,] e, Vector[] f, Outer<int>.Value[] g) { return 1; }
        public int Nested(Outer<int>.Kind k, Outer<string>.Inner<int> i, Level l, Nest.Deep.Leaf leaf) { return 1; }
        public int Nullables(int? a, Vector? b, KeyValuePair<int, string>? c, Tuple<int, Vector> d) { return 1; }
        public int Overload(int a) { return 1; }
        public int Overload(Nest.Deep.Leaf a) { return 1; }
        public int Overload(string a) { return 1; } // never called
        public int Generic<T>(T t, T[] array, List<T> list, Func<T, int> f) { return f(t); }
        public IEnumerable<int> Iterate(int n) { for (int i = 0; i < n; i++) yield return i; }
        public async Task<int> Wait(int n) { await Task.Yield(); return n; }
        public void NotCalled() { }
    }

    public class Started
    {
        public static readonly int Value;
        static Started() { Value = 3; }
    }

    public class Spin
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int Turn(int[] data, int rounds)
        {
            int sum = 0;
            for (int k = 0; k < rounds; k++)
                for (int i = 0; i < data.Length; i++)
                    sum = sum * 31 + data[i] + k;
            return sum;
        }
    }
}

static class MethodNames
{
    static void Parameters(Names.Methods m)
    {
        int one = 1;
        string text;
        var vector = new Names.Vector();
        int[] array = null;
        var list = new List<int>();
        m.Kinds(true, 'a', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "", "", 11, IntPtr.Zero, UIntPtr.Zero, new DateTime());
        m.Refs(ref one, out text, ref vector, ref array, ref list);
        m.Arrays(null, null, null, null, null, null, null);
        m.Nested(Names.Outer<int>.Kind.One, null, Level.High, null);
        m.Nullables(1, vector, null, null);
        m.Overload(1);
        m.Overload(new Names.Nest.Deep.Leaf());
        m[1] = m[2];
        new Names.Nest.Deep.Leaf().Go(null);
        vector = vector + vector;
        double x = vector;
        if (x != 0)
            vector = new Names.Vector();
        vector.ToString();
    }

    static void Generics(Names.Methods m)
    {
        m.Generic(1, null, null, y => y);
        m.Generic("s", null, null, y => 1);
        m.Generic(new Names.Vector(), null, null, y => 2);
        m.Generic(new KeyValuePair<int, string>(), null, null, y => 3);
        var ints = new Names.Outer<int>.Inner<string>();
        ints.Pick(1, "", Names.Outer<int>.Kind.One, new Names.Outer<int>.Value(), null, null);
        int one = 1;
        var pair = new Names.Pair();
        ints.Make(1, "", "", null, ref one);
        ints.Make(pair, new KeyValuePair<int, string>(), "", null, ref pair);
        var pairs = new Names.Outer<KeyValuePair<string, int>>.Inner<Names.Outer<int>.Value>();
        pairs.Pick(new KeyValuePair<string, int>(), new Names.Outer<int>.Value(), Names.Outer<KeyValuePair<string, int>>.Kind.One,
                   new Names.Outer<KeyValuePair<string, int>>.Value(), null, null);
        Names.Outer<byte>.Count<long>(null);
        Names.Outer<int[]>.Count<string[,]>(null);
        Names.IGet<int> ofInt = new Names.Gets();
        Names.IGet<string> ofString = new Names.Gets();
        ofInt.Get(1);
        ofString.Get("");
        var map = new Dictionary<Names.Vector, Level>();
        map[new Names.Vector()] = Level.Low;
    }

    static int Main(string[] args)
    {
        var m = new Names.Methods();
        Parameters(m);
        Generics(m);
        int sum = Names.Started.Value + m.Wait(4).Result;
        foreach (int i in m.Iterate(3))
            sum += i;
        int milliseconds = args.Length > 0 ? int.Parse(args[0]) : 0;
        var data = new int[1000];
        for (var watch = Stopwatch.StartNew(); watch.ElapsedMilliseconds < milliseconds;)
            Names.Spin.Turn(data, 100);
        Names.Spin.Turn(data, 1);
        Console.WriteLine(sum);
        return 0;
    }
}
