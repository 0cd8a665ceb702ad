// Nearly all the time goes into throwing, thirty frames below the handler.
using System;
using System.Runtime.CompilerServices;

static class Thrower
{
    [MethodImpl(MethodImplOptions.NoInlining)] static void Throw(int depth) { if (depth == 0) throw new InvalidOperationException("x"); Throw(depth - 1); }
    [MethodImpl(MethodImplOptions.NoInlining)] static int Guard(int depth) { try { Throw(depth); } catch (InvalidOperationException) { return 1; } finally { caught++; } return 0; }
    static int caught;

    static int Main(string[] args)
    {
        int n = int.Parse(args[0]), sum = 0;
        for (int i = 0; i < n; i++)
            sum += Guard(30);
        Console.WriteLine("caught {0} {1}", sum, caught);
        return 0;
    }
}
