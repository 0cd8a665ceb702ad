// Grammars: templates, parser combinators, expressions compiled from text, dynamic LINQ.
// references: Handlebars Sprache DynamicExpresso.Core System.Linq.Dynamic.Core Microsoft.CSharp
using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Dynamic.Core;
using HandlebarsDotNet;
using Sprache;
using DynamicExpresso;

class Grammars
{
    static readonly Parser<int> Num = Parse.Number.Token().Select(int.Parse);
    static readonly Parser<int> Fac = Parse.Ref(() => Sum).Contained(Parse.Char('(').Token(), Parse.Char(')').Token()).Or(Num);
    static readonly Parser<int> Term = Parse.ChainOperator(Parse.Char('*').Token(), Fac, (o, a, b) => a * b);
    static readonly Parser<int> Sum = Parse.ChainOperator(Parse.Chars('+', '-').Token(), Term, (o, a, b) => o == '+' ? a + b : a - b);
    static void Main()
    {
        var t = Handlebars.Compile("Hi {{name}}: {{#each items}}{{@index}}={{this.p}}{{#unless @last}}, {{/unless}}{{/each}} {{#if none}}no{{else}}yes{{/if}} {{{raw}}} {{raw}}");
        Console.WriteLine(t(new { name = "Ann <b>", items = new[] { new { p = 1 }, new { p = 2 } }, raw = "<i>" }));
        Handlebars.RegisterHelper("up", (w, c, a) => w.Write(a[0].ToString().ToUpper(), false));
        Console.WriteLine(Handlebars.Compile("{{up x}}")(new Dictionary<string, object> { ["x"] = "abc" }));
        Console.WriteLine(Sum.End().Parse("2 * (3 + 4) - 1"));
        try
        {
            Sum.End().Parse("2 * (3");
        }
        catch (ParseException e)
        {
            Console.WriteLine(e.Message);
        }
        var i = new Interpreter().SetVariable("x", 5).SetFunction("sq", (Func<int, int>)(n => n * n));
        Console.WriteLine(i.Eval("sq(x) + Math.Max(1, 2) > 26 ? \"big\" : \"small\""));
        Console.WriteLine(i.ParseAsDelegate<Func<double, double>>("v * 2.5", "v")(4));
        try
        {
            i.Eval("y + 1");
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name + " " + e.Message);
        }
        var q = Enumerable.Range(1, 20).Select(n => new { N = n, S = "s" + n }).AsQueryable();
        foreach (var r in q.Where("N % 5 == 0 and S.Length > @0", 2).OrderBy("N desc").Select("new (N * 2 as D, S)").ToDynamicList())
            Console.WriteLine(r);
    }
}
