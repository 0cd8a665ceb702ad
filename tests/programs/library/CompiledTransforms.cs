// CompiledTransforms: XSLT by XslCompiledTransform: output methods, functions, sorting, extension objects, messages, errors.
using System;
using System.IO;
using System.Xml;
using System.Xml.Xsl;

public class Extension
{
    public string Shout(string text) { return text.ToUpperInvariant() + "!"; }
    public double Twice(double n) { return n * 2; }
}

class CompiledTransforms
{
    const string Head = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:e='urn:e' exclude-result-prefixes='e'>";
    const string Input = "<shop><item kind='b' price='12'>Saw</item><item kind='a' price='3'>Egg</item><item kind='b' price='5'>Nail</item></shop>";

    static void Run(string body)
    {
        try
        {
            XslCompiledTransform t = new XslCompiledTransform();
            t.Load(XmlReader.Create(new StringReader(Head + body + "</xsl:stylesheet>")));
            XsltArgumentList arguments = new XsltArgumentList();
            arguments.AddParam("p", "", 7);
            arguments.AddExtensionObject("urn:e", new Extension());
            arguments.XsltMessageEncountered += (s, e) => Console.WriteLine("message {0}", e.Message);
            StringWriter w = new StringWriter();
            t.Transform(XmlReader.Create(new StringReader(Input)), arguments, w);
            Console.WriteLine(w);
        }
        catch (Exception e)
        {
            Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
        }
    }

    static void Main()
    {
        Run("<xsl:output method='text'/><xsl:template match='item'><xsl:value-of select='.'/>=<xsl:value-of select='@price'/>;</xsl:template>");
        Run("<xsl:output omit-xml-declaration='yes' indent='yes'/><xsl:template match='/'><r><xsl:for-each select='//item'><xsl:sort select='@kind'/><xsl:sort select='@price' data-type='number' order='descending'/><i><xsl:copy-of select='@*'/><xsl:number/></i></xsl:for-each></r></xsl:template>");
        Run("<xsl:output method='html'/><xsl:param name='p'/><xsl:template match='/'><html><body><br/><p class='{$p}'>a &lt; b</p><script>x &lt; y</script></body></html></xsl:template>");
        Run("<xsl:output omit-xml-declaration='yes'/><xsl:template match='/'><x><xsl:value-of select=\"e:Shout('hey')\"/><xsl:value-of select='e:Twice(sum(//@price))'/></x><xsl:message>note</xsl:message></xsl:template>");
        Run("<xsl:output omit-xml-declaration='yes'/><xsl:variable name='v'><a>1</a><a>2</a></xsl:variable><xsl:template match='/'><x><xsl:copy-of select='$v'/><xsl:value-of select=\"format-number(1234.5, '#,##0.00')\"/>|<xsl:value-of select=\"generate-id(//item[1]) = generate-id(//item[2])\"/>|<xsl:value-of select=\"system-property('xsl:version')\"/></x></xsl:template>");
        Run("<xsl:output omit-xml-declaration='yes'/><xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template><xsl:template match=\"item[@kind='a']\"/>");
        Run("<xsl:template match='/'><xsl:value-of select='nope()'/></xsl:template>");
        Run("<xsl:template match='['/>");
        Run("<xsl:template name='x'/><xsl:template name='x'/>");
        Run("<xsl:template match='/'><xsl:call-template name='missing'/></xsl:template>");
        Run("<xsl:template match='/'><xsl:message terminate='yes'>stop</xsl:message></xsl:template>");
    }
}
