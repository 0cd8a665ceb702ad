// XmlDocuments: the DOM: building, moving, cloning, removing, events, InnerXml, whitespace, entities, saving.
using System;
using System.IO;
using System.Xml;

class XmlDocuments
{
    static void Main()
    {
        XmlDocument d = new XmlDocument();
        d.NodeInserted += (s, e) => Console.WriteLine("inserted {0} into {1}", e.Node.Name, e.NewParent.Name);
        d.NodeRemoved += (s, e) => Console.WriteLine("removed {0} from {1}", e.Node.Name, e.OldParent.Name);
        d.NodeChanged += (s, e) => Console.WriteLine("changed {0} '{1}' to '{2}'", e.Node.Name, e.OldValue, e.NewValue);
        d.AppendChild(d.CreateXmlDeclaration("1.0", "utf-8", null));
        XmlElement root = d.CreateElement("root");
        d.AppendChild(root);
        for (int i = 0; i < 3; i++)
        {
            XmlElement item = d.CreateElement("x", "item", "urn:x");
            item.SetAttribute("n", i.ToString());
            item.AppendChild(d.CreateTextNode("text " + i));
            root.AppendChild(item);
        }
        root.InsertBefore(d.CreateComment("first"), root.FirstChild);
        root.InsertAfter(d.CreateElement("second"), root.FirstChild);
        Console.WriteLine(d.OuterXml);
        root.LastChild.FirstChild.Value = "changed";
        XmlNode moved = root.RemoveChild(root.ChildNodes[2]);
        root.AppendChild(moved);
        Console.WriteLine(root.InnerXml);
        XmlNode copy = root.LastChild.CloneNode(true);
        ((XmlElement)copy).RemoveAttribute("n");
        root.ReplaceChild(copy, root.FirstChild);
        Console.WriteLine(root.InnerText);
        root["second"].InnerXml = "<a><b>1</b>two</a>";
        Console.WriteLine(root["second"]["a"]["b"].InnerText);
        root["second"].InnerText = "<plain>";
        d.Save(Console.Out);
        Console.WriteLine();
        Console.WriteLine(d.GetElementsByTagName("item", "urn:x").Count + " " + d.GetElementsByTagName("x:item").Count);
        XmlDocument other = new XmlDocument { PreserveWhitespace = true };
        other.LoadXml("<!DOCTYPE r [<!ENTITY e 'value'><!ATTLIST r id ID #IMPLIED d CDATA 'default'>]>\n<r id='k'>  <s> &e; </s>\n</r>");
        Console.WriteLine(other.OuterXml);
        Console.WriteLine(other.DocumentElement.GetAttribute("d") + " '" + other.DocumentElement.InnerText.Replace("\n", "\\n") + "'");
        XmlNode imported = d.ImportNode(other.DocumentElement, true);
        root.AppendChild(imported);
        XmlDocumentFragment fragment = d.CreateDocumentFragment();
        fragment.InnerXml = "<f1/>t<f2/>";
        root.PrependChild(fragment);
        Console.WriteLine(root.ChildNodes.Count + " " + root.FirstChild.NextSibling.NodeType + " " + root.FirstChild.NextSibling.NextSibling.PreviousSibling.Value);
        foreach (Action bad in new Action[] { () => d.AppendChild(d.CreateElement("again")), () => root.AppendChild(other.CreateElement("foreign")),
                     () => root.FirstChild.AppendChild(root), () => d.LoadXml("<a>"), () => d.CreateElement("") })
            try
            {
                bad();
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        XmlNodeReader reader = new XmlNodeReader(other);
        while (reader.Read())
            Console.Write("{0} ", reader.NodeType);
        Console.WriteLine();
        root.Normalize();
        root.RemoveAll();
        Console.WriteLine(d.OuterXml);
    }
}
