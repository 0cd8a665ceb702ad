// DynamicCode: 50 methods of a Reflection.Emit assembly and a stream of DynamicMethods that are collected while the
// program runs; each calls Work() so that it is seen.
// Argument: milliseconds of the whole run (default 500).
// expect-names: Emitted.Type:Hot0 (int) .. Emitted.Type:Hot49 (int)
using System;
using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;

public static class DynamicCode
{
    static long work;

    public static void Work(int rounds)
    {
        for (int i = 0; i < rounds; i++)
            work += i;
    }

    static readonly MethodInfo workMethod = typeof(DynamicCode).GetMethod("Work");

    static void Body(ILGenerator il)
    {
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, workMethod);
        il.Emit(OpCodes.Ret);
    }

    static Action<int>[] Emitted()
    {
        var assembly = AppDomain.CurrentDomain.DefineDynamicAssembly(new AssemblyName("Emitted"),
            AssemblyBuilderAccess.Run);
        var type = assembly.DefineDynamicModule("Emitted").DefineType("Emitted.Type", TypeAttributes.Public);
        for (int i = 0; i < 50; i++)
            Body(type.DefineMethod("Hot" + i, MethodAttributes.Public | MethodAttributes.Static, typeof(void),
                new[] { typeof(int) }).GetILGenerator());
        Type made = type.CreateType();
        var result = new Action<int>[50];
        for (int i = 0; i < 50; i++)
            result[i] = (Action<int>)Delegate.CreateDelegate(typeof(Action<int>), made.GetMethod("Hot" + i));
        return result;
    }

    static Action<int> Collected(int i)
    {
        var method = new DynamicMethod("Dynamic" + i % 7, typeof(void), new[] { typeof(int) }, typeof(DynamicCode).Module);
        Body(method.GetILGenerator());
        return (Action<int>)method.CreateDelegate(typeof(Action<int>));
    }

    static int Main(string[] args)
    {
        int milliseconds = args.Length > 0 ? int.Parse(args[0]) : 500;
        var hot = Emitted();
        var watch = Stopwatch.StartNew();
        long lastCollection = 0;
        for (int i = 0; watch.ElapsedMilliseconds < milliseconds || i < 50; i++)
        {
            hot[i % 50](20000);
            Collected(i)(20000);
            if (watch.ElapsedMilliseconds - lastCollection >= 10)
            {
                GC.Collect();
                lastCollection = watch.ElapsedMilliseconds;
            }
        }
        Console.WriteLine("done");
        return 0;
    }
}
