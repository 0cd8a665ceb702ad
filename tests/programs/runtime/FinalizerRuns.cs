// FinalizerRuns: finalizers run after Collect and WaitForPendingFinalizers, once; suppress, re-register,
// resurrection, order by base.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

class Base
{
    public static int Finalized;

    ~Base()
    {
        Finalized++;
    }
}

class Derived : Base
{
    public static int DerivedFinalized;

    ~Derived()
    {
        DerivedFinalized++;
    }
}

class Phoenix
{
    public static Phoenix Risen;
    public static int Times;
    public int Rounds;

    ~Phoenix()
    {
        Times++;
        Rounds++;
        if (Rounds < 3)
        {
            Risen = this;
            GC.ReRegisterForFinalize(this);
        }
    }
}

class Resource : IDisposable
{
    public static readonly List<string> Log = new List<string>();
    readonly string name;

    public Resource(string n)
    {
        name = n;
    }

    public void Dispose()
    {
        Log.Add("disposed " + name);
        GC.SuppressFinalize(this);
    }

    ~Resource()
    {
        Log.Add("finalized " + name);
    }
}

class Thrower
{
    public Thrower()
    {
        throw new InvalidOperationException("in ctor");
    }

    ~Thrower()
    {
        Base.Finalized += 1000;
    }
}

static class FinalizerRuns
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Make(int n)
    {
        for (int i = 0; i < n; i++)
            new Derived();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void MakeOthers()
    {
        new Phoenix();
        using (new Resource("a"))
            Resource.Log.Add("using a");
        new Resource("b");
        try
        {
            new Thrower();
        }
        catch (InvalidOperationException)
        {
            Console.WriteLine("constructor threw");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Clear(int depth)
    {
        int a = depth, b = depth * 2, c = depth * 3, d = a + b + c;
        return depth == 0 ? d : Clear(depth - 1) + d;
    }

    static void Collect()
    {
        Clear(50);
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    static void Main()
    {
        Make(1000);
        Collect();
        Console.WriteLine($"{Base.Finalized > 900} {Derived.DerivedFinalized == Base.Finalized}");
        MakeOthers();
        for (int i = 0; i < 5; i++)
        {
            Phoenix.Risen = null;
            Collect();
        }
        Console.WriteLine(Phoenix.Times);
        Console.WriteLine(string.Join(", ", Resource.Log));
        Console.WriteLine(Base.Finalized > 1000);
        Base held = new Derived();
        int before = Derived.DerivedFinalized;
        Collect();
        Console.WriteLine(Derived.DerivedFinalized == before);
        GC.KeepAlive(held);
    }
}
