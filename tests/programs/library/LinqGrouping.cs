// LinqGrouping: GroupBy, ToLookup, GroupJoin, Join, nested groups, composite keys, comparers.
using System;
using System.Collections.Generic;
using System.Linq;

class LinqGrouping
{
    class Person
    {
        public string Name, City;
        public int Age;
    }

    static readonly Person[] People =
    {
        new Person { Name = "Ann", City = "Rome", Age = 30 }, new Person { Name = "Bob", City = "Oslo", Age = 25 }, new Person { Name = "Cid", City = "rome", Age = 41 },
        new Person { Name = "Dee", City = "Oslo", Age = 25 }, new Person { Name = "Eve", City = null, Age = 30 },
    };

    static void Main()
    {
        foreach (var g in People.GroupBy(p => p.City))
            Console.WriteLine("{0}: {1}", g.Key ?? "null", string.Join(",", g.Select(p => p.Name)));
        foreach (var g in People.Where(p => p.City != null).GroupBy(p => p.City, p => p.Age, StringComparer.OrdinalIgnoreCase))
            Console.WriteLine("{0}: {1}", g.Key, g.Average());
        foreach (var g in People.GroupBy(p => new { p.Age, Early = p.Name[0] < 'C' }, (k, ps) => k + "=" + ps.Count()))
            Console.WriteLine(g);
        ILookup<int, string> lookup = People.ToLookup(p => p.Age, p => p.Name);
        Console.WriteLine("{0} {1} {2} {3}", lookup.Count, string.Join(",", lookup[25]), lookup[99].Count(), lookup.Contains(41));
        foreach (var g in lookup)
            Console.Write("{0}:{1} ", g.Key, g.Count());
        Console.WriteLine();
        string[] cities = { "Oslo", "Rome", "Bern" };
        var joined = from c in cities
                     join p in People on c equals p.City into ps
                     select new { c, names = string.Join("+", ps.Select(p => p.Name).DefaultIfEmpty("nobody")) };
        foreach (var j in joined)
            Console.WriteLine(j);
        foreach (var j in cities.Join(People, c => c, p => p.City, (c, p) => c + "/" + p.Name, StringComparer.OrdinalIgnoreCase))
            Console.Write(j + " ");
        Console.WriteLine();
        var left = from c in cities
                   join p in People on c equals p.City into ps
                   from p in ps.DefaultIfEmpty()
                   orderby c descending, p == null ? "" : p.Name descending
                   select c + ":" + (p == null ? "-" : p.Name);
        Console.WriteLine(string.Join(" ", left));
        var nested = from p in People
                     group p by p.Age into ages
                     orderby ages.Key
                     from g in
                         from p in ages
                         group p by p.City into byCity
                         select new { Age = ages.Key, City = byCity.Key, Count = byCity.Count() }
                     select g;
        foreach (var n in nested)
            Console.WriteLine(n);
        var words = "the cat and the dog and the bird".Split(' ').GroupBy(w => w).ToDictionary(g => g.Key, g => g.Count());
        foreach (var w in words.OrderByDescending(p => p.Value).ThenBy(p => p.Key))
            Console.Write("{0}={1} ", w.Key, w.Value);
        Console.WriteLine();
        try
        {
            People.ToDictionary(p => p.Age);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            People.Skip(4).ToDictionary(p => p.City);
        }
        catch (ArgumentNullException e)
        {
            Console.WriteLine(e.ParamName);
        }
    }
}
