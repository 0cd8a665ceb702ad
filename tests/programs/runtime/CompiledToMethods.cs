// CompiledToMethods: expression trees compiled into builders' methods, visited and rewritten; closures in closures.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;

public class Doubler : ExpressionVisitor
{
    protected override Expression VisitConstant(ConstantExpression node)
    {
        return node.Type == typeof(int) ? Expression.Constant(2 * (int)node.Value) : base.VisitConstant(node);
    }
}

public static class CompiledToMethods
{
    static Func<T, T, bool> Comparer<T>(ExpressionType type)
    {
        ParameterExpression a = Expression.Parameter(typeof(T)), b = Expression.Parameter(typeof(T));
        return Expression.Lambda<Func<T, T, bool>>(Expression.MakeBinary(type, a, b), a, b).Compile();
    }

    static Func<object, object> Getter(Type type, string name)
    {
        ParameterExpression o = Expression.Parameter(typeof(object));
        return Expression.Lambda<Func<object,
            object>>(Expression.Convert(Expression.PropertyOrField(Expression.Convert(o, type), name),
            typeof(object)), o).Compile();
    }

    public static int Main()
    {
        TypeBuilder type = AppDomain.CurrentDomain.DefineDynamicAssembly(new AssemblyName("Compiled"),
            AssemblyBuilderAccess.Run)
            .DefineDynamicModule("Compiled").DefineType("Made", TypeAttributes.Public);
        MethodBuilder method = type.DefineMethod("Square", MethodAttributes.Public | MethodAttributes.Static);
        Expression<Func<int, string>> body = x => "[" + x * x + "]";
        body.CompileToMethod(method);
        Type made = type.CreateType();
        Console.WriteLine(made.GetMethod("Square").Invoke(null, new object[] { 12 }));
        Expression<Func<int, int>> sum = x => x + 10;
        var doubled = (Expression<Func<int, int>>)new Doubler().Visit(sum);
        Console.WriteLine("{0} {1} {2}", doubled, sum.Compile()(1), doubled.Compile()(1));

        Console.WriteLine("{0} {1} {2}", Comparer<int>(ExpressionType.LessThan)(1, 2),
            Comparer<double>(ExpressionType.GreaterThanOrEqual)(1, 2),
            Comparer<DateTime>(ExpressionType.Equal)(DateTime.MinValue, DateTime.MinValue));
        Console.WriteLine("{0} {1}", Getter(typeof(string), "Length")("four"), Getter(typeof(KeyValuePair<int,
            string>), "Value")(new KeyValuePair<int, string>(1, "v")));
        Expression<Func<int, Func<int, Func<int, int>>>> nested = a => b => c => a * 100 + b * 10 + c;
        Console.WriteLine(nested.Compile()(1)(2)(3));

        // a counter: a closure over a variable of the tree itself
        ParameterExpression count = Expression.Variable(typeof(int));
        var counter = Expression.Lambda<Func<Func<int>>>(Expression.Block(new[] { count },
            Expression.Lambda<Func<int>>(Expression.PreIncrementAssign(count)))).Compile();
        Func<int> first = counter(), second = counter();
        Console.WriteLine("{0} {1} {2} {3}", first(), first(), second(), first());

        ParameterExpression list = Expression.Parameter(typeof(IEnumerable<int>)),
            item = Expression.Parameter(typeof(int));
        MethodCallExpression where = Expression.Call(typeof(Enumerable), "Where", new[] { typeof(int) }, list,
            Expression.Lambda<Func<int, bool>>(Expression.Equal(Expression.Modulo(item, Expression.Constant(2)),
                Expression.Constant(0)), item));
        MethodCallExpression total = Expression.Call(typeof(Enumerable), "Sum", null, where);
        Console.WriteLine(Expression.Lambda<Func<IEnumerable<int>, int>>(total, list).Compile()(Enumerable.Range(1,
            10)));
        NewExpression construct = Expression.New(typeof(Tuple<int, string>).GetConstructors()[0],
            Expression.Constant(1), Expression.Constant("t"));
        Console.WriteLine(Expression.Lambda<Func<Tuple<int, string>>>(construct).Compile()());
        ParameterExpression array = Expression.Parameter(typeof(int[,]));
        Console.WriteLine(Expression.Lambda<Func<int[,], int>>(Expression.ArrayIndex(array, Expression.Constant(1),
            Expression.Constant(0)), array)
            .Compile()(new[,] { { 1, 2 }, { 3, 4 } }));
        Expression<Func<string, int>> invoked = s => int.Parse(s);
        Console.WriteLine(Expression.Lambda<Func<int>>(Expression.Invoke(invoked,
            Expression.Constant("77"))).Compile()());
        BinaryExpression power = Expression.Power(Expression.Constant(2.0), Expression.Constant(10.0));
        Console.WriteLine(Expression.Lambda<Func<double>>(power).Compile()());
        try { Expression.Add(Expression.Constant(1), Expression.Constant("x")); } catch (InvalidOperationException e) {
            Console.WriteLine(e.Message); }
        return 0;
    }
}
