// Roads: graphs: shortest ways with a heap, spanning trees with union-find, orders of dependencies, mazes, colours.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

class PriorityQueue<T, P> where P : IComparable<P>
{
    struct Entry { public T item; public P priority; }
    readonly List<Entry> heap = new List<Entry>();
    public int Count => heap.Count;
    void Swap(int i, int j) { Entry e = heap[i]; heap[i] = heap[j]; heap[j] = e; }
    public void Add(T item, P priority)
    {
        heap.Add(new Entry { item = item, priority = priority });
        for (int i = heap.Count - 1; i > 0 && heap[i].priority.CompareTo(heap[(i - 1) / 2].priority) < 0; i = (i - 1) / 2)
            Swap(i, (i - 1) / 2);
    }
    public T Take(out P priority)
    {
        if (heap.Count == 0)
            throw new InvalidOperationException("the queue is empty");
        var first = heap[0];
        heap[0] = heap[heap.Count - 1];
        heap.RemoveAt(heap.Count - 1);
        for (int i = 0, child; (child = 2 * i + 1) < heap.Count; i = child)
        {
            if (child + 1 < heap.Count && heap[child + 1].priority.CompareTo(heap[child].priority) < 0) child++;
            if (heap[i].priority.CompareTo(heap[child].priority) <= 0) break;
            Swap(i, child);
        }
        priority = first.priority;
        return first.item;
    }
}

sealed class Graph<N>
{
    readonly Dictionary<N, Dictionary<N, double>> ways;
    readonly IEqualityComparer<N> same;
    public Graph(IEqualityComparer<N> same = null) { this.same = same ?? EqualityComparer<N>.Default; ways = new Dictionary<N, Dictionary<N, double>>(this.same); }
    public IEnumerable<N> Nodes => ways.Keys;
    public Graph<N> Add(N a, N b, double length, bool both = true)
    {
        if (!ways.ContainsKey(a)) ways[a] = new Dictionary<N, double>(same);
        if (!ways.ContainsKey(b)) ways[b] = new Dictionary<N, double>(same);
        ways[a][b] = length;
        if (both) ways[b][a] = length;
        return this;
    }
    public Tuple<double, List<N>> Shortest(N from, N to)
    {
        var before = new Dictionary<N, (double length, N node)>(same) { [from] = (0, from) };
        var queue = new PriorityQueue<N, double>();
        queue.Add(from, 0);
        HashSet<N> done = new HashSet<N>(same);
        while (queue.Count > 0)
        {
            N node = queue.Take(out double length);
            if (!done.Add(node))
                continue;
            if (same.Equals(node, to))
            {
                List<N> nodes = new List<N> { node };
                while (!same.Equals(nodes[0], from))
                    nodes.Insert(0, before[nodes[0]].node);
                return Tuple.Create(length, nodes);
            }
            foreach (var way in ways[node])
                if (!before.TryGetValue(way.Key, out var old) || length + way.Value < old.length)
                {
                    before[way.Key] = (length + way.Value, node);
                    queue.Add(way.Key, length + way.Value);
                }
        }
        return null;
    }
    public IEnumerable<Tuple<N, N, double>> Spanning()
    {
        var parent = Nodes.ToDictionary(n => n, n => n, same);
        Func<N, N> root = null;
        root = n => same.Equals(parent[n], n) ? n : parent[n] = root(parent[n]);
        foreach (var edge in ways.SelectMany(w => w.Value.Select(v => Tuple.Create(w.Key, v.Key, v.Value))).OrderBy(e => e.Item3))
        {
            N a = root(edge.Item1), b = root(edge.Item2);
            if (same.Equals(a, b))
                continue;
            parent[a] = b;
            yield return edge;
        }
    }
    public List<N> Order()
    {
        List<N> order = new List<N>();
        Dictionary<N, bool> state = new Dictionary<N, bool>(same);
        Action<N, string> visit = null;
        visit = (n, path) =>
        {
            if (state.TryGetValue(n, out bool done))
            {
                if (!done)
                    throw new InvalidOperationException("a circle: " + path + n);
                return;
            }
            state[n] = false;
            foreach (N m in ways[n].Keys)
                visit(m, path + n + " > ");
            state[n] = true;
            order.Add(n);
        };
        foreach (N n in Nodes)
            visit(n, "");
        return order;
    }
}

