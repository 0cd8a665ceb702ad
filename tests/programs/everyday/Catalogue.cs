// Catalogue: a stock list as XML: built, queried, changed, validated by hand, transformed to HTML, read as a stream.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using System.Xml.XPath;

[XmlRoot("book", Namespace = "urn:books")]
public class Book
{
    [XmlAttribute("isbn")] public string Isbn;
    [XmlElement("title")] public string Title;
    [XmlElement("author")] public List<string> Authors = new List<string>();
    [XmlElement("price")] public decimal Price;
    [XmlIgnore] public bool Sold;
    [XmlElement("printed", DataType = "date")] public DateTime Printed;
    [XmlElement("state")] public State State;
}

public enum State { [XmlEnum("new")] New, [XmlEnum("second-hand")] Used }

class Catalogue
{
    static readonly XNamespace B = "urn:books";

    static XDocument Make() => new XDocument(new XDeclaration("1.0", "utf-8", "yes"), new XComment(" stock "),
        new XElement(B + "stock", new XAttribute(XNamespace.Xmlns + "b", B.NamespaceName), new XAttribute("updated", new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc)),
            from i in Enumerable.Range(1, 6)
            select new XElement(B + "book", new XAttribute("isbn", $"978-{i:000}"), new XElement(B + "title", $"Volume <{i}> & more"),
                Enumerable.Range(0, i % 3).Select(a => new XElement(B + "author", "Author " + (char)('A' + a))), new XElement(B + "price", 9.5m * i),
                new XElement(B + "printed", new DateTime(2000 + i, i, 1).ToString("yyyy-MM-dd")), new XElement(B + "state", i % 2 == 0 ? "new" : "second-hand"),
                i == 4 ? new XCData("raw <text> ]]") : null)));

    static void Main()
    {
        XDocument stock = Make();
        Console.WriteLine(stock.Declaration + "\n" + stock.Root.Elements().First());
        var cheap = stock.Descendants(B + "book").Where(b => (decimal)b.Element(B + "price") < 30).OrderByDescending(b => (DateTime)b.Element(B + "printed"))
            .Select(b => new { Isbn = (string)b.Attribute("isbn"), Authors = b.Elements(B + "author").Count(), Missing = (int?)b.Attribute("none") });
        Console.WriteLine(string.Join("\n", cheap));
        XmlNamespaceManager names = new XmlNamespaceManager(new NameTable());
        names.AddNamespace("x", "urn:books");
        Console.WriteLine(string.Join(",", stock.XPathSelectElements("//x:book[count(x:author) > 1]/x:title", names).Select(t => t.Value)));
        Console.WriteLine(stock.XPathEvaluate("sum(//x:price)", names) + " " + stock.XPathEvaluate("string(//x:book[last()]/@isbn)", names));
        foreach (XElement book in stock.Root.Elements().Where(b => (string)b.Element(B + "state") == "new").ToList())
        {
            book.SetElementValue(B + "price", (decimal)book.Element(B + "price") * 1.1m);
            book.SetAttributeValue("isbn", null);
            book.AddAfterSelf(new XComment("dearer"));
            book.Element(B + "title").ReplaceNodes("T", new XElement("i", "new"));
        }
        stock.Root.Elements().Last().Remove();
        StringBuilder text = new StringBuilder();
        using (XmlWriter writer = XmlWriter.Create(text, new XmlWriterSettings { Indent = true, IndentChars = "\t", NewLineChars = "\n", OmitXmlDeclaration = true }))
            stock.Save(writer);
        Console.WriteLine(text);
        XmlSerializer serializer = new XmlSerializer(typeof(Book));
        foreach (XElement element in Make().Root.Elements().Skip(2).Take(2))
        {
            Book book = (Book)serializer.Deserialize(element.CreateReader());
            Console.WriteLine("{0} {1} [{2}] {3} {4:d MMM yyyy} {5}", book.Isbn, book.Title, string.Join("/", book.Authors), book.Price, book.Printed, book.State);
            book.Authors.Add("É");
            StringWriter again = new StringWriter { NewLine = "\n" };
            serializer.Serialize(again, book);
            Console.WriteLine(again.ToString().Replace("\r", ""));
        }
        Stack<string> open = new Stack<string>();
        Dictionary<string, int> paths = new Dictionary<string, int>();
        using (XmlReader reader = XmlReader.Create(new StringReader(text.ToString()), new XmlReaderSettings { IgnoreWhitespace = true }))
            while (reader.Read())
                if (reader.NodeType == XmlNodeType.Element)
                {
                    string path = string.Join("/", open.Reverse().Concat(new[] { reader.LocalName }));
                    paths[path] = paths.TryGetValue(path, out int n) ? n + 1 : 1;
                    if (!reader.IsEmptyElement)
                        open.Push(reader.LocalName);
                }
                else if (reader.NodeType == XmlNodeType.EndElement)
                    open.Pop();
        foreach (var path in paths.OrderBy(p => p.Key, StringComparer.Ordinal))
            Console.WriteLine("{0} {1}", path.Value, path.Key);
        foreach (string bad in new[] { "<a><b></a>", "<a b=1/>", "<a>&x;</a>", "", "<a/><b/>", "<a xmlns:p='u'><q:b/></a>" })
            try { XDocument.Parse(bad); Console.WriteLine("fine"); }
            catch (XmlException e) { Console.WriteLine("{0} ({1},{2})", e.Message, e.LineNumber, e.LinePosition); }
        Console.WriteLine(XNode.DeepEquals(Make(), Make()) + " " + Make().Root.Elements().Select(b => b.Name.LocalName + ":" + b.ElementsBeforeSelf().Count()).Aggregate((a, b) => a + " " + b));
    }
}
