// DynamicMethods: System.Reflection.Emit.DynamicMethod - arithmetic, branches, loops, switch, exception blocks, locals,
// calls, closures over a target, recursion, by-reference parameters, value types, Invoke.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Emit;

public struct Point
{
    public int X, Y;
    public Point(int x, int y) { X = x; Y = y; }
    public int Sum() { return X + Y; }
}

public class Holder
{
    public int Value;
    public static int Shared = 5;
    private string secret = "secret";
    public virtual string Name() { return "holder " + Value; }
}

public class Derived : Holder
{
    public override string Name() { return "derived " + Value; }
}

public static class DynamicMethods
{
    delegate int Binary(int a, int b);
    delegate void Swapper(ref int a, ref int b);

    static Binary Make(Action<ILGenerator> body)
    {
        var method = new DynamicMethod("op", typeof(int), new[] { typeof(int), typeof(int) });
        body(method.GetILGenerator());
        return (Binary)method.CreateDelegate(typeof(Binary));
    }

    static void Arithmetic()
    {
        foreach (OpCode op in new[] { OpCodes.Add, OpCodes.Sub, OpCodes.Mul, OpCodes.Div, OpCodes.Rem, OpCodes.And,
            OpCodes.Or, OpCodes.Xor, OpCodes.Shl, OpCodes.Shr })
        {
            var f = Make(il =>
            {
                il.Emit(OpCodes.Ldarg_0);
                il.Emit(OpCodes.Ldarg_1);
                il.Emit(op);
                il.Emit(OpCodes.Ret);
            });
            Console.WriteLine("{0}: {1} {2}", op, f(100, 7), f(-100, 7));
        }
    }

