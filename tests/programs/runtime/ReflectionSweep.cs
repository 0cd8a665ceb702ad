// ReflectionSweep: every type, member, parameter, body and attribute of the class library, counted and measured through
// reflection; then tokens of every table, good and bad. One differing name, default value or attribute changes a number.
// An argument bounds the types of each assembly.
// stress-args: 12
using System;
using System.Linq;
using System.Reflection;

static class ReflectionSweep
{
    const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance |
                             BindingFlags.DeclaredOnly;

    static int members, attributes, good, failed;
    static long letters;

    static void Try(Action action)
    {
        try
        {
            action();
            good++;
        }
        catch (Exception)
        {
            failed++;
        }
    }

    static void Names(Type type)
    {
        foreach (MemberInfo member in type.GetMembers(All))
        {
            members++;
            letters += member.ToString().Length;
        }
        letters += type.ToString().Length + (type.FullName ?? "").Length + type.GetInterfaces().Length;
        if (type.IsEnum && !type.ContainsGenericParameters)
            letters += Enum.GetNames(type).Sum(name => name.Length);
    }

    static void Methods(Type type)
    {
        foreach (MethodInfo method in type.GetMethods(All))
        {
            foreach (ParameterInfo parameter in method.GetParameters())
            {
                letters += (parameter.DefaultValue ?? "").ToString().Length + parameter.Name.Length;
                letters += parameter.GetRequiredCustomModifiers().Length;
            }
            MethodBody body = method.GetMethodBody();
            if (body != null)
                letters += body.GetILAsByteArray().Length + body.LocalVariables.Count + body.ExceptionHandlingClauses.Count;
            letters += method.GetBaseDefinition().DeclaringType.Name.Length;
        }
    }

    static void Attributes(Type type)
    {
        attributes += type.GetCustomAttributes(false).Length;
        foreach (CustomAttributeData data in CustomAttributeData.GetCustomAttributes(type))
            attributes += data.ConstructorArguments.Count + data.NamedArguments.Count;
    }

    static string Resolve(Func<int, object> resolve, int token)
    {
        try
        {
            return (resolve(token) ?? "null").ToString();
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static void Main(string[] args)
    {
        int most = args.Length > 0 ? int.Parse(args[0]) : int.MaxValue;
        foreach (Assembly assembly in new[] { typeof(object).Assembly, typeof(Enumerable).Assembly, typeof(Uri).Assembly })
        {
            members = attributes = good = failed = 0;
            letters = 0;
            foreach (Type type in assembly.GetTypes().Take(most))
            {
                Try(() => Names(type));
                Try(() => Methods(type));
                Try(() => Attributes(type));
            }
            Console.WriteLine(assembly.GetName().Name + ": " + members + " members, " + attributes + " attributes, " +
                              letters + " letters, " + good + " good, " + failed + " failed");
        }
        Module module = typeof(ReflectionSweep).Module;
        foreach (int table in new[] { 0, 1, 2, 4, 6, 8, 0x0a, 0x11, 0x1b, 0x20, 0x23, 0x2b, 0xff })
        {
            foreach (int row in new[] { 0, 1, 2, 100, 0xffffff })
            {
                int token = table << 24 | row;
                Console.WriteLine(token.ToString("x8") + " " + Resolve(module.ResolveType, token) + ", " +
                                  Resolve(module.ResolveMethod, token) + ", " + Resolve(module.ResolveField, token) + ", " +
                                  Resolve(module.ResolveMember, token) + ", " + Resolve(module.ResolveString, token) + ", " +
                                  Resolve(module.ResolveSignature, token));
            }
        }
    }
}
