// DynamicObjects: dynamic: calls, operators, indexers, conversions, ExpandoObject, DynamicObject, failures of binding.
// references: Microsoft.CSharp
using System;
using System.Collections.Generic;
using System.Dynamic;
using Microsoft.CSharp.RuntimeBinder;

class DynamicObjects
{
    class Bag : DynamicObject
    {
        readonly Dictionary<string, object> values = new Dictionary<string, object>();
        public override bool TryGetMember(GetMemberBinder binder, out object result) { return values.TryGetValue(binder.Name, out result); }
        public override bool TrySetMember(SetMemberBinder binder, object value) { values[binder.Name] = value; return true; }
        public override bool TryInvokeMember(InvokeMemberBinder binder, object[] args, out object result) { result = binder.Name + "(" + string.Join(",", args) + ")"; return true; }
        public override bool TryGetIndex(GetIndexBinder binder, object[] indexes, out object result) { result = indexes[0]; return true; }
        public override bool TryBinaryOperation(BinaryOperationBinder binder, object arg, out object result) { result = binder.Operation + ":" + arg; return true; }
        public override bool TryConvert(ConvertBinder binder, out object result) { result = 99; return binder.Type == typeof(int); }
    }

    static string Which(int i) { return "int"; }
    static string Which(string s) { return "string"; }
    static string Which(object o) { return "object"; }

    static void Main()
    {
        dynamic d = 5;
        Console.WriteLine(d + 2);
        Console.WriteLine(d * 1.5);
        d = "text";
        Console.WriteLine(d.Length + d.ToUpper());
        Console.WriteLine(d[1]);
        foreach (dynamic o in new object[] { 1, "s", 2.5, 'c' })
            Console.Write(Which(o) + " ");
        Console.WriteLine();
        dynamic e = new ExpandoObject();
        e.Name = "expando";
        e.Count = 1;
        e.Count++;
        e.Twice = (Func<int, int>)(x => x * 2);
        Console.WriteLine("{0} {1} {2}", e.Name, e.Count, e.Twice(21));
        foreach (KeyValuePair<string, object> p in (IDictionary<string, object>)e)
            Console.Write(p.Key + " ");
        Console.WriteLine();
        dynamic b = new Bag();
        b.X = 3;
        Console.WriteLine("{0} {1} {2} {3} {4}", b.X, b.Do(1, "two"), b[7], b - 4, (int)b);
        dynamic list = new List<int> { 3, 1, 2 };
        list.Sort();
        list.Add(9);
        Console.WriteLine(string.Join(",", list));
        int sum = 0;
        foreach (int i in list)
            sum += i;
        Console.WriteLine(sum);
        foreach (Action bad in new Action[] { () => d.Nope(), () => Console.WriteLine(d - 1), () => { int i = d; }, () => Console.WriteLine(b.Missing), () => { dynamic n = null; n.X(); } })
            try
            {
                bad();
            }
            catch (RuntimeBinderException x)
            {
                Console.WriteLine(x.Message);
            }
        for (int i = 0; i < 3; i++)
        {
            dynamic v = i == 0 ? (object)1 : i == 1 ? (object)2.5 : "z";
            Console.Write(v + v + " ");
        }
        Console.WriteLine();
    }
}
