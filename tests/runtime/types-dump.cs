// What mono says of types, for check-types-mono.c: types-dump.exe MODE OUT FILE...
//   shapes   names, parents, interfaces, interface maps, base definitions, field offsets of every type and of instances
//   members  what each MemberRef, MethodSpec and TypeSpec resolves to
//   casts    IsAssignableFrom over all pairs of the fields of class Casts
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;

static class Dump
{
    const BindingFlags All = BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.NonPublic |
                             BindingFlags.Instance | BindingFlags.Static;
    static readonly MethodInfo Offset = typeof(object).Assembly.GetType("System.Reflection.RuntimeFieldInfo")
        .GetMethod("GetFieldOffset", BindingFlags.Instance | BindingFlags.NonPublic);

    static void Shape(Type t, TextWriter to)
    {
        string name = t.Assembly.GetName().Name + "!" + t;
        var text = new StringBuilder();
        text.AppendFormat("{0}\tname\t{1}\t{2}\n", name, t.FullName, t.AssemblyQualifiedName);
        text.AppendFormat("{0}\tflags\t{1}{2}{3}\t{4}\n", name, t.IsValueType ? "V" : "", t.IsEnum ? "E" : "",
                          t.IsInterface ? "I" : "", t.BaseType);
        foreach (var i in t.GetInterfaces())
            text.AppendFormat("{0}\tinterface\t{1}\n", name, i);
        // GetInterfaceMap of an abstract class may end the process.
        if (!t.IsInterface && !t.IsAbstract && !t.ContainsGenericParameters)
            foreach (var i in t.GetInterfaces()) {
                var map = t.GetInterfaceMap(i);
                for (int k = 0; k < map.InterfaceMethods.Length; k++) {
                    var target = map.TargetMethods[k];
                    text.AppendFormat("{0}\tmap\t{1} {2:x} {3} {4:x}\n", name, i, map.InterfaceMethods[k].MetadataToken,
                                      target == null ? "null" : target.DeclaringType.ToString(),
                                      target == null ? 0 : target.MetadataToken);
                }
            }
        if (!t.IsInterface)
            foreach (var m in t.GetMethods(All).Where(x => x.IsVirtual)) {
                var b = m.GetBaseDefinition();
                text.AppendFormat("{0}\tbase\t{1:x} {2} {3:x}\n", name, m.MetadataToken, b.DeclaringType,
                    b.MetadataToken);
            }
        if (t.IsValueType && !t.ContainsGenericParameters)
            foreach (var f in t.GetFields(All).Where(x => !x.IsStatic))
                text.AppendFormat("{0}\toffset\t{1} {2}\n", name, f.Name, Offset.Invoke(f, null));
        to.Write(text);
    }

    static void Shapes(Assembly assembly, TextWriter to)
    {
        foreach (var t in assembly.GetTypes()) {
            Shape(t, to);
            if (!t.IsGenericTypeDefinition)
                continue;
            foreach (var argument in new[] { typeof(int), typeof(string), typeof(KeyValuePair<string, int>) }) {
                Type instance;
                try {
                    instance = t.MakeGenericType(t.GetGenericArguments().Select(x => argument).ToArray());
                } catch (Exception) {
                    continue; // a constraint
                }
                Shape(instance, to);
            }
        }
    }

    static void Members(Assembly assembly, TextWriter to)
    {
        string name = assembly.GetName().Name;
        Type[] ofClass = Enumerable.Repeat(typeof(int), 32).ToArray(), ofMethod = Enumerable.Repeat(typeof(string),
            32).ToArray();
        foreach (int table in new[] { 0x0a000000, 0x2b000000, 0x1b000000 })
            for (int row = 1; row < 20000; row++) {
                MemberInfo m;
                try {
                    m = assembly.ManifestModule.ResolveMember(table | row, ofClass, ofMethod);
                } catch (ArgumentOutOfRangeException) {
                    break;
                } catch (Exception) {
                    continue; // mono refuses arguments against constraints
                }
                var method = m as MethodInfo;
                string arguments = method != null && method.IsGenericMethod
                    ? string.Join(",", method.GetGenericArguments().Select(x => x.ToString())) : "";
                if (m is Type)
                    to.Write("{0}!{1:x}\t{2}\n", name, table | row, m);
                else
                    to.Write("{0}!{1:x}\t{2} {3} {4:x} {5}\n", name, table | row, m.DeclaringType, m.Name,
                        m.MetadataToken, arguments);
            }
    }

    static void Casts(Assembly assembly, TextWriter to)
    {
        var fields = assembly.GetType("Casts").GetFields(BindingFlags.Instance | BindingFlags.NonPublic);
        foreach (var x in fields)
            foreach (var y in fields)
                to.Write("{0}<-{1}\t{2}\n", x.FieldType, y.FieldType, x.FieldType.IsAssignableFrom(y.FieldType) ? 1 :
                    0);
    }

    static void Main(string[] args)
    {
        using (var to = new StreamWriter(args[1]))
            foreach (string file in args.Skip(2)) {
                var assembly = Assembly.LoadFrom(file);
                if (args[0] == "shapes")
                    Shapes(assembly, to);
                else if (args[0] == "members")
                    Members(assembly, to);
                else
                    Casts(assembly, to);
            }
    }
}
