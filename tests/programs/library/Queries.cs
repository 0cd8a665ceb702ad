// Queries: a database in memory by SQLite's native library: commands, parameters, transactions, readers, errors.
using System;
using System.Data;
using Mono.Data.Sqlite;

class Queries
{
    static object Run(SqliteConnection connection, string text, params object[] values)
    {
        using (SqliteCommand command = connection.CreateCommand())
        {
            command.CommandText = text;
            foreach (object value in values)
                command.Parameters.Add(new SqliteParameter { Value = value });
            return command.ExecuteScalar();
        }
    }

    static void Main()
    {
        using (SqliteConnection connection = new SqliteConnection("Data Source=:memory:"))
        {
            connection.Open();
            Run(connection, "create table item(id integer primary key, name text unique, price real, at datetime)");
            using (SqliteTransaction all = connection.BeginTransaction())
            {
                for (int i = 0; i < 20; i++)
                    Run(connection, "insert into item(name, price, at) values(?, ?, ?)", "näme" + i, i * 1.5, new DateTime(2024, 1, 1 + i));
                all.Commit();
            }
            using (SqliteTransaction none = connection.BeginTransaction())
            {
                Run(connection, "delete from item");
                none.Rollback();
            }
            Console.WriteLine("{0} {1}", Run(connection, "select count(*) from item"), Run(connection, "select sum(price) from item where id > ?", 10));
            using (SqliteCommand command = new SqliteCommand("select id, name, price, at, null from item where id % 7 = 0 order by id desc", connection))
            using (SqliteDataReader reader = command.ExecuteReader())
                while (reader.Read())
                    Console.WriteLine("{0} {1} {2} {3:yyyy-MM-dd} {4}", reader.GetInt32(0), reader["name"], reader.GetDouble(2), reader.GetDateTime(3), reader.IsDBNull(4));
            foreach (string bad in new[] { "select * from nothing", "insert into item(name) values('näme1')" })
                try
                {
                    Run(connection, bad);
                }
                catch (SqliteException e)
                {
                    Console.WriteLine("{0} {1}", e.ErrorCode, e.Message.Replace("\r\n", " ").Replace("\n", " "));
                }
            DataTable table = new DataTable();
            new SqliteDataAdapter("select name, price from item where price < 4", connection).Fill(table);
            foreach (DataRow row in table.Rows)
                Console.WriteLine("{0} {1}", row["name"], row[1]);
        }
    }
}
