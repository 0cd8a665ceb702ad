// Container: a dependency container and a command line by attributes, both by reflection.
using System;
using System.Collections;
using System.Collections.Generic;
using System.ComponentModel;
using System.Linq;
using System.Linq.Expressions;
using System.Reflection;

[AttributeUsage(AttributeTargets.Class)] class SingletonAttribute : Attribute { }
[AttributeUsage(AttributeTargets.Method)] class CommandAttribute : Attribute { public string Help; public readonly string[] Names; public CommandAttribute(params string[] names) { Names = names; } }

interface ILog { void Write(string text); int Count { get; } }
interface IStore<T> { void Put(string key, T value); T Get(string key); }
interface IGreeter { string Greet(string name, int times = 2); event EventHandler Greeted; }

[Singleton] class Log : ILog { readonly List<string> lines = new List<string>(); public void Write(string text) { lines.Add(text); Console.WriteLine("  log {0}: {1}", Count, text); } public int Count => lines.Count; }
class Store<T> : IStore<T>
{
    readonly Dictionary<string, T> items = new Dictionary<string, T>();
    readonly ILog log;
    public Store(ILog log) { this.log = log; }
    public void Put(string key, T value) { log.Write($"put {key}={value} of {typeof(T).Name}"); items[key] = value; }
    public T Get(string key) => items[key];
}
class Greeter : IGreeter
{
    readonly IStore<string> names; readonly IEnumerable<ILog> logs;
    public Greeter() { throw new InvalidOperationException("the wrong constructor"); }
    public Greeter(IStore<string> names, IEnumerable<ILog> logs) { this.names = names; this.logs = logs; }
    public event EventHandler Greeted = delegate { };
    public string Greet(string name, int times = 2) { names.Put(name, new string('!', times)); Greeted(this, EventArgs.Empty); return "Hello " + name + names.Get(name) + logs.Count(); }
}
class Loop { public Loop(Loop again) { } }

class Container
{
    readonly Dictionary<Type, Type> types = new Dictionary<Type, Type>();
    readonly Dictionary<Type, object> singles = new Dictionary<Type, object>();
    readonly Stack<Type> making = new Stack<Type>();
    public Container Bind(Type from, Type to) { types[from] = to; return this; }
    public T Get<T>() => (T)Get(typeof(T));
    public object Get(Type type)
    {
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IEnumerable<>))
        {
            IList list = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(type.GetGenericArguments()));
            list.Add(Get(type.GetGenericArguments()[0]));
            return list;
        }
        if (!types.TryGetValue(type, out Type to) && (!type.IsGenericType || !types.TryGetValue(type.GetGenericTypeDefinition(), out to)))
            to = type.IsAbstract ? throw new ArgumentException("nothing bound to " + type) : type;
        if (to.IsGenericTypeDefinition)
            to = to.MakeGenericType(type.GetGenericArguments());
        if (singles.TryGetValue(to, out object known))
            return known;
        if (making.Contains(to))
            throw new InvalidOperationException("a circle at " + to.Name);
        making.Push(to);
        try
        {
            ConstructorInfo constructor = to.GetConstructors().OrderByDescending(c => c.GetParameters().Length).First();
            object made = constructor.Invoke(constructor.GetParameters().Select(p => Get(p.ParameterType)).ToArray());
            if (to.IsDefined(typeof(SingletonAttribute)))
                singles[to] = made;
            return made;
        }
        finally { making.Pop(); }
    }
}

class Commands
{
    readonly IGreeter greeter;
    public Commands(IGreeter greeter) { this.greeter = greeter; }
    [Command("add", "+", Help = "adds numbers")] public int Add(params int[] numbers) => numbers.Sum();
    [Command("greet")] public string Greet(string name, int times = 1) => greeter.Greet(name, times);
    [Command("when")] public DayOfWeek When(DateTime day, bool next) => (next ? day.AddDays(1) : day).DayOfWeek;
    [Command("fail")] public void Fail(Uri uri) { throw new NotSupportedException(uri.Scheme); }

