// Domains: creates application domains one after the other; in each, a method of a type with a name of its own spins
// for a few milliseconds, then the domain is unloaded.
// Arguments: [domains, default 20] [milliseconds of work in each, default 5]
using System;
using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;

public class Domains : MarshalByRefObject
{
    static long work;

    public static void Spin(int milliseconds)
    {
        long until = Stopwatch.GetTimestamp() + milliseconds * (Stopwatch.Frequency / 1000);
        while (Stopwatch.GetTimestamp() < until)
            for (int i = 0; i < 100; i++)
                work += i;
    }

    // Runs in the new domain.
    public int Run(int number, int milliseconds)
    {
        var assembly = AppDomain.CurrentDomain.DefineDynamicAssembly(new AssemblyName("Plugin" + number),
            AssemblyBuilderAccess.Run);
        var type = assembly.DefineDynamicModule("Plugin").DefineType("Plugin.Type" + number, TypeAttributes.Public);
        var il = type.DefineMethod("Hot", MethodAttributes.Public | MethodAttributes.Static, typeof(void),
            new[] { typeof(int) }).GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, typeof(Domains).GetMethod("Spin"));
        il.Emit(OpCodes.Ret);
        type.CreateType().GetMethod("Hot").Invoke(null, new object[] { milliseconds });
        return number;
    }

    static int Main(string[] args)
    {
        int count = args.Length > 0 ? int.Parse(args[0]) : 20;
        int milliseconds = args.Length > 1 ? int.Parse(args[1]) : 5;
        int sum = 0;
        for (int i = 0; i < count; i++)
        {
            AppDomain domain = AppDomain.CreateDomain("plugin-" + i);
            var remote = (Domains)domain.CreateInstanceAndUnwrap(typeof(Domains).Assembly.FullName, "Domains");
            sum += remote.Run(i, milliseconds);
            AppDomain.Unload(domain);
        }
        Console.WriteLine("sum=" + sum);
        return 0;
    }
}
