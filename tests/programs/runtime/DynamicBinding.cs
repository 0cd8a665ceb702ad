// DynamicBinding: the `dynamic` type: members, operators, conversions, indexers, overloads, ExpandoObject,
// DynamicObject, binding errors.
using System;
using System.Collections.Generic;
using System.Dynamic;
using System.Linq;
using Microsoft.CSharp.RuntimeBinder;

public class Target
{
    public int Field = 3;
    public string Name { get; set; }
    public string Over(int x) { return "int " + x; }
    public string Over(string x) { return "string " + x; }
    public string Over(object x) { return "object " + x; }
    public int this[int i] { get { return i * Field; } set { Field = value - i; } }
    public static int operator +(Target a, int b) { return a.Field + b; }
}

public class Echo : DynamicObject
{
    public override bool TryGetMember(GetMemberBinder binder, out object result)
    {
        result = "get " + binder.Name;
        return binder.Name != "Missing";
    }
    public override bool TryInvokeMember(InvokeMemberBinder binder, object[] args, out object result)
    {
        result = binder.Name + "(" + string.Join(",", args) + ")";
        return true;
    }
}

public static class DynamicBinding
{
    public static int Main()
    {
        dynamic a = 3, b = 4.5;
        Console.WriteLine(a + b);
        Console.WriteLine(a * 2 > b ? "more" : "less");
        dynamic s = "text";
        Console.WriteLine(s.Length + " " + s.ToUpper() + " " + s[1] + " " + (s + a));
        dynamic t = new Target { Name = "n" };
        foreach (object o in new object[] { 1, "two", 3.0, 'c' })
        {
            dynamic d = o;
            Console.WriteLine(t.Over(d));
        }
        t.Field = 7;
        t.Name += "!";
        t[2] = 10;
        Console.WriteLine("{0} {1} {2} {3}", t.Field, t.Name, t[3], t + 1);
        int converted = a;
        long wide = a;
        Console.WriteLine("{0} {1}", converted, wide);
        dynamic list = new List<int> { 1, 2, 3 };
        list.Add(4);
        foreach (var item in list)
            Console.Write(item + " ");
        Console.WriteLine(Enumerable.Sum((IEnumerable<int>)list));
        dynamic expando = new ExpandoObject();
        expando.X = 5;
        expando.Twice = (Func<int, int>)(v => v * 2);
        expando.X += 1;
        Console.WriteLine("{0} {1}", expando.X, expando.Twice(21));
        foreach (var pair in (IDictionary<string, object>)expando)
            Console.WriteLine(pair.Key);
        dynamic echo = new Echo();
        Console.WriteLine("{0} {1}", echo.Something, echo.Call(1, "x"));
        try { Console.WriteLine(echo.Missing); } catch (RuntimeBinderException e) { Console.WriteLine(e.GetType()); }
        try { Console.WriteLine(t.Nothing); } catch (RuntimeBinderException e) { Console.WriteLine(e.Message); }
        try { string bad = a; } catch (RuntimeBinderException e) { Console.WriteLine(e.Message); }
        dynamic nothing = null;
        try { nothing.Foo(); } catch (RuntimeBinderException e) { Console.WriteLine(e.Message); }
        dynamic anonymous = new { P = 1, Q = "q" };
        Console.WriteLine("{0}{1}", anonymous.P, anonymous.Q);
        Func<dynamic, dynamic, dynamic> add = (x, y) => x + y;
        Console.WriteLine("{0} {1} {2}", add(1, 2), add("a", "b"), add(1, "z"));
        return 0;
    }
}
