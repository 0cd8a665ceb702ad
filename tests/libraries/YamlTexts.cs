// YamlTexts: YAML to objects and back, aliases, block text, JSON, positions of errors.
// references: YamlDotNet
using System;
using System.Collections.Generic;
using System.IO;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;
using YamlDotNet.RepresentationModel;

public class Item
{
    public string Sku { get; set; }
    public int Count { get; set; }
    public double Price { get; set; }
}

public class Order
{
    public int OrderId { get; set; }
    public DateTime When { get; set; }
    public List<Item> Lines { get; set; }
    public Dictionary<string, string> Notes { get; set; }
    public bool? Paid { get; set; }
    public DayOfWeek Day { get; set; }
}

class YamlTexts
{
    static void Main()
    {
        var text = "order_id: 17\nwhen: 2024-02-29T10:00:00Z\nday: Friday\nlines:\n  - &a {sku: A1, count: 3, price: 9.95}\n  - sku: |\n      two\n      lines\n    count: 0x10\n    price: .inf\n  - *a\nnotes: {k: 'it''s', \"q\": \"a\\tb\", plain: yes}\npaid: ~\n";
        var d = new DeserializerBuilder().WithNamingConvention(UnderscoredNamingConvention.Instance).Build();
        var o = d.Deserialize<Order>(text);
        Console.WriteLine(o.OrderId + " " + o.When.ToUniversalTime().ToString("o") + " " + o.Lines.Count + " " + o.Lines[1].Sku.Replace("\n", "|") + " " + o.Lines[1].Count + " " + o.Lines[1].Price + " " + ReferenceEquals(o.Lines[0], o.Lines[2]) + " " + string.Join(",", o.Notes) + " " + o.Day + " " + o.Paid);
        Console.WriteLine(new SerializerBuilder().WithNamingConvention(CamelCaseNamingConvention.Instance).Build().Serialize(o));
        Console.WriteLine(new SerializerBuilder().JsonCompatible().Build().Serialize(new { a = 1, b = new[] { "x", null }, c = new Dictionary<string, object> { ["k"] = 1.5 } }));
        var s = new YamlStream();
        s.Load(new StringReader(text));
        foreach (var n in ((YamlMappingNode)s.Documents[0].RootNode).Children)
            Console.WriteLine(n.Key + " " + n.Value.NodeType + " " + n.Value.Tag);
        try
        {
            d.Deserialize<Order>("order_id: [1");
        }
        catch (YamlDotNet.Core.YamlException e)
        {
            Console.WriteLine(e.Message + " " + e.Start);
        }
        try
        {
            d.Deserialize<Order>("order_id: x");
        }
        catch (YamlDotNet.Core.YamlException e)
        {
            Console.WriteLine(e.Message + " " + e.InnerException?.Message);
        }
    }
}
