// Showcase: a program worth looking at in a flame graph. It makes up a small shop's order log and answers questions
// about it, in phases that differ in what they are busy with: building JSON text, parsing it by hand, indexing words,
// sorting with comparers, LINQ queries, regular expressions, a matrix product, a recursive solver, an iterator chain
// and async work. Runs 3 to 5 seconds jitted. Argument: a factor for the sizes (default 1).
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace Shop.Data
{
    sealed class Order
    {
        public int Id;
        public string Customer, City, Note;
        public List<Item> Items = new List<Item>();

        public double Total()
        {
            double sum = 0;
            foreach (Item item in Items)
                sum += item.Price * item.Count;
            return sum;
        }
    }

    sealed class Item
    {
        public string Name;
        public double Price;
        public int Count;
    }

    // A fixed sequence, so that every run does the same work.
    sealed class Dice
    {
        uint state = 2463534242;

        public int Next(int below)
        {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            return (int)(state % (uint)below);
        }

        public string Pick(string[] words)
        {
            return words[Next(words.Length)];
        }
    }

    static class Generator
    {
        static readonly string[] Cities = { "Lisbon", "Oslo", "Quito", "Kyoto", "Accra", "Perth", "Turin", "Lima" };
        static readonly string[] First = { "Ada", "Bo", "Chen", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun" };
        static readonly string[] Last = { "Abel", "Berg", "Cruz", "Diaz", "Eng", "Fox", "Gray", "Holm", "Ito", "Jara" };
        static readonly string[] Goods = { "lamp", "chair", "kettle", "rope", "ink", "globe", "violin", "map", "clock" };
        static readonly string[] Words =
        {
            "please", "wrap", "deliver", "before", "noon", "leave", "with", "neighbour", "fragile", "gift", "call",
            "urgent", "second", "floor", "thanks", "blue", "door", "ring", "twice", "monday", "friday",
        };

        public static string Orders(int count)
        {
            var dice = new Dice();
            var json = new StringBuilder("[");
            for (int i = 0; i < count; i++)
            {
                if (i > 0)
                    json.Append(",\n");
                AppendOrder(json, dice, i);
            }
            return json.Append("]").ToString();
        }

        static void AppendOrder(StringBuilder json, Dice dice, int id)
        {
            json.Append("{\"id\":").Append(id);
            json.Append(",\"customer\":\"").Append(dice.Pick(First)).Append(' ').Append(dice.Pick(Last)).Append('"');
            json.Append(",\"city\":\"").Append(dice.Pick(Cities)).Append('"');
            json.Append(",\"note\":\"");
            for (int words = 3 + dice.Next(8); words > 0; words--)
                json.Append(dice.Pick(Words)).Append(words > 1 ? " " : "");
            json.Append(" T-").Append(1000 + dice.Next(9000)).Append("\",\"items\":[");
            for (int items = 1 + dice.Next(4); items > 0; items--)
                AppendItem(json, dice, items > 1);
            json.Append("]}");
        }

        static void AppendItem(StringBuilder json, Dice dice, bool more)
        {
            json.Append("{\"name\":\"").Append(dice.Pick(Goods)).Append("\",\"price\":");
            json.Append(dice.Next(500)).Append('.').Append((10 + dice.Next(90)).ToString(CultureInfo.InvariantCulture));
            json.Append(",\"count\":").Append(1 + dice.Next(5)).Append(more ? "}," : "}");
        }
    }
}

namespace Shop.Json
{
    // A recursive-descent parser that gives dictionaries, lists, strings and doubles.
    sealed class Parser
    {
        readonly string text;
        int at;

        public Parser(string text)
        {
            this.text = text;
        }

        public object ParseValue()
        {
            SkipSpace();
            switch (text[at])
            {
                case '{': return ParseObject();
                case '[': return ParseArray();
                case '"': return ParseString();
                default: return ParseNumber();
            }
        }

        Dictionary<string, object> ParseObject()
        {
            var result = new Dictionary<string, object>();
            at++;
            while (Peek() != '}')
            {
                string key = ParseString();
                Expect(':');
                result[key] = ParseValue();
                if (Peek() == ',')
                    at++;
            }
            at++;
            return result;
        }

        List<object> ParseArray()
        {
            var result = new List<object>();
            at++;
            while (Peek() != ']')
            {
                result.Add(ParseValue());
                if (Peek() == ',')
                    at++;
            }
            at++;
            return result;
        }

        string ParseString()
        {
            Expect('"');
            int start = at;
            while (text[at] != '"')
                at++;
            return text.Substring(start, at++ - start);
        }

        object ParseNumber()
        {
            int start = at;
            while (at < text.Length && (char.IsDigit(text[at]) || text[at] == '.' || text[at] == '-'))
                at++;
            return double.Parse(text.Substring(start, at - start), CultureInfo.InvariantCulture);
        }

        char Peek()
        {
            SkipSpace();
            return text[at];
        }

        void Expect(char wanted)
        {
            if (Peek() != wanted)
                throw new FormatException("expected " + wanted + " at " + at);
            at++;
        }

        void SkipSpace()
        {
            while (text[at] == ' ' || text[at] == '\n')
                at++;
        }
    }
}

namespace Shop.Search
{
    sealed class WordIndex
    {
        readonly Dictionary<string, List<int>> places = new Dictionary<string, List<int>>();

        public void Add(Data.Order order)
        {
            foreach (string word in Split(order.Note))
                Place(word).Add(order.Id);
        }

        static IEnumerable<string> Split(string note)
        {
            int start = 0;
            for (int i = 0; i <= note.Length; i++)
            {
                if (i < note.Length && note[i] != ' ')
                    continue;
                if (i > start)
                    yield return note.Substring(start, i - start);
                start = i + 1;
            }
        }

        List<int> Place(string word)
        {
            List<int> list;
            if (!places.TryGetValue(word, out list))
                places[word] = list = new List<int>();
            return list;
        }

        public int CountBoth(string a, string b)
        {
            return Place(a).Intersect(Place(b)).Count();
        }
    }

    // Optimal string alignment between two words, row by row.
    static class Spelling
    {
        public static int Distance(string a, string b)
        {
            int[] before = new int[b.Length + 1], row = new int[b.Length + 1];
            for (int j = 0; j <= b.Length; j++)
                before[j] = j;
            for (int i = 1; i <= a.Length; i++)
            {
                row[0] = i;
                for (int j = 1; j <= b.Length; j++)
                    row[j] = Math.Min(Math.Min(row[j - 1], before[j]) + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
                int[] swap = before;
                before = row;
                row = swap;
            }
            return before[b.Length];
        }

        public static int Suggestions(string wrong, IEnumerable<string> words)
        {
            return words.Count(w => Distance(wrong, w) <= 3);
        }
    }
}

namespace Shop.Maths
{
    sealed class Matrix
    {
        readonly double[,] cell;
        readonly int size;

        public Matrix(int size, Func<int, int, double> fill)
        {
            this.size = size;
            cell = new double[size, size];
            for (int i = 0; i < size; i++)
                for (int j = 0; j < size; j++)
                    cell[i, j] = fill(i, j);
        }

        public Matrix Multiply(Matrix other)
        {
            return new Matrix(size, (i, j) => Dot(other, i, j));
        }

        double Dot(Matrix other, int row, int column)
        {
            double sum = 0;
            for (int k = 0; k < size; k++)
                sum += cell[row, k] * other.cell[k, column];
            return sum;
        }

        public double Trace()
        {
            double sum = 0;
            for (int i = 0; i < size; i++)
                sum += cell[i, i];
            return sum;
        }
    }

    // How many ways n queens fit on a board: plain backtracking.
    static class Queens
    {
        public static int Solve(int n)
        {
            return Place(n, 0, 0, 0, 0);
        }

        static int Place(int n, int row, uint columns, uint left, uint right)
        {
            if (row == n)
                return 1;
            int found = 0;
            for (int c = 0; c < n; c++)
            {
                uint bit = 1u << c;
                if (((columns | left | right) & bit) == 0)
                    found += Place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
            }
            return found;
        }
    }
}

namespace Shop
{
    using Data;
    using Maths;
    using Search;

    static class Program
    {
        static Order ToOrder(Dictionary<string, object> map)
        {
            var order = new Order
            {
                Id = (int)(double)map["id"],
                Customer = (string)map["customer"],
                City = (string)map["city"],
                Note = (string)map["note"],
            };
            foreach (Dictionary<string, object> item in (List<object>)map["items"])
                order.Items.Add(new Item
                {
                    Name = (string)item["name"], Price = (double)item["price"], Count = (int)(double)item["count"],
                });
            return order;
        }

        static List<Order> ReadOrders(string json)
        {
            var values = (List<object>)new Json.Parser(json).ParseValue();
            return values.ConvertAll(v => ToOrder((Dictionary<string, object>)v));
        }

        static void BuildIndex(List<Order> orders)
        {
            var index = new WordIndex();
            foreach (Order order in orders)
                index.Add(order);
            Console.WriteLine("index: {0} orders are fragile gifts", index.CountBoth("fragile", "gift"));
        }

        static void SortOrders(List<Order> orders)
        {
            var sorted = new List<Order>(orders);
            sorted.Sort((a, b) => a.Total().CompareTo(b.Total()));
            sorted.Sort(CompareByName);
            Console.WriteLine("sort: first is {0}, last is {1}", sorted[0].Customer, sorted[sorted.Count - 1].Customer);
        }

        static int CompareByName(Order a, Order b)
        {
            int byCustomer = string.CompareOrdinal(a.Customer, b.Customer);
            return byCustomer != 0 ? byCustomer : a.Id.CompareTo(b.Id);
        }

        static void QueryCities(List<Order> orders)
        {
            var best = orders.SelectMany(o => o.Items, (o, item) => new { o.City, item.Name, Sum = item.Price * item.Count })
                .GroupBy(x => x.City + "/" + x.Name)
                .Select(g => new { g.Key, Sum = g.Sum(x => x.Sum) })
                .OrderByDescending(x => x.Sum)
                .First();
            Console.WriteLine("query: {0} sold best, {1:F0}", best.Key, best.Sum);
        }

        static void MatchNotes(List<Order> orders)
        {
            var ticket = new Regex(@"\b(before|by) (noon|\w+day)\b.*T-(\d)\d+5$");
            int found = orders.Count(o => ticket.IsMatch(o.Note));
            Console.WriteLine("match: {0} tickets with a deadline", found);
        }

        static void CheckSpelling(List<Order> orders)
        {
            int near = 0;
            foreach (Order order in orders.Take(orders.Count / 2))
                near += Spelling.Suggestions("neihgbor", order.Note.Split(' '));
            Console.WriteLine("spelling: {0} suggestions", near);
        }

        static void Forecast(int size)
        {
            var step = new Matrix(size, (i, j) => (i * 31 + j * 17) % 11 / (4.9 * size));
            Matrix power = step;
            for (int i = 0; i < 3; i++)
                power = power.Multiply(step);
            Console.WriteLine("forecast: {0:F6}", power.Trace());
        }

        static void SeatGuests(int n)
        {
            Console.WriteLine("seating: {0} ways", Queens.Solve(n));
        }

        static async Task<int> Audit(List<Order> orders, int part)
        {
            await Task.Yield();
            int odd = 0;
            for (int i = part; i < orders.Count; i += 4)
                odd += (int)orders[i].Total() % 2;
            await Task.Yield();
            return odd;
        }

        static void AuditAll(List<Order> orders)
        {
            var parts = Enumerable.Range(0, 4).Select(part => Audit(orders, part)).ToArray();
            Console.WriteLine("audit: {0} odd totals", parts.Sum(p => p.Result));
        }

        static int Main(string[] args)
        {
            double factor = args.Length > 0 ? double.Parse(args[0], CultureInfo.InvariantCulture) : 1;
            string json = Generator.Orders((int)(110000 * factor));
            List<Order> orders = ReadOrders(json);
            Console.WriteLine("read: {0} orders from {1} kB", orders.Count, json.Length / 1000);
            BuildIndex(orders);
            SortOrders(orders);
            QueryCities(orders);
            MatchNotes(orders);
            CheckSpelling(orders);
            Forecast((int)(340 * Math.Sqrt(factor)));
            SeatGuests(factor < 1 ? 8 : 12);
            AuditAll(orders);
            return 0;
        }
    }
}
