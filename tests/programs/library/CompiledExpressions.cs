// CompiledExpressions: expression trees are compiled and called: closures, loops, exceptions, quoting, queryables, nested lambdas.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Expressions;

class CompiledExpressions
{
    class Point
    {
        public int X { get; set; }
        public int Y;
        public static int Made;
        public Point() { Made++; }
        public int Sum(int n) { return X + Y + n; }
    }

    static Func<T> Cheap<T>(Expression<Func<T>> e)
    {
        return e.Compile();
    }

    static void Main()
    {
        int captured = 10;
        Expression<Func<int, int>> f = x => x * x + captured;
        Func<int, int> compiled = f.Compile();
        captured = 20;
        Console.WriteLine(compiled(3));
        Console.WriteLine(Cheap(() => new Point { X = 1, Y = 2 }.Sum(captured)));
        Console.WriteLine(string.Join(",", Cheap(() => new List<int> { 1, 2, captured }.Select(i => i * 2).ToArray())()));
        Expression<Func<int, Func<int, int>>> curried = a => b => a - b;
        Console.WriteLine(curried.Compile()(10)(3));
        Expression<Func<object, string>> text = o => o == null ? "null" : o is string ? (string)o + "!" : (o as Point) != null ? "point" : o.ToString();
        foreach (object o in new object[] { null, "s", new Point(), 5.5 })
            Console.Write(text.Compile()(o) + " ");
        Console.WriteLine();
        Expression<Func<decimal, double, long, string>> numbers = (d, r, l) => (d * 2) + "|" + (r / 3).ToString("F3") + "|" + (l << 3) + "|" + (uint)l + "|" + checked((int)l);
        Console.WriteLine(numbers.Compile()(1.5m, 1, 5));
        try
        {
            numbers.Compile()(1, 1, long.MaxValue);
        }
        catch (OverflowException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        ParameterExpression n = Expression.Parameter(typeof(int), "n"), result = Expression.Variable(typeof(long), "result");
        LabelTarget end = Expression.Label(typeof(long));
        Expression<Func<int, long>> factorial = Expression.Lambda<Func<int, long>>(Expression.Block(new[] { result }, Expression.Assign(result, Expression.Constant(1L)),
            Expression.Loop(Expression.IfThenElse(Expression.GreaterThan(n, Expression.Constant(1)), Expression.MultiplyAssign(result, Expression.Convert(Expression.PostDecrementAssign(n), typeof(long))), Expression.Break(end, result)), end)), n);
        Console.WriteLine(factorial.Compile()(15));
        ParameterExpression e2 = Expression.Parameter(typeof(DivideByZeroException), "e");
        Func<int, string> guarded = Expression.Lambda<Func<int, string>>(Expression.TryCatchFinally(
            Expression.Call(Expression.Divide(Expression.Constant(100), n), "ToString", null), Expression.Call(typeof(Console).GetMethod("WriteLine", new[] { typeof(string) }), Expression.Constant("finally")),
            Expression.Catch(e2, Expression.Property(e2, "Message"))), n).Compile();
        Console.WriteLine(guarded(7));
        Console.WriteLine(guarded(0));
        Func<string, int> chosen = Expression.Lambda<Func<string, int>>(Expression.Switch(Expression.Parameter(typeof(string), "s"), Expression.Constant(-1),
            Expression.SwitchCase(Expression.Constant(1), Expression.Constant("one")), Expression.SwitchCase(Expression.Constant(2), Expression.Constant("two"), Expression.Constant("zwei"))).Update(
            n2, new[] { Expression.SwitchCase(Expression.Constant(1), Expression.Constant("one")), Expression.SwitchCase(Expression.Constant(2), Expression.Constant("two"), Expression.Constant("zwei")) }, Expression.Constant(-1)), n2).Compile();
        Console.WriteLine("{0} {1} {2}", chosen("one"), chosen("zwei"), chosen("x"));
        IQueryable<Point> points = Enumerable.Range(0, 6).Select(i => new Point { X = i, Y = i % 2 }).AsQueryable();
        Console.WriteLine(string.Join(" ", from p in points where p.Y == 1 orderby p.X descending select p.X + captured));
        Console.WriteLine("{0} {1} {2}", points.Count(p => p.X > 2), points.GroupBy(p => p.Y).Select(g => g.Sum(p => p.X)).Max(), points.Any(p => p.Sum(1) > 6));
        ParameterExpression item = Expression.Parameter(typeof(Point));
        Action<Point, int> set = Expression.Lambda<Action<Point, int>>(Expression.Assign(Expression.Property(item, "X"), n), item, n).Compile();
        Point target = new Point();
        set(target, 77);
        Console.WriteLine(target.X);
        Delegate dynamic = Expression.Lambda(Expression.Add(n, Expression.Constant(1)), n).Compile();
        Console.WriteLine(dynamic.DynamicInvoke(41));
        Console.WriteLine(Expression.Lambda<Func<int?, int?>>(Expression.Add(Expression.Parameter(typeof(int?), "q"), Expression.Constant(1, typeof(int?))).Update(q, null, Expression.Constant(1, typeof(int?))), q).Compile()(null) == null);
    }

    static readonly ParameterExpression n2 = Expression.Parameter(typeof(string), "s"), q = Expression.Parameter(typeof(int?), "q");
}
