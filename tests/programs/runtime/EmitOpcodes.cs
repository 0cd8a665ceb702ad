// EmitOpcodes: instructions that compilers of C# rarely write, in dynamic methods: each with values at its edges.
using System;
using System.Reflection;
using System.Reflection.Emit;

public static class EmitOpcodes
{
    static T Make<T>(string name, Type result, Type[] parameters, Action<ILGenerator> body) where T : class
    {
        var method = new DynamicMethod(name, result, parameters, typeof(EmitOpcodes).Module, true);
        body(method.GetILGenerator());
        return (T)(object)method.CreateDelegate(typeof(T));
    }

    static string Safe<T>(Func<T> f)
    {
        try { return f().ToString(); }
        catch (Exception e) { return e.GetType().Name; }
    }

    static void Unary(OpCode op, Type from, Type to, params object[] values)
    {
        var method = new DynamicMethod("unary", to, new[] { from });
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(op);
        il.Emit(OpCodes.Ret);
        Console.Write("{0}:", op);
        foreach (object value in values)
            Console.Write(" " + Safe(() =>
            {
                try { return string.Format(System.Globalization.CultureInfo.InvariantCulture, "{0}",
                    method.Invoke(null, new[] { value })); }
                catch (TargetInvocationException e) { throw e.InnerException; }
            }));
        Console.WriteLine();
    }

    static void Conversions()
    {
        object[] ints = { 0, 1, -1, 255, 256, 65536, int.MaxValue, int.MinValue };
        foreach (OpCode op in new[] { OpCodes.Conv_I1, OpCodes.Conv_U1, OpCodes.Conv_I2, OpCodes.Conv_U2, OpCodes.Neg,
            OpCodes.Not,
            OpCodes.Conv_Ovf_I1, OpCodes.Conv_Ovf_U1, OpCodes.Conv_Ovf_I2, OpCodes.Conv_Ovf_U2,
                OpCodes.Conv_Ovf_I1_Un, OpCodes.Conv_Ovf_U2_Un })
            Unary(op, typeof(int), typeof(int), ints);
        foreach (OpCode op in new[] { OpCodes.Conv_I8, OpCodes.Conv_U8, OpCodes.Conv_Ovf_I8_Un, OpCodes.Conv_Ovf_U8 })
            Unary(op, typeof(int), typeof(long), ints);
        foreach (OpCode op in new[] { OpCodes.Conv_R4, OpCodes.Conv_R8, OpCodes.Conv_R_Un })
            Unary(op, typeof(int), typeof(double), ints);
        foreach (OpCode op in new[] { OpCodes.Conv_Ovf_I4, OpCodes.Conv_Ovf_U4, OpCodes.Conv_Ovf_I1 })
            Unary(op, typeof(double), typeof(int), 0.5, -0.5, 127.9, 128.0, -129.0, 4e9, double.NaN);
    }

