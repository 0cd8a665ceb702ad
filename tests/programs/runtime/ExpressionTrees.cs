// ExpressionTrees: System.Linq.Expressions compiled to code: arithmetic, calls, closures, loops, blocks, exceptions,
// members, nested lambdas, IQueryable over a list.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Expressions;
using System.Reflection;

public class Person
{
    public string Name { get; set; }
    public int Age;
    public List<string> Tags = new List<string>();
    public string Greet(string who) { return Name + " greets " + who; }
}

public static class ExpressionTrees
{
    static int Twice(int x) { return 2 * x; }

    public static int Main()
    {
        Expression<Func<int, int, int>> sum = (a, b) => a * 10 + b;
        Console.WriteLine("{0} = {1}", sum, sum.Compile()(3, 4));
        int captured = 100;
        Expression<Func<int, int>> closure = x => x + captured + Twice(x);
        Func<int, int> f = closure.Compile();
        Console.WriteLine(f(1));
        captured = 200;
        Console.WriteLine(f(1));
        Expression<Func<string, bool>> test = s => s != null && s.Length > 3 && s.StartsWith("a");
        Func<string, bool> t = test.Compile();
        Console.WriteLine("{0} {1} {2}", t(null), t("abc"), t("abcd"));
        Expression<Func<Person, string>> greet = p => p.Name + p.Age + p.Greet("you") + (p.Age > 3 ? "old" : "young");
        Console.WriteLine(greet);
        Console.WriteLine(greet.Compile()(new Person { Name = "A", Age = 4 }));
        Expression<Func<string, Person>> make = n => new Person { Name = n, Age = n.Length, Tags = { "x", n } };
        Person made = make.Compile()("Bob");
        Console.WriteLine("{0} {1} {2}", made.Name, made.Age, string.Join(",", made.Tags));
        Expression<Func<int, int[]>> array = n => new[] { n, n + 1, n * n };
        Console.WriteLine(string.Join(" ", array.Compile()(5)));
        Expression<Func<int, Func<int, int>>> curried = a => b => a - b;
        Console.WriteLine(curried.Compile()(10)(3));
        Expression<Func<double, decimal, object>> boxed = (d, m) => (object)((decimal)d + m);
        Console.WriteLine(boxed.Compile()(1.5, 2.25m));
        Expression<Func<int?, int?, int?>> lifted = (a, b) => a + b;
        var l = lifted.Compile();
        Console.WriteLine("{0} [{1}]", l(1, 2), l(1, null));
        Expression<Func<object, int>> coalesce = o => (o as string ?? "none").Length;
        Console.WriteLine("{0} {1}", coalesce.Compile()("hello"), coalesce.Compile()(5));

        // factorial with a loop
        ParameterExpression value = Expression.Parameter(typeof(int), "value"),
            result = Expression.Variable(typeof(int), "result");
        LabelTarget label = Expression.Label(typeof(int));
        BlockExpression block = Expression.Block(new[] { result },
            Expression.Assign(result, Expression.Constant(1)),
            Expression.Loop(Expression.IfThenElse(Expression.GreaterThan(value, Expression.Constant(1)),
                Expression.MultiplyAssign(result, Expression.PostDecrementAssign(value)),
                Expression.Break(label, result)), label));
        Console.WriteLine(Expression.Lambda<Func<int, int>>(block, value).Compile()(10));

        // try, catch with filter, finally
        var log = new List<string>();
        ParameterExpression ex = Expression.Parameter(typeof(Exception), "ex"),
            input = Expression.Parameter(typeof(string), "input");
        MethodInfo add = typeof(List<string>).GetMethod("Add");
        Expression guarded = Expression.TryCatchFinally(
            Expression.Call(typeof(int).GetMethod("Parse", new[] { typeof(string) }), input),
            Expression.Call(Expression.Constant(log), add, Expression.Constant("finally")),
            Expression.Catch(typeof(FormatException), Expression.Constant(-1)),
            Expression.Catch(ex, Expression.Block(Expression.Call(Expression.Constant(log), add,
                Expression.Call(Expression.Call(ex, typeof(object).GetMethod("GetType")),
                    typeof(object).GetMethod("ToString"))), Expression.Constant(-2))));
        Func<string, int> g = Expression.Lambda<Func<string, int>>(guarded, input).Compile();
        Console.WriteLine("{0} {1} {2} {3}", g("12"), g("x"), g(null), g("99999999999"));
        Console.WriteLine(string.Join(" ", log));

        // switch
        Expression sw = Expression.Switch(value, Expression.Constant("many"),
            Expression.SwitchCase(Expression.Constant("one"), Expression.Constant(1)),
            Expression.SwitchCase(Expression.Constant("few"), Expression.Constant(2), Expression.Constant(3)));
        Func<int, string> h = Expression.Lambda<Func<int, string>>(sw, value).Compile();
        Console.WriteLine("{0} {1} {2} {3}", h(1), h(2), h(3), h(4));
        Expression<Func<int, int>> checkedAdd = x => checked(x + int.MaxValue);
        try { checkedAdd.Compile()(1); } catch (OverflowException e) { Console.WriteLine(e.GetType()); }
        Expression<Func<int, int, int>> divide = (a, b) => a / b;
        try { divide.Compile()(1, 0); } catch (DivideByZeroException e) { Console.WriteLine(e.Message); }

        var people = new List<Person> { new Person { Name = "Cy", Age = 7 }, new Person { Name = "Di", Age = 5 },
            new Person { Name = "Ed", Age = 9 } };
        var query = from p in people.AsQueryable() where p.Age > 5 orderby p.Name descending select p.Name + p.Age;
        Console.WriteLine(string.Join(" ", query));
        Console.WriteLine(people.AsQueryable().Select(p => p.Age).Max());
        foreach (var group in people.AsQueryable().GroupBy(p => p.Age % 2 == 0))
            Console.WriteLine("{0}: {1}", group.Key, group.Count());
        Delegate five = Expression.Lambda(Expression.Add(Expression.Constant(2), Expression.Constant(3))).Compile();
        Console.WriteLine(five.DynamicInvoke());
        return 0;
    }
}
