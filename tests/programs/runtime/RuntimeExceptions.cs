// RuntimeExceptions: what the runtime itself throws: null, bounds, cast, divide, overflow, store, memory, messages
// of each.
using System;
using System.Collections.Generic;

class Node
{
    public int Value;
    public Node Next;
    public int[] Data;

    public virtual int Virtual() => 1;

    public int Plain() => Value;
}

struct Wide
{
    public long A, B, C;
}

static class RuntimeExceptions
{
    static void Try(string what, Action f)
    {
        try
        {
            f();
            Console.WriteLine(what + ": fine");
        }
        catch (Exception e)
        {
            string full = e.GetType().FullName;
            Console.WriteLine($"{what}: {full}: {e.Message} {e is SystemException} {e.HResult:x}");
        }
    }

    static void Touch(ref int x)
    {
        x = 1;
    }

    static void Main()
    {
        Node none = null;
        Node[] nodes = new Node[2];
        int[] ints = null;
        int[] three = new int[3];
        string text = null;
        Wide[] wides = null;
        object boxed = 5, word = "word";
        int zero = 0, minus = -1, least = int.MinValue, big = int.MaxValue;
        Action action = null;
        List<int> list = null;
        Try("field", () => Console.WriteLine(none.Value));
        Try("store field", () => none.Value = 1);
        Try("virtual", () => none.Virtual());
        Try("plain", () => none.Plain());
        Try("chain", () => Console.WriteLine(new Node().Next.Next));
        Try("element of null", () => Console.WriteLine(ints[0]));
        Try("store in null", () => ints[0] = 1);
        Try("length", () => Console.WriteLine(ints.Length));
        Try("null element", () => Console.WriteLine(nodes[1].Value));
        Try("wide", () => Console.WriteLine(wides[0].B));
        Try("text", () => Console.WriteLine(text.Length));
        Try("text index", () => Console.WriteLine(text[0]));
        Try("delegate", () => action());
        Try("unbox null", () => Console.WriteLine((int)(object)none));
        Try("lock null", () => { lock (none) { } });
        Try("throw null", () => throw null);
        Try("foreach null", () => { foreach (int x in ints) Console.WriteLine(x); });
        Try("foreach null list", () => { foreach (int x in list) Console.WriteLine(x); });
        Try("type of null", () => none.GetType());
        Try("bounds", () => Console.WriteLine(three[big]));
        Try("bounds store", () => three[minus] = 1);
        Try("bounds address", () => Touch(ref three[3]));
        Try("string bounds", () => Console.WriteLine("abc"[minus]));
        Try("cast", () => Console.WriteLine((string)boxed));
        Try("cast 2", () => Console.WriteLine((Node)word));
        Try("cast array", () => Console.WriteLine((int[])word));
        Try("cast generic", () => Console.WriteLine((List<string>)(object)new List<int>()));
        Try("cast interface", () => Console.WriteLine((IDisposable)word));
        Try("cast delegate", () => Console.WriteLine((Action)word));
        Try("unbox", () => Console.WriteLine((long)boxed));
        Try("divide", () => Console.WriteLine(1 / zero));
        Try("rest", () => Console.WriteLine(1L % zero));
        Try("least", () => Console.WriteLine(least / minus));
        Try("overflow", () => Console.WriteLine(checked(big + 1)));
        Try("overflow cast", () => Console.WriteLine(checked((byte)big)));
        Try("array size", () => Console.WriteLine(new int[minus].Length));
        Try("array size 2", () => Console.WriteLine(new int[2, minus].Length));
        Try("store", () => ((object[])new string[1])[0] = boxed);
        Try("store 2", () => ((object[])new Node[1])[0] = word);
        Try("arith", () => Console.WriteLine(Math.Sign(double.NaN)));
        Try("key", () => Console.WriteLine(new Dictionary<string, int>()["nokey"]));
        Try("key null", () => Console.WriteLine(new Dictionary<string, int>()[null]));
        Try("empty", () => new Stack<int>().Pop());
        Try("range", () => new List<int>()[0] = 1);
        Try("changed", () => { var l = new List<int> { 1, 2 }; foreach (int x in l) l.Add(x); });
        Try("format", () => int.Parse("x"));
        Try("disposed", () => new System.IO.MemoryStream { Position = 0 }.Seek(-1, System.IO.SeekOrigin.Begin));
        Try("not implemented", () => throw new NotImplementedException());
        Try("argument", () => throw new ArgumentException("bad", "name"));
        Try("range argument", () => throw new ArgumentOutOfRangeException("name", 5, "too big"));
        Try("null argument", () => throw new ArgumentNullException("name"));
        Try("plain exception", () => throw new Exception());
        Try("own", () => throw new OwnException(7));
    }

    class OwnException : Exception
    {
        readonly int code;

        public OwnException(int c) : base("own message")
        {
            code = c;
        }

        public override string Message => base.Message + " " + code;
    }
}
