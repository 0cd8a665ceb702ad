// CsvTexts: records of text by class maps, converters, cultures, dynamic rows, bad data.
// references: CsvHelper System.Core Microsoft.CSharp
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using CsvHelper;
using CsvHelper.Configuration;

public class Row
{
    public int Id { get; set; }
    public string Name { get; set; }
    public decimal? Price { get; set; }
    public DateTime Day { get; set; }
    public DayOfWeek Dow { get; set; }
}

public sealed class Map : ClassMap<Row>
{
    public Map()
    {
        Map(m => m.Id).Name("ID");
        Map(m => m.Name).Index(1);
        Map(m => m.Price).Default(-1m);
        Map(m => m.Day).TypeConverterOption.Format("dd.MM.yyyy");
        Map(m => m.Dow);
    }
}

class CsvTexts
{
    static void Main()
    {
        var text = "ID,Name,Price,Day,Dow\n1,\"a, \"\"b\"\"\",2.5,29.02.2024,Friday\n2,\"two\nlines\",,01.03.2024,1\n";
        using (var r = new CsvReader(new StringReader(text), CultureInfo.InvariantCulture))
        {
            r.Context.RegisterClassMap<Map>();
            var rows = r.GetRecords<Row>().ToList();
            foreach (var x in rows)
                Console.WriteLine(x.Id + "|" + x.Name + "|" + x.Price + "|" + x.Day.ToString("o") + "|" + x.Dow);
            var w = new StringWriter();
            using (var c = new CsvWriter(w, new CsvConfiguration(CultureInfo.GetCultureInfo("de-DE")) { Delimiter = ";", NewLine = "\n" }))
                c.WriteRecords(rows);
            Console.WriteLine(w);
        }
        using (var r = new CsvReader(new StringReader("a,b\n1,x\n"), CultureInfo.InvariantCulture)) { foreach (dynamic d in r.GetRecords<dynamic>()) Console.WriteLine(d.a + d.b); }
        using (var r = new CsvReader(new StringReader("ID,Name,Price,Day,Dow\nx,,,,\n"), CultureInfo.InvariantCulture))
        {
            r.Context.RegisterClassMap<Map>();
            try
            {
                r.GetRecords<Row>().ToList();
            }
            catch (CsvHelperException e)
            {
                Console.WriteLine(e.GetType().Name + " " + e.Message.Split('\n')[0]);
            }
        }
    }
}
