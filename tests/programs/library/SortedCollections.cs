// SortedCollections: SortedDictionary, SortedList, SortedSet, LinkedList, BitArray, HashSet algebra, Stack, Queue, NameValueCollection.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.Linq;

class SortedCollections
{
    static void Main()
    {
        SortedDictionary<string, int> sd = new SortedDictionary<string, int>(StringComparer.Ordinal) { { "m", 1 }, { "a", 2 }, { "z", 3 } };
        sd["k"] = 4;
        sd.Remove("m");
        Console.WriteLine("{0} {1}", string.Join(" ", sd), string.Join(",", sd.Keys));
        SortedList<int, string> sl = new SortedList<int, string> { { 5, "five" }, { 1, "one" }, { 3, "three" } };
        Console.WriteLine("{0} {1} {2} {3}", sl.IndexOfKey(3), sl.Values[0], sl.IndexOfValue("five"), string.Join(" ", sl));
        sl.RemoveAt(0);
        Console.WriteLine(sl.Keys[0]);
        SortedSet<int> ss = new SortedSet<int>(Enumerable.Range(0, 50).Select(i => i * 7 % 50));
        Console.WriteLine("{0} {1} {2} {3}", ss.Min, ss.Max, ss.Count, string.Join(",", ss.GetViewBetween(10, 20)));
        ss.RemoveWhere(i => i % 2 == 0);
        Console.WriteLine(string.Join(",", ss.Reverse().Take(5)));
        SortedSet<int> view = ss.GetViewBetween(5, 9);
        ss.Add(6);
        Console.WriteLine(string.Join(",", view));
        try
        {
            view.Add(100);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        HashSet<int> hs = new HashSet<int> { 1, 2, 3, 4 };
        hs.SymmetricExceptWith(new[] { 3, 4, 5 });
        Console.WriteLine("{0} {1} {2} {3}", string.Join(",", hs), hs.IsSubsetOf(new[] { 1, 2, 5, 9 }), hs.Overlaps(new[] { 9 }), hs.SetEquals(new[] { 5, 2, 1 }));
        LinkedList<string> ll = new LinkedList<string>(new[] { "a", "b", "c" });
        ll.AddAfter(ll.Find("b"), "b2");
        ll.AddBefore(ll.First, "start");
        ll.RemoveLast();
        LinkedListNode<string> node = ll.FindLast("b2");
        Console.WriteLine("{0} {1} {2}", string.Join(">", ll), node.Previous.Value, node.Next == null);
        try
        {
            ll.AddLast(node);
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        BitArray bits = new BitArray(new[] { 0x0F, unchecked((int)0x80000001) });
        BitArray mask = new BitArray(64, true);
        mask[0] = false;
        Console.WriteLine("{0} {1}", bits.And(mask).Cast<bool>().Count(b => b), bits.Not().Cast<bool>().Count(b => b));
        byte[] bytes = new byte[8];
        bits.CopyTo(bytes, 0);
        Console.WriteLine(BitConverter.ToString(bytes));
        Stack<int> st = new Stack<int>(new[] { 1, 2, 3 });
        Queue<int> qu = new Queue<int>(new[] { 1, 2, 3 });
        for (int i = 0; i < 10; i++)
        {
            qu.Enqueue(i);
            qu.Dequeue();
        }
        Console.WriteLine("{0} {1} {2} {3}", st.Pop(), string.Join(",", st), string.Join(",", qu), qu.Peek());
        NameValueCollection nv = new NameValueCollection { { "k", "1" }, { "K", "2" }, { "other", null } };
        Console.WriteLine("{0} {1} {2} {3}", nv["k"], nv.Count, nv.GetValues("K").Length, string.Join(",", nv.AllKeys));
        OrderedDictionary od = new OrderedDictionary { { "z", 1 }, { "a", 2 } };
        od.Insert(1, "m", 3);
        foreach (DictionaryEntry e in od)
            Console.Write("{0}={1} ", e.Key, e.Value);
        Console.WriteLine(od[0]);
        ListDictionary ld = new ListDictionary { { 1, "x" } };
        HybridDictionary hd = new HybridDictionary(true);
        for (int i = 0; i < 20; i++)
            hd["Key" + i] = i;
        Console.WriteLine("{0} {1} {2}", ld.Contains(1), hd.Count, hd["KEY7"]);
        StringCollection sc = new StringCollection();
        sc.AddRange(new[] { "p", "q" });
        Console.WriteLine("{0} {1}", sc.IndexOf("q"), sc.Contains("r"));
        BitVector32 bv = new BitVector32(0);
        BitVector32.Section low = BitVector32.CreateSection(15), high = BitVector32.CreateSection(63, low);
        bv[low] = 9;
        bv[high] = 33;
        Console.WriteLine("{0} {1}", bv, bv.Data);
        SortedList old = new SortedList { { "b", 1 }, { "a", 2 } };
        Console.WriteLine("{0} {1}", old.GetKey(0), old.GetByIndex(1));
        Hashtable h = new Hashtable { { 1, "a" }, { "s", 2 } };
        Console.WriteLine("{0} {1} {2}", h[1], h["s"], h.ContainsValue(3));
        ArrayList al = ArrayList.Adapter(new[] { 3, 1, 2 });
        al.Sort();
        Console.WriteLine(string.Join(",", al.Cast<int>()) + al.BinarySearch(2));
    }
}
