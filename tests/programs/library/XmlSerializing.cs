// XmlSerializing: XmlSerializer writes and reads objects: attributes, lists, nullables, enums, derived types, dates.
using System;
using System.Collections.Generic;
using System.IO;
using System.Xml.Serialization;

public enum Shade { Dark, [XmlEnum("bright-one")] Bright }

public class Shape
{
    [XmlAttribute("name")] public string Name;
    public Shade Shade { get; set; }
    [XmlIgnore] public int Hidden = 5;
}

public class Square : Shape
{
    public double Side;
}

[XmlRoot("drawing", Namespace = "urn:draw")]
public class Drawing
{
    [XmlArray("shapes"), XmlArrayItem("shape")] public List<Shape> Shapes = new List<Shape>();
    [XmlElement("tag")] public string[] Tags;
    public int? Limit { get; set; }
    public DateTime Made;
    public byte[] Data;
    public bool LimitSpecified;
    [XmlText] public string Text;
}

class XmlSerializing
{
    static void Main()
    {
        Drawing d = new Drawing
        {
            Tags = new[] { "a", "b & c" }, Limit = null, Made = new DateTime(2024, 11, 30, 1, 2, 3, DateTimeKind.Utc), Data = new byte[] { 1, 2, 250 }, Text = "note",
        };
        d.Shapes.Add(new Shape { Name = "plain", Shade = Shade.Bright });
        //d.Shapes.Add(new Square { Name = "sq", Side = 2.5 });
        XmlSerializer s = new XmlSerializer(typeof(Drawing));
        StringWriter w = new StringWriter();
        XmlSerializerNamespaces names = new XmlSerializerNamespaces();
        names.Add("d", "urn:draw");
        s.Serialize(w, d, names);
        Console.WriteLine(w);
        Drawing back = (Drawing)s.Deserialize(new StringReader(w.ToString()));
        Console.WriteLine("{0} {1} {2} {3} {4:u} {5} {6}", back.Shapes.Count, back.Shapes[0].Shade, 0, string.Join("|", back.Tags), back.Made, back.Data[2], back.Text);
        foreach (object o in new object[] { 5, "text", 1.5, true, new[] { 1, 2 }, new List<string> { "x", null }, DayOfWeek.Friday })
        {
            StringWriter one = new StringWriter();
            XmlSerializer any = new XmlSerializer(o.GetType());
            any.Serialize(one, o);
            Console.WriteLine(one);
            object read = any.Deserialize(new StringReader(one.ToString()));
            Console.WriteLine(read.GetType() == o.GetType());
        }
        try
        {
            s.Deserialize(new StringReader("<wrong/>"));
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
