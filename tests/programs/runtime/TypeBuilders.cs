// TypeBuilders: classes made by Reflection.Emit: fields, constructors, properties, events, overriding, interfaces,
// nested types, mutual references, constants, attributes; then used by reflection and through interfaces.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;

public interface ICounter
{
    int Next(int step);
    string Name { get; set; }
}

public abstract class Animal
{
    protected int legs;
    protected Animal(int legs) { this.legs = legs; }
    public abstract string Sound();
    public virtual string Describe() { return Sound() + " on " + legs; }
}

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
public class NoteAttribute : Attribute
{
    public readonly string Text;
    public int Level { get; set; }
    public Type Kind;
    public DayOfWeek[] Days;
    public NoteAttribute(string text) { Text = text; }
    public NoteAttribute(int number, object any) { Text = number + ":" + any; }
    public override string ToString()
    {
        return string.Format("[{0} {1} {2} {3}]", Text, Level, Kind, Days == null ? "-" : string.Join(",", Days));
    }
}

public static class TypeBuilders
{
    static ModuleBuilder module;
    const MethodAttributes Implementing = MethodAttributes.Public | MethodAttributes.Virtual |
        MethodAttributes.HideBySig | MethodAttributes.NewSlot | MethodAttributes.Final;

    static Type Counter()
    {
        TypeBuilder type = module.DefineType("Made.Counter", TypeAttributes.Public, typeof(object), new[] {
            typeof(ICounter) });
        FieldBuilder total = type.DefineField("total", typeof(int), FieldAttributes.Private);
        FieldBuilder made = type.DefineField("Made", typeof(int), FieldAttributes.Public | FieldAttributes.Static);
        ConstructorBuilder ctor = type.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, new[] {
            typeof(int) });
        ctor.DefineParameter(1, ParameterAttributes.None, "start");
        ILGenerator il = ctor.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, typeof(object).GetConstructor(Type.EmptyTypes));
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Stfld, total);
        il.Emit(OpCodes.Ldsfld, made);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stsfld, made);
        il.Emit(OpCodes.Ret);
        il = type.DefineTypeInitializer().GetILGenerator();
        il.Emit(OpCodes.Ldc_I4, 100);
        il.Emit(OpCodes.Stsfld, made);
        il.Emit(OpCodes.Ret);

        MethodBuilder next = type.DefineMethod("Next", Implementing, typeof(int), new[] { typeof(int) });
        next.DefineParameter(1, ParameterAttributes.None, "step");
        il = next.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Ldfld, total);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stfld, total);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, total);
        il.Emit(OpCodes.Ret);

        FieldBuilder name = type.DefineField("name", typeof(string), FieldAttributes.Private);
        MethodBuilder get = type.DefineMethod("get_Name", Implementing | MethodAttributes.SpecialName, typeof(string),
            Type.EmptyTypes);
        il = get.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, name);
        il.Emit(OpCodes.Ret);
        MethodBuilder set = type.DefineMethod("set_Name", Implementing | MethodAttributes.SpecialName, null, new[] {
            typeof(string) });
        il = set.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldstr, "!");
        il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", new[] { typeof(string), typeof(string) }));
        il.Emit(OpCodes.Stfld, name);
        il.Emit(OpCodes.Ret);
        PropertyBuilder property = type.DefineProperty("Name", PropertyAttributes.None, typeof(string), null);
        property.SetGetMethod(get);
        property.SetSetMethod(set);
        property.SetCustomAttribute(new CustomAttributeBuilder(typeof(NoteAttribute).GetConstructor(new[] {
            typeof(string) }), new object[] { "prop" }));
        return type.CreateType();
    }

    static Type Dog()
    {
        TypeBuilder type = module.DefineType("Made.Dog", TypeAttributes.Public | TypeAttributes.Sealed, typeof(Animal));
        ConstructorInfo parent = typeof(Animal).GetConstructor(BindingFlags.NonPublic | BindingFlags.Instance, null,
            new[] { typeof(int) }, null);
        ILGenerator il = type.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard,
            Type.EmptyTypes).GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_4);
        il.Emit(OpCodes.Call, parent);
        il.Emit(OpCodes.Ret);
        MethodBuilder sound = type.DefineMethod("Sound", MethodAttributes.Public | MethodAttributes.Virtual |
            MethodAttributes.HideBySig, typeof(string), Type.EmptyTypes);
        il = sound.GetILGenerator();
        il.Emit(OpCodes.Ldstr, "woof");
        il.Emit(OpCodes.Ret);
        // an explicit override under another name
        MethodBuilder text = type.DefineMethod("Text", MethodAttributes.Private | MethodAttributes.Virtual |
            MethodAttributes.HideBySig | MethodAttributes.Final | MethodAttributes.NewSlot, typeof(string),
                Type.EmptyTypes);
        il = text.GetILGenerator();
        il.Emit(OpCodes.Ldstr, "dog as text");
        il.Emit(OpCodes.Ret);
        type.DefineMethodOverride(text, typeof(object).GetMethod("ToString"));
        type.SetCustomAttribute(new CustomAttributeBuilder(typeof(NoteAttribute).GetConstructor(new[] {
            typeof(string) }), new object[] { "good" },
            new[] { typeof(NoteAttribute).GetProperty("Level") }, new object[] { 7 },
            new[] { typeof(NoteAttribute).GetField("Kind"), typeof(NoteAttribute).GetField("Days") }, new object[] {
                typeof(List<int>), new[] { DayOfWeek.Monday, DayOfWeek.Friday } }));
        type.SetCustomAttribute(new CustomAttributeBuilder(typeof(NoteAttribute).GetConstructor(new[] { typeof(int),
            typeof(object) }), new object[] { 5, DayOfWeek.Sunday }));
        sound.SetCustomAttribute(typeof(ObsoleteAttribute).GetConstructor(Type.EmptyTypes), new byte[] { 1, 0, 0, 0 });
        return type.CreateType();
    }

    static void Mutual()
    {
        TypeBuilder even = module.DefineType("Made.Even", TypeAttributes.Public | TypeAttributes.Abstract |
            TypeAttributes.Sealed);
        TypeBuilder odd = module.DefineType("Made.Odd", TypeAttributes.Public | TypeAttributes.Abstract |
            TypeAttributes.Sealed);
        const MethodAttributes flags = MethodAttributes.Public | MethodAttributes.Static;
        MethodBuilder isEven = even.DefineMethod("Is", flags, typeof(bool), new[] { typeof(int) });
        MethodBuilder isOdd = odd.DefineMethod("Is", flags, typeof(bool), new[] { typeof(int) });
        foreach (var pair in new[] { Tuple.Create(isEven, isOdd, true), Tuple.Create(isOdd, isEven, false) })
        {
            ILGenerator il = pair.Item1.GetILGenerator();
            Label more = il.DefineLabel();
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Brtrue, more);
            il.Emit(pair.Item3 ? OpCodes.Ldc_I4_1 : OpCodes.Ldc_I4_0);
            il.Emit(OpCodes.Ret);
            il.MarkLabel(more);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Sub);
            il.Emit(OpCodes.Call, pair.Item2);
            il.Emit(OpCodes.Ret);
        }
        Type e = even.CreateType();
        odd.CreateType();
        Console.WriteLine("{0} {1}", e.GetMethod("Is").Invoke(null, new object[] { 10 }),
            e.GetMethod("Is").Invoke(null, new object[] { 7 }));
    }

    static void Nested()
    {
        TypeBuilder outer = module.DefineType("Made.Outer", TypeAttributes.Public);
        TypeBuilder inner = outer.DefineNestedType("Inner", TypeAttributes.NestedPublic);
        inner.DefineField("Back", outer, FieldAttributes.Public);
        outer.DefineField("In", inner, FieldAttributes.Public);
        TypeBuilder value = outer.DefineNestedType("Value", TypeAttributes.NestedPublic |
            TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType));
        value.DefineField("A", typeof(byte), FieldAttributes.Public);
        value.DefineField("B", typeof(long), FieldAttributes.Public);
        Type o = outer.CreateType(), i = inner.CreateType(), v = value.CreateType();
        Console.WriteLine("{0} {1} {2} {3}", o.FullName, i.FullName, i.DeclaringType == o, i.IsNestedPublic);
        Console.WriteLine(string.Join(",", o.GetNestedTypes().Select(n => n.Name).OrderBy(n => n,
            StringComparer.Ordinal)));
        Console.WriteLine("{0} {1} {2}", o.GetField("In").FieldType == i, v.IsValueType, Marshal.SizeOf(v));
        object box = Activator.CreateInstance(v);
        v.GetField("B").SetValue(box, 1L << 40);
        Console.WriteLine(v.GetField("B").GetValue(box));
        object made = Activator.CreateInstance(o), part = Activator.CreateInstance(i);
        o.GetField("In").SetValue(made, part);
        i.GetField("Back").SetValue(part, made);
        Console.WriteLine(ReferenceEquals(i.GetField("Back").GetValue(o.GetField("In").GetValue(made)), made));
    }

    static void Events()
    {
        TypeBuilder type = module.DefineType("Made.Source", TypeAttributes.Public);
        FieldBuilder field = type.DefineField("changed", typeof(EventHandler), FieldAttributes.Private);
        EventBuilder ev = type.DefineEvent("Changed", EventAttributes.None, typeof(EventHandler));
        foreach (bool adds in new[] { true, false })
        {
            MethodBuilder accessor = type.DefineMethod(adds ? "add_Changed" : "remove_Changed",
                MethodAttributes.Public | MethodAttributes.SpecialName, null, new[] { typeof(EventHandler) });
            ILGenerator g = accessor.GetILGenerator();
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldfld, field);
            g.Emit(OpCodes.Ldarg_1);
            g.Emit(OpCodes.Call, typeof(Delegate).GetMethod(adds ? "Combine" : "Remove", new[] { typeof(Delegate),
                typeof(Delegate) }));
            g.Emit(OpCodes.Castclass, typeof(EventHandler));
            g.Emit(OpCodes.Stfld, field);
            g.Emit(OpCodes.Ret);
            if (adds) ev.SetAddOnMethod(accessor); else ev.SetRemoveOnMethod(accessor);
        }
        ILGenerator il = type.DefineMethod("Fire", MethodAttributes.Public, null, Type.EmptyTypes).GetILGenerator();
        Label none = il.DefineLabel();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, field);
        il.Emit(OpCodes.Brfalse, none);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, field);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldsfld, typeof(EventArgs).GetField("Empty"));
        il.Emit(OpCodes.Callvirt, typeof(EventHandler).GetMethod("Invoke"));
        il.MarkLabel(none);
        il.Emit(OpCodes.Ret);
        Type made = type.CreateType();
        object source = Activator.CreateInstance(made);
        EventHandler handler = (s, e) => Console.WriteLine("fired by {0}", s.GetType());
        made.GetEvent("Changed").AddEventHandler(source, handler);
        made.GetMethod("Fire").Invoke(source, null);
        made.GetEvent("Changed").RemoveEventHandler(source, handler);
        made.GetMethod("Fire").Invoke(source, null);
        Console.WriteLine("{0} {1}", made.GetEvents().Length, made.GetEvent("Changed").EventHandlerType);
    }

    static void Enumeration()
    {
        EnumBuilder colour = module.DefineEnum("Made.Colour", TypeAttributes.Public, typeof(byte));
        colour.DefineLiteral("Red", (byte)1);
        colour.DefineLiteral("Green", (byte)2);
        colour.DefineLiteral("Blue", (byte)4);
        colour.SetCustomAttribute(new CustomAttributeBuilder(typeof(FlagsAttribute).GetConstructor(Type.EmptyTypes),
            new object[0]));
        Type type = colour.CreateType();
        Console.WriteLine("{0} {1} {2}", type.IsEnum, Enum.GetUnderlyingType(type), string.Join(",",
            Enum.GetNames(type)));
        Console.WriteLine("{0} {1}", Enum.ToObject(type, 6), Enum.Parse(type, "Red, Blue"));
    }

    static void Interface()
    {
        TypeBuilder type = module.DefineType("Made.IShape", TypeAttributes.Public | TypeAttributes.Interface |
            TypeAttributes.Abstract);
        MethodBuilder area = type.DefineMethod("Area", MethodAttributes.Public | MethodAttributes.Abstract |
            MethodAttributes.Virtual |
            MethodAttributes.HideBySig | MethodAttributes.NewSlot, typeof(double), Type.EmptyTypes);
        Type shape = type.CreateType();
        TypeBuilder square = module.DefineType("Made.Square", TypeAttributes.Public, typeof(object), new[] { shape });
        FieldBuilder side = square.DefineField("Side", typeof(double), FieldAttributes.Public);
        MethodBuilder body = square.DefineMethod("Area", Implementing, typeof(double), Type.EmptyTypes);
        ILGenerator il = body.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, side);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Mul);
        il.Emit(OpCodes.Ret);
        Type made = square.CreateType();
        object o = Activator.CreateInstance(made);
        made.GetField("Side").SetValue(o, 1.5);
        Console.WriteLine("{0} {1} {2}", shape.GetMethod("Area").Invoke(o, null), shape.IsInstanceOfType(o),
            shape.IsAssignableFrom(made));
    }

    static void Literals()
    {
        TypeBuilder type = module.DefineType("Made.Literals", TypeAttributes.Public | TypeAttributes.Abstract |
            TypeAttributes.Sealed);
        type.DefineField("Int", typeof(int), FieldAttributes.Public | FieldAttributes.Static |
            FieldAttributes.Literal).SetConstant(42);
        type.DefineField("Text", typeof(string), FieldAttributes.Public | FieldAttributes.Static |
            FieldAttributes.Literal).SetConstant("caf\u00e9");
        type.DefineField("Day", typeof(DayOfWeek), FieldAttributes.Public | FieldAttributes.Static |
            FieldAttributes.Literal).SetConstant(DayOfWeek.Friday);
        MethodBuilder method = type.DefineMethod("Default", MethodAttributes.Public | MethodAttributes.Static,
            typeof(void), new[] { typeof(int), typeof(string) });
        ParameterBuilder first = method.DefineParameter(1, ParameterAttributes.Optional |
            ParameterAttributes.HasDefault, "count");
        first.SetConstant(9);
        method.DefineParameter(2, ParameterAttributes.Out, "text").SetCustomAttribute(new CustomAttributeBuilder(
            typeof(NoteAttribute).GetConstructor(new[] { typeof(string) }), new object[] { "param" }));
        method.GetILGenerator().Emit(OpCodes.Ret);
        Type made = type.CreateType();
        foreach (FieldInfo field in made.GetFields())
            Console.WriteLine("{0} {1} = {2}", field.FieldType, field.Name, field.GetValue(null));
        foreach (ParameterInfo p in made.GetMethod("Default").GetParameters())
            Console.WriteLine("{0} {1} {2} {3} {4}", p.Position, p.Name, p.Attributes,
                p.IsOptional ? p.DefaultValue : "-",
                string.Join(" ", p.GetCustomAttributes(typeof(NoteAttribute), false)));
    }

    public static int Main()
    {
        AssemblyBuilder assembly = AppDomain.CurrentDomain.DefineDynamicAssembly(
            new AssemblyName("Made, Version=1.2.3.4"), AssemblyBuilderAccess.Run);
        module = assembly.DefineDynamicModule("MadeModule");
        Type counter = Counter();
        var c = (ICounter)Activator.CreateInstance(counter, 40);
        c.Name = "n";
        Console.WriteLine("{0} {1} {2} {3}", c.Next(2), c.Next(8), c.Name, counter.GetField("Made").GetValue(null));
        foreach (MemberInfo member in counter.GetMembers(BindingFlags.Public | BindingFlags.NonPublic |
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly).OrderBy(m => m.Name + m,
                StringComparer.Ordinal))
            Console.WriteLine("{0}: {1}", member.MemberType, member);
        Console.WriteLine(counter.GetConstructors()[0].GetParameters()[0].Name);
        Console.WriteLine(string.Join(" ", counter.GetProperty("Name").GetCustomAttributes(false)));
        Type dog = Dog();
        var animal = (Animal)Activator.CreateInstance(dog);
        Console.WriteLine("{0} {1} {2}", animal.Sound(), animal.Describe(), animal);
        foreach (object note in dog.GetCustomAttributes(false))
            Console.WriteLine(note);
        Console.WriteLine(dog.GetMethod("Sound").IsDefined(typeof(ObsoleteAttribute), false));
        Mutual();
        Nested();
        Events();
        Enumeration();
        Interface();
        Literals();
        Console.WriteLine("{0} {1} {2}", counter.Assembly.FullName, counter.Assembly == assembly,
            counter.Module.ScopeName);
        Console.WriteLine("{0} {1}", assembly.GetType("Made.Dog") == dog, assembly.GetType("Made.None") == null);
        Console.WriteLine(string.Join(" ", assembly.GetTypes().Select(t => t.FullName).OrderBy(n => n,
            StringComparer.Ordinal)));
        Console.WriteLine(AppDomain.CurrentDomain.GetAssemblies().Any(a => a == assembly));
        Console.WriteLine(counter.AssemblyQualifiedName);
        try { Activator.CreateInstance(counter, "x"); } catch (MissingMethodException) {
            Console.WriteLine("no such constructor"); }
        return 0;
    }
}
