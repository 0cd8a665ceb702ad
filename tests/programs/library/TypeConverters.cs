// TypeConverters: System.ComponentModel: converters from and to text, property descriptors, default values, attributes, enums.
using System;
using System.ComponentModel;
using System.Globalization;
using System.Linq;

class TypeConverters
{
    [Flags] enum Bits { None, A, B, C = 4 }

    class Model
    {
        [DisplayName("The name"), Description("what it is called"), Category("main"), DefaultValue("x")] public string Name { get; set; } = "x";
        [Browsable(false)] public int Hidden { get; set; }
        [ReadOnly(true)] public double Fixed { get { return 1.5; } }
        [TypeConverter(typeof(YesNo))] public bool Flag { get; set; }
    }

    class YesNo : BooleanConverter
    {
        public override object ConvertTo(ITypeDescriptorContext context, CultureInfo culture, object value, Type type) { return (bool)value ? "yes" : "no"; }
    }

    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        foreach (var pair in new (Type type, string text)[] { (typeof(int), "42"), (typeof(double), "1.5"), (typeof(bool), "true"), (typeof(DateTime), "2024-01-02"), (typeof(TimeSpan), "1:02:03"), (typeof(Guid), "00000000-0000-0000-0000-000000000001"),
                     (typeof(char), "x"), (typeof(decimal), "1.25"), (typeof(DayOfWeek), "friday"), (typeof(Bits), "A, C"), (typeof(int?), ""), (typeof(Uri), "http://a/b"), (typeof(byte), "0x10"), (typeof(int), "x"), (typeof(bool), "2"), (typeof(Version), "1.2"), (typeof(CultureInfo), "de-DE"), (typeof(string[]), "a") })
            try
            {
                TypeConverter c = TypeDescriptor.GetConverter(pair.type);
                object value = c.ConvertFromInvariantString(pair.text);
                Console.WriteLine("{0} {1} {2} {3} {4}", pair.type.Name, c.GetType().Name, value ?? "null", value == null ? "" : c.ConvertToInvariantString(value), c.CanConvertTo(typeof(int)));
            }
            catch (Exception e)
            {
                Console.WriteLine("{0} '{1}': {2}: {3}", pair.type.Name, pair.text, e.GetType().Name, e.Message);
            }
        Model m = new Model();
        foreach (PropertyDescriptor p in TypeDescriptor.GetProperties(m).Cast<PropertyDescriptor>().OrderBy(p => p.Name))
            Console.WriteLine("{0} '{1}' {2} {3} browsable={4} readonly={5} default={6} text={7}", p.Name, p.DisplayName, p.Category, p.Description, p.IsBrowsable, p.IsReadOnly, !p.ShouldSerializeValue(m),
                p.Converter.ConvertToInvariantString(p.GetValue(m)));
        PropertyDescriptor name = TypeDescriptor.GetProperties(m)["Name"];
        int changes = 0;
        name.AddValueChanged(m, (s, e) => changes++);
        name.SetValue(m, "y");
        Console.WriteLine("{0} {1} {2}", m.Name, changes, name.ShouldSerializeValue(m));
        name.ResetValue(m);
        Console.WriteLine(m.Name);
        Console.WriteLine(string.Join(",", TypeDescriptor.GetConverter(typeof(DayOfWeek)).GetStandardValues().Cast<object>()));
        Console.WriteLine(new Win32Exception(2).Message + " " + new Win32Exception(5).NativeErrorCode);
        BackgroundWorker worker = new BackgroundWorker();
        Console.WriteLine(worker.IsBusy);
        Component c2 = new Component();
        c2.Disposed += (s, e) => Console.WriteLine("disposed");
        c2.Dispose();
        Container container = new Container();
        container.Add(new Component(), "one");
        Console.WriteLine("{0} {1}", container.Components.Count, container.Components["one"].Site.Name);
        try
        {
            container.Add(new Component(), "one");
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        MaskedTextProvider mask = new MaskedTextProvider("(000) 00-00", CultureInfo.InvariantCulture);
        mask.Set("1234567");
        Console.WriteLine(mask.ToDisplayString());
    }
}
