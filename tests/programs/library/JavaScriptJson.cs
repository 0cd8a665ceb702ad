// JavaScriptJson: JavaScriptSerializer reads and writes; HttpUtility encodes.
// references: System.Web System.Web.Extensions
using System;
using System.Collections.Generic;
using System.Linq;
using System.Web;
using System.Web.Script.Serialization;

class JavaScriptJson
{
    public class Item
    {
        public string Name { get; set; }
        public int[] Numbers;
        [ScriptIgnore] public int Hidden = 3;
        public Item Inner { get; set; }
    }

    static void Main()
    {
        JavaScriptSerializer s = new JavaScriptSerializer();
        string text = s.Serialize(new Item { Name = "a\"b<c>", Numbers = new[] { 1, 2 }, Inner = new Item { Name = "x" } });
        Console.WriteLine(text);
        Item back = s.Deserialize<Item>(text);
        Console.WriteLine("{0} {1} {2}", back.Name, back.Numbers.Sum(), back.Inner.Name);
        Dictionary<string, object> d = s.Deserialize<Dictionary<string, object>>("{\"a\":1,\"b\":[true,null,1.5,\"x\"],\"c\":{\"d\":\"\\u00e9\"}}");
        Console.WriteLine("{0} {1} {2}", d["a"], ((System.Collections.ArrayList)d["b"]).Count, ((Dictionary<string, object>)d["c"])["d"]);
        Console.WriteLine(s.Serialize(new { when = new DateTime(2024, 1, 2, 0, 0, 0, DateTimeKind.Utc), e = DayOfWeek.Friday, n = (string)null, g = Guid.Empty }));
        foreach (string bad in new[] { "{", "[1,", "{a:}", "nope" })
            try
            {
                s.DeserializeObject(bad);
                Console.WriteLine("accepted");
            }
            catch (ArgumentException e)
            {
                Console.WriteLine("{0}", e.GetType().Name);
            }
        Console.WriteLine(HttpUtility.HtmlEncode("<a & \"b\">'\u00e9") + " " + HttpUtility.UrlEncode("a b/\u00e9?&=") + " " + HttpUtility.UrlDecode("a+b%c3%a9"));
        Console.WriteLine(HttpUtility.JavaScriptStringEncode("a'b\"\n</script>") + " " + HttpUtility.HtmlAttributeEncode("\"<&'"));
        Console.WriteLine(HttpUtility.ParseQueryString("?a=1&b=two+words&a=3")["a"]);
    }
}
