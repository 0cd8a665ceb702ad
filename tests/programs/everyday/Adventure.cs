// Adventure: a game read from the terminal: states, flags, undo by copies, saved text, a seeded die, several writers.
// stdin: look\ntake lamp\n\nlight lamp\ngo down\nGO  North\ntake everything\nfight 7\nfight\nsave\ngo up\ndrop lamp\nload\nundo\nscore\ndance\nquit\nnever read
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

[Flags] enum Ways { None = 0, North = 1, South = 2, Up = 4, Down = 8, All = North | South | Up | Down }
enum Item : byte { Lamp = 1, Sword, Gold = 100 }

struct State : ICloneable
{
    public int Room, Turns;
    public bool Lit;
    public HashSet<Item> Bag;
    public Dictionary<int, List<Item>> Lying;
    public object Clone() => new State { Room = Room, Turns = Turns, Lit = Lit, Bag = new HashSet<Item>(Bag), Lying = Lying.ToDictionary(p => p.Key, p => p.Value.ToList()) };
    public override string ToString() => $"{Room};{Turns};{Lit};{string.Join(",", Bag.OrderBy(i => i))};{string.Join("|", Lying.OrderBy(l => l.Key).Select(l => l.Key + ":" + string.Join(",", l.Value)))}";
    public static State Parse(string text)
    {
        string[] parts = text.Split(';');
        Func<string, IEnumerable<Item>> items = s => s.Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries).Select(i => (Item)Enum.Parse(typeof(Item), i, true));
        return new State { Room = int.Parse(parts[0]), Turns = Convert.ToInt32(parts[1]), Lit = bool.Parse(parts[2]), Bag = new HashSet<Item>(items(parts[3])), Lying = parts[4].Split('|').Select(p => p.Split(':')).ToDictionary(p => int.Parse(p[0]), p => items(p[1]).ToList()) };
    }
}

class Room { public string Name; public Ways Ways; public bool Dark; }

class Echo : TextWriter
{
    readonly TextWriter inner;
    public int Lines { get; private set; }
    public Echo(TextWriter inner) : base(inner.FormatProvider) { this.inner = inner; }
    public override Encoding Encoding => inner.Encoding;
    public override void Write(char c) { if (c == '\n') Lines++; inner.Write(c); }
}

class Adventure
{
    static readonly Room[] rooms = { new Room { Name = "hall", Ways = Ways.Down | Ways.North }, new Room { Name = "cellar", Ways = Ways.All & ~Ways.Down, Dark = true }, new Room { Name = "cave", Ways = Ways.South, Dark = true }, new Room { Name = "garden", Ways = Ways.South } };
    static readonly Dictionary<(int, Ways), int> map = new Dictionary<(int, Ways), int> { [(0, Ways.Down)] = 1, [(1, Ways.Up)] = 0, [(1, Ways.North)] = 2, [(2, Ways.South)] = 1, [(0, Ways.North)] = 3, [(3, Ways.South)] = 0 };
    State state = new State { Bag = new HashSet<Item>(), Lying = new Dictionary<int, List<Item>> { [0] = new List<Item> { Item.Lamp }, [2] = new List<Item> { Item.Gold, Item.Sword } } };
    readonly Stack<State> past = new Stack<State>();
    string saved;
    readonly Random die = new Random(2024);
    Room Here => rooms[state.Room];
    bool CanSee => !Here.Dark || state.Lit && state.Bag.Contains(Item.Lamp);

    string Do(string verb, string what)
    {
        switch (verb.ToLowerInvariant())
        {
            case "look": return CanSee ? $"You are in the {Here.Name}. Ways: {Here.Ways} ({Here.Ways:D}, {(int)Here.Ways:x}). Here: {(state.Lying.TryGetValue(state.Room, out var l) && l.Count > 0 ? string.Join(" and ", l) : "nothing")}." : "It is dark.";
            case "go":
                if (!Enum.TryParse(what, true, out Ways way) || !Enum.IsDefined(typeof(Ways), way))
                    return $"'{what}' is no way.";
                if (!Here.Ways.HasFlag(way) || !map.TryGetValue((state.Room, way), out int next))
                    goto default;
                state.Room = next;
                return Do("look", null);
            case "take":
            case "get":
                var here = state.Lying.TryGetValue(state.Room, out var lying) ? lying : new List<Item>();
                var wanted = what == "everything" ? here.ToList() : here.Where(i => i.ToString().Equals(what, StringComparison.OrdinalIgnoreCase)).ToList();
                wanted.ForEach(i => { here.Remove(i); state.Bag.Add(i); });
                return wanted.Count == 0 ? "Nothing taken." : "Taken: " + string.Join(", ", wanted.Select(i => $"{i:G}={i:D}"));
            case "drop":
                Item item = (Item)Enum.Parse(typeof(Item), what, true);
                if (!state.Bag.Remove(item))
                    goto case "dance";
                (state.Lying.TryGetValue(state.Room, out var there) ? there : state.Lying[state.Room] = new List<Item>()).Add(item);
                return "Dropped.";
            case "light": state.Lit = state.Bag.Contains(Item.Lamp); return state.Lit ? "It shines." : "With what?";
            case "fight":
                int rolls = what == null ? 1 : int.Parse(what);
                return string.Join(" ", Enumerable.Range(0, rolls).Select(_ => die.Next(1, 7) + (state.Bag.Contains(Item.Sword) ? 10 : 0)));
            case "save": saved = state.ToString(); return saved;
            case "load": state = State.Parse(saved ?? throw new InvalidOperationException("nothing is saved")); return "Loaded.";
            case "score": return $"{state.Bag.Sum(i => (int)i)} points in {state.Turns} turns.";
            case "dance": return "You cannot.";
            default: return $"I do not know how to {verb}{(what == null ? "" : " " + what)}.";
        }
        return null;
    }

    int Play(TextReader input, TextWriter output)
    {
        for (string line; (line = input.ReadLine()) != null && line != "quit";)
        {
            string[] words = line.Split((char[])null, 2, StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 0)
                continue;
            string answer;
            try
            {
                if (words[0] == "undo" && past.Count > 1)
                {
                    past.Pop();
                    state = past.Pop();
                    answer = "Undone.";
                }
                else
                {
                    past.Push((State)state.Clone());
                    state.Turns++;
                    answer = Do(words[0], words.Length > 1 ? words[1].Trim() : null);
                }
            }
            catch (Exception e) when (e is ArgumentException || e is InvalidOperationException) { answer = "? " + e.Message.Split('\n')[0]; }
            output.WriteLine("> {0,-12} {1}", line, answer);
        }
        return state.Bag.Sum(i => (int)i);
    }

    static int Main()
    {
        Echo echo = new Echo(Console.Out);
        TextWriter old = Console.Out;
        Console.SetOut(echo);
        int score = new Adventure().Play(Console.In, Console.Out);
        Console.WriteLine("{0:000} {1}", score, Console.In.ReadLine());
        Console.SetOut(old);
        StringWriter own = new StringWriter { NewLine = ";" };
        int second = new Adventure().Play(new StringReader("drop nothing\ndrop 2\nlook\ngo sideways\ngo 3\ntake LAMP\nload\n"), own);
        Console.WriteLine("{0} lines, {1} {2}", echo.Lines, second, own);
        return score;
    }
}
