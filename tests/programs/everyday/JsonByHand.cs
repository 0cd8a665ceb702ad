// JsonByHand: a reader and a writer of JSON written by recursion; values are dynamic objects.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Dynamic;
using System.Globalization;
using System.Linq;
using System.Text;

class JsonException : Exception
{
    public int At { get; }
    public JsonException(string message, int at) : base(message) { At = at; }
    public override string Message => base.Message + " at " + At;
}

sealed class JsonReader
{
    readonly string text;
    int at;
    JsonReader(string text) { this.text = text; }

    public static dynamic Parse(string text)
    {
        JsonReader reader = new JsonReader(text);
        object value = reader.Value(0);
        reader.Space();
        if (reader.at < text.Length)
            throw new JsonException("more text", reader.at);
        return value;
    }

    char Next => at < text.Length ? text[at] : '\0';
    void Space() { while (at < text.Length && char.IsWhiteSpace(text[at])) at++; }
    JsonException Bad(string what) => new JsonException(what, at);

    object Value(int depth)
    {
        Space();
        if (depth > 50)
            throw Bad("too deep");
        switch (Next)
        {
            case '{': return Object(depth);
            case '[': return Array(depth);
            case '"': return String();
            case 't': return Word("true", true);
            case 'f': return Word("false", false);
            case 'n': return Word("null", null);
            case '\0': throw Bad("the end");
            default: return Number();
        }
    }

    object Word(string word, object value)
    {
        if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0)
            throw Bad($"no {word}");
        at += word.Length;
        return value;
    }

    object Number()
    {
        int start = at;
        while ("+-0123456789.eE".IndexOf(Next) >= 0 && Next != 0)
            at++;
        string number = text.Substring(start, at - start);
        if (long.TryParse(number, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long whole))
            return whole;
        if (number.Length > 0 && double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out var real))
            return real;
        at = start;
        throw Bad($"'{Next}' is no value");
    }

    string String()
    {
        StringBuilder s = new StringBuilder();
        for (at++; Next != '"'; at++)
        {
            if (Next < ' ')
                throw Bad("a control character");
            if (Next != '\\')
            {
                s.Append(Next);
                continue;
            }
            at++;
            int simple = "\"\\/bfnrt".IndexOf(Next);
            if (simple >= 0 && Next != 0)
                s.Append("\"\\/\b\f\n\r\t"[simple]);
            else if (Next == 'u' && at + 4 < text.Length && ushort.TryParse(text.Substring(at + 1, 4), NumberStyles.AllowHexSpecifier, null, out ushort code))
            {
                s.Append((char)code);
                at += 4;
            }
            else
                throw Bad("an unknown escape");
        }
        at++;
        return s.ToString();
    }

    object Array(int depth)
    {
        List<object> list = new List<object>();
        at++;
        for (Space(); Next != ']'; Space())
        {
            if (list.Count > 0 && Next != ',')
                throw Bad("no comma");
            if (list.Count > 0)
                at++;
            list.Add(Value(depth + 1));
        }
        at++;
        return list;
    }

    object Object(int depth)
    {
        IDictionary<string, object> members = new ExpandoObject();
        at++;
        for (Space(); Next != '}'; Space())
        {
            if (members.Count > 0)
            {
                if (Next != ',')
                    throw Bad("no comma");
                at++;
                Space();
            }
            if (Next != '"')
                throw Bad("no name");
            string name = String();
            Space();
            if (Next != ':')
                throw Bad("no colon");
            at++;
            members[name] = Value(depth + 1);
        }
        at++;
        return members;
    }
}

static class JsonWriter
{
    public static string Write(object value, int indent = -1) { StringBuilder s = new StringBuilder(); Write(s, value, indent, 0); return s.ToString(); }

    static void Write(StringBuilder s, object value, int indent, int level)
    {
        if (value == null)
            s.Append("null");
        else if (value is bool b)
            s.Append(b ? "true" : "false");
        else if (value is string text)
            Quote(s, text);
        else if (value is double d)
            s.Append(d.ToString("R", CultureInfo.InvariantCulture));
        else if (value is IDictionary<string, object> members)
            List(s, '{', '}', members.OrderBy(m => m.Key, StringComparer.Ordinal), indent, level, m =>
            {
                Quote(s, m.Key);
                s.Append(indent < 0 ? ":" : ": ");
                Write(s, m.Value, indent, level + 1);
            });
        else if (value is IEnumerable items)
            List(s, '[', ']', items.Cast<object>(), indent, level, i => Write(s, i, indent, level + 1));
        else if (value is IFormattable f)
            s.Append(f.ToString(null, CultureInfo.InvariantCulture));
        else
            throw new NotSupportedException(value.GetType().FullName);
    }

    static void List<T>(StringBuilder s, char open, char close, IEnumerable<T> items, int indent, int level, Action<T> write)
    {
        Action<int> line = depth => { if (indent >= 0) s.Append('\n').Append(' ', depth * indent); };
        s.Append(open);
        bool first = true;
        foreach (T item in items)
        {
            if (!first)
                s.Append(',');
            first = false;
            line(level + 1);
            write(item);
        }
        if (!first)
            line(level);
        s.Append(close);
    }

    static void Quote(StringBuilder s, string text)
    {
        s.Append('"');
        foreach (char c in text)
            switch (c)
            {
                case '"': case '\\': s.Append('\\').Append(c); break;
                case '\n': s.Append("\\n"); break;
                default: if (c < ' ' || c > '~') s.AppendFormat("\\u{0:x4}", (int)c); else s.Append(c); break;
            }
        s.Append('"');
    }
}

class JsonByHand
{
    static void Main()
    {
        dynamic order = JsonReader.Parse(@" {""id"": 17, ""customer"": {""name"": ""Zo\u00eb \ud83d\ude00"", ""vip"": true, ""tags"": []},
            ""lines"": [{""sku"": ""A\/1"", ""count"": 3, ""price"": 9.95}, {""sku"": ""B"", ""count"": 1, ""price"": 1e2}], ""note"": null, ""max"": 9223372036854775807, ""big"": 9223372036854775808}");
        Console.WriteLine("{0} {1} {2}", order.id + 1, order.customer.name, order.customer.vip ? "vip" : "guest");
        double total = 0;
        foreach (dynamic line in order.lines)
            total += line.count * line.price;
        Console.WriteLine(total.ToString(CultureInfo.InvariantCulture));
        order.lines.Add(new Dictionary<string, object> { ["sku"] = "C\n\"", ["count"] = 2.5m, ["at"] = new[] { 1, 2 } });
        order.customer.name = order.customer.name.ToUpperInvariant();
        ((IDictionary<string, object>)order).Remove("note");
        Console.WriteLine(JsonWriter.Write(order, 2));
        string compact = JsonWriter.Write(order);
        Console.WriteLine(compact == JsonWriter.Write(JsonReader.Parse(compact)));
        try { Console.WriteLine(order.nothing); }
        catch (Microsoft.CSharp.RuntimeBinder.RuntimeBinderException e) { Console.WriteLine(e.Message); }
        foreach (string bad in new[] { "", "[1,", "[1 2]", "{\"a\" 1}", "{a:1}", "tru", "\"\\x\"", "\"a\nb\"", "[01x]", "-", "1 2", new string('[', 60), "\"\\u12G4\"" })
            try { Console.WriteLine(JsonWriter.Write(JsonReader.Parse(bad))); }
            catch (JsonException e) { Console.WriteLine(e.Message); }
    }
}
