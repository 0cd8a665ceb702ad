// VirtualMethods: override, new, sealed, abstract, base calls, virtual calls from constructors, properties, deep
// chains.
using System;

abstract class A
{
    protected A()
    {
        Console.WriteLine("A() sees " + Who());
    }

    public virtual string Who() => "A";

    public virtual string Hidden() => "A.Hidden";

    public abstract int Number { get; set; }

    public string Template() => $"<{Who()} {Number}>";

    public static string Plain() => "static A";

    public virtual void Overloaded(int x) => Console.WriteLine("int " + x);

    public virtual void Overloaded(object x) => Console.WriteLine("object " + x);
}

class B : A
{
    protected int number = 10;

    public B()
    {
        Console.WriteLine("B() sees " + Who() + number);
    }

    public override string Who() => "B>" + base.Who();

    public new virtual string Hidden() => "B.Hidden";

    public override int Number
    {
        get { return number; }
        set { number = value * 2; }
    }

    public override void Overloaded(int x) => Console.WriteLine("B int " + x);
}

class C : B
{
    readonly string set = "set";

    public override string Who() => "C" + (set ?? "unset") + ">" + base.Who();

    public sealed override string Hidden() => "C.Hidden";

    public override int Number
    {
        set { base.Number = value + 1; }
    }

    public new static string Plain() => "static C";
}

class D : C
{
    public new string Hidden() => "D.Hidden";

    public override bool Equals(object o) => o is D;

    public override int GetHashCode() => 4;

    public override string ToString() => "D!" + base.ToString();
}

class L0 { public virtual int F(int x) => x; }
class L1 : L0 { public override int F(int x) => base.F(x + 1) * 2; }
class L2 : L1 { }
class L3 : L2 { public override int F(int x) => base.F(x + 3) * 2; }
class L4 : L3 { public sealed override int F(int x) => base.F(x + 4) * 2; }

static class VirtualMethods
{
    static void Show(A a)
    {
        Console.WriteLine($"{a.Who()} {a.Hidden()} {a.Template()}");
        a.Number = 4;
        Console.WriteLine(a.Number);
        a.Overloaded(3);
        a.Overloaded("s");
        a.Overloaded((object)3);
        a.Overloaded('x');
    }

    static void Main()
    {
        Show(new B());
        Show(new C());
        D d = new D();
        Show(d);
        Console.WriteLine($"{d.Hidden()} {((C)d).Hidden()} {((B)d).Hidden()} {((A)d).Hidden()}");
        Console.WriteLine($"{A.Plain()} {B.Plain()} {C.Plain()}");
        object o = d;
        Console.WriteLine($"{o.ToString()} {o.GetHashCode()} {o.Equals(new D())} {o.Equals(null)} " +
            $"{Equals(new D(), o)} {o.GetType()}");
        Console.WriteLine($"{new B()} {new object()}");
        L0[] chain = { new L0(), new L1(), new L2(), new L3(), new L4() };
        foreach (L0 l in chain)
            Console.WriteLine($"{l.GetType().Name} {l.F(1)} {l.F(-7)}");
        A none = null;
        try
        {
            none.Who();
        }
        catch (NullReferenceException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            none.Template();
        }
        catch (NullReferenceException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
    }
}
