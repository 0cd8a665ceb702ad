// TuplesAndLazies: Tuple and ValueTuple equality, order, text; WeakReference<T>; ConditionalWeakTable; Version; Nullable helpers; Buffer; BitConverter.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

class TuplesAndLazies
{
    class Key { }

    static void Main()
    {
        var a = Tuple.Create(1, "x", 2.5);
        var b = Tuple.Create(1, "x", 2.5);
        Console.WriteLine("{0} {1} {2} {3}", a, a.Equals(b), a == b, a.GetHashCode() == b.GetHashCode());
        Console.WriteLine("{0} {1}", ((IComparable)Tuple.Create(1, 2)).CompareTo(Tuple.Create(1, 3)), ((IStructuralEquatable)Tuple.Create("A")).Equals(Tuple.Create("a"), StringComparer.OrdinalIgnoreCase));
        Console.WriteLine(Tuple.Create(1, 2, 3, 4, 5, 6, 7, 8));
        Console.WriteLine(new Tuple<int, int, int, int, int, int, int, Tuple<int, int>>(1, 2, 3, 4, 5, 6, 7, Tuple.Create(8, 9)));
        try
        {
            ((IComparable)Tuple.Create(1)).CompareTo("x");
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        (int n, string s) v = (1, null);
        var w = ValueTuple.Create(1, 2, 3, 4, 5, 6, 7, 8);
        Console.WriteLine("{0} {1} {2} {3}", v, v.Equals((1, null)), w, w.Rest);
        Console.WriteLine("{0} {1}", (1, "b").CompareTo((1, "a")), default((int, string)));
        (v.n, v.s) = (5, "five");
        var (x, y) = v;
        Console.WriteLine("{0} {1} {2}", x, y, new Dictionary<(int, int), string> { { (1, 2), "found" } }[(1, 2)]);
        List<(string, int)> list = new List<(string, int)> { ("b", 1), ("a", 2), ("a", 1) };
        list.Sort();
        Console.WriteLine(string.Join(" ", list));
        Key key = new Key();
        WeakReference<Key> weak = new WeakReference<Key>(key);
        Key target;
        Console.WriteLine("{0} {1}", weak.TryGetTarget(out target), ReferenceEquals(target, key));
        weak.SetTarget(null);
        Console.WriteLine(weak.TryGetTarget(out target));
        ConditionalWeakTable<Key, string> table = new ConditionalWeakTable<Key, string>();
        table.Add(key, "attached");
        string attached;
        Console.WriteLine("{0} {1} {2}", table.TryGetValue(key, out attached), attached, table.GetValue(new Key(), k => "made"));
        try
        {
            table.Add(key, "again");
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        Version version = new Version("1.2.3.4");
        Console.WriteLine("{0} {1} {2} {3}", version, version > new Version(1, 2), version.ToString(2), Version.Parse("9.8").Build);
        foreach (string bad in new[] { "1", "1.2.3.4.5", "1.-2", "a.b", "" })
            try
            {
                Console.WriteLine(new Version(bad));
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", bad, e.GetType().Name);
            }
        Console.WriteLine("{0} {1} {2}", Nullable.Compare<int>(null, 1), Nullable.Equals<int>(2, 2), Nullable.GetUnderlyingType(typeof(DateTime?)));
        Console.WriteLine("{0} {1} {2}", BitConverter.ToString(BitConverter.GetBytes(1.5)), BitConverter.ToInt32(new byte[] { 0, 1, 2, 3, 4 }, 1), BitConverter.DoubleToInt64Bits(-0.0));
        int[] ints = { 1, 2, 3 };
        Buffer.BlockCopy(ints, 0, ints, 4, 8);
        Console.WriteLine("{0} {1} {2}", string.Join(",", ints), Buffer.ByteLength(ints), Buffer.GetByte(ints, 4));
        Console.WriteLine("{0} {1}", Convert.ToBase64String(new byte[70], Base64FormattingOptions.InsertLineBreaks).Length, string.Join(",", Convert.FromBase64String(" AQ I D\n")));
        foreach (Func<object> bad in new Func<object>[] { () => Convert.FromBase64String("abc"), () => Convert.ToInt32("x"), () => Convert.ToByte(300), () => Convert.ChangeType("5", typeof(DateTime)), () => Convert.ToBoolean("maybe") })
            try
            {
                Console.WriteLine(bad());
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        Console.WriteLine("{0} {1} {2} {3}", Convert.ToString(255, 2), Convert.ToInt32("7f", 16), Convert.ToString(-1L, 16), Convert.ChangeType("12", typeof(int)));
    }
}
