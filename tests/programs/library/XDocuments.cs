// XDocuments: LINQ to XML: functional construction, parsing, namespaces, edits, annotations, events, text forms.
// references: System.Xml.Linq
using System;
using System.IO;
using System.Linq;
using System.Xml;
using System.Xml.Linq;

class XDocuments
{
    static void Main()
    {
        XNamespace ns = "urn:books";
        XDocument d = new XDocument(new XDeclaration("1.0", "utf-8", "yes"), new XComment("list"),
            new XElement(ns + "books", new XAttribute(XNamespace.Xmlns + "b", ns),
                from i in Enumerable.Range(1, 3)
                select new XElement(ns + "book", new XAttribute("id", i), new XElement(ns + "title", "Title " + i), new XElement(ns + "price", i * 1.5m))));
        Console.WriteLine(d);
        Console.WriteLine(d.Declaration);
        Console.WriteLine(d.ToString(SaveOptions.DisableFormatting));
        StringWriter text = new StringWriter();
        d.Save(text);
        Console.WriteLine(text);
        foreach (XElement e in d.Root.Elements(ns + "book").Where(b => (decimal)b.Element(ns + "price") > 2))
            Console.WriteLine("{0} {1} {2}", (int)e.Attribute("id"), (string)e.Element(ns + "title"), e.Name.LocalName);
        XElement x = XElement.Parse("<a>text<b c='1'/>more<![CDATA[<cd>]]><b c='2'>&lt;</b></a>", LoadOptions.PreserveWhitespace | LoadOptions.SetLineInfo);
        Console.WriteLine(x.Value + " " + ((IXmlLineInfo)x.Element("b")).LinePosition);
        Console.WriteLine(string.Join(",", x.Nodes().Select(n => n.NodeType)));
        x.Changed += (s, e) => Console.WriteLine("changed {0} {1}", e.ObjectChange, s.GetType().Name);
        x.Add(new XElement("new", 1, 2.5, true, null, new DateTime(2024, 1, 2)));
        x.Element("b").ReplaceWith(new XElement("replaced"));
        x.SetAttributeValue("at", 5);
        x.SetAttributeValue("at", null);
        x.SetElementValue("new", "v");
        x.AddFirst("first");
        x.Element("replaced").AddAfterSelf(new XProcessingInstruction("p", "i"));
        x.Nodes().OfType<XText>().Skip(1).First().Remove();
        Console.WriteLine(x);
        Console.WriteLine(x.DescendantNodesAndSelf().Count() + " " + x.Descendants("b").Single().Parent.Name + " " + x.LastNode);
        x.AddAnnotation("note");
        Console.WriteLine(x.Annotation<string>());
        Console.WriteLine(XNode.DeepEquals(XElement.Parse("<a b='1' c='2'><d/></a>"), XElement.Parse("<a b='1' c='2'> <d></d></a>")));
        Console.WriteLine(XNode.DeepEquals(XElement.Parse("<a><d/></a>"), XElement.Parse("<a><d/></a>")));
        XName name = XName.Get("{urn:q}local");
        Console.WriteLine("{0} {1} {2} {3}", name, name.Namespace, ReferenceEquals(name, (XNamespace)"urn:q" + "local"), (XNamespace)"" == XNamespace.None);
        XElement converted = XElement.Parse("<v i='5' d='1.25' b='true' t='2024-11-30T00:00:00Z' s='PT1H' g='00000000-0000-0000-0000-000000000001'/>");
        Console.WriteLine("{0} {1} {2} {3:u} {4} {5} {6}", (int)converted.Attribute("i"), (double)converted.Attribute("d"), (bool)converted.Attribute("b"),
            ((DateTime)converted.Attribute("t")).ToUniversalTime(), (TimeSpan)converted.Attribute("s"), (Guid)converted.Attribute("g"), (int?)converted.Attribute("none") == null);
        foreach (Action bad in new Action[] { () => Console.WriteLine((int)XElement.Parse("<a>x</a>")), () => XElement.Parse("<a"), () => new XElement("a b"),
                     () => new XDocument(new XElement("a"), new XElement("b")), () => new XElement("a", new XAttribute("b", 1), new XAttribute("b", 2)) })
            try
            {
                bad();
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        XStreamingElement streaming = new XStreamingElement("s", Enumerable.Range(0, 3).Select(i => new XStreamingElement("i", i)));
        Console.WriteLine(streaming);
        using (XmlReader r = d.CreateReader())
        {
            r.ReadToFollowing("title", "urn:books");
            Console.WriteLine(((XElement)XNode.ReadFrom(r)).Value);
        }
        XElement other = new XElement("w");
        using (XmlWriter w = other.CreateWriter())
            w.WriteElementString("in", "written");
        Console.WriteLine(other);
        Console.WriteLine(string.Join(" ", d.Descendants(ns + "title").InDocumentOrder().Reverse().Ancestors(ns + "book").Attributes("id").Select(a => a.ToString())));
    }
}