    static void Arrays()
    {
        foreach (Type type in new[] { typeof(sbyte), typeof(byte), typeof(short), typeof(char), typeof(int),
            typeof(long), typeof(float),
            typeof(double), typeof(string), typeof(decimal), typeof(DayOfWeek) })
        {
            var method = new DynamicMethod("array", typeof(object), new[] { type.MakeArrayType(), typeof(int) });
            ILGenerator il = method.GetILGenerator();
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Sub);
            il.Emit(OpCodes.Ldelem, type);
            il.Emit(OpCodes.Stelem, type);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Readonly);
            il.Emit(OpCodes.Ldelema, type);
            il.Emit(OpCodes.Ldobj, type);
            il.Emit(OpCodes.Box, type);
            il.Emit(OpCodes.Ret);
            Array array = Array.CreateInstance(type, 3);
            object first = type == typeof(string) ? "s" : type == typeof(DayOfWeek) ? DayOfWeek.Friday :
                Convert.ChangeType(65, type);
            array.SetValue(first, 0);
            Console.Write("{0} {1}; ", type.Name, method.Invoke(null, new object[] { array, 1 }));
        }
        Console.WriteLine();
    }

    static void Memory()
    {
        var f = Make<Func<int, int>>("memory", typeof(int), new[] { typeof(int) }, il =>
        {
            LocalBuilder block = il.DeclareLocal(typeof(byte*));
            il.Emit(OpCodes.Ldc_I4, 16);
            il.Emit(OpCodes.Conv_U);
            il.Emit(OpCodes.Localloc);
            il.Emit(OpCodes.Stloc, block);
            il.Emit(OpCodes.Ldloc, block);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4, 16);
            il.Emit(OpCodes.Initblk);
            il.Emit(OpCodes.Ldloc, block);
            il.Emit(OpCodes.Ldc_I4_8);
            il.Emit(OpCodes.Add);
            il.Emit(OpCodes.Ldloc, block);
            il.Emit(OpCodes.Ldc_I4_4);
            il.Emit(OpCodes.Cpblk);
            il.Emit(OpCodes.Ldloc, block);
            il.Emit(OpCodes.Ldc_I4_8);
            il.Emit(OpCodes.Add);
            il.Emit(OpCodes.Unaligned, (byte)1);
            il.Emit(OpCodes.Volatile);
            il.Emit(OpCodes.Ldind_I4);
            il.Emit(OpCodes.Ret);
        });
        Console.WriteLine("{0:x} {1:x}", f(0x12), f(0xff));
        foreach (Type type in new[] { typeof(byte), typeof(char), typeof(decimal), typeof(Guid), typeof(long) })
            Console.Write(Make<Func<int>>("size", typeof(int), Type.EmptyTypes, il => { il.Emit(OpCodes.Sizeof, type);
                il.Emit(OpCodes.Ret); })() + " ");
        Console.WriteLine();
        var cleared = Make<Func<DateTime, DateTime>>("initobj", typeof(DateTime), new[] { typeof(DateTime) }, il =>
        {
            il.Emit(OpCodes.Ldarga_S, (byte)0);
            il.Emit(OpCodes.Initobj, typeof(DateTime));
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ret);
        });
        Console.WriteLine(cleared(DateTime.MaxValue).Ticks);
    }

    static void Types()
    {
        var unbox = Make<Func<object, int>>("unbox", typeof(int), new[] { typeof(object) }, il =>
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Unbox, typeof(int));
            il.Emit(OpCodes.Ldind_I4);
            il.Emit(OpCodes.Ret);
        });
        Console.WriteLine("{0} {1} {2} {3}", Safe(() => unbox(7)), Safe(() => unbox(7L)), Safe(() => unbox(null)),
            Safe(() => unbox(DayOfWeek.Friday)));
        var any = Make<Func<object, string>>("any", typeof(string), new[] { typeof(object) }, il =>
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Unbox_Any, typeof(string));
            il.Emit(OpCodes.Ret);
        });
        Console.WriteLine("{0} {1}", Safe(() => any("x")), Safe(() => any(5)));
        var pointer = Make<Func<int, int>>("calli", typeof(int), new[] { typeof(int) }, il =>
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldftn, typeof(Math).GetMethod("Abs", new[] { typeof(int) }));
            il.EmitCalli(OpCodes.Calli, CallingConventions.Standard, typeof(int), new[] { typeof(int) }, null);
            il.Emit(OpCodes.Ret);
        });
        Console.WriteLine(pointer(-9));
        var virt = Make<Func<object, string>>("ldvirtftn", typeof(string), new[] { typeof(object) }, il =>
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Dup);
            il.Emit(OpCodes.Ldvirtftn, typeof(object).GetMethod("ToString"));
            il.Emit(OpCodes.Newobj, typeof(Func<string>).GetConstructors()[0]);
            il.Emit(OpCodes.Callvirt, typeof(Func<string>).GetMethod("Invoke"));
            il.Emit(OpCodes.Ret);
        });
        Console.WriteLine("{0} {1}", virt(new Version(1, 2)), virt(3.5m));
        var token = Make<Func<object>>("token", typeof(object), Type.EmptyTypes, il =>
        {
            il.Emit(OpCodes.Ldtoken, typeof(Math).GetMethod("Abs", new[] { typeof(int) }));
            il.Emit(OpCodes.Call, typeof(MethodBase).GetMethod("GetMethodFromHandle", new[] {
                typeof(RuntimeMethodHandle) }));
            il.Emit(OpCodes.Ret);
        });
        Console.WriteLine(token());
        var nothing = new DynamicMethod("falls", typeof(int), Type.EmptyTypes);
        nothing.GetILGenerator().Emit(OpCodes.Add);
        nothing.GetILGenerator().Emit(OpCodes.Ret);
        Console.WriteLine(Safe(() => ((Func<int>)nothing.CreateDelegate(typeof(Func<int>)))()));
    }

    public static int Main()
    {
        Conversions();
        Arrays();
        Memory();
        Types();
        return 0;
    }
}
