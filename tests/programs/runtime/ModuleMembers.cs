// ModuleMembers: global methods, initialised data, native imports and two modules of an assembly made at run time; what
// cannot be done is refused.
using System;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;

public static class ModuleMembers
{
    const MethodAttributes Static = MethodAttributes.Public | MethodAttributes.Static;

    public static int Main()
    {
        AssemblyBuilder assembly = AppDomain.CurrentDomain.DefineDynamicAssembly(new AssemblyName("Two"),
            AssemblyBuilderAccess.Run);
        ModuleBuilder first = assembly.DefineDynamicModule("first");
        MethodBuilder twice = first.DefineGlobalMethod("Twice", Static, typeof(int), new[] { typeof(int) });
        ILGenerator il = twice.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_2);
        il.Emit(OpCodes.Mul);
        il.Emit(OpCodes.Ret);
        FieldBuilder data = first.DefineInitializedData("data", new byte[] { 1, 2, 3, 4, 0xff, 0xff, 0xff, 0x7f },
            FieldAttributes.Public | FieldAttributes.Static);
        MethodBuilder read = first.DefineGlobalMethod("Read", Static, typeof(int[]), Type.EmptyTypes);
        il = read.GetILGenerator();
        il.Emit(OpCodes.Ldc_I4_2);
        il.Emit(OpCodes.Newarr, typeof(int));
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Ldtoken, data);
        il.Emit(OpCodes.Call, typeof(System.Runtime.CompilerServices.RuntimeHelpers).GetMethod("InitializeArray"));
        il.Emit(OpCodes.Ret);
        first.CreateGlobalFunctions();
        Console.WriteLine(first.GetMethod("Twice").Invoke(null, new object[] { 21 }));
        Console.WriteLine(string.Join(" ", ((int[])first.GetMethod("Read").Invoke(null,
            null)).Select(x => x.ToString("x")).ToArray()));

        TypeBuilder native = first.DefineType("Native", TypeAttributes.Public);
        MethodBuilder abs = native.DefinePInvokeMethod("abs", "libc", Static | MethodAttributes.PinvokeImpl,
            CallingConventions.Standard,
            typeof(int), new[] { typeof(int) }, CallingConvention.Cdecl, CharSet.Ansi);
        abs.SetImplementationFlags(abs.GetMethodImplementationFlags() | MethodImplAttributes.PreserveSig);
        Console.WriteLine(native.CreateType().GetMethod("abs").Invoke(null, new object[] { -12 }));

        ModuleBuilder second = assembly.DefineDynamicModule("second");
        TypeBuilder a = second.DefineType("A", TypeAttributes.Public);
        FieldBuilder field = a.DefineField("F", typeof(int), FieldAttributes.Public);
        MethodBuilder make = a.DefineMethod("Make", Static, a, new[] { typeof(int) });
        ConstructorBuilder ctor = a.DefineDefaultConstructor(MethodAttributes.Public);
        il = make.GetILGenerator();
        il.Emit(OpCodes.Newobj, ctor);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Stfld, field);
        il.Emit(OpCodes.Ret);
        Type made = a.CreateType();
        TypeBuilder b = first.DefineType("B", TypeAttributes.Public, made);
        il = b.DefineMethod("Call", Static, typeof(int), new[] { typeof(int) }).GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, make);
        il.Emit(OpCodes.Ldfld, field);
        il.Emit(OpCodes.Ret);
        Type derived = b.CreateType();
        Console.WriteLine("{0} {1} {2}", derived.GetMethod("Call").Invoke(null, new object[] { 8 }),
            derived.BaseType.Name, derived.IsSubclassOf(made));
        Console.WriteLine("{0} {1}", made.Module.Name, derived.Module.Name);

        // calli, and a dynamic method that uses a builder's method
        var caller = new DynamicMethod("caller", typeof(int), new[] { typeof(int) });
        il = caller.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldftn, made.GetMethod("Make"));
        il.EmitCalli(OpCodes.Calli, CallingConventions.Standard, made, new[] { typeof(int) }, null);
        il.Emit(OpCodes.Ldfld, made.GetField("F"));
        il.Emit(OpCodes.Ret);
        Console.WriteLine(caller.Invoke(null, new object[] { 77 }));

        // multi-dimensional arrays of builders, and a delegate type
        TypeBuilder arrays = first.DefineType("Arrays", TypeAttributes.Public);
        Type grid = arrays.MakeArrayType(2);
        il = arrays.DefineMethod("Count", Static, typeof(int), Type.EmptyTypes).GetILGenerator();
        il.Emit(OpCodes.Ldc_I4_3);
        il.Emit(OpCodes.Ldc_I4_5);
        il.Emit(OpCodes.Newobj, first.GetArrayMethod(grid, ".ctor", CallingConventions.HasThis, typeof(void), new[] {
            typeof(int), typeof(int) }));
        il.Emit(OpCodes.Callvirt, typeof(Array).GetProperty("Length").GetGetMethod());
        il.Emit(OpCodes.Ret);
        Console.WriteLine(arrays.CreateType().GetMethod("Count").Invoke(null, null));
        TypeBuilder handler = first.DefineType("Handler", TypeAttributes.Public | TypeAttributes.Sealed,
            typeof(MulticastDelegate));
        handler.DefineConstructor(MethodAttributes.Public | MethodAttributes.RTSpecialName |
            MethodAttributes.HideBySig, CallingConventions.Standard,
            new[] { typeof(object), typeof(IntPtr) }).SetImplementationFlags(MethodImplAttributes.Runtime |
                MethodImplAttributes.Managed);
        handler.DefineMethod("Invoke", MethodAttributes.Public | MethodAttributes.HideBySig |
            MethodAttributes.NewSlot | MethodAttributes.Virtual,
            typeof(int), new[] { typeof(int) }).SetImplementationFlags(MethodImplAttributes.Runtime |
                MethodImplAttributes.Managed);
        Delegate d = Delegate.CreateDelegate(handler.CreateType(), first.GetMethod("Twice"));
        Console.WriteLine("{0} {1}", d.DynamicInvoke(50), d.GetType());

        try { derived.GetMethod("Call").MakeGenericMethod(typeof(int)); } catch (InvalidOperationException e) {
            Console.WriteLine(e.GetType()); }
        TypeBuilder twin = first.DefineType("Twin", TypeAttributes.Public);
        try { first.DefineType("Twin"); } catch (ArgumentException e) { Console.WriteLine(e.Message); }
        TypeBuilder sealedChild = first.DefineType("Child", TypeAttributes.Public, typeof(string));
        try { sealedChild.CreateType(); } catch (Exception e) { Console.WriteLine(e.GetType()); }
        MethodBuilder empty = twin.DefineMethod("Empty", Static, typeof(void), Type.EmptyTypes);
        try { twin.CreateType(); } catch (InvalidOperationException e) { Console.WriteLine(e.Message); }
        try { assembly.Save("x.dll"); } catch (Exception e) { Console.WriteLine(e.GetType()); }
        return 0;
    }
}
