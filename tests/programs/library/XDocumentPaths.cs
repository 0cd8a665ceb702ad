// XDocumentPaths: XPath over LINQ to XML, grouping of elements, transformation to another shape, validation of order.
// references: System.Xml.Linq
using System;
using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;
using System.Xml.XPath;

class XDocumentPaths
{
    static void Main()
    {
        XDocument d = XDocument.Parse(@"<log><e level='info' t='3'>start</e><e level='warn' t='7'>slow</e><e level='info' t='9'>go</e><sub><e level='error' t='12'>bad</e></sub></log>");
        Console.WriteLine(d.XPathSelectElements("//e[@level='info']").Count());
        Console.WriteLine(d.XPathSelectElement("//sub/e").Value);
        Console.WriteLine(d.XPathEvaluate("sum(//e/@t)"));
        Console.WriteLine(d.XPathEvaluate("string(//e[2])"));
        foreach (XAttribute a in ((IEnumerable<object>)d.XPathEvaluate("//e/@t")).Cast<XAttribute>())
            Console.Write(a.Value + " ");
        Console.WriteLine();
        var groups = from e in d.Descendants("e")
                     group e by (string)e.Attribute("level") into g
                     orderby g.Count() descending, g.Key
                     select new XElement("group", new XAttribute("name", g.Key), new XAttribute("count", g.Count()),
                         new XAttribute("total", g.Sum(e => (int)e.Attribute("t"))), g.Select(e => new XElement("m", e.Value)));
        Console.WriteLine(new XElement("groups", groups));
        XElement tree = new XElement("n0");
        XElement at = tree;
        for (int i = 1; i < 200; i++)
        {
            XElement child = new XElement("n" + i % 7, new XAttribute("depth", i));
            at.Add(child);
            if (i % 3 != 0)
                at = child;
        }
        Console.WriteLine(tree.Descendants().Count() + " " + tree.Descendants("n3").Count() + " " + tree.DescendantsAndSelf().Max(e => e.Ancestors().Count()));
        Console.WriteLine(string.Join("/", at.AncestorsAndSelf().Reverse().Take(6).Select(e => e.Name)));
        XElement[] some = tree.Descendants().Where(e => (int)e.Attribute("depth") % 50 == 0).ToArray();
        some.Remove();
        Console.WriteLine(tree.Descendants().Count());
        Console.WriteLine(d.Root.Elements("e").First().IsBefore(d.Root.Elements("e").Last()));
        Console.WriteLine(string.Join(" ", d.Root.Elements().First().ElementsAfterSelf().Select(e => e.Name + ":" + e.Elements().Count())));
        XElement clone = new XElement(d.Root);
        clone.Descendants("e").Attributes("t").Remove();
        Console.WriteLine(clone.ToString(SaveOptions.DisableFormatting));
        Console.WriteLine(clone.GetHashCode() == d.Root.GetHashCode());
    }
}
