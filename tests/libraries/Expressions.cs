// Expressions: NCalc: arithmetic, functions, parameters, logic, lists, errors.
// references: NCalc.Sync NCalc.Core NCalc.Domain Facades/netstandard
using System;
using System.Globalization;
using NCalc;

class Expressions
{
    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        foreach (string text in new[] { "2 + 3 * 5", "(2 + 3) * 5", "10 / 4", "7 % 3", "2 ** 10", "-3 + +2", "1 < 2 and not (3 >= 4)", "true || false", "Sqrt(16) + Abs(-2)", "Pow(2, 8)", "Max(1, 2) - Min(3, 4)",
                     "if(1 > 2, 'a', 'b')", "in(3, 1, 2, 3)", "'abc' + 'def'", "Round(3.14159, 2)", "1.5e3", "5 & 3 | 8", "~1", "1 << 4", "[x] * 2 + y", "x > 3 ? 'big' : 'small'", "Sign(-3) + Ceiling(1.2) + Floor(1.8)" })
            try
            {
                Expression e = new Expression(text);
                e.Parameters["x"] = 5;
                e.Parameters["y"] = 0.5;
                object result = e.Evaluate();
                Console.WriteLine("{0} = {1} ({2})", text, result, result == null ? "null" : result.GetType().Name);
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}: {2}", text, e.GetType().Name, e.Message);
            }
        foreach (string bad in new[] { "1 +", "(1", "unknown", "nofunc(1)", "1 / 'x'", "" })
            try
            {
                Console.WriteLine(new Expression(bad).Evaluate());
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", bad, e.GetType().Name);
            }
    }
}
