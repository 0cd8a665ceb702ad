// Stores: protocol buffers, structured logging, a document database in memory.
// references: LiteDB Google.Protobuf Serilog System.Memory
using System;
using System.IO;
using System.Linq;
using LiteDB;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Serilog;

public class Cust
{
    public int Id { get; set; }
    public string Name { get; set; }
    public string[] Phones { get; set; }
    public DateTime Born { get; set; }
}

class Sink : Serilog.Core.ILogEventSink
{
    public void Emit(Serilog.Events.LogEvent e)
    {
        Console.WriteLine(e.Level + " " + e.RenderMessage() + " " + string.Join(",", e.Properties.Select(p => p.Key + "=" + p.Value)));
    }
}

class Stores
{
    static void Main()
    {
        var s = new Struct();
        s.Fields["a"] = Value.ForNumber(1.5);
        s.Fields["b"] = Value.ForList(Value.ForString("x"), Value.ForNull());
        var bytes = s.ToByteArray();
        Console.WriteLine(bytes.Length + " " + Struct.Parser.ParseFrom(bytes).Equals(s) + " " + JsonFormatter.Default.Format(s) + " " + Timestamp.FromDateTime(new DateTime(2024, 2, 29, 0, 0, 0, DateTimeKind.Utc)));
        try
        {
            Struct.Parser.ParseFrom(new byte[] { 1, 2, 3 });
        }
        catch (InvalidProtocolBufferException e)
        {
            Console.WriteLine(e.Message);
        }
        var log = new LoggerConfiguration().MinimumLevel.Debug().Enrich.WithProperty("app", "t").WriteTo.Sink(new Sink()).CreateLogger();
        log.Information("Hello {Name} {@Obj} {N:000}", "Ann", new { A = 1 }, 7);
        log.Error(new Exception("e"), "bad {X}", new[] { 1, 2 });
        log.Verbose("no");
        using (var db = new LiteDatabase(new MemoryStream()))
        {
            var c = db.GetCollection<Cust>("c");
            c.EnsureIndex(x => x.Name);
            for (int i = 1; i < 20; i++)
                c.Insert(new Cust { Name = "N" + i % 5, Phones = new[] { "p" + i }, Born = new DateTime(2000, 1, i) });
            Console.WriteLine(c.Count() + " " + string.Join(" ", c.Find(x => x.Name == "N3" && x.Id > 5).Select(x => x.Id + x.Phones[0])));
            Console.WriteLine(c.Query().Where(x => x.Born > new DateTime(2000, 1, 15)).OrderByDescending(x => x.Id).Limit(2).ToList().Count);
            var one = c.FindById(3);
            one.Name = "changed";
            c.Update(one);
            Console.WriteLine(c.FindOne(x => x.Name.StartsWith("ch")).Id + " " + c.DeleteMany(x => x.Id < 10));
            Console.WriteLine(LiteDB.JsonSerializer.Serialize(BsonMapper.Global.ToDocument(one)));
        }
    }
}
