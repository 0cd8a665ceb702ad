// Uris: Uri parts, relative resolution, escapes, comparison, builders; WebUtility and HttpUtility-like encoding.
using System;
using System.Net;

class Uris
{
    static void Main()
    {
        foreach (string text in new[] { "http://user:pw@example.org:8080/a/b%20c/../d;x?q=1&r=%C3%A9#frag", "https://EXAMPLE.org", "file:///tmp/a b.txt", "ftp://h/x", "mailto:a@b.org", "urn:isbn:123",
                     "http://[::1]:5000/x", "http://192.168.0.1/", "HTTP://a.b/%7Euser/", "http://a/b?c=d e", "http://b\u00fccher.example/\u00e4", "/tmp/x", "rel/path", "http://", "://x", "data:text/plain,hi" })
        {
            Uri u;
            if (!Uri.TryCreate(text, UriKind.RelativeOrAbsolute, out u))
            {
                Console.WriteLine("{0}: no uri", text);
                continue;
            }
            Console.WriteLine("{0}: absolute={1}", text, u.IsAbsoluteUri);
            if (u.IsAbsoluteUri)
                Console.WriteLine("  {0} host={1} port={2} path={3} query={4} fragment={5} user={6} authority={7} default={8} loopback={9} file={10} type={11} abs={12}", u.Scheme, u.Host, u.Port, u.AbsolutePath, u.Query,
                    u.Fragment, u.UserInfo, u.Authority, u.IsDefaultPort, u.IsLoopback, u.IsFile, u.HostNameType, u.AbsoluteUri);
            Console.WriteLine("  {0} {1}", u, u.OriginalString);
        }
        Uri root = new Uri("http://a/b/c/d;p?q");
        foreach (string relative in new[] { "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "..", "../..", "../../../g", "g;x=1/../y", "", "http:g", "mailto:x" })
            Console.WriteLine("{0} -> {1}", relative, new Uri(root, relative));
        Console.WriteLine(new Uri("http://a/b/c/").MakeRelativeUri(new Uri("http://a/b/d/e?f")));
        Console.WriteLine("{0} {1}", new Uri("http://A/x") == new Uri("http://a:80/x"), new Uri("http://a/x").Equals(new Uri("http://a/X")));
        Console.WriteLine(string.Join("|", new Uri("http://h/one/two%20x/").Segments));
        Console.WriteLine("{0} {1}", Uri.EscapeDataString("a b&c=\u00e9/?'()*!~"), Uri.UnescapeDataString("a%20b%C3%A9%zz"));
        Console.WriteLine("{0} {1} {2}", Uri.EscapeUriString("http://x/a b?\u00e9"), Uri.CheckHostName("a.b"), Uri.CheckSchemeName("a+b"));
        Console.WriteLine(Uri.IsWellFormedUriString("http://x/a b", UriKind.Absolute) + " " + Uri.HexEscape(' ') + " " + root.GetLeftPart(UriPartial.Authority) + " " + root.GetComponents(UriComponents.PathAndQuery, UriFormat.Unescaped));
        UriBuilder b = new UriBuilder("https", "h.org", 99, "p/q") { Query = "x=1", Fragment = "f", UserName = "u" };
        Console.WriteLine(b + " " + b.Uri.PathAndQuery);
        foreach (string bad in new[] { "rel", "http://a:99999/", "http:// /", null })
            try
            {
                Console.WriteLine(new Uri(bad));
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message.Split('\n')[0]);
            }
        Console.WriteLine(WebUtility.HtmlEncode("<a href='x'>\"&\u00e9\u20ac\ud83d\ude00</a>"));
        Console.WriteLine(WebUtility.HtmlDecode("&lt;&amp;&#233;&eacute;&euro;&#x41;&nope;&quot;&apos;"));
        Console.WriteLine(WebUtility.UrlEncode("a b+c/\u00e9~*()") + " " + WebUtility.UrlDecode("a+b%2B%C3%A9%"));
        IPAddress ip = IPAddress.Parse("10.1.2.3");
        Console.WriteLine("{0} {1} {2} {3}", ip, ip.AddressFamily, IPAddress.IsLoopback(IPAddress.Parse("::1")), new IPEndPoint(ip, 80));
        IPAddress none;
        Console.WriteLine("{0} {1} {2}", IPAddress.TryParse("300.1.1.1", out none), IPAddress.Parse("fe80::1%3"), IPAddress.HostToNetworkOrder(1));
    }
}
