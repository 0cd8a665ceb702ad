// GenericBuilders: generic classes and methods made by Reflection.Emit, and instances over builders.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;

public static class GenericBuilders
{
    static ModuleBuilder module;

    static Type Box()
    {
        TypeBuilder type = module.DefineType("Box`1", TypeAttributes.Public);
        GenericTypeParameterBuilder t = type.DefineGenericParameters("T")[0];
        FieldBuilder value = type.DefineField("Value", t, FieldAttributes.Public);
        FieldBuilder count = type.DefineField("Count", typeof(int), FieldAttributes.Public | FieldAttributes.Static);
        ConstructorBuilder ctor = type.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard,
            new Type[] { t });
        ILGenerator il = ctor.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, typeof(object).GetConstructor(Type.EmptyTypes));
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Stfld, value);
        il.Emit(OpCodes.Ldsfld, count);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stsfld, count);
        il.Emit(OpCodes.Ret);
        // Box<T> Copy() and List<T> AsList() and U Convert<U>(Func<T, U>)
        MethodBuilder copy = type.DefineMethod("Copy", MethodAttributes.Public, type, Type.EmptyTypes);
        il = copy.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, value);
        il.Emit(OpCodes.Newobj, ctor);
        il.Emit(OpCodes.Ret);
        Type listOfT = typeof(List<>).MakeGenericType(t);
        MethodBuilder asList = type.DefineMethod("AsList", MethodAttributes.Public, listOfT, Type.EmptyTypes);
        il = asList.GetILGenerator();
        LocalBuilder list = il.DeclareLocal(listOfT);
        il.Emit(OpCodes.Newobj, TypeBuilder.GetConstructor(listOfT, typeof(List<>).GetConstructor(Type.EmptyTypes)));
        il.Emit(OpCodes.Stloc, list);
        il.Emit(OpCodes.Ldloc, list);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, value);
        il.Emit(OpCodes.Callvirt, TypeBuilder.GetMethod(listOfT, typeof(List<>).GetMethod("Add")));
        il.Emit(OpCodes.Ldloc, list);
        il.Emit(OpCodes.Ret);
        MethodBuilder convert = type.DefineMethod("Convert", MethodAttributes.Public);
        GenericTypeParameterBuilder u = convert.DefineGenericParameters("U")[0];
        Type func = typeof(Func<,>).MakeGenericType(t, u);
        convert.SetReturnType(u);
        convert.SetParameters(func);
        il = convert.GetILGenerator();
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, value);
        il.Emit(OpCodes.Callvirt, TypeBuilder.GetMethod(func, typeof(Func<,>).GetMethod("Invoke")));
        il.Emit(OpCodes.Ret);
        // static string Kind()
        il = type.DefineMethod("Kind", MethodAttributes.Public | MethodAttributes.Static, typeof(Type),
            Type.EmptyTypes).GetILGenerator();
        il.Emit(OpCodes.Ldtoken, t);
        il.Emit(OpCodes.Call, typeof(Type).GetMethod("GetTypeFromHandle"));
        il.Emit(OpCodes.Ret);
        return type.CreateType();
    }

    static void Constraints()
    {
        TypeBuilder type = module.DefineType("Sorter", TypeAttributes.Public | TypeAttributes.Abstract |
            TypeAttributes.Sealed);
        MethodBuilder max = type.DefineMethod("Max", MethodAttributes.Public | MethodAttributes.Static);
        GenericTypeParameterBuilder t = max.DefineGenericParameters("T")[0];
        Type comparable = typeof(IComparable<>).MakeGenericType(t);
        t.SetInterfaceConstraints(comparable);
        max.SetReturnType(t);
        max.SetParameters(t, t);
        ILGenerator il = max.GetILGenerator();
        Label second = il.DefineLabel();
        il.Emit(OpCodes.Ldarga_S, (byte)0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Constrained, t);
        il.Emit(OpCodes.Callvirt, TypeBuilder.GetMethod(comparable, typeof(IComparable<>).GetMethod("CompareTo")));
        il.Emit(OpCodes.Ldc_I4_0);
        il.Emit(OpCodes.Blt, second);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ret);
        il.MarkLabel(second);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ret);
        // calls the generic method with int
        MethodBuilder use = type.DefineMethod("Use", MethodAttributes.Public | MethodAttributes.Static, typeof(int),
            new[] { typeof(int), typeof(int) });
        il = use.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Call, max.MakeGenericMethod(typeof(int)));
        il.Emit(OpCodes.Ret);
        Type made = type.CreateType();
        MethodInfo m = made.GetMethod("Max");
        Console.WriteLine("{0} {1}", m.MakeGenericMethod(typeof(int)).Invoke(null, new object[] { 3, 9 }),
            m.MakeGenericMethod(typeof(string)).Invoke(null, new object[] { "pear", "apple" }));
        Console.WriteLine(made.GetMethod("Use").Invoke(null, new object[] { 5, 4 }));
    }

    static void Enumerable()
    {
        // class Node : IComparable<Node>, with a List<Node> field
        TypeBuilder node = module.DefineType("Node", TypeAttributes.Public);
        Type comparable = typeof(IComparable<>).MakeGenericType(node);
        node.AddInterfaceImplementation(comparable);
        FieldBuilder key = node.DefineField("Key", typeof(int), FieldAttributes.Public);
        MethodBuilder compare = node.DefineMethod("CompareTo", MethodAttributes.Public | MethodAttributes.Virtual |
            MethodAttributes.Final |
            MethodAttributes.NewSlot | MethodAttributes.HideBySig, typeof(int), new Type[] { node });
        ILGenerator il = compare.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldflda, key);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldfld, key);
        il.Emit(OpCodes.Call, typeof(int).GetMethod("CompareTo", new[] { typeof(int) }));
        il.Emit(OpCodes.Ret);
        node.DefineDefaultConstructor(MethodAttributes.Public);
        Type made = node.CreateType();
        Array array = Array.CreateInstance(made, 3);
        for (int i = 0; i < 3; i++)
        {
            object o = Activator.CreateInstance(made);
            made.GetField("Key").SetValue(o, (i * 2 + 1) % 3);
            array.SetValue(o, i);
        }
        MethodInfo sort = typeof(Array).GetMethods().First(m => m.Name == "Sort" && m.IsGenericMethodDefinition &&
            m.GetParameters().Length == 1);
        sort.MakeGenericMethod(made).Invoke(null, new object[] { array });
        Console.WriteLine(string.Join(" ", array.Cast<object>().Select(o => made.GetField("Key").GetValue(o))));
        Console.WriteLine("{0} {1}", typeof(List<>).MakeGenericType(made), array.GetType());
    }

    public static int Main()
    {
        module = AppDomain.CurrentDomain.DefineDynamicAssembly(new AssemblyName("Generic"),
            AssemblyBuilderAccess.RunAndCollect).DefineDynamicModule("m");
        Type box = Box();
        Console.WriteLine("{0} {1} {2}", box, box.IsGenericTypeDefinition, box.GetGenericArguments()[0]);
        Type ofInt = box.MakeGenericType(typeof(int)), ofString = box.MakeGenericType(typeof(string));
        dynamic d = null;
        object i = Activator.CreateInstance(ofInt, 42), s = Activator.CreateInstance(ofString, "text");
        object copy = ofInt.GetMethod("Copy").Invoke(i, null);
        Console.WriteLine("{0} {1}", copy.GetType(), ofInt.GetField("Value").GetValue(copy));
        Console.WriteLine("{0} {1}", ofInt.GetField("Count").GetValue(null), ofString.GetField("Count").GetValue(null));
        var list = (List<string>)ofString.GetMethod("AsList").Invoke(s, null);
        Console.WriteLine("{0} {1}", list.Count, list[0]);
        Func<int, string> f = x => "<" + x + ">";
        Console.WriteLine(ofInt.GetMethod("Convert").MakeGenericMethod(typeof(string)).Invoke(i, new object[] { f }));
        Console.WriteLine("{0} {1}", ofInt.GetMethod("Kind").Invoke(null, null),
            ofString.GetMethod("Kind").Invoke(null, null));
        Console.WriteLine(box.GetMethod("Copy"));
        Constraints();
        Enumerable();
        return 0;
    }
}
