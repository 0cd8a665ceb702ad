// WeakReferences: WeakReference short and long, GCHandle of every kind, ConditionalWeakTable.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class Item
{
    public string Name;
}

class Extra
{
    public string Text;
}

static class WeakReferences
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference[] Make(int n)
    {
        var all = new WeakReference[n];
        for (int i = 0; i < n; i++)
            all[i] = new WeakReference(new Item { Name = "i" + i });
        return all;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Attach(ConditionalWeakTable<Item, Extra> table, Item key, WeakReference[] values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            Extra e = new Extra { Text = "extra" + i };
            values[i] = new WeakReference(e);
            table.Add(i == 0 ? key : new Item(), e);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Clear(int depth)
    {
        int a = depth, b = depth * 2, c = a + b;
        return depth == 0 ? c : Clear(depth - 1) + c;
    }

    static void Collect()
    {
        Clear(50);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    static int Alive(WeakReference[] all)
    {
        int n = 0;
        foreach (WeakReference w in all)
            if (w.IsAlive)
                n++;
        return n;
    }

    static void Main()
    {
        WeakReference[] weak = Make(100);
        Item kept = new Item { Name = "kept" };
        WeakReference toKept = new WeakReference(kept);
        WeakReference<Item> typed = new WeakReference<Item>(kept);
        WeakReference tracking = new WeakReference(kept, true);
        Collect();
        Console.WriteLine($"{Alive(weak) < 10} {toKept.IsAlive} {((Item)toKept.Target).Name} " +
            $"{typed.TryGetTarget(out Item got)} {got.Name} {tracking.TrackResurrection}");
        toKept.Target = "other";
        Console.WriteLine(toKept.Target);
        typed.SetTarget(null);
        Console.WriteLine(typed.TryGetTarget(out got) + " " + (got == null));
        GCHandle normal = GCHandle.Alloc(new Item { Name = "handled" });
        Collect();
        Console.WriteLine($"{normal.IsAllocated} {((Item)normal.Target).Name}");
        IntPtr raw = GCHandle.ToIntPtr(normal);
        Console.WriteLine(((Item)GCHandle.FromIntPtr(raw).Target).Name);
        normal.Target = "replaced";
        Console.WriteLine(normal.Target);
        normal.Free();
        Console.WriteLine(normal.IsAllocated);
        byte[] bytes = { 1, 2, 3, 4 };
        GCHandle pinned = GCHandle.Alloc(bytes, GCHandleType.Pinned);
        Marshal.WriteByte(pinned.AddrOfPinnedObject(), 2, 99);
        Console.WriteLine($"{bytes[2]} {Marshal.ReadInt32(pinned.AddrOfPinnedObject()):x}");
        pinned.Free();
        GCHandle weakHandle = GCHandle.Alloc(kept, GCHandleType.Weak);
        Collect();
        Console.WriteLine(weakHandle.Target == kept);
        weakHandle.Free();
        foreach (Action f in new Action[] { () => normal.Free(), () => Console.WriteLine(normal.Target),
            () => GCHandle.Alloc(new Item(), GCHandleType.Pinned) })
            try
            {
                f();
            }
            catch (Exception e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        var table = new ConditionalWeakTable<Item, Extra>();
        WeakReference[] values = new WeakReference[50];
        Attach(table, kept, values);
        Collect();
        Console.WriteLine($"{Alive(values) < 10} {values[0].IsAlive} {table.TryGetValue(kept, out Extra extra)} " +
            $"{extra.Text}");
        Console.WriteLine(table.GetValue(kept, k => new Extra()).Text + table.GetOrCreateValue(new Item()).Text);
        try
        {
            table.Add(kept, new Extra());
        }
        catch (ArgumentException)
        {
            Console.WriteLine("twice");
        }
        Console.WriteLine(table.Remove(kept) + " " + table.TryGetValue(kept, out extra));
        GC.KeepAlive(kept);
    }
}
