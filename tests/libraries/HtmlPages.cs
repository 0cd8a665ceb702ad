// HtmlPages: broken HTML is read by two parsers, queried by paths and selectors, changed and written.
// references: HtmlAgilityPack AngleSharp
using System;
using System.Linq;
using System.IO;

class HtmlPages
{
    static void Main()
    {
        string html = "<html><head><title>T &amp; x</title></head><body><p class='a b'>One<p>Two <b>bold<i>both</b></i><ul><li>1<li id=x>2</ul><a href='/q?a=1&b=2'>link</a><!-- c --><script>if (a<b) {}</script><table><tr><td>c</table></body>";
        var d = new HtmlAgilityPack.HtmlDocument();
        d.LoadHtml(html);
        foreach (var n in d.DocumentNode.SelectNodes("//p|//li|//a"))
            Console.WriteLine(n.XPath + " " + n.InnerText + " " + n.GetAttributeValue("href", "-") + " " + n.GetAttributeValue("class", ""));
        Console.WriteLine(string.Join("; ", d.ParseErrors.Select(e => e.Code + " " + e.Line)));
        d.DocumentNode.SelectSingleNode("//li[@id='x']").SetAttributeValue("title", "\"q\"");
        var w = new StringWriter();
        d.Save(w);
        Console.WriteLine(w);
        var parser = new AngleSharp.Html.Parser.HtmlParser();
        var doc = parser.ParseDocument(html);
        Console.WriteLine(doc.Title);
        foreach (var e in doc.QuerySelectorAll("p.b, li:nth-child(2), a[href^='/q']"))
            Console.WriteLine(e.TagName + " " + e.TextContent + " " + e.OuterHtml);
        Console.WriteLine(doc.DocumentElement.OuterHtml);
        doc.Body.AppendChild(doc.CreateElement("hr"));
        Console.WriteLine(doc.Body.ChildElementCount + " " + doc.Body.LastElementChild.NodeName);
    }
}
