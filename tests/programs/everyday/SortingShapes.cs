// SortingShapes: sorting by every way of the class library and by hand: keys, comparers, stability, broken orders.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.Linq;

struct Shape : IComparable<Shape>, IComparable, IEquatable<Shape>
{
    public readonly string Name;
    public readonly double Area;
    public Shape(string name, double area) { Name = name; Area = area; }
    public int CompareTo(Shape other) => Area.CompareTo(other.Area);
    int IComparable.CompareTo(object other) => other is Shape s ? CompareTo(s) : throw new ArgumentException("no shape");
    public bool Equals(Shape other) => Name == other.Name && Area.Equals(other.Area);
    public override string ToString() => $"{Name}:{Area}";
}

class ByName : IComparer<Shape>, IComparer
{
    public int Count;
    public int Compare(Shape a, Shape b) { Count++; return string.CompareOrdinal(a.Name, b.Name); }
    int IComparer.Compare(object a, object b) => Compare((Shape)a, (Shape)b);
}

class NoOrder { public override string ToString() => "no order"; }

class SortingShapes
{
    static void Quick<T>(T[] a, int low, int high, Comparison<T> compare)
    {
        while (low < high)
        {
            T pivot = a[low + (high - low) / 2];
            int i = low, j = high;
            while (i <= j)
            {
                while (compare(a[i], pivot) < 0) i++;
                while (compare(a[j], pivot) > 0) j--;
                if (i <= j)
                {
                    T t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            if (j - low < high - i) { Quick(a, low, j, compare); low = i; }
            else { Quick(a, i, high, compare); high = j; }
        }
    }

    static T[] Merge<T>(T[] a, IComparer<T> order)
    {
        if (a.Length < 2)
            return a;
        T[] left = Merge(a.Take(a.Length / 2).ToArray(), order), right = Merge(a.Skip(a.Length / 2).ToArray(), order), all = new T[a.Length];
        for (int i = 0, j = 0; i + j < all.Length;)
            all[i + j] = j == right.Length || i < left.Length && order.Compare(left[i], right[j]) <= 0 ? left[i++] : right[j++];
        return all;
    }

    static void Heap<T>(IList<T> a) where T : IComparable<T>
    {
        for (int n = a.Count, start = n / 2 - 1; n > 1;)
        {
            int root = start >= 0 ? start-- : 0;
            if (root == 0 && start < 0 && n <= a.Count)
            {
                if (start == -2) { n--; T t = a[0]; a[0] = a[n]; a[n] = t; }
                else start = -2;
            }
            for (int child; (child = 2 * root + 1) < n; root = child)
            {
                if (child + 1 < n && a[child].CompareTo(a[child + 1]) < 0) child++;
                if (a[root].CompareTo(a[child]) >= 0) break;
                T t = a[root]; a[root] = a[child]; a[child] = t;
            }
        }
    }

    static string Show<T>(IEnumerable<T> items) => string.Join(" ", items);

    static void Main()
    {
        Random random = new Random(7);
        Shape[] shapes = Enumerable.Range(0, 40).Select(i => new Shape(((char)('a' + random.Next(6))).ToString(), random.Next(12) / 2.0)).ToArray();
        Shape[] a = (Shape[])shapes.Clone();
        Array.Sort(a);
        Console.WriteLine(Show(a.Select(s => s.Area)));
        ByName byName = new ByName();
        a = (Shape[])shapes.Clone();
        Array.Sort(a, 5, 30, byName);
        Console.WriteLine("{0} {1}", Show(a.Select(s => s.Name)), byName.Count > 50);
        Console.WriteLine(Show(shapes.OrderBy(s => s.Name, StringComparer.Ordinal).ThenByDescending(s => s)));
        Console.WriteLine(Show(Merge(shapes, byName)) == Show(shapes.OrderBy(s => s, byName)));
        a = (Shape[])shapes.Clone();
        Quick(a, 0, a.Length - 1, (x, y) => x.Area != y.Area ? y.Area.CompareTo(x.Area) : string.CompareOrdinal(x.Name, y.Name));
        Console.WriteLine(Show(a));
        List<int> numbers = Enumerable.Range(0, 300).Select(i => random.Next(-1000, 1000)).ToList();
        int[] heap = numbers.ToArray();
        Heap(heap);
        numbers.Sort();
        Console.WriteLine("{0} {1} {2}", heap.SequenceEqual(numbers), numbers.BinarySearch(numbers[17]) >= 0, ~numbers.BinarySearch(5000));
        int[] keys = { 3, 1, 2, 9, 4 };
        string[] items = { "three", "one", "two", "nine", "four" };
        Array.Sort(keys, items);
        Array.Reverse(items, 1, 3);
        Console.WriteLine(Show(items) + " " + Array.BinarySearch(keys, 4) + " " + Array.IndexOf(items, "two") + " " + Array.FindLastIndex(keys, k => k < 4));
        double[] reals = { 2, double.NaN, -0.0, double.NegativeInfinity, 0, double.PositiveInfinity, double.Epsilon };
        Array.Sort(reals);
        Console.WriteLine(Show(reals));
        object[] mixed = { 3, "x", 1 };
        foreach (Action bad in new Action[] { () => Array.Sort(mixed), () => new List<NoOrder> { new NoOrder(), new NoOrder() }.Sort(), () => new[] { "a", null }.ToList().Sort((x, y) => x.Length - y.Length), () => Array.Sort(keys, new int[2]), () => numbers.Sort(5, 1000, null) })
            try { bad(); Console.WriteLine("sorted"); }
            catch (Exception e) { Console.WriteLine("{0}: {1} <- {2}", e.GetType().Name, e.Message.Split('\n')[0], e.InnerException?.GetType().Name); }
        string[] texts = { "résumé", "Resume", "résume", "resume", "co-op", "coop", "Äpfel", "apfel", "Zebra", "ångström", "10", "9", "" };
        Console.WriteLine(Show(texts.OrderBy(t => t, StringComparer.InvariantCulture)) + " | " + Show(texts.OrderBy(t => t, StringComparer.Ordinal)) + " | " + Show(texts.OrderBy(t => t, StringComparer.InvariantCultureIgnoreCase)));
        SortedDictionary<string, int> tree = new SortedDictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        foreach (string t in texts)
            tree[t] = tree.TryGetValue(t, out int n) ? n + 1 : 1;
        Console.WriteLine(Show(tree));
        SortedSet<Shape> set = new SortedSet<Shape>(shapes, byName);
        Console.WriteLine("{0} {1} {2} {3}", set.Count, set.Min.Name, Show(set.GetViewBetween(new Shape("b", 0), new Shape("d", 0)).Select(s => s.Name)), Show(set.Reverse().Select(s => s.Name)));
        SortedList<int, string> list = new SortedList<int, string> { { 5, "five" }, { 1, "one" }, { 3, "three" } };
        list.RemoveAt(1);
        Console.WriteLine("{0} {1} {2}", Show(list), list.IndexOfKey(5), list.IndexOfValue("none"));
        ArrayList old = new ArrayList(shapes.Take(5).ToArray());
        old.Sort();
        Console.WriteLine(Show(old.Cast<Shape>()));
        OrderedDictionary ordered = new OrderedDictionary { { "z", 1 }, { "a", 2 } };
        ordered.Insert(1, "m", 3);
        Console.WriteLine(Show(ordered.Keys.Cast<string>()) + " " + ordered[2]);
        Console.WriteLine(Show(Enumerable.Range(0, 20).OrderBy(i => i % 3).ThenBy(i => -i)) + " " + Show(numbers.Where((n, i) => i % 29 == 0).OrderByDescending(Math.Abs)));
    }
}
