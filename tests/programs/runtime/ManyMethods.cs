// Thousands of methods that are made at run time and called now and again, while others are in the middle of their loops
// and recursions: more machine code than a small limit holds.
using System;
using System.Reflection.Emit;

class ManyMethods {
    delegate int Step(int x);

    static Step Make(int number) {
        var method = new DynamicMethod("Step" + number, typeof(int), new[] { typeof(int) }, typeof(ManyMethods));
        var il = method.GetILGenerator();
        var head = il.DefineLabel();
        var i = il.DeclareLocal(typeof(int));
        il.MarkLabel(head);
        for (int k = 0; k < 12; k++) {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4, number * 31 + k);
            il.Emit(k % 3 == 0 ? OpCodes.Add : k % 3 == 1 ? OpCodes.Xor : OpCodes.Sub);
            il.Emit(OpCodes.Ldc_I4, k + 2);
            il.Emit(OpCodes.Rem);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4_3);
            il.Emit(OpCodes.Mul);
            il.Emit(OpCodes.Add);
            il.Emit(OpCodes.Starg_S, (byte)0);
        }
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Stloc, i);
        il.Emit(OpCodes.Ldc_I4_3);
        il.Emit(OpCodes.Blt, head);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ret);
        return (Step)method.CreateDelegate(typeof(Step));
    }

    static readonly Step[] steps = new Step[1500];

    static int Use(int from, int to, int x) {
        for (int n = from; n < to; n++) {
            if (steps[n] == null)
                steps[n] = Make(n);
            x = steps[n](x);
        }
        return x;
    }

    // Each level's frame stays while the methods below it are made.
    static int Descend(int depth, int x) {
        if (depth == 0)
            return x;
        x = Use((10 - depth) * 150, (11 - depth) * 150, x);
        int below = Descend(depth - 1, x);
        return below ^ Use(0, 5, depth);
    }

    static int Failing(int x) {
        try {
            return Use(200, 260, x) / (x - x);
        } catch (DivideByZeroException) {
            return x + 1;
        }
    }

    static void Main() {
        Console.WriteLine(Descend(10, 1));
        for (int round = 0; round < 3; round++) {
            Console.WriteLine(Use(0, 1500, round));
            Console.WriteLine(Failing(round));
        }
        int hot = 0;
        for (int i = 0; i < 20000; i++)
            hot = steps[i % 7](hot + i);
        Console.WriteLine(hot);
    }
}
