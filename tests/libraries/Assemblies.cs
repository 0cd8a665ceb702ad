// Assemblies: an assembly is made by Cecil, loaded from bytes and called; lists, maps and options of F#.
// references: Mono.Cecil Mono.Cecil.Rocks FSharp.Core
using System;
using System.IO;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Microsoft.FSharp.Core;
using Microsoft.FSharp.Collections;

class Assemblies
{
    static void Main()
    {
        var a = AssemblyDefinition.CreateAssembly(new AssemblyNameDefinition("made", new Version(1, 2)), "made", ModuleKind.Dll);
        var t = new TypeDefinition("N", "C", TypeAttributes.Public | TypeAttributes.Class, a.MainModule.TypeSystem.Object);
        a.MainModule.Types.Add(t);
        var m = new MethodDefinition("Sq", MethodAttributes.Public | MethodAttributes.Static, a.MainModule.TypeSystem.Int32);
        m.Parameters.Add(new ParameterDefinition("x", ParameterAttributes.None, a.MainModule.TypeSystem.Int32));
        t.Methods.Add(m);
        var il = m.Body.GetILProcessor();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Mul);
        il.Emit(OpCodes.Ret);
        var s = new MemoryStream();
        a.Write(s);
        var loaded = System.Reflection.Assembly.Load(s.ToArray());
        Console.WriteLine(loaded + " " + loaded.GetType("N.C").GetMethod("Sq").Invoke(null, new object[] { 12 }));
        var l = ListModule.OfSeq(new[] { 3, 1, 2 });
        Console.WriteLine(ListModule.Sum<int>(l).ToString() + " " + l + " " + ListModule.Sort(l) + " " + FSharpOption<int>.Some(5));
        var map = MapModule.OfSeq(new[] { Tuple.Create("b", 2), Tuple.Create("a", 1) });
        Console.WriteLine(map);
        Console.WriteLine(SeqModule.Fold(FuncConvert.FromFunc<int, int, int>((x, y) => x + y), 0, l));
        Console.WriteLine(SetModule.OfSeq(new[] { 2, 2, 1 }));
    }
}
