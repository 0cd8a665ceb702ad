// XmlSerialization: XmlSerializer to text and back: nested classes, lists, attributes, enums, nulls.
using System;
using System.Collections.Generic;
using System.IO;
using System.Xml;
using System.Xml.Serialization;

public enum Level { Low, [XmlEnum("top")] High }

public class Item
{
    [XmlAttribute("id")]
    public int Id;
    public string Text { get; set; }
    public double? Weight;
    [XmlIgnore]
    public string Hidden = "h";
}

[XmlRoot("order", Namespace = "urn:test")]
public class Order
{
    public DateTime When;
    public Level Level;
    [XmlArray("items"), XmlArrayItem("item")]
    public List<Item> Items = new List<Item>();
    public int[] Numbers;
    [XmlElement("tag")]
    public string[] Tags;
    public byte[] Blob;
    [XmlText]
    public string Note;
}

[XmlInclude(typeof(Circle))]
public class Shape { public string Name; }
public class Circle : Shape { public double Radius; }

public static class XmlSerialization
{
    public static int Main()
    {
        var order = new Order { When = new DateTime(2020, 2, 3, 4, 5, 6, DateTimeKind.Utc), Level = Level.High,
            Numbers = new[] { 1, 2, 3 },
            Tags = new[] { "a", "<b>" }, Blob = new byte[] { 1, 2, 255 } };
        order.Items.Add(new Item { Id = 1, Text = "one & two", Weight = 1.5 });
        order.Items.Add(new Item { Id = 2 });
        var serializer = new XmlSerializer(typeof(Order));
        var text = new StringWriter();
        serializer.Serialize(text, order);
        Console.WriteLine(text);
        var back = (Order)serializer.Deserialize(new StringReader(text.ToString()));
        Console.WriteLine("{0:o} {1} {2} {3} {4}", back.When, back.Level, back.Items.Count, back.Items[0].Text,
            back.Items[1].Weight == null);
        Console.WriteLine("{0} {1} {2}", string.Join(",", back.Numbers), string.Join(",", back.Tags),
            BitConverter.ToString(back.Blob));
        var shapes = new XmlSerializer(typeof(Shape[]));
        text = new StringWriter();
        shapes.Serialize(text, new Shape[] { new Circle { Name = "c", Radius = 2 }, new Shape { Name = "s" } });
        Console.WriteLine(text);
        foreach (Shape s in (Shape[])shapes.Deserialize(new StringReader(text.ToString())))
            Console.WriteLine("{0} {1}", s.GetType(), s.Name);
        try { serializer.Deserialize(new StringReader("<other/>")); }
        catch (InvalidOperationException e) { Console.WriteLine(e.GetType()); }
        return 0;
    }
}
