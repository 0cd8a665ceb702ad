// CecilDump: Mono.Cecil reads an assembly: types, members, attributes, every instruction, handlers; writes one and reads it back.
// references: Mono.Cecil
using System;
using System.IO;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;

class CecilDump
{
    static int Checksum(string text, int seed)
    {
        foreach (char c in text)
            seed = seed * 31 + c;
        return seed;
    }

    static void Main(string[] args)
    {
        int limit = args.Length > 1 ? int.Parse(args[1]) : int.MaxValue;
        using (AssemblyDefinition a = AssemblyDefinition.ReadAssembly(args[0]))
        {
            Console.WriteLine("{0} {1} {2}", a.FullName, a.MainModule.RuntimeVersion, a.EntryPoint);
            foreach (AssemblyNameReference r in a.MainModule.AssemblyReferences)
                Console.WriteLine("  -> {0}", r.FullName);
            int types = 0, methods = 0, instructions = 0, sum = 17;
            foreach (TypeDefinition t in a.MainModule.GetTypes().Take(limit))
            {
                types++;
                Console.WriteLine(".class {0} : {1} {2} {3}", t.FullName, t.BaseType, t.Attributes, string.Join(",", t.GenericParameters.Select(g => g.Name)));
                foreach (FieldDefinition f in t.Fields)
                    sum = Checksum(f.FullName + f.Attributes + f.Constant, sum);
                foreach (CustomAttribute c in t.CustomAttributes)
                    sum = Checksum(c.AttributeType.FullName + c.ConstructorArguments.Count, sum);
                foreach (MethodDefinition m in t.Methods)
                {
                    methods++;
                    if (methods % 50 == 0)
                        Console.WriteLine("  {0} {1}", m.FullName, m.Attributes);
                    if (!m.HasBody)
                        continue;
                    foreach (Instruction i in m.Body.Instructions)
                    {
                        instructions++;
                        sum = Checksum(i.ToString(), sum);
                    }
                    foreach (ExceptionHandler h in m.Body.ExceptionHandlers)
                        sum = Checksum(h.HandlerType + " " + h.TryStart + h.CatchType, sum);
                }
            }
            Console.WriteLine("{0} types, {1} methods, {2} instructions, checksum {3}", types, methods, instructions, sum);
        }
        AssemblyDefinition made = AssemblyDefinition.CreateAssembly(new AssemblyNameDefinition("made", new Version(1, 2)), "made", ModuleKind.Dll);
        TypeDefinition type = new TypeDefinition("N", "T", TypeAttributes.Public | TypeAttributes.Class, made.MainModule.TypeSystem.Object);
        MethodDefinition method = new MethodDefinition("M", MethodAttributes.Public | MethodAttributes.Static, made.MainModule.TypeSystem.Int32);
        ILProcessor il = method.Body.GetILProcessor();
        il.Emit(OpCodes.Ldstr, "text");
        il.Emit(OpCodes.Call, made.MainModule.ImportReference(typeof(string).GetProperty("Length").GetGetMethod()));
        il.Emit(OpCodes.Ret);
        type.Methods.Add(method);
        made.MainModule.Types.Add(type);
        MemoryStream store = new MemoryStream();
        made.Write(store);
        System.Reflection.Assembly loaded = System.Reflection.Assembly.Load(store.ToArray());
        Console.WriteLine("{0} {1}", loaded.FullName, loaded.GetType("N.T").GetMethod("M").Invoke(null, null));
    }
}
