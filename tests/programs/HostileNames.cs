// HostileNames: Reflection.Emit makes one static method per awkward name and calls each as often as its place in the
// list says (first: once, second: twice, ...), so a lost, merged or split name shows in the counts.
// Argument: milliseconds each method spins a call (default 0).
// Mono itself refuses an empty name and a lone surrogate.
// The list is printed, one name a line as hexadecimal UTF-16, so that the test knows what to look for.
using System;
using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using System.Text;

public static class HostileNames
{
    static readonly string[] Names =
    {
        "a;b", "c", "a b 17", "x 1 2 3", " lead", "trail ",
        "operator<", "a&b", "a\"b", "List<int>", "it's", "]]>", "<script>alert(1)</script>", "<!--",
        "tab\there", "new\nline", "one\u0001", "esc\u001b", "nul\u0000mid", "ffe\ufffe", "cr\rx",
        "end\\", "a\\\\b", "\\u0041",
        "__proto__", "constructor", "toString", "hasOwnProperty", "all", "root", "0", "NaN",
        "<Main>m__0", "<Fake>c__Iterator0", "Gr\u00f6\u00dfe", "Gro\u0308\u00dfe", "\u540d\u524d", "\U0001f525",
        "%p", "%s%n", "${x}", "`1", "a:b", "a/b", "(", ")", ",",
    };

    public static void Work(int milliseconds)
    {
        if (milliseconds == 0)
            return;
        long until = Stopwatch.GetTimestamp() + milliseconds * (Stopwatch.Frequency / 1000);
        while (Stopwatch.GetTimestamp() < until)
        {
        }
    }

    static string Hex(string name)
    {
        var text = new StringBuilder();
        foreach (char c in name)
            text.Append(((int)c).ToString("x4"));
        return text.ToString();
    }

    static int Main(string[] args)
    {
        int milliseconds = args.Length > 0 ? int.Parse(args[0]) : 0;
        var assembly = AppDomain.CurrentDomain.DefineDynamicAssembly(new AssemblyName("Hostile"),
            AssemblyBuilderAccess.Run);
        var type = assembly.DefineDynamicModule("Hostile").DefineType("Hostile.Names", TypeAttributes.Public);
        MethodInfo work = typeof(HostileNames).GetMethod("Work");
        for (int i = 0; i < Names.Length; i++)
        {
            var method = type.DefineMethod(Names[i], MethodAttributes.Public | MethodAttributes.Static, typeof(void),
                new[] { typeof(int) });
            var il = method.GetILGenerator();
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Call, work);
            il.Emit(OpCodes.Ret);
        }
        Type made = type.CreateType();
        // Reflection gives the methods in the order they were defined; looking one up by name could stumble over a name.
        MethodInfo[] methods = made.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly);
        for (int i = 0; i < Names.Length; i++)
        {
            var call = (Action<int>)Delegate.CreateDelegate(typeof(Action<int>), methods[i]);
            for (int n = 0; n <= i; n++)
                call(milliseconds);
            Console.WriteLine("{0} {1}", i + 1, Hex(Names[i]));
        }
        return 0;
    }
}
