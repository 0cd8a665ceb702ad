// NotHere: what this runtime does not have fails by name: sockets and what stands on them, name look-up, file watching,
// threads of one's own, second domains, saved assemblies, transparent proxies.
using System;
using System.IO;
using System.IO.Pipes;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Remoting.Messaging;
using System.Runtime.Remoting.Proxies;
using System.Threading;

class Proxy : RealProxy
{
    public Proxy() : base(typeof(IDisposable)) { }
    public override IMessage Invoke(IMessage message) { return null; }
}

class NotHere
{
    static int refused;

    static void Try(string what, Action action, string named = "")
    {
        try
        {
            action();
            Console.WriteLine("{0}: works", what);
        }
        catch (Exception e)
        {
            while (e.InnerException != null)
                e = e.InnerException;
            Console.WriteLine("{0}: {1}: {2}", what, e.GetType().Name, e.Message);
            if (e is PlatformNotSupportedException && e.Message.Contains(named))
                refused++;
        }
    }

    static int Main()
    {
        Try("socket", () => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
        Try("client", () => new TcpClient("127.0.0.1", 1));
        Try("listener", () => new TcpListener(IPAddress.Loopback, 0).Start());
        Try("datagrams", () => new UdpClient(0));
        Try("look-up", () => Dns.GetHostEntry("localhost"));
        Try("web", () => WebRequest.Create("http://127.0.0.1:1/").GetResponse());
        Try("ping", () => new Ping().Send("127.0.0.1", 100));
        Try("pipe", () => new NamedPipeServerStream("samplepoint-" + Guid.NewGuid()));
        Try("server", () =>
        {
            var server = new HttpListener();
            server.Prefixes.Add("http://127.0.0.1:18765/");
            server.Start();
        });
        Try("domain", () => AppDomain.CreateDomain("another"));
        for (int i = 0; i < 2; i++) /* the second does not take the first one's thread for running */
            Try("watcher", () => new FileSystemWatcher(Path.GetTempPath()) { EnableRaisingEvents = true },
                "FileSystemWatcher");
        Try("thread", () => new Thread(() => { }).Start());
        Try("saving", () => AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("a"), AssemblyBuilderAccess.RunAndSave).Save("a.dll"));
        Try("proxy", () => new Proxy().GetTransparentProxy());
        return refused == 15 ? 0 : 1;
    }
}
