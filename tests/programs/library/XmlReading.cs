// XmlReading: XmlReader over every node kind, attributes, entities, whitespace, fragments, typed content, errors with lines.
using System;
using System.IO;
using System.Xml;

class XmlReading
{
    const string Text = @"<?xml version='1.0' encoding='utf-8' standalone='yes'?>
<!DOCTYPE root [<!ENTITY who 'World'><!ELEMENT root ANY>]>
<!-- a comment -->
<?target some data?>
<root xmlns='urn:a' xmlns:b='urn:b' b:id='1' plain=""two &amp; three"">
  <empty/>
  <b:text>Hello &who; &lt;&#65;&#x42;&gt;</b:text>
  <![CDATA[raw <tags> & more]]>
  <number>42</number><real>1.5</real><flag>true</flag><when>2024-11-30T12:34:56Z</when>
</root>";

    static void Nodes(XmlReaderSettings settings)
    {
        using (XmlReader r = XmlReader.Create(new StringReader(Text), settings))
            while (r.Read())
            {
                Console.Write("{0}{1} {2} '{3}'", new string(' ', r.Depth), r.NodeType, r.Name, r.Value.Replace("\n", "\\n").Replace("\r", ""));
                if (r.NodeType == XmlNodeType.Element)
                    Console.Write(" ns={0} local={1} empty={2} attributes={3}", r.NamespaceURI, r.LocalName, r.IsEmptyElement, r.AttributeCount);
                Console.WriteLine();
                while (r.MoveToNextAttribute())
                    Console.WriteLine("  @{0} {1}='{2}' default={3}", r.Name, r.NamespaceURI, r.Value, r.IsDefault);
            }
    }

    static void Fails(string text)
    {
        try
        {
            using (XmlReader r = XmlReader.Create(new StringReader(text)))
                while (r.Read())
                    ;
            Console.WriteLine("fine: {0}", text);
        }
        catch (XmlException e)
        {
            Console.WriteLine("{0}:{1} {2}", e.LineNumber, e.LinePosition, e.Message);
        }
    }

    static void Main()
    {
        Nodes(new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse });
        Nodes(new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse, IgnoreComments = true, IgnoreWhitespace = true, IgnoreProcessingInstructions = true });
        using (XmlReader r = XmlReader.Create(new StringReader("<r><i>42</i><d>1.5</d><b>true</b><t>2024-11-30T12:34:56Z</t><s>x<!--c-->y</s></r>")))
        {
            r.ReadStartElement("r");
            Console.WriteLine(r.ReadElementContentAsInt() + 1);
            Console.WriteLine(r.ReadElementContentAsDouble() + 1);
            Console.WriteLine(r.ReadElementContentAsBoolean());
            Console.WriteLine(r.ReadElementContentAsDateTime().ToUniversalTime().ToString("u"));
            Console.WriteLine(r.ReadElementContentAsString());
            r.ReadEndElement();
            Console.WriteLine(r.EOF);
        }
        using (XmlReader r = XmlReader.Create(new StringReader("a<b>1</b>c<d/>"), new XmlReaderSettings { ConformanceLevel = ConformanceLevel.Fragment }))
            while (r.Read())
                Console.Write("{0}:{1}{2} ", r.NodeType, r.Name, r.Value);
        Console.WriteLine();
        using (XmlReader r = XmlReader.Create(new StringReader("<a><b><c>1</c></b><b>2</b></a>")))
        {
            r.ReadToFollowing("b");
            Console.WriteLine(r.ReadInnerXml());
            Console.WriteLine(r.ReadOuterXml());
            Console.WriteLine(r.NodeType);
        }
        using (XmlReader r = XmlReader.Create(new StringReader("<a><b>1</b><b>2</b></a>")))
        {
            r.ReadToDescendant("b");
            do
                using (XmlReader sub = r.ReadSubtree())
                {
                    sub.Read();
                    Console.Write(sub.ReadElementContentAsInt() + ";");
                }
            while (r.ReadToNextSibling("b"));
            Console.WriteLine();
        }
        Fails("<a><b></a>");
        Fails("<a x='1' x='2'/>");
        Fails("<a>&nope;</a>");
        Fails("<a/><b/>");
        Fails("<a\nb=c/>");
        Fails("");
        Fails("<a>\x01</a>");
        Fails("<p:a/>");
        Fails("<!DOCTYPE a []><a/>");
        Fails("<a>]]></a>");
        XmlReader old = new XmlTextReader(new StringReader("<a  b='&lt;'>t</a>")) { WhitespaceHandling = WhitespaceHandling.None };
        old.MoveToContent();
        Console.WriteLine("{0} {1}", old.GetAttribute("b"), old.ReadString());
    }
}
