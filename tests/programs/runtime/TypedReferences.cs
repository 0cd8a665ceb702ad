// TypedReferences: __makeref, __refvalue and __reftype.
using System;

static class TypedReferences
{
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
    }
}
