// Mocks: two mocking libraries: proxies of interfaces and abstract classes made at run time.
// references: Moq NSubstitute Castle.Core System.Threading.Tasks.Extensions
using System;
using System.Collections.Generic;
using Moq;
using NSubstitute;

public interface IStore
{
    int Get(string k);
    void Put(string k, int v);
    event EventHandler Changed;
    string Name { get; set; }
    T Make<T>(T x);
}

public abstract class Abs
{
    public abstract int F(int x);
    public virtual string G()
    {
        return "base";
    }
}

class Mocks
{
    static void Main()
    {
        var m = new Mock<IStore>();
        m.Setup(s => s.Get("a")).Returns(5);
        m.Setup(s => s.Get(It.Is<string>(k => k.Length > 3))).Returns((string k) => k.Length);
        m.SetupProperty(s => s.Name, "n");
        m.Setup(s => s.Put(It.IsAny<string>(), -1)).Throws<ArgumentException>();
        var o = m.Object;
        Console.WriteLine(o.Get("a") + " " + o.Get("long name") + " " + o.Get("zz") + " " + o.Name);
        o.Name = "other";
        Console.WriteLine(o.Name);
        try
        {
            o.Put("x", -1);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        m.Verify(s => s.Get("a"), Times.Once());
        try
        {
            m.Verify(s => s.Get("never"));
        }
        catch (MockException e)
        {
            Console.WriteLine(e.Message.Split('\n')[1].Trim());
        }
        int raised = 0;
        o.Changed += (s, e) => raised++;
        m.Raise(s => s.Changed += null, EventArgs.Empty);
        Console.WriteLine(raised);
        var a = new Mock<Abs> { CallBase = true };
        a.Setup(x => x.F(2)).Returns(4);
        Console.WriteLine(a.Object.F(2) + " " + a.Object.F(3) + " " + a.Object.G());
        var sub = Substitute.For<IStore>();
        sub.Get(Arg.Any<string>()).Returns(1, 2, 3);
        Console.WriteLine(sub.Get("x") + sub.Get("y") * 10 + sub.Get("z") * 100);
        sub.Received(3).Get(Arg.Any<string>());
        try
        {
            sub.Received().Put("k", 1);
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name);
        }
    }
}
