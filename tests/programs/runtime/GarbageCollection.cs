// GarbageCollection: objects survive collections while reachable from locals, fields, arrays, statics, closures,
// boxes, structs.
// stress-args: 2
using System;
using System.Collections.Generic;

class Node
{
    public Node Left, Right;
    public int Value;
    public byte[] Padding;

    public static Node Build(int depth)
    {
        return depth == 0 ? new Node { Value = 1 } : new Node { Left = Build(depth - 1), Right = Build(depth - 1),
            Value = depth, Padding = new byte[depth * 8] };
    }

    public int Sum() => Value + (Left?.Sum() ?? 0) + (Right?.Sum() ?? 0);
}

struct Holder
{
    public int Number;
    public string Text;
    public object[] Objects;
}

static class GarbageCollection
{
    static readonly List<object> kept = new List<object>();
    static Node root;

    static string Garbage(int n)
    {
        string last = "";
        for (int i = 0; i < n; i++)
        {
            last = "garbage " + i;
            new Node { Padding = new byte[i % 500] }.Sum();
        }
        return last;
    }

    static int Deep(int n, Node local)
    {
        if (n == 0)
        {
            GC.Collect();
            return local.Value;
        }
        Node mine = new Node { Value = n, Left = local };
        int inner = Deep(n - 1, mine);
        return inner + mine.Value + mine.Left.Value;
    }

    // args: percent of the usual numbers of objects.
    static void Main(string[] args)
    {
        int percent = args.Length > 0 ? int.Parse(args[0]) : 100;
        root = Node.Build(percent < 100 ? 5 : 10);
        Console.WriteLine(root.Sum());
        Console.WriteLine(Garbage(200 * percent));
        Console.WriteLine(root.Sum());
        Holder[] holders = new Holder[100];
        for (int i = 0; i < holders.Length; i++)
            holders[i] = new Holder { Number = i, Text = "t" + i, Objects = new object[] { i, "o" + i, new[] { i } } };
        object boxed = holders[7];
        Func<string> closure = null;
        string captured = "captured " + holders.Length;
        closure = () => captured + ((Holder)boxed).Text;
        GC.Collect();
        Console.WriteLine(Garbage(50 * percent));
        GC.Collect();
        Console.WriteLine(closure());
        int sum = 0;
        foreach (Holder h in holders)
            sum += h.Number + h.Text.Length + ((int[])h.Objects[2])[0] + (int)h.Objects[0] + ((string)h.Objects[1]).Length;
        Console.WriteLine(sum);
        Console.WriteLine(Deep(100, new Node { Value = 1000 }));
        for (int round = 0; round < 10; round++)
        {
            kept.Add(new string((char)('a' + round), 100 + round));
            kept.Add(Node.Build(5));
            Garbage(10 * percent);
            if (round % 3 == 0)
                GC.Collect();
        }
        foreach (object o in kept)
            Console.WriteLine(o is string s ? s.Length + s.Substring(0, 3) : ((Node)o).Sum().ToString());
        Node cycle = new Node { Value = 5 };
        cycle.Left = new Node { Value = 6, Right = cycle };
        cycle = cycle.Left;
        GC.Collect();
        Console.WriteLine(cycle.Value + cycle.Right.Value);
        Node list = null;
        for (int i = 0; i < 500 * percent; i++)
            list = new Node { Left = list, Value = i };
        GC.Collect();
        long total = 0;
        for (Node n = list; n != null; n = n.Left)
            total += n.Value;
        Console.WriteLine(total);
        Console.WriteLine($"{GC.MaxGeneration >= 0} {GC.GetTotalMemory(false) > 0} " +
            $"{GC.CollectionCount(GC.MaxGeneration) > 0} {GC.GetGeneration(new object()) >= 0}");
        GC.KeepAlive(boxed);
        GC.AddMemoryPressure(1000);
        GC.RemoveMemoryPressure(1000);
        byte[] large = new byte[10000000];
        large[9999999] = 7;
        large = null;
        for (int i = 0; i < 20; i++)
            large = new byte[5000000];
        Console.WriteLine(large.Length);
    }
}
