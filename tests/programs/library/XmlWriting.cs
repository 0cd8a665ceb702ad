// XmlWriting: XmlWriter with namespaces, indentation, escapes, fragments, raw text, checks; XmlTextWriter; encodings in streams.
using System;
using System.IO;
using System.Text;
using System.Xml;

class XmlWriting
{
    static void Body(XmlWriter w)
    {
        w.WriteStartElement("root", "urn:x");
        w.WriteAttributeString("a", "quote \" amp & lt < tab \t nl \n");
        w.WriteAttributeString("p", "b", "urn:p", "v");
        w.WriteComment(" note ");
        w.WriteElementString("empty", "");
        w.WriteElementString("text", "a < b & c > d \u00e9\u20ac");
        w.WriteStartElement("p", "inner", "urn:p");
        w.WriteValue(42);
        w.WriteValue(true);
        w.WriteValue(1.25);
        w.WriteValue(new DateTime(2024, 11, 30, 1, 2, 3, DateTimeKind.Utc));
        w.WriteEndElement();
        w.WriteCData("x < y");
        w.WriteRaw("<raw/>");
        w.WriteProcessingInstruction("pi", "data");
        w.WriteStartElement("full");
        w.WriteFullEndElement();
        w.WriteBase64(new byte[] { 1, 2, 3, 250 }, 0, 4);
        w.WriteCharEntity('\u00ff');
        w.WriteEndElement();
    }

    static void With(XmlWriterSettings settings)
    {
        StringWriter text = new StringWriter();
        using (XmlWriter w = XmlWriter.Create(text, settings))
            Body(w);
        Console.WriteLine(text);
    }

    static void Refused(string what, Action<XmlWriter> action)
    {
        try
        {
            using (XmlWriter w = XmlWriter.Create(new StringWriter()))
                action(w);
            Console.WriteLine("{0}: fine", what);
        }
        catch (Exception e)
        {
            Console.WriteLine("{0}: {1}: {2}", what, e.GetType().Name, e.Message);
        }
    }

    static void Main()
    {
        With(new XmlWriterSettings());
        With(new XmlWriterSettings { Indent = true, IndentChars = "\t", NewLineChars = "\n" });
        With(new XmlWriterSettings { Indent = true, NewLineOnAttributes = true, OmitXmlDeclaration = true });
        With(new XmlWriterSettings { OmitXmlDeclaration = true, NewLineHandling = NewLineHandling.Entitize });
        foreach (Encoding encoding in new Encoding[] { new UTF8Encoding(false), Encoding.Unicode, Encoding.ASCII, Encoding.GetEncoding("iso-8859-1") })
        {
            MemoryStream stream = new MemoryStream();
            using (XmlWriter w = XmlWriter.Create(stream, new XmlWriterSettings { Encoding = encoding }))
                w.WriteElementString("e", "\u00e9\u20ac");
            Console.WriteLine("{0}: {1} {2}", encoding.WebName, stream.Length, BitConverter.ToString(stream.ToArray(), 0, 12));
            stream.Position = 0;
            XmlDocument d = new XmlDocument();
            d.Load(stream);
            Console.WriteLine(d.DocumentElement.InnerText == "\u00e9\u20ac");
        }
        XmlTextWriter old = new XmlTextWriter(Console.Out) { Formatting = Formatting.Indented, Indentation = 3, QuoteChar = '\'' };
        old.WriteStartDocument(true);
        old.WriteDocType("r", null, null, "<!ENTITY e 'x'>");
        old.WriteStartElement("r");
        old.WriteAttributeString("a", "'");
        old.WriteElementString("b", "c");
        old.WriteEntityRef("e");
        old.WriteEndDocument();
        old.Flush();
        Console.WriteLine();
        Refused("two roots", w => { w.WriteElementString("a", ""); w.WriteElementString("b", ""); });
        Refused("bad name", w => w.WriteStartElement("1a"));
        Refused("bad char", w => w.WriteElementString("a", "\x01"));
        Refused("attribute after content", w => { w.WriteStartElement("a"); w.WriteString("x"); w.WriteAttributeString("b", "c"); });
        Refused("duplicate attribute", w => { w.WriteStartElement("a"); w.WriteAttributeString("b", "c"); w.WriteAttributeString("b", "c"); });
        Refused("end too often", w => { w.WriteStartElement("a"); w.WriteEndElement(); w.WriteEndElement(); });
        Refused("text at top", w => w.WriteString("x"));
        Refused("comment with dashes", w => { w.WriteStartElement("a"); w.WriteComment("a--b"); });
        Console.WriteLine(XmlConvert.EncodeName("a b:c") + " " + XmlConvert.DecodeName("a_x0020_b") + " " + XmlConvert.ToString(1.0 / 3) + " " + XmlConvert.ToString(TimeSpan.FromMinutes(61.5)));
        Console.WriteLine(XmlConvert.ToTimeSpan("P1DT2H3M4.5S") + " " + XmlConvert.ToDouble("INF") + " " + XmlConvert.ToBoolean("1") + " " + XmlConvert.IsNCNameChar(':'));
    }
}