class Roads
{
    static string Solve(string[] maze)
    {
        var start = maze.Select((row, y) => (x: row.IndexOf('S'), y: y)).First(p => p.x >= 0);
        var queue = new Queue<(int x, int y)>();
        var from = new Dictionary<(int, int), (int x, int y)> { [(start.x, start.y)] = start };
        queue.Enqueue(start);
        StringBuilder[] drawn = maze.Select(r => new StringBuilder(r)).ToArray();
        while (queue.Count > 0)
        {
            var p = queue.Dequeue();
            if (maze[p.y][p.x] == 'E')
            {
                int steps = 0;
                for (p = from[(p.x, p.y)]; maze[p.y][p.x] != 'S'; p = from[(p.x, p.y)], steps++)
                    drawn[p.y][p.x] = '*';
                return string.Join("\n", drawn.Select(d => d.ToString())) + "\n" + steps + " steps";
            }
            foreach (var d in new[] { (x: 1, y: 0), (x: 0, y: 1), (x: -1, y: 0), (x: 0, y: -1) })
            {
                var q = (x: p.x + d.x, y: p.y + d.y);
                if (maze[q.y][q.x] != '#' && !from.ContainsKey(q))
                {
                    from[q] = p;
                    queue.Enqueue(q);
                }
            }
        }
        return "no way";
    }

    static bool Queens(int n, int row, int[] columns, ref int count)
    {
        if (row == n)
            return ++count == 1;
        bool first = false;
        for (int c = 0; c < n; c++)
        {
            int safe = 0;
            while (safe < row && columns[safe] != c && Math.Abs(columns[safe] - c) != row - safe)
                safe++;
            if (safe < row)
                continue;
            columns[row] = c;
            if (Queens(n, row + 1, columns, ref count) && !first)
            {
                first = true;
                if (row == n - 1)
                    Console.WriteLine(string.Join(" ", columns));
            }
        }
        return false;
    }

    static void Main()
    {
        var cities = new Graph<string>(StringComparer.OrdinalIgnoreCase).Add("Bern", "Thun", 30).Add("bern", "Basel", 100).Add("Thun", "Brig", 75.5).Add("BASEL", "Zürich", 85).Add("Bern", "ZÜRICH", 125).Add("Chur", "Davos", 60).Add("Zürich", "Chur", 120.25).Add("Brig", "Chur", 170);
        foreach (var pair in new[] { ("Thun", "Davos"), ("Basel", "Brig"), ("bern", "BERN") })
        {
            var way = cities.Shortest(pair.Item1, pair.Item2);
            Console.WriteLine("{0}: {1} by {2}", pair, way?.Item1, string.Join(" - ", way.Item2));
        }
        cities.Add("Lugano", "Como", 40);
        Console.WriteLine("{0} {1}", cities.Shortest("Bern", "Como") != null, cities.Spanning().Sum(e => e.Item3));
        Console.WriteLine(string.Join(" ", cities.Spanning()));
        var build = new Graph<string>().Add("app", "lib", 1, false).Add("app", "ui", 1, false).Add("ui", "lib", 1, false).Add("lib", "core", 1, false).Add("tests", "app", 1, false);
        Console.WriteLine(string.Join(" ", build.Order()));
        try { build.Add("core", "ui", 1, false).Order(); } catch (InvalidOperationException e) { Console.WriteLine(e.Message); }
        try { new PriorityQueue<int, string>().Take(out string none); } catch (InvalidOperationException e) { Console.WriteLine(e.Message); }
        Console.WriteLine(Solve(new[] { "###########", "#S..#.....#", "#.#.#.###.#", "#.#...#...#", "#.#####.###", "#.......#E#", "#######.#.#", "#.........#", "###########" }));
        int count = 0;
        Queens(7, 0, new int[7], ref count);
        Console.WriteLine(count);
        var grid = new Graph<(int, int)>();
        for (int x = 0; x < 12; x++)
            for (int y = 0; y < 12; y++)
            {
                if (x > 0) grid.Add((x, y), (x - 1, y), (x * 7 + y * 13) % 10 + 1);
                if (y > 0) grid.Add((x, y), (x, y - 1), (x * 5 + y * 3) % 8 + 1);
            }
        Console.WriteLine("{0} {1}", grid.Shortest((0, 0), (11, 11)).Item1, grid.Shortest((0, 0), (11, 11)).Item2.Count);
    }
}
