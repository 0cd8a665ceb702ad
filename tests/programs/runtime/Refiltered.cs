// Says between its rounds, by calling Phase, that a profiler may now choose other methods (tests/e2e/refilter.c does).
// Frames are running meanwhile: of loops, of recursions that an exception ends, and of methods with others inlined.
using System;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

class Refiltered {
    static int finallies;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Phase() { }

    static int Small(int x) { return x * 3 + 1; }

    static int Work(int turns) {
        int total = 0;
        for (int i = 0; i < turns; i++)
            total += Small(i);
        return total;
    }

    static int Round() {
        int total = 0;
        for (int i = 0; i < 10; i++)
            total += Work(100 + i % 2);
        return total;
    }

    // The change comes at the bottom; the frames above it were entered before.
    static int Fall(int depth) {
        try {
            if (depth == 0) {
                Phase();
                int total = Round();
                throw new InvalidOperationException("bottom " + total);
            }
            return Fall(depth - 1) + depth;
        } finally {
            finallies++;
        }
    }

    static int Climb(int depth) {
        if (depth == 0) {
            Phase();
            return Round();
        }
        int below = Climb(depth - 1);
        for (int i = 0; i < 3; i++)
            below += Small(depth);
        return below;
    }

    static Func<int, int> Emitted() {
        var method = new DynamicMethod("Emitted", typeof(int), new[] { typeof(int) }, typeof(Refiltered));
        var il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, typeof(Refiltered).GetMethod("Small", System.Reflection.BindingFlags.NonPublic |
                                                                    System.Reflection.BindingFlags.Static));
        il.Emit(OpCodes.Ret);
        return (Func<int, int>)method.CreateDelegate(typeof(Func<int, int>));
    }

    static void Main() {
        var emitted = Emitted();
        for (int i = 0; i < 4; i++) {
            Phase();
            Console.WriteLine("round {0} {1}", Round(), emitted(i));
            Console.WriteLine("climb {0}", Climb(4));
            try {
                Console.WriteLine("fall {0}", Fall(4));
            } catch (InvalidOperationException e) {
                Console.WriteLine("{0}, {1} lines, {2} finallies", e.Message, e.StackTrace.Split('\n').Length, finallies);
            }
            Phase();
            Console.WriteLine("emitted {0}", emitted(i));
        }
    }
}
