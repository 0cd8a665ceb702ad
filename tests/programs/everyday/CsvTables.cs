// CsvTables: quoted text records become typed rows by reflection, are joined and written again; damaged ones say where.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;

[AttributeUsage(AttributeTargets.Property)]
class ColumnAttribute : Attribute
{
    public string Name { get; }
    public bool Required { get; set; }
    public ColumnAttribute(string name) { Name = name; }
}

enum Kind { Fruit = 1, Tool, Book = 10 }

class Product
{
    [Column("id", Required = true)] public int Id { get; set; }
    [Column("name")] public string Name { get; set; }
    [Column("price")] public decimal? Price { get; set; }
    [Column("kind")] public Kind Kind { get; set; }
    [Column("since")] public DateTime Since { get; set; }
    [Column("ratio")] public double Ratio { get; set; }
    [Column("guid")] public Guid Code { get; private set; }
    public override string ToString() =>
        $"{Id,3} {Name ?? "(none)",-12} {Price?.ToString("0.00") ?? "-",8} {Kind,-6} {Since:yyyy-MM-dd ddd} {Ratio:R} {Code:N}";
}

class Sale
{
    [Column("product", Required = true)] public int Product { get; set; }
    [Column("count")] public short Count { get; set; }
}

class CsvError : FormatException
{
    public CsvError(int line, string what, Exception inner = null) : base($"line {line}: {what}", inner) { }
}

static class Csv
{
    public static IEnumerable<(int line, List<string> fields)> Records(TextReader reader)
    {
        List<string> fields = new List<string>();
        StringBuilder field = new StringBuilder();
        bool quoted = false, any = false;
        int line = 1, start = 1;
        for (int c; (c = reader.Read()) >= 0;)
        {
            if (c == '\n')
                line++;
            if (quoted)
            {
                if (c != '"')
                    field.Append((char)c);
                else if (reader.Peek() == '"')
                    field.Append((char)reader.Read());
                else
                    quoted = false;
                continue;
            }
            switch ((char)c)
            {
                case '"' :
                    if (field.Length > 0)
                        throw new CsvError(line, "a quote inside a field");
                    quoted = any = true;
                    break;
                case ',': fields.Add(field.ToString()); field.Clear(); any = true; break;
                case '\r': break;
                case '\n':
                    if (any || field.Length > 0)
                    {
                        fields.Add(field.ToString());
                        yield return (start, fields);
                    }
                    fields = new List<string>();
                    field.Clear();
                    any = false;
                    start = line;
                    break;
                default: field.Append((char)c); break;
            }
        }
        if (quoted)
            throw new CsvError(start, "a quote never ends");
        if (any || field.Length > 0)
        {
            fields.Add(field.ToString());
            yield return (start, fields);
        }
    }

    public static List<T> Read<T>(string text) where T : new()
    {
        var columns = typeof(T).GetProperties().Select(p => new { Property = p, Column = p.GetCustomAttribute<ColumnAttribute>() })
            .Where(p => p.Column != null).ToDictionary(p => p.Column.Name, StringComparer.OrdinalIgnoreCase);
        List<T> rows = new List<T>();
        List<string> head = null;
        foreach (var record in Records(new StringReader(text)))
        {
            var (line, fields) = record;
            if (head == null)
            {
                head = fields;
                continue;
            }
            if (fields.Count != head.Count)
                throw new CsvError(line, $"{fields.Count} fields, wanted {head.Count}");
            T row = new T();
            for (int i = 0; i < head.Count; i++)
            {
                if (!columns.TryGetValue(head[i].Trim(), out var column))
                    continue;
                if (fields[i] == "" && column.Column.Required)
                    throw new CsvError(line, $"{head[i]} is required");
                if (fields[i] == "")
                    continue;
                try
                {
                    TypeConverter converter = TypeDescriptor.GetConverter(column.Property.PropertyType);
                    column.Property.SetValue(row, converter.ConvertFromInvariantString(fields[i]), null);
                }
                catch (Exception e)
                {
                    throw new CsvError(line, $"{column.Property.Name} of type {column.Property.PropertyType.Name}", e);
                }
            }
            rows.Add(row);
        }
        return rows;
    }

    public static string Write<T>(IEnumerable<T> rows)
    {
        PropertyInfo[] properties = typeof(T).GetProperties(BindingFlags.Public | BindingFlags.Instance);
        Func<object, string> quote = value =>
        {
            string text = Convert.ToString(value, CultureInfo.InvariantCulture);
            return text.IndexOfAny(new[] { ',', '"', '\n' }) < 0 ? text : "\"" + text.Replace("\"", "\"\"") + "\"";
        };
        return string.Join("\n", new[] { string.Join(",", properties.Select(p => p.Name)) }
            .Concat(rows.Select(r => string.Join(",", properties.Select(p => quote(p.GetValue(r)))))));
    }
}

class CsvTables
{
    const string Products = "id,Name,price,kind,since,ratio,guid,unknown\r\n" +
        "1,Apple,0.35,Fruit,2020-01-31,1e-3,{6F9619FF-8B86-D011-B42D-00C04FC964FF},x\n" +
        "2,\"Saw, \"\"big\"\"\",19.99,tool,2021-12-24,0.1,,\n" +
        "3,\"Two\nlines\",,Book,1999-02-28,1.7976931348623157E+308,,\n\n" +
        "4,,1000000.5,10,2024-02-29,-0,,";

    static void Main()
    {
        List<Product> products = Csv.Read<Product>(Products);
        products.ForEach(Console.WriteLine);
        List<Sale> sales = Csv.Read<Sale>("product,count\n1,5\n2,1\n1,7\n9,3\n");
        var report = from p in products
                     join s in sales on p.Id equals s.Product into sold
                     from s in sold.DefaultIfEmpty()
                     select new { p.Name, Count = s?.Count ?? 0, Total = (s?.Count ?? 0) * (p.Price ?? 0m) };
        Console.WriteLine(Csv.Write(report));
        Console.WriteLine(string.Join("; ", report.OrderBy(r => r.Total).Select(r => r.ToString().Replace("\n", "\\n"))));
        foreach (string text in new[] { "id\nx", "id\n\"1", "id,name\n1", "id,name\n,Pen", "id,name\n1,a\"b\"", "id,kind\n1,Car", "id,since\n1,2023-02-29" })
        {
            try
            {
                Console.WriteLine(Csv.Read<Product>(text).Count);
            }
            catch (CsvError e) when (e.InnerException != null)
            {
                Console.WriteLine("{0} <- {1}: {2}", e.Message, e.InnerException.GetType().Name, e.InnerException.Message);
            }
            catch (CsvError e)
            {
                Console.WriteLine(e.Message);
            }
        }
    }
}
