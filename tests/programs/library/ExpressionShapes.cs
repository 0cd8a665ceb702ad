// ExpressionShapes: expression trees as data: shapes, text forms, visitors, rewriting, closures' constants; nothing is compiled.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Expressions;

class ExpressionShapes
{
    class Constants : ExpressionVisitor
    {
        public readonly List<object> Found = new List<object>();

        protected override Expression VisitConstant(ConstantExpression node)
        {
            Found.Add(node.Value);
            return base.VisitConstant(node);
        }
    }

    class AddToMultiply : ExpressionVisitor
    {
        protected override Expression VisitBinary(BinaryExpression node)
        {
            return node.NodeType == ExpressionType.Add ? Expression.Multiply(Visit(node.Left), Visit(node.Right)) : base.VisitBinary(node);
        }
    }

    static double Evaluate(Expression e, double x)
    {
        BinaryExpression b = e as BinaryExpression;
        switch (e.NodeType)
        {
        case ExpressionType.Add: return Evaluate(b.Left, x) + Evaluate(b.Right, x);
        case ExpressionType.Subtract: return Evaluate(b.Left, x) - Evaluate(b.Right, x);
        case ExpressionType.Multiply: return Evaluate(b.Left, x) * Evaluate(b.Right, x);
        case ExpressionType.Divide: return Evaluate(b.Left, x) / Evaluate(b.Right, x);
        case ExpressionType.Negate: return -Evaluate(((UnaryExpression)e).Operand, x);
        case ExpressionType.Parameter: return x;
        case ExpressionType.Constant: return Convert.ToDouble(((ConstantExpression)e).Value);
        case ExpressionType.Conditional:
            ConditionalExpression c = (ConditionalExpression)e;
            BinaryExpression test = (BinaryExpression)c.Test;
            return Evaluate(test.Left, x) > Evaluate(test.Right, x) ? Evaluate(c.IfTrue, x) : Evaluate(c.IfFalse, x);
        default: throw new NotSupportedException(e.NodeType.ToString());
        }
    }

    static void Main()
    {
        Expression<Func<double, double>> f = x => x > 2 ? x * x + 3 : -x / 2 - 1;
        Console.WriteLine(f);
        Console.WriteLine("{0} {1}", Evaluate(f.Body, 3), Evaluate(f.Body, 1));
        Expression<Func<string, int, bool>> g = (s, n) => s.Length > n && s.StartsWith("a") || s == null;
        Console.WriteLine(g);
        Expression<Func<int, int[]>> h = n => new[] { n, n + 1, n << 2, n & 3, ~n, n % 5 };
        Console.WriteLine(h);
        Expression<Func<object, string>> k = o => (o as string) ?? o.ToString();
        Console.WriteLine(k);
        Expression<Func<List<int>>> l = () => new List<int> { 1, 2 };
        Console.WriteLine(l);
        Expression<Func<int, object>> m = n => new { A = n, B = "x" };
        Console.WriteLine(m);
        Expression<Func<IEnumerable<int>, IEnumerable<int>>> q = s => from i in s where i > 1 orderby i select i * 2;
        Console.WriteLine(q);
        Expression<Func<Func<int, int>, int>> inv = fn => fn(3);
        Console.WriteLine(inv);
        Expression<Func<object, bool>> isType = o => o is string;
        Console.WriteLine(isType);
        Expression<Func<DateTime, int>> member = d => d.Date.Year;
        Console.WriteLine("{0} {1}", member, ((MemberExpression)member.Body).Member.Name);
        Expression<Func<long, int>> conv = v => checked((int)v);
        Console.WriteLine("{0} {1}", conv, conv.Body.NodeType);
        Constants constants = new Constants();
        constants.Visit(h);
        Console.WriteLine(string.Join(",", constants.Found));
        Console.WriteLine(new AddToMultiply().Visit(h));
        ParameterExpression p = Expression.Parameter(typeof(int), "p");
        Expression block = Expression.Block(new[] { p }, Expression.Assign(p, Expression.Constant(5)), Expression.IfThenElse(Expression.GreaterThan(p, Expression.Constant(3)),
            Expression.PostIncrementAssign(p), Expression.Empty()), p);
        Console.WriteLine("{0} {1}", block, block.Type);
        LabelTarget end = Expression.Label(typeof(int), "end");
        Console.WriteLine(Expression.Loop(Expression.Break(end, Expression.Constant(1)), end));
        Console.WriteLine(Expression.TryCatch(Expression.Constant(1), Expression.Catch(typeof(Exception), Expression.Constant(2))));
        Console.WriteLine(Expression.Switch(p, Expression.Constant("d"), Expression.SwitchCase(Expression.Constant("1"), Expression.Constant(1))));
        foreach (Action bad in new Action[] { () => Expression.Add(Expression.Constant(1), Expression.Constant("x")), () => Expression.Call(typeof(string), "Nope", null),
                     () => Expression.Lambda<Func<int>>(Expression.Constant("s")), () => Expression.Property(p, "Missing"), () => Expression.Condition(p, p, p), () => Expression.Constant(1, typeof(string)) })
            try
            {
                bad();
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        IQueryable<int> queryable = new[] { 1, 2, 3 }.AsQueryable();
        Console.WriteLine(queryable.Where(i => i > 1).Select(i => i * 2).Expression);
        Console.WriteLine(queryable.Where(i => i > 1).ElementType);
    }
}
