// HeldHeap: holds many small objects (trees, a dictionary of strings, linked lists, arrays) while others come and go.
// Size: megabytes held, about. What a collection costs when much lives.
using System;
using System.Collections.Generic;

sealed class Node
{
    public Node Left, Right;
    public int Tag;

    public static Node Tree(int depth, int tag)
    {
        var node = new Node { Tag = tag };
        if (depth > 0)
        {
            node.Left = Tree(depth - 1, 2 * tag);
            node.Right = Tree(depth - 1, 2 * tag + 1);
        }
        return node;
    }

    public uint Sum()
    {
        uint sum = (uint)Tag;
        for (Node node = this; node != null; node = node.Tag % 3 == 0 ? node.Left : node.Right)
            sum = sum * 31 + (uint)node.Tag;
        return sum;
    }
}

sealed class Link
{
    public Link Next;
    public object Value;
}

static class HeldHeap
{
    static readonly List<Node> trees = new List<Node>();
    static readonly Dictionary<string, string> words = new Dictionary<string, string>();
    static readonly List<object[]> arrays = new List<object[]>();
    static Link list;

    // About 1 MB: 8191 nodes, 2500 pairs of strings, 5000 links with boxed numbers, 100 arrays of 64.
    static void HoldMore(int number)
    {
        trees.Add(Node.Tree(12, number));
        for (int i = 0; i < 2500; i++)
        {
            string key = "word " + number + "," + i;
            words.Add(key, key.Substring(5));
        }
        for (int i = 0; i < 5000; i++)
            list = new Link { Next = list, Value = i };
        for (int i = 0; i < 100; i++)
        {
            var array = new object[64];
            for (int j = 0; j < array.Length; j++)
                array[j] = j % 4 == 0 ? (object)trees[(number * 7 + i) % trees.Count] : j % 4 == 1 ? words : null;
            arrays.Add(array);
        }
    }

    static int Main(string[] args)
    {
        int megabytes = args.Length > 0 ? int.Parse(args[0]) : 200;
        for (int i = 0; i < megabytes; i++)
            HoldMore(i);
        uint sum = 0;
        for (int i = 0; i < megabytes; i++)
            sum = sum * 31 + Node.Tree(13, i).Sum(); // garbage, as much as is held
        foreach (Node tree in trees)
            sum = sum * 31 + tree.Sum();
        long links = 0;
        for (Link link = list; link != null; link = link.Next)
            links += (int)link.Value;
        Console.WriteLine("HeldHeap size=" + megabytes + " checksum=" + sum.ToString("x8") + "/" + words.Count + "/" + links);
        return 0;
    }
}
