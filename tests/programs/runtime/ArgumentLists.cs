// ArgumentLists: __arglist and ArgIterator, which a runtime may also refuse by name.
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
        Console.WriteLine(Many(1, __arglist()));
        Console.WriteLine(Many(2, __arglist(5, "s", 2.5, 7L)));
    }
}
