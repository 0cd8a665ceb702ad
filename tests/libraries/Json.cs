// Json: Newtonsoft.Json: objects, collections, LINQ to JSON, JSONPath, converters, contracts, streams, errors.
// references: Newtonsoft.Json
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Newtonsoft.Json;
using Newtonsoft.Json.Converters;
using Newtonsoft.Json.Linq;
using Newtonsoft.Json.Serialization;

enum Level { Low, Middle, High }

class Item
{
    public string Name { get; set; }
    public decimal Price { get; set; }
    [JsonProperty("tags", NullValueHandling = NullValueHandling.Ignore)] public List<string> Labels { get; set; }
    [JsonIgnore] public int Secret = 7;
    [JsonConverter(typeof(StringEnumConverter))] public Level Level { get; set; }
    public DateTime When { get; set; }
    public int? Maybe { get; set; }
    public Dictionary<string, double> Weights { get; set; } = new Dictionary<string, double>();
    public bool ShouldSerializeMaybe() { return Maybe.HasValue; }
}

abstract class Animal { public string Name; }
class Dog : Animal { public bool Good = true; }
class Cat : Animal { public int Lives = 9; }

class Immutable
{
    public readonly int A;
    public string B { get; private set; }

    [JsonConstructor]
    public Immutable(int a, string b)
    {
        A = a;
        B = b;
    }
}

class UpperCase : JsonConverter<string>
{
    public override void WriteJson(JsonWriter writer, string value, JsonSerializer serializer) { writer.WriteValue(value.ToUpperInvariant()); }
    public override string ReadJson(JsonReader reader, Type type, string existing, bool has, JsonSerializer serializer) { return ((string)reader.Value).ToLowerInvariant(); }
}

