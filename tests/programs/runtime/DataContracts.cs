// DataContracts: DataContractSerializer and its JSON sibling, whose readers and writers are made at run time.
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;

[DataContract(Namespace = "")]
public class Person
{
    [DataMember(Order = 1)] public string Name { get; set; }
    [DataMember(Order = 2)] public int Age;
    [DataMember(Order = 3, EmitDefaultValue = false)] public List<Person> Children;
    [DataMember(Order = 4)] public Dictionary<string, int> Scores = new Dictionary<string, int>();
    [DataMember(Order = 5)] private double secret = 1.5;
    [DataMember(Order = 6)] public DayOfWeek Day;
    [DataMember(Order = 7)] public int? Maybe;
    public string Ignored = "ignored";
    public double Secret() { return secret; }
    [OnDeserialized] void Done(StreamingContext context) { Ignored = "set after"; }
}

public static class DataContracts
{
    public static int Main()
    {
        var person = new Person { Name = "Ann <&>", Age = 40, Day = DayOfWeek.Tuesday, Maybe = 3,
            Children = new List<Person> { new Person { Name = "Bo", Age = 5 } } };
        person.Scores["maths"] = 9;
        person.Scores["art"] = 7;
        foreach (XmlObjectSerializer serializer in new XmlObjectSerializer[] {
            new DataContractSerializer(typeof(Person)), new DataContractJsonSerializer(typeof(Person)) })
        {
            var stream = new MemoryStream();
            serializer.WriteObject(stream, person);
            string text = Encoding.UTF8.GetString(stream.ToArray());
            Console.WriteLine(text);
            stream.Position = 0;
            var back = (Person)serializer.ReadObject(stream);
            Console.WriteLine("{0} {1} {2} {3} {4} {5} {6} {7}", back.Name, back.Age, back.Children[0].Name,
                back.Scores["art"], back.Secret(), back.Day, back.Maybe, back.Ignored);
        }
        var json = new DataContractJsonSerializer(typeof(List<int[]>));
        var lists = (List<int[]>)json.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes("[[1,2],[],[3]]")));
        Console.WriteLine("{0} {1} {2}", lists.Count, lists[0][1], lists[2][0]);
        try { json.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes("[[1,"))); } catch (SerializationException e) {
            Console.WriteLine(e.GetType()); }
        return 0;
    }
}
