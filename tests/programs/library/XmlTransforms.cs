// XmlTransforms: XSLT by the interpreting XslTransform: templates, loops, sorts, parameters, keys, modes.
using System;
using System.IO;
using System.Xml;
using System.Xml.XPath;
using System.Xml.Xsl;

#pragma warning disable 618

class XmlTransforms
{
    const string Xslt = @"<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>
<xsl:output method='xml' omit-xml-declaration='yes'/><xsl:param name='greeting' select=""'none'""/>
<xsl:key name='kind' match='item' use='@kind'/>
<xsl:template match='/'><list greeting='{$greeting}'><xsl:apply-templates select='shop/item'><xsl:sort select='@price' data-type='number' order='descending'/></xsl:apply-templates>
<tools><xsl:for-each select=""key('kind','tool')""><xsl:value-of select='concat(position(),"":"",@name)'/><xsl:if test='position()!=last()'>,</xsl:if></xsl:for-each></tools>
<xsl:call-template name='count'><xsl:with-param name='n' select='3'/></xsl:call-template></list></xsl:template>
<xsl:template match='item'><xsl:element name='{@kind}'><xsl:attribute name='n'><xsl:value-of select='@name'/></xsl:attribute>
<xsl:choose><xsl:when test='@price &gt; 5'>dear</xsl:when><xsl:otherwise>cheap</xsl:otherwise></xsl:choose></xsl:element></xsl:template>
<xsl:template name='count'><xsl:param name='n'/><xsl:if test='$n &gt; 0'><n><xsl:value-of select='$n'/></n><xsl:call-template name='count'><xsl:with-param name='n' select='$n - 1'/></xsl:call-template></xsl:if></xsl:template>
</xsl:stylesheet>";

    static void Main()
    {
        XPathDocument input = new XPathDocument(new StringReader("<shop><item kind='tool' name='saw' price='12'/><item kind='food' name='egg' price='1'/><item kind='tool' name='nail' price='3'/></shop>"));
        XslTransform t = new XslTransform();
        t.Load(new XmlTextReader(new StringReader(Xslt)), null, null);
        XsltArgumentList arguments = new XsltArgumentList();
        arguments.AddParam("greeting", "", "hello");
        StringWriter w = new StringWriter();
        t.Transform(input, arguments, w, null);
        Console.WriteLine(w);
        w = new StringWriter();
        t.Transform(input, null, w, null);
        Console.WriteLine(w);
        try
        {
            new XslTransform().Load(new XmlTextReader(new StringReader("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:nope/></xsl:stylesheet>")), null, null);
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name + ": " + e.Message);
        }
    }
}
