// Evaluator: Mono.CSharp's compiler as a library: expressions, statements, classes and LINQ compiled and run in memory.
using System;
using System.Collections.Generic;
using System.IO;
using Mono.CSharp;

public static class Evaluation
{
    public static int Main()
    {
        var report = new StringWriter();
        var evaluator = new Evaluator(new CompilerContext(new CompilerSettings(), new StreamReportPrinter(report)));
        evaluator.Run("using System; using System.Linq; using System.Collections.Generic;");
        Console.WriteLine(evaluator.Evaluate("1 + 2 * 3;"));
        evaluator.Run("int x = 5;");
        evaluator.Run("string s = \"abc\";");
        Console.WriteLine(evaluator.Evaluate("s.Length + x;"));
        evaluator.Run("class Point { public int X; public int Double() { return X * 2; } " +
            "public override string ToString() { return \"P\" + X; } }");
        Console.WriteLine(evaluator.Evaluate("new Point { X = 21 }.Double();"));
        Console.WriteLine(evaluator.Evaluate("new Point { X = 3 };"));
        foreach (int value in (IEnumerable<int>)evaluator.Evaluate(
            "from n in Enumerable.Range(1, 6) where n % 2 == 0 select n * n;"))
            Console.Write(value + " ");
        Console.WriteLine();
        evaluator.Run("Func<int, int> fact = null;");
        evaluator.Run("fact = n => n < 2 ? 1 : n * fact(n - 1);");
        Console.WriteLine(evaluator.Evaluate("fact(10);"));
        evaluator.Run("for (int i = 0; i < 3; i++) Console.Write(i + \";\");");
        Console.WriteLine();
        evaluator.Run("IEnumerable<int> Gen() { for (int i = 0; i < 3; i++) yield return i; }");
        Console.WriteLine(evaluator.Run("undefined + 1;"));
        Console.WriteLine(report.ToString().Trim());
        return 0;
    }
}
