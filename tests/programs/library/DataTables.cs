// DataTables: System.Data in memory: tables, expressions, filters, relations, constraints, views, XML.
// references: System.Data System.Xml
using System;
using System.Data;
using System.Globalization;
using System.IO;
using System.Linq;

class DataTables
{
    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        DataSet set = new DataSet("shop") { Locale = CultureInfo.InvariantCulture };
        DataTable items = set.Tables.Add("item"), orders = set.Tables.Add("order");
        items.Columns.Add(new DataColumn("id", typeof(int)) { AutoIncrement = true, AutoIncrementSeed = 1 });
        items.Columns.Add("name", typeof(string));
        items.Columns.Add("price", typeof(decimal));
        items.PrimaryKey = new[] { items.Columns["id"] };
        orders.Columns.Add("item_id", typeof(int));
        orders.Columns.Add("count", typeof(int));
        set.Relations.Add("orders", items.Columns["id"], orders.Columns["item_id"]);
        items.Columns.Add("total", typeof(decimal), "price * Sum(Child(orders).count)");
        items.Rows.Add(null, "pen", 1.5m);
        items.Rows.Add(null, "book", 12m);
        items.Rows.Add(null, "cup", 4m);
        orders.Rows.Add(1, 10);
        orders.Rows.Add(1, 5);
        orders.Rows.Add(2, 1);
        set.AcceptChanges();
        foreach (DataRow r in items.Rows)
            Console.WriteLine("{0} {1} {2} {3}", r["id"], r["name"], r["price"], r["total"]);
        Console.WriteLine(string.Join(",", items.Select("price > 2 AND name LIKE '%o%'").Select(r => r["name"])));
        Console.WriteLine(string.Join(",", items.Select("", "price DESC").Select(r => r["name"])));
        Console.WriteLine("{0} {1}", items.Compute("Sum(price)", ""), items.Compute("Count(id)", "price < 5"));
        DataView view = new DataView(items, "price >= 4", "name", DataViewRowState.CurrentRows);
        Console.WriteLine("{0} {1} {2}", view.Count, view[0]["name"], view.Find("cup"));
        items.Rows.Find(3)["name"] = "mug";
        items.Rows.Find(2).Delete();
        Console.WriteLine(string.Join(",", items.Rows.Cast<DataRow>().Select(r => r.RowState)) + " " + orders.Rows.Count);
        Console.WriteLine(orders.GetChanges().Rows.Count);
        items.RejectChanges();
        Console.WriteLine(items.Rows.Find(3)["name"]);
        foreach (Action bad in new Action[] { () => items.Rows.Add(1, "again", 1m), () => items.Rows.Add("x", "y", "z"), () => orders.Rows.Add(99, 1), () => items.Select("nope = 1"), () => items.Select("price >"), () => items.Columns.Add("name") })
            try
            {
                bad();
                Console.WriteLine("accepted");
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        StringWriter w = new StringWriter();
        set.WriteXml(w);
        Console.WriteLine(w);
        w = new StringWriter();
        set.WriteXmlSchema(w);
        Console.WriteLine(w.ToString().Length > 1000);
        DataSet back = new DataSet();
        back.ReadXml(new StringReader("<r><a><x>1</x><y>one</y></a><a><x>2</x></a></r>"));
        Console.WriteLine("{0} {1} {2}", back.Tables["a"].Rows.Count, back.Tables["a"].Rows[0]["y"], back.Tables["a"].Rows[1].IsNull("y"));
        DataTable copy = orders.Copy();
        copy.Merge(orders);
        Console.WriteLine("{0} {1}", copy.Rows.Count, items.DefaultView.ToTable(true, "name").Columns.Count);
        DataTableReader reader = items.CreateDataReader();
        while (reader.Read())
            Console.Write("{0}:{1} ", reader.GetInt32(0), reader.GetDecimal(2));
        Console.WriteLine();
    }
}
