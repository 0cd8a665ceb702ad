// ArgumentLists: __arglist, ArgIterator, __makeref, __refvalue and __reftype, or the refusal of each by name.
using System;

static class ArgumentLists
{
    static string Many(int first, __arglist)
    {
        ArgIterator it = new ArgIterator(__arglist);
        string s = first + ":" + it.GetRemainingCount();
        while (it.GetRemainingCount() > 0)
        {
            TypedReference r = it.GetNextArg();
            s += " " + TypedReference.ToObject(r);
        }
        return s;
    }

    static void Main()
    {
        int n = 5;
        string text = "text";
        TypedReference r = __makeref(n);
        __refvalue(r, int) = 42;
        Console.WriteLine($"{n} {__reftype(r)} {__refvalue(r, int)}");
        TypedReference t = __makeref(text);
        __refvalue(t, string) += "!";
        Console.WriteLine(text + __reftype(t));
        try
        {
            Console.WriteLine(__refvalue(r, long));
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        Console.WriteLine(Many(1, __arglist()));
        Console.WriteLine(Many(2, __arglist(5, "s", 2.5, 7L)));
    }
}
