// XPathQueries: XPath over XmlDocument and XPathDocument: axes, predicates, functions, variables of namespaces, sorting, edits.
using System;
using System.IO;
using System.Xml;
using System.Xml.XPath;

class XPathQueries
{
    const string Text = @"<shop xmlns:k='urn:k'><!--c--><item id='1' k:tag='x'><name>Pen</name><price>1.5</price></item>
<item id='2'><name>Book</name><price>12</price><part><name>Page</name></part></item>
<item id='10'><name>Äpfel</name><price>3.25</price></item><?pi data?></shop>";

    static void Main()
    {
        XmlDocument d = new XmlDocument();
        d.LoadXml(Text);
        XmlNamespaceManager names = new XmlNamespaceManager(d.NameTable);
        names.AddNamespace("q", "urn:k");
        foreach (string path in new[] { "/shop/item/name", "//name", "//item[@id='2']/name", "//item[price>2]/name", "//item[last()]/name", "//item[position()<3]/@id",
                     "//name[starts-with(.,'P')]", "//part/ancestor::*", "//part/preceding-sibling::*", "//item[1]/following-sibling::item/@id", "//@q:tag", "//item[@q:*]",
                     "//comment()|//processing-instruction()", "//item[not(part)]/name/text()", "descendant::name[string-length()>3]", "//item[name='Pen' or @id=10]/@id",
                     "(//name)[2]", "//item[count(*)=3]", "//name/..", "//*[self::part or self::price]", "//item[contains(name,'oo')]/price", "//namespace::k" })
        {
            Console.Write("{0}:", path);
            foreach (XmlNode node in d.SelectNodes(path, names))
                Console.Write(" {0}={1}", node.Name, node.Value ?? node.InnerText);
            Console.WriteLine();
        }
        XPathNavigator n = new XPathDocument(new StringReader(Text)).CreateNavigator();
        foreach (string expression in new[] { "count(//item)", "sum(//price)", "sum(//price) div count(//price)", "string(//name)", "concat('a',1,true())", "substring('hello',2,3)",
                     "substring-before('a=b','=')", "substring-after('a=b','=')", "normalize-space('  a  b ')", "translate('abc','ab','AB')", "1 div 0", "-1 div 0", "0 div 0", "7 mod 3",
                     "floor(-1.5)", "ceiling(1.2)", "round(2.5)", "round(-2.5)", "boolean(//none)", "number('x')", "number('1e3')", "'a'='a'", "//price>10", "//price!=12", "name(//*[2])",
                     "local-name(//@*[2])", "string(1000000000000000000)", "string(0.1)", "string(1 div 3)", "5 - -2", "lang('en')", "true() and not(false())" })
            Console.WriteLine("{0} = {1}", expression, n.Evaluate(expression));
        XPathExpression sorted = n.Compile("//item");
        sorted.AddSort("price", XmlSortOrder.Descending, XmlCaseOrder.None, "", XmlDataType.Number);
        foreach (XPathNavigator item in n.Select(sorted))
            Console.Write("{0} ", item.GetAttribute("id", ""));
        sorted = n.Compile("//item");
        sorted.AddSort("@id", XmlSortOrder.Ascending, XmlCaseOrder.None, "", XmlDataType.Text);
        foreach (XPathNavigator item in n.Select(sorted))
            Console.Write("{0} ", item.GetAttribute("id", ""));
        Console.WriteLine();
        n.MoveToFirstChild();
        n.MoveToFirstChild();
        Console.WriteLine("{0} {1}", n.NodeType, n.Value);
        n.MoveToNext();
        Console.WriteLine("{0} {1} {2}", n.Name, n.HasAttributes, n.MoveToFirstAttribute());
        do
            Console.Write("{0}={1} ", n.Name, n.Value);
        while (n.MoveToNextAttribute());
        Console.WriteLine();
        XPathNavigator edit = d.CreateNavigator();
        edit.SelectSingleNode("//item[1]/price").SetValue("99");
        edit.SelectSingleNode("//item[2]").AppendChild("<new>1</new>");
        edit.SelectSingleNode("//item[3]").DeleteSelf();
        Console.WriteLine(d.OuterXml);
        Console.WriteLine("{0} {1}", n.Matches(XPathExpression.Compile("@q:tag", names)), n.ComparePosition(d.CreateNavigator()));
        foreach (string bad in new[] { "//[", "a b", "f(", "unknown()", "//q:x", "count()", "$v" })
            try
            {
                Console.WriteLine(d.CreateNavigator().Evaluate(bad));
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}: {2}", bad, e.GetType().Name, e.Message);
            }
    }
}
