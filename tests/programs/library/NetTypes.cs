// NetTypes: network types that need no network: addresses, cookies, headers, mail and content types, credentials, HTTP dates.
using System;
using System.Linq;
using System.Net;
using System.Net.Mail;
using System.Net.Mime;

class NetTypes
{
    static void Main()
    {
        foreach (string text in new[] { "127.0.0.1", "::1", "::ffff:10.0.0.1", "2001:db8::8a2e:370:7334", "1.2", "0x7f.1", "1.2.3.256", "", "fe80::1" })
        {
            IPAddress ip;
            Console.WriteLine("'{0}' {1}", text, IPAddress.TryParse(text, out ip) ? ip + " " + ip.AddressFamily + " " + IPAddress.IsLoopback(ip) + " " + ip.GetAddressBytes().Length + " " + ip.IsIPv6LinkLocal : "no");
        }
        Console.WriteLine("{0} {1}", IPAddress.Parse("10.0.0.1").MapToIPv6(), IPAddress.Parse("1.2.3.4").Equals(new IPAddress(new byte[] { 1, 2, 3, 4 })));
        CookieContainer jar = new CookieContainer();
        jar.Add(new Uri("http://a.example.org/x"), new Cookie("n", "v", "/", "a.example.org"));
        jar.SetCookies(new Uri("http://a.example.org/sub/"), "s=1; path=/sub; HttpOnly, t=2");
        Console.WriteLine("{0} | {1} | {2}", jar.Count, jar.GetCookieHeader(new Uri("http://a.example.org/sub/y")), jar.GetCookieHeader(new Uri("http://other.org/")));
        WebHeaderCollection h = new WebHeaderCollection { { "X-One", "1" }, { "x-one", "2" } };
        h[HttpRequestHeader.Accept] = "text/html";
        Console.WriteLine("{0} {1} {2}", h["X-ONE"], h.GetValues("X-One").Length, string.Join(",", h.AllKeys.OrderBy(k => k)));
        Console.WriteLine(h.ToString().Replace("\r\n", "|"));
        foreach (string text in new[] { "a@b.org", "Some One <a@b.org>", "\"Q, x\" <q@b.org>", "nope", "a@", "<a@b>" })
            try
            {
                MailAddress m = new MailAddress(text);
                Console.WriteLine("{0}: {1} {2} '{3}'", text, m.User, m.Host, m.DisplayName);
            }
            catch (FormatException)
            {
                Console.WriteLine("{0}: bad", text);
            }
        MailMessage mail = new MailMessage("from@a.org", "to@b.org, two@c.org", "subject", "body") { IsBodyHtml = true, Priority = MailPriority.High };
        mail.CC.Add("cc@d.org");
        Console.WriteLine("{0} {1} {2} {3}", mail.To.Count, mail.To[1], mail.CC, mail.Priority);
        ContentType type = new ContentType("text/html; charset=utf-8; name=\"x y\"");
        Console.WriteLine("{0} {1} {2} {3}", type.MediaType, type.CharSet, type.Name, type);
        ContentDisposition d = new ContentDisposition("attachment; filename=a.txt; size=5");
        Console.WriteLine("{0} {1} {2}", d.DispositionType, d.FileName, d.Size);
        NetworkCredential n = new NetworkCredential("user", "secret", "domain");
        CredentialCache cache = new CredentialCache { { new Uri("http://a.org/"), "Basic", n } };
        Console.WriteLine("{0} {1} {2}", n.Password, cache.GetCredential(new Uri("http://a.org/x"), "Basic") == n, cache.GetCredential(new Uri("http://b.org/"), "Basic") == null);
        HttpWebRequest request = (HttpWebRequest)WebRequest.Create("http://a.example/x?y=1");
        request.Method = "POST";
        request.UserAgent = "me";
        request.Headers.Add("X-Y", "z");
        Console.WriteLine("{0} {1} {2} {3}", request.Method, request.RequestUri, request.Headers["X-Y"], request.ContentLength);
        try
        {
            request.Headers.Add("Content-Type", "x");
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        Console.WriteLine("{0} {1}", (int)HttpStatusCode.NotFound, new WebProxy("http://p:8080").Address);
    }
}