    public string Run(string line)
    {
        string[] words = line.Split(' ');
        MethodInfo method = GetType().GetMethods().FirstOrDefault(m => m.GetCustomAttribute<CommandAttribute>()?.Names.Contains(words[0]) == true);
        if (method == null)
            return "unknown: " + words[0];
        ParameterInfo[] parameters = method.GetParameters();
        List<object> values = new List<object>();
        foreach (ParameterInfo p in parameters)
            if (p.IsDefined(typeof(ParamArrayAttribute), false))
            {
                Array rest = Array.CreateInstance(p.ParameterType.GetElementType(), words.Length - 1 - p.Position);
                for (int i = 0; i < rest.Length; i++)
                    rest.SetValue(Convert.ChangeType(words[p.Position + 1 + i], p.ParameterType.GetElementType()), i);
                values.Add(rest);
            }
            else if (p.Position + 1 < words.Length)
                values.Add(TypeDescriptor.GetConverter(p.ParameterType).ConvertFromInvariantString(words[p.Position + 1]));
            else if (p.HasDefaultValue)
                values.Add(p.DefaultValue);
            else
                return $"{p.Name} ({p.ParameterType.Name}) is missing";
        try { return Convert.ToString(method.Invoke(this, values.ToArray())); }
        catch (TargetInvocationException e) { return e.InnerException.GetType().Name + ": " + e.InnerException.Message; }
    }

    static Func<object, object> Getter(PropertyInfo p)
    {
        ParameterExpression o = Expression.Parameter(typeof(object));
        return Expression.Lambda<Func<object, object>>(Expression.Convert(Expression.Property(Expression.Convert(o, p.DeclaringType), p), typeof(object)), o).Compile();
    }

    static void Main()
    {
        Container container = new Container().Bind(typeof(ILog), typeof(Log)).Bind(typeof(IStore<>), typeof(Store<>)).Bind(typeof(IGreeter), typeof(Greeter));
        Console.WriteLine(container.Get<IGreeter>().Greet("Ann"));
        container.Get<IStore<int>>().Put("n", 3);
        container.Get<IStore<KeyValuePair<int, string[]>>>().Put("pair", new KeyValuePair<int, string[]>(1, null));
        Console.WriteLine("{0} {1}", ReferenceEquals(container.Get<ILog>(), container.Get<ILog>()), container.Get<ILog>().Count);
        foreach (Type bad in new[] { typeof(Loop), typeof(IDisposable) })
            try { container.Get(bad); } catch (Exception e) { Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message); }
        Commands commands = container.Get<Commands>();
        foreach (string line in new[] { "add 1 2 39", "+", "greet Bob 3", "greet", "when 2024-02-29 True", "when 2024-02-29", "fail ftp://x/y", "nothing", "greet Eve" })
            Console.WriteLine("{0} -> {1}", line, commands.Run(line));
        object anonymous = new { Name = "x", Size = 3.5, Tags = new[] { 'a' } };
        foreach (PropertyInfo p in anonymous.GetType().GetProperties())
            Console.WriteLine("{0} {1} {2}", p.PropertyType, p.Name, Getter(p)(anonymous));
        MethodInfo generic = typeof(Enumerable).GetMethods().Single(m => m.Name == "ToDictionary" && m.GetParameters().Length == 3 && m.GetParameters()[2].ParameterType.IsGenericType && m.GetParameters()[2].ParameterType.GetGenericTypeDefinition() == typeof(Func<,>));
        Console.WriteLine(generic);
        object made = generic.MakeGenericMethod(typeof(string), typeof(int), typeof(char)).Invoke(null, new object[] { new[] { "a", "bb" }, (Func<string, int>)(s => s.Length), (Func<string, char>)(s => s[0]) });
        Console.WriteLine("{0} {1}", made, string.Join(" ", (Dictionary<int, char>)made));
        Console.WriteLine(string.Join("\n", typeof(Commands).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).Select(m => m + " " + string.Join(",", m.GetCustomAttributes<CommandAttribute>().Select(c => c.Help + c.Names.Length)) + " " + string.Join(",", m.GetParameters().Select(p => p.RawDefaultValue)))));
    }
}
