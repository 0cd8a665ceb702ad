// Comparers: default, own and structural comparers; sorts with keys and ranges; binary searches; stable facts of Array.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

class Comparers
{
    struct Money : IComparable<Money>, IEquatable<Money>
    {
        public int Cents;
        public int CompareTo(Money other) { return Cents.CompareTo(other.Cents); }
        public bool Equals(Money other) { return Cents == other.Cents; }
        public override int GetHashCode() { return Cents; }
        public override string ToString() { return "$" + Cents; }
    }

    static void Main()
    {
        Comparer<string> byEnd = Comparer<string>.Create((a, b) => string.CompareOrdinal(a.Substring(a.Length - 1), b.Substring(b.Length - 1)));
        string[] words = { "xb", "ya", "zc" };
        Array.Sort(words, byEnd);
        Console.WriteLine(string.Join(",", words));
        int[] keys = { 3, 1, 2 };
        string[] values = { "three", "one", "two" };
        Array.Sort(keys, values);
        Console.WriteLine(string.Join(",", keys) + " " + string.Join(",", values));
        int[] range = { 9, 8, 7, 6, 5, 4 };
        Array.Sort(range, 1, 4);
        Console.WriteLine(string.Join(",", range));
        Array.Reverse(range, 2, 3);
        Console.WriteLine(string.Join(",", range));
        Money[] money = { new Money { Cents = 5 }, new Money { Cents = 2 }, new Money { Cents = 9 } };
        Array.Sort(money);
        Console.WriteLine("{0} {1} {2}", string.Join(",", money), Array.BinarySearch(money, new Money { Cents = 5 }), Array.BinarySearch(money, new Money { Cents = 6 }));
        Console.WriteLine("{0} {1}", Comparer<Money>.Default.Compare(money[0], money[1]), EqualityComparer<Money>.Default.Equals(money[0], money[0]));
        Console.WriteLine("{0} {1}", Comparer<int?>.Default.Compare(null, 1), EqualityComparer<string>.Default.GetHashCode(null));
        IStructuralEquatable e = new[] { 1, 2, 3 };
        Console.WriteLine("{0} {1}", e.Equals(new[] { 1, 2, 3 }, StructuralComparisons.StructuralEqualityComparer), StructuralComparisons.StructuralComparer.Compare(new[] { 1, 2 }, new[] { 1, 3 }));
        Console.WriteLine("{0} {1} {2}", StringComparer.OrdinalIgnoreCase.Compare("a", "B"), StringComparer.InvariantCultureIgnoreCase.Equals("\u00e9", "\u00c9"), StringComparer.Ordinal.Equals("a", "A"));
        Random random = new Random(7);
        int[] many = Enumerable.Range(0, 2000).Select(i => random.Next(100)).ToArray();
        int[] sorted = (int[])many.Clone();
        Array.Sort(sorted);
        Console.WriteLine(sorted.SequenceEqual(many.OrderBy(i => i)));
        List<int> list = many.ToList();
        list.Sort((a, b) => b - a);
        Console.WriteLine("{0} {1} {2}", list[0], list[1999], list.BinarySearch(50, Comparer<int>.Create((a, b) => b - a)) >= 0);
        foreach (Action bad in new Action[] { () => Array.Sort(new object[] { 1, "x" }), () => Array.Sort(new[] { 1, 2, 3 }, (a, b) => { throw new InvalidOperationException("inside"); }), () => Comparer.Default.Compare(new object(), new object()), () => new List<object> { new object(), new object() }.Sort() })
            try
            {
                bad();
            }
            catch (Exception x)
            {
                Console.WriteLine("{0}: {1} / {2}", x.GetType().Name, x.Message.Split('\n')[0], x.InnerException == null ? "" : x.InnerException.GetType().Name);
            }
        double[] reals = { 1, double.NaN, -1, double.NegativeInfinity };
        Array.Sort(reals);
        Console.WriteLine(string.Join(" ", reals));
        Console.WriteLine("{0} {1} {2}", Array.IndexOf(many, many[10], 5) >= 5, Array.FindLastIndex(sorted, i => i < 10), Array.TrueForAll(sorted, i => i >= 0));
        Console.WriteLine(string.Join(",", Array.ConvertAll(keys, k => "k" + k)) + Array.Exists(keys, k => k == 2) + Array.FindAll(keys, k => k > 1).Length);
        Array made = Array.CreateInstance(typeof(int), new[] { 2, 2 }, new[] { 1, 5 });
        made.SetValue(7, 2, 6);
        Console.WriteLine("{0} {1} {2} {3}", made.GetLowerBound(1), made.GetUpperBound(1), made.GetValue(2, 6), made.Length);
        Array.Resize(ref keys, 5);
        Array.Copy(keys, 0, keys, 2, 3);
        Console.WriteLine(string.Join(",", keys));
    }
}
