// Every construct of C# whose name a compiler mangles, run once. check-names-mono.c reads the trace.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Acme {
    public interface IFoo<T> { T Get(T x); int Prop { get; set; } }

    public class Impl : IFoo<int> {
        int IFoo<int>.Get(int x) { return x; }
        int IFoo<int>.Prop { get { return 1; } set { } }
    }

    public class Outer<T> {
        public class Inner<U> { public void M<V>(T t, U u, V v, List<Dictionary<T, U>> l) { } }
        public IEnumerable<T> It(T x) { Func<T> f = () => x; yield return f(); }
    }

    public struct Vec {
        public static Vec operator +(Vec a, Vec b) { return a; }
        public static Vec operator -(Vec a) { return a; }
        public static implicit operator int(Vec v) { return 1; }
    }

    public static class Args {
        public static void A(ref int a, out string b, int[] c, int[,] d, int[][] e, Vec? f, params object[] g) {
            b = "";
        }
        public static void B(short a, ushort b, float c, decimal d, IntPtr e, UIntPtr f) { }
        public static T Shared<T>(T[] x) { return default(T); }
    }

    public class Lambdas {
        int field = new Func<int>(() => 6)();
        static int counter;
        static Lambdas() { counter++; }
        public Lambdas() { Action a = () => counter++; a(); }

        public void Work(int n) {
            Action<int> a = x => counter += x, b = x => counter += x + n;
            Func<int, Func<int, int>> c = x => y => x + y + n + field;
            a(1); b(2); c(3)(4);
        }
        public void Work(string s) { Action a = () => counter += s.Length, b = delegate { counter++; }; a(); b(); }
        public async Task<int> As(int x) {
            await Task.Yield();
            Func<Task<int>> f = async () => { await Task.Yield(); return x; };
            return await f();
        }
        public async Task As(string s) { await Task.Yield(); counter += s.Length; }
        public IEnumerable<int> Iter(int n) { for (int i = 0; i < n; i++) { Func<int> f = () => i; yield return f(); } }
        public IEnumerable<int> Iter(string s) { yield return s.Length; }
        public void Generic<T>(T x) { Func<T> f = () => x; Func<T, T> g = y => y; f(); g(x); }
        public int this[int i] { get { Func<int> f = () => 3; return f(); } set { } }
        public IEnumerable<int> PropIt { get { yield return 2; } }
        public void Query() {
            foreach (var z in from x in new[] { 1, 2 } where x > 1 select new { A = x, B = "" }) counter += z.A;
        }
    }
}

class P {
    static void Main() {
        Acme.IFoo<int> foo = new Acme.Impl();
        foo.Prop = foo.Get(1) + foo.Prop;
        new Acme.Outer<int>.Inner<string>().M<long>(1, "", 2, null);
        new Acme.Outer<string>.Inner<object>().M<string>("", "", "", null);
        foreach (var x in new Acme.Outer<int>().It(1)) { }
        foreach (var x in new Acme.Outer<string>().It("")) { }
        var v = -(new Acme.Vec() + new Acme.Vec());
        int i = v;
        string o;
        Acme.Args.A(ref i, out o, null, null, null, null);
        Acme.Args.B(1, 2, 3, 4, IntPtr.Zero, UIntPtr.Zero);
        Acme.Args.Shared<int>(null);
        Acme.Args.Shared<string>(null);
        var l = new Acme.Lambdas();
        l.Work(1); l.Work("");
        l.As(1).Wait(); l.As("").Wait();
        i = l.Iter(2).Sum() + l.Iter("").Sum() + l.PropIt.Sum();
        l.Generic(1); l.Generic("");
        l[1] = l[2];
        l.Query();
    }
}
