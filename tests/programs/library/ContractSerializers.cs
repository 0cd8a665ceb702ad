// ContractSerializers: DataContractJsonSerializer and DataContractSerializer over a small object graph.
// references: System.Runtime.Serialization System.Xml
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;

[DataContract]
public class Node
{
    [DataMember(Name = "id", Order = 1)] public int Id;
    [DataMember(Name = "label", EmitDefaultValue = false)] public string Label;
    [DataMember] public List<Node> Children;
    [DataMember] public Dictionary<string, double> Weights;
    [DataMember] public bool? Flag;
    public int NotSent = 9;
}

class ContractSerializers
{
    static void Main()
    {
        Node root = new Node
        {
            Id = 1, Label = "root \"q\" \u00e9 /", Flag = true, Weights = new Dictionary<string, double> { { "a", 1.5 }, { "b", -2 } },
            Children = new List<Node> { new Node { Id = 2 }, new Node { Id = 3, Label = "leaf" } },
        };
        DataContractJsonSerializer json = new DataContractJsonSerializer(typeof(Node));
        MemoryStream stream = new MemoryStream();
        json.WriteObject(stream, root);
        Console.WriteLine(Encoding.UTF8.GetString(stream.ToArray()));
        stream.Position = 0;
        Node back = (Node)json.ReadObject(stream);
        Console.WriteLine("{0} {1} {2} {3} {4}", back.Id, back.Label, back.Children.Count, back.Children[1].Label, back.Weights["a"]);
        DataContractSerializer xml = new DataContractSerializer(typeof(Node));
        stream = new MemoryStream();
        xml.WriteObject(stream, root);
        Console.WriteLine(Encoding.UTF8.GetString(stream.ToArray()));
        stream.Position = 0;
        back = (Node)xml.ReadObject(stream);
        Console.WriteLine("{0} {1} {2}", back.Id, back.Children[0].Id, back.NotSent);
    }
}
