// OtherCollections: HashSet, SortedSet, Queue, Stack, BitArray, ReadOnlyCollection, ObservableCollection, own
// collections.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Linq;

class Shouting : Collection<string>
{
    protected override void InsertItem(int index, string item) => base.InsertItem(index, item.ToUpperInvariant());

    protected override void RemoveItem(int index)
    {
        Console.WriteLine("removing " + this[index]);
        base.RemoveItem(index);
    }
}

class ByName : KeyedCollection<string, Type>
{
    protected override string GetKeyForItem(Type t) => t.Name;
}

static class OtherCollections
{
    static void Show<T>(string what, IEnumerable<T> all) => Console.WriteLine($"{what}: {string.Join(" ", all)}");

    static void Main()
    {
        var set = new HashSet<int> { 5, 1, 5, 3 };
        Console.WriteLine($"{set.Add(9)} {set.Add(1)} {set.Remove(5)} {set.Contains(3)} {set.Count}");
        set.UnionWith(new[] { 10, 11, 1 });
        Show("union", set.OrderBy(x => x));
        set.IntersectWith(new[] { 1, 3, 10, 99 });
        Show("intersect", set.OrderBy(x => x));
        set.ExceptWith(new[] { 3 });
        set.SymmetricExceptWith(new[] { 10, 20 });
        Show("symmetric", set.OrderBy(x => x));
        Console.WriteLine($"{set.IsSubsetOf(new[] { 1, 20, 30 })} {set.IsSupersetOf(new[] { 1 })} " +
            $"{set.Overlaps(new[] { 7 })} {set.SetEquals(new[] { 20, 1, 1 })} {set.RemoveWhere(x => x > 5)}");
        var sorted = new SortedSet<string>(StringComparer.Ordinal) { "m", "c", "x", "a", "c" };
        Show("sorted", sorted);
        Show("view", sorted.GetViewBetween("b", "n"));
        Console.WriteLine($"{sorted.Min} {sorted.Max} {sorted.Remove("c")} {sorted.Count}");
        Show("reverse", sorted.Reverse());
        var queue = new Queue<int>();
        for (int i = 0; i < 20; i++)
        {
            queue.Enqueue(i);
            if (i % 3 == 0)
                queue.Dequeue();
        }
        Show("queue", queue);
        Console.WriteLine($"{queue.Peek()} {queue.Count} {queue.Contains(19)} {queue.ToArray().Length}");
        var stack = new Stack<string>(new[] { "a", "b" });
        stack.Push("c");
        Show("stack", stack);
        Console.WriteLine(stack.Pop() + stack.Peek() + stack.Count);
        foreach (Action f in new Action[] { () => new Queue<int>().Dequeue(), () => new Stack<int>().Peek(),
            () => new BitArray(2).Get(5) })
            try
            {
                f();
            }
            catch (Exception e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        var bits = new BitArray(10);
        bits[3] = bits[7] = true;
        var other = new BitArray(new[] { true, false, true, true, false, false, false, true, false, true });
        Show("or", bits.Cast<bool>().Zip(other.Cast<bool>(), (a, b) => a || b));
        int[] word = new int[1];
        bits.Or(other).Not().CopyTo(word, 0);
        Console.WriteLine($"{word[0]:x} {bits.Count} {new BitArray(new byte[] { 5 })[2]} {bits.Xor(other)[0]}");
        var shouting = new Shouting { "one", "two" };
        shouting.Insert(0, "zero");
        shouting.Remove("ONE");
        Show("shouting", shouting);
        var named = new ByName { typeof(int), typeof(string) };
        Console.WriteLine(named["String"] + " " + named.Contains("Int32") + named[0]);
        var observed = new ObservableCollection<int>();
        observed.CollectionChanged += (s, e) => Console.WriteLine($"{e.Action} {e.NewStartingIndex} " +
            $"{e.OldStartingIndex} {e.NewItems?[0]}");
        observed.Add(1);
        observed.Add(2);
        observed.Move(0, 1);
        observed[0] = 9;
        observed.RemoveAt(1);
        observed.Clear();
        var old = new Queue();
        old.Enqueue(1);
        old.Enqueue("x");
        var oldStack = new Stack();
        oldStack.Push(old.Dequeue());
        Console.WriteLine($"{oldStack.Peek()} {old.Count}");
        var names = new NameValueCollection { { "a", "1" }, { "a", "2" }, { "b", "3" } };
        Console.WriteLine($"{names["a"]} {names["b"]} {names.Count} {string.Join("|", names.AllKeys)}");
        var readOnly = new ReadOnlyCollection<int>(new[] { 1, 2, 3 });
        Console.WriteLine(readOnly.IndexOf(2) + " " + ((ICollection<int>)readOnly).IsReadOnly);
        IStructuralEquatable a1 = new[] { 1, 2 };
        Console.WriteLine(a1.Equals(new[] { 1, 2 }, EqualityComparer<object>.Default) + " " + StructuralComparisons.StructuralComparer.Compare(new[] { 1, 2 }, new[] { 1, 3 }));
        Console.WriteLine(Tuple.Create(1, "a").Equals(Tuple.Create(1, "a")) + " " + Tuple.Create(1, "b",
            2.5) + " " + ((IComparable)Tuple.Create(1, 2)).CompareTo(Tuple.Create(1, 3)));
    }
}
