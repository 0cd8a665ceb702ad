// BinaryGraphs: BinaryFormatter over graphs: cycles, shared objects, ISerializable, callbacks, arrays, surrogates, refused types.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;

[Serializable]
class Person
{
    public string Name;
    public Person Friend;
    public List<int> Numbers = new List<int>();
    [NonSerialized] public int Temporary = 7;
    [OptionalField] public string Extra;
    DateTime born = new DateTime(2000, 1, 2, 3, 4, 5, DateTimeKind.Utc);
    public DateTime Born { get { return born; } }

    [OnSerializing] void Before(StreamingContext c) { Console.WriteLine("serializing {0}", Name); }
    [OnDeserialized] void After(StreamingContext c) { Console.WriteLine("deserialized {0} temporary={1}", Name, Temporary); }
}

[Serializable]
class Custom : ISerializable, IDeserializationCallback
{
    public readonly int Value;

    public Custom(int value) { Value = value; }
    protected Custom(SerializationInfo info, StreamingContext c) { Value = info.GetInt32("v") + 1; }
    public void GetObjectData(SerializationInfo info, StreamingContext c) { info.AddValue("v", Value); }
    public void OnDeserialization(object sender) { Console.WriteLine("callback {0}", Value); }
}

[Serializable]
struct Point
{
    public int X, Y;
}

[Serializable]
class OneOnly : ISerializable
{
    public static readonly OneOnly Instance = new OneOnly();

    [Serializable]
    class Reference : IObjectReference
    {
        public object GetRealObject(StreamingContext c) { return Instance; }
    }

    public void GetObjectData(SerializationInfo info, StreamingContext c) { info.SetType(typeof(Reference)); }
}

class NotMarked { }

class BinaryGraphs
{
    static T Round<T>(T o)
    {
        MemoryStream m = new MemoryStream();
        BinaryFormatter f = new BinaryFormatter();
        f.Serialize(m, o);
        m.Position = 0;
        return (T)f.Deserialize(m);
    }

    static void Main()
    {
        Person a = new Person { Name = "Ann", Extra = "e" }, b = new Person { Name = "Bob", Friend = a };
        a.Friend = b;
        a.Numbers.AddRange(new[] { 1, 2, 3 });
        Person c = Round(a);
        Console.WriteLine("{0} {1} {2} {3} {4:u} {5}", c.Name, c.Friend.Name, c.Friend.Friend == c, string.Join(",", c.Numbers), c.Born, c.Extra);
        Console.WriteLine(Round(new Custom(5)).Value);
        object shared = new Custom(1);
        object[] pair = Round(new[] { shared, shared, null, "text", 5, 1.5m, 'c', DayOfWeek.Friday, new Point { X = 1, Y = 2 }, typeof(string), TimeSpan.FromHours(1), Guid.Empty });
        Console.WriteLine("{0} {1}", ReferenceEquals(pair[0], pair[1]), string.Join("|", pair));
        Console.WriteLine(string.Join(",", Round(new[] { new Point { X = 3 }, new Point { Y = 4 } })[1].Y));
        Console.WriteLine("{0} {1}", Round(new int[2, 3] { { 1, 2, 3 }, { 4, 5, 6 } })[1, 2], Round(new[] { new[] { 1 }, null, new[] { 2, 3 } })[2][1]);
        Console.WriteLine("{0} {1}", Round(new Dictionary<string, List<int>> { { "k", new List<int> { 9 } } })["k"][0], Round(new Hashtable { { "h", 1 } })["h"]);
        Console.WriteLine("{0} {1}", ReferenceEquals(Round(OneOnly.Instance), OneOnly.Instance), Round(new Queue<int>(new[] { 4, 5 })).Peek());
        Console.WriteLine(Round(Tuple.Create(1, "x")) + " " + Round(new Exception("outer", new ArgumentException("inner"))).InnerException.Message);
        Console.WriteLine(string.Join(",", Round(new SortedSet<string> { "z", "a" })) + " " + Round(new Version(1, 2)) + " " + Round(new Uri("http://a/b")));
        Func<int, int> f = Twice;
        Console.WriteLine(Round(f)(21));
        Console.WriteLine(Round((int?)5) + " " + Round(StringComparer.OrdinalIgnoreCase).Equals("A", "a"));
        try
        {
            Round(new NotMarked());
        }
        catch (SerializationException e)
        {
            Console.WriteLine(e.Message.Split(',')[0]);
        }
        try
        {
            new BinaryFormatter().Deserialize(new MemoryStream(new byte[] { 1, 2, 3 }));
        }
        catch (SerializationException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        SerializationInfo info = new SerializationInfo(typeof(Person), new FormatterConverter());
        info.AddValue("i", "42");
        Console.WriteLine("{0} {1}", info.GetInt32("i"), info.MemberCount);
        Person raw = (Person)FormatterServices.GetUninitializedObject(typeof(Person));
        Console.WriteLine("{0} {1}", raw.Temporary, FormatterServices.GetSerializableMembers(typeof(Person)).Length);
    }

    static int Twice(int n) { return n * 2; }
}
