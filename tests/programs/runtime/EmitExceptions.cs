// EmitExceptions: exceptions in made code and through it: nested blocks, fault, rethrow, stack traces, an uncaught one.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;

public static class EmitExceptions
{
    public static readonly List<string> Log = new List<string>();
    public static void Note(string text) { Log.Add(text); }
    public static void Throw(string text) { throw new InvalidOperationException(text); }

    static readonly MethodInfo note = typeof(EmitExceptions).GetMethod("Note"),
        fail = typeof(EmitExceptions).GetMethod("Throw");

    static void Call(ILGenerator il, MethodInfo method, string text)
    {
        il.Emit(OpCodes.Ldstr, text);
        il.Emit(OpCodes.Call, method);
    }

    static Type Build()
    {
        TypeBuilder type = AppDomain.CurrentDomain.DefineDynamicAssembly(new AssemblyName("Thrower"),
            AssemblyBuilderAccess.Run)
            .DefineDynamicModule("Thrower").DefineType("Made.Thrower", TypeAttributes.Public);
        const MethodAttributes flags = MethodAttributes.Public | MethodAttributes.Static;
        ILGenerator il = type.DefineMethod("Fault", flags, typeof(void), Type.EmptyTypes).GetILGenerator();
        il.BeginExceptionBlock();
        Call(il, fail, "to fault");
        il.BeginFaultBlock();
        Call(il, note, "fault ran");
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);

        il = type.DefineMethod("Nested", flags, typeof(void), Type.EmptyTypes).GetILGenerator();
        for (int depth = 0; depth < 3; depth++)
            il.BeginExceptionBlock();
        Call(il, fail, "deep");
        for (int depth = 0; depth < 3; depth++)
        {
            if (depth == 1)
            {
                il.BeginCatchBlock(typeof(InvalidOperationException));
                il.Emit(OpCodes.Pop);
                Call(il, note, "caught at 1");
                il.Emit(OpCodes.Rethrow);
            }
            else
            {
                il.BeginFinallyBlock();
                Call(il, note, "finally at " + depth);
            }
            il.EndExceptionBlock();
        }
        il.Emit(OpCodes.Ret);

        il = type.DefineMethod("Leaves", flags, typeof(string), new[] { typeof(int) }).GetILGenerator();
        LocalBuilder result = il.DeclareLocal(typeof(string));
        Label end = il.DefineLabel();
        il.BeginExceptionBlock();
        Label other = il.DefineLabel();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Brtrue, other);
        il.Emit(OpCodes.Ldstr, "early");
        il.Emit(OpCodes.Stloc, result);
        il.Emit(OpCodes.Leave, end);
        il.MarkLabel(other);
        il.Emit(OpCodes.Ldstr, "late");
        il.Emit(OpCodes.Stloc, result);
        il.BeginFinallyBlock();
        Call(il, note, "left");
        il.EndExceptionBlock();
        il.MarkLabel(end);
        il.Emit(OpCodes.Ldloc, result);
        il.Emit(OpCodes.Ret);

        il = type.DefineMethod("Through", flags, typeof(void), new[] { typeof(Action) }).GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Callvirt, typeof(Action).GetMethod("Invoke"));
        il.Emit(OpCodes.Nop);
        il.Emit(OpCodes.Ret);
        return type.CreateType();
    }

    static void Run(string name, Action action)
    {
        Log.Clear();
        try { action(); }
        catch (Exception e)
        {
            Console.WriteLine("{0}: {1}", name, e.Message);
            IEnumerable<string> frames = e.StackTrace.Split('\n').Where(
                l => l.Contains("Made.") || l.Contains("dynamic-method"));
            Console.WriteLine(string.Join("|", frames.Select(l => l.Split('[')[0].Trim())));
        }
        Console.WriteLine("{0}: {1}", name, string.Join(", ", Log));
    }

    public static int Main()
    {
        Type type = Build();
        var fault = (Action)Delegate.CreateDelegate(typeof(Action), type.GetMethod("Fault"));
        var nested = (Action)Delegate.CreateDelegate(typeof(Action), type.GetMethod("Nested"));
        var through = (Action<Action>)Delegate.CreateDelegate(typeof(Action<Action>), type.GetMethod("Through"));
        var leaves = (Func<int, string>)Delegate.CreateDelegate(typeof(Func<int, string>), type.GetMethod("Leaves"));
        Run("fault", fault);
        Run("nested", nested);
        Run("leaves", () => Note(leaves(0) + " " + leaves(1)));
        Run("through", () => through(() => Throw("managed")));
        var method = new DynamicMethod("outer", typeof(void), new[] { typeof(Action) });
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Callvirt, typeof(Action).GetMethod("Invoke"));
        il.Emit(OpCodes.Nop);
        il.Emit(OpCodes.Ret);
        var outer = (Action<Action>)method.CreateDelegate(typeof(Action<Action>));
        Run("dynamic", () => outer(() => through(nested)));
        try { type.GetMethod("Fault").Invoke(null, null); }
        catch (TargetInvocationException e) { Console.WriteLine(e.InnerException.Message); }
        outer(() => Throw("uncaught"));
        return 0;
    }
}
