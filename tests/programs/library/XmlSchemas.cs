// XmlSchemas: a schema is compiled, documents are validated, errors are told with lines, defaults are filled in.
using System;
using System.IO;
using System.Xml;
using System.Xml.Schema;

class XmlSchemas
{
    const string Xsd = @"<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:o' xmlns='urn:o' elementFormDefault='qualified'>
<xs:simpleType name='Code'><xs:restriction base='xs:string'><xs:pattern value='[A-Z]{2}\d+'/></xs:restriction></xs:simpleType>
<xs:element name='order'><xs:complexType><xs:sequence>
 <xs:element name='code' type='Code'/>
 <xs:element name='amount' maxOccurs='2'><xs:simpleType><xs:restriction base='xs:decimal'><xs:minInclusive value='0'/></xs:restriction></xs:simpleType></xs:element>
 <xs:choice minOccurs='0'><xs:element name='day' type='xs:date'/><xs:element name='flag' type='xs:boolean'/></xs:choice>
</xs:sequence><xs:attribute name='kind' default='plain'/><xs:attribute name='id' type='xs:int' use='required'/></xs:complexType></xs:element></xs:schema>";

    static void Validate(string text)
    {
        XmlReaderSettings settings = new XmlReaderSettings { ValidationType = ValidationType.Schema };
        settings.Schemas.Add("urn:o", XmlReader.Create(new StringReader(Xsd)));
        int errors = 0;
        settings.ValidationEventHandler += (s, e) =>
        {
            errors++;
            Console.WriteLine("  {0} {1}:{2} {3}", e.Severity, e.Exception.LineNumber, e.Exception.LinePosition, e.Message);
        };
        using (XmlReader r = XmlReader.Create(new StringReader(text), settings))
            while (r.Read())
                if (r.NodeType == XmlNodeType.Element && r.LocalName == "order")
                    Console.WriteLine("  kind={0} type={1}", r.GetAttribute("kind"), r.SchemaInfo?.SchemaElement == null ? "none" : r.SchemaInfo.SchemaElement.QualifiedName.ToString());
                else if (r.NodeType == XmlNodeType.Element && r.SchemaInfo?.SchemaType != null)
                    Console.WriteLine("  {0}: {1}", r.LocalName, r.SchemaInfo.SchemaType.TypeCode);
        Console.WriteLine("{0} errors", errors);
    }

    static void Main()
    {
        string open = "<order xmlns='urn:o' id='7'>";
        Validate(open + "<code>AB1</code><amount>1.5</amount><day>2024-02-29</day></order>");
        Validate(open + "<code>ab1</code><amount>-1</amount></order>");
        Validate(open + "<code>AB1</code></order>");
        Validate(open + "<code>AB1</code><amount>1</amount><amount>2</amount><amount>3</amount></order>");
        Validate("<order xmlns='urn:o' id='x' extra='1'>\n<code>AB1</code><amount>1</amount><day>2024-02-30</day></order>");
        Validate("<other xmlns='urn:o'/>");
        XmlSchema schema = XmlSchema.Read(new StringReader(Xsd), null);
        XmlSchemaSet set = new XmlSchemaSet();
        set.Add(schema);
        set.Compile();
        foreach (XmlSchemaElement element in set.GlobalElements.Values)
            Console.WriteLine("{0} {1}", element.QualifiedName, element.ElementSchemaType.GetType().Name);
        foreach (XmlSchemaObject type in set.GlobalTypes.Values)
            Console.WriteLine(((XmlSchemaType)type).QualifiedName + " " + ((XmlSchemaType)type).BaseXmlSchemaType?.QualifiedName);
        try
        {
            XmlSchemaSet bad = new XmlSchemaSet();
            bad.Add(null, XmlReader.Create(new StringReader(Xsd.Replace("type='Code'", "type='Missing'"))));
            bad.Compile();
        }
        catch (XmlSchemaException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