    static void Loop()
    {
        var gcd = Make(il =>
        {
            Label top = il.DefineLabel(), end = il.DefineLabel();
            LocalBuilder t = il.DeclareLocal(typeof(int));
            il.MarkLabel(top);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Brfalse_S, end);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Rem);
            il.Emit(OpCodes.Stloc, t);
            il.Emit(OpCodes.Ldarg_1);
            il.Emit(OpCodes.Starg_S, (byte)0);
            il.Emit(OpCodes.Ldloc, t);
            il.Emit(OpCodes.Starg_S, (byte)1);
            il.Emit(OpCodes.Br, top);
            il.MarkLabel(end);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ret);
        });
        Console.WriteLine("gcd {0} {1}", gcd(48, 36), gcd(17, 5));
    }

    static void Switch()
    {
        var f = Make(il =>
        {
            var cases = new Label[4];
            for (int i = 0; i < 4; i++)
                cases[i] = il.DefineLabel();
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Switch, cases);
            il.Emit(OpCodes.Ldc_I4, -1);
            il.Emit(OpCodes.Ret);
            for (int i = 0; i < 4; i++)
            {
                il.MarkLabel(cases[i]);
                il.Emit(OpCodes.Ldarg_1);
                il.Emit(OpCodes.Ldc_I4, i * 10);
                il.Emit(OpCodes.Add);
                il.Emit(OpCodes.Ret);
            }
        });
        for (int i = -1; i < 5; i++)
            Console.Write("{0} ", f(i, 1));
        Console.WriteLine();
    }

    static void Exceptions()
    {
        var log = new List<string>();
        var method = new DynamicMethod("guarded", typeof(string), new[] { typeof(List<string>), typeof(int) });
        ILGenerator il = method.GetILGenerator();
        MethodInfo add = typeof(List<string>).GetMethod("Add");
        LocalBuilder result = il.DeclareLocal(typeof(string));
        il.BeginExceptionBlock();
        il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldstr, "try");
        il.Emit(OpCodes.Callvirt, add);
        il.Emit(OpCodes.Ldc_I4, 10);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Div);
        il.Emit(OpCodes.Box, typeof(int));
        il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("ToString"));
        il.Emit(OpCodes.Stloc, result);
        il.BeginCatchBlock(typeof(DivideByZeroException));
        il.Emit(OpCodes.Callvirt, typeof(Exception).GetProperty("Message").GetGetMethod());
        il.Emit(OpCodes.Stloc, result);
        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Pop);
        il.Emit(OpCodes.Ldstr, "other");
        il.Emit(OpCodes.Stloc, result);
        il.EndExceptionBlock();
        il.BeginFinallyBlock();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldstr, "finally");
        il.Emit(OpCodes.Callvirt, add);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ldloc, result);
        il.Emit(OpCodes.Ret);
        var f = (Func<List<string>, int, string>)method.CreateDelegate(typeof(Func<List<string>, int, string>));
        Console.WriteLine(f(log, 3));
        Console.WriteLine(f(log, 0));
        Console.WriteLine(string.Join(",", log.ToArray()));
    }

    static void Filter()
    {
        var method = new DynamicMethod("filtered", typeof(int), new[] { typeof(string) });
        ILGenerator il = method.GetILGenerator();
        LocalBuilder result = il.DeclareLocal(typeof(int));
        il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, typeof(int).GetMethod("Parse", new[] { typeof(string) }));
        il.Emit(OpCodes.Stloc, result);
        il.BeginExceptFilterBlock();
        il.Emit(OpCodes.Isinst, typeof(FormatException));
        il.Emit(OpCodes.Ldnull);
        il.Emit(OpCodes.Cgt_Un);
        il.BeginCatchBlock(null);
        il.Emit(OpCodes.Pop);
        il.Emit(OpCodes.Ldc_I4_M1);
        il.Emit(OpCodes.Stloc, result);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ldloc, result);
        il.Emit(OpCodes.Ret);
        var f = (Func<string, int>)method.CreateDelegate(typeof(Func<string, int>));
        Console.WriteLine("{0} {1}", f("42"), f("x"));
        try { f("99999999999"); } catch (OverflowException e) { Console.WriteLine(e.GetType()); }
    }

    static void Objects()
    {
        var method = new DynamicMethod("use", typeof(string), new[] { typeof(Holder), typeof(int) }, typeof(Holder),
            true);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldsfld, typeof(Holder).GetField("Shared"));
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stfld, typeof(Holder).GetField("Value"));
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Callvirt, typeof(Holder).GetMethod("Name"));
        il.Emit(OpCodes.Ldstr, " ");
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, typeof(Holder).GetField("secret", BindingFlags.NonPublic | BindingFlags.Instance));
        il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", new[] { typeof(string), typeof(string),
            typeof(string) }));
        il.Emit(OpCodes.Ret);
        var f = (Func<Holder, int, string>)method.CreateDelegate(typeof(Func<Holder, int, string>));
        Console.WriteLine(f(new Holder(), 1));
        Console.WriteLine(f(new Derived(), 2));
        try { f(null, 1); } catch (NullReferenceException) { Console.WriteLine("null"); }
        Console.WriteLine(method.Invoke(null, new object[] { new Derived(), 30 }));
    }

    static void Bound()
    {
        var method = new DynamicMethod("bound", typeof(int), new[] { typeof(Holder), typeof(int) },
            typeof(DynamicMethods));
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, typeof(Holder).GetField("Value"));
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Mul);
        il.Emit(OpCodes.Ret);
        var f = (Func<int, int>)method.CreateDelegate(typeof(Func<int, int>), new Holder { Value = 6 });
        Console.WriteLine(f(7));
        Console.WriteLine(f.Target.GetType());
        Console.WriteLine(f.Method.Name);
    }

    static void Recursive()
    {
        var fib = new DynamicMethod("fib", typeof(int), new[] { typeof(int) });
        ILGenerator il = fib.GetILGenerator();
        Label more = il.DefineLabel();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_2);
        il.Emit(OpCodes.Bge, more);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ret);
        il.MarkLabel(more);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Sub);
        il.Emit(OpCodes.Call, fib);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_2);
        il.Emit(OpCodes.Sub);
        il.Emit(OpCodes.Call, fib);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        var f = (Func<int, int>)fib.CreateDelegate(typeof(Func<int, int>));
        Console.WriteLine("fib {0}", f(15));
    }

    static void Values()
    {
        var swap = new DynamicMethod("swap", null, new[] { typeof(int).MakeByRefType(), typeof(int).MakeByRefType() });
        ILGenerator il = swap.GetILGenerator();
        LocalBuilder t = il.DeclareLocal(typeof(int));
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldind_I4);
        il.Emit(OpCodes.Stloc, t);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldind_I4);
        il.Emit(OpCodes.Stind_I4);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldloc, t);
        il.Emit(OpCodes.Stind_I4);
        il.Emit(OpCodes.Ret);
        int a = 1, b = 2;
        ((Swapper)swap.CreateDelegate(typeof(Swapper)))(ref a, ref b);
        Console.WriteLine("{0} {1}", a, b);

        var point = new DynamicMethod("point", typeof(int), new[] { typeof(int) });
        il = point.GetILGenerator();
        LocalBuilder p = il.DeclareLocal(typeof(Point));
        il.Emit(OpCodes.Ldloca, p);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4, 100);
        il.Emit(OpCodes.Call, typeof(Point).GetConstructor(new[] { typeof(int), typeof(int) }));
        il.Emit(OpCodes.Ldloca, p);
        il.Emit(OpCodes.Call, typeof(Point).GetMethod("Sum"));
        il.Emit(OpCodes.Ret);
        Console.WriteLine(((Func<int, int>)point.CreateDelegate(typeof(Func<int, int>)))(11));

        var list = new DynamicMethod("list", typeof(List<Point>), Type.EmptyTypes);
        il = list.GetILGenerator();
        il.Emit(OpCodes.Newobj, typeof(List<Point>).GetConstructor(Type.EmptyTypes));
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Ldc_I4_3);
        il.Emit(OpCodes.Ldc_I4_4);
        il.Emit(OpCodes.Newobj, typeof(Point).GetConstructor(new[] { typeof(int), typeof(int) }));
        il.Emit(OpCodes.Callvirt, typeof(List<Point>).GetMethod("Add"));
        il.Emit(OpCodes.Ret);
        Console.WriteLine(((Func<List<Point>>)list.CreateDelegate(typeof(Func<List<Point>>)))()[0].Sum());

        var wide = new DynamicMethod("wide", typeof(double), new[] { typeof(long), typeof(float), typeof(decimal),
            typeof(DateTime) });
        il = wide.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Conv_R8);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Conv_R8);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ldarg_2);
        il.Emit(OpCodes.Call, typeof(decimal).GetMethod("ToDouble"));
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ldarga_S, (byte)3);
        il.Emit(OpCodes.Call, typeof(DateTime).GetProperty("Year").GetGetMethod());
        il.Emit(OpCodes.Conv_R8);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(wide.Invoke(null, new object[] { 5L, 0.5f, 2.25m, new DateTime(2001, 2, 3) }));
    }

    static void Described()
    {
        var method = new DynamicMethod("named", typeof(void), new[] { typeof(int), typeof(string) });
        Console.WriteLine(method);
        Console.WriteLine("{0} {1} {2} {3}", method.Name, method.DeclaringType == null, method.IsStatic,
            method.ReturnType);
        Console.WriteLine(method.GetParameters().Length);
        try { method.CreateDelegate(typeof(Action<int, string>)); }
        catch (InvalidOperationException e) { Console.WriteLine(e.Message); }
        method.GetILGenerator().Emit(OpCodes.Ret);
        try { method.CreateDelegate(typeof(Func<int>)); }
        catch (ArgumentException e) { Console.WriteLine(e.GetType()); }
        var f = (Action<int, string>)method.CreateDelegate(typeof(Action<int, string>));
        f(1, "x");
    }

    static void Thrower()
    {
        var method = new DynamicMethod("thrower", typeof(void), Type.EmptyTypes);
        method.GetILGenerator().ThrowException(typeof(InvalidOperationException));
        try { ((Action)method.CreateDelegate(typeof(Action)))(); }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.StackTrace.Split('\n')[0]);
        }
    }

    public static int Main()
    {
        Arithmetic();
        Loop();
        Switch();
        Exceptions();
        Filter();
        Objects();
        Bound();
        Recursive();
        Values();
        Described();
        Thrower();
        return 0;
    }
}
