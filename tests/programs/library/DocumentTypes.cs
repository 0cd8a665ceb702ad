// DocumentTypes: documents are validated against their DTD: content models, attributes, entities of several kinds, IDs.
using System;
using System.IO;
using System.Xml;
using System.Xml.Schema;

class DocumentTypes
{
    static void Validate(string dtd, string body)
    {
        XmlReaderSettings settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse, ValidationType = ValidationType.DTD, XmlResolver = null };
        int errors = 0;
        settings.ValidationEventHandler += (s, e) =>
        {
            errors++;
            Console.WriteLine("  {0}", e.Message);
        };
        string text = "";
        try
        {
            using (XmlReader r = XmlReader.Create(new StringReader("<!DOCTYPE r [" + dtd + "]>" + body), settings))
                while (r.Read())
                    if (r.NodeType == XmlNodeType.Text)
                        text += r.Value;
                    else if (r.NodeType == XmlNodeType.Element && r.HasAttributes)
                        while (r.MoveToNextAttribute())
                            text += "[" + r.Name + "=" + r.Value + (r.IsDefault ? " default" : "") + "]";
        }
        catch (XmlException e)
        {
            Console.WriteLine("  broken: {0}", e.Message);
        }
        Console.WriteLine("{0}: {1} errors, '{2}'", body, errors, text);
    }

    static void Main()
    {
        string dtd = "<!ELEMENT r (a, b?, (c|d)*)><!ELEMENT a (#PCDATA)><!ELEMENT b EMPTY><!ELEMENT c ANY><!ELEMENT d (#PCDATA|a)*>" +
                     "<!ATTLIST a id ID #IMPLIED kind (x|y) 'x' fixed CDATA #FIXED 'f' need NMTOKEN #REQUIRED><!ATTLIST d ref IDREF #IMPLIED><!ENTITY e 'entity &#65;'><!ENTITY nested '<a need=\"n\">&e;</a>'>";
        foreach (string body in new[] { "<r><a need='n'>t</a></r>", "<r><a need='n'/><b/><c/><d>x<a need='n'>y</a></d></r>", "<r><b/></r>", "<r><a/></r>", "<r><a need='n' kind='z'/></r>", "<r><a need='a b'/></r>", "<r><a need='n' fixed='g'/></r>",
                     "<r><a need='n' id='i'/><d ref='i'/></r>", "<r><a need='n' id='i'/><d ref='j'/></r>", "<r><a need='n' id='i'/><c><a need='n' id='i'/></c></r>", "<r>&nested;</r>", "<r><a need='n'>&e;</a></r>", "<r><a need='n'/><e/></r>", "<r><a need='n' more='m'/></r>", "<q/>", "<r><a need='n'>&gone;</a></r>" })
            Validate(dtd, body);
        Validate("<!ELEMENT r (a", "<r/>");
        Validate("<!ELEMENT r ANY><!ELEMENT r ANY>", "<r/>");
        Validate("<!ENTITY a '&b;'><!ENTITY b '&a;'><!ELEMENT r ANY>", "<r>&a;</r>");
    }
}
