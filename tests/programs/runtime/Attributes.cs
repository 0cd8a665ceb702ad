// Attributes: custom attributes with every kind of argument, inheritance, multiple, on members, parameters, enums,
// assembly.
using System;
using System.Linq;
using System.Reflection;

[assembly: AssemblyTitle("title")]

[AttributeUsage(AttributeTargets.All, AllowMultiple = true, Inherited = true)]
class NoteAttribute : Attribute
{
    public readonly string Text;
    public int Number { get; set; }
    public Type Kind;
    public DayOfWeek Day;
    public object Any;
    public string[] Words;
    public byte[] Bytes;
    public char Letter;
    public double Real;
    public bool Flag;

    public NoteAttribute(string text)
    {
        Text = text;
    }

    public NoteAttribute(params int[] numbers)
    {
        Text = "numbers:" + string.Join("+", numbers);
    }

    public override string ToString() => $"{Text} {Number} {Kind} {Day} {Any} {(Words == null ? "-" : string.Join("/", Words))} {Bytes?.Length} {Letter} {Real} {Flag}";
}

[AttributeUsage(AttributeTargets.Class, Inherited = false)]
class OwnAttribute : Attribute
{
}

[Note("base", Number = 5, Kind = typeof(int[]), Day = DayOfWeek.Friday)]
[Note(1, 2, 3)]
[Own]
class Base
{
    [Note("virtual")]
    public virtual void Method([Note("parameter")] int x)
    {
    }

    [Note("field", Any = 5)]
    public int Field;

    [Note("property", Any = "string")]
    [Obsolete("old")]
    public int Property { get; set; }
}

[Note("derived", Words = new[] { "a", "b" }, Bytes = new byte[] { 1 }, Letter = 'x', Real = 2.5, Flag = true)]
class Derived : Base
{
    public override void Method(int x)
    {
    }
}

enum Marked
{
    [Note("one")] One,
    Two,
}

static class Attributes
{
    static void Show(string what, MemberInfo m)
    {
        Console.WriteLine($"{what}: {string.Join(" | ", m.GetCustomAttributes(true).Where(a => a is NoteAttribute || a is OwnAttribute).Select(a => a.ToString()).OrderBy(s => s, StringComparer.Ordinal))}");
    }

    static void Main()
    {
        Show("base", typeof(Base));
        Show("derived", typeof(Derived));
        Show("method", typeof(Base).GetMethod("Method"));
        Show("override", typeof(Derived).GetMethod("Method"));
        Show("field", typeof(Base).GetField("Field"));
        Show("property", typeof(Base).GetProperty("Property"));
        Show("enum", typeof(Marked).GetField("One"));
        Show("none", typeof(Marked).GetField("Two"));
        ParameterInfo p = typeof(Base).GetMethod("Method").GetParameters()[0];
        Console.WriteLine(p.GetCustomAttributes(typeof(NoteAttribute), false).Length);
        Console.WriteLine(typeof(Base).IsDefined(typeof(OwnAttribute),
            false) + " " + typeof(Derived).IsDefined(typeof(OwnAttribute),
            true) + " " + typeof(Derived).IsDefined(typeof(NoteAttribute), true));
        Console.WriteLine(Attribute.GetCustomAttributes(typeof(Base), typeof(NoteAttribute)).Length);
        Console.WriteLine(typeof(Base).GetProperty("Property").GetCustomAttribute<ObsoleteAttribute>().Message);
        Console.WriteLine(((AssemblyTitleAttribute)typeof(Base).Assembly.GetCustomAttributes(typeof(AssemblyTitleAttribute), false)[0]).Title);
        Console.WriteLine(typeof(DayOfWeek).IsSerializable + " " + typeof(Marked).IsDefined(typeof(FlagsAttribute),
            false) + " " + typeof(AttributeTargets).IsDefined(typeof(FlagsAttribute), false));
        Console.WriteLine(new NoteAttribute("x").Equals(new NoteAttribute("x")) + " " + new NoteAttribute("x").Match(new NoteAttribute("y")));
    }
}