class Json
{
    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Item item = new Item { Name = "Pen \"x\" \u00e9\u2028", Price = 1.50m, Labels = new List<string> { "a", "b" }, Level = Level.High, When = new DateTime(2024, 11, 30, 1, 2, 3, DateTimeKind.Utc) };
        item.Weights["one"] = 1;
        item.Weights["third"] = 1.0 / 3;
        string text = JsonConvert.SerializeObject(item);
        Console.WriteLine(text);
        Console.WriteLine(JsonConvert.SerializeObject(item, Formatting.Indented));
        Item back = JsonConvert.DeserializeObject<Item>(text);
        Console.WriteLine("{0} {1} {2} {3} {4:o} {5} {6}", back.Name == item.Name, back.Price, back.Level, string.Join(",", back.Labels), back.When, back.Weights["third"].ToString("R"), back.Secret);
        JsonSerializerSettings camel = new JsonSerializerSettings { ContractResolver = new CamelCasePropertyNamesContractResolver(), DefaultValueHandling = DefaultValueHandling.Ignore };
        Console.WriteLine(JsonConvert.SerializeObject(new { FirstName = "A", Zero = 0, Nested = new[] { new { Deep = 1.5 } } }, camel));
        JsonSerializerSettings typed = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.Auto };
        string animals = JsonConvert.SerializeObject(new List<Animal> { new Dog { Name = "d" }, new Cat { Name = "c" } }, typed);
        Console.WriteLine(animals);
        Console.WriteLine(string.Join(",", JsonConvert.DeserializeObject<List<Animal>>(animals, typed).Select(a => a.GetType().Name + ":" + a.Name)));
        Immutable immutable = JsonConvert.DeserializeObject<Immutable>("{'b':'text','a':5}");
        Console.WriteLine("{0} {1}", immutable.A, immutable.B);
        Console.WriteLine(JsonConvert.SerializeObject(new[] { "abc" }, new UpperCase()) + JsonConvert.DeserializeObject<string[]>("['XYZ']", new UpperCase())[0]);
        JObject o = JObject.Parse("{'store':{'books':[{'title':'A','price':8.95},{'title':'B','price':12.99,'isbn':'1'},{'title':'C','price':22.99}],'open':true},'n':null,'date':'2024-11-30T00:00:00Z'}");
        Console.WriteLine("{0} {1} {2}", (string)o["store"]["books"][0]["title"], (decimal)o.SelectToken("store.books[1].price"), o["n"].Type);
        foreach (string path in new[] { "$..title", "$.store.books[?(@.price > 10)].title", "$.store.books[-1:].title", "$..books[0,2].price", "$.store.*", "$..books[?(@.isbn)]", "$['store']['open']" })
            Console.WriteLine("{0}: {1}", path, string.Join(" | ", o.SelectTokens(path).Select(t => t.ToString(Formatting.None))));
        o["store"]["added"] = new JArray(1, "two", new JObject(new JProperty("three", 3)));
        ((JArray)o["store"]["books"]).RemoveAt(0);
        o.Property("n").Remove();
        Console.WriteLine(o.ToString(Formatting.None));
        Console.WriteLine(JToken.DeepEquals(JToken.Parse("{'a':1,'b':[1,2]}"), JToken.Parse("{'b':[1,2],'a':1}")));
        JObject merged = JObject.Parse("{'a':{'x':1},'l':[1]}");
        merged.Merge(JObject.Parse("{'a':{'y':2},'l':[1,2]}"), new JsonMergeSettings { MergeArrayHandling = MergeArrayHandling.Union });
        Console.WriteLine(merged.ToString(Formatting.None));
        Console.WriteLine(string.Join(",", from b in o["store"]["books"] orderby (double)b["price"] descending select (string)b["title"]));
        StringWriter w = new StringWriter();
        using (JsonTextWriter jw = new JsonTextWriter(w) { Formatting = Formatting.Indented, Indentation = 1, IndentChar = '\t', QuoteChar = '\'' })
        {
            jw.WriteStartObject();
            jw.WritePropertyName("a");
            jw.WriteStartArray();
            jw.WriteValue(1);
            jw.WriteComment("c");
            jw.WriteNull();
            jw.WriteRawValue("[raw]");
            jw.WriteEndArray();
            jw.WriteEndObject();
        }
        Console.WriteLine(w);
        using (JsonTextReader r = new JsonTextReader(new StringReader("// c\n{'a':[1,2.5,'x',true,null,0x1F,NaN],b:undefined}")))
            while (r.Read())
                Console.Write("{0}:{1}@{2} ", r.TokenType, r.Value, r.Path);
        Console.WriteLine();
        foreach (string bad in new[] { "{", "{'a':}", "[1,]x", "{'Price':'abc'}", "{'Level':'Nope'}", "nul", "{\"a\":1}{\"b\":2}", "[1" })
            try
            {
                Console.WriteLine(JsonConvert.DeserializeObject<Item>(bad) == null);
            }
            catch (JsonException e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        List<string> errors = new List<string>();
        List<DateTime> dates = JsonConvert.DeserializeObject<List<DateTime>>("['2024-01-02T00:00:00Z','oops',[1]]", new JsonSerializerSettings { Error = (s, e) => { errors.Add(e.ErrorContext.Path); e.ErrorContext.Handled = true; } });
        Console.WriteLine("{0} {1}", dates == null ? -1 : dates.Count, string.Join(",", errors));
        Console.WriteLine(JsonConvert.SerializeObject(new object[] { 1L, 1.5f, 'c', Guid.Empty, TimeSpan.FromSeconds(5), new Uri("http://a/b"), new byte[] { 1, 2 }, DayOfWeek.Monday, null, new Version(1, 2), Tuple.Create(1, "x"), (3, 4), new KeyValuePair<string, int>("k", 1), double.PositiveInfinity, new int[2, 2] }));
        Item populated = new Item { Name = "old" };
        JsonConvert.PopulateObject("{'Price':9.99,'Weights':{'x':2}}", populated);
        Console.WriteLine("{0} {1} {2}", populated.Name, populated.Price, populated.Weights["x"]);
        Node loop = new Node();
        loop.Next = loop;
        try
        {
            JsonConvert.SerializeObject(loop);
        }
        catch (JsonSerializationException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine(JsonConvert.SerializeObject(loop, new JsonSerializerSettings { PreserveReferencesHandling = PreserveReferencesHandling.Objects }));
        Console.WriteLine(JsonConvert.DeserializeObject<Dictionary<string, object>>("{'a':1,'b':[1],'c':{'d':2}}").Count);
        System.Xml.XmlDocument xml = JsonConvert.DeserializeXmlNode("{'root':{'@id':'1','item':['a','b']}}");
        Console.WriteLine(xml.OuterXml + JsonConvert.SerializeXmlNode(xml));
        List<int> big = JsonConvert.DeserializeObject<List<int>>("[" + string.Join(",", Enumerable.Range(0, 5000)) + "]");
        Console.WriteLine("{0} {1}", big.Count, big.Sum());
        dynamic d = JObject.Parse("{'x':{'y':5}}");
        Console.WriteLine(((JObject)d)["x"]["y"]);
    }
}

class Node
{
    public Node Next;
}
